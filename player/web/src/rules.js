// The rules of code games by their names.  scripts/build_page takes the grammar of names from player/rules/names.py.

import grammar from "grammar";

/** The rules of a game by its canonical name; null for a game that the page knows only from its tree. */
export function parse(name) {
  const [, family, positions, symbolCount, suffixes] = /^(\w+)-(\d+)x(\d+)((?:-[a-z]+)*)$/.exec(name) ?? [];
  // The page knows no other feedback rule than bulls and cows.
  if (grammar.families[family]?.rule !== "cows") return null;
  const rules = new Rules(family, Number(positions), Number(symbolCount), suffixes.split("-"));
  const least = rules.secretsRepeat ? 2 : Math.max(2, rules.positions);
  const isInRange = rules.positions >= 1 && rules.positions <= grammar.maxPositions;
  const isEnough = symbolCount >= least && symbolCount <= grammar.maxSymbols;
  return isInRange && isEnough && rules.name === name ? rules : null;
}

class Rules {
  constructor(family, positions, symbolCount, suffixes) {
    this.family = family;
    this.positions = positions;
    this.symbols = symbolCount === 10 ? "0123456789" : "123456789".slice(0, symbolCount);
    this.secretsRepeat = !grammar.families[family].isDistinct;
    const isAny = suffixes.includes("any") && !this.secretsRepeat;
    this.guessesRepeat = this.secretsRepeat || isAny;
    this.isNozero = suffixes.includes("nozero") && this.symbols[0] === "0";
    this.name = `${family}-${positions}x${symbolCount}${isAny ? "-any" : ""}${this.isNozero ? "-nozero" : ""}`;
    this.winning = `${positions}0`;
  }

  /** All secrets in the order of their text. */
  get secrets() {
    return (this.secretsMade ??= this.#words(this.secretsRepeat));
  }

  /** All guesses in the order of their text. */
  get guesses() {
    return (this.guessesMade ??= this.guessesRepeat === this.secretsRepeat ? this.secrets : this.#words(true));
  }

  isSecret(text) {
    return this.#isWord(text, this.secretsRepeat);
  }

  isGuess(text) {
    return this.#isWord(text, this.guessesRepeat);
  }

  /** The label of the feedback: bulls, then cows. */
  feedback(guess, secret) {
    let bulls = 0;
    let both = 0;
    for (let i = 0; i < secret.length; i++) times[secret.charCodeAt(i)]++;
    for (let i = 0; i < guess.length; i++) {
      bulls += guess[i] === secret[i];
      if (times[guess.charCodeAt(i)]-- > 0) both++;
    }
    times.fill(0);
    return `${bulls}${both - bulls}`;
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

const times = new Int8Array(128); // how often each symbol of a secret is left, by its code

/** The label of a feedback that a person writes as `01`, `0 1`, `0,1` or `0A1B`. */
export function readFeedback(text) {
  const compact = text.replace(/[\s,]/g, "");
  const [, bulls, cows] = /^(\d)[aA](\d)[bB]$/.exec(compact) ?? [];
  return bulls === undefined ? compact : bulls + cows;
}
