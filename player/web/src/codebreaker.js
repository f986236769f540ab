// The page as codebreaker, without a screen: it guesses, and the person answers.

import { bestGuess, partition } from "./solve.js";

/**
 * A game in which the page guesses.  A step is `{guess, label, after, isOff}`.  A position is `{guess, count, node}` on
 * the tree and `{guess, count, candidates}` off the tree; its guess is null when the game is finished.
 */
export class Codebreaker {
  constructor(tree, rules) {
    this.tree = tree;
    this.rules = rules;
    this.restart();
  }

  restart() {
    this.steps = [];
    this.positions = [this.#onTree(0)];
  }

  get now() {
    return this.positions.at(-1);
  }

  get isFinished() {
    return this.now.guess === null;
  }

  get isOffTree() {
    return this.now.candidates !== undefined;
  }

  /** The possible answers to a guess, by default to the current one. */
  possible(guess = this.now.guess) {
    if (this.isFinished) return [];
    if (guess === this.now.guess && !this.isOffTree) return this.tree.possible(this.now.node);
    return this.tree.labels.filter((label) => this.cells(guess).has(label));
  }

  /** The cells of a guess: the current candidates by label. */
  cells(guess) {
    if (this.cellsOf?.guess !== guess || this.cellsOf.position !== this.now) {
      this.cellsOf = { guess, position: this.now, cells: partition(this.rules, guess, this.candidates()) };
    }
    return this.cellsOf.cells;
  }

  /** The secrets that are still possible, sorted. */
  candidates() {
    return this.now.candidates ?? (this.isFinished ? [this.steps.at(-1).guess] : this.tree.candidates(this.now.node));
  }

  /** Takes the answer to `guess`.  If no secret gives this answer, nothing changes and the result is false. */
  answer(label, guess = this.now.guess) {
    if (!this.possible(guess).includes(label)) return false;
    const position = this.now;
    const isTreeGuess = guess === position.guess && !this.isOffTree;
    let next;
    if (label === this.tree.winning) next = { guess: null, count: 1 };
    else if (isTreeGuess) next = this.#onTree(this.tree.child(position.node, label));
    else next = this.#offTree(this.cells(guess).get(label));
    this.steps.push({ guess, label, after: next.count, isOff: !isTreeGuess });
    this.positions.push(next);
    return true;
  }

  /** Takes the last answer back. */
  undo() {
    if (!this.steps.length) return;
    this.steps.pop();
    this.positions.pop();
  }

  /** Plays steps until one makes no sense, and returns the problem with it, `{kind, at, wanted}`, or null. */
  replay(steps) {
    for (const [at, { guess, label }] of steps.entries()) {
      const wanted = this.now.guess;
      if (this.isFinished) return { kind: "over", at };
      if (guess !== wanted && !this.rules?.isGuess(guess))
        return { kind: this.rules ? "noGuess" : "guess", at, wanted };
      if (!this.answer(label, guess)) return { kind: "feedback", at };
    }
    return null;
  }

  /** The rows that would be wrong for `secret`, as a map from row to right label; null if it cannot be the secret. */
  wrongRows(secret) {
    const wrong = new Map();
    if (this.rules) {
      if (!this.rules.isSecret(secret)) return null;
      this.steps.forEach(({ guess, label }, row) => {
        const right = this.rules.feedback(guess, secret);
        if (right !== label) wrong.set(row, right);
      });
      return wrong;
    }
    // The tree alone tells only the first wrong row: up to there, the secret's own path has the same guesses.
    const node = this.tree.find(secret);
    if (node < 0) return null;
    const path = this.tree.gameOf(node);
    const row = this.steps.findIndex(({ label }, i) => path[i]?.label !== label);
    if (row >= 0) wrong.set(row, path[row].label);
    return wrong;
  }

  #onTree(node) {
    return { guess: this.tree.guess(node), count: this.tree.counts[node], node };
  }

  #offTree(candidates) {
    return { guess: bestGuess(this.rules, candidates), count: candidates.length, candidates };
  }
}
