// The tree: reads and checks its file, and walks through its columns.

import { Reader } from "./msgpack.js";
import { sha256 } from "./sha256.js";
import { sum } from "./solve.js";
import { costOf, isSound } from "./tree_rules.js";

/** The keys of a file with the kinds of their values, in their order. */
const KEYS = (
  "magic:s version:n game:s files:a called:s made:s pool:s max_depth:0 first_guess:s objective:s prices:a bound:0 " +
  "labels:a winning:n losing:a guess:x feedback:x fanout:x wins:x weights:a sha256:x"
).split(" ").map((key) => key.split(":"));
const VERSION = 1;
const MAX_NARROW = 256; // labels; with more of them, a feedback takes two bytes
const MAX_BYTES = 64 << 20;
const MAX_LENGTH = 1 << 17; // of an array
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** The reasons for refusing a file; the keys are those under `damage.` in the languages. */
const DAMAGE = {
  checksum: "not a tree file, or one that was changed or cut short: its checksum is wrong",
  shape: "not a tree file",
  version: "a tree file of a version that is not known here",
  columns: "a tree file whose entries contradict each other",
};

/** A tree that cannot be used, and `why`: one word. */
export class TreeError extends Error {
  constructor(why) {
    super(DAMAGE[why]);
    this.name = "TreeError";
    this.why = why;
  }
}

/** The kind of a value: `x` for bytes, `a` for an array, `0` for nothing, `n` `s` for a number or a text. */
const kindOf = (value) =>
  value instanceof Uint8Array ? "x" : Array.isArray(value) ? "a" : value === null ? "0" : typeof value === "bigint" ? "n" : (typeof value)[0];

function unpack(bytes) {
  const reader = new Reader(bytes);
  const values = {};
  const take = ([key, kind]) => {
    if (reader.value() !== key) throw new RangeError("a key is missing");
    const value = (values[key] = reader.value());
    const isKind = kindOf(value) === kind || (kind === "0" && kindOf(value) === "n");
    if (!isKind || (kind === "a" && value.length > MAX_LENGTH)) throw new RangeError(`${key} has the wrong type`);
  };
  try {
    const length = reader.map();
    take(KEYS[0]);
    if (values.magic !== "guesstree") throw new RangeError("another kind of file");
    take(KEYS[1]);
    if (values.version !== VERSION) throw new TreeError("version");
    if (length !== KEYS.length) throw new RangeError("too few or too many entries");
    KEYS.slice(2).forEach(take);
    if (reader.at !== bytes.length) throw new RangeError("something follows the end");
  } catch (error) {
    throw error instanceof TreeError ? error : new TreeError("shape");
  }
  return values;
}

const pairs = (bytes) =>
  bytes.length % 2 ? null : Uint16Array.from({ length: bytes.length / 2 }, (_, i) => bytes[2 * i] | (bytes[2 * i + 1] << 8));

