// Guess: the page keeps a secret, which is that of the day, a friend's, or any other.

import { format, showHistory } from "./address.js";
import { Boards } from "./codemaker.js";
import { dailySecret, isDay, scramble, today, unscramble } from "./daily.js";
import { reveal } from "./answering.js";
import { button, h, select, swap } from "./dom.js";
import { Entry, guessEntry } from "./entry.js";
import { showHelp } from "./help.js";
import { number, t, tSymbols } from "./i18n.js";
import { gamesOfDays, isKeeping, keepDay, record, statistics, streakOf } from "./kept.js";
import { answersName, emptyLook, gameTitle, hasBulls, hasMarks, notationOf, notationsOf, spoken, tallyOf, wordText } from "./notation.js";
import { againButton, boardCounts, code, figure, histogram, openSheet, row, rowList } from "./parts.js";
import { ReviewView } from "./review_view.js";
import { sum } from "./solve.js";

const DAY = 86_400_000; // milliseconds
const FIRST_DAY = Date.UTC(2024, 0, 1); // the day of the first daily secret
const USUAL = 6; // guesses that a game of one board grants, or as many as its tree needs, if these are more
const MOST_DAILY = 8; // guesses at a daily secret, or one more than the tree needs, if these are more

/** The way to the game of the tree for a secret; null for a word outside its list. */
export function pathButton(app, secret) {
  const node = app.tree.find(secret);
  const see = () => app.go({ mode: "explore", h: showHistory(app.tree.gameOf(node)) });
  return node >= 0 ? button("quiet", t("seeInTree"), see, { "data-key": "see" }) : null;
}

/** The choice between boards and a game against the tree; `change(place)` receives the place of the game. */
export function modeChoice(app, chosen, change) {
  const counts = boardCounts(app.rules).map((count) => [count, t("boards.title", { n: Number(count) })]);
  const choose = (value) => change(value === "duel" ? { mode: "duel" } : { mode: "guess", boards: value });
  return h("label", h("span", t("boards")), select("boards", [...counts, ["duel", t("mode.duel")]], chosen, choose));
}

export class GuessView {
  constructor(app, place) {
    this.app = app;
    this.element = h("section.guess");
    const count = Number(place.boards) || 1;
    const isDaily = count === 1 && (place.daily ? isDay(place.daily) : !place.h.length && !place.level && !place.challenge);
    if (isDaily) return this.#beginDaily(place.daily || today(), place.daily && place.h);
    const secrets = place.challenge ? place.challenge.split("/").map((one) => unscramble(app.rules, one)) : [];
    const isNamed = secrets.length === count && secrets.every(Boolean);
    if (place.challenge && !isNamed) app.complain({ kind: "challenge", at: 0 }, []);
    else if (place.daily && count === 1) app.complain({ kind: "daily", at: 0, wanted: place.daily }, []);
    const kind = count > 1 ? "boards" : isNamed ? "challenge" : "free";
    this.#begin({ kind, count, secrets: isNamed ? secrets.join(" ") : null, steps: place.h, givenUp: place.givenUp });
  }

  /** The place for the address; the number of today has one only after the first guess. */
  get place() {
    const { kind, isDaily, count, day, codemaker } = this;
    const isNew = !codemaker.steps.length;
    const n = (Date.parse(day) - FIRST_DAY) / DAY + 1;
    return {
      name: { daily: t("daily.title", { n }), challenge: t("challenge.title"), boards: t("boards.title", { n: count }) }[kind],
      h: isDaily ? "" : showHistory(codemaker.steps),
      daily: isDaily && !(isNew && day === today()) ? day : "",
      challenge: !isDaily && codemaker.isNamed ? this.challenge : "",
      boards: kind === "boards" ? String(count) : "",
      level: kind === "free" && isNew ? "honest" : "",
    };
  }

  /** `secrets` are those that the page keeps, null for any.  A game that was given up has shown its secret. */
  #begin({ kind, day = null, count = 1, secrets = null, steps = [], givenUp = null }) {
    const { rules, tree } = this.app;
    this.review?.stopper.abort();
    Object.assign(this, { kind, isDaily: kind === "daily", isOne: count === 1, day, count, review: null });
    const most = this.isDaily ? Math.max(MOST_DAILY, tree.depth + 1) : this.isOne ? Infinity : Math.max(USUAL, tree.depth) + count - 1;
    this.codemaker = new Boards(rules, count, most, steps);
    if (!this.codemaker.isPossible || (secrets && !this.codemaker.keep(secrets))) {
      this.app.complain({ kind: "none", at: 0 }, steps);
      this.codemaker = new Boards(rules, count, most);
      this.codemaker.keep(secrets);
    }
    if (this.codemaker.steps.length > 0 || this.isDaily) this.codemaker.hasGivenUp ||= this.codemaker.keep(givenUp);
    this.codemaker.isNamed = secrets !== null;
    this.entry = guessEntry(this.app, (text) => this.#ask(text));
    this.#render();
  }

