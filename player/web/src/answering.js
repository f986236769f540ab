// The common part of Think of one and of the game against the tree: a person answers the page's guesses by pad and
// keys, with contradictions and corrections.

import { Codebreaker } from "./codebreaker.js";
import { button, h } from "./dom.js";
import { Entry } from "./entry.js";
import { t } from "./i18n.js";
import { hasMarks, spoken, wordText } from "./notation.js";
import { pad, row } from "./parts.js";

const REST = 300; // milliseconds after an answer in which a second tap is ignored

const list = (rows) => [...rows].map((at) => at + 1).join(", ");

/** A view in which the page guesses.  Its own `draw()` draws it, `announce()` reports what is new after the steps have
 *  changed, `place` is what it shows, and `isPersonsTurn` is true while the page is not to guess. */
export class AnsweringView {
  /** `steps` are those of the game so far; the first invalid one and all after it are left out. */
  constructor(app, spec, steps) {
    Object.assign(this, { app, element: h(spec), codebreaker: new Codebreaker(app.tree, app.rules) });
    this.clear();
    const problem = this.codebreaker.replay(steps);
    if (problem) app.complain(problem, steps);
  }

  /** Draws the view so that its pad does not move on the screen, and that the page's guess is in sight. */
  render() {
    const padTop = () => this.#pad?.getBoundingClientRect().top;
    const before = padTop();
    this.draw();
    if (this.element.isConnected) {
      scrollBy({ top: padTop() - before || 0, behavior: "instant" });
      reveal(this.element);
    }
    this.app.keep(this.place);
    if (this.codebreaker.now.guess === undefined && !this.isPersonsTurn) this.#compute();
  }

