// The entry of a guess or a secret: slots for typing, and a keypad for touch screens.

import { button, h, swap } from "./dom.js";
import { t, tSymbols } from "./i18n.js";
import { emptyLook, spoken, symbolRange, symbolsOf, toSymbols, wordText } from "./notation.js";
import { symbolElements } from "./parts.js";

const KEYBOARDS = ["qwertyuiop asdfghjkl zxcvbnm", "qwertzuiopü asdfghjklöä yxcvbnmß", "йцукенгшщзхъ фывапролджэ ячсмитьбюё"];

/** The letters of words in the rows of a keyboard that has most of them; any others are a row of their own. */
function keyboard(symbols) {
  const missing = (rows) => [...symbols].filter((symbol) => !rows.includes(symbol));
  const [rows] = [...KEYBOARDS].sort((one, two) => missing(one).length - missing(two).length);
  return [...rows.split(" "), missing(rows).join("")].map((row) => [...row].filter((key) => symbols.includes(key))).filter((row) => row.length);
}

export class Entry {
  /** `submit(text)` takes a valid word, or any of the right length if `isAny`. */
  constructor(app, { name, action, label, submit, isSecret = false, isAny = false }) {
    const { rules } = app;
    Object.assign(this, { app, rules, submit, isSecret, isAny });
    this.repeats = isSecret ? rules?.secretsRepeat : rules?.guessesRepeat;
    this.hasSlots = Boolean(rules?.positions);
    const isTouch = matchMedia("(pointer: coarse)").matches;
    this.input = h("input", {
      "aria-label": name,
      autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      maxlength: this.hasSlots ? 4 * rules.positions : 255,
      // On a touch screen, the keypad replaces the keyboard of the system.
      inputmode: this.hasSlots && isTouch ? "none" : "text",
      "data-key": `entry-${name}`,
      "data-home": true,
      oninput: () => this.set(this.input.value),
    });
    this.slots = h("span.slots", { "aria-hidden": "true" });
    this.problem = h("p.problem", { role: "alert" });
    this.marks = new Map(); // of the letters of words: the best mark so far
    const kinds = rules?.symbols?.length ?? 0;
    const columns = kinds > 6 ? Math.ceil(kinds / 2) : kinds;
    this.keys = h(`div.keypad${rules?.isWords ? ".letters" : ""}`, { role: "group", "aria-label": tSymbols(app.rules, "keypad"), "--columns": columns });
    const erase = () => this.set(this.text.slice(0, -1));
    const send = (event) => {
      event.preventDefault();
      this.problem.textContent = this.#fault();
      if (!this.problem.textContent) this.submit(this.text);
    };
    this.element = h("form.entry", { onsubmit: send },
      this.problem,
      h("div.line",
        h(`label.box${this.hasSlots ? "" : ".plain"}`, this.slots, this.input),
        h("div.actions",
          action && h("button.main", { "data-key": `send-${name}`, "aria-label": label }, action),
          this.hasSlots && button("quiet.erase", "⌫", erase, { "aria-label": t("erase"), "data-key": `erase-${name}` }),
        )),
      this.keys);
    this.set("");
  }

  set(text) {
    let strange;
    const typed = text;
    if (this.hasSlots) {
      const all = [...toSymbols(this.app, text)];
      const symbols = all.filter((symbol) => this.rules.symbols.includes(symbol));
      strange = all.find((symbol) => symbol.trim() && !symbols.includes(symbol));
      text = symbols.join("").slice(0, this.rules.positions);
    }
    this.text = this.hasSlots ? text : toSymbols(this.app, text.trim());
    const shown = this.hasSlots ? wordText(this.app, text) : typed;
    if (this.input.value !== shown) this.input.value = shown;
    this.problem.textContent = strange ? tSymbols(this.app.rules, "entry.strange", { symbol: strange, range: symbolRange(this.app) }) : "";
    if (this.hasSlots) this.#draw();
  }

  /** Shows on each letter the best mark that the steps gave it. */
  mark(steps) {
    if (!this.rules?.isWords) return;
    this.marks.clear();
    for (const { guess, label } of steps) {
      [...guess].forEach((letter, i) => this.marks.set(letter, Math.max(this.marks.get(letter) ?? 0, Number(label[i]))));
    }
    this.#draw();
  }

  #draw() {
    const { app, rules, text } = this;
    const empty = Array.from({ length: rules.positions - text.length }, (_, i) => ({ look: emptyLook(app) + (i ? "" : ".next") }));
    this.slots.replaceChildren(...symbolElements([...symbolsOf(app, text), ...empty]));
    const keys = (row) => row.map((symbol) => this.#key(symbol));
    swap(this.keys, rules.isWords ? keyboard(rules.symbols).map((row) => h("div.key-row", keys(row))) : keys([...rules.symbols]));
  }

  #key(symbol) {
    const { app, rules, text } = this;
    const mark = this.marks.get(symbol)?.toString() ?? "";
    const [{ look, text: shown }] = symbolsOf(app, symbol, mark);
    return button(look, shown, () => this.set(this.text + symbol), {
      "data-key": `key-${symbol}`,
      "aria-label": rules.shown ? rules.names[rules.symbols.indexOf(symbol)] : mark ? `${shown}, ${spoken(app, mark)}` : null,
      disabled: !rules.isWords && (text.length === rules.positions || (!this.repeats && text.includes(symbol))),
    });
  }

  #fault() {
    const { rules, text, isSecret, isAny } = this;
    const length = rules?.positions ?? 1;
    if (text.length < length) return rules?.isNumber ? t("hint.numbers") : tSymbols(this.app.rules, "entry.short", { n: length });
    if (!rules || isAny || (isSecret ? rules.isSecret(text) : rules.isGuess(text))) return "";
    return t(isSecret ? "entry.noSecret" : "entry.noGuess", { word: wordText(this.app, text) });
  }

  key(event) {
    if (!this.hasSlots || !/^[\p{L}\p{N}]$/u.test(event.key)) return;
    this.input.focus();
    this.set(this.text + event.key);
    event.preventDefault();
  }
}

export const guessEntry = (app, submit) => new Entry(app, { name: t("guess.yours"), action: t("guess.ask"), label: t("guess.send"), submit });
