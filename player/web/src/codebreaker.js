// The page as codebreaker, without a screen: it guesses, and the person answers.

import { answersOf, consistent, contradiction, partition, splitter } from "./solve.js";

const SECONDS = 1; // for a guess that the tree does not have

/**
 * A game in which the page guesses.  A step is `{guess, label, after, isOff}`: `isOff` if it is off the tree.  A position
 * is `{guess, count, node}` on the tree and `{guess, count, candidates}` off the tree.  Its guess is null when the game is
 * finished, and undefined until `compute` has found it.
 */
export class Codebreaker {
  constructor(tree, rules) {
    this.tree = tree;
    this.rules = rules;
    this.restart();
  }

  restart() {
    this.stop();
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

  /** Computes the guess of a position off the tree; true when it is there, and false if the position has changed. */
  async compute(core) {
    const position = this.now;
    this.stop();
    this.asked = new AbortController();
    const { signal } = this.asked;
    try {
      const { rows } = await core.best(this.tree.game, this.steps, { seconds: SECONDS, signal });
      position.guess = rows[0].guess;
    } catch {
      if (signal.aborted) return false;
      position.guess = splitter(this.rules, position.candidates);
    }
    return position === this.now;
  }

  stop() {
    this.asked?.abort();
  }

  answers(guess = this.now.guess) {
    if (this.isFinished || guess === undefined) return [];
    if (guess === this.now.guess && !this.isOffTree) return this.tree.answers(this.now.node);
    return answersOf(this.tree.labels, partition(this.rules, guess, this.candidates()));
  }

  candidates() {
    return this.now.candidates ?? (this.isFinished ? [this.steps.at(-1).guess] : this.tree.candidates(this.now.node));
  }

  /** Takes a word outside the list of secrets as one more candidate, if it is none yet. */
  admit(word) {
    const candidates = [...this.candidates(), word];
    if (this.rules.isSecret(word) || this.isFinished || candidates.indexOf(word) < candidates.length - 1) return;
    this.positions[this.positions.length - 1] = { guess: this.now.guess, count: candidates.length, candidates };
  }

  answer(label, guess = this.now.guess) {
    const isPossible = this.answers(guess).some((one) => one.label === label);
    const isOpen = !isPossible && this.rules?.isWords && guess && !this.isFinished;
    const outside = isOpen ? consistent(this.rules, [...this.steps, { guess, label }]) : [];
    if (!isPossible && !outside.length) return false;
    const position = this.now;
    const isTreeGuess = guess === position.guess && !this.isOffTree;
    let next;
    if (label === this.tree.winning) next = { guess: null, count: 1 };
    else if (isTreeGuess && isPossible) next = this.#onTree(this.tree.child(position.node, label));
    else {
      const candidates = isPossible ? consistent(this.rules, [{ guess, label }], this.candidates()) : outside;
      next = { guess: candidates.length > 2 ? undefined : candidates[0], count: candidates.length, candidates };
    }
    this.stop();
    this.steps.push({ guess, label, after: next.count, isOff: !isTreeGuess || !isPossible });
    this.positions.push(next);
    return true;
  }

  undo() {
    if (!this.steps.length) return;
    this.stop();
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
    const { rules, steps } = this;
    if (!rules.isSecret(secret) && !rules.isWord?.(secret)) return null;
    const right = steps.map(({ guess }) => rules.feedback(guess, secret));
    return new Map([...right.entries()].filter(([row, label]) => label !== steps[row].label));
  }

  contradiction(label) {
    return this.rules && contradiction(this.rules, [...this.steps, { guess: this.now.guess, label }]);
  }

  /** Plays `steps` again with the labels in `right`, a map from row to label. */
  correct(right, steps = this.steps) {
    this.restart();
    this.replay(steps.map((step, row) => ({ ...step, label: right.get(row) ?? step.label })));
  }

  #onTree(node) {
    return { guess: this.tree.guess(node), count: this.tree.counts[node], node };
  }
}
