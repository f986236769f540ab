// I guess: the page keeps a secret, honestly or evasively.

import { showHistory } from "./address.js";
import { Codemaker } from "./codemaker.js";
import { button, h, select, swap } from "./dom.js";
import { t } from "./i18n.js";
import { againButton, code, guessEntry, heading, row, rowList, spoken } from "./parts.js";

/** The guesses of the tree for a secret, as rows. */
export function treePath(app, secret) {
  const steps = app.tree.gameOf(app.tree.find(secret));
  return h(
    "div.afterwards",
    h("h2", t("guess.tree", { n: steps.length })),
    h(
      "ol.rows",
      steps.map((step, i) => row(app, step, i)),
    ),
    button("quiet", t("seeInTree"), () => app.go({ mode: "explore", h: showHistory(steps) })),
  );
}

export class GuessView {
  constructor(app, place) {
    this.app = app;
    this.element = h("section.guess");
    this.isEvasive = app.remembered("evasive") === "yes";
    const isPossible = Codemaker.isPossible(app.rules, place.h);
    if (!isPossible) app.complain({ kind: "none", at: 0 }, place.h);
    this.#begin(isPossible ? place.h : []);
  }

  get place() {
    return { h: showHistory(this.codemaker.steps) };
  }

  #begin(steps = []) {
    this.codemaker = new Codemaker(this.app.rules, this.isEvasive, steps);
    this.entry = guessEntry(this.app, (text) => this.#ask(text));
    this.#render();
  }

  #render() {
    const { app, codemaker } = this;
    const { steps } = codemaker;
    const isOver = codemaker.isFinished || codemaker.hasGivenUp;
    const all = app.rules.secrets.length;
    const rows = steps.map((step, i) => row(app, step, i, { all, bits: step.bits }));
    const restart = { "data-key": "restart", disabled: !steps.length && !isOver };
    swap(
      this.element,
      h("div.board", heading(app, !steps.length && !isOver), rowList(rows, "", all), isOver && this.#end()),
      h(
        "div.hand",
        isOver ? treePath(app, codemaker.secret) : this.entry.element,
        h(
          "div.actions",
          button("quiet", t("restart"), () => this.#restart(), restart),
          !isOver && button("quiet", t("giveUp"), () => this.#giveUp(), { "data-key": "give" }),
          this.#level(),
        ),
      ),
    );
    app.keep(this.place);
  }

  #level() {
    const isFixed = this.codemaker.steps.length > 0;
    const levels = Object.entries({ no: t("level.honest"), yes: t("level.evasive") });
    const choose = (level) => {
      this.isEvasive = level === "yes";
      this.app.remember("evasive", level);
      this.#restart();
    };
    const properties = { disabled: isFixed, title: isFixed && t("level.fixed") };
    return h(
      "label.level",
      h("span", t("level")),
      select("level", levels, this.isEvasive ? "yes" : "no", choose, properties),
    );
  }

  #end() {
    const { codemaker } = this;
    return h(
      "div.now.end",
      h("p.eyebrow", t(codemaker.isFinished ? "found" : "guess.itWas")),
      code(this.app, codemaker.secret, "big"),
      codemaker.isFinished && h("p.result", t("guess.found", { n: codemaker.steps.length })),
      againButton(() => this.#restart()),
    );
  }

  #ask(guess) {
    const { codemaker, app } = this;
    const step = codemaker.answer(guess);
    this.entry.set("");
    this.#render();
    const next = `${guess}: ${spoken(app, step.label)}. ${t("left", { n: step.after })}`;
    app.say(codemaker.isFinished ? t("guess.found", { n: codemaker.steps.length }) : next);
  }

  #giveUp() {
    this.codemaker.hasGivenUp = true;
    this.#render();
    this.app.say(`${t("guess.itWas")} ${this.codemaker.secret}`);
    this.element.querySelector("[data-home]")?.focus();
  }

  #restart() {
    this.app.dismiss();
    this.#begin();
  }

  key(event) {
    if (/^[0-9a-zA-Z]$/.test(event.key) && !this.codemaker.isFinished) {
      this.entry.input.focus();
      this.entry.set(this.entry.text + event.key);
      event.preventDefault();
    }
  }
}
