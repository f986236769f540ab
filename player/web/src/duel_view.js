// Duel: the person and the page guess in turn, on the same screen.

import { showHistory } from "./address.js";
import { Codebreaker } from "./codebreaker.js";
import { Codemaker } from "./codemaker.js";
import { button, h, swap } from "./dom.js";
import { treePath } from "./guess_view.js";
import { t } from "./i18n.js";
import { againButton, code, guessEntry, heading, pad, row, spoken } from "./parts.js";
import { reviewPart } from "./review_view.js";

export class DuelView {
  constructor(app, place) {
    this.app = app;
    this.element = h("section.duel");
    this.codebreaker = new Codebreaker(app.tree, app.rules);
    const problem = this.codebreaker.replay(place.h);
    if (problem) app.complain(problem, place.h);
    const isPossible = Codemaker.isPossible(app.rules, place.y);
    if (!isPossible) app.complain({ kind: "none", at: 0 }, place.y);
    this.#begin(isPossible ? place.y : []);
    this.render();
  }

  get place() {
    return { h: showHistory(this.codebreaker.steps), y: showHistory(this.codemaker.steps) };
  }

  #begin(steps = []) {
    this.codemaker = new Codemaker(this.app.rules, false, steps);
    this.entry = guessEntry(this.app, (text) => this.#ask(text));
  }

  /** Whether the person guesses next: the person begins, and both have equally many guesses. */
  get isPersonsTurn() {
    return this.codemaker.steps.length <= this.codebreaker.steps.length;
  }

  /** Whether the round is complete and one of the two has found the secret. */
  get isOver() {
    return this.isPersonsTurn && (this.codemaker.isFinished || this.codebreaker.isFinished);
  }

  /** The outcome of the duel, in words. */
  get result() {
    const won = this.codebreaker.isFinished ? "duel.draw" : "duel.won";
    return t(this.codemaker.isFinished ? won : "duel.lost", { n: this.codebreaker.steps.length });
  }

  render() {
    const { app, codebreaker, codemaker, isOver, isPersonsTurn } = this;
    const isNew = !codemaker.steps.length && !codebreaker.steps.length;
    const side = (key, steps, isActive) => {
      const rows = steps.length ? steps.map((step, i) => row(app, step, i)) : h("li.row.empty", t("duel.none"));
      return h(
        `div.side${isActive && !isOver ? ".active" : ""}`,
        h("h2", t(key)),
        h("ol.rows.compact", { "aria-label": t(key) }, rows),
      );
    };
    swap(
      this.element,
      h(
        "div.board",
        heading(app, isNew),
        h(
          "div.sides",
          side("duel.you", codemaker.steps, isPersonsTurn),
          side("duel.page", codebreaker.steps, !isPersonsTurn),
        ),
      ),
      h(
        "div.hand",
        isOver ? this.#end() : isPersonsTurn ? this.#persons() : this.#pages(),
        h(
          "div.actions",
          button("quiet", t("undo"), () => this.#undo(), { "data-key": "undo", disabled: !codebreaker.steps.length }),
          button("quiet", t("restart"), () => this.#restart(), { "data-key": "restart", disabled: isNew }),
        ),
      ),
    );
    app.keep(this.place);
  }

  #persons() {
    return h("div", h("p.lead", t("duel.yourTurn")), this.entry.element);
  }

  #pages() {
    const { app, codebreaker } = this;
    return h(
      "div.now",
      h("p.lead", t("duel.pageTurn")),
      code(app, codebreaker.now.guess, "big"),
      pad(app, codebreaker.possible(), (label) => this.#answer(label)),
    );
  }

  #end() {
    const { app, codemaker } = this;
    return h(
      "div.now.end",
      h("p.result", { role: "status" }, this.result),
      !codemaker.isFinished && h("p", t("duel.mine"), " ", code(app, codemaker.secret)),
      againButton(() => this.#restart()),
      reviewPart(app, codemaker.steps, codemaker.secret),
      treePath(app, codemaker.secret),
    );
  }

  #ask(guess) {
    const step = this.codemaker.answer(guess);
    this.entry.set("");
    this.render();
    const next = this.isOver ? this.result : `${t("duel.pageTurn")} ${this.codebreaker.now.guess}`;
    this.app.say(`${guess}: ${spoken(this.app, step.label)}. ${next}`);
    this.element.querySelector(".pad [data-home]")?.focus({ preventScroll: true });
  }

  #answer(label) {
    this.codebreaker.answer(label);
    this.render();
    this.app.say(this.isOver ? this.result : t("duel.yourTurn"));
    this.element.querySelector("[data-home]")?.focus({ preventScroll: true });
  }

  /** Takes the last round back; the page's secret stays the same. */
  #undo() {
    this.codebreaker.undo();
    if (this.codemaker.steps.length > this.codebreaker.steps.length + 1) {
      const { secret } = this.codemaker;
      this.#begin(this.codemaker.steps.slice(0, this.codebreaker.steps.length + 1));
      this.codemaker.secret = secret;
    }
    this.render();
  }

  #restart() {
    this.app.dismiss();
    this.codebreaker.restart();
    this.#begin();
    this.render();
  }
}
