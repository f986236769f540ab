// Off the tree in Study: any guess may be tried after a node, and the search core says what it costs and what is best.

import { button, h, swap } from "./dom.js";
import { Entry } from "./entry.js";
import { number, t } from "./i18n.js";
import { code, drill, listed, stepList } from "./parts.js";
import { answersOf, consistent, partition } from "./solve.js";
import { averageOf, knownAfter, sentence } from "./why.js";

const BEST = 3; // guesses that are shown
const SECONDS = 4; // that the core may take for the best guess

/** What may be tried after the steps `base`, where some candidates are left.  `changed()` is called after each step. */
export class Trial {
  constructor(app, changed) {
    Object.assign(this, { app, changed, isOpen: false });
    this.element = h("details.trial", {
      ontoggle: () => {
        if (this.isOpen === this.element.open) return;
        this.isOpen = this.element.open;
        this.#render();
      },
    });
    this.start([], () => []);
  }

  /** Begins after the steps `base`, with steps of one's own, which are left out if no secret agrees with them: then it
   *  returns false.  `candidates()` gives those that `base` leaves. */
  start(base, candidates, steps = []) {
    const isPossible = !steps.length || consistent(this.app.rules, steps, candidates()).length > 0;
    Object.assign(this, { base, all: candidates, steps: isPossible ? steps : [] });
    this.isOpen = this.steps.length > 0;
    this.#render();
    return isPossible;
  }

  open() {
    this.isOpen = true;
    this.#render();
  }

  get history() {
    return [...this.base, ...this.steps];
  }

  get candidates() {
    return consistent(this.app.rules, this.steps, this.all());
  }

  #render() {
    const { app, steps } = this;
    this.asking?.abort();
    this.asking = new AbortController();
    const parts = [h("summary", { "data-key": "trial" }, t("trial"))];
    if (this.isOpen) {
      parts.push(stepList(app, steps),
        steps.length > 0 && button("quiet", t("undo"), () => this.#step(steps.slice(0, -1)), { "data-key": "trial-undo" }),
        ...this.#now());
    }
    swap(this.element, parts);
    this.element.open = this.isOpen;
  }

  #now() {
    if (this.steps.at(-1)?.label === this.app.tree.winning) return [h("p.result", t("found"))];
    const { candidates } = this;
    this.outcome = h("div.outcome");
    const entry = new Entry(this.app, {
      name: t("trial.name"),
      action: t("trial.ask"),
      submit: (guess) => this.#try(guess, candidates),
    });
    return [h("p.left", t("left", { n: candidates.length })), listed(this.app, candidates.length, () => candidates), this.#best(), entry.element, this.outcome];
  }

  #best() {
    const { app } = this;
    if (app.tree.isWeighted) return null; // the core counts each secret once
    const line = h("p.best", { role: "status" }, t("trial.searching"));
    const known = knownAfter(app.tree, this.history);
    const proved = known?.exact;
    const take = ({ guess, cost, exact }, i, total) => [
      i > 0 && h("span.faint", (exact ? "" : "≤ ") + number(cost / total)),
      button("link", code(app, guess), () => this.#try(guess, this.candidates), { "data-key": `trial-best-${i}` }),
    ];
    const tell = ({ rows, total }, isOver = true) => {
      if (!rows.length || (proved && !rows[0].exact)) return;
      if (known?.cost < rows[0].cost) rows = [known, ...rows.filter(({ guess }) => guess !== known.guess)].slice(0, BEST);
      this.best = { ...rows[0], total };
      const text = t(rows[0].exact ? "trial.best" : isOver ? "trial.bestFound" : "trial.soFar", { average: rows[0].cost / total });
      swap(line, h("span", text), ...rows.map((row, i) => take(row, i, total)));
    };
    this.best = null;
    if (proved) tell({ rows: [known], total: known.total });
    const options = { count: BEST, seconds: SECONDS, signal: this.asking.signal, tell: (found) => tell(found, false) };
    app.core.best(app.tree.game, this.history, options).then(tell, () => proved ?? swap(line));
    return line;
  }

  #try(guess, candidates) {
    const { app } = this;
    const rows = answersOf(app.tree.labels, partition(app.rules, guess, candidates), (cell) => app.tree.weigh(cell));
    const cost = h("p.cost", { role: "status" });
    const asked = averageOf(app, this.history, guess, { signal: this.asking.signal });
    asked.then((found) => {
      if (!found) return;
      const { average, isExact } = found;
      const lost = this.best?.exact && isExact ? average - this.best.cost / this.best.total : null;
      const parts = [t(isExact ? "trial.costs" : "trial.costsAtMost", { average })];
      if (lost !== null) parts.push(lost < 5e-7 ? t("trial.isBest") : t("trial.loses", { lost }));
      cost.textContent = parts.join(" ");
    }, () => {});
    swap(this.outcome,
      h("h3", code(app, guess)),
      sentence(app, rows, () => asked),
      cost,
      drill(app, rows, ({ label }) => this.#step([...this.steps, { guess, label }])));
  }

  #step(steps) {
    this.steps = steps;
    this.open();
    this.element.querySelector("input")?.focus({ preventScroll: true });
    this.changed();
  }
}