  get challenge() {
    return this.codemaker.secret.split(" ").map((secret) => scramble(this.app.rules, secret)).join("/");
  }

  /** Goes on with the game of a day as the browser has saved it; the `steps` of an address are not trusted. */
  #beginDaily(day, steps) {
    const { rules } = this.app;
    const secret = dailySecret(rules, day);
    const saved = gamesOfDays(this.app).get(day) ?? { steps: [], history: "", isLate: day !== today() };
    const isRight = ({ guess, label }, i) =>
      rules.isGuess(guess) && rules.feedback(guess, secret) === label && (label !== rules.winning || i === saved.steps.length - 1);
    const isSound = saved.steps.every(isRight);
    if (steps?.length && showHistory(steps) !== saved.history) this.app.complain({ kind: "replay", at: 0 }, steps);
    this.isLate = saved.isLate;
    this.#begin({ kind: "daily", day, secrets: secret, steps: isSound ? saved.steps : [], givenUp: isSound && saved.hasGivenUp ? secret : null });
  }

  /** Whether the game of this day went on elsewhere, as in another tab; then it goes on from there. */
  #hasGoneOn() {
    const saved = this.isDaily && gamesOfDays(this.app).get(this.day);
    if (!saved || (!saved.hasGivenUp && saved.steps.length <= this.codemaker.steps.length)) return false;
    this.#beginDaily(this.day);
    this.app.complain({ kind: "elsewhere", at: 0 }, []);
    return true;
  }

  get #isOver() {
    return this.codemaker.isFinished || this.codemaker.hasGivenUp;
  }

  #render() {
    const { app, codemaker, isDaily, isOne } = this;
    const { steps } = codemaker;
    const isOver = this.#isOver;
    const all = (isOver || app.showsCounts) && app.rules.secrets.length;
    if (isOver && steps.length && isOne) this.review ??= new ReviewView(app, steps, codemaker.secret);
    this.entry.mark(isOne ? steps : codemaker.open.flatMap((board) => board.steps));
    const rows = () => rowList(steps.map((step, i) => row(app, step, i, { all, bits: all ? step.bits : undefined, note: this.review?.notes[i] })), "", all);
    swap(this.element,
      h("div.board",
        isOver ? this.#end() : this.#heading(),
        isOne ? rows() : this.#boards(),
        !isOver && isOne && this.#ahead(),
        isOver && this.review?.scores),
      h("div.hand",
        isOver ? isOne && this.#statistics() : this.entry.element,
        !isOver && steps.length > 0 && h("div.actions",
          !isDaily && button("quiet", t("restart"), () => this.#restart(), { "data-key": "restart" }),
          button("quiet", t("giveUp"), () => this.#giveUp(), { "data-key": "give" })),
        isOver && h("div.actions",
          isOne && pathButton(app, codemaker.secret),
          !isDaily && this.#dailyButton("quiet"),
          this.#challengeButton())));
    app.keep(this.place);
  }

  /** The settings of this mode in the sheet; `change(place)` goes to another game. */
  settings(change) {
    const { isDaily, codemaker } = this;
    const isNew = !codemaker.steps.length && !this.#isOver;
    const restart = () => (change(), this.#restart());
    return [
      modeChoice(this.app, String(this.count), change),
      h("div.actions",
        (isDaily || !isNew) && button("quiet", t("restart"), restart, { "data-key": "sheet-restart" }),
        !isDaily && this.#dailyButton("quiet", change),
        this.#challengeButton(change)),
    ];
  }

  #dailyButton(look, before = () => {}) {
    const go = () => (before(), this.app.dismiss(), this.#beginDaily(today()));
    return button(look, this.#dailyName, go, { "data-key": "daily" });
  }

  #challengeButton(before = () => {}) {
    return button("quiet", t("challenge.make"), () => (before(), this.#makeChallenge()), { "data-key": "challenge" });
  }

  #boards() {
    const { app } = this;
    const n = app.rules.positions || 4;
    const shape = { "--symbols": n, "--answer": hasMarks(app) ? "0rem" : `${1.2 + 0.6 * n}rem` };
    // If there is little room, circles replace words.
    const notation = notationOf(app) === "words" ? notationsOf(app).at(-1) : notationOf(app);
    const board = ({ candidates, isFinished, secret, steps }, i) => {
      const left = this.#isOver ? code(app, secret) : app.showsCounts && t("leftShort", { n: candidates.length });
      return h(`div.side${isFinished ? ".found" : this.#isOver ? "" : ".active"}`,
        h("h2", t("boards.board", { n: i + 1 }), h("span", isFinished ? `${t("found")}: ${number(steps.length)}` : left)),
        rowList(steps.map((step, k) => row(app, step, k, { notation })), ".compact"));
    };
    const boards = h("div.sides.boards", shape, this.codemaker.boards.map(board));
    return [boards, hasBulls(app) && h("p.hint", tSymbols(app.rules, `hint.${notation === notationOf(app) ? answersName(app) : notation}`))];
  }

  /** The empty rows after the current one, as many as the tree may need, if there is room. */
  #ahead() {
    const { rules, tree } = this.app;
    const count = Math.max(0, tree.depth - this.codemaker.steps.length - 1);
    const line = () => h("div.code", Array.from({ length: rules.positions ?? 0 }, () => h(`span.${emptyLook(this.app)}`)));
    return rules.positions > 0 && h("div.ahead", { "aria-hidden": "true" }, Array.from({ length: count }, line));
  }

  get #dailyName() {
    const { noun } = this.app.rules;
    return t(noun === "numbers" ? "daily.number" : noun === "words" ? "daily.word" : "daily.code");
  }

  #heading() {
    const { app, isDaily, codemaker: { most, steps } } = this;
    const help = button("help", "?", () => showHelp(app), { "aria-label": t("help"), title: t("help"), "data-key": "help" });
    const name = isDaily ? this.#dailyName : (this.place.name ?? t("guess.title"));
    const round = steps.length > 0 && most < Infinity && h("p.hint", t("boards.round", { n: steps.length + 1, most }));
    return h(`div.playing${steps.length ? "" : ".new"}`, h("h1", name), help, round);
  }

  #end() {
    const { app, codemaker, isDaily, isOne } = this;
    const n = codemaker.steps.length;
    const date = this.day && new Intl.DateTimeFormat(app.language, { dateStyle: "long", timeZone: "UTC" }).format(new Date(this.day));
    const subject = isDaily ? `${this.#dailyName}, ${date}` : (this.place.name ?? gameTitle(app));
    const again = againButton(() => this.#restart(), !isDaily || !n);
    const share = n > 0 ? [
      button(isDaily ? "main" : "quiet", t("share"), () => this.#share(), { "data-key": "share", "data-home": isDaily }),
      isOne && button("quiet", t("review.show"), () => this.review.scores.scrollIntoView({ block: "center" }), { "data-key": "review" }),
    ] : [];
    return h(`div.now.end${codemaker.isFinished ? ".won" : ""}`,
      h("h1.eyebrow", subject),
      isOne && !codemaker.isFinished && h("p.eyebrow", t("guess.itWas")),
      isOne && code(app, codemaker.secret, "big"),
      this.#result && h("p.result", this.#result),
      h("div.actions", isDaily ? [...share, again] : [again, ...share]),
      isDaily && this.#next());
  }

  get #result() {
    const { isFinished, most, open, steps } = this.codemaker;
    const [n, boards, tree] = [steps.length, this.count, this.#treeTook];
    if (!this.isOne) return isFinished ? t("boards.won", { n, most }) : t("boards.lost", { n: boards - open.length, boards });
    if (!isFinished) return "";
    return tree ? t(this.app.tree.isBest ? "guess.best" : "guess.compared", { n, tree }) : t("guess.found", { n });
  }

  /** How many guesses the tree takes for the secret; null for a word outside its list. */
  get #treeTook() {
    const { tree } = this.app;
    const node = tree.find(this.codemaker.secret);
    return node < 0 ? null : tree.gameOf(node).length;
  }

  /** The time until the next daily secret, or a button that goes to it. */
  #next() {
    if (this.day !== today()) return this.#dailyButton("main");
    const time = new Intl.DateTimeFormat(this.app.language, { timeStyle: "short" }).format(new Date(Date.parse(this.day) + DAY));
    return h("p.hint", t("daily.next", { time }));
  }

  #statistics() {
    const { app } = this;
    if (!isKeeping()) return h("p.hint", t("stats.unkept"));
    const saved = statistics(app);
    if (!saved.games) return null;
    const found = sum(saved.counts);
    const total = sum(saved.counts.map((count, i) => count * (i + 1)));
    const first = saved.counts.findIndex((count) => count > 0);
    return h("div.statistics",
      h("h2", t("stats")),
      h("dl.figures",
        figure("stats.games", saved.games),
        found > 0 && figure("stats.average", total / found),
        app.tree.isLeast && figure("stats.best", app.tree.statistics(0).average),
        figure("stats.streak", streakOf(saved, today()))),
      found > 0 && histogram(saved.counts.slice(first), first + 1, t("stats.histogram")));
  }

  #ask(guess) {
    if (this.#hasGoneOn()) return;
    const { codemaker, app } = this;
    const steps = codemaker.answer(guess);
    this.entry.set("");
    const each = steps.map(({ n, label }) => `${t("boards.board", { n })}: ${spoken(app, label)}`);
    const next = `${wordText(app, guess)}: ${this.isOne ? `${spoken(app, steps[0].label)}. ${app.leftText(steps[0].after)}` : each.join("; ")}`;
    this.#goOn(this.#isOver ? this.#result || this.#lostText : next);
  }

  get #lostText() {
    return `${t("guess.itWas")} ${wordText(this.app, this.codemaker.secret)}`;
  }

  #giveUp() {
    if (this.#hasGoneOn()) return;
    this.codemaker.hasGivenUp = true;
    this.#goOn(this.#lostText);
  }

  /** Saves the number of today, counts a game that has ended, and announces `message`. */
  #goOn(message) {
    const { app, codemaker, isDaily, isOne, day } = this;
    const { steps, isFinished, hasGivenUp } = codemaker;
    if (isDaily) keepDay(app, day, { history: showHistory(steps), hasGivenUp, isLate: this.isLate });
    if (this.#isOver && steps.length > 0 && isOne) record(app, isFinished ? steps.length : 0, isDaily && !this.isLate ? day : null);
    this.#render();
    app.say(message);
    const home = this.#isOver ? this.element.querySelector("[data-home]") : this.entry.input;
    home?.focus({ preventScroll: true });
    if (this.#isOver) scrollTo({ top: 0 });
    else this.shown();
  }

  #restart() {
    this.app.dismiss();
    this.#begin({ kind: this.isOne ? "free" : "boards", count: this.count });
  }

  shown() {
    if (!this.#isOver) reveal(this.element, ":not(.found) > .rows .row");
  }

  #link(place) {
    return location.href.split("#")[0] + format({ tree: this.app.name, mode: "guess", ...place });
  }

  /** The game as text: for each guess the number of right symbols, but neither the guess nor their places. */
  get shared() {
    const { app, codemaker: { steps, isFinished, boards }, kind, isOne, day, challenge } = this;
    const place = { daily: { daily: day }, boards: { challenge, boards: this.count } }[kind] ?? { challenge, level: "honest" };
    const title = [gameTitle(app), { daily: day, boards: this.place.name }[kind]].filter(Boolean).join(" · ");
    const result = isOne ? t(isFinished ? "share.found" : "share.notFound", { n: steps.length }) : this.#result;
    const signs = app.theme === "contrast" ? ["🟧", "🟦"] : ["🟩", "🟨"];
    const show = (counts) => counts.map((n, i) => (n ? `${signs[i]}${n}` : "")).join(" ").trim() || "⬜";
    const each = boards.map((board) => (board.isFinished ? board.steps.length : "–")).join(" ");
    const rounds = isOne ? steps.map(({ label }) => show(tallyOf(app, label))) : ["", each];
    const tree = isOne && this.#treeTook;
    const scores = tree ? `\n${t("share.tree", { n: tree })}` : [];
    const link = /^https?:/.test(location.protocol) ? `\n${this.#link(place)}` : [];
    return [title, result, "", rounds, scores, link].flat().join("\n").trim();
  }

  /** Shares a game as the system does on phones, where the person may close that again; else copies it. */
  async #share() {
    const text = this.shared;
    try {
      if (navigator.share && matchMedia("(pointer: coarse)").matches) return await navigator.share({ text });
    } catch (error) {
      if (error.name === "AbortError") return;
    }
    await this.app.copy(text);
  }

  #makeChallenge() {
    const { app } = this;
    openSheet("challenge.make", (close) => {
      const submit = (secret) => {
        app.copy(this.#link({ challenge: scramble(app.rules, secret), level: "honest" }));
        close();
      };
      const entry = new Entry(app, { name: t("challenge.secret"), action: t("copyLink"), submit, isSecret: true });
      const { secret } = this.codemaker;
      // The secret of today is the same for everybody, so it makes no challenge.
      if (this.#isOver && this.isOne && secret !== dailySecret(app.rules, today())) entry.set(secret);
      return [h("p", t("challenge.form")), entry.element, h("p.hint", t("challenge.note")), button("quiet", t("close"), close)];
    });
  }

  key(event) {
    if (event.key === "?") showHelp(this.app);
    else if (!this.#isOver) this.entry.key(event);
  }
}
