// Games, histories and candidates, with every argument checked: what the other modules of the package begin with.

import { readHistory, showHistory } from "../address.js";
import { MOST_MARKED, markLabels, marksIndex, parse, readCode, ruleOf } from "../rules.js";
import { consistent } from "../solve.js";
import { readLabel } from "../spelling.js";
import { Tree } from "../tree.js";

const MOST_NUMBERS = 1e6;
const OWN = { winning: "string", isGuess: "function", feedback: "function" }; // of a game of the app's own
const LISTED = "a list of words, or an object with secrets, winning, isGuess and feedback";
const LETTERS = /^[^\s\p{Cc}\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'`´＂＇,，、،:：;；؛#|<>]+$/u;
const gamesByName = new Map(); // each game is made once, because it keeps its lists

export function openTree(data, name = "tree") {
  if (!(data instanceof ArrayBuffer || ArrayBuffer.isView(data))) {
    throw new TypeError("openTree takes the bytes of a tree file, as a Uint8Array or an ArrayBuffer");
  }
  return Tree.read(name, new Uint8Array(data.buffer ?? data, data.byteOffset, data.byteLength));
}

/** The game of a name or of a tree, or a game of the app's own; null for all but codes with bulls and the usual cows. */
export function gameOrNull(source) {
  const name = source instanceof Tree ? source.game : source;
  if (typeof name === "string") {
    const found = gamesByName.get(name) ?? parse(name);
    if (found) gamesByName.set(name, found);
    return found;
  }
  const isGame = Array.isArray(source?.secrets) && Object.keys(OWN).every((key) => typeof source[key] === OWN[key]);
  if (!isGame) throw new TypeError(`a game is a name, a tree, ${LISTED}`);
  return source;
}

export function game(source) {
  if (Array.isArray(source)) return words(source);
  if (Array.isArray(source?.secrets) && Array.isArray(source.guesses) && !source.feedback) return words(source.secrets, source.guesses);
  const name = source instanceof Tree ? source.game : source;
  const isOfWords = source instanceof Tree && source.hasMarks && /^words:/.test(name);
  return gameOrNull(source) ?? codes(name) ?? numbers(name) ?? (isOfWords ? words(source.candidates(0), source.words(), true) : refuse(name));
}

/** The game of lists of secrets and of other guesses; of a tree's words, any of the right length may be asked.
 *  Capitals do not count: words that differ in nothing else are one, which is spelled as it stands first. */
function words(list, others = [], isAny = false) {
  const both = [...list, ...others];
  const n = typeof list[0] === "string" ? [...list[0]].length : 0;
  const isWord = (word) => typeof word === "string" && [...word].length === n && LETTERS.test(word);
  if (!both.every(isWord) || !n) {
    throw new RangeError("a list of words has words of one length, without blanks, commas, colons, #, quotation marks and brackets");
  }
  const fold = folding(both.join(" "));
  const small = new Map(both.map((word) => [word, fold(word)]));
  const spelled = (some) => new Map([...some].reverse().map((word) => [small.get(word), word]));
  const read = (word) => small.get(word) ?? fold(word);
  const [secrets, guesses] = [spelled(list), spelled(both)];
  const isSecret = (text) => secrets.has(read(text));
  const feedback = (guess, secret) => marksIndex(read(guess), read(secret), n).toString(3).padStart(n, "0");
  const admit = (word) => words([...list, word], others, isAny);
  const labelling = { winning: "2".repeat(n), rule: ruleOf("words:"), labels: n > MOST_MARKED ? [] : markLabels(n) };
  const isGuess = isAny ? isWord : (text) => guesses.has(read(text));
  const sorted = (some) => [...some.values()].sort();
  return { ...labelling, secrets: sorted(secrets), guesses: sorted(guesses), isWords: true, isWord, isSecret, isGuess, feedback, admit };
}

/** Makes words of a list with these letters small, each capital in the same way (see player/rules/letters.py). */
function folding(letters) {
  const [isTurkish, isGreek] = [/[ıİ]/.test(letters), /\p{L}Σ(?!\p{L})/u.test(letters)];
  const small = { İ: "i", Σ: "σ", ...(isTurkish && { I: "ı" }), ...(isGreek && { ς: "σ" }) };
  return (word) => word.normalize("NFC").replace(/[IİΣς]/g, (letter) => small[letter] ?? letter).toLowerCase();
}

/** A code game with any feedback, or with symbols of its own, in any order. */
function codes(name) {
  const [size, shown = ""] = name.split("=");
  return readCode(/^\w+$/.test(shown) ? `${size}=${[...shown].sort().join("")}` : name);
}

/** A number of a range: gt50 asks whether it is greater, eq50 whether it is this one. */
function numbers(name) {
  const [, least, greatest] = /^number-(-?\d+)\.\.(-?\d+)(?:-free)?$/.exec(name) ?? [];
  const count = greatest - least + 1;
  if (!(count > 1 && count <= MOST_NUMBERS)) return null;
  const secrets = Array.from({ length: count }, (_, i) => `${Number(least) + i}`).sort();
  const all = new Set(secrets);
  const isSecret = (text) => all.has(text);
  const isGuess = (text) => isSecret(text.slice(2)) && (/^eq/.test(text) || (/^gt/.test(text) && text !== `gt${greatest}`));
  const feedback = (guess, secret) => {
    const more = secret - guess.slice(2);
    return guess[0] === "g" ? (more > 0 ? "yes" : "no") : more ? "wrong" : "right";
  };
  return { secrets, winning: "right", rule: ruleOf(name), labels: ["no", "right", "wrong", "yes"], isSecret, isGuess, feedback };
}

export function refuse(name) {
  throw new RangeError(
    `${clip(name)}: the rules of this game are not known; names are as bulls-4x10, bulls-4x10-any or mastermind-4x6, and ` +
      `any other game is ${LISTED}`,
  );
}

export function score(source, guess, secret) {
  const rules = game(source);
  return rules.feedback(checkGuess(rules, guess), checkSecret(rules, secret));
}

export function candidates(source, history = []) {
  const steps = stepsOf(history, source);
  if (source instanceof Tree) {
    const { node, isFinished, problem } = source.follow(steps);
    if (!problem) return isFinished ? [source.guess(node)] : source.candidates(node);
    if (problem.kind === "feedback" && !source.hasMarks) return [];
  }
  const rules = game(source);
  for (const step of steps) checkAsked(rules, step);
  return consistent(rules, steps);
}

/** What reads a feedback as a label of the game of `source`; null for an app's own game, whose labels are unknown. */
export function labelReader(source) {
  const rules = source instanceof Tree ? { labels: source.labels, rule: ruleOf(source.game) } : game(source);
  return rules.labels ? (text) => readLabel(text, rules) : null;
}

export function stepsOf(history, source) {
  const read = labelReader(source);
  const steps = typeof history === "string" ? readHistory(history, read ?? undefined) : history;
  if (Array.isArray(steps) && steps.every((step) => [step?.guess, step?.label].every((part) => typeof part === "string"))) {
    return steps.map(({ guess, label }) => ({ guess, label: read?.(label) ?? label }));
  }
  throw new RangeError(`${clip(history)} is no history; write guess:feedback, as in 0123:01,4561:02`);
}

function check(text, isOne, what) {
  if (isOne) return text;
  throw new RangeError(`${clip(text)} is not a ${what} of this game`);
}

export const checkGuess = (rules, guess) => check(guess, typeof guess === "string" && rules.isGuess(guess), "guess");

/** Checks the guess of a step; a word that was found may stand in no list. */
export const checkAsked = (rules, { guess, label }) => (label === rules.winning && rules.isWord?.(guess)) || checkGuess(rules, guess);

export const checkSecret = (rules, secret) =>
  check(secret, typeof secret === "string" && (rules.isWord?.(secret) || (rules.isSecret?.(secret) ?? rules.secrets.includes(secret))), "secret");

export function impossible(label, guess, steps, possible) {
  const after = steps.length ? ` after ${showHistory(steps)}` : "";
  const few = possible.slice(0, 60).join(" ") + (possible[60] ? " ..." : "");
  return new RangeError(`${clip(label)} to ${guess} fits no secret${after}; possible: ${few}`);
}

const clip = (value) => (typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : String(value === null || value?.toString ? value : typeof value).slice(0, 60));
