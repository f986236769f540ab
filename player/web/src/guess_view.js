// Guess: the page keeps a secret, honestly or evasively: that of the day, a friend's, or any.

import { format, showHistory } from "./address.js";
import { Codemaker } from "./codemaker.js";
import { dailySecret, isDay, scramble, today, unscramble } from "./daily.js";
import { reveal } from "./answering.js";
import { button, h, later, select, swap } from "./dom.js";
import { Entry, guessEntry } from "./entry.js";
import { number, t, tSymbols } from "./i18n.js";
import { gamesOfDays, isKeeping, keepDay, record, statistics, streakOf } from "./kept.js";
import { describeSecret, emptyLook, gameTitle, spoken, tallyOf, wordText } from "./notation.js";
import { againButton, barRows, boardsChoice, code, feedback, figure, openSheet, row, rowList } from "./parts.js";
import { ReviewView, signed } from "./review_view.js";
import { send, sendPicture, sharePicture, shareText } from "./share.js";
import { consistent, sum } from "./solve.js";

const SPARKS = 18; // of a win
const DAY = 86_400_000; // milliseconds
const FIRST_DAY = Date.UTC(2024, 0, 1); // has the first of the daily secrets

export function treePath(app, secret) {
  const steps = app.tree.gameOf(app.tree.find(secret));
  return h("div.afterwards",
    h("h2", t("guess.tree", { n: steps.length })),
    h("ol.rows", steps.map((step, i) => row(app, step, i))),
    button("quiet", t("seeInTree"), () => app.go({ mode: "explore", h: showHistory(steps) })));
}

export class GuessView {
  constructor(app, place) {
    this.app = app;
    this.element = h("section.guess");
    const isPossible = Boolean(place.daily) || Codemaker.isPossible(app.rules, place.h);
    if (!isPossible) app.complain({ kind: "none", at: 0 }, place.h);
    const steps = isPossible ? place.h : [];
    const secret = place.challenge ? unscramble(app.rules, place.challenge) : null;
    const isDaily = place.daily ? isDay(place.daily) : !steps.length && !place.level;
    if (place.challenge && !secret) app.complain({ kind: "challenge", at: 0 }, []);
    else if (place.daily && !isDaily) app.complain({ kind: "daily", at: 0, wanted: place.daily }, []);
    if (secret) this.#begin({ kind: "challenge", secret, steps });
    else if (isDaily) this.#beginDaily(place.daily || today(), place.daily && place.h);
    else {
      // The secret of a game that was given up is known already.
      const isKnown = steps.length > 0 && consistent(app.rules, steps).includes(place.givenUp);
      const kept = isKnown ? place.givenUp : null;
      this.#begin({ kind: "free", secret: kept, steps, isEvasive: place.level === "evasive", hasGivenUp: isKnown });
    }
  }

  /** What the address says: that of the number of today only from the first guess on. */
  get place() {
    const { kind, day, isEvasive, codemaker } = this;
    const isNew = !codemaker.steps.length;
    const n = (Date.parse(day) - FIRST_DAY) / DAY + 1;
    return {
      name: { daily: t("daily.title", { n }), challenge: t("challenge.title") }[kind],
      h: kind === "daily" ? "" : showHistory(codemaker.steps),
      daily: kind === "daily" && !(isNew && day === today()) ? day : "",
      challenge: kind === "challenge" ? scramble(this.app.rules, codemaker.secret) : "",
      level: isEvasive ? "evasive" : kind === "free" && isNew ? "honest" : "",
    };
  }

  /** `secret` is what the page keeps, null for any; steps that are wrong for it are left out, and so is all after them. */
  #begin({ kind, day = null, secret = null, steps = [], isEvasive = false, hasGivenUp = false }) {
    const { rules } = this.app;
    const isWrong = ({ guess, label }) => secret && rules.feedback(guess, secret) !== label;
    const end = steps.findIndex(isWrong);
    if (end >= 0) this.app.complain({ kind: "none", at: end }, steps);
    this.review?.stop();
    Object.assign(this, { kind, day, isEvasive, review: null });
    this.codemaker = new Codemaker(rules, isEvasive, end < 0 ? steps : steps.slice(0, end));
    this.codemaker.hasGivenUp ||= hasGivenUp;
    // A secret that the address names is never replaced by a kept one.
    if (secret) Object.assign(this.codemaker, { secret, isNamed: true });
    this.entry = guessEntry(this.app, (text) => this.#ask(text));
    this.#render();
  }

