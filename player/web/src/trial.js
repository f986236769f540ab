// Off the tree in Study: any guess may be tried after a node, and the search core computes its cost and the best guess.

import { button, h, swap } from "./dom.js";
import { Entry } from "./entry.js";
import { number, t } from "./i18n.js";
import { code, drill, feedback, rowList } from "./parts.js";
import { answersOf, consistent, partition } from "./solve.js";
import { knownAfter, sentence } from "./why.js";

const BEST = 3; // the number of best guesses on the page
const SECONDS = 4; // the time limit of the core for a question

/** A trial of guesses after the steps `base`, with some candidates left.  `changed()` is called after each step. */
export class Trial {
  constructor(app, changed) {
    Object.assign(this, { app, changed });
    const ontoggle = () => this.element.open !== this.isOpen && this.#render(this.element.open);
    this.element = h("details.trial", { ontoggle });
  }

  /** Begins after the steps `base`, with steps of one's own.  `all()` gives the candidates that `base` leaves. */
  start(base, all, steps = []) {
    Object.assign(this, { base, all, steps });
    this.#render(steps.length > 0);
  }

  get history() {
    return [...this.base, ...this.steps];
  }

  #render(isOpen) {
    const { app, steps } = this;
    this.isOpen = isOpen;
    this.asking?.abort();
    this.asking = new AbortController();
    swap(this.element,
      h("summary", { "data-key": "trial" }, t("trial")),
      isOpen && [
        rowList(steps.map(({ guess, label }) => h("li.row", code(app, guess), feedback(app, label))), ".compact"),
        steps.length > 0 && button("quiet", t("undo"), () => this.#step(steps.slice(0, -1)), { "data-key": "trial-undo" }),
        ...this.#now(),
      ]);
    this.element.open = isOpen;
  }

  #now() {
    const { app } = this;
    if (this.steps.at(-1)?.label === app.tree.winning) return [h("p.result", t("found"))];
    const candidates = consistent(app.rules, this.history, this.all());
    this.outcome = h("div.outcome");
    const attempt = (guess) => this.#try(guess, candidates);
    const entry = new Entry(app, { name: t("trial.name"), action: t("trial.ask"), submit: attempt });
    return [h("p.left", t("left", { n: candidates.length })), this.#best(attempt), entry.element, this.outcome];
  }

  #best(attempt) {
    const { app } = this;
    if (app.tree.isWeighted) return null; // the core counts each secret once
    const line = h("p.best", { role: "status" }, t("trial.searching"));
    const treeRow = knownAfter(app, this.history);
    const take = ({ guess, cost, exact }, i, total) =>
      h("span.rated",
        button("link", code(app, guess), () => attempt(guess), { "data-key": `trial-best-${i}` }),
        i > 0 && h("span.faint", (exact ? "" : "≤ ") + number(cost / total)));
    const report = ({ rows, total }) => {
      if (!rows.length || (treeRow?.exact && !rows[0].exact)) return;
      if (treeRow?.cost < rows[0].cost) rows = [treeRow, ...rows.filter(({ guess }) => guess !== treeRow.guess)].slice(0, BEST);
      this.best = { ...rows[0], total };
      const text = t(rows[0].exact ? "trial.best" : "trial.bestFound", { average: rows[0].cost / total });
      swap(line, h("span", text), ...rows.map((row, i) => take(row, i, total)));
    };
    this.best = null;
    if (treeRow?.exact) report({ rows: [treeRow], total: treeRow.total });
    app.core.best(app.tree.game, this.history, { count: BEST, seconds: SECONDS, signal: this.asking.signal }).then(report, () => treeRow?.exact ?? swap(line, app.core.isMissing && t("core.missing")));
    return line;
  }

  #try(guess, candidates) {
    const { app } = this;
    const rows = answersOf(app.tree.labels, partition(app.rules, guess, candidates), (cell) => app.tree.weigh(cell));
    const line = h("p.cost", { role: "status" });
    const judge = ({ cost, total, exact }) => {
      const average = cost / total;
      const lost = this.best?.exact && exact ? average - this.best.cost / this.best.total : null;
      const worse = lost !== null && (lost < 5e-7 ? t("trial.isBest") : t("trial.loses", { lost }));
      line.textContent = [t(exact ? "trial.costs" : "trial.costsAtMost", { average }), worse].filter(Boolean).join(" ");
    };
    if (!app.tree.isWeighted) app.core.cost(app.tree.game, this.history, guess, { seconds: SECONDS, signal: this.asking.signal }).then(judge, () => {});
    swap(this.outcome, h("h3", code(app, guess)), sentence(app, rows), line, drill(app, rows, ({ label }) => this.#step([...this.steps, { guess, label }])));
  }

  #step(steps) {
    this.steps = steps;
    this.#render(true);
    this.element.querySelector("input")?.focus({ preventScroll: true });
    this.changed();
  }
}
