// Review of a game, without a screen: the rows of `treegen review --json` (treegen/insight/review.py), computed by the core.

import { consistent, partition } from "./solve.js";

const SECONDS = 30; // for a review: a phone is slower than a computer

/** The verdict on a guess that lost at most so many guesses on average. */
export const VERDICTS = [
  [0, "best"],
  [0.05, "good"],
  [0.25, "inaccuracy"],
  [Infinity, "mistake"],
];

/** What positions and guesses cost, from the tree if it is the best one and knows, else from the core. */
class Costs {
  constructor(core, tree, rules, options) {
    Object.assign(this, { core, tree, rules, options, late: performance.now() + 1000 * SECONDS });
  }

  /** The best guess of a position, its cost summed over the candidates, a bound, and whether both are the same. */
  async value(steps) {
    return this.#known(steps) ?? (await this.core.value(this.rules.name, steps, this.#limits()));
  }

  /** The same with this guess. */
  async after(steps, guess) {
    const known = this.#known(steps);
    if (known?.guess === guess || (known && !steps.length && this.#isAlike(guess, known.guess))) return { ...known, guess };
    return this.core.after(this.rules.name, steps, guess, this.#limits());
  }

  #known(steps) {
    const { tree } = this;
    if (!tree.isLeast) return null;
    const { node, isFinished, problem } = tree.follow(steps);
    if (problem || isFinished) return null;
    const cost = tree.statistics(node).total;
    return { guess: tree.guess(node), cost, bound: cost, exact: true };
  }

  /** Whether two first guesses differ by a permutation of positions and symbols only. */
  #isAlike(one, other) {
    const repeats = (word) => [...new Set(word)].map((symbol) => word.split(symbol).length).sort().join();
    return !this.rules.isNozero && repeats(one) === repeats(other);
  }

  #limits() {
    return { ...this.options, seconds: Math.max(0.5, (this.late - performance.now()) / 1000) };
  }
}

/**
 * A row for each step of a game, `{guess, label}`, with the keys and figures of `treegen review --json`, except those of the
 * most informative guess.  Some secret agrees with the steps, and nothing follows the winning one.  Throws CoreError.
 */
export async function review({ core, tree, rules }, steps, options = {}) {
  const costs = new Costs(core, tree, rules, options);
  const rounds = [];
  for (const [i, { guess, label }] of steps.entries()) {
    const before = i ? rounds[i - 1].left : rules.secrets;
    rounds.push({ guess, label, before, left: consistent(rules, [{ guess, label }], before), asked: steps.slice(0, i) });
    await pause();
  }
  // The last ones are the smallest, and what is proved about them helps with the others.
  const last = rounds.at(-1);
  let after = !last || last.label === rules.winning ? null : await costs.value(steps);
  for (const round of [...rounds].reverse()) {
    const withGuess = await costs.after(round.asked, round.guess);
    let best = await costs.value(round.asked);
    if (withGuess.cost < best.cost) best = { ...withGuess, bound: best.bound }; // the best that is known
    Object.assign(round, { best, withGuess, after });
    after = best;
  }
  let [lost, luck] = [0, 0];
  const rows = [];
  for (const [i, round] of rounds.entries()) {
    const row = { round: i + 1, ...judge(round), ...inform(rules, round) };
    lost += row.lost;
    luck += row.luck;
    rows.push({ ...round4(row), skill: halfEven(99 * 2 ** -lost), luck_score: halfEven(99 / (1 + 4 ** -luck)) });
    await pause();
  }
  return rows;
}

/** What a guess lost against the best play, and what luck gave. */
function judge({ guess, label, before, left, best, withGuess, after }) {
  const n = before.length;
  const lost = (withGuess.cost - best.cost) / n;
  const needed = after ? after.cost / left.length : 0;
  return {
    guess,
    feedback: label,
    before: n,
    after: left.length,
    expected_before: best.cost / n,
    expected_with_guess: withGuess.cost / n,
    expected_after: needed,
    lost,
    lost_at_least: Math.max(0, withGuess.bound - best.cost) / n,
    lost_at_most: (withGuess.cost - best.bound) / n,
    luck: withGuess.cost / n - 1 - needed,
    best_guess: withGuess.cost > best.cost ? best.guess : guess,
    verdict: VERDICTS.find(([most]) => lost <= most)[1],
    exact: best.exact && withGuess.exact && (after?.exact ?? true),
  };
}

/** How many bits a guess was expected to gain, and did gain. */
function inform(rules, { guess, before, left }) {
  const shares = [...partition(rules, guess, before).values()].map((cell) => cell.length / before.length);
  const expected = -shares.reduce((bits, share) => bits + share * Math.log2(share), 0);
  const got = -Math.log2(left.length / before.length);
  return { bits_expected: expected, bits_got: got, luck_bits: got - expected };
}

/** The row with four decimals, rounded as Python does: a half goes to the even digit. */
function round4(row) {
  const rounded = ([key, value]) => [key, typeof value === "number" ? decimals4(value) : value];
  return Object.fromEntries(Object.entries(row).map(rounded));
}

/** Only odd multiples of 1/32 lie halfway between numbers with four decimals. */
function decimals4(value) {
  if (Math.abs(value * 32) % 2 === 1) return halfEven(value * 10_000) / 10_000;
  return Number(value.toFixed(4));
}

function halfEven(value) {
  const low = Math.floor(value);
  return value - low === 0.5 ? low + (low % 2 && 1) : Math.round(value);
}

const pause = () => new Promise((done) => setTimeout(done));