  /** Goes on with the game of a day, which is what the browser keeps of it: `steps` of an address are not believed. */
  #beginDaily(day, steps) {
    const { rules } = this.app;
    const secret = dailySecret(rules, day);
    const kept = gamesOfDays(this.app).get(day) ?? { steps: [], history: "", isLate: day !== today() };
    const isRight = ({ guess, label }, i) =>
      rules.isGuess(guess) && rules.feedback(guess, secret) === label && (label !== rules.winning || i === kept.steps.length - 1);
    const isSound = kept.steps.every(isRight);
    if (steps?.length && showHistory(steps) !== kept.history) this.app.complain({ kind: "replay", at: 0 }, steps);
    this.isLate = kept.isLate;
    this.#begin({ kind: "daily", day, secret, steps: isSound ? kept.steps : [], hasGivenUp: isSound && kept.hasGivenUp });
  }

  /** Whether the game of this day went on elsewhere, as in another tab; then it goes on from there. */
  #hasGoneOn() {
    const kept = this.kind === "daily" && gamesOfDays(this.app).get(this.day);
    if (!kept || (!kept.hasGivenUp && kept.steps.length <= this.codemaker.steps.length)) return false;
    this.#beginDaily(this.day);
    return true;
  }

  get #isOver() {
    return this.codemaker.isFinished || this.codemaker.hasGivenUp;
  }

  #render() {
    const { app, codemaker, kind } = this;
    const { steps } = codemaker;
    const isOver = this.#isOver;
    const all = app.rules.secrets.length;
    if (isOver && steps.length) this.review ??= new ReviewView(app, steps, codemaker.secret);
    this.entry.mark(steps);
    const rows = steps.map((step, i) => row(app, step, i, { all, bits: step.bits, note: this.review?.notes[i] }));
    const restart = { "data-key": "restart", disabled: kind === "free" && !steps.length && !isOver };
    swap(this.element,
      h("div.board",
        isOver ? this.#end() : this.#heading(),
        rowList(rows, "", all),
        !isOver && this.#ahead(),
        isOver && this.review && [this.review.scores, this.review.chart]),
      h("div.hand",
        isOver ? later(() => [this.#statistics(), treePath(app, codemaker.secret)]) : this.entry.element,
        h("div.actions",
          !isOver && button("quiet", t("restart"), () => this.#restart(), restart),
          kind !== "daily" && button("quiet", this.#dailyName, () => this.#goToday(), { "data-key": "daily" }),
          !isOver && button("quiet", t("giveUp"), () => this.#giveUp(), { "data-key": "give" }),
          button("quiet", t("challenge.make"), () => this.#makeChallenge(), { "data-key": "challenge" }),
          !isOver && this.#level(),
          !isOver && boardsChoice(app, "1", steps.length > 0))));
    app.keep(this.place);
  }

  /** The rows to come, as many as the tree needs at most, without the one that is typed; where there is room. */
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
    const { app, kind, codemaker } = this;
    const help = helpButton(app);
    const names = { daily: this.#dailyName, challenge: t("challenge.title"), free: t("guess.title") };
    if (codemaker.steps.length) return h("div.playing", h("h1", names[kind]), help);
    const leads = { daily: t("daily.lead", { date: this.#date }), challenge: t("challenge.lead") };
    return h("div.intro",
      h("div.playing", h("h1", names[kind]), help),
      h("p", describeSecret(app)),
      leads[kind] && h("p.hint", leads[kind]));
  }

  get #date() {
    const dates = new Intl.DateTimeFormat(this.app.language, { dateStyle: "long", timeZone: "UTC" });
    return dates.format(new Date(this.day));
  }

  #level() {
    const isFixed = this.codemaker.steps.length > 0;
    const levels = Object.entries({ no: t("level.honest"), yes: t("level.evasive") });
    const choose = (level) => this.#restart(level === "yes");
    const properties = { disabled: isFixed, title: isFixed && t("level.fixed") };
    return h("label.level",
      h("span", t("level")),
      select("level", levels, this.isEvasive ? "yes" : "no", choose, properties));
  }

  #end() {
    const { app, codemaker, kind } = this;
    const n = codemaker.steps.length;
    const subject = { daily: `${this.#dailyName}, ${this.day && this.#date}`, challenge: t("challenge.title"), free: gameTitle(app) };
    const again = againButton(() => this.#restart(), kind !== "daily" || !n);
    const share = n > 0 ? [
      button(kind === "daily" ? "main" : "quiet", t("share"), () => send(app, shareText(this.shared)), { "data-key": "share", "data-home": kind === "daily" }),
      button("quiet", t("review.show"), () => this.review.scores.scrollIntoView({ block: "center" }), { "data-key": "review" }),
      button("quiet", t("share.picture"), () => sendPicture(app, sharePicture(this.shared)), { "data-key": "picture" }),
    ] : [];
    const sparks = codemaker.isFinished && Array.from({ length: SPARKS }, (_, i) => h("i", { "--at": i / SPARKS }));
    return h(`div.now.end${codemaker.isFinished ? ".won" : ""}`,
      sparks && h("div.sparks", { "aria-hidden": "true" }, sparks),
      h("h1.eyebrow", subject[kind]),
      !codemaker.isFinished && h("p.eyebrow", t("guess.itWas")),
      code(app, codemaker.secret, "big"),
      codemaker.isFinished && h("p.result", t("guess.found", { n })),
      h("div.actions", kind === "daily" && n > 0 ? [...share, again] : [again, ...share]),
      kind === "daily" && this.#next());
  }

  /** When the next daily secret comes, and then the way to it. */
  #next() {
    const place = h("div.next-day");
    const tick = () => {
      const left = Date.parse(this.day) + DAY - Date.now();
      if (left <= 0) return swap(place, button("main", this.#dailyName, () => this.#goToday(), { "data-key": "daily" }));
      const [hours, ...rest] = [left / 3.6e6, (left / 6e4) % 60, (left / 1000) % 60].map((part) => String(Math.floor(part)));
      const time = new Intl.DateTimeFormat(this.app.language, { timeStyle: "short" }).format(new Date(Date.parse(this.day) + DAY));
      swap(place, h("p.hint", t("daily.next", { time, left: [hours, ...rest.map((part) => part.padStart(2, "0"))].join(":") })));
      return setTimeout(() => place.isConnected && tick(), 1000);
    };
    tick();
    return place;
  }

  #statistics() {
    const { app } = this;
    if (!isKeeping()) return h("p.hint", t("stats.unkept"));
    const kept = statistics(app);
    if (!kept.games) return null;
    const found = sum(kept.counts);
    const total = sum(kept.counts.map((count, i) => count * (i + 1)));
    const most = Math.max(...kept.counts, 1);
    const first = Math.max(0, kept.counts.findIndex((count) => count > 0));
    const lines = kept.counts.slice(first).map((count, i) => [number(first + i + 1), count / most, count, ""]);
    return h("div.statistics",
      h("h2", t("stats")),
      h("dl.figures",
        figure("stats.games", number(kept.games)),
        found > 0 && figure("stats.average", number(total / found)),
        app.tree.isLeast && figure("stats.best", number(app.tree.statistics(0).average)),
        figure("stats.streak", number(streakOf(kept, today())))),
      found > 0 && h("table.histogram", h("caption", t("stats.histogram")), barRows([t("guessNumber"), "", t("found"), ""], lines)),
    );
  }

  #ask(guess) {
    if (this.#hasGoneOn()) return;
    const { codemaker, app } = this;
    const step = codemaker.answer(guess);
    this.entry.set("");
    const next = `${wordText(app, guess)}: ${spoken(app, step.label)}. ${t("left", { n: step.after })}`;
    this.#goOn(codemaker.isFinished ? t("guess.found", { n: codemaker.steps.length }) : next);
  }

  #giveUp() {
    if (this.#hasGoneOn()) return;
    this.codemaker.hasGivenUp = true;
    this.#goOn(`${t("guess.itWas")} ${wordText(this.app, this.codemaker.secret)}`);
  }

  /** Keeps the number of today, counts a game that has ended (an evasive codemaker is another game), and says what is new. */
  #goOn(said) {
    const { app, codemaker, kind, day } = this;
    const { steps, isFinished, hasGivenUp } = codemaker;
    const isDaily = kind === "daily";
    if (isDaily) keepDay(app, day, { history: showHistory(steps), hasGivenUp, isLate: this.isLate });
    const counts = this.#isOver && steps.length > 0 && !this.isEvasive;
    if (counts) record(app, isFinished ? steps.length : 0, isDaily && !this.isLate ? day : null);
    this.#render();
    app.say(said);
    if (!this.#isOver) {
      this.entry.input.focus({ preventScroll: true });
      return this.shown();
    }
    this.element.querySelector("[data-home]")?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }

  #restart(isEvasive = this.isEvasive) {
    this.app.dismiss();
    this.#begin({ kind: "free", isEvasive });
  }

  #goToday() {
    this.app.dismiss();
    this.#beginDaily(today());
  }

  shown() {
    if (!this.#isOver) reveal(this.element, ".rows .row");
  }

  #link(place) {
    return location.href.split("#")[0] + format({ tree: this.app.name, mode: "guess", ...place });
  }

  get shared() {
    const { app, codemaker, kind, review } = this;
    const n = codemaker.steps.length;
    const luck = review?.rows && signed(sum(review.rows.map((one) => one.luck)));
    const known = kind === "daily" ? { daily: this.day } : { challenge: scramble(app.rules, codemaker.secret), level: "honest" };
    const sameGame = this.isEvasive ? { level: "evasive" } : known;
    return {
      title: gameTitle(app),
      subject: kind === "daily" ? this.day : this.isEvasive ? t("level.evasive") : "",
      result: codemaker.isFinished ? t("share.found", { n }) : t("share.notFound", { n }),
      scores: t("share.tree", { n: app.tree.gameOf(app.tree.find(codemaker.secret)).length }) + (luck ? `, ${t("review.luck", { luck })}` : ""),
      link: /^https?:/.test(location.protocol) ? this.#link(sameGame) : "",
      rounds: codemaker.steps.map(({ label }) => tallyOf(app, label)),
      isBlueAndOrange: app.theme === "contrast",
      left: [app.rules.secrets.length, ...codemaker.steps.map((step) => step.after)],
      positions: app.rules.positions ?? 1,
    };
  }

  #makeChallenge() {
    const { app } = this;
    openSheet(t("challenge.make"), (close) => {
      const submit = (secret) => {
        app.copy(this.#link({ challenge: scramble(app.rules, secret), level: "honest" }));
        close();
      };
      const entry = new Entry(app, { name: t("challenge.secret"), action: t("copyLink"), submit, isSecret: true });
      if (this.#isOver) entry.set(this.codemaker.secret);
      const note = h("p.hint", t("challenge.note"));
      return [h("p", t("challenge.form")), entry.element, note, button("quiet", t("close"), close)];
    });
  }

  key(event) {
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "?") showHelp(this.app);
    else if (!this.codemaker.isFinished) this.entry.key(event);
  }
}

function example(rules) {
  const { positions, symbols } = rules;
  if (rules.isWords) {
    const [guess] = rules.secrets;
    const told = rules.secrets.map((secret) => ({ guess, secret, label: rules.feedback(guess, secret) }));
    return told.find(({ label }) => ["0", "1", "2"].every((mark) => label.includes(mark))) ?? null;
  }
  if (!symbols || symbols.length < positions) return null;
  const start = symbols[0] === "0" && symbols.length > positions ? 1 : 0;
  const guess = symbols.slice(start, start + positions);
  for (const label of ["12", "11", "01", "10"]) {
    const fit = rules.secrets.filter((secret) => rules.feedback(guess, secret) === label && new Set(secret).size === positions);
    if (fit.length) return { guess, label, secret: fit[fit.length - 2] ?? fit[0] };
  }
  return null;
}

export const helpButton = (app) => button("help", "?", () => showHelp(app), { "aria-label": t("help"), title: t("help"), "data-key": "help" });

export function showHelp(app) {
  const shown = example(app.rules);
  openSheet(t("help"), (close) => [
    h("p", describeSecret(app)),
    h("p", t("help.goal")),
    shown && worked(app, shown),
    button("main", t("close"), close, { autofocus: true }),
  ]);
}

function worked(app, { secret, guess, label }) {
  const kinds = { bull: [], cow: [], none: [] };
  [...guess].forEach((symbol, i) => {
    kinds[symbol === secret[i] ? "bull" : secret.includes(symbol) ? "cow" : "none"].push(symbol);
  });
  const says = (key) => tSymbols(app.rules, key);
  const line = (symbols, text) => symbols.length > 0 && h("li", symbols.map((symbol) => code(app, symbol)), h("span", text));
  return h("div.example",
    h("p.eyebrow", t("help.example")),
    h("dl", h("dt", t("help.secret")), h("dd", code(app, secret)), h("dt", t("guess.yours")), h("dd", code(app, guess)),
      h("dt", t("answer")), h("dd", feedback(app, label))),
    h("ul", line(kinds.bull, says("help.bull")), line(kinds.cow, says("help.cow")), line(kinds.none, says("help.none"))),
  );
}
