// Answers the questions of core.js: in its worker, and in the page itself where workers are not allowed.

import { learn, rulesOf } from "./word_rules.js";

export const row = (guess, cost, bound, depth) => ({ guess, cost, bound, depth, exact: cost === bound });

/** The order of rows: the least cost first, then the least depth, the most cells, a candidate, and the first in the list. */
export function byFigures(placeOf) {
  return (a, b) => {
    if (a.cost !== b.cost || a.depth !== b.depth) return a.cost - b.cost || a.depth - b.depth;
    const [one, other] = [placeOf(a.guess), placeOf(b.guess)];
    return other.cells - one.cells || other.wins - one.wins || one.guess - other.guess;
  };
}

export const answer = (rows, total, bound) => ({ rows, total, bound });

export const pause = () => new Promise((done) => setTimeout(done));

/** Answers questions, which come one at a time, with the engine of the game; it has the methods of a worker. */
export class Answerer {
  #engine = null; // of the last game

  /** `open(rules, isPlain)` gives an engine; a plain search that takes more than `slice` milliseconds has pauses. */
  constructor(open, slice = Infinity) {
    Object.assign(this, { open, slice, isStopped: false });
  }

  terminate() {
    this.isStopped = true;
  }

  async postMessage({ id, game, lists, history, guess, isPlain, ...options }) {
    const post = (data) => this.onmessage({ data });
    try {
      await pause();
      if (this.#engine?.rules.name !== game) this.#engine = await this.open(lists ? learn(lists) : rulesOf(game), isPlain);
      const engine = this.#engine;
      const named = (found) => ({ ...found, engine: engine.constructor.kind });
      const tell = (partial) => post({ id, partial: named(partial) });
      const search = guess === undefined ? engine.best(history, options, tell) : engine.after(history, guess, options);
      post({ id, found: named(search.next ? await this.#run(search) : search) });
    } catch (error) {
      this.#engine = null;
      post({ id, error: String(error?.message ?? error) });
    }
  }

  async #run(search) {
    for (let from = performance.now(); ; ) {
      const { done, value } = search.next();
      if (done) return value;
      if (performance.now() - from < this.slice) continue;
      await pause();
      if (this.isStopped) throw new Error("stopped");
      from = performance.now();
    }
  }
}
