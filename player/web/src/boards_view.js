// Guess with several secrets: a guess goes to all boards that are open, as in Dordle, Quordle and Octordle.

import { format, showHistory } from "./address.js";
import { reveal } from "./answering.js";
import { Boards } from "./codemaker.js";
import { scramble, unscramble } from "./daily.js";
import { button, h, swap } from "./dom.js";
import { guessEntry } from "./entry.js";
import { showHelp } from "./guess_view.js";
import { number, t, tSymbols } from "./i18n.js";
import { answersName, describeSecret, gameTitle, hasBulls, hasMarks, notationOf, notationsOf, spoken, wordText } from "./notation.js";
import { againButton, boardsChoice, code, row, rowList } from "./parts.js";
import { send, shareText } from "./share.js";

export class BoardsView {
  constructor(app, { boards, h: steps, challenge, givenUp }) {
    Object.assign(this, { app, count: boards, element: h("section.guess") });
    const secrets = challenge?.split("/").map((one) => unscramble(app.rules, one));
    if (secrets && (secrets.length !== Number(boards) || secrets.includes(null))) app.complain({ kind: "challenge", at: 0 }, []);
    else this.named = secrets?.join("/");
    this.#begin(steps);
    if (givenUp && steps.length) this.codemaker.hasGivenUp ||= this.codemaker.keep(givenUp);
    this.#render();
  }

  get place() {
    const { codemaker, count, named } = this;
    const name = t("boards.title", { n: Number(count) });
    return { name, boards: count, h: showHistory(codemaker.steps), challenge: named ? this.challenge : "" };
  }

  get challenge() {
    return this.codemaker.boards.map(({ secret }) => scramble(this.app.rules, secret)).join("/");
  }

  get #isOver() {
    return this.codemaker.isFinished || this.codemaker.hasGivenUp;
  }

  #begin(steps = []) {
    const { app, named } = this;
    const make = (some) => new Boards(app.rules, Number(this.count), app.tree.depth, some);
    this.codemaker = make(steps);
    if (!this.codemaker.isPossible || (named && !this.codemaker.keep(named))) {
      app.complain({ kind: "none", at: 0 }, steps);
      this.codemaker = make([]);
      this.codemaker.keep(named);
    }
    for (const board of this.codemaker.boards) board.isNamed = Boolean(named);
    this.entry = guessEntry(app, (text) => this.#ask(text));
  }

  #render() {
    const { app, codemaker, count } = this;
    const { boards, steps } = codemaker;
    const isOver = this.#isOver;
    const n = app.rules.positions || 4;
    this.entry.mark(codemaker.open.flatMap((board) => board.steps));
    const shape = { "--symbols": n, "--answer": hasMarks(app) ? "0rem" : `${0.8 + 0.6 * n}rem` };
    swap(this.element,
      h("div.board",
        isOver ? this.#end() : this.#heading(),
        h("div.sides.boards", shape, boards.map((board, i) => this.#board(board, i))),
        hasBulls(app) && h("p.hint", tSymbols(app.rules, `hint.${this.#notation === notationOf(app) ? answersName(app) : "dots"}`))),
      h("div.hand",
        !isOver && this.entry.element,
        h("div.actions",
          !isOver && button("quiet", t("restart"), () => this.#restart(), { "data-key": "restart", disabled: !steps.length }),
          !isOver && button("quiet", t("giveUp"), () => this.#giveUp(), { "data-key": "give" }),
          boardsChoice(app, count, steps.length > 0 && !isOver))));
    app.keep(this.place);
  }

  /** How answers are written where there is little room: the circles in place of words. */
  get #notation() {
    const { app } = this;
    return notationOf(app) === "words" && notationsOf(app).includes("dots") ? "dots" : notationOf(app);
  }

  #board(board, i) {
    const { app } = this;
    const { candidates, isFinished, secret, steps } = board;
    const isShown = this.#isOver && !isFinished;
    const told = isFinished ? `${t("found")}: ${number(steps.length)}` : isShown ? code(app, secret) : t("leftShort", { n: candidates.length });
    const rows = steps.map((step, k) => row(app, step, k, { notation: this.#notation }));
    return h(`div.side${isFinished ? ".found" : isShown ? "" : ".active"}`,
      h("h2", t("boards.board", { n: i + 1 }), h("span", told)),
      rowList(rows, ".compact"));
  }

  #heading() {
    const { app, codemaker, count } = this;
    const n = codemaker.steps.length;
    const title = n ? t("boards.round", { n: n + 1, most: codemaker.most }) : t("boards.title", { n: Number(count) });
    const help = button("help", "?", () => showHelp(app), { "aria-label": t("help"), title: t("help"), "data-key": "help" });
    const playing = h("div.playing", h("h1", title), help);
    return n ? playing : h("div.intro", playing, h("p", describeSecret(app)), h("p.hint", t("boards.lead", { most: codemaker.most })));
  }

  get #result() {
    const { boards, isFinished, most, steps, open } = this.codemaker;
    return isFinished ? t("boards.won", { n: steps.length, most }) : t("boards.lost", { n: boards.length - open.length, boards: boards.length });
  }

  #end() {
    const { app, codemaker, count } = this;
    const share = () => send(app, shareText(this.shared));
    return h(`div.now.end${codemaker.isFinished ? ".won" : ""}`,
      h("h1.eyebrow", t("boards.title", { n: Number(count) })),
      h("p.result", this.#result),
      h("div.actions", againButton(() => this.#restart()), codemaker.steps.length > 0 && button("quiet", t("share"), share, { "data-key": "share" })));
  }

  get shared() {
    const { app, codemaker, count } = this;
    const address = { tree: app.name, mode: "guess", challenge: this.challenge, boards: count };
    return {
      title: gameTitle(app),
      subject: t("boards.title", { n: Number(count) }),
      result: this.#result,
      scores: codemaker.boards.map(({ isFinished, steps }) => (isFinished ? steps.length : "–")).join(" "),
      link: /^https?:/.test(location.protocol) ? location.href.split("#")[0] + format(address) : "",
      rounds: [],
    };
  }

  #ask(guess) {
    const { app, codemaker } = this;
    const asked = codemaker.open;
    codemaker.answer(guess);
    this.entry.set("");
    const told = asked.map((board) => `${t("boards.board", { n: codemaker.boards.indexOf(board) + 1 })}: ${spoken(app, board.steps.at(-1).label)}.`);
    this.#goOn([`${wordText(app, guess)}.`, ...told].join(" "));
  }

  #giveUp() {
    this.codemaker.hasGivenUp = true;
    this.#goOn("");
  }

  #goOn(said) {
    this.#render();
    this.app.say(this.#isOver ? `${said} ${this.#result}` : said);
    if (!this.#isOver) {
      this.entry.input.focus({ preventScroll: true });
      return this.shown();
    }
    this.element.querySelector("[data-home]")?.focus({ preventScroll: true });
    return scrollTo({ top: 0 });
  }

  shown() {
    if (!this.#isOver) reveal(this.element, ".active .row");
  }

  #restart() {
    this.app.dismiss();
    this.named = null;
    this.#begin();
    this.#render();
  }

  key(event) {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "?") showHelp(this.app);
    else if (!this.#isOver) this.entry.key(event);
  }
}
