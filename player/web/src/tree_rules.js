// What trees/FORMAT.md demands under "Before believing a file", but for the columns: they are read in tree.js.

import { MOST_MARKED, markLabels, readCode } from "./rules.js";
import { sum } from "./solve.js";

const GREATEST = 2n ** 63n - 1n;
const DEEPEST = 1 << 17;
const MAX_WEIGHT = 2 ** 31; // of all secrets together
const WORD = /^[^\p{C}\p{Z},:#]+$/u; // a guess or a label
const PRINTABLE = /^(?:[^\p{C}\p{Z}]| )*$/u;
const PLAIN = /^(?=.*[A-Za-z\d])[\w-]+$/; // what means nothing to a shell
const OPENED = /^[\w\-\u0080-\u{10ffff}]+$/u;
const DIGEST = /^[\da-f]{64}$/;
const FILE_NAME = /^(?!-$|\.\.?$)(?! )(?:[^\p{C}\p{Z},/\\]| ){1,255}(?<! )$/u;

const MOST_FILES = { words: 2, differentiating: 1, table: 0 };
/** What is said of how a tree was made, by method; and what stands where it does not belong to the method. */
const METHODS = {
  "": [],
  build: ["strategy", "pool", "max_depth", "first_guess", "seed", "exact_below"],
  solve: ["pool", "max_depth", "first_guess"],
  import: ["strategy"],
  differentiate: ["changes"],
};
const NOTHING = { strategy: "", pool: "", max_depth: null, first_guess: "", seed: null, exact_below: 0, changes: null };

const isIn = (value, least, most) => /number|bigint/.test(typeof value) && value >= least && value <= most;

function isOfGame({ game, labels, winning, losing, words, found }) {
  const hasLabels = (own, wins, ...loses) => [labels, [winning], losing].join(";") === [own, [wins], loses].join(";");
  const [, family, digest] = /^(.*?):(.*)$/su.exec(game) ?? [];
  if (digest !== undefined) {
    const size = [...words[0]].length;
    const isMarked = () => hasLabels(markLabels(size), 3 ** size - 1) && words.every((word) => [...word].length === size);
    return Object.hasOwn(MOST_FILES, family) && DIGEST.test(digest) && (family !== "words" || (size <= MOST_MARKED && isMarked()));
  }
  const [, a, b, free] = /^number-(-?\d{1,9})\.\.(-?\d{1,9})(-free)?$/.exec(game) ?? [];
  if (a !== undefined) {
    const [least, most] = [Number(a), Number(b)];
    const isAsked = (word) => isIn(Number(word.slice(2)), least, most - word.startsWith("gt")) && /^(eq|gt)(0|-?[1-9]\d*)$/.test(word);
    return (
      `${least};${most}` === `${a};${b}` && least < most && found.length === most - least + 1 && words.every(isAsked) &&
      hasLabels(["no", "right", "wrong", "yes"], 1, ...(free ? [] : [2]))
    );
  }
  const rules = readCode(game);
  return (
    rules !== null && hasLabels(rules.labels, rules.labels.length - 1) && words.every((word) => rules.isGuess(word)) &&
    found.length === rules.secretCount && found.every((word) => rules.isSecret(word))
  );
}

/** Whether the files are such as the game is read from: names without folders, each with its SHA-256. */
const areFiles = ({ game, files, called }) =>
  (!files.length && !called) || (
    files.length > 0 && files.length % 2 === 0 && files.length <= 2 * MOST_FILES[game.split(":")[0]] &&
    files.every((text, i) => typeof text === "string" && (i % 2 ? DIGEST : FILE_NAME).test(text)) &&
    (!called || (called.length <= 40 && PLAIN.test(called)))
  );

/** Whether what is said of how the tree was made belongs to the method, and is nothing that a shell would run. */
function isMade({ method, objective, prices, words, ...v }) {
  const own = Object.hasOwn(METHODS, method) && METHODS[method];
  const isValue = (key, empty) =>
    typeof empty === "string" || v[key] === null || isIn(v[key], Number(key === "max_depth"), key === "max_depth" ? DEEPEST : GREATEST);
  return (
    own && Object.entries(NOTHING).every(([key, empty]) => (own.includes(key) ? isValue(key, empty) : v[key] === empty)) &&
    (!own.includes("pool") || PLAIN.test(v.pool)) && ["", words[0]].includes(v.first_guess) &&
    (!own.includes("strategy") || (method === "build" ? isStrategy(v, words) : PLAIN.test(v.strategy))) &&
    (method !== "solve" || (objective !== "" && (objective !== "price" || prices[0] >= 0))) &&
    (method !== "differentiate" || v.changes !== null)
  );
}

/** Whether a strategy is of plain parts, with an opening of at least two guesses at its end or none. */
function isStrategy({ strategy, first_guess }, words) {
  const [head, ...rest] = strategy.split("+first=");
  const opening = rest.join("+first=").split(".");
  const isOpening = opening.length > 1 && !first_guess && opening.every((word) => words.includes(word) || OPENED.test(word));
  const plain = (part) => (part.startsWith("bonus=") ? part.slice(6).replace(".", "") : part);
  return head.split("+").every((part) => PLAIN.test(plain(part))) && (!rest.length || isOpening);
}

function areClaims({ method, objective, prices, proved, bound, histogram, max_depth, pool, weights, leaves }) {
  const [depth, last] = [histogram.length, prices.length];
  if (max_depth !== null && depth > max_depth) return false;
  if (!objective) return !last && !proved && bound === null;
  if (last && last < depth) return false;
  const limit = Number(max_depth ?? depth);
  const areThese = (n, end) => last === n && prices.every((price, i) => Number(price) === (i < n - 1 ? i + 1 : end));
  const isTotal = !last || ((max_depth === null ? !method : last === limit) && areThese(last, last));
  const may = {
    total: isTotal,
    worst: proved ? areThese(depth, depth) : isTotal,
    "fewest-at-max": proved || max_depth !== null ? areThese(limit, limit + sum(histogram) * limit) : isTotal,
    identify: !last && !weights.length && ["", "all"].includes(pool),
    price: last > 0 && (max_depth === null || last <= max_depth),
  };
  const cost = histogram.reduce((all, found, i) => all + BigInt(found) * BigInt(last ? prices[i] : i + 1), 0n);
  const paid = cost - BigInt(objective === "identify" ? leaves : 0);
  return (
    Object.hasOwn(may, objective) && may[objective] && isIn(paid, -GREATEST - 1n, GREATEST) &&
    (bound === null ? !proved : bound <= paid && (!proved || BigInt(bound) === paid))
  );
}

const areLabels = ({ labels, winning, losing }) =>
  isIn(labels.length, 2, 8192) && new Set(labels).size === labels.length &&
  labels.every((text) => typeof text === "string" && WORD.test(text) && [...text].length <= 32 && !/^.a.b$/iu.test(text)) &&
  isIn(winning, 0, labels.length - 1) && !losing.includes(winning) &&
  losing.every((index, i) => isIn(index, i ? losing[i - 1] + 1 : 0, labels.length - 1));

const areWeights = ({ weights, found }) =>
  weights.every((weight) => isIn(weight, 1, MAX_WEIGHT)) && sum(weights) < MAX_WEIGHT &&
  (!weights.length || (weights.length === found.length && weights.some((weight) => weight > 1)));

const RULES = [
  (v) => Object.values(v).every((text) => typeof text !== "string" || (PRINTABLE.test(text) && [...text].length <= 4096)),
  ({ prices }) => prices.every((price, i) => isIn(price, i ? prices[i - 1] : -GREATEST - 1n, GREATEST)),
  ({ words }) => words.every((word) => WORD.test(word)),
  ({ found }) => new Set(found).size === found.length,
  areLabels, areWeights, isOfGame, areFiles, isMade, areClaims,
];

/** Whether the entries of a file agree with each other, with its game, and with what its columns give: the guesses
 *  (`words`), those that find a secret (`found`), the number of nodes without children (`leaves`). */
export const isSound = (values) => RULES.every((rule) => rule(values));