  async #compute() {
    if (!(await this.codebreaker.compute(this.app.core))) return;
    this.announce();
    // Until now no answer could take the focus.
    if (document.activeElement === document.body) this.focusHome(".pad ");
  }

  focusHome(within = "") {
    this.element.querySelector(`${within}[data-home]`)?.focus({ preventScroll: true });
  }

  shown() {
    reveal(this.element);
  }

  close() {
    this.codebreaker.stop();
  }

  restart() {
    this.app.dismiss();
    this.codebreaker.restart();
    this.clear();
    this.announce();
  }

  actions(isNew, more) {
    if (isNew) return null;
    const toggle = () => {
      const isLost = !this.isLost;
      this.clear();
      this.isLost = isLost;
      this.render();
      this.element.querySelector("input")?.focus({ preventScroll: true });
    };
    return h("div.actions",
      button("quiet", t("undo"), () => this.undo(), { "data-key": "undo" }),
      button("quiet", t("restart"), () => this.restart(), { "data-key": "restart" }),
      !this.isOver && this.app.rules && this.codebreaker.steps.length > 0 &&
        button("quiet", t("lost"), toggle, { "data-key": "lost", "aria-expanded": String(this.isLost) }),
      more);
  }

  /** Closes the form (`isLost` while it is open: no candidate is the person's secret) and clears its text and input. */
  clear() {
    this.isLost = false;
    this.wrong = new Map();
    this.verdict = null;
    this.#type("");
  }

  rows(all) {
    return this.codebreaker.steps.map((step, i) => row(this.app, step, i, { all, right: this.wrong.get(i) }));
  }

  /** The possible answers; if the person wants counts, an answer has the more colour, the more candidates give it. */
  answerPad() {
    const { app, codebreaker } = this;
    const answers = codebreaker.answers();
    const place = pad(app, codebreaker.now.guess, answers.map(({ label }) => label), (label) => this.answer(label));
    const most = Math.max(...answers.map(({ count }) => count));
    for (const { label, count } of app.showsCounts ? answers : []) {
      const answer = place.querySelector(`[data-label="${CSS.escape(label)}"]`);
      if (!answer) continue;
      answer.style.setProperty("--heat", `${Math.round((100 * count) / most)}%`);
      answer.title = t("left", { n: count });
    }
    return place;
  }

  get notice() {
    return h("div.verdict", { role: "status" }, this.verdict);
  }

  form() {
    if (!this.isLost) return null;
    const entry = new Entry(this.app, {
      name: t("lost.name"),
      action: t("lost.check"),
      isSecret: true,
      isAny: this.app.rules.isWords,
      submit: (text) => this.#findWrong(text),
    });
    return h("div.form", h("p.lead", t("lost.lead")), entry.element, !this.codebreaker.isFinished && h("p.hint", t("lost.hint")));
  }

  answer(label) {
    const { guess } = this.codebreaker.now;
    if (guess === null || guess === undefined) return;
    if (!this.codebreaker.answer(label)) return this.#contradict(label, guess);
    this.element.classList.add("resting");
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.element.classList.remove("resting"), REST);
    this.clear();
    this.announce();
  }

  #contradict(label, guess) {
    const { app, codebreaker } = this;
    const rows = codebreaker.conflict(label);
    const values = { feedback: spoken(app, label), guess: wordText(app, guess), n: rows.length, rows: list(rows) };
    this.clear();
    this.verdict = h("p", t(rows.length ? "impossible.rows" : "impossible", values));
    this.#show();
  }

  #findWrong(secret) {
    const wrong = this.codebreaker.wrongRows(secret);
    this.clear();
    this.wrong = wrong ?? this.wrong;
    const word = wordText(this.app, secret);
    const rows = this.wrong.size;
    const correct = () => {
      this.codebreaker.correct(wrong);
      this.clear();
      this.announce();
    };
    const text = wrong ? t(rows ? "lost.wrong" : "lost.right", { word, rows: list(this.wrong.keys()), n: rows }) : t("entry.noSecret", { word });
    this.verdict = [h("p", text), rows > 0 && h("div.actions", button("quiet", t("lost.correct"), correct, { "data-key": "correct" }))];
    if (wrong && !rows) this.codebreaker.admit(secret);
    this.#show();
  }

  #show() {
    this.render();
    for (const spec of [".row.wrong", ".verdict"]) {
      this.element.querySelector(spec)?.scrollIntoView({ block: "nearest" });
    }
  }

  #type(text) {
    this.typed = text;
    for (const answer of this.#pad?.querySelectorAll(".answer") ?? []) {
      answer.classList.toggle("begun", text !== "" && answer.dataset.label.startsWith(text));
    }
  }

  get #pad() {
    return this.element.querySelector(".hand > .pad");
  }

  /** Takes pasted marks: of several rows, as of a shared game, the one of the current guess. */
  paste(text) {
    const { steps, now } = this.codebreaker;
    if (!now.guess || (this.app.rules && !this.#pad?.set)) return;
    const rows = text.split("\n").map((line) => this.#label(line)).filter((label) => this.app.tree.labels.includes(label));
    const label = rows[rows.length > 1 ? steps.length : 0];
    if (!this.#pad.set) this.answer(label ?? text.trim());
    else if (label) this.#pad.set(label);
    else {
      this.verdict = [h("p", t("marks.other", { n: this.app.tree.width }))];
      this.#show();
    }
  }

  /** The label that a text means for the guess. */
  #label(text) {
    return this.app.readSteps(`${this.codebreaker.now.guess}:${text.trim()}`)?.[0]?.label ?? text.trim();
  }

  /** Handles a key without a control of its own, and returns whether it did: digits are an answer. */
  answerKey(event) {
    const key = event.key.normalize("NFKC");
    if (this.isLost) {
      if (key === "Escape") {
        this.clear();
        this.render();
        this.focusHome();
      }
      return true;
    }
    if ((key === "Backspace" || key === "Escape") && this.typed) {
      this.#type("");
      return true;
    }
    if (hasMarks(this.app)) return Boolean(this.#pad?.type?.(key));
    const { rules, tree } = this.app;
    const isRead = !rules && this.typed !== "" && key === "Enter";
    if (isRead) event.preventDefault(); // the button in the focus is not pressed
    else if (!(rules ? rules.rule && /^[0-9]$/.test(key) : /^\S$/u.test(key)) || !this.codebreaker.now.guess) return false;
    const label = isRead ? this.#label(this.typed) : this.typed + key;
    if (isRead || (rules && label.length === tree.labels[0].length)) this.answer(label);
    else this.#type(label);
    return true;
  }
}

/** Brings the page's guess, or another element, into sight, and keeps the last row and the guess there: on a phone, the
 *  pad and the modes cover the lower part. */
export function reveal(view, spec = ".now:not(:has(> .left)), .now > .left") {
  const box = (element) => element.getBoundingClientRect();
  const last = (some) => [...view.querySelectorAll(some)].at(-1);
  const shown = last(spec) && box(last(spec));
  if (!shown) return;
  const isBefore = (one) => {
    const { position, bottom } = getComputedStyle(one);
    return ["sticky", "fixed"].includes(position) && bottom !== "auto" && box(one).left < shown.right;
  };
  const before = [view.querySelector(".hand > :is(.entry, .pad)"), document.querySelector(".top nav")];
  const end = Math.min(innerHeight, ...before.filter((one) => one && isBefore(one)).map((one) => box(one).top));
  const first = last(".board .row") ?? last(".now > .code");
  const most = (first ? box(first) : shown).top - 2;
  scrollBy({ top: Math.min(Math.max(0, shown.bottom + 8 - end), most), behavior: "instant" });
}
