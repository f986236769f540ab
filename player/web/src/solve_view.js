// Solve mine: the page guesses, a person answers.

import { button, h, swap } from "./dom.js";
import { Game } from "./game.js";
import { t } from "./i18n.js";
import { Entry, checkWord, code, describeSecret, leftBar, pad, row, spoken } from "./parts.js";
import { showHistory } from "./address.js";

const MOST_LISTED = 100; // candidates that are listed

export class SolveView {
  /** `app` has the tree, its rules, the notation, and says, keeps the place and goes elsewhere. */
  constructor(app, place) {
    this.app = app;
    this.game = new Game(app.tree, app.rules);
    this.element = h("section.solve");
    this.asking = null; // "else" or "lost": which of the two forms is open
    this.typed = "";
    this.wrong = new Map();
    this.verdict = "";
    const problem = this.game.replay(place.h);
    if (problem) app.complain(problem, place.h, this.game);
    const off = this.game.steps.findIndex((step) => step.isOff);
    if (!problem && off >= 0) app.complain({ kind: "off", at: off, wanted: this.game.positions[off].guess }, place.h);
    this.render();
  }

  get place() {
    return { h: showHistory(this.game.steps) };
  }

  render() {
    const { app, game } = this;
    swap(
      this.element,
      h(
        "div.board",
        {},
        this.#head(),
        game.steps.length > 0 &&
          h(
            "ol.rows",
            { "aria-label": t("soFar") },
            game.steps.map((step, i) => this.#row(step, i)),
          ),
        game.isFinished ? this.#end() : this.#now(),
        h("p.verdict", { role: "status" }, this.verdict),
      ),
      h(
        "div.hand",
        {},
        this.asking && this.#form(),
        !game.isFinished && !this.asking && pad(app, game.possible(), (label) => this.answer(label)),
        !game.isFinished &&
          !this.asking &&
          app.rules &&
          h("p.hint", {}, t(`hint.${app.notation}`), " ", h("span.typing", {}, t("hint.keys"))),
        this.#actions(),
      ),
    );
    app.keep(this.place);
  }

  #head() {
    if (this.game.steps.length) return h("h1.unseen", {}, t("mode.solve"));
    const { tree } = this.app;
    return h(
      "div.intro",
      {},
      h("h1", {}, t("solve.title")),
      h("p", {}, describeSecret(this.app), " ", t("solve.promise", { n: tree.depth })),
    );
  }

