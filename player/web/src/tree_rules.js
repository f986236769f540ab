// The checks of "Before believing a file" in trees/FORMAT.md, except for the columns, which tree.js reads.

import { MOST_MARKED, splitLetters, markLabels, readCode } from "./rules.js";
import { sum } from "./solve.js";

const GREATEST = 2n ** 63n - 1n;
const DEEPEST = 1 << 17;
const MAX_WEIGHT = 2 ** 31; // the limit on the sum of all weights
const WORD = /^[^\p{C}\p{Z},:#]+$/u; // a guess or a label
const PRINTABLE = /^(?:[^\p{C}\p{Z}]| )*$/u;
const PLAIN = /^(?=.*[A-Za-z\d])[\w-]+$/; // a word without special symbols of a shell
/** The commands that treegen writes, as player/tree/decode.py has them. */
const quoted = (plain, text) => String.raw`(?:[${plain}]+|'[^${text}]*'(?:"'"'[^${text}]*')*)`;
const [GAME, VALUE] = [`(?!'?-)${quoted("\\w@%+=:,./-", "'")}`, quoted("\\w@%+=,./-", "':")];
const OPTIONS = "strategy|objective|price|from|guesses|max-depth|first|seed|exact-below|weights|name|changes";
const VERBS = "build|solve|import|differentiate";
const MADE = new RegExp(`^(?:treegen (?:${VERBS})(?: ${GAME})?(?: (?:--game ${GAME}|--(?:${OPTIONS}) ${VALUE}))*)?$`, "u");
const DIGEST = /^[\da-f]{64}$/;
const FILE_NAME = /^(?!-$|\.\.?$)(?! )(?:[^\p{C}\p{Z},/\\]| ){1,255}(?<! )$/u;
const MOST_FILES = { words: 2, differentiating: 1, table: 1 };

const isIn = (value, least, most) => /number|bigint/.test(typeof value) && value >= least && value <= most;

function isOfGame({ game, labels, winning, losing, words, found }) {
  const hasLabels = (own, wins, ...loses) => [labels, [winning], losing].join(";") === [own, [wins], loses].join(";");
  const [, family, digest] = /^(.*?):(.*)$/su.exec(game) ?? [];
  if (digest !== undefined) {
    const size = splitLetters(words[0]).length;
    const isMarked = () => hasLabels(markLabels(size), 3 ** size - 1) && words.every((word) => splitLetters(word).length === size);
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

/** Whether the files have the form of those of a game: names without folders, each with its SHA-256. */
const areFiles = ({ game, files, called }) =>
  (!files.length && !called) || (
    files.length > 0 && files.length % 2 === 0 && files.length <= 2 * MOST_FILES[game.split(":")[0]] &&
    files.every((text, i) => typeof text === "string" && (i % 2 ? DIGEST : FILE_NAME).test(text)) &&
    (!called || (called.length <= 40 && PLAIN.test(called)))
  );

/** The objectives of a table with costs, with the unit of the costs, if there is one. */
const COSTS = /^(?:worst-)?cost(?: in (?:[\p{L}\p{N}]{1,12}|[€$£¥%]))?$/u;
/** Whether the prices of these entries are what the answers cost that lead to each secret (see columns.py). */
const haveCosts = ({ objective, prices, found, namesAtTheEnd }) =>
  COSTS.test(objective) && namesAtTheEnd && prices.length === found.length + 1 && prices[0] > 0;

/** The cost of a tree by its prices, as a bigint; null without an objective. */
export const costOf = ({ objective, prices, weights, histogram, ...entries }, leaves) =>
  objective === "" ? null :
    haveCosts({ objective, prices, ...entries }) ?
      prices.slice(1).reduce((all, price, i) => all + BigInt(price) * BigInt(weights[i] ?? 1), 0n) :
    histogram.reduce((all, found, i) => all + BigInt(found) * BigInt(prices.length ? prices[i] : i + 1), 0n) -
    BigInt(objective === "identify" ? leaves : 0);

function areClaims(values) {
  const { made, objective, prices, proved, bound, histogram, max_depth, pool, weights, cost, namesAtTheEnd } = values;
  const [depth, last] = [histogram.length, prices.length];
  if (!isIn(max_depth ?? DEEPEST, depth, DEEPEST)) return false;
  if (!objective) return !last && bound === null;
  if (last && last < depth) return false;
  const limit = Number(max_depth ?? depth);
  const areThese = (n, end) => last === n && prices.every((price, i) => Number(price) === (i < n - 1 ? i + 1 : end));
  const isTotal = !last || ((max_depth === null ? !made : last === limit) && areThese(last, last));
  const may = {
    total: isTotal,
    worst: proved ? areThese(depth, depth) : isTotal,
    "fewest-at-max": proved || max_depth !== null ? areThese(limit, limit + sum(histogram) * limit) : isTotal,
    identify: !last && (!weights.length || namesAtTheEnd) && ["", "all"].includes(pool),
    price: last > 0 && (max_depth === null || last <= max_depth),
    ...(haveCosts(values) && { [objective]: prices.every((price) => price >= 0) }),
  };
  return Object.hasOwn(may, objective) && may[objective] && isIn(cost, -GREATEST - 1n, GREATEST) && (bound === null || bound <= cost);
}

const areLabels = ({ labels, winning, losing }) =>
  isIn(labels.length, 2, 65536) && new Set(labels).size === labels.length &&
  labels.every((text) => typeof text === "string" && WORD.test(text) && [...text].length <= 32 && !/^.a.b$/iu.test(text)) &&
  isIn(winning, 0, labels.length - 1) && !losing.includes(winning) &&
  losing.every((index, i) => isIn(index, i ? losing[i - 1] + 1 : 0, labels.length - 1));

const areWeights = ({ weights, found }) =>
  weights.every((weight) => isIn(weight, 1, MAX_WEIGHT)) && sum(weights) < MAX_WEIGHT &&
  (!weights.length || (weights.length === found.length && weights.some((weight) => weight > 1)));

const RULES = [
  (v) => Object.values(v).every((text) => typeof text !== "string" || (PRINTABLE.test(text) && [...text].length <= 4096)),
  ({ objective, prices }) =>
    prices.every((price, i) => isIn(price, i && !COSTS.test(objective) ? prices[i - 1] : -GREATEST - 1n, GREATEST)),
  ({ words }) => words.every((word) => WORD.test(word)),
  ({ found, namesAtTheEnd }) => namesAtTheEnd || new Set(found).size === found.length,
  ({ made, pool, first_guess, words }) => MADE.test(made) && (pool === "" || PLAIN.test(pool)) && ["", words[0]].includes(first_guess),
  areLabels, areWeights, isOfGame, areFiles, areClaims,
];

/** Whether the entries of a file agree with each other, with its game, and with what its columns give: the guesses
 *  (`words`), those that find a secret (`found`), the histogram, the cost, and whether that is `proved`. */
export const isSound = (values) => RULES.every((rule) => rule(values));
