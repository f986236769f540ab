// What core_wasm.js answers, in plain JavaScript: for browsers that do not allow WebAssembly, and for games too large for it.
//
// Small positions are solved exactly; in larger ones a cost is that of a good tree, and the bound a simple one.  A question
// is a generator that yields often, so that a page without workers can go on in between.

import { answer, byFigures, row } from "./core_answers.js";

const EXACT_UP_TO = 60; // candidates
const TRIED = 400; // guesses whose entropy is looked at, at most
const MOST_RANKED = 1e8; // feedbacks of all guesses: of more, only some guesses are looked at
const ENTRIES = 3e7; // feedbacks that are kept, at most
const WORK = 2e5; // feedbacks looked at between two breaks, or about so many

class Late extends Error {}

/** One game, and the candidates of one position, which sets name by their places. */
export class PlainEngine {
  static kind = "plain";

  constructor(rules) {
    this.rules = rules;
    this.guessAt = new Map(rules.guesses.map((guess, at) => [guess, at]));
    this.winning = rules.indexOf(rules.winning);
    this.mostCells = rules.labels.length;
    this.work = 0;
  }

  *best(steps, { count, seconds }, tell) {
    this.late = performance.now() + 1000 * seconds;
    const set = this.#go(steps);
    const n = set.length;
    if (!n) return answer([], n, 0);
    const ranked = yield* this.#rank(set, n * this.rules.guesses.length > MOST_RANKED ? TRIED : Infinity);
    const least = leastOf(n, this.mostCells);
    const rows = [];
    const order = byFigures((guess) => this.placeOf(guess));
    let worst = Infinity; // what a guess may cost
    for (const { guess, bound } of ranked) {
      if (rows.length >= count && (bound > worst || n > EXACT_UP_TO || performance.now() >= this.late)) break;
      const found = yield* this.#row(set, guess, rows.length < count ? Infinity : worst + 1);
      if (!found || found.cost > worst) continue;
      rows.push(found);
      rows.sort(order);
      rows.length = Math.min(rows.length, count);
      if (rows.length >= count) worst = rows.at(-1).cost;
      tell(answer([...rows], n, least));
    }
    const isProved = n <= EXACT_UP_TO && rows.every((one) => one.exact) && performance.now() < this.late;
    return answer(rows, n, isProved ? rows[0].cost : least);
  }

  *after(steps, guess, { seconds }) {
    this.late = performance.now() + 1000 * seconds;
    const set = this.#go(steps);
    if (!set.length) return answer([], 0, 0);
    const found = yield* this.#row(set, this.guessAt.get(guess), Infinity);
    return answer([found], set.length, found.bound);
  }

  /** Where a guess comes among others of the same figures, at the last position. */
  placeOf(text) {
    const guess = this.guessAt.get(text);
    const cells = this.#cells([...this.candidates.keys()], guess);
    return { guess, cells: cells.size, wins: Number(cells.has(this.winning)) };
  }