  #row(step, i) {
    return row(this.app, step, i, {
      all: this.app.tree.counts[0],
      isWrong: this.wrong.has(i),
      right: this.wrong.get(i),
      isOff: step.isOff,
    });
  }

  #now() {
    const { app, game } = this;
    const { guess, count, node } = game.now;
    const ahead = node === undefined ? null : app.tree.statistics(node);
    return h(
      "div.now",
      {},
      h("p.eyebrow", {}, t("guessN", { n: game.steps.length + 1 }), game.isOffTree && h("span.tag", {}, t("computed"))),
      code(app, guess, "big"),
      h(
        "p.left",
        {},
        leftBar(count, app.tree.counts[0]),
        h("span", {}, t("left", { n: count })),
        ahead && count > 1 && h("span.faint", {}, t("ahead", { average: ahead.average, n: ahead.depth })),
      ),
      count > 1 &&
        count <= MOST_LISTED &&
        h("details", {}, h("summary", {}, t("which")), h("p.listing", {}, game.candidates().join(" "))),
    );
  }

  #end() {
    const { app, game } = this;
    const n = game.steps.length;
    return h(
      "div.now.end",
      {},
      h("p.eyebrow", {}, t("found")),
      code(app, game.steps.at(-1).guess, "big"),
      h("p.result", {}, t("solve.found", { n })),
      button("main", t("again"), () => this.restart(), { "data-key": "again", "data-home": true }),
    );
  }

  #actions() {
    const { app, game } = this;
    const toggle = (kind) => () => {
      this.asking = this.asking === kind ? null : kind;
      this.typed = "";
      this.#clear();
      this.render();
      this.element.querySelector("input")?.focus({ preventScroll: true });
    };
    const on = (kind) => ({ "data-key": kind, "aria-expanded": String(this.asking === kind) });
    return h(
      "div.actions",
      {},
      button("quiet", t("undo"), () => this.undo(), { "data-key": "undo", disabled: !game.steps.length }),
      button("quiet", t("restart"), () => this.restart(), { "data-key": "restart", disabled: !game.steps.length }),
      !game.isFinished && app.rules && button("quiet", t("else"), toggle("else"), on("else")),
      game.steps.length > 0 && button("quiet", t("lost"), toggle("lost"), on("lost")),
      game.steps.length > 0 &&
        !game.isOffTree &&
        !game.steps.some((step) => step.isOff) &&
        button("quiet", t("seeInTree"), () => app.go({ mode: "explore", h: showHistory(game.steps) }), {
          "data-key": "see",
        }),
    );
  }

  #form() {
    const { app } = this;
    const isLost = this.asking === "lost";
    const answers = h("div.answers");
    const entry = new Entry(app, {
      name: t(isLost ? "lost.name" : "else.name"),
      action: isLost ? t("lost.check") : null,
      isSecret: isLost,
      check: (text) => checkWord(app, text, isLost),
      submit: (text) => {
        if (isLost) this.#findWrong(text);
        else answers.querySelector("button:not(:disabled)")?.focus();
      },
      change: (guess) => {
        if (isLost) return;
        answers.replaceChildren(
          ...(guess
            ? [
                h("p.hint", {}, t("else.answer")),
                pad(app, this.game.possible(guess), (label) => this.answer(label, guess), false),
              ]
            : []),
        );
      },
    });
    return h("div.form", {}, h("p.lead", {}, t(isLost ? "lost.lead" : "else.lead")), entry.element, answers);
  }

  #findWrong(secret) {
    const wrong = this.game.wrongRows(secret);
    this.wrong = wrong ?? new Map();
    const rows = [...this.wrong.keys()].map((index) => index + 1);
    if (!wrong) this.verdict = t("lost.none", { word: secret });
    else if (!rows.length) this.verdict = t("lost.right", { word: secret });
    else this.verdict = t("lost.wrong", { word: secret, rows: rows.join(", "), n: rows.length });
    this.asking = null;
    this.render();
    this.element.querySelector(".row.wrong")?.scrollIntoView({ block: "nearest" });
  }

  #clear() {
    this.wrong = new Map();
    this.verdict = "";
  }

  /** Takes an answer; one that no secret gives changes nothing. */
  answer(label, guess = this.game.now.guess) {
    if (!this.game.answer(label, guess)) {
      this.app.say(t("impossible", { feedback: spoken(this.app, label) }));
      return;
    }
    this.asking = null;
    this.#clear();
    this.render();
    this.#tell();
  }

  undo() {
    this.game.undo();
    this.asking = null;
    this.#clear();
    this.render();
    this.#tell();
  }

  restart() {
    this.game.restart();
    this.asking = null;
    this.#clear();
    this.app.dismiss();
    this.render();
    this.#tell();
  }

  #tell() {
    const { game } = this;
    this.app.say(
      game.isFinished
        ? t("solve.found", { n: game.steps.length })
        : `${t("guessN", { n: game.steps.length + 1 })}: ${game.now.guess}. ${t("left", { n: game.now.count })}`,
    );
    // A phone shows the guess and the answers without scrolling by hand.
    this.element.querySelector(".now")?.scrollIntoView({ block: "nearest" });
  }

  /** A key that no control took: digits answer, Backspace takes back. */
  key(event) {
    if (this.asking) {
      if (event.key === "Escape") {
        this.asking = null;
        this.render();
        this.element.querySelector("[data-home]")?.focus();
      }
      return;
    }
    if (event.key === "Backspace" && this.game.steps.length) this.undo();
    if (!this.app.rules || !/^[0-9]$/.test(event.key) || this.game.isFinished) return;
    this.typed += event.key;
    if (this.typed.length < 2) return;
    const label = this.typed;
    this.typed = "";
    this.answer(label);
  }
}
