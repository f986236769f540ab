// The page: its embedded trees, the tree and the mode that are shown, the address, and the settings.

import { format, parse, readHistory } from "./address.js";
import { Core } from "./core.js";
import { today } from "./daily.js";
import { button, h, select, swap } from "./dom.js";
import { DuelView } from "./duel_view.js";
import { ExploreView } from "./explore_view.js";
import { GuessView } from "./guess_view.js";
import { LANGUAGES, preferred, t, use } from "./i18n.js";
import { GAME, THEMES, keep, readKept, readState, veil } from "./kept.js";
import { feedbackText, gameTitle, hasBulls, notationOf, notationsOf } from "./notation.js";
import { problemText, title, titles, toSymbols, wordText } from "./notation.js";
import { boardCounts, openSheet } from "./parts.js";
import { readRules, ruleOf } from "./rules.js";
import { SolveView } from "./solve_view.js";
import { Tree } from "./tree.js";
import { readLabel } from "./spelling.js";
import { readWords } from "./word_rules.js";

const VIEWS = { solve: SolveView, guess: GuessView, duel: DuelView, explore: ExploreView };
const TABS = ["guess", "solve", "explore"];
const NEEDS_RULES = ["guess", "duel"];

function embedded() {
  const found = new Map();
  for (const block of document.querySelectorAll("script.tree")) {
    try {
      const { name, data, words, game } = JSON.parse(block.textContent);
      found.set(String(name), { data: String(data), words, game: String(game ?? name) });
    } catch {
      found.set(`${found.size + 1}`, { data: "" });
    }
  }
  return found;
}

function notice(spec, text, startOver) {
  const way = startOver && button("main", t("restart"), startOver, { "data-key": "over" });
  return h(`div.notice${spec}`, { role: "alert" }, h("p", text), way);
}

/** Whether a place without steps may be that of a saved game: the level of a challenge does not make another game. */
function isSame(place, saved) {
  const named = GAME.filter((key) => place[key] && !(key === "level" && place.challenge));
  return !place.h && !place.y && named.every((key) => place[key] === saved[key]);
}

/** Whether a reopened page goes on with a saved game: it has begun, and is not the number of an earlier day. */
const isUnfinished = ({ place, isOver }) => !isOver && (place.h || place.y) && (!place.daily || place.daily === today());

class App {
  constructor(root) {
    this.sources = embedded();
    this.core = new Core();
    this.problem = h("div.problem-place");
    this.main = h("main", { id: "main", tabindex: "-1" });
    this.status = h("p.unseen", { role: "status", "aria-live": "polite" });
    this.toast = h("p.toast", { role: "status", hidden: true });
    this.top = h("header.top");
    root.replaceChildren(this.top, this.problem, this.main, this.status, this.toast);
    const open = (isKept) => {
      const [place, { secret, h: steps }] = [parse(location.hash), readState(history.state)];
      if (place.challenge && !place.h) place.h = steps;
      this.open(place, { isKept, secret });
    };
    addEventListener("hashchange", () => (location.hash || "#") !== this.written && open(false));
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("paste", (event) => this.#paste(event));
    open(true);
  }

  #speak(place) {
    this.chosenLanguage = Object.hasOwn(LANGUAGES, place.lang ?? "") ? place.lang : null;
    this.language = this.chosenLanguage ?? readKept("lang") ?? preferred();
    use(this.language);
    this.notation = readKept("notation");
    this.theme = readKept("theme") ?? THEMES[0];
    this.showsCounts = readKept("counts") === "yes";
    document.documentElement.dataset.theme = this.theme;
  }

