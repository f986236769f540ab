// The parts that the modes share: codes, feedbacks, answer buttons, entries of guesses, rows and tables.

import { button, h, swap } from "./dom.js";
import { hasMarks, spokenMarks, tiles } from "./glyphs.js";
import { number, t } from "./i18n.js";
import { sum } from "./tree.js";

const LETTERS = "ABCDEFGHIJ";
export const NOTATIONS = ["ab", "words", "dots"];

/** Whether the labels of the game are bulls and cows: the page knows the rules of no other games. */
const hasBulls = (app) => app.rules !== null;
const hasPegs = (app) => app.rules?.family === "mastermind";

/** A typed text in the symbols of the game: in Mastermind, letters name pegs. */
export function toSymbols(app, text) {
  if (!hasPegs(app)) return text;
  return [...text.toUpperCase()].map((symbol) => app.rules.symbols[LETTERS.indexOf(symbol)] ?? symbol).join("");
}

/** The classes and the text of a symbol's element. */
export function look(app, symbol) {
  const i = app.rules.symbols.indexOf(symbol);
  return hasPegs(app) ? [`peg.s${i}`, LETTERS[i]] : ["tile", symbol];
}

function symbolElement(app, symbol) {
  const [classes, text] = look(app, symbol);
  return h(`span.${classes}`, text);
}

/** A guess as tiles, in Mastermind as lettered pegs, and in a game that the page does not know as a word. */
export function code(app, word, size = "small") {
  if (!app.rules && hasMarks(app.tree)) return h(`span.code.${size}`, { role: "img", "aria-label": word }, tiles(word));
  if (!app.rules) return h(`span.code.word.${size}`, { title: word }, word);
  const symbols = [...word].map((symbol) => symbolElement(app, symbol));
  const picture = h(`span.code.${size}`, { role: "img", "aria-label": word }, symbols);
  return hasPegs(app) ? h("span.captioned", picture, h("span.caption", { "aria-hidden": "true" }, word)) : picture;
}

/** A feedback in words, as screen readers say it: "1 bull 2 cows". */
export function spoken(app, label) {
  if (!app.rules && hasMarks(app.tree)) return spokenMarks(label);
  if (!hasBulls(app)) return label;
  const [bulls, cows] = label;
  return `${t("bulls", { n: Number(bulls) })} ${t("cows", { n: Number(cows) })}`;
}

/** A feedback as text in the chosen notation. */
export function feedbackText(app, label) {
  if (!hasBulls(app)) return label;
  const [bulls, cows] = label;
  if (app.notation === "words") return spoken(app, label);
  if (app.notation === "dots") return "●".repeat(Number(bulls)) + "○".repeat(Number(cows)) || "–";
  return `${bulls}A${cows}B`;
}

/** The text of an answer button.  In words, the bulls are above the cows. */
function answerText(app, label) {
  if (!hasBulls(app) || app.notation !== "words") return feedbackText(app, label);
  const counts = { bulls: Number(label[0]), cows: Number(label[1]) };
  return Object.entries(counts).map(([key, n]) => h("span", t(key, { n })));
}

/** A feedback as a coloured label. */
export function feedback(app, label) {
  if (!app.rules && hasMarks(app.tree)) {
    return h("span.code.marks", { role: "img", "aria-label": spoken(app, label) }, tiles(" ".repeat(label.length), label));
  }
  const isDots = hasBulls(app) && app.notation === "dots";
  const properties = { role: "img", "aria-label": spoken(app, label) };
  return h(`span.feedback${isDots ? ".dots" : ""}`, properties, feedbackText(app, label));
}

/** A bar for the candidates that are left; its length is the logarithm of their number. */
export function leftBar(count, all) {
  const share = all > 1 ? Math.log2(count) / Math.log2(all) : 0;
  return h("span.bar", { "aria-hidden": "true", "--share": Math.max(share, 0.015).toFixed(3) });
}

