// The rules of a game of words: marks for letters.  The secrets are those of its tree, and the page may have the whole list
// of guesses: scripts and pages pack it alike (player/web/words.py).

import { markLabels, parse } from "./rules.js";
import { sha256 } from "./sha256.js";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const known = new Map(); // by the names of their games

/** The rules of a game by its canonical name: of a code game, or of words that were read before. */
export const rulesOf = (game) => parse(game) ?? known.get(game) ?? null;

/** The rules of the words of a tree, `packed` being what the page has of their list; null for other trees, and for words
 *  with letters that take more than one unit of a text. */
export function readWords(tree, packed) {
  if (!tree.hasMarks || !tree.game.startsWith("words:")) return null;
  const secrets = tree.candidates(0);
  const asked = Array.from({ length: tree.nodes }, (_, node) => tree.guess(node));
  const list = unpack(packed, tree.width, secrets, tree.game);
  const guesses = list ?? [...new Set([...secrets, ...asked])].sort();
  const isWhole = list !== null;
  const isRead = guesses.every((word) => word.length === tree.width && [...word].length === tree.width);
  return isRead ? learn({ name: tree.game, secrets, guesses, isWhole }) : null;
}

/** Makes the rules of words known by their name, as a worker has to that gets their lists with a question. */
export function learn(lists) {
  if (!known.has(lists.name)) known.set(lists.name, new WordRules(lists));
  return known.get(lists.name);
}

/** The list of guesses, if it is the one from which the game has its name; else null. */
function unpack(packed, width, secrets, game) {
  const { letters, gaps } = packed ?? {};
  if (typeof letters !== "string" || typeof gaps !== "string") return null;
  const words = [];
  let [value, gap, unit] = [-1, 0, 1];
  for (const symbol of gaps) {
    const digit = DIGITS.indexOf(symbol);
    gap += (digit & 31) * unit;
    unit *= 32;
    if (digit & 32) continue;
    value += gap + 1;
    [gap, unit] = [0, 1];
    let word = "";
    for (let rest = value, i = 0; i < width; i++, rest = Math.floor(rest / letters.length)) word = letters[rest % letters.length] + word;
    words.push(word);
  }
  const text = [...secrets, "", ...words].join("\n");
  const digest = [...sha256(new TextEncoder().encode(text))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return game === `words:${digest}` ? words : null;
}

class WordRules {
  constructor(lists) {
    const { name, secrets, guesses, isWhole } = lists;
    const positions = guesses[0].length;
    Object.assign(this, { lists, name, secrets, guesses, isWhole, positions, labels: markLabels(positions) });
    Object.assign(this, { isWords: true, noun: "words", secretsRepeat: true, guessesRepeat: true, winning: "2".repeat(positions) });
    this.symbols = [...new Set(guesses.join(""))].sort().join("");
    this.secretSet = new Set(secrets);
    this.guessSet = new Set(guesses);
  }

  get secretCount() {
    return this.secrets.length;
  }

  isSecret(text) {
    return this.secretSet.has(text);
  }

  isGuess(text) {
    return this.guessSet.has(text);
  }

  feedback(guess, secret) {
    return this.labels[this.feedbackIndex(guess, secret)];
  }

  indexOf(label) {
    return parseInt(label, 3);
  }

  /** The marks as the digits of a number to base 3: 2 right, 1 elsewhere, as often as the letter is left, from the front. */
  feedbackIndex(guess, secret) {
    const n = guess.length;
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
}

const times = new Uint8Array(1 << 16); // how often each letter of a secret is left, by its code
