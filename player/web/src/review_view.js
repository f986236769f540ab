// The review of a game: the figures of `treegen review` (treegen/insight/review.py) from the core, and its looks.

import { showHistory } from "./address.js";
import { button, h, swap } from "./dom.js";
import { number, t } from "./i18n.js";
import { bar, code, figure, outsideHint } from "./parts.js";
import { consistent, sum } from "./solve.js";
import { knownAfter } from "./why.js";

const SECONDS = 30; // for a review: a phone is slower than a computer

const VERDICTS = [[0, "best"], [0.05, "good"], [0.25, "inaccuracy"], [Infinity, "mistake"]];

/**
 * A row for each step of a game, `{guess, label}`, with keys and figures of `treegen review --json`; `verdict` is null if
 * neither the tree nor the core can judge it.  Some secret agrees with the steps, and nothing follows the winning one.
 * Throws CoreError if it is cancelled.
 */
async function review({ core, tree, rules }, steps, options = {}) {
  const late = performance.now() + 1000 * SECONDS;
  // The costs of positions and guesses, summed over the candidates: from the tree if it is the best one and has them,
  // else from the core, or from the tree if the core has found nothing better.
  const least = async (row, ask) => {
    if (row?.exact) return row;
    try {
      const found = await ask({ ...options, seconds: Math.max(0.5, (late - performance.now()) / 1000) });
      return row?.cost < found.cost ? row : found;
    } catch (error) {
      if (error.why !== "failed") throw error;
      return row;
    }
  };
  const value = (history) => least(knownAfter(tree, history), (limits) => core.value(rules.name, history, limits));
  const valueAfter = (history, guess) => {
    const row = knownAfter(tree, history);
    const isKnown = row?.guess === guess || (row && !history.length && isAlike(rules, guess, row.guess));
    return least(isKnown ? { ...row, guess } : null, (limits) => core.after(rules.name, history, guess, limits));
  };
  const left = [rules.secrets]; // before each step, and after the last one
  for (const i of steps.keys()) {
    await new Promise((done) => setTimeout(done)); // so that the page goes on
    left.push(consistent(rules, steps.slice(0, i + 1), left.at(-1)));
  }
  // The last positions are the smallest, and their proved costs help with the others.
  let after = !steps.length || steps.at(-1).label === rules.winning ? { cost: 0, exact: true } : await value(steps);
  const judged = [];
  for (const [i, { guess }] of [...steps.entries()].reverse()) {
    const history = steps.slice(0, i);
    const withGuess = await valueAfter(history, guess);
    let best = await value(history);
    if (withGuess && best && withGuess.cost < best.cost) best = withGuess; // the best one found
    judged.unshift(judge(guess, left.slice(i).map((secrets) => secrets.length), best, withGuess, after));
    after = best;
  }
  let [lost, luck] = [0, 0];
  return judged.map((one) => {
    lost += one.lost;
    luck += one.luck;
    return { ...one, skill: Math.round(99 * 2 ** -lost), luck_score: Math.round(99 / (1 + 4 ** -luck)) };
  });
}

/** Whether two first guesses differ by a permutation of positions and symbols only. */
function isAlike(rules, one, other) {
  const repeats = (word) => [...new Set(word)].map((symbol) => word.split(symbol).length).sort().join();
  return Boolean(rules.rule) && !rules.isNozero && repeats(one) === repeats(other);
}

function judge(guess, [before, left], best, withGuess, after) {
  if (!best || !withGuess || !after) return { guess, verdict: null, lost: 0, luck: 0, best_guess: guess, exact: false };
  const lost = (withGuess.cost - best.cost) / before;
  return {
    guess,
    expected_before: best.cost / before,
    lost,
    luck: withGuess.cost / before - 1 - (left && after.cost / left),
    best_guess: withGuess.cost > best.cost ? best.guess : guess,
    verdict: VERDICTS.find(([most]) => lost <= most)[1],
    exact: best.exact && withGuess.exact && after.exact,
  };
}

export class ReviewView {
  constructor(app, steps, secret) {
    Object.assign(this, { app, steps, secret });
    this.notes = steps.map(() => h("div.judged"));
    this.scores = h("div.scores", { role: "status" }, h("p.faint", t("review.wait")));
    this.stopper = new AbortController();
    this.ready = this.#review();
  }

  stop() {
    this.stopper.abort();
  }

  async #review() {
    try {
      this.rows = await review(this.app, this.steps, { signal: this.stopper.signal });
      this.rows.forEach((one, i) => one.verdict && this.notes[i].replaceChildren(...this.#note(one, i)));
      swap(this.scores, this.#scores(this.rows));
    } catch (error) {
      if (error.why !== "cancelled") throw error;
    }
    return this.rows ?? null;
  }

  #note({ verdict, lost, luck, best_guess, exact }, i) {
    const study = () => {
      this.app.go({ mode: "explore", h: showHistory(this.steps.slice(0, i)) });
      this.app.view.trial.open();
    };
    const sign = exact ? "" : "≈ ";
    const better = lost > 0 && h("span.better", t("review.better"), " ", code(this.app, best_guess));
    return [
      h(`span.verdict-tag.${verdict}`, sign, t(`verdict.${verdict}`)),
      lost > 0 && h("span", t("review.lost", { lost: sign + (lost < 0.005 ? `< ${number(0.01)}` : number(lost)) })),
      h("span", t("review.luck", { luck: sign + signed(luck) })),
      better,
      button("link", t("mode.explore"), study, { "data-key": `study-${i}`, "aria-label": `${t("mode.explore")}: ${t("guessN", { n: i + 1 })}` }),
    ].filter(Boolean);
  }

  #scores(rows) {
    const { skill, luck_score } = rows.at(-1);
    const score = (key, value) => figure(key, [number(value), h("small", " / 99")], bar(value / 99));
    const judged = rows.filter(({ verdict }) => verdict);
    const isBest = this.app.tree.isLeast || rows[0].exact;
    return [
      judged.length > 0 && h("dl.meters", score("review.skill", skill), score("review.luckScore", luck_score)),
      rows[0].verdict && h("p", t(isBest ? "review.par" : "review.found", { average: rows[0].expected_before, lost: sum(rows.map((one) => one.lost)) })),
      judged.length < rows.length && h("p.hint", t("review.failed")),
      judged.some((one) => !one.exact) && h("p.hint", t("review.rough")),
      outsideHint(this.app, () => [this.secret]),
    ];
  }

}

const signed = (value) => (value > 5e-5 ? "+" : value < -5e-5 ? "−" : "") + number(Math.abs(value));
