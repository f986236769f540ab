// The rules of code games by their names.  scripts/build page takes the grammar from the rows in player/rules/names.py and
// player/rules/feedback.py: the properties of a family or a feedback rule follow from its row.

import grammar from "grammar";

/** The rules of a game of bulls and cows with the usual symbols by its canonical name, else null. */
export function parse(name) {
  const rules = readCode(name);
  return rules?.hasUsualCows && !rules.shown ? rules : null;
}

/** The same for every game that has its rules in its name, if the page knows the feedback; with the names of the
 *  symbols, and the looks of their pegs. */
export function readRules(name) {
  const [, least, greatest, free] = /^number-(-?\d{1,9})\.\.(-?\d{1,9})(-free)?$/.exec(name) ?? [];
  if (greatest - least > 0) return greatest - least < MOST_NUMBERS ? new NumberRules(name, Number(least), Number(greatest), Boolean(free)) : null;
  const rules = readCode(name);
  if (!rules?.rule.tells.length) return null;
  const { shown, symbols } = rules;
  const names = shown && symbols !== shown ? (shown.includes(",") ? shown.split(",") : [...shown]) : null;
  const colours = names?.map((one) => one.toLowerCase()).map((one) => (Object.hasOwn(grammar.colours, one) ? one : "")) ?? [];
  const letters = names ? lettersOf(names, colours) : shown ? [...shown] : rules.hasPegs ? [...LETTERS].slice(0, symbols.length) : null;
  const hasPegs = rules.hasPegs || (names !== null && colours.every(Boolean));
  return Object.assign(rules, { letters, colours, hasPegs, names: names ?? letters });
}

/** The same for every code game, also where the page does not know the feedback. */
export function readCode(name) {
  const [, family, positions, count, suffixes, shown] =
    /^(\w+)-(\d+)x(\d+)((?:-[a-z]+)*)(?:=(.+))?$/su.exec(name) ?? [];
  const most = Object.hasOwn(grammar.families, family ?? "") && grammar.families[family].maxPositions;
  if (!(positions >= 1 && positions <= most)) return null;
  const rules = new Rules(family, Number(positions), Number(count), suffixes.split("-"), shown);
  const least = rules.secretsRepeat ? 2 : Math.max(2, rules.positions);
  const isEnough = count >= least && count <= (shown ? grammar.symbols.length : grammar.maxSymbols);
  return isEnough && rules.symbols && rules.name === name ? rules : null;
}

export const markLabels = (n) => Array.from({ length: 3 ** n }, (_, i) => i.toString(3).padStart(n, "0"));

export const MOST_MARKED = grammar.maxMarked;

const MOST_NUMBERS = 20_000;
const ANSWERS = ["no", "yes", "wrong", "right"]; // in the order of their indices: the winning one is the last
const LETTERS = "ABCDEFGHIJ"; // of pegs

/** The letters of the colours that all names are; else for each its first letter that none before has, or an emoji itself. */
function lettersOf(names, colours) {
  const letters = [];
  const called = colours.map((colour) => grammar.colours[colour]);
  if (colours.every(Boolean) && new Set(called).size === names.length) return called;
  for (const name of names) letters.push([...name.toUpperCase(), ...LETTERS].find((letter) => !letters.includes(letter)));
  return letters;
}

/** The rules of a game that has lists of secrets and guesses; `answers` are its labels by their indices. */
export class ListedRules {
  constructor(lists) {
    Object.assign(this, lists, { secretSet: new Set(lists.secrets), guessSet: new Set(lists.guesses), winning: lists.answers.at(-1) });
  }

  isSecret(text) {
    return this.secretSet.has(text);
  }

  isGuess(text) {
    return this.guessSet.has(text);
  }

  feedback(guess, secret) {
    return this.answers[this.feedbackIndex(guess, secret)];
  }

  indexOf(label) {
    return this.answers.indexOf(label);
  }
}

/** Guess the number: `gt50` asks whether it is greater, `eq50` whether it is 50, which ends the game unless it is free. */
class NumberRules extends ListedRules {
  constructor(name, least, greatest, isFree) {
    const ask = (kind, most) => Array.from({ length: most - least + 1 }, (_, i) => `${kind}${least + i}`);
    const secrets = ask("eq", greatest).sort();
    const lists = { secrets, guesses: [...secrets, ...ask("gt", greatest - 1)].sort(), answers: ANSWERS, labels: [...ANSWERS].sort() };
    super({ ...lists, name, least, greatest, isNumber: true, noun: "numbers", losing: isFree ? [] : ["wrong"] });
  }

