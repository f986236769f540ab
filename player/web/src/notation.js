// How games, words and answers are written: symbols with their looks, and the notations of answers that people may choose.

import { LANGUAGES, t, tSymbols } from "./i18n.js";
import { isUsual } from "./rules.js";

export const NOTATIONS = ["ab", "words", "dots"];
const PEGS = { bulls: "blacks", cows: "whites" };
const MARKS = ["absent", "elsewhere", "right"]; // the marks of letters by the digits of a label

/** Whether the labels of the game count bulls, or also cows. */
export const hasBulls = ({ rules }) => Boolean(rules?.rule && !rules.isMarked);
const hasPegs = (app) => Boolean(app.rules?.hasPegs);

export const hasMarks = ({ rules, tree }) => Boolean(rules ? rules.isMarked : tree.hasMarks);

/** The notations of answers that the game has: Mastermind has its black and white pegs in place of 1A2B. */
export const notationsOf = (app) =>
  hasBulls(app) && !app.rules.hasUsualCows ? ["words"] : NOTATIONS.filter((notation) => notation !== "ab" || !hasPegs(app));

export function notationOf(app) {
  const usual = hasPegs(app) ? "dots" : app.language === "zh" ? "ab" : "words";
  return [app.notation, usual].find((notation) => notationsOf(app).includes(notation)) ?? "words";
}

export function answersName(app) {
  if (app.tree.hasColumns) return "columns";
  if (app.rules?.isNumber) return "number";
  if (hasMarks(app)) return "marks";
  const name = hasBulls(app) && !app.rules.hasUsualCows ? app.rules.rule.name.replace("each", "words") : notationOf(app);
  return hasPegs(app) && ["words", "dots"].includes(name) ? "pegs" : name;
}

export function wordText(app, word) {
  const { letters, symbols, isNumber } = app.rules ?? {};
  if (isNumber) return word.replace("eq", "").replace("gt", "> ");
  return letters ? [...word].map((symbol) => letters[symbols.indexOf(symbol)] ?? symbol).join("") : word;
}

