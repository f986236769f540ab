// Think of one: the page guesses, and the person answers.

import { showHistory } from "./address.js";
import { AnsweringView } from "./answering.js";
import { button, h, swap } from "./dom.js";
import { t, tSymbols } from "./i18n.js";
import { answersName, hasMarks, wordText } from "./notation.js";
import { againButton, code, heading, leftBar, legend, outsideHint, rowList } from "./parts.js";

export class SolveView extends AnsweringView {
  constructor(app, place) {
    super(app, "section.solve", place.h);
    this.render();
  }

  get place() {
    return { h: showHistory(this.codebreaker.steps) };
  }

  draw() {
    const { app, codebreaker } = this;
    const { steps, isFinished } = codebreaker;
    const isAnswering = !isFinished && !this.isLost;
    const see = () => app.go({ mode: "explore", h: showHistory(steps) });
    swap(this.element,
      h("div.board",
        heading(app, "solve.title", !steps.length, ` ${t("solve.promise", { n: app.tree.depth })}`),
        rowList(this.rows(app.showsCounts && app.tree.counts[0])),
        isFinished ? this.#end() : this.#now(),
        this.notice),
      h("div.hand",
        this.form(),
        isAnswering && this.answerPad(),
        isAnswering && (app.rules || hasMarks(app) || app.tree.hasColumns) && h("p.hint", tSymbols(app.rules, `hint.${answersName(app)}`), " ",
          h("span.typing", hasMarks(app) ? t("hint.marks.keys") : app.rules?.hasUsualCows && t("hint.keys"))),
        this.actions(!steps.length, steps.length > 0 && !steps.some((step) => step.isOff) && button("quiet", t("seeInTree"), see, { "data-key": "see" }))));
  }

  #now() {
    const { app, codebreaker } = this;
    const { guess, count, node } = codebreaker.now;
    const ahead = node !== undefined && count > 1 && app.tree.statistics(node);
    const all = app.tree.counts[0];
    return h("div.now",
      h("p.eyebrow", t("guessN", { n: codebreaker.steps.length + 1 }), codebreaker.now.candidates && h("span.tag", t(guess ? "computed" : "computing"))),
      guess && code(app, guess, "big"),
      outsideHint(app, () => codebreaker.candidates()),
      app.showsCounts && [
        h("p.left", leftBar(count, all), h("span", t("left", { n: count })), ahead && h("span.faint", t("ahead", { average: ahead.average, n: ahead.depth }))),
        legend(all),
      ]);
  }

  #end() {
    const { steps } = this.codebreaker;
    return h("div.now.end",
      h("p.eyebrow", t("found")),
      code(this.app, steps.at(-1).guess, "big"),
      h("p.result", t("solve.found", { n: steps.length })),
      outsideHint(this.app, () => this.codebreaker.candidates()),
      againButton(() => this.restart()));
  }

  undo() {
    this.codebreaker.undo();
    this.clear();
    this.announce();
  }

  announce() {
    this.render();
    const { steps, now, isFinished } = this.codebreaker;
    const guess = now.guess ? `: ${wordText(this.app, now.guess)}` : "";
    const next = `${t("guessN", { n: steps.length + 1 })}${guess}. ${this.app.leftText(now.count)}`;
    this.app.say(isFinished ? t("solve.found", { n: steps.length }) : next);
  }

  key(event) {
    if (this.answerKey(event)) return;
    if (event.key === "Backspace" && this.codebreaker.steps.length) this.undo();
  }
}