  /**
   * Shows the place that an address names.  `isKept`: if it names no steps and no other game, that of this mode and tree
   * goes on.  `isStep`: Back leads to the place before.  `secret` is the page's secret, if it agrees with the steps.
   */
  open(place, { isKept = false, isStep = false, secret = null } = {}) {
    this.view?.close?.();
    this.#speak(place);
    this.dismiss();
    if (place.lang && !this.chosenLanguage) {
      const names = Object.values(LANGUAGES).map((texts) => texts.language_name);
      this.problem.append(notice("", t("problem.lang", { lang: place.lang, names: names.join(", ") })));
    }
    const isMode = Object.hasOwn(VIEWS, place.mode ?? "");
    this.mode = isMode ? place.mode : place.h && !place.boards ? "solve" : "guess";
    const [first] = this.sources.keys();
    Object.assign(this, { view: null, tree: null, name: place.tree ?? first });
    if (first === undefined) return this.#fail(t("damage.none"));
    if (!this.sources.has(this.name)) {
      return this.#fail(t("problem.tree", { name: this.name, names: [...this.sources.keys()].join(", ") }), true);
    }
    try {
      const source = this.sources.get(this.name);
      if (!source.read) {
        const tree = Tree.read(this.name, Uint8Array.from(atob(source.data), (symbol) => symbol.charCodeAt(0)));
        source.read = { tree, rules: readRules(tree.game) ?? readWords(tree, source.words) };
      }
      Object.assign(this, source.read);
    } catch (error) {
      const why = error instanceof DOMException ? "checksum" : error.why; // the first if it is not base64
      if (!why) throw error;
      return this.#fail(t("damage", { name: this.name, why: t(`damage.${why}`) }), this.sources.size > 1);
    }
    if (!this.rules && NEEDS_RULES.includes(this.mode)) {
      this.mode = "solve";
      if (place.mode) this.#notice(t("problem.rules"));
    }
    if (place.mode && !isMode) this.#notice(t("problem.mode", { mode: place.mode }));
    if (place.level && place.level !== "honest") this.#notice(t("problem.level", { level: place.level }));
    const game = readKept(this.#gameKey);
    const goesOn = isKept && isSame(place, game.place) && (isStep ? place.h === undefined : isUnfinished(game));
    if (goesOn) place = { ...place, ...game.place };
    const isKeptGame = GAME.every((key) => (place[key] ?? "") === (game.place[key] ?? ""));
    if (isKeptGame) secret ??= game.secret;
    const givenUp = isKeptGame && game.hasGivenUp ? game.secret : null;
    const [h1, y1] = [this.readSteps(place.h ?? ""), this.readSteps(place.y ?? "")];
    if (!h1 || !y1) this.#notice(t("problem.history"));
    this.#drawTop();
    const counts = boardCounts(this.rules);
    const hasBoards = place.boards === "1" || (this.mode === "guess" && counts.includes(place.boards));
    if (place.boards && !hasBoards) this.#notice(t("problem.boards", { boards: place.boards, counts: counts.join(", ") }));
    this.view = new VIEWS[this.mode](this, { ...place, boards: hasBoards && place.boards, h: h1 ?? [], y: y1 ?? [], givenUp });
    this.main.replaceChildren(this.view.element);
    this.view.codemaker?.keep(secret);
    this.view.shown?.();
    this.#write(this.view.place, isStep);
  }

  /** The steps of a text, as `readHistory` reads them; null for an invalid or ambiguous text. */
  readSteps(text) {
    const game = { labels: this.tree.labels, rule: ruleOf(this.tree.game) };
    try {
      return readHistory(this.rules ? text.normalize("NFKC") : text, (label) => readLabel(label, game), this.rules ? undefined : /.+/gs)?.map((step) => ({ ...step, guess: toSymbols(this, step.guess) })) ?? null;
    } catch {
      return null;
    }
  }

  go(place, isFocused = true) {
    const here = { tree: this.name, mode: this.mode, lang: this.chosenLanguage ?? "" };
    scrollTo({ top: 0 });
    this.open({ ...here, ...place }, { isKept: true, isStep: true });
    if (isFocused) this.main.focus({ preventScroll: true });
  }

  keep(place) {
    if (this.view && this.#write(place, true)) this.dismiss();
  }

  #write({ name, ...place }, isStep) {
    document.title = [name ?? t(`mode.${this.mode}`), gameTitle(this), "guesstree"].join(" · ");
    const words = (steps) => steps?.replace(/[^,:]+(?=:)/g, (guess) => (this.rules?.isNumber ? guess : wordText(this, guess)));
    place = { ...place, h: words(place.h), y: words(place.y) };
    const isFirst = this.name === this.sources.keys().next().value;
    const isPlain = isFirst && this.mode === "guess" && !Object.values(place).some(Boolean);
    const address = format({
      ...(!isPlain && { tree: this.name, mode: this.mode }),
      ...place,
      h: place.challenge ? "" : place.h, // the history would give the secret away
      lang: this.chosenLanguage,
    });
    const isNew = address !== this.written;
    this.written = address;
    const { secret, hasGivenUp, isFinished } = this.view.codemaker ?? {};
    const isOver = hasGivenUp || isFinished || [place.h, place.y].some((steps) => steps?.endsWith(`:${this.tree.winning}`));
    keep(this.#gameKey, JSON.stringify({ place, secret, isOver, hasGivenUp }));
    try {
      history[isStep && isNew ? "pushState" : "replaceState"](veil(JSON.stringify({ secret, h: place.h })), "", address);
    } catch {
      // A page in a frame without an origin may not do this.  Links are copied from `written`.
    }
    return isNew;
  }

  get #gameKey() {
    return `game.${this.mode}.${this.name}`;
  }

  complain(problem, steps) {
    this.#notice(problemText(this, problem, steps));
  }

  #notice(text) {
    this.problem.append(notice("", text, () => this.go({ h: "", y: "" })));
  }