  feedbackIndex(guess, secret) {
    const [bound, number] = [Number(guess.slice(2)), Number(secret.slice(2))];
    return guess[0] === "e" ? 2 + (bound === number) : Number(number > bound);
  }
}

/** The feedback rule of any game by its name; undefined for one that only its table knows. */
export const ruleOf = (game) => grammar.rules[/^words:/.test(game) ? "marks" : /^number-/.test(game) ? "number" : ""] ?? readCode(game)?.rule;

export const isUsual = (game) => grammar.usual.includes(game);

class Rules {
  constructor(family, positions, count, suffixes, shown) {
    const row = grammar.families[family];
    const has = (suffix) => suffixes.includes(suffix) && ["any", "nozero", ...row.suffixes].includes(suffix);
    const usual = count === 10 ? "0123456789" : "123456789".slice(0, count);
    Object.assign(this, { positions, shown, hasPegs: row.hasPegs, noun: row.noun, symbols: shown ? symbolsOf(shown, count, usual) : usual });
    this.secretsRepeat = !row.isDistinct && !has("distinct");
    const isAny = has("any") && !this.secretsRepeat;
    this.guessesRepeat = this.secretsRepeat || isAny;
    this.isNozero = has("nozero") && this.symbols?.[0] === "0";
    const chosen = row.suffixes.find((suffix) => has(suffix) && Object.hasOwn(grammar.rules, suffix));
    this.rule = grammar.rules[chosen ?? row.rule];
    // Without repeats in a guess, counting each symbol on its own is the usual count.
    if (this.rule.near === "each" && !this.guessesRepeat) this.rule = grammar.rules[row.rule];
    const own = this.rule.name !== row.rule && this.rule.name;
    const endings = [isAny && "any", has("distinct") && "distinct", own, this.isNozero && "nozero"];
    this.name = [`${family}-${positions}x${count}`, ...endings.filter(Boolean)].join("-") + (shown ? `=${shown}` : "");
    this.isMarked = this.rule.tells[0] === "marks";
    this.hasUsualCows = this.rule.near === "once" && String(this.rule.tells) === "bulls,cows";
    this.labels = this.#labels();
    this.winning = this.labels.at(-1);
  }

  #labels() {
    const { positions: n, rule } = this;
    if (rule.labels) return rule.labels[n - 1].split(" ");
    if (rule.tells[0] === "marks") return markLabels(n);
    const isImpossible = (bulls, cows) => rule.near === "once" && bulls === n - 1 && cows === 1;
    const found = new Set();
    for (let bulls = 0; bulls <= n; bulls++) {
      for (let cows = 0; bulls + cows <= n; cows++) {
        if (!isImpossible(bulls, cows)) found.add(this.#write(bulls, cows));
      }
    }
    return [...found].sort();
  }