/** A button for every feedback.  Those of feedbacks that no secret gives are disabled. */
export function pad(app, possible, pick, isHome = true) {
  const { labels, winning } = app.tree;
  const can = new Set(possible);
  // If there are too many for a screen, only the possible ones are shown.
  const shown = hasBulls(app) || labels.length <= 40 ? labels : possible;
  const buttons = shown.map((label) =>
    button(`answer${label === winning ? ".winning" : ""}`, answerText(app, label), () => pick(label), {
      "aria-label": spoken(app, label),
      "data-key": `answer-${label}`,
      "data-label": label,
      "data-home": isHome && label === possible[0],
      disabled: !can.has(label),
      ...(hasBulls(app) && { "--row": Number(label[0]) + 1, "--column": Number(label[1]) + 1 }),
    }),
  );
  const properties = { role: "group", "aria-label": t("answer"), "--columns": app.rules && app.rules.positions + 1 };
  return h(`div.pad.${hasBulls(app) ? `grid.${app.notation}` : "loose"}`, properties, buttons);
}

/** The entry of a guess or a secret: slots for typing, and a keypad for touch screens. */
export class Entry {
  /** `submit(text)` takes a valid word.  `change(text)` is called after each change, with null for an invalid word. */
  constructor(app, { name, action, submit, change = () => {}, isSecret = false }) {
    const { rules } = app;
    Object.assign(this, { app, rules, submit, change, isSecret });
    this.repeats = isSecret ? rules?.secretsRepeat : rules?.guessesRepeat;
    const isTouch = matchMedia("(pointer: coarse)").matches;
    this.input = h("input", {
      "aria-label": name,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: rules ? 4 * rules.positions : 255,
      // On a touch screen, the keypad replaces the keyboard of the system.
      inputmode: rules && isTouch ? "none" : "text",
      "data-key": `entry-${name}`,
      "data-home": true,
      oninput: () => this.set(this.input.value),
    });
    this.slots = h("span.slots", { "aria-hidden": "true" });
    this.problem = h("p.problem", { role: "alert" });
    const kinds = rules?.symbols.length ?? 0;
    const columns = kinds > 6 ? Math.ceil(kinds / 2) : kinds;
    this.keys = h("div.keypad", { role: "group", "aria-label": t("keypad"), "--columns": columns });
    const erase = () => this.set(this.text.slice(0, -1));
    const send = (event) => {
      event.preventDefault();
      this.#send();
    };
    this.element = h(
      "form.entry",
      { onsubmit: send },
      h(`label.box${rules ? "" : ".plain"}`, this.slots, this.input),
      this.keys,
      h(
        "div.actions",
        action && h("button.main", { "data-key": `send-${name}` }, action),
        rules && button("quiet.erase", "⌫", erase, { "aria-label": t("erase"), "data-key": `erase-${name}` }),
      ),
      this.problem,
    );
    this.set("");
  }

  /** Shows a text, without what is not a symbol of the game. */
  set(text) {
    if (this.rules) {
      const symbols = [...toSymbols(this.app, text)].filter((symbol) => this.rules.symbols.includes(symbol));
      text = symbols.join("").slice(0, this.rules.positions);
    }
    this.text = text.trim();
    if (this.input.value !== text) this.input.value = text;
    this.problem.textContent = "";
    if (this.rules) this.#draw();
    this.change(this.#fault() ? null : this.text);
  }

  #draw() {
    const { app, rules, text } = this;
    const slots = Array.from({ length: rules.positions }, (_, i) => {
      if (i >= text.length) return h(`span.${hasPegs(app) ? "peg" : "tile"}.empty${i === text.length ? ".next" : ""}`);
      return symbolElement(app, text[i]);
    });
    this.slots.replaceChildren(...slots);
    const keys = [...rules.symbols].map((symbol) => {
      const [classes, shown] = look(app, symbol);
      return button(classes, shown, () => this.set(this.text + symbol), {
        "aria-label": shown === symbol ? symbol : `${shown} (${symbol})`,
        "data-key": `key-${symbol}`,
        disabled: text.length === rules.positions || (!this.repeats && text.includes(symbol)),
      });
    });
    swap(this.keys, keys);
  }

