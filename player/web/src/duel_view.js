// Guess, against the tree: the person and the page guess in turn, on the same screen.

import { showHistory } from "./address.js";
import { AnsweringView } from "./answering.js";
import { Codemaker } from "./codemaker.js";
import { h, swap } from "./dom.js";
import { guessEntry } from "./entry.js";
import { modeChoice, pathButton } from "./guess_view.js";
import { t } from "./i18n.js";
import { spoken, wordText } from "./notation.js";
import { againButton, code, heading, row } from "./parts.js";
import { ReviewView } from "./review_view.js";

export class DuelView extends AnsweringView {
  constructor(app, place) {
    super(app, "section.duel", place.h);
    const isPossible = Codemaker.isPossible(app.rules, place.y);
    if (!isPossible) app.complain({ kind: "none", at: 0 }, place.y);
    this.#begin(isPossible ? place.y : []);
    this.render();
  }

  clear() {
    super.clear();
    this.review?.stopper.abort();
    this.review = null;
  }

  get place() {
    return { h: showHistory(this.codebreaker.steps), y: showHistory(this.codemaker.steps) };
  }

  #begin(steps = []) {
    this.codemaker = new Codemaker(this.app.rules, steps);
    this.entry = guessEntry(this.app, (text) => this.#ask(text));
  }

  /** Whether the person guesses next: the person begins, and both have equally many guesses. */
  get isPersonsTurn() {
    return this.codemaker.steps.length <= this.codebreaker.steps.length;
  }

  get isOver() {
    return this.codebreaker.isFinished || (this.isPersonsTurn && (this.codemaker.isFinished || this.codemaker.hasGivenUp));
  }

  get result() {
    const won = this.codebreaker.isFinished ? "duel.draw" : "duel.won";
    return t(this.codemaker.isFinished ? won : "duel.lost", { n: this.codebreaker.steps.length });
  }

  settings(change) {
    return modeChoice(this.app, "duel", change);
  }

  draw() {
    const { app, codebreaker, codemaker, isOver, isPersonsTurn } = this;
    const isNew = !codemaker.steps.length && !codebreaker.steps.length;
    const side = (key, rows, isActive) =>
      h(`div.side${isActive && !isOver ? ".active" : ""}`,
        h("h2", t(key)),
        h("ol.rows.compact", { "aria-label": t(key) }, rows.length ? rows : h("li.row.empty", t("duel.none"))));
    const { guess } = codebreaker.now;
    if (isOver && codemaker.steps.length) this.review ??= new ReviewView(app, codemaker.steps, codemaker.secret);
    this.entry.mark(codemaker.steps);
    const turn = isPersonsTurn
      ? [h("p.lead", t("duel.yourTurn")), this.entry.element]
      : h("div.now", h("p.lead", t(guess ? "duel.pageTurn" : "computing")), guess && code(app, guess, "big"));
    swap(this.element,
      h("div.board",
        heading(app, "mode.duel", isNew, ` ${t("duel.first")}`),
        h("div.sides",
          side("duel.you", codemaker.steps.map((step, i) => row(app, step, i, { note: this.review?.notes[i] })), isPersonsTurn),
          side("duel.page", this.rows(false), !isPersonsTurn)),
        this.notice),
      h("div.hand",
        isOver ? this.#end() : (this.form() ?? turn),
        !isPersonsTurn && !isOver && !this.isLost && this.answerPad(),
        this.actions(isNew)));
  }

  #end() {
    const { app, codemaker } = this;
    return h("div.now.end",
      h("p.result", { role: "status" }, this.result),
      !codemaker.isFinished && h("p", t("guess.itWas"), " ", code(app, codemaker.secret)),
      againButton(() => this.restart()),
      this.review?.scores,
      pathButton(app, codemaker.secret));
  }

  #ask(guess) {
    const step = this.codemaker.answer(guess);
    this.clear();
    this.entry.set("");
    this.announce(`${wordText(this.app, guess)}: ${spoken(this.app, step.label)}. `);
  }

  announce(first = "") {
    this.render();
    const guess = wordText(this.app, this.codebreaker.now.guess ?? "");
    const turn = this.isPersonsTurn ? t("duel.yourTurn") : `${t("duel.pageTurn")} ${guess}`;
    this.app.say(first + (this.isOver ? this.result : turn));
    this.focusHome(this.isPersonsTurn ? "" : ".pad ");
  }

  undo() {
    if (this.isPersonsTurn) this.codebreaker.undo();
    else this.codemaker.undo();
    this.clear();
    this.render();
  }

  restart() {
    this.#begin();
    super.restart();
  }

  key(event) {
    if ((!this.isPersonsTurn || this.isLost) && this.answerKey(event)) return;
    if (event.key === "Backspace") {
      if (this.codemaker.steps.length) this.undo();
    } else if (this.isPersonsTurn && !this.isOver) this.entry.key(event);
  }
}
