// Solve mine: the page guesses, and the person answers.

import { showHistory } from "./address.js";
import { Codebreaker } from "./codebreaker.js";
import { button, h, swap } from "./dom.js";
import { t } from "./i18n.js";
import { Entry, againButton, code, heading, leftBar, pad, row, rowList, spoken } from "./parts.js";
import { heat, whyNow } from "./why.js";

const MOST_LISTED = 100; // candidates that are listed

export class SolveView {
  constructor(app, place) {
    this.app = app;
    this.codebreaker = new Codebreaker(app.tree, app.rules);
    this.element = h("section.solve");
    this.typed = "";
    this.#clear();
    const problem = this.codebreaker.replay(place.h);
    const off = this.codebreaker.steps.findIndex((step) => step.isOff);
    if (problem) app.complain(problem, place.h);
    else if (off >= 0) app.complain({ kind: "off", at: off, wanted: this.codebreaker.positions[off].guess }, place.h);
    this.#render();
  }

  get place() {
    return { h: showHistory(this.codebreaker.steps) };
  }

  /** Closes the form (`asking` is "else" or "lost" while one is open) and forgets which rows are wrong. */
  #clear() {
    this.asking = null;
    this.wrong = new Map();
    this.verdict = "";
  }

  #render() {
    const { app, codebreaker } = this;
    const { steps, isFinished } = codebreaker;
    const all = app.tree.counts[0];
    const rows = steps.map((step, i) => row(app, step, i, { all, right: this.wrong.get(i), isOff: step.isOff }));
    const isAnswering = !isFinished && !this.asking;
    swap(
      this.element,
      h(
        "div.board",
        heading(app, !steps.length, ` ${t("solve.promise", { n: app.tree.depth })}`),
        rowList(rows),
        isFinished ? this.#end() : this.#now(),
        h("p.verdict", { role: "status" }, this.verdict),
      ),
      h(
        "div.hand",
        this.asking && this.#form(),
        isAnswering && heat(pad(app, codebreaker.possible(), (label) => this.#answer(label)), codebreaker),
        isAnswering && app.rules && h("p.hint", t(`hint.${app.notation}`), " ", h("span.typing", t("hint.keys"))),
        this.#actions(),
      ),
    );
    app.keep(this.place);
  }

  #now() {
    const { app, codebreaker } = this;
    const { guess, count, node } = codebreaker.now;
    const ahead = node !== undefined && count > 1 && app.tree.statistics(node);
    const number = t("guessN", { n: codebreaker.steps.length + 1 });
    return h(
      "div.now",
      h("p.eyebrow", number, codebreaker.isOffTree && h("span.tag", t("computed"))),
      code(app, guess, "big"),
      h(
        "p.left",
        leftBar(count, app.tree.counts[0]),
        h("span", t("left", { n: count })),
        ahead && h("span.faint", t("ahead", { average: ahead.average, n: ahead.depth })),
      ),
      whyNow(app, codebreaker),
      count > 1 &&
        count <= MOST_LISTED &&
        h("details", h("summary", t("which")), h("p.listing", codebreaker.candidates().join(" "))),
    );
  }

  #end() {
    const { steps } = this.codebreaker;
    return h(
      "div.now.end",
      h("p.eyebrow", t("found")),
      code(this.app, steps.at(-1).guess, "big"),
      h("p.result", t("solve.found", { n: steps.length })),
      againButton(() => this.#restart()),
    );
  }

  #actions() {
    const { app, codebreaker } = this;
    const { steps, isFinished } = codebreaker;
    const form = (kind) => {
      const toggle = () => {
        const asking = this.asking === kind ? null : kind;
        this.#clear();
        this.asking = asking;
        this.typed = "";
        this.#render();
        this.element.querySelector("input")?.focus({ preventScroll: true });
      };
      return button("quiet", t(kind), toggle, { "data-key": kind, "aria-expanded": String(this.asking === kind) });
    };
    const see = () => app.go({ mode: "explore", h: showHistory(steps) });
    return h(
      "div.actions",
      button("quiet", t("undo"), () => this.#undo(), { "data-key": "undo", disabled: !steps.length }),
      button("quiet", t("restart"), () => this.#restart(), { "data-key": "restart", disabled: !steps.length }),
      !isFinished && app.rules && form("else"),
      steps.length > 0 && form("lost"),
      steps.length > 0 &&
        !steps.some((step) => step.isOff) &&
        button("quiet", t("seeInTree"), see, { "data-key": "see" }),
    );
  }

  #form() {
    const isLost = this.asking === "lost";
    const answers = h("div.answers");
    const ask = (guess) => {
      const pick = (label) => this.#answer(label, guess);
      const choice = guess && heat(pad(this.app, this.codebreaker.possible(guess), pick, false), this.codebreaker, guess);
      answers.replaceChildren(...(guess ? [h("p.hint", t("else.answer")), choice] : []));
    };
    const entry = new Entry(this.app, {
      name: t(isLost ? "lost.name" : "else.name"),
      action: isLost && t("lost.check"),
      isSecret: isLost,
      submit: (text) => (isLost ? this.#findWrong(text) : answers.querySelector("button:not(:disabled)")?.focus()),
      change: isLost ? undefined : ask,
    });
    return h("div.form", h("p.lead", t(isLost ? "lost.lead" : "else.lead")), entry.element, answers);
  }

  #findWrong(secret) {
    const wrong = this.codebreaker.wrongRows(secret);
    this.#clear();
    this.wrong = wrong ?? this.wrong;
    const rows = [...this.wrong.keys()].map((index) => index + 1);
    if (!wrong) this.verdict = t("entry.noSecret", { word: secret });
    else if (!rows.length) this.verdict = t("lost.right", { word: secret });
    else this.verdict = t("lost.wrong", { word: secret, rows: rows.join(", "), n: rows.length });
    this.#render();
    this.element.querySelector(".row.wrong")?.scrollIntoView({ block: "nearest" });
  }

  /** Takes an answer.  An answer that no secret gives changes nothing. */
  #answer(label, guess = this.codebreaker.now.guess) {
    if (this.codebreaker.answer(label, guess)) this.#tell();
    else this.app.say(t("impossible", { feedback: spoken(this.app, label) }));
  }

  #undo() {
    this.codebreaker.undo();
    this.#tell();
  }

  #restart() {
    this.codebreaker.restart();
    this.app.dismiss();
    this.#tell();
  }

  /** Shows what has changed, and announces it to screen readers. */
  #tell() {
    this.#clear();
    this.#render();
    const { steps, now, isFinished } = this.codebreaker;
    const next = `${t("guessN", { n: steps.length + 1 })}: ${now.guess}. ${t("left", { n: now.count })}`;
    this.app.say(isFinished ? t("solve.found", { n: steps.length }) : next);
    // On a phone, the guess and the answers come into view.
    this.element.querySelector(".now")?.scrollIntoView({ block: "nearest" });
  }

  /** Handles a key that no control has taken: digits are an answer, and Backspace is undo. */
  key(event) {
    if (this.asking) {
      if (event.key !== "Escape") return;
      this.asking = null;
      this.#render();
      this.element.querySelector("[data-home]")?.focus();
      return;
    }
    if (event.key === "Backspace" && this.codebreaker.steps.length) this.#undo();
    if (!this.app.rules || !/^[0-9]$/.test(event.key) || this.codebreaker.isFinished) return;
    this.typed += event.key;
    if (this.typed.length < 2) return;
    const label = this.typed;
    this.typed = "";
    this.#answer(label);
  }
}