  /** What is wrong with the word; "" if it is valid. */
  #fault() {
    const { rules, text, isSecret } = this;
    const length = rules?.positions ?? 1;
    if (text.length < length) return t("entry.short", { n: length });
    if (!rules || (isSecret ? rules.isSecret(text) : rules.isGuess(text))) return "";
    return t(isSecret ? "entry.noSecret" : "entry.noGuess", { word: text });
  }

  #send() {
    this.problem.textContent = this.#fault();
    if (!this.problem.textContent) this.submit(this.text);
  }
}

/** The entry of the person's guess. */
export const guessEntry = (app, submit) => new Entry(app, { name: t("guess.yours"), action: t("guess.ask"), submit });

/** The heading of a mode: an introduction before the first guess, later only its name for screen readers. */
export function heading(app, isNew, more = "") {
  if (!isNew) return h("h1.unseen", t(`mode.${app.mode}`));
  return h("div.intro", h("h1", t(`${app.mode}.title`)), h("p", describeSecret(app), more));
}

/** What a secret of the game looks like. */
export function describeSecret(app) {
  const { rules } = app;
  if (!rules) return "";
  const [first, last] = [rules.symbols[0], rules.symbols.at(-1)];
  const range = hasPegs(app) && first === "1" ? `A–${LETTERS[rules.symbols.length - 1]}` : `${first}–${last}`;
  const key = rules.secretsRepeat ? "describe.repeats" : "describe.distinct";
  return t(key, { n: rules.positions, range }) + (rules.isNozero ? t("describe.nozero") : "");
}

/** What is wrong with steps, in words: the `kind` of problem, the index of the step, and the guess `wanted` there. */
export const problemText = ({ kind, at, wanted }, steps) => t(`problem.${kind}`, { n: at + 1, wanted, ...steps[at] });

/** The button that begins a new game. */
export const againButton = (restart) => button("main", t("again"), restart, { "data-key": "again", "data-home": true });

/** The head and the body of a table with lines `[first, share, count, note]`; the share is shown as a bar. */
export function barRows(heads, lines) {
  const rows = lines.map(([first, share, count, note]) =>
    h(
      "tr",
      h("th", { scope: "row" }, first),
      h("td.wide", h("span.bar", { "--share": share.toFixed(4), "aria-hidden": "true" })),
      h("td.number", number(count)),
      h("td.number.faint", note),
    ),
  );
  const columns = heads.map((head) => (head ? h("th", { scope: "col" }, head) : h("td")));
  return [h("thead.unseen", h("tr", columns)), h("tbody", rows)];
}

/** A table of how many secrets are found at each guess. */
export function histogram(counts, start = 1) {
  const most = Math.max(...counts);
  const all = sum(counts);
  const lines = counts.map((count, i) => {
    const percent = `${((100 * count) / all).toFixed(count / all < 0.0995 ? 1 : 0)}%`;
    return [number(i + start), count / most, count, percent];
  });
  const heads = [t("guessNumber"), "", t("found"), "%"];
  return h("table.histogram", h("caption", t("histogram")), barRows(heads, lines));
}

/** A row of a game: its number, the guess, the feedback, and how many candidates are left.  In a wrong row, `right` is
 *  the label that would be right. */
export function row(app, step, i, { all, right, isOff, bits } = {}) {
  return h(
    `li.row${right ? ".wrong" : ""}`,
    h("span.count", { "aria-hidden": "true" }, number(i + 1)),
    code(app, step.guess),
    feedback(app, step.label),
    right && h("span.right", "→ ", feedback(app, right), h("span.unseen", t("wrongRow"))),
    all &&
      step.label !== app.tree.winning &&
      h("span.left", leftBar(step.after, all), h("span", t("leftShort", { n: step.after }))),
    isOff && h("span.tag", t("yourOwn")),
    bits !== undefined && h("span.bits", t("bits", { bits })),
  );
}

/** The list of the rows so far, if there are any. */
export const rowList = (rows, spec = "") => rows.length > 0 && h(`ol.rows${spec}`, { "aria-label": t("soFar") }, rows);
