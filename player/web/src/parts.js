// The parts that all modes are made of: codes, feedbacks, the pad of answers, the entry of a guess, histograms.

import { button, h, swap } from "./dom.js";
import { number, t } from "./i18n.js";

const LETTERS = "ABCDEFGHIJ";
export const NOTATIONS = ["ab", "words", "dots"];

/** Whether the labels of a game are bulls and cows. */
const hasBulls = (game) => game.rules !== null;

/** A guess as tiles, as lettered colour pegs in Mastermind, as a word where the page does not know the game. */
export function code(game, word, size = "small") {
  const { rules } = game;
  if (!rules) return h(`span.code.word.${size}`, { title: word }, word);
  const isPegs = rules.family === "mastermind";
  const tiles = [...word].map((symbol) => {
    const i = rules.symbols.indexOf(symbol);
    return isPegs ? h(`span.peg.s${i}`, {}, LETTERS[i]) : h("span.tile", {}, symbol);
  });
  const picture = h(`span.code.${size}`, { role: "img", "aria-label": word }, tiles);
  return isPegs ? h("span.captioned", {}, picture, h("span.caption", { "aria-hidden": "true" }, word)) : picture;
}

/** A feedback in words, for those who listen: "1 bull 2 cows". */
export function spoken(game, label) {
  if (!hasBulls(game)) return label;
  const [bulls, cows] = label;
  return `${t("bulls", { n: Number(bulls) })} ${t("cows", { n: Number(cows) })}`;
}

/** A feedback as text in the notation that the person likes. */
export function feedbackText(game, label) {
  if (!hasBulls(game)) return label;
  const [bulls, cows] = label;
  if (game.notation === "words") return spoken(game, label);
  if (game.notation === "dots") return "●".repeat(Number(bulls)) + "○".repeat(Number(cows)) || "–";
  return `${bulls}A${cows}B`;
}

/** What stands on an answer's button: in words, bulls above cows. */
function answerText(game, label) {
  if (!hasBulls(game) || game.notation !== "words") return feedbackText(game, label);
  const counts = { bulls: Number(label[0]), cows: Number(label[1]) };
  return Object.entries(counts).map(([key, n]) => h("span", {}, t(key, { n })));
}

/** A feedback as a chip. */
export function feedback(game, label, spec = "") {
  const isDots = hasBulls(game) && game.notation === "dots";
  return h(
    `span.feedback${isDots ? ".dots" : ""}${spec}`,
    { role: "img", "aria-label": spoken(game, label) },
    feedbackText(game, label),
  );
}

/** How many candidates are left, as a bar whose length is their information. */
export function leftBar(count, all) {
  const share = all > 1 ? Math.log2(count) / Math.log2(all) : 0;
  return h("span.bar", { "aria-hidden": "true", "--share": Math.max(share, 0.015).toFixed(3) });
}

/** A button for every feedback; those that no secret gives cannot be tapped. */
export function pad(game, possible, pick, isHome = true) {
  const { labels, winning } = game.tree;
  const can = new Set(possible);
  const one = (label, more = "") =>
    button(`answer${more}${label === labels[winning] ? ".winning" : ""}`, answerText(game, label), () => pick(label), {
      "aria-label": spoken(game, label),
      "data-key": `answer-${label}`,
      "data-label": label,
      "data-home": isHome && label === possible[0],
      disabled: !can.has(label),
    });
  const group = (spec, properties, children) =>
    h(`div.pad${spec}`, { role: "group", "aria-label": t("answer"), ...properties }, children);
  if (!hasBulls(game)) {
    // Past a screenful only what is possible is shown.
    const shown = labels.length > 40 ? possible : labels;
    return group(
      ".loose",
      {},
      shown.map((label) => one(label)),
    );
  }
  const { positions } = game.rules;
  return group(
    `.grid.${game.notation}`,
    { "--columns": positions + 1 },
    labels.map((label) => one(label, `.row${label[0]}.column${label[1]}`)),
  );
}

