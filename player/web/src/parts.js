// The parts that the modes share: codes, feedbacks, answer buttons, entries of guesses, rows and tables.

import { button, h, swap } from "./dom.js";
import { hasMarks, spokenMarks, tiles } from "./glyphs.js";
import { number, t, tSymbols } from "./i18n.js";
import { sum } from "./tree.js";

const LETTERS = "ABCDEFGHIJ";
export const NOTATIONS = ["ab", "words", "dots"];
const COUNTED = { bulls: ["bulls", "cows"], pegs: ["blacks", "whites"] };

/** Whether the labels of the game are bulls and cows: the page knows the rules of no other games. */
const hasBulls = (app) => app.rules !== null;
const hasPegs = (app) => app.rules?.family === "mastermind";

/** The notations of answers that the game has: Mastermind has its black and white pegs in place of 1A2B. */
export const notationsOf = (app) => NOTATIONS.filter((notation) => notation !== "ab" || !hasPegs(app));

/** The notation that is used: the chosen one if the game has it, else pegs, and the usual one of the language. */
export function notationOf(app) {
  if (notationsOf(app).includes(app.notation)) return app.notation;
  if (hasPegs(app)) return "dots";
  return app.language === "zh" ? "ab" : "words";
}

/** What the game calls its answers: a key of texts. */
export const answersName = (app) => (hasPegs(app) ? "pegs" : notationOf(app));

/** A word as people read it: in Mastermind, a letter for each peg. */
export function wordText(app, word) {
  if (!hasPegs(app)) return word;
  return [...word].map((symbol) => LETTERS[app.rules.symbols.indexOf(symbol)] ?? symbol).join("");
}

/** A typed text in the symbols of the game: in Mastermind, letters name pegs. */
export function toSymbols(app, text) {
  if (!hasPegs(app)) return text;
  return [...text.toUpperCase()].map((symbol) => app.rules.symbols[LETTERS.indexOf(symbol)] ?? symbol).join("");
}

/** The classes and the text of a symbol's element. */
export function look(app, symbol) {
  return [hasPegs(app) ? `peg.s${app.rules.symbols.indexOf(symbol)}` : "tile", wordText(app, symbol)];
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
  return h(`span.code.${size}`, { role: "img", "aria-label": wordText(app, word), "data-word": word }, symbols);
}

/** What the two numbers of a feedback count, in words: "1 bull" and "2 cows". */
function counts(app, label) {
  return COUNTED[hasPegs(app) ? "pegs" : "bulls"].map((key, i) => t(key, { n: Number(label[i]) }));
}

/** A feedback in words, as screen readers say it: "1 bull 2 cows". */
export function spoken(app, label) {
  if (!app.rules && hasMarks(app.tree)) return spokenMarks(label);
  return hasBulls(app) ? counts(app, label).join(" ") : label;
}

/** A feedback as text in the chosen notation. */
export function feedbackText(app, label) {
  if (!hasBulls(app)) return label;
  const [bulls, cows] = label;
  const notation = notationOf(app);
  if (notation === "words") return spoken(app, label);
  if (notation === "dots") return "●".repeat(Number(bulls)) + "○".repeat(Number(cows)) || "–";
  return `${bulls}A${cows}B`;
}

/** A feedback as it is drawn.  In words, and if it is `stacked`, the bulls are above the cows; Mastermind has pegs. */
function answerText(app, label, isStacked = true) {
  const notation = hasBulls(app) && notationOf(app);
  if (notation === "words" && isStacked) return counts(app, label).map((count) => h("span", count));
  if (notation !== "dots" || !hasPegs(app)) return feedbackText(app, label);
  const pegs = ["black", "white"].flatMap((kind, i) => Array.from({ length: Number(label[i]) }, () => h(`i.${kind}`)));
  return pegs.length ? h("span.keys", pegs) : "–";
}

/** A feedback as a coloured label. */
export function feedback(app, label) {
  if (!app.rules && hasMarks(app.tree)) {
    return h("span.code.marks", { role: "img", "aria-label": spoken(app, label) }, tiles(" ".repeat(label.length), label));
  }
  const isDots = hasBulls(app) && notationOf(app) === "dots";
  const properties = { role: "img", "aria-label": spoken(app, label) };
  return h(`span.feedback${isDots ? ".dots" : ""}`, properties, answerText(app, label, false));
}

/** A bar for the candidates that are left: the whole bar is all of them. */
export function leftBar(count, all) {
  return h("span.bar", { "aria-hidden": "true", "--share": (count / all).toFixed(4) });
}