/** Typed text in the symbols of the game; full-width digits and letters are read as usual ones. */
export function toSymbols(app, typed) {
  const text = [...typed].map((symbol) => (app.rules?.letters?.includes(symbol) ? symbol : symbol.normalize("NFKC"))).join("");
  if (app.rules?.isWords) return [...text].map((letter) => readLetter(letter, app.rules.symbols)).join("");
  if (app.rules?.isNumber) return text.replace(/^>\s*(?=[-\d])/, "gt").replace(/^=?\s*(?=[-\d])/, "eq");
  const { letters, symbols } = app.rules ?? {};
  if (!app.rules) { // a name of one's own is read in any case, and with blanks and commas for _
    const plain = (word) => word.toLowerCase().split(/[\s,:;#]+/).filter(Boolean).join("_");
    const words = app.tree.words();
    return words.find((word) => word === typed) ?? words.find((word) => plain(word) === plain(typed)) ?? typed;
  }
  if (!letters) return text;
  const spellings = (symbol) => [symbol, symbol.toUpperCase(), symbol.toLowerCase()].map((one) => letters.indexOf(one));
  return [...text].map((symbol) => symbols[spellings(symbol).find((at) => at >= 0)] ?? symbol).join("");
}

/** A letter in the case of the list of `symbols`: I is the capital of ı if the list has ı. */
const readLetter = (letter, symbols) =>
  [letter, { I: "ı", İ: "i", ς: "σ" }[letter]].find((one) => symbols.includes(one)) ?? letter.toLowerCase();

export const emptyLook = (app) => (hasPegs(app) ? "peg.empty" : "tile.empty");

/** A letter as it stands on a tile: a capital, but for the ß, which has none of one letter. */
const capital = (letter) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter);

/** The symbols of a word as `{look, text}`, the classes of their elements and the texts on them; null for a word that
 *  is not a row of symbols.  With a label, the tiles of a word have its colours. */
export function symbolsOf(app, word, label = "") {
  if (hasMarks(app)) return [...word].map((letter, i) => ({ look: `tile${label && `.${MARKS[label[i]]}`}`, text: capital(wordText(app, letter)) }));
  if (!app.rules?.rule) return null;
  const { symbols, colours } = app.rules;
  const ground = (at) => (colours[at] ? `c-${colours[at]}` : `s${at % 10}`);
  const look = (symbol) => (hasPegs(app) ? `peg.${ground(symbols.indexOf(symbol))}` : "tile");
  return [...word].map((symbol) => ({ look: look(symbol), text: wordText(app, symbol) }));
}

const TILES = { "=": "right", g: "right", "~": "elsewhere", y: "elsewhere" };
const SHOWN = { "^": "↑", v: "↓", "<": "←", ">": "→", x: "×", g: "\u00a0", y: "\u00a0", b: "\u00a0" };

/** The parts of a feedback that compares columns, as `{look, text}`. */
export const columnsOf = (label) =>
  label.match(/~?[\^v]|\d+[<>]?[\^v]?|[^/]/g).map((part) => ({
    look: /\d/.test(part) ? "tile" : `tile.${TILES[part[0]] ?? "absent"}`,
    text: part.replace(/~(?=.)/, "").replace(/\D/g, (sign) => SHOWN[sign] ?? sign),
  }));

/** What the two numbers of a feedback count, in words: "1 bull" and "2 cows". */
export function counts(app, label) {
  return app.rules.rule.tells.map((what, i) => t((hasPegs(app) && PEGS[what]) || what, { n: Number(label[i]) }));
}

export function spoken(app, label) {
  if (hasMarks(app)) return [...label].map((digit) => t(`mark.${MARKS[digit]}`)).join(", ");
  if (app.rules?.isNumber) return t(`answer.${label}`);
  return hasBulls(app) ? counts(app, label).join(" ") : label;
}

/** The number of right symbols in an answer, and of those elsewhere; for words, the places of the marks are dropped. */
export function tallyOf(app, label) {
  if (hasMarks(app)) return ["2", "1"].map((mark) => label.split(mark).length - 1);
  if (!hasBulls(app)) return [Number(["yes", "right"].includes(label)), 0];
  const index = app.rules.indexOf(label);
  return [Math.floor(index / (app.rules.positions + 1)), index % (app.rules.positions + 1)];
}

export function feedbackText(app, label, notation = notationOf(app)) {
  if (!hasBulls(app)) return app.rules?.isNumber ? spoken(app, label) : label;
  const [bulls, cows] = label;
  if (notation === "words") return spoken(app, label);
  if (notation === "dots") return "●".repeat(Number(bulls)) + "○".repeat(Number(cows)) || "–";
  return `${bulls}A${cows}B`;
}

export const symbolRange = (app) =>
  app.rules.shown ? app.rules.names.join(", ") : `${wordText(app, app.rules.symbols[0])}–${wordText(app, app.rules.symbols.at(-1))}`;

export function describeSecret(app) {
  const { rules } = app;
  if (!rules) return "";
  if (rules.isWords) {
    const n = rules.secrets.length;
    return t("describe.words", { n, letters: rules.positions }) + (rules.isWhole ? "" : ` ${t("describe.few", { n: rules.guesses.length })}`);
  }
  if (rules.isNumber) return t("describe.range", { least: rules.least, greatest: rules.greatest }) + (rules.losing.length ? ` ${t("describe.once")}` : "");
  const range = symbolRange(app);
  const key = rules.secretsRepeat ? "describe.repeats" : "describe.distinct";
  return tSymbols(rules, key, { n: rules.positions, range }) + (rules.isNozero ? tSymbols(rules, "describe.nozero") : "");
}

/** What is wrong with steps, in words: the `kind` of problem, the index of the step, and the guess `wanted` there. */
export function problemText(app, { kind, at, wanted }, steps) {
  const { guess, label } = steps[at] ?? {};
  const [words, wantedWord] = [wordText(app, guess ?? ""), wordText(app, wanted ?? "")];
  return t(`problem.${kind}`, { n: at + 1, wanted: wantedWord, guess: words, label });
}

export const gameTitle = ({ tree }) => title(tree.game.includes(":") ? tree.title : tree.game);

export function title(name) {
  const [, least, greatest] = /^number-(-?\d+)\.\.(-?\d+)/.exec(name) ?? [];
  if (greatest) return `${t("game.number")} ${least}–${greatest}`;
  const [game] = name.split(/[.=]/);
  const [family, size, ...rest] = game.split("-");
  if (!Object.hasOwn(LANGUAGES.en, `game.${family}`)) return name;
  const known = t(`game.${family}`);
  return isUsual(game) || !size ? known : [known, size.replace("x", "×"), ...rest].join(" ");
}

/** The titles of pairs of names and games; equal titles get the name, too. */
export function titles(games) {
  const pairs = games.map(([name, game]) => [name, title(game)]);
  const isTwice = (text) => pairs.filter(([, other]) => other === text).length > 1;
  return pairs.map(([name, text]) => [name, isTwice(text) ? `${text} (${name})` : text]);
}
