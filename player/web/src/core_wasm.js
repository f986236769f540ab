// The search core as WebAssembly (treegen/native/web.cpp): the best guesses of a position, and what a guess costs.

import { consistent, partition } from "./solve.js";

const MEMORY = 32 << 20; // bytes of the transposition table
const MOST_POSITIONS = 6; // those of the module
const MOST_SYMBOLS = 10;
const MOST_CODED = 64e6; // entries of the table of a game of codes, which the module makes
const MOST_FILLED = 32e6; // entries of the table of a position of a larger game, or of any other, which is filled here
const FILLED = 8e6; // entries that are filled here in a second
const BEAM = 1; // guesses tried at every set for a first tree
const MORE = 4; // the factor by which the number of requested guesses grows
const FLAT = 2; // seconds in which trees of the same cost are compared by their depths
const [PROVED, INFEASIBLE] = [0, 1];

export async function compile(base64) {
  const packed = Uint8Array.from(atob(base64), (symbol) => symbol.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

const answer = (rows, total, bound) => ({ rows, total, bound });
const row = (guess, cost, bound) => ({ guess, cost, bound: Math.min(cost, bound), exact: cost <= bound });

export class WasmEngine {
  constructor(module, rules) {
    this.rules = rules;
    // The module asks for nothing but the time.
    const clock = (_clock, _precision, at) => {
      const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
      new DataView(this.exports.memory.buffer).setBigUint64(at, nanoseconds, true);
      return 0;
    };
    const exit = () => {
      throw new Error("the core has ended");
    };
    const env = { emscripten_notify_memory_growth: () => {} };
    const imports = { env, wasi_snapshot_preview1: { clock_time_get: clock, proc_exit: exit } };
    this.exports = new WebAssembly.Instance(module, imports).exports;
    this.exports._initialize();
    this.isCoded = rules.hasUsualCows && rules.symbols.length <= MOST_SYMBOLS && rules.positions <= MOST_POSITIONS;
    if (!this.isCoded || rules.guesses.length * rules.secrets.length > MOST_CODED) return;
    this.#openCodes(rules.guesses, rules.secrets);
    this.secretAt = new Map(rules.secrets.map((secret, at) => [secret, at]));
  }

  best(steps, { count, seconds }) {
    const late = performance.now() + 1000 * seconds;
    const total = this.#go(steps, seconds);
    if (!total) return answer([], total, 0);
    let [found, top] = [null, null];
    // Request more and more guesses, until none is left out that costs as much as the last of them.
    for (let most = 1; ; most = Math.max(count, most * MORE)) {
      found = this.#run({ firsts: most, seconds: left(late) });
      if (found.outcome !== PROVED) {
        const known = [found, this.#run({ beam: BEAM })].filter(({ guess }) => guess >= 0).sort((a, b) => a.cost - b.cost);
        const bound = Math.max(found.bound, 2 * total - 1); // a guess can tell all candidates apart
        return answer([top ?? this.#row(known[0].guess, known[0].cost, bound)], total, top?.bound ?? bound);
      }
      top ??= this.#row(found.guess, found.cost, found.cost);
      if (found.firsts.length < most || (most >= count && found.firsts.at(-1).cost > found.firsts[count - 1].cost)) break;
    }
    const dearest = found.firsts[count - 1]?.cost ?? Infinity;
    const firsts = this.#sorted(found.firsts.filter(({ cost }) => cost <= dearest), count, late);
    return answer(firsts.slice(0, count).map(({ guess, cost }) => this.#row(guess, cost, cost)), total, found.bound);
  }

  after(steps, guess, { seconds }) {
    const late = performance.now() + 1000 * seconds;
    const total = this.#go(steps, seconds, guess);
    if (!total) return answer([], total, 0);
    const first = this.guessAt.get(guess);
    const found = this.#run({ first, seconds: left(late) });
    if (found.outcome === PROVED) return answer([this.#row(first, found.cost, found.cost)], total, found.cost);
    if (found.outcome !== INFEASIBLE) {
      const estimate = this.#run({ first, beam: BEAM });
      return answer([this.#row(first, estimate.cost, found.bound)], total, found.bound);
    }
    // The guess gives no information: the position stays as it is, one guess later.
    const { rows: [{ cost, bound }] } = this.best(steps, { count: 1, seconds: left(late) });
    return answer([row(guess, cost + total, bound + total)], total, bound + total);
  }

  /** Sorts first guesses: the least cost comes first, then the least depth of a tree of this cost, the most cells, a
   *  candidate, and the first in the list.  The first `count` of them are right if the time suffices. */
  #sorted(firsts, count, late) {
    const { rules, candidates, guesses } = this;
    for (const one of firsts) {
      const cells = partition(rules, guesses[one.guess], candidates);
      Object.assign(one, { depth: Infinity, cells: cells.size, wins: cells.has(rules.winning) });
    }
    const sort = () => firsts.sort((a, b) => a.cost - b.cost || a.depth - b.depth || b.cells - a.cells || b.wins - a.wins || a.guess - b.guess);
    const isOpen = (one) => one.depth === Infinity && firsts.some((other) => other !== one && other.cost === one.cost);
    const end = Math.min(late, performance.now() + 1000 * FLAT);
    for (let most = 1; most <= candidates.length && sort().slice(0, count).some(isOpen); most++) {
      const found = this.#run({ firsts: firsts.length, most, seconds: left(end) });
      if (performance.now() >= end) break;
      const costs = new Map(found.firsts.map(({ guess, cost }) => [guess, cost]));
      for (const one of firsts) if (costs.get(one.guess) === one.cost) one.depth = Math.min(one.depth, most);
    }
    return sort();
  }

  /** A row of an answer; unless all guesses are in the table, another one may cost less than the bound. */
  #row(first, cost, bound) {
    return row(this.guesses[first], cost, this.isWhole ? bound : Math.min(bound, 2 * this.candidates.length - 1));
  }

  #openCodes(guesses, secrets) {
    const { symbols, positions, isNozero } = this.rules;
    const isMutual = guesses === secrets;
    this.#list(guesses, guesses === this.rules.guesses);
    const codes = [...guesses, ...(isMutual ? [] : secrets)];
    this.#pass(Uint8Array.from(codes.flatMap((code) => [...code].map((symbol) => symbols.indexOf(symbol)))));
    this.#call("codes", guesses.length, isMutual ? 0 : secrets.length, positions, symbols.length, Number(isNozero), MEMORY);
  }

  /** Begins with a table of the position alone.  If it would be too large, it has the candidates and some other guesses. */
  #openTable(steps, first, seconds) {
    const position = JSON.stringify(steps);
    if (position === this.position && (!first || this.guessAt.has(first))) return;
    this.position = position;
    const { rules, candidates } = this;
    const { guesses, labels } = rules;
    const most = Math.floor(Math.min(MOST_FILLED, this.isCoded ? Infinity : FILLED * seconds) / candidates.length);
    if (candidates.length > most) throw Object.assign(new Error("there are too many candidates"), { why: "large" });
    const step = Math.max(1, guesses.length / (most - candidates.length));
    const some = Array.from({ length: Math.floor(guesses.length / step) }, (_, i) => guesses[Math.floor(i * step)]);
    const isWhole = guesses.length <= most;
    const needed = [...steps.map(({ guess }) => guess), first ?? candidates[0]];
    const list = isWhole ? guesses : [...new Set([...candidates, ...some, ...needed])].sort();
    if (this.isCoded) return this.#openCodes(list, candidates);
    this.#list(list, isWhole);
    const indices = new Map(labels.map((label, i) => [rules.indexOf(label), i]));
    const Entries = labels.length > 256 ? Uint16Array : Uint8Array;
    const entries = new Entries(this.guesses.length * candidates.length);
    let at = 0;
    for (const guess of this.guesses) for (const secret of candidates) entries[at++] = indices.get(rules.feedbackIndex(guess, secret));
    this.#pass(entries, "fresh_room");
    const losing = rules.losing?.length ? labels.indexOf(rules.losing[0]) : -1;
    this.#call("table", this.guesses.length, candidates.length, labels.length, labels.indexOf(rules.winning), losing, MEMORY);
  }

  #list(guesses, isWhole) {
    Object.assign(this, { guesses, isWhole, guessAt: new Map(guesses.map((guess, at) => [guess, at])) });
  }

  /** Goes to the position after some steps, and returns the number of candidates; `first` is to be in the table. */
  #go(steps, seconds, first) {
    const candidates = (this.candidates = consistent(this.rules, steps));
    const { secretAt } = this;
    if (!candidates.length) return 0;
    if (!secretAt) this.#openTable(steps, first, seconds);
    const made = this.isCoded ? steps.map(({ guess }) => this.guessAt.get(guess)) : [];
    this.#pass(Int32Array.from([...candidates.map((secret, i) => secretAt?.get(secret) ?? i), ...made]));
    this.#call("go", candidates.length, made.length);
    return candidates.length;
  }

  #run({ first = -1, firsts = 0, beam = 0, most = 0, seconds = 0 }) {
    const outcome = this.#call("run", first, firsts, beam, most, seconds);
    const [cost, bound, guess, count] = this.#result(4);
    const pairs = this.#result(4 + 2 * count).slice(4);
    const best = Array.from({ length: count }, (_, i) => ({ guess: pairs[2 * i], cost: pairs[2 * i + 1] }));
    return { outcome, cost: cost < 0 ? Infinity : cost, bound: bound < 0 ? Infinity : bound, guess, firsts: best };
  }

  #call(name, ...numbers) {
    const result = this.exports[`guesstree_${name}`](...numbers);
    if (result < 0) throw new Error(`the core could not do it: ${name}`);
    return result;
  }

  #pass(numbers, room = "room") {
    const at = this.exports[`guesstree_${room}`](numbers.byteLength);
    new numbers.constructor(this.exports.memory.buffer, at, numbers.length).set(numbers);
  }

  #result(count) {
    return [...new Float64Array(this.exports.memory.buffer, this.exports.guesstree_told(), count)];
  }
}

const left = (late) => Math.max(0.01, (late - performance.now()) / 1000);
