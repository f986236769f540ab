// Games, histories and candidates, with every argument checked: what the other modules of the package begin with.

import { readHistory, showHistory } from "../address.js";
import { parse } from "../rules.js";
import { consistent } from "../solve.js";
import { Tree } from "../tree.js";

const known = new Map(); // games by name, each made once: a game keeps its lists

export function openTree(data, name = "tree") {
  if (!(data instanceof ArrayBuffer || ArrayBuffer.isView(data))) {
    throw new TypeError("openTree takes the bytes of a tree file, as a Uint8Array or an ArrayBuffer");
  }
  return Tree.read(name, new Uint8Array(data.buffer ?? data, data.byteOffset, data.byteLength));
}

/** The game of a name or of a tree, or a game of the app's own; null where only a tree tells the rules. */
export function gameOrNull(source) {
  const name = source instanceof Tree ? source.game : source;
  if (typeof name === "string") {
    const found = known.get(name) ?? parse(name);
    if (found) known.set(name, found);
    return found;
  }
  const isGame =
    Array.isArray(source?.secrets) &&
    typeof source.winning === "string" &&
    typeof source.isGuess === "function" &&
    typeof source.feedback === "function";
  if (!isGame) throw new TypeError("a game is a name, a tree, or an object with secrets, winning, isGuess and feedback");
  return source;
}

export function game(source) {
  const found = gameOrNull(source);
  if (found) return found;
  const name = source instanceof Tree ? source.game : source;
  throw new RangeError(
    `${clip(name)}: the rules of this game are not known; names are as bulls-4x10, bulls-4x10-any or mastermind-4x6, and ` +
      "any other game is an object with secrets, winning, isGuess and feedback",
  );
}

export function score(source, guess, secret) {
  const rules = game(source);
  return rules.feedback(checkGuess(rules, guess), checkSecret(rules, secret));
}

export function candidates(source, history = []) {
  const steps = stepsOf(history);
  if (source instanceof Tree) {
    const { node, isFinished, problem } = source.follow(steps);
    if (!problem) return isFinished ? [source.guess(node)] : source.candidates(node);
    if (problem.kind === "feedback") return [];
  }
  const rules = game(source);
  for (const { guess } of steps) checkGuess(rules, guess);
  return consistent(rules, steps);
}

export function stepsOf(history) {
  const steps = typeof history === "string" ? readHistory(history) : history;
  if (Array.isArray(steps) && steps.every((step) => [step?.guess, step?.label].every((part) => typeof part === "string"))) {
    return steps.map(({ guess, label }) => ({ guess, label }));
  }
  throw new RangeError(`${clip(history)} is no history; write guess:feedback, as in 0123:01,4561:02`);
}

export function checkGuess(rules, guess) {
  if (typeof guess === "string" && rules.isGuess(guess)) return guess;
  throw new RangeError(`${clip(guess)} is not a guess of this game`);
}

export function checkSecret(rules, secret) {
  const isSecret = typeof secret === "string" && (rules.isSecret?.(secret) ?? rules.secrets.includes(secret));
  if (isSecret) return secret;
  throw new RangeError(`${clip(secret)} is not a secret of this game`);
}

export function impossible(label, guess, steps, possible) {
  const after = steps.length ? ` after ${showHistory(steps)}` : "";
  const few = possible.slice(0, 60).join(" ") + (possible.length > 60 ? " ..." : "");
  return new RangeError(`${clip(label)} to ${guess} fits no secret${after}; possible: ${few}`);
}

const clip = (value) => (typeof value === "string" ? JSON.stringify(value.slice(0, 60)) : String(value).slice(0, 60));
