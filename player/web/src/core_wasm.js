// The search core as WebAssembly (treegen/native/web.cpp): the best guesses of a position, and what a guess costs.

import { answer, byFigures, row } from "./core_answers.js";
import { PlainEngine } from "./core_plain.js";

const MEMORY = 32 << 20; // bytes of the transposition table
const MOST_POSITIONS = 6; // those of the module
const MOST_SYMBOLS = 10;
const MOST_ENTRIES = 64e6; // of the table of a game: bytes
const BEAM = 1; // guesses tried at every set for a first tree
const MORE = 4; // times as many guesses are asked for next
const PROVED = 0;
const INFEASIBLE = 1;

export async function compile(base64) {
  const packed = Uint8Array.from(atob(base64), (symbol) => symbol.charCodeAt(0));
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

export function fits(rules) {
  return rules.hasUsualCows && rules.symbols.length <= MOST_SYMBOLS && rules.positions <= MOST_POSITIONS && rules.guesses.length * rules.secrets.length <= MOST_ENTRIES;
}

export class WasmEngine {
  static kind = "wasm";

  constructor(module, rules) {
    this.rules = rules;
    this.plain = new PlainEngine(rules); // which finds the least depths
    this.exports = new WebAssembly.Instance(module, this.#imports()).exports;
    this.exports._initialize();
    this.guessAt = new Map(rules.guesses.map((guess, at) => [guess, at]));
    const isMutual = rules.guesses === rules.secrets;
    const codes = [...rules.guesses, ...(isMutual ? [] : rules.secrets)];
    this.#pass(codes.flatMap((code) => [...code].map((symbol) => rules.symbols.indexOf(symbol))));
    const { positions, symbols, isNozero } = rules;
    const secrets = isMutual ? 0 : rules.secrets.length;
    this.#call("open", rules.guesses.length, secrets, positions, symbols.length, Number(isNozero), MEMORY);
  }

  *best(steps, { count, seconds }, tell) {
    const late = performance.now() + 1000 * seconds;
    const total = this.#go(steps);
    if (!total) return answer([], total, 0);
    const estimate = this.#run({ beam: BEAM });
    const least = 2 * total - 1; // that of a guess that tells all candidates apart
    let top = this.#row(estimate.guess, estimate.cost, least);
    tell(answer([top], total, least));
    let found = this.#run({ firsts: 1, seconds: left(late) });
    if (found.outcome !== PROVED) {
      if (found.guess >= 0 && found.cost < top.cost) top = this.#row(found.guess, found.cost, found.bound);
      return this.#unfinished(top, total, found.bound, count);
    }
    top = this.#row(found.guess, found.cost, found.cost);
    tell(answer([top], total, found.bound));
    let most = count; // guesses that are asked for, until none is left out that costs as much as the last one wanted
    do {
      found = this.#run({ firsts: most, seconds: left(late) });
      if (found.outcome !== PROVED && count === 1) return answer([top], total, top.cost);
      if (found.outcome !== PROVED) return this.#unfinished(top, total, found.bound, count);
      most *= MORE;
    } while (found.firsts.length * MORE === most && found.firsts.at(-1).cost === found.firsts[count - 1].cost);
    const dearest = found.firsts[count - 1]?.cost ?? Infinity;
    const rows = found.firsts.filter(({ cost }) => cost <= dearest).map(({ guess, cost }) => {
      this.#run({ first: guess });
      return this.#row(guess, cost, cost);
    });
    const depths = yield* this.plain.depths(steps, rows.map(({ guess }) => guess), left(late));
    if (depths) for (const one of rows) one.depth = depths.get(one.guess);
    rows.sort(byFigures((guess) => this.plain.placeOf(guess)));
    return answer(rows.slice(0, count), total, found.bound);
  }

  *after(steps, guess, { seconds }) {
    const late = performance.now() + 1000 * seconds;
    const total = this.#go(steps);
    if (!total) return answer([], total, 0);
    const first = this.guessAt.get(guess);
    const found = this.#run({ first, seconds: left(late) });
    if (found.outcome === PROVED) return answer([this.#row(first, found.cost, found.cost)], total, found.cost);
    if (found.outcome !== INFEASIBLE) {
      const estimate = this.#run({ first, beam: BEAM });
      return answer([this.#row(first, estimate.cost, found.bound)], total, found.bound);
    }
    // It tells nothing: the position stays as it is, one guess later.
    const { rows } = yield* this.best(steps, { count: 1, seconds: left(late) }, () => {});
    const [{ cost, bound, depth }] = rows;
    return answer([row(guess, cost + total, bound + total, depth + 1)], total, bound + total);
  }

  /** The rows where time was over: the best guess so far, and those that may be as good, with trees of a beam. */
  #unfinished(top, total, bound, count) {
    const size = this.#call("frontier");
    const frontier = this.#told(2 * size);
    const bounds = new Map(Array.from({ length: size }, (_, i) => [frontier[2 * i], frontier[2 * i + 1]]));
    const rows = [];
    for (const [first, least] of bounds) {
      if (rows.length >= count) break;
      const guess = this.rules.guesses[first];
      if (least < 0) continue;
      if (guess === top.guess) top = row(guess, top.cost, Math.max(least, top.bound), top.depth);
      else {
        const { cost } = this.#run({ first, beam: BEAM });
        rows.push(this.#row(first, cost, least));
      }
    }
    rows.sort((a, b) => a.cost - b.cost || a.bound - b.bound);
    return answer([top, ...rows].sort((a, b) => a.cost - b.cost).slice(0, count), total, bound);
  }

  #row(first, cost, bound) {
    return row(this.rules.guesses[first], cost, Math.min(cost, bound), this.#call("depth"));
  }

  #go(steps) {
    this.#pass(steps.flatMap(({ guess, label }) => [this.guessAt.get(guess), Number(label[0]), Number(label[1])]));
    return this.#call("go", steps.length);
  }

  #run({ first = -1, firsts = 0, beam = 0, seconds = 0 }) {
    const outcome = this.#call("run", first, firsts, beam, seconds);
    const [cost, bound, guess, count] = this.#told(4);
    const pairs = this.#told(4 + 2 * count).slice(4);
    const best = Array.from({ length: count }, (_, i) => ({ guess: pairs[2 * i], cost: pairs[2 * i + 1] }));
    return { outcome, cost: cost < 0 ? Infinity : cost, bound: bound < 0 ? Infinity : bound, guess, firsts: best };
  }

  #call(name, ...numbers) {
    const result = this.exports[`guesstree_${name}`](...numbers);
    if (result < 0) throw new Error(`the core could not do it: ${name}`);
    return result;
  }

  #pass(numbers) {
    const at = this.exports.guesstree_room(numbers.length);
    new Int32Array(this.exports.memory.buffer, at, numbers.length).set(numbers);
  }

  #told(count) {
    return [...new Float64Array(this.exports.memory.buffer, this.exports.guesstree_told(), count)];
  }

  /** What the module asks of its surroundings: the time. */
  #imports() {
    const clock = (_clock, _precision, at) => {
      const nanoseconds = BigInt(Math.round(performance.now() * 1e6));
      new DataView(this.exports.memory.buffer).setBigUint64(at, nanoseconds, true);
      return 0;
    };
    const exit = () => {
      throw new Error("the core has ended");
    };
    return {
      env: { emscripten_notify_memory_growth: () => {} },
      wasi_snapshot_preview1: { clock_time_get: clock, proc_exit: exit },
    };
  }
}

const left = (late) => Math.max(0.01, (late - performance.now()) / 1000);
