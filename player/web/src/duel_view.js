// Duel: the person and the page guess in turn, on the same screen.

import { showHistory } from "./address.js";
import { button, h, swap } from "./dom.js";
import { Game } from "./game.js";
import { treePath } from "./guess_view.js";
import { t } from "./i18n.js";
import { Keeper } from "./keeper.js";
import { Entry, checkWord, code, describeSecret, pad, row, spoken } from "./parts.js";

export class DuelView {
  constructor(app, place) {
    this.app = app;
    this.element = h("section.duel");
    this.game = new Game(app.tree, app.rules);
    const problem = this.game.replay(place.h);
    if (problem) app.complain(problem, place.h, this.game);
    const isPossible = Keeper.isPossible(app.rules, place.y);
    if (!isPossible) app.complain({ kind: "none", at: 0 }, place.y);
    this.#begin(isPossible ? place.y : []);
    this.render();
  }

  get place() {
    return { h: showHistory(this.game.steps), y: showHistory(this.keeper.steps) };
  }

  #begin(steps = []) {
    const { app } = this;
    this.keeper = new Keeper(app.rules, false, steps);
    this.entry = new Entry(app, {
      name: t("guess.yours"),
      action: t("guess.ask"),
      check: (text) => checkWord(app, text, false),
      submit: (text) => this.ask(text),
    });
  }

  /** The person begins; the page has as many guesses. */
  get isMyTurn() {
    return this.keeper.steps.length <= this.game.steps.length;
  }

  /** Over when a round is whole and one of the two has found it. */
  get isOver() {
    return this.isMyTurn && (this.keeper.isFinished || this.game.isFinished);
  }

  get result() {
    if (this.keeper.isFinished && this.game.isFinished) return "duel.draw";
    return this.keeper.isFinished ? "duel.won" : "duel.lost";
  }

  render() {
    const { app, game, keeper } = this;
    const isNew = !keeper.steps.length && !game.steps.length;
    const side = (key, steps, isActive) =>
      h(
        `div.side${isActive ? ".active" : ""}`,
        {},
        h("h2", {}, t(key)),
        h(
          "ol.rows.compact",
          { "aria-label": t(key) },
          steps.map((step, i) => row(app, step, i, {})),
          !steps.length && h("li.row.empty", {}, t("duel.none")),
        ),
      );
    swap(
      this.element,
      h(
        "div.board",
        {},
        isNew
          ? h("div.intro", {}, h("h1", {}, t("duel.title")), h("p", {}, describeSecret(app)))
          : h("h1.unseen", {}, t("mode.duel")),
        h(
          "div.sides",
          {},
          side("duel.you", keeper.steps, !this.isOver && this.isMyTurn),
          side("duel.page", game.steps, !this.isOver && !this.isMyTurn),
        ),
      ),
      h(
        "div.hand",
        {},
        this.isOver ? this.#end() : this.isMyTurn ? this.#mine() : this.#page(),
        h(
          "div.actions",
          {},
          button("quiet", t("undo"), () => this.undo(), { "data-key": "undo", disabled: !game.steps.length }),
          button("quiet", t("restart"), () => this.restart(), { "data-key": "restart", disabled: isNew }),
        ),
      ),
    );
    app.keep(this.place);
  }

  #mine() {
    return h("div", {}, h("p.lead", {}, t("duel.yourTurn")), this.entry.element);
  }

  #page() {
    const { app, game } = this;
    return h(
      "div.now",
      {},
      h("p.lead", {}, t("duel.pageTurn")),
      code(app, game.now.guess, "big"),
      pad(app, game.possible(), (label) => this.answer(label)),
    );
  }

  #end() {
    const { app, keeper } = this;
    return h(
      "div.now.end",
      {},
      h("p.result", { role: "status" }, t(this.result, { n: this.game.steps.length })),
      !keeper.isFinished && h("p", {}, t("duel.mine"), " ", code(app, keeper.secret)),
      button("main", t("again"), () => this.restart(), { "data-key": "again", "data-home": true }),
      treePath(app, keeper.secret),
    );
  }

  ask(guess) {
    const step = this.keeper.answer(guess);
    this.entry.set("");
    this.render();
    const next = this.isOver
      ? t(this.result, { n: this.keeper.steps.length })
      : `${t("duel.pageTurn")} ${this.game.now.guess}`;
    this.app.say(`${guess}: ${spoken(this.app, step.label)}. ${next}`);
    this.element.querySelector(".pad [data-home]")?.focus({ preventScroll: true });
  }

  answer(label) {
    if (!this.game.answer(label)) {
      this.app.say(t("impossible", { feedback: spoken(this.app, label) }));
      return;
    }
    this.render();
    this.app.say(this.isOver ? t(this.result, { n: this.game.steps.length }) : t("duel.yourTurn"));
    this.element.querySelector("[data-home]")?.focus({ preventScroll: true });
  }

  /** Takes the last round back; the page's secret stays. */
  undo() {
    this.game.undo();
    if (this.keeper.steps.length > this.game.steps.length + 1) {
      const { secret } = this.keeper;
      this.#begin(this.keeper.steps.slice(0, this.game.steps.length + 1));
      this.keeper.secret = secret;
    }
    this.render();
  }

  restart() {
    this.app.dismiss();
    this.game.restart();
    this.#begin();
    this.render();
  }

  key() {}
}