/** The entry of a guess or secret: slots that take keys, and a keypad for fingers. */
export class Entry {
  /** `check(text)` says what is wrong with a whole word, or returns ""; `submit(text)` takes it. */
  constructor(game, { name, action, check, submit, change = () => {}, isSecret = false }) {
    Object.assign(this, { game, name, check, submit, change });
    this.repeats = game.rules && (isSecret ? game.rules.secretsRepeat : game.rules.guessesRepeat);
    this.text = "";
    const isTouch = matchMedia("(pointer: coarse)").matches;
    this.input = h("input", {
      "aria-label": name,
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      maxlength: game.rules ? 4 * game.rules.positions : 255,
      // The keypad is there for fingers: no keyboard comes up over it.
      inputmode: game.rules && isTouch ? "none" : "text",
      "data-key": `entry-${name}`,
      "data-home": true,
      oninput: () => this.set(this.input.value),
    });
    this.slots = h("span.slots", { "aria-hidden": "true" });
    this.problem = h("p.problem", { role: "alert" });
    const kinds = game.rules?.symbols.length ?? 0;
    this.keys = h("div.keypad", {
      role: "group",
      "aria-label": t("keypad"),
      "--columns": kinds > 6 ? Math.ceil(kinds / 2) : kinds,
    });
    this.erase =
      game.rules &&
      button("quiet.erase", "⌫", () => this.set(this.text.slice(0, -1)), {
        "aria-label": t("erase"),
        "data-key": `erase-${name}`,
      });
    this.action = action ? button("main", action, () => this.#send(), { "data-key": `send-${name}` }) : null;
    this.element = h(
      "form.entry",
      {
        onsubmit: (event) => {
          event.preventDefault();
          this.#send();
        },
      },
      h(`label.box${game.rules ? "" : ".plain"}`, {}, this.slots, this.input),
      this.keys,
      h("div.actions", {}, this.action, this.erase),
      this.problem,
    );
    this.set("");
  }

  /** Takes what was typed: in Mastermind letters as well as symbols. */
  set(text) {
    const { rules } = this.game;
    if (rules) {
      const symbols = [...text.toUpperCase()].map((symbol) =>
        rules.family === "mastermind" && LETTERS.includes(symbol)
          ? (rules.symbols[LETTERS.indexOf(symbol)] ?? "")
          : symbol,
      );
      text = symbols
        .filter((symbol) => symbol && rules.symbols.includes(symbol))
        .join("")
        .slice(0, rules.positions);
    }
    this.text = text.trim();
    if (this.input.value !== text) this.input.value = text;
    this.problem.textContent = "";
    this.#draw();
    this.change(this.isWhole && !this.check(this.text) ? this.text : null);
  }

  get isWhole() {
    return this.game.rules ? this.text.length === this.game.rules.positions : this.text !== "";
  }

  #draw() {
    const { rules } = this.game;
    if (!rules) return;
    const isPegs = rules.family === "mastermind";
    const slot = (i) => {
      const symbol = this.text[i];
      const at = symbol === undefined ? -1 : rules.symbols.indexOf(symbol);
      const next = i === this.text.length ? ".next" : "";
      if (at < 0) return h(`span.${isPegs ? "peg" : "tile"}.empty${next}`);
      return isPegs ? h(`span.peg.s${at}`, {}, LETTERS[at]) : h("span.tile", {}, symbol);
    };
    this.slots.replaceChildren(...Array.from({ length: rules.positions }, (_, i) => slot(i)));
    swap(
      this.keys,
      [...rules.symbols].map((symbol, i) =>
        button(isPegs ? `peg.s${i}` : "tile", isPegs ? LETTERS[i] : symbol, () => this.set(this.text + symbol), {
          "aria-label": isPegs ? `${LETTERS[i]} (${symbol})` : symbol,
          "data-key": `key-${symbol}`,
          disabled: this.text.length === rules.positions || (!this.repeats && this.text.includes(symbol)),
        }),
      ),
    );
  }

  #send() {
    const problem = this.isWhole ? this.check(this.text) : t("entry.short", { n: this.game.rules?.positions ?? 1 });
    this.problem.textContent = problem;
    if (!problem) this.submit(this.text);
  }
}

/** What is wrong with a guess or secret, or "". */
export function checkWord(game, text, isSecret) {
  const { rules } = game;
  if (!rules || (isSecret ? rules.isSecret(text) : rules.isGuess(text))) return "";
  return t(isSecret ? "entry.noSecret" : "entry.noGuess", { word: text });
}

/** What a secret of the game looks like. */
export function describeSecret({ rules }) {
  if (!rules) return "";
  const range =
    rules.family === "mastermind" && rules.symbols[0] === "1"
      ? `A–${LETTERS[rules.symbols.length - 1]}`
      : `${rules.symbols[0]}–${rules.symbols.at(-1)}`;
  const key = rules.family === "mastermind" ? "describe.repeats" : "describe.distinct";
  return t(key, { n: rules.positions, range }) + (rules.isNozero ? t("describe.nozero") : "");
}

/** How many secrets are found at each guess, as bars. */
export function histogram(counts, start = 1) {
  const most = Math.max(...counts);
  const sum = counts.reduce((a, b) => a + b, 0);
  const rows = counts.map((count, i) =>
    h(
      "tr",
      {},
      h("th", { scope: "row" }, number(i + start)),
      h("td.wide", {}, h("span.bar", { "--share": (count / most).toFixed(4), "aria-hidden": "true" })),
      h("td.number", {}, number(count)),
      h("td.number.faint", {}, `${((100 * count) / sum).toFixed(count / sum < 0.0995 ? 1 : 0)}%`),
    ),
  );
  const heads = [t("guessNumber"), "", t("found"), "%"].map((head) => h("th", { scope: "col" }, head));
  return h(
    "table.histogram",
    {},
    h("caption", {}, t("histogram")),
    h("thead.unseen", {}, h("tr", {}, heads)),
    h("tbody", {}, rows),
  );
}

/** A row of a game: number, code, feedback, what is left. */
export function row(game, step, i, { all, isWrong, right, isOff, extra }) {
  return h(
    `li.row${isWrong ? ".wrong" : ""}`,
    {},
    h("span.count", { "aria-hidden": "true" }, number(i + 1)),
    code(game, step.guess),
    feedback(game, step.label),
    isWrong && h("span.right", {}, "→ ", feedback(game, right), h("span.unseen", {}, t("wrongRow"))),
    all &&
      step.label !== game.tree.labels[game.tree.winning] &&
      h("span.left", {}, leftBar(step.after, all), h("span", {}, t("leftShort", { n: step.after }))),
    isOff && h("span.tag", {}, t("yourOwn")),
    extra,
  );
}
