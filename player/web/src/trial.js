// Off the tree in Explore: any guess may be tried after a node, and the search core says what it costs and what is best.

import { button, h, swap } from "./dom.js";
import { drill } from "./drill.js";
import { Entry } from "./entry.js";
import { number, t } from "./i18n.js";
import { code, stepList } from "./parts.js";
import { answersOf, consistent, partition } from "./solve.js";
import { averageOf, sentence } from "./why.js";

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

  /** Begins after the steps `base`, with steps of one's own; false if no secret agrees with these.  `candidates()` gives
   *  those that `base` leaves. */
  start(base, candidates, steps = []) {
    Object.assign(this, { base, all: candidates, steps, guess: null });
    this.isOpen = steps.length > 0;
    this.#render();
    return !steps.length || this.candidates.length > 0;
  }

  get history() {
    return [...this.base, ...this.steps];
  }

  get candidates() {
    return consistent(this.app.rules, this.steps, this.all());
  }

  get #isFound() {
    return this.steps.at(-1)?.label === this.app.tree.winning;
  }

  #render() {
    const { app, steps } = this;
    this.asking?.abort();
    this.asking = new AbortController();
    const parts = [h("summary", { "data-key": "trial" }, t("trial"))];
    if (this.isOpen) {
      parts.push(
        stepList(app, steps),
        steps.length > 0 && button("quiet", t("undo"), () => this.#step(steps.slice(0, -1)), { "data-key": "trial-undo" }),
        ...this.#now(),
      );
    }
    swap(this.element, parts);
    this.element.open = this.isOpen;
  }

  #now() {
    if (this.#isFound) return [h("p.result", t("found"))];
    const { candidates } = this;
    this.outcome = h("div.outcome");
    const entry = new Entry(this.app, {
      name: t("trial.name"),
      action: t("trial.ask"),
      submit: (guess) => this.#try(guess, candidates),
    });
    return [h("p.left", t("left", { n: candidates.length })), this.#best(), entry.element, this.outcome];
  }

  /** The best guess, once the core has found it. */
  #best() {
    const { app } = this;
    const line = h("p.best", { role: "status" }, t("trial.searching"));
    const tell = (row) => {
      if (!row) return;
      this.best = row;
      const average = row.cost / row.total;
      const text = t(row.exact ? "trial.best" : "trial.bestFound", { average });
      const take = button("link", code(app, row.guess), () => this.#try(row.guess, this.candidates), {
        "data-key": "trial-best",
      });
      swap(line, h("span", text), take);
    };
    this.best = null;
    const options = {
      seconds: SECONDS,
      signal: this.asking.signal,
      tell: ({ rows, total }) => rows.length > 0 && tell({ ...rows[0], total, exact: false }),
    };
    app.core.value(app.tree.game, this.history, options).then(tell, () => swap(line));
    return line;
  }

  /** Shows what a guess would do: why it is good or not, what it costs, and where each answer leads. */
  #try(guess, candidates) {
    const { app } = this;
    this.guess = guess;
    const rows = answersOf(app.tree.labels, partition(app.rules, guess, candidates));
    const cost = h("p.cost", { role: "status" });
    const asked = averageOf(app, this.history, guess, { signal: this.asking.signal });
    asked.then((found) => this.#tellCost(cost, found), () => {});
    swap(
      this.outcome,
      h("h3", code(app, guess)),
      sentence(app, rows.map(({ count }) => count), () => asked),
      cost,
      drill(app, rows, ({ label }) => this.#step([...this.steps, { guess, label }])),
    );
  }

  #tellCost(line, found) {
    if (!found) return;
    const { average, isExact } = found;
    const lost = this.best?.exact && isExact ? average - this.best.cost / this.best.total : null;
    const parts = [t(isExact ? "trial.costs" : "trial.costsAtMost", { average })];
    if (lost !== null) parts.push(lost < 5e-7 ? t("trial.isBest") : t("trial.loses", { lost: number(lost) }));
    line.textContent = parts.join(" ");
  }

  #step(steps) {
    this.steps = steps;
    this.isOpen = true;
    this.#render();
    this.element.querySelector("input")?.focus({ preventScroll: true });
    this.changed();
  }
}
