// The review of a game: the figures of `treegen review` (treegen/insight/review.py) from the core, and its looks.

import { showHistory } from "./address.js";
import { CoreError } from "./core.js";
import { button, h, swap } from "./dom.js";
import { number, t } from "./i18n.js";
import { bar, code, figure, outsideHint } from "./parts.js";
import { consistent, leastCost, partition, sum } from "./solve.js";
import { knownAfter } from "./why.js";

const SECONDS = 12; // for a review
const VERDICTS = [[0, "best"], [0.05, "good"], [0.25, "inaccuracy"], [Infinity, "mistake"]];
const verdictOf = (lost) => VERDICTS.find(([most]) => lost <= most)[1];

/**
 * A row for each step of a game, `{guess, label}`, with keys and figures of `treegen review --json`; `verdict` is null if
 * neither the tree nor the core can judge it.  If only the best play is known, the loss is between `lost` and
 * `lost_at_most`, and `luck` is null.  Some secret agrees with the steps, and nothing follows the winning one.  Throws
 * CoreError if it is cancelled.
 */
async function review(app, steps, options = {}) {
  const { core, tree, rules } = app;
  const late = performance.now() + 1000 * SECONDS;
  let isLimited = false; // whether the core had a position that is too large, or too little time
  // The costs of positions and guesses, summed over the candidates: from the tree if it is the best one and has them in
  // these symbols, else from the core, or from the tree if the core has found nothing better.
  const least = async (row, history, guess) => {
    if (row?.exact && (guess || !tree.follow(history).problem)) return row;
    try {
      const limit = (late - performance.now()) / 1000;
      if (limit <= 0) throw new CoreError("late");
      const found = await core.cost(rules.name, history, guess, { ...options, seconds: limit / 3, limit });
      return row?.cost < found.cost ? row : found;
    } catch (error) {
      if (error.why === "cancelled" || !error.why) throw error;
      isLimited ||= ["large", "late"].includes(error.why);
      return row;
    }
  };
  const left = [rules.secrets]; // before each step, and after the last one
  for (const i of steps.keys()) {
    await new Promise((done) => setTimeout(done)); // so that the page goes on
    left.push(consistent(rules, steps.slice(0, i + 1), left.at(-1)));
  }
  // The last positions are the smallest, and help with the others.
  const isOver = steps.at(-1)?.label === rules.winning;
  let after = isOver ? { cost: 0, exact: true } : await least(knownAfter(app, steps), steps);
  const judged = [];
  for (const [i, step] of [...steps.entries()].reverse()) {
    const history = steps.slice(0, i);
    const row = knownAfter(app, history, [step]);
    let withGuess = await least(row?.isNext ? { ...row, guess: step.guess } : null, history, step.guess);
    let best = row?.exact && row.isNext ? withGuess : await least(row, history);
    if (best && !withGuess && isLimited && !rules.losing?.length) {
      const cells = [...partition(rules, step.guess, left[i])].filter(([label]) => label !== rules.winning);
      const costs = cells.map(([, { length }]) => leastCost(length, tree.labels.length));
      withGuess = { bound: left[i].length + sum(costs), isLoose: true };
    }
    if (withGuess?.cost < best?.cost) best = withGuess; // the best one found
    judged.unshift(judge(step.guess, left.slice(i).map((secrets) => secrets.length), best, withGuess, after));
    after = best;
  }
  let [lost, luck] = [0, 0];
  return judged.map((one) => {
    lost += one.lost;
    luck += one.luck;
    return { ...one, skill: Math.round(99 * 2 ** -lost), luck_score: Math.round(99 / (1 + 4 ** -luck)) };
  });
}

/** A guess that wastes a round loses 1, so no guess loses more. */
function judge(guess, [before, left], best, withGuess, after) {
  if (!best || !withGuess) return { guess, verdict: null, lost: 0, luck: null, best_guess: guess, exact: false };
  const { isLoose, cost } = withGuess;
  const lost = isLoose ? Math.max(0, withGuess.bound - best.cost) / before : (cost - best.cost) / before;
  return {
    guess,
    expected_before: best.cost / before,
    lost,
    luck: isLoose || !after ? null : cost / before - 1 - (left && after.cost / left),
    best_guess: isLoose || cost > best.cost ? best.guess : guess,
    verdict: verdictOf(lost),
    exact: Boolean(best.exact && withGuess.exact && after?.exact),
    ...(isLoose && { lost_at_most: 1 }),
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

  #note({ verdict, lost, lost_at_most: most, luck, best_guess: best, guess, exact }, i) {
    const study = () => {
      this.app.go({ mode: "explore", h: showHistory(this.steps.slice(0, i)) });
      this.app.view.trial.element.open = true;
    };
    const sign = exact ? "" : "≈ ";
    const loss = most ? t("review.range", { least: lossText(lost), most }) : lost > 0 && sign + lossText(lost);
    const verdicts = [...new Set([verdict, verdictOf(most ?? lost)])];
    const properties = { "data-key": `study-${i}`, "aria-label": `${t("mode.explore")}: ${t("guessN", { n: i + 1 })}` };
    return [
      h(`span.verdict-tag${verdicts[1] ? "" : `.${verdict}`}`, sign, verdicts.map((one) => t(`verdict.${one}`)).join(" – ")),
      loss && h("span", t("review.lost", { lost: loss })),
      luck !== null && h("span", t("review.luck", { luck: sign + signed(luck) })),
      best !== guess && h("span.better", t("review.better"), " ", code(this.app, best)),
      button("link", t("mode.explore"), study, properties),
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
      judged.length < rows.length && h("p.hint", t(this.app.core.isMissing ? "core.missing" : "review.failed")),
      judged.some((one) => !one.exact) && h("p.hint", t("review.rough")),
      outsideHint(this.app, () => [this.secret]),
    ];
  }
}

const lossText = (lost) => (lost > 0 && lost < 0.005 ? `< ${number(0.01)}` : number(lost));
const signed = (value) => (value > 5e-5 ? "+" : value < -5e-5 ? "−" : "") + number(Math.abs(value));