  dismiss() {
    this.problem.replaceChildren();
  }

  #fail(text, hasOthers = false) {
    this.#drawTop();
    const startOver = hasOthers && (() => this.go({ tree: undefined, h: "", y: "", mode: "solve" }));
    this.main.replaceChildren(h("h1.unseen", "guesstree"), notice(".large", text, startOver));
  }

  #drawTop() {
    const tabs = TABS.map((mode) =>
      button("tab", t(`mode.${mode}`), () => this.go({ mode }, false), {
        "data-key": `mode-${mode}`,
        "aria-current": this.tree && (mode === this.mode || (mode === "guess" && this.mode === "duel")) ? "page" : null,
        disabled: !this.tree,
      }),
    );
    const names = titles([...this.sources].map(([name, { game }]) => [name, game ?? name]));
    if (!this.sources.has(this.name)) names.unshift(["", "–"]);
    const choose = (tree) => this.go({ tree }, false);
    const picker = select("tree", names, this.name, choose, { "aria-label": t("tree") });
    swap(this.top,
      h("a.skip", { href: "#main", onclick: (event) => (event.preventDefault(), this.main.focus()) }, t("skip")),
      h("span.brand", "guesstree"),
      h("nav", { "aria-label": t("modes") }, tabs),
      h("span.picker", this.sources.size > 1 ? picker : title(this.sources.get(this.name)?.game ?? this.name ?? "")),
      button("quiet.gear", "⚙", () => this.#settings(), { "aria-label": t("settings"), title: t("settings"), "data-key": "settings" }));
  }

  #settings() {
    const link = () => this.copy(location.href.split("#")[0] + (this.written ?? ""));
    openSheet("settings", (close, draw) => {
      const field = (key, choices, chosen, setting = key) => {
        const change = (value) => {
          keep(setting, value);
          this.#again(setting === "lang" ? { lang: value } : {});
          draw();
        };
        return h("label", h("span", t(key)), select(key, choices, chosen, change));
      };
      const change = (place) => {
        close();
        if (place) this.go(place, false);
      };
      const languages = Object.entries(LANGUAGES).map(([code, texts]) => [code, texts.language_name]);
      const notations = () => notationsOf(this).map((one) => [one, feedbackText(this, "12", one)]);
      const shown = ["no", "yes"].map((answer) => [answer, t(`answer.${answer}`)]);
      return [
        h("div.settings",
          field("language", languages, this.language, "lang"),
          this.tree && hasBulls(this) && field("notation", notations(), notationOf(this)),
          field("theme", THEMES.map((theme) => [theme, t(`theme.${theme}`)]), this.theme),
          field("counts", shown, this.showsCounts ? "yes" : "no"),
          this.view?.settings?.(change)),
        h("div.actions",
          button("quiet", t("copyLink"), link, { "data-key": "link" }),
          button("main", t("close"), close, { "data-key": "close" })),
      ];
    });
  }

  /** The text for a number of candidates, if the person wants to see counts. */
  leftText(n) {
    return this.showsCounts ? t("left", { n }) : "";
  }

  #again(change) {
    const { place, codemaker } = this.view ?? {};
    const hasNotice = this.problem.childElementCount > 0;
    const here = { tree: this.name, mode: this.mode, lang: this.chosenLanguage ?? "" };
    this.open({ ...here, ...place, ...change }, { secret: codemaker?.secret });
    if (this.view && !hasNotice) this.dismiss();
  }

  say(text) {
    this.status.textContent = text;
  }

  async copy(text) {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Outside a secure context there is only the old way.
      const area = h("textarea", { value: text, "aria-hidden": "true" });
      document.body.append(area);
      area.select();
      document.execCommand("copy");
      area.remove();
    }
    this.toast.textContent = t("copied");
    this.toast.hidden = false;
    clearTimeout(this.flashing);
    this.flashing = setTimeout(() => (this.toast.hidden = true), 2000);
  }

  #paste(event) {
    if (event.target.closest?.("input, textarea")) return;
    this.view?.paste?.(event.clipboardData?.getData("text") ?? "");
  }

  #key(event) {
    const isTaken = event.target.closest?.("input, select, textarea, summary") && event.key !== "Escape";
    if (isTaken || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    this.view?.key?.(event);
  }
}

globalThis.guesstree = new App(document.getElementById("app"));
