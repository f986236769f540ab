// "Solve mine" without a screen: the page guesses, a person answers.

import { bestGuess, partition } from "./solve.js";

/**
 * A game in which the page guesses.  A step is `{guess, label, before, after}`; a position is
 * `{guess, count, node}` on the tree, `{guess, count, candidates}` off it, and has no guess when the game is finished.
 */
export class Game {
  constructor(tree, rules) {
    this.tree = tree;
    this.rules = rules;
    this.winning = tree.labels[tree.winning];
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

  /** The labels that can answer a guess, by default the one asked now. */
  possible(guess = this.now.guess) {
    if (this.isFinished) return [];
    if (guess === this.now.guess && !this.isOffTree) return this.tree.possible(this.now.node);
    return this.tree.labels.filter((label) => this.cells(guess).has(label));
  }

  /** The cells of a guess among the candidates of now. */
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

  /** Takes the answer to `guess`; false, and nothing changes, where no secret gives it. */
  answer(label, guess = this.now.guess) {
    if (!this.possible(guess).includes(label)) return false;
    const position = this.now;
    const isTreeGuess = guess === position.guess && !this.isOffTree;
    let next;
    if (label === this.winning) next = { guess: null, count: 1 };
    else if (isTreeGuess) next = this.#onTree(this.tree.child(position.node, label));
    else next = this.#offTree(this.cells(guess).get(label));
    this.steps.push({ guess, label, before: position.count, after: next.count, isOff: !isTreeGuess });
    this.positions.push(next);
    return true;
  }

  /** Takes the last answer back; false at the start. */
  undo() {
    if (!this.steps.length) return false;
    this.steps.pop();
    this.positions.pop();
    return true;
  }

  /** Plays steps as far as they make sense; the problem, `{kind, at}`, with the first that does not, else null. */
  replay(steps) {
    for (const [at, { guess, label }] of steps.entries()) {
      if (this.isFinished) return { kind: "over", at };
      const isOff = guess !== this.now.guess;
      if (isOff && !this.rules?.isGuess(guess)) return { kind: "guess", at };
      if (!this.answer(label, guess)) return { kind: "feedback", at };
    }
    return null;
  }

  /** The rows that are wrong if `secret` is it, as a map from row to the right label; null when it cannot be one. */
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
    // From the tree alone the first wrong row can be told: up to there the secret's own path asked the same.
    const node = this.tree.find(secret);
    if (node < 0) return null;
    const path = [...this.tree.historyOf(node), { guess: secret, label: this.winning }];
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