  get secrets() {
    return (this.secretsMade ??= this.#words(this.secretsRepeat));
  }

  get guesses() {
    return (this.guessesMade ??= this.guessesRepeat === this.secretsRepeat ? this.secrets : this.#words(true));
  }

  get secretCount() {
    const n = this.symbols.length;
    let count = n - this.isNozero;
    for (let i = 1; i < this.positions; i++) count *= this.secretsRepeat ? n : n - i;
    return count;
  }

  isSecret(text) {
    return this.#isWord(text, this.secretsRepeat);
  }

  isGuess(text) {
    return this.#isWord(text, this.guessesRepeat);
  }

  #write(bulls, cows) {
    const counts = { bulls, cows, matches: bulls + cows };
    return this.rule.tells.map((what) => counts[what]).join("");
  }

  feedback(guess, secret) {
    const index = this.feedbackIndex(guess, secret);
    return this.isMarked ? this.labels[index] : this.#write(Math.floor(index / (this.positions + 1)), index % (this.positions + 1));
  }

  /** The feedback as a number: bulls × (positions + 1) + cows, or that of a row of marks. */
  feedbackIndex(guess, secret) {
    if (this.isMarked) return marksIndex(guess, secret, this.positions);
    if (this.rule.near !== "once") {
      const near = (symbol) => Number(this.rule.near === "each" && secret.includes(symbol));
      return [...guess].reduce((all, symbol, i) => all + (symbol === secret[i] ? this.positions + 1 : near(symbol)), 0);
    }
    let bulls = 0;
    let both = 0;
    for (let i = 0; i < secret.length; i++) times[secret.charCodeAt(i)]++;
    for (let i = 0; i < guess.length; i++) {
      bulls += guess[i] === secret[i];
      if (times[guess.charCodeAt(i)]-- > 0) both++;
    }
    for (let i = 0; i < secret.length; i++) times[secret.charCodeAt(i)] = 0;
    for (let i = 0; i < guess.length; i++) times[guess.charCodeAt(i)] = 0;
    return bulls * this.positions + both;
  }

  indexOf(label) {
    if (this.isMarked) return parseInt(label, 3);
    const [bulls, other = 0] = [...label].map(Number);
    return bulls * (this.positions + 1) + (this.rule.tells[1] === "matches" ? other - bulls : other);
  }

  #isWord(text, repeats) {
    return (
      text.length === this.positions &&
      [...text].every((symbol) => this.symbols.includes(symbol)) &&
      (repeats || new Set(text).size === text.length) &&
      !(this.isNozero && text[0] === "0")
    );
  }

  #words(repeats) {
    let words = [""];
    for (let i = 0; i < this.positions; i++) {
      words = words.flatMap((word) =>
        [...this.symbols].filter((symbol) => repeats || !word.includes(symbol)).map((symbol) => word + symbol),
      );
    }
    return this.isNozero ? words.filter((word) => word[0] !== "0") : words;
  }
}

/** The symbols of a game whose name ends in `shown`, because they are not the usual ones; null if that is invalid. */
function symbolsOf(shown, count, usual) {
  if ([...shown].every((symbol) => grammar.symbols.includes(symbol))) {
    return shown !== usual && shown.length === count && [...new Set(shown)].sort().join("") === shown ? shown : null;
  }
  // Names stand for digits: characters in a row, or words with commas between them.
  const parts = shown.includes(",") ? shown.split(",") : [...shown];
  const isWords = parts.some((part) => [...part].length > 1);
  const isGood = parts.every((part) => NAME.test(part)) && isWords === shown.includes(",") && (isWords || /[^\0-\x7f]/.test(shown));
  const different = new Set(parts.map((part) => part.toLowerCase())).size;
  return isGood && parts.length === count && different === count && count <= usual.length ? usual : null;
}
const NAME = /^(?!\p{N})(?:(?!\uFE0E|\uFE0F)[^\p{C}\p{Z},:#=./\\;+-]){1,20}$/u;

/** The letters of a word, as in player/rules/letters.py: characters with their marks, and joined consonants. */
export const splitLetters = (word) => word.match(/.(?:[\u094d\u09cd\u0acd\u0b4d\u0c4d\u0d4d]\p{L}|\p{M})*/gsu) ?? [];

const times = new Int8Array(1 << 16); // how often each symbol of a secret is left, by its code

/** Marks as the digits of a number to base 3: 2 right, 1 elsewhere, as often as the symbol is left, from the front; of words
 *  of n letters. */
export function marksIndex(guess, secret, n) {
  if (guess.length + secret.length > 2 * n) {
    const [asked, kept] = [splitLetters(guess), splitLetters(secret)];
    const letters = [...new Set([...asked, ...kept])];
    const narrow = (word) => String.fromCharCode(...word.map((letter) => letters.indexOf(letter)));
    return marksIndex(narrow(asked), narrow(kept), n);
  }
  let index = 0;
  for (let i = 0; i < n; i++) if (guess[i] !== secret[i]) times[secret.charCodeAt(i)]++;
  for (let i = 0; i < n; i++) {
    index *= 3;
    if (guess[i] === secret[i]) index += 2;
    else if (times[guess.charCodeAt(i)] > 0) (times[guess.charCodeAt(i)]--, index++);
  }
  for (let i = 0; i < n; i++) times[secret.charCodeAt(i)] = 0;
  return index;
}