/** A decision tree, in the columns of its file.  A node is an index into the columns. */
export class Tree {
  static read(name, bytes) {
    const digest = sha256(bytes.subarray(0, Math.max(0, bytes.length - 32)));
    if (bytes.length > MAX_BYTES) throw new TreeError("shape");
    if (bytes.length < 33 || digest.some((byte, i) => byte !== bytes[bytes.length - 32 + i])) {
      throw new TreeError("checksum");
    }
    const values = unpack(bytes);
    if (values.labels.length > MAX_NARROW) {
      for (const key of ["feedback", "fanout"]) values[key] = pairs(values[key]);
      if (!values.feedback || !values.fanout) throw new TreeError("columns");
    }
    const tree = new Tree(name, values);
    try {
      if (tree.#isWhole(values)) return tree;
    } catch {
      // A value of an unexpected kind.
    }
    throw new TreeError("columns");
  }

  constructor(name, values) {
    const { game, labels, guess, feedback, fanout, wins } = values;
    Object.assign(this, { name, game, labels, guessBytes: guess, feedback, fanout, wins });
    /** Whether secrets have weights. */
    this.isWeighted = Boolean(values.weights?.length);
    /** The title of a game that is read from files, else the name of the tree. */
    this.title = values.called || values.files.filter((_, i) => i % 2 === 0).join(", ") || name;
    this.winning = this.labels[values.winning];
    this.nodes = feedback.length;
    this.width = guess.length / this.nodes;
    this.first = new Uint32Array(this.nodes + 1);
    this.first[0] = 1;
    for (let i = 0; i < this.nodes; i++) this.first[i + 1] = this.first[i] + (fanout[i] ?? 0);
    /** Whether the labels are all rows of marks, one for each letter of a word. */
    this.hasMarks = this.labels.length === 3 ** this.width && this.labels.every((label) => /^[012]+$/.test(label));
    /** Whether the labels compare the columns of a table. */
    this.hasColumns = /^[=g/]+$/.test(this.winning) && this.labels.every((label) => /^(?:[=x~^vgyb/\d]|(?<=\d)[<>])+$/.test(label));
    let secrets = 0;
    /** For each node the weight of the secret that it finds, 0 if it finds no secret. */
    this.weights = Array.from(feedback, (_, i) => (this.isWin(i) ? (values.weights[secrets++] ?? 1) : 0));
  }

  #isWhole(values) {
    const { guess, feedback, fanout, wins, labels, winning, losing, objective, bound, pool, first_guess: opening, max_depth: most } = values;
    const { nodes, width, first } = this;
    const isNode = (i) => {
      if ((i && first[i] <= i) || !(fanout[i] || this.isWin(i))) return false;
      return this.children(i).every((child) => {
        const index = feedback[child];
        const isRising = child === first[i] || index > feedback[child - 1];
        return isRising && index < labels.length && index !== winning && !losing.includes(index);
      });
    };
    const haveLength = nodes > 0 && fanout.length === nodes && wins.length === (nodes + 7) >> 3 && !(wins[nodes >> 3] >> (nodes & 7));
    if (!haveLength || !Number.isInteger(width) || width < 1 || width > 255) return false;
    if (first[nodes] !== nodes || feedback[0] !== 0 || !feedback.every((_, i) => isNode(i))) return false;
    if (!guess.some((byte, i) => byte && (i + 1) % width === 0)) return false;
    /** For each node the number of its candidates, the sum of their weights, and the node that leads to it. */
    this.counts = this.#summed(this.weights.map(Math.sign));
    this.sums = this.#summed(this.weights);
    this.parents = new Int32Array(nodes).fill(-1);
    for (let i = 0; i < nodes; i++) this.parents.fill(i, first[i], first[i + 1]);
    const words = this.words();
    const found = words.filter((_, i) => this.isWin(i));
    const { histogram, depth } = this.statistics(0);
    this.depth = depth;
    // Such a tree asks questions of a table, and its leaves name what is certain, perhaps a class.
    const ends = [winning, ...losing].map((index) => labels[index]).join();
    const namesAtTheEnd = values.game.startsWith("table:") && ends === "found,missed";
    const leaves = namesAtTheEnd ? 0 : fanout.filter((children) => !children).length;
    const counted = histogram.slice(namesAtTheEnd); // the name at the end is no question
    const entries = { ...values, words, found, histogram: counted, namesAtTheEnd };
    const cost = costOf(entries, leaves);
    this.proved = bound !== null && BigInt(bound) === cost;
    /** Whether each subtree is proved to need the fewest guesses on average, of all that the game allows. */
    this.isBest = this.proved && objective === "total" && pool === "all" && opening === "" && most === null;
    this.isLeast = this.isBest && !this.isWeighted;
    return isSound({ ...entries, cost, proved: this.proved });
  }

  guess(node) {
    const start = node * this.width;
    return utf8.decode(this.guessBytes.subarray(start, start + this.width)).replace(/\0+$/, "");
  }

  /** The guesses of all nodes. */
  words() {
    return Array.from(this.feedback, (_, node) => this.guess(node));
  }

