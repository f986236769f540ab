// I guess: the page keeps a secret, honestly or evasively.

import { showHistory } from "./address.js";
import { button, h, swap } from "./dom.js";
import { number, t } from "./i18n.js";
import { Keeper } from "./keeper.js";
import { Entry, checkWord, code, describeSecret, feedback, row, spoken } from "./parts.js";

/** The bits that an answer gained. */
const bits = (step) => h("span.bits", {}, t("bits", { bits: step.bits }));

/** What the tree would have asked for a secret, as rows. */
export function treePath(app, secret) {
  const node = app.tree.find(secret);
  const winning = app.tree.labels[app.tree.winning];
  const steps = [...app.tree.historyOf(node), { guess: secret, label: winning }];
  return h(
    "div.afterwards",
    {},
    h("h2", {}, t("guess.tree", { n: steps.length })),
    h(
      "ol.rows",
      {},
      steps.map((step, i) =>
        h(
          "li.row",
          {},
          h("span.count", { "aria-hidden": "true" }, number(i + 1)),
          code(app, step.guess),
          feedback(app, step.label),
        ),
      ),
    ),
    button("quiet", t("seeInTree"), () => app.go({ mode: "explore", h: showHistory(steps) })),
  );
}

export class GuessView {
  constructor(app, place) {
    this.app = app;
    this.element = h("section.guess");
    this.isEvasive = app.remembered("evasive") === "yes";
    const isPossible = Keeper.isPossible(app.rules, place.h);
    if (!isPossible) app.complain({ kind: "none", at: 0 }, place.h);
    this.#begin(isPossible ? place.h : []);
    this.render();
  }

  get place() {
    return { h: showHistory(this.keeper.steps) };
  }

  #begin(steps = []) {
    const { app } = this;
    this.keeper = new Keeper(app.rules, this.isEvasive, steps);
    this.entry = new Entry(app, {
      name: t("guess.yours"),
      action: t("guess.ask"),
      check: (text) => checkWord(app, text, false),
      submit: (text) => this.ask(text),
    });
  }

  render() {
    const { app, keeper } = this;
    const isOver = keeper.isFinished || keeper.hasGivenUp;
    const all = app.rules.secrets.length;
    swap(
      this.element,
      h(
        "div.board",
        {},
        keeper.steps.length || isOver ? h("h1.unseen", {}, t("mode.guess")) : this.#head(),
        keeper.steps.length > 0 &&
          h(
            "ol.rows",
            { "aria-label": t("soFar") },
            keeper.steps.map((step, i) => row(app, step, i, { all, extra: bits(step) })),
          ),
        isOver && this.#end(),
      ),
      h(
        "div.hand",
        {},
        isOver ? treePath(app, keeper.secret) : this.entry.element,
        h(
          "div.actions",
          {},
          button("quiet", t("restart"), () => this.restart(), {
            "data-key": "restart",
            disabled: !keeper.steps.length && !isOver,
          }),
          !isOver && button("quiet", t("giveUp"), () => this.giveUp(), { "data-key": "give" }),
          this.#level(),
        ),
      ),
    );
    app.keep(this.place);
  }

  #head() {
    return h("div.intro", {}, h("h1", {}, t("guess.title")), h("p", {}, describeSecret(this.app)));
  }

  #level() {
    const isFixed = this.keeper.steps.length > 0;
    const choose = (event) => {
      this.isEvasive = event.target.value === "yes";
      this.app.remember("evasive", event.target.value);
      this.restart();
    };
    const option = (value, key) => h("option", { value, selected: (value === "yes") === this.isEvasive }, t(key));
    return h(
      "label.level",
      {},
      h("span", {}, t("level")),
      h(
        "select",
        { onchange: choose, "data-key": "level", disabled: isFixed, title: isFixed ? t("level.fixed") : null },
        option("no", "level.honest"),
        option("yes", "level.evasive"),
      ),
    );
  }

  #end() {
    const { app, keeper } = this;
    return h(
      "div.now.end",
      {},
      h("p.eyebrow", {}, t(keeper.isFinished ? "found" : "guess.itWas")),
      code(app, keeper.secret, "big"),
      keeper.isFinished && h("p.result", {}, t("guess.found", { n: keeper.steps.length })),
      button("main", t("again"), () => this.restart(), { "data-key": "again", "data-home": true }),
    );
  }

  ask(guess) {
    const step = this.keeper.answer(guess);
    this.entry.set("");
    this.render();
    const left = t("left", { n: step.after });
    this.app.say(
      this.keeper.isFinished
        ? t("guess.found", { n: this.keeper.steps.length })
        : `${guess}: ${spoken(this.app, step.label)}. ${left}`,
    );
  }

  giveUp() {
    this.keeper.hasGivenUp = true;
    this.render();
    this.app.say(`${t("guess.itWas")} ${this.keeper.secret}`);
    this.element.querySelector("[data-home]")?.focus();
  }

  restart() {
    this.app.dismiss();
    this.#begin();
    this.render();
  }

  key(event) {
    if (/^[0-9a-zA-Z]$/.test(event.key) && !this.keeper.isFinished) {
      this.entry.input.focus();
      this.entry.set(this.entry.text + event.key);
      event.preventDefault();
    }
  }
}