  /** The depths of the flattest of the cheapest trees that begin with these guesses; null where that takes too long. */
  *depths(steps, guesses, seconds) {
    this.late = performance.now() + 1000 * seconds;
    const set = this.#go(steps);
    if (set.length > EXACT_UP_TO) return null;
    const found = new Map();
    try {
      for (const guess of guesses) found.set(guess, (yield* this.#solveGuess(set, this.guessAt.get(guess), Infinity)).depth);
    } catch (error) {
      if (!(error instanceof Late)) throw error;
      return null;
    }
    return found;
  }

  /** What a guess costs: exactly if there is time; null if it is not less than `upper`. */
  *#row(set, guess, upper) {
    const text = this.rules.guesses[guess];
    if (set.length <= EXACT_UP_TO) {
      try {
        const { cost, depth } = yield* this.#solveGuess(set, guess, upper);
        return cost < upper ? row(text, cost, cost, depth) : null;
      } catch (error) {
        if (!(error instanceof Late)) throw error;
      }
    }
    const { cost, depth } = yield* this.#solveGuess(set, guess, Infinity, true);
    return row(text, cost, Math.min(cost, this.#boundOf(this.#cells(set, guess), set.length)), depth);
  }

  /** The least cost of a set, if it is less than `upper` (else a cost that is not), and the least depth of a tree of this
   *  cost.  If it `isGreedy`, those of the tree that always asks the guess of most entropy. */
  *#solve(set, upper, isGreedy) {
    const n = set.length;
    if (n < 2 || (n < 3 && !this.rules.losing?.length)) return { cost: 2 * n - 1, depth: n };
    if (isGreedy) return yield* this.#solveGuess(set, (yield* this.#rank(set, TRIED))[0].guess, upper, true);
    const key = set.join();
    const known = this.solved.get(key);
    if (known && (known.isExact || known.cost >= upper)) return known;
    if (performance.now() >= this.late) throw new Late();
    let best = { cost: upper, depth: 0, isExact: false };
    for (const { guess, bound, largest } of yield* this.#rank(set)) {
      if (bound > best.cost || (bound === best.cost && !best.isExact)) break;
      const isFlatter = best.isExact && 1 + this.#leastDepth(largest) < best.depth;
      const found = yield* this.#solveGuess(set, guess, best.cost + isFlatter);
      if (found.cost < best.cost || (isFlatter && found.cost === best.cost && found.depth < best.depth)) best = { ...found, isExact: true };
    }
    this.solved.set(key, best);
    return best;
  }

  *#solveGuess(set, guess, upper, isGreedy = false) {
    const cells = this.#cells(set, guess);
    let cost = this.#boundOf(cells, set.length);
    let depth = 1;
    if (cells.size === 1 && !cells.has(this.winning)) {
      const wasted = yield* this.#solve(set, upper - set.length, isGreedy);
      return { cost: wasted.cost + set.length, depth: wasted.depth + 1 };
    }
    for (const [feedback, cell] of [...cells].sort(([, a], [, b]) => a.length - b.length)) {
      if (feedback === this.winning) continue;
      if (cost >= upper) return { cost, depth };
      const least = leastOf(cell.length, this.mostCells);
      const below = yield* this.#solve(cell, upper - cost + least, isGreedy);
      cost += below.cost - least;
      depth = Math.max(depth, 1 + below.depth);
    }
    return { cost, depth };
  }

  /** Guesses that split a set, by their bounds and then their entropy; of at most `most` guesses, with the candidates. */
  *#rank(set, most = Infinity) {
    const n = set.length;
    const { guesses } = this.rules;
    const inSet = new Set(set.map((candidate) => this.winners[candidate]));
    const pool = guesses.length <= most ? [...guesses.keys()] : spread([...inSet], most >> 1);
    if (pool.length < guesses.length) pool.push(...spread([...guesses.keys()], most >> 1).filter((one) => !inSet.has(one)));
    const isSmall = n <= EXACT_UP_TO;
    const sizes = new Uint16Array(this.winning + 1);
    const ranked = [];
    for (const guess of pool) {
      const feedbacks = this.#feedbacks(guess);
      sizes.fill(0);
      for (let i = 0; i < n; i++) sizes[feedbacks[set[i]]]++;
      let entropy = 0;
      let cells = 0;
      let largest = 0;
      for (const size of sizes) if (size) (cells++, (entropy += size * Math.log2(size)), (largest = Math.max(largest, size)));
      const wins = sizes[this.winning];
      const isLost = wins && n > 1 && this.rules.losing?.length; // a wrong answer would end the game
      if (!isLost && (cells > 1 || (n === 1 && wins))) ranked.push({ guess, wins, entropy, largest, bound: 3 * n - cells - wins });
      if ((this.work += n) > WORK) {
        this.work = 0;
        yield;
      }
    }
    const byEntropy = (a, b) => Math.round(1e6 * (a.entropy - b.entropy));
    return ranked.sort((a, b) => (isSmall ? a.bound - b.bound : 0) || byEntropy(a, b) || b.wins - a.wins || a.guess - b.guess);
  }

  /** No tree of so many candidates is less deep. */
  #leastDepth(n) {
    return n < 2 ? n : n <= this.mostCells ? 2 : 3;
  }

  #boundOf(cells, n) {
    let bound = n;
    for (const [feedback, cell] of cells) if (feedback !== this.winning) bound += leastOf(cell.length, this.mostCells);
    return bound;
  }

  #cells(set, guess) {
    const feedbacks = this.#feedbacks(guess);
    const cells = new Map();
    for (const candidate of set) {
      const cell = cells.get(feedbacks[candidate]);
      if (cell) cell.push(candidate);
      else cells.set(feedbacks[candidate], [candidate]);
    }
    return cells;
  }

  #go(steps) {
    this.#open(this.rules.secrets);
    for (const { guess, label } of steps) {
      const feedbacks = this.#feedbacks(this.guessAt.get(guess));
      const wanted = this.rules.indexOf(label);
      this.#open(this.candidates.filter((_, i) => feedbacks[i] === wanted));
    }
    return [...this.candidates.keys()];
  }

  #open(candidates) {
    this.candidates = candidates;
    this.winners = candidates.map((secret) => this.guessAt.get(secret));
    this.rows = new Map();
    this.solved = new Map();
  }

  #feedbacks(guess) {
    const known = this.rows.get(guess);
    if (known) return known;
    const { rules, candidates } = this;
    const feedbacks = (this.winning > 255 ? Uint16Array : Uint8Array).from(candidates, (secret) => rules.feedbackIndex(rules.guesses[guess], secret));
    this.work += candidates.length;
    if ((this.rows.size + 1) * candidates.length > ENTRIES) this.rows.clear();
    this.rows.set(guess, feedbacks);
    return feedbacks;
  }
}

/** What n candidates cost at least where a guess makes at most so many cells: one, then as many less one, then the rest. */
function leastOf(n, cells) {
  const second = Math.min(n - 1, cells - 1);
  return n < 1 ? 0 : 1 + 2 * second + 3 * (n - 1 - second);
}

function spread(some, most) {
  if (some.length <= most) return some;
  return Array.from({ length: most }, (_, i) => some[Math.floor((i * some.length) / most)]);
}