  isWin(node) {
    return (this.wins[node >> 3] >> (node & 7)) & 1;
  }

  labelOf(node) {
    return this.labels[this.feedback[node]];
  }

  children(node) {
    const start = this.first[node];
    return Array.from({ length: this.first[node + 1] - start }, (_, i) => start + i);
  }

  child(node, label) {
    return this.children(node).find((child) => this.labelOf(child) === label) ?? -1;
  }

  /** The answers to a node's guess as `{label, child, count, weight}`: the node that one leads to, and how many candidates
   *  give it, and what they weigh.  The winning one comes last, and leads to no node. */
  answers(node) {
    const { counts, sums } = this;
    const found = this.children(node).map((child) => ({ label: this.labelOf(child), child, count: counts[child], weight: sums[child] }));
    return this.isWin(node) ? [...found, { label: this.winning, child: -1, count: 1, weight: this.weights[node] }] : found;
  }

  possible(node) {
    return this.answers(node).map(({ label }) => label);
  }

  #summed(values) {
    const sums = Uint32Array.from(values);
    for (let i = this.nodes - 1; i >= 0; i--) for (const child of this.children(i)) sums[i] += sums[child];
    return sums;
  }

  /** The sum of the weights of secrets; `eq` finds a number. */
  weigh(secrets) {
    return sum(secrets.map((secret) => this.weights[Math.max(this.find(secret), this.find(`eq${secret}`))] ?? 1));
  }

  pathTo(node) {
    const path = [];
    for (let i = node; i >= 0; i = this.parents[i]) path.unshift(i);
    return path;
  }

  historyOf(node) {
    const path = this.pathTo(node);
    return path.slice(1).map((child, i) => ({ guess: this.guess(path[i]), label: this.labelOf(child) }));
  }

  gameOf(node) {
    return [...this.historyOf(node), { guess: this.guess(node), label: this.winning }];
  }

  find(secret) {
    this.nodeOf ??= new Map(Array.from(this.winsBelow(0), (node) => [this.guess(node), node]));
    return this.nodeOf.get(secret) ?? -1;
  }

  *winsBelow(node) {
    for (const [start, stop] of this.levels(node)) {
      for (let i = start; i < stop; i++) if (this.isWin(i)) yield i;
    }
  }

  /** The levels of a subtree, each as the range `[start, stop)` of its nodes. */
  *levels(node) {
    let [start, stop] = [node, node + 1];
    while (start < stop) {
      yield [start, stop];
      [start, stop] = [this.first[start], this.first[stop]];
    }
  }

  /** `{histogram, total, depth, average, secrets, nodes}` of a subtree, counted from its own first guess.  In histogram,
   *  total and average, a secret counts as many times as it weighs. */
  statistics(node) {
    const histogram = [];
    let nodes = 0;
    for (const [start, stop] of this.levels(node)) {
      histogram.push(sum(this.weights.slice(start, stop)));
      nodes += stop - start;
    }
    const total = sum(histogram.map((count, i) => count * (i + 1)));
    return { histogram, total, secrets: this.counts[node], nodes, depth: histogram.length, average: total / this.sums[node] };
  }

  candidates(node) {
    return Array.from(this.winsBelow(node), (win) => this.guess(win)).sort();
  }

  /** Follows steps up to the first invalid one, and returns `{node, isFinished, problem}`; the problem with that step is
   *  `{kind, at, wanted}`, or null. */
  follow(steps) {
    let node = 0;
    let isFinished = false;
    for (const [at, { guess, label }] of steps.entries()) {
      const wanted = this.guess(node);
      const stop = (kind) => ({ node, isFinished, problem: { kind, at, wanted } });
      if (isFinished) return stop("over");
      if (wanted !== guess) return stop("guess");
      if (!this.possible(node).includes(label)) return stop("feedback");
      if (label === this.winning) isFinished = true;
      else node = this.child(node, label);
    }
    return { node, isFinished, problem: null };
  }
}
