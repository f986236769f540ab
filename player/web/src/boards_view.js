// Guess with several secrets: a guess goes to all boards that are open, as in Dordle, Quordle and Octordle.

import { format, showHistory } from "./address.js";
import { reveal } from "./answering.js";
import { Boards } from "./codemaker.js";
import { scramble, unscramble } from "./daily.js";
import { button, h, swap } from "./dom.js";
import { guessEntry } from "./entry.js";
import { helpButton, showHelp } from "./guess_view.js";
import { number, t, tSymbols } from "./i18n.js";
import { answersName, describeSecret, gameTitle, hasBulls, hasMarks, notationOf, notationsOf, spoken, wordText } from "./notation.js";
import { againButton, boardsChoice, code, row, rowList } from "./parts.js";
import { send, shareText } from "./share.js";

export class BoardsView {
  constructor(app, { boards, h: steps, challenge, givenUp }) {
    const name = t("boards.title", { n: Number(boards) });
    Object.assign(this, { app, name, count: boards, element: h("section.guess") });
    this.#begin(steps, challenge?.split("/").map((one) => unscramble(app.rules, one)).join("/"));
    if (steps.length) this.codemaker.isUp = this.codemaker.keep(givenUp);
    this.#render();
  }

  get place() {
    const { name, codemaker, count, challenge, isNamed } = this;
    return { name, boards: count, h: showHistory(codemaker.steps), challenge: isNamed ? challenge : "" };
  }

  get challenge() {
    return this.codemaker.boards.map(({ secret }) => scramble(this.app.rules, secret)).join("/");
  }

  #begin(steps = [], named = null) {
    const { app, count } = this;
    const make = (some) => (this.codemaker = new Boards(app.rules, Number(count), app.tree.depth, some));
    const { isPossible } = make(steps);
    this.isNamed = named !== null && this.codemaker.keep(named);
    const kind = !isPossible ? "none" : named !== null && !this.isNamed && "challenge";
    if (kind) app.complain({ kind, at: 0 }, steps);
    if (kind) make([]);
    this.entry = guessEntry(app, (text) => this.#ask(text));
  }

  get #isOver() {
    return this.codemaker.isFinished || this.codemaker.hasGivenUp;
  }

  #render() {
    const { app, codemaker } = this;
    const isOver = this.#isOver;
    const n = app.rules.positions || 4;
    const shape = { "--symbols": n, "--answer": hasMarks(app) ? "0rem" : `${0.8 + 0.6 * n}rem` };
    // Where there is little room, circles stand in place of words.
    const notation = notationOf(app) === "words" ? notationsOf(app).at(-1) : notationOf(app);
    const hint = notation === notationOf(app) ? answersName(app) : notation;
    this.entry.mark(codemaker.open.flatMap((board) => board.steps));
    swap(this.element,
      h("div.board",
        isOver ? this.#end() : this.#heading(),
        h("div.sides.boards", shape, codemaker.boards.map((board, i) => this.#board(board, i, notation))),
        hasBulls(app) && h("p.hint", tSymbols(app.rules, `hint.${hint}`))),
      h("div.hand",
        !isOver && this.entry.element,
        h("div.actions",
          !isOver && button("quiet", t("restart"), () => this.#restart(), { "data-key": "restart", disabled: !codemaker.steps.length }),
          !isOver && button("quiet", t("giveUp"), () => this.#giveUp(), { "data-key": "give" }),
          boardsChoice(app, this.count, codemaker.steps.length > 0 && !isOver))));
    app.keep(this.place);
  }

  #board({ candidates, isFinished, secret, steps }, i, notation) {
    const { app } = this;
    const left = this.#isOver ? code(app, secret) : t("leftShort", { n: candidates.length });
    return h(`div.side${isFinished ? ".found" : this.#isOver ? "" : ".active"}`,
      h("h2", t("boards.board", { n: i + 1 }), h("span", isFinished ? `${t("found")}: ${number(steps.length)}` : left)),
      rowList(steps.map((step, k) => row(app, step, k, { notation })), ".compact"));
  }

  #heading() {
    const { app, codemaker: { most, steps }, name } = this;
    const playing = (title) => h("div.playing", h("h1", title), helpButton(app));
    if (steps.length) return playing(t("boards.round", { n: steps.length + 1, most }));
    return h("div.intro", playing(name), h("p", describeSecret(app)), h("p.hint", t("boards.lead", { most })));
  }

  get #result() {
    const { boards, isFinished, most, steps, open } = this.codemaker;
    return isFinished ? t("boards.won", { n: steps.length, most }) : t("boards.lost", { n: boards.length - open.length, boards: boards.length });
  }

  #end() {
    const share = () => send(this.app, shareText(this.shared));
    return h(`div.now.end${this.codemaker.isFinished ? ".won" : ""}`,
      h("h1.eyebrow", this.name),
      h("p.result", this.#result),
      h("div.actions", againButton(() => this.#restart()), this.codemaker.steps.length > 0 && button("quiet", t("share"), share, { "data-key": "share" })));
  }

  get shared() {
    const { app, challenge, codemaker, count } = this;
    const scores = codemaker.boards.map(({ isFinished, steps }) => (isFinished ? steps.length : "–")).join(" ");
    const address = location.href.split("#")[0] + format({ tree: app.name, mode: "guess", challenge, boards: count });
    const link = /^https?:/.test(location.protocol) && address;
    return { title: gameTitle(app), subject: this.name, result: this.#result, scores, link, rounds: [] };
  }

  #ask(guess) {
    const { app, codemaker } = this;
    const asked = codemaker.open.map((board) => [codemaker.boards.indexOf(board) + 1, board.answer(guess).label]);
    this.entry.set("");
    this.#goOn([`${wordText(app, guess)}.`, ...asked.map(([n, label]) => `${t("boards.board", { n })}: ${spoken(app, label)}.`)].join(" "));
  }

  #giveUp() {
    this.codemaker.isUp = true;
    this.#goOn("");
  }

  #goOn(said) {
    this.#render();
    this.app.say(this.#isOver ? `${said} ${this.#result}` : said);
    this.element.querySelector("[data-home]").focus({ preventScroll: true });
    if (this.#isOver) scrollTo({ top: 0 });
    else this.shown();
  }

  shown() {
    if (!this.#isOver) reveal(this.element, ".active .row");
  }

  #restart() {
    this.app.dismiss();
    this.#begin();
    this.#render();
  }

  key(event) {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "?") showHelp(this.app);
    else if (!this.#isOver) this.entry.key(event);
  }
}
