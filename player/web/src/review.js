// Review of a game, without a screen: what `treegen review` says of it (treegen/insight/review.py), computed by the core.

import { pause } from "./core_answers.js";
import { consistent } from "./solve.js";

const SECONDS = 30; // for a review: a phone is slower than a computer

/** The verdict on a guess that lost at most so many guesses on average. */
const VERDICTS = [
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
 * A row for each step of a game, `{guess, label}`, with keys and figures of `treegen review --json`.  Some secret agrees
 * with the steps, and nothing follows the winning one.  Throws CoreError.
 */
export async function review({ core, tree, rules }, steps, options = {}) {
  const costs = new Costs(core, tree, rules, options);
  const left = [rules.secrets]; // before each step, and after the last one
  for (const step of steps) {
    left.push(consistent(rules, [step], left.at(-1)));
    await pause();
  }
  // The last positions are the smallest, and what is proved about them helps with the others.
  let after = !steps.length || steps.at(-1).label === rules.winning ? null : await costs.value(steps);
  const judged = [];
  for (const [i, { guess }] of [...steps.entries()].reverse()) {
    const asked = steps.slice(0, i);
    const withGuess = await costs.after(asked, guess);
    let best = await costs.value(asked);
    if (withGuess.cost < best.cost) best = withGuess; // the best that is known
    judged.unshift(judge(guess, left.slice(i).map((secrets) => secrets.length), best, withGuess, after));
    after = best;
  }
  let [lost, luck] = [0, 0];
  return judged.map((row) => {
    lost += row.lost;
    luck += row.luck;
    return { ...row, skill: Math.round(99 * 2 ** -lost), luck_score: Math.round(99 / (1 + 4 ** -luck)) };
  });
}

/** What a guess lost against the best play, and what luck gave. */
function judge(guess, [before, left], best, withGuess, after) {
  const lost = (withGuess.cost - best.cost) / before;
  return {
    guess,
    expected_before: best.cost / before,
    lost,
    luck: withGuess.cost / before - 1 - (after ? after.cost / left : 0),
    best_guess: withGuess.cost > best.cost ? best.guess : guess,
    verdict: VERDICTS.find(([most]) => lost <= most)[1],
    exact: best.exact && withGuess.exact && (after?.exact ?? true),
  };
}
