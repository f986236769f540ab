// The rules of a game of words: marks for letters.  The secrets are those of its tree, and the page may have the whole list
// of guesses: scripts and pages pack it alike (player/web/words.py).

import { ListedRules, markLabels, marksIndex, readRules } from "./rules.js";
import { sha256 } from "./sha256.js";

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const rulesByName = new Map();

/** The rules of a game by its canonical name: of a code game, or of words that were read before. */
export const rulesOf = (game) => readRules(game) ?? rulesByName.get(game) ?? null;

/** The rules of the words of a tree, `packed` being the page's packed list of guesses; null for other trees, and for words
 *  with letters that take more than one unit of a text. */
export function readWords(tree, packed) {
  if (!tree.hasMarks || !tree.game.startsWith("words:")) return null;
  const secrets = tree.candidates(0);
  const list = unpack(packed, tree.width, secrets, tree.game);
  const guesses = list ?? [...new Set([...secrets, ...tree.words()])].sort();
  const isWhole = list !== null;
  const isRead = guesses.every((word) => word.length === tree.width && [...word].length === tree.width);
  return isRead ? learn({ name: tree.game, secrets, guesses, isWhole }) : null;
}

/** Registers the rules of words by their name, for a worker that gets their lists with a question. */
export function learn(lists) {
  if (!rulesByName.has(lists.name)) rulesByName.set(lists.name, new WordRules(lists));
  return rulesByName.get(lists.name);
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

class WordRules extends ListedRules {
  feedbackIndex = (guess, secret) => marksIndex(guess, secret, this.positions);

  /** Whether a text may be a word outside the lists. */
  isWord(text) {
    return text.length === this.positions;
  }

  constructor(lists) {
    const [positions, symbols] = [lists.guesses[0].length, [...new Set(lists.guesses.join(""))].sort().join("")];
    const labels = markLabels(positions);
    super({ ...lists, lists, positions, symbols, labels, answers: labels, isWords: true, isMarked: true, noun: "words" });
  }
}