/** What a whole bar means. */
export const legend = (all) => h("p.legend", t("legend", { n: all }));

/** A button for every feedback.  Those of feedbacks that no secret gives can be chosen, too, to hear why. */
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
      "aria-disabled": !can.has(label) && "true",
      // The winning answer stands beside the one before it, which is alone in its row.
      ...(hasBulls(app) && { "--row": Number(label[0]) + (label !== winning), "--column": Number(label[1]) + 1 }),
    }),
  );
  const properties = { role: "group", "aria-label": t("answer"), "--columns": app.rules && app.rules.positions + 1 };
  return h(`div.pad.${hasBulls(app) ? `grid.${notationOf(app)}` : "loose"}`, properties, buttons);
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
    this.keys = h("div.keypad", { role: "group", "aria-label": tSymbols(app.rules, "keypad"), "--columns": columns });
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

  /** Shows a text, without what is not a symbol of the game, of which the person is told. */
  set(text) {
    let strange;
    if (this.rules) {
      const typed = [...toSymbols(this.app, text)];
      const symbols = typed.filter((symbol) => this.rules.symbols.includes(symbol));
      strange = typed.find((symbol) => symbol.trim() && !symbols.includes(symbol));
      text = symbols.join("").slice(0, this.rules.positions);
    }
    this.text = text.trim();
    const shown = wordText(this.app, text);
    if (this.input.value !== shown) this.input.value = shown;
    this.problem.textContent = strange ? tSymbols(this.app.rules, "entry.strange", { symbol: strange, range: symbolRange(this.app) }) : "";
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
    if (text.length < length) return tSymbols(this.app.rules, "entry.short", { n: length });
    if (!rules || (isSecret ? rules.isSecret(text) : rules.isGuess(text))) return "";
    return t(isSecret ? "entry.noSecret" : "entry.noGuess", { word: wordText(this.app, text) });
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

/** The symbols of the game, as 0–9 or A–F. */
const symbolRange = (app) => `${wordText(app, app.rules.symbols[0])}–${wordText(app, app.rules.symbols.at(-1))}`;

/** What a secret of the game looks like. */
export function describeSecret(app) {
  const { rules } = app;
  if (!rules) return "";
  const range = symbolRange(app);
  const key = rules.secretsRepeat ? "describe.repeats" : "describe.distinct";
  return tSymbols(rules, key, { n: rules.positions, range }) + (rules.isNozero ? tSymbols(rules, "describe.nozero") : "");
}

/** What is wrong with steps, in words: the `kind` of problem, the index of the step, and the guess `wanted` there. */
export function problemText(app, { kind, at, wanted }, steps) {
  const { guess, label } = steps[at] ?? {};
  const [words, asked] = [wordText(app, guess ?? ""), wordText(app, wanted ?? "")];
  return t(`problem.${kind}`, { n: at + 1, wanted: asked, guess: words, label });
}

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
export function histogram(found, start = 1) {
  const all = sum(found);
  const lines = found.map((count, i) => {
    const percent = `${((100 * count) / all).toFixed(count / all < 0.0995 ? 1 : 0)}%`;
    return [number(i + start), count / all, count, percent];
  });
  const heads = [t("guessNumber"), "", t("found"), "%"];
  return h("table.histogram", h("caption", t("histogram"), " ", h("span.legend", t("legend", { n: all }))), barRows(heads, lines));
}

/** A row of a game: its number, the guess, the feedback, and how many candidates are left.  In a wrong row, `right` is
 *  the label that would be right. */
export function row(app, step, i, { all, right, isOwn, bits } = {}) {
  return h(
    `li.row${right ? ".wrong" : ""}`,
    h("span.count", { "aria-hidden": "true" }, number(i + 1)),
    code(app, step.guess),
    feedback(app, step.label),
    right && h("span.right", "→ ", feedback(app, right), h("span.unseen", t("wrongRow"))),
    all &&
      step.label !== app.tree.winning &&
      h("span.left", leftBar(step.after, all), h("span", t("leftShort", { n: step.after }))),
    isOwn && h("span.tag", t("yourOwn")),
    bits !== undefined && h("span.bits", t("bits", { bits })),
  );
}

/** The list of the rows so far, if there are any; with `all`, what a whole bar in them means stands below. */
export function rowList(rows, spec = "", all = 0) {
  if (!rows.length) return null;
  const list = h(`ol.rows${spec}`, { "aria-label": t("soFar") }, rows);
  return all ? h("div", list, legend(all)) : list;
}
