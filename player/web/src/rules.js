// The rules of code games by their names.  scripts/build_page takes the grammar from the rows in player/rules/names.py and
// player/rules/feedback.py: what depends on a family or a feedback rule follows from its row.

import grammar from "grammar";

/** The rules of a code game by its canonical name; null for a game that the page knows only from its tree. */
export function parse(name) {
  const rules = readCode(name);
  // The page knows no other feedback than bulls and cows, and no other symbols than the usual ones.
  const hasUsualCows = rules?.rule.near === "once" && String(rules.rule.tells) === "bulls,cows";
  return hasUsualCows && !rules.shown ? rules : null;
}

/** The same for every code game, also where the page does not know the feedback. */
export function readCode(name) {
  const [, family, positions, count, suffixes, shown] =
    /^(\w+)-(\d+)x(\d+)((?:-[a-z]+)*)(?:=(.+))?$/su.exec(name) ?? [];
  if (!Object.hasOwn(grammar.families, family ?? "")) return null;
  const rules = new Rules(family, Number(positions), Number(count), suffixes.split("-"), shown);
  const least = rules.secretsRepeat ? 2 : Math.max(2, rules.positions);
  const isInRange = rules.positions >= 1 && rules.positions <= grammar.families[family].maxPositions;
  const isEnough = count >= least && count <= (shown ? grammar.symbols.length : grammar.maxSymbols);
  return isInRange && isEnough && rules.symbols && rules.name === name ? rules : null;
}

export const markLabels = (n) => Array.from({ length: 3 ** n }, (_, i) => i.toString(3).padStart(n, "0"));

export const MOST_MARKED = grammar.maxMarked;

export const isUsual = (game) => grammar.usual.includes(game);

class Rules {
  constructor(family, positions, count, suffixes, shown) {
    const row = grammar.families[family];
    const has = (suffix) => suffixes.includes(suffix) && ["any", "nozero", ...row.suffixes].includes(suffix);
    const usual = count === 10 ? "0123456789" : "123456789".slice(0, count);
    const { hasPegs, noun } = row;
    Object.assign(this, { positions, shown, hasPegs, noun, symbols: shown ? symbolsOf(shown, count, usual) : usual });
    this.secretsRepeat = !row.isDistinct && !has("distinct");
    const isAny = has("any") && !this.secretsRepeat;
    this.guessesRepeat = this.secretsRepeat || isAny;
    this.isNozero = has("nozero") && this.symbols?.[0] === "0";
    const chosen = row.suffixes.find((suffix) => has(suffix) && Object.hasOwn(grammar.rules, suffix));
    this.rule = grammar.rules[chosen ?? row.rule];
    // Without repeats in a guess, counting each symbol on its own is the usual count.
    if (this.rule.near === "each" && !this.guessesRepeat) this.rule = grammar.rules[row.rule];
    const own = this.rule.name !== row.rule && this.rule.name;
    const kept = [isAny && "any", has("distinct") && "distinct", own, this.isNozero && "nozero"];
    const size = `${family}-${positions}x${count}`;
    this.name = [size, ...kept.filter(Boolean)].join("-") + (shown ? `=${shown}` : "");
    this.winning = `${positions}0`;
  }

  get labels() {
    const { positions: n, rule } = this;
    if (rule.labels) return rule.labels[n - 1].split(" ");
    if (rule.tells[0] === "marks") return markLabels(n);
    const isImpossible = (bulls, cows) => rule.near === "once" && bulls === n - 1 && cows === 1;
    const found = new Set();
    for (let bulls = 0; bulls <= n; bulls++) {
      for (let cows = 0; bulls + cows <= n; cows++) {
        const counts = { bulls, cows, matches: bulls + cows };
        if (!isImpossible(bulls, cows)) found.add(rule.tells.map((what) => counts[what]).join(""));
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

  feedback(guess, secret) {
    const index = this.feedbackIndex(guess, secret);
    return `${Math.floor(index / (this.positions + 1))}${index % (this.positions + 1)}`;
  }

  /** The feedback as a number: bulls × (positions + 1) + cows. */
  feedbackIndex(guess, secret) {
    let bulls = 0;
    let both = 0;
    for (let i = 0; i < secret.length; i++) times[secret.charCodeAt(i)]++;
    for (let i = 0; i < guess.length; i++) {
      bulls += guess[i] === secret[i];
      if (times[guess.charCodeAt(i)]-- > 0) both++;
    }
    times.fill(0);
    return bulls * this.positions + both;
  }

  indexOf(label) {
    return Number(label[0]) * (this.positions + 1) + Number(label[1]);
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

/** The symbols of the words of a game whose name shows others than the usual ones; null where no name shows these. */
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

const times = new Int8Array(128); // how often each symbol of a secret is left, by its code

export function readFeedback(text) {
  const compact = text.replace(/[\s,]/g, "");
  const [, bulls, cows] = /^(\d)[aA](\d)[bB]$/.exec(compact) ?? [];
  return bulls === undefined ? compact : bulls + cows;
}
