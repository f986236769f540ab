// Duel: the person and the page guess in turn, on the same screen.

import { showHistory } from "./address.js";
import { Answering, redraw, reveal } from "./answering.js";
import { Codebreaker } from "./codebreaker.js";
import { Codemaker } from "./codemaker.js";
import { button, h, later, swap } from "./dom.js";
import { treePath } from "./guess_view.js";
import { t } from "./i18n.js";
import { againButton, code, guessEntry, heading, row, spoken, wordText } from "./parts.js";
import { reviewPart } from "./review_view.js";

export class DuelView {
  constructor(app, place) {
    this.app = app;
    this.element = h("section.duel");
    this.codebreaker = new Codebreaker(app.tree, app.rules);
    this.answering = new Answering(app, this.codebreaker, this.element, {
      draw: () => this.render(),
      told: () => this.#answered(),
    });
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

  shown() {
    reveal(this.element);
  }

  close() {
    this.codebreaker.stop();
  }

  /** Whether the person guesses next: the person begins, and both have equally many guesses. */
  get isPersonsTurn() {
    return this.codemaker.steps.length <= this.codebreaker.steps.length;
  }

  /** Whether the round is complete and one of the two has found the secret. */
  get isOver() {
    return this.codebreaker.isFinished || (this.isPersonsTurn && this.codemaker.isFinished);
  }

  /** The outcome of the duel, in words. */
  get result() {
    const won = this.codebreaker.isFinished ? "duel.draw" : "duel.won";
    return t(this.codemaker.isFinished ? won : "duel.lost", { n: this.codebreaker.steps.length });
  }

  render() {
    redraw(this.element, () => this.#draw());
    this.app.keep(this.place);
    if (this.codebreaker.now.guess === undefined && !this.isPersonsTurn) this.#compute();
  }

  /** Off the tree the page's guess comes later. */
  async #compute() {
    if (await this.codebreaker.compute(this.app.core)) this.#asks();
  }

  #draw() {
    const { app, codebreaker, codemaker, answering, isOver, isPersonsTurn } = this;
    const isNew = !codemaker.steps.length && !codebreaker.steps.length;
    const side = (key, rows, isActive) =>
      h(
        `div.side${isActive && !isOver ? ".active" : ""}`,
        h("h2", t(key)),
        h("ol.rows.compact", { "aria-label": t(key) }, rows.length ? rows : h("li.row.empty", t("duel.none"))),
      );
    const persons = codemaker.steps.map((step, i) => row(app, step, i));
    const pages = codebreaker.steps.map((step, i) => row(app, step, i, answering.marks(step, i)));
    const isAnswering = !isPersonsTurn && !isOver && !answering.asking;
    const turn = isPersonsTurn ? this.#persons() : this.#pages();
    swap(
      this.element,
      h(
        "div.board",
        heading(app, isNew),
        h("div.sides", side("duel.you", persons, isPersonsTurn), side("duel.page", pages, !isPersonsTurn)),
        answering.notice,
      ),
      h(
        "div.hand",
        isOver ? this.#end() : (answering.form() ?? turn),
        isAnswering && answering.pad(),
        h(
          "div.actions",
          button("quiet", t("undo"), () => this.#undo(), { "data-key": "undo", disabled: isNew }),
          button("quiet", t("restart"), () => this.#restart(), { "data-key": "restart", disabled: isNew }),
          !isOver && codebreaker.steps.length > 0 && answering.formButton("lost"),
        ),
      ),
    );
  }

  #persons() {
    return h("div", h("p.lead", t("duel.yourTurn")), this.entry.element);
  }

  #pages() {
    const { guess } = this.codebreaker.now;
    return h("div.now", h("p.lead", t(guess ? "duel.pageTurn" : "computing")), guess && code(this.app, guess, "big"));
  }

  #end() {
    const { app, codemaker } = this;
    return h(
      "div.now.end",
      h("p.result", { role: "status" }, this.result),
      !codemaker.isFinished && h("p", t("duel.mine"), " ", code(app, codemaker.secret)),
      againButton(() => this.#restart()),
      later(() => [reviewPart(app, codemaker.steps, codemaker.secret), treePath(app, codemaker.secret)]),
    );
  }

  #ask(guess) {
    const step = this.codemaker.answer(guess);
    this.answering.clear();
    this.entry.set("");
    this.#asks(`${wordText(this.app, guess)}: ${spoken(this.app, step.label)}. `);
  }

  /** Shows and announces the page's guess, after what is said first. */
  #asks(first = "") {
    this.render();
    const asked = wordText(this.app, this.codebreaker.now.guess ?? "");
    this.app.say(first + (this.isOver ? this.result : `${t("duel.pageTurn")} ${asked}`));
    this.element.querySelector(".pad [data-home]")?.focus({ preventScroll: true });
  }

  #answered() {
    if (!this.isPersonsTurn) return this.#asks();
    this.render();
    this.app.say(this.isOver ? this.result : t("duel.yourTurn"));
    this.element.querySelector("[data-home]")?.focus({ preventScroll: true });
  }

  /** Takes the last guess or the last answer back; the page's secret stays the same. */
  #undo() {
    if (this.isPersonsTurn) this.codebreaker.undo();
    else this.codemaker.undo();
    this.answering.clear();
    this.render();
  }

  #restart() {
    this.app.dismiss();
    this.codebreaker.restart();
    this.answering.clear();
    this.#begin();
    this.render();
  }

  /** Handles a key that no control has taken: digits are an answer or a guess, and Backspace is undo. */
  key(event) {
    const { isPersonsTurn, isOver, answering, entry } = this;
    if ((!isPersonsTurn || answering.asking) && answering.key(event)) return;
    if (event.key === "Backspace") {
      if (this.codemaker.steps.length) this.#undo();
    } else if (isPersonsTurn && !isOver && this.app.rules && /^[0-9a-zA-Z]$/.test(event.key)) {
      entry.input.focus();
      entry.set(entry.text + event.key);
      event.preventDefault();
    }
  }
}
