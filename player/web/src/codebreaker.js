// The page as codebreaker, without a screen: it guesses, and the person answers.

import { showHistory } from "./address.js";
import { answersOf, conflict, consistent, partition, splitter } from "./solve.js";

const SECONDS = 1; // for a guess that the tree does not have

/**
 * A game in which the page guesses.  A step is `{guess, label, after, isOff}`: `after` candidates are left, and `isOff`
 * is true off the tree.  The position `now` is `{guess, count, node}` on the tree and `{guess, count, candidates}`
 * off the tree.  Its guess is null when the game is finished, and undefined until `compute` has found it.
 */
export class Codebreaker {
  #computed = new Map(); // guesses off the tree by their histories

  constructor(tree, rules) {
    Object.assign(this, { tree, rules });
    this.restart();
  }

  restart() {
    this.admitted = []; // words outside the list of secrets that count as secrets
    this.#goTo([]);
  }

  /** Goes to the position after some steps, and returns whether some secret agrees with them. */
  #goTo(steps) {
    const { tree, rules } = this;
    const { node, isFinished, problem } = tree.follow(steps);
    const isOff = problem !== null || this.admitted.length > 0;
    const candidates = isOff && rules ? consistent(rules, steps, [...rules.secrets, ...this.admitted]) : null;
    if (isOff && !candidates?.length) return false;
    this.stop();
    if (isFinished || steps.at(-1)?.label === tree.winning) this.now = { guess: null, count: 1 };
    else if (!isOff) this.now = { guess: tree.guess(node), count: tree.counts[node], node };
    else {
      const guess = candidates.length > 2 ? this.#computed.get(showHistory(steps)) : candidates[0];
      this.now = { guess, count: candidates.length, candidates };
    }
    this.steps = steps.map((step, i) => (i < steps.length - 1 ? step : { ...step, after: this.now.count, isOff }));
    return true;
  }

  get isFinished() {
    return this.now.guess === null;
  }

  /** Computes the guess of a position off the tree; true when it is there, and false if the position has changed. */
  async compute(core) {
    const position = this.now;
    this.stop();
    this.asking = new AbortController();
    const { signal } = this.asking;
    try {
      const { rows } = await core.best(this.tree.game, this.steps, { seconds: SECONDS, signal });
      position.guess = rows[0].guess;
    } catch {
      if (signal.aborted) return false;
      position.guess = splitter(this.rules, position.candidates);
    }
    if (position !== this.now) return false;
    this.#computed.set(showHistory(this.steps), position.guess);
    return true;
  }

  stop() {
    this.asking?.abort();
  }

  answers() {
    const { guess, node, candidates } = this.now;
    if (!guess) return [];
    return candidates ? answersOf(this.tree.labels, partition(this.rules, guess, candidates)) : this.tree.answers(node);
  }

  candidates() {
    return this.now.candidates ?? (this.isFinished ? [this.steps.at(-1).guess] : this.tree.candidates(this.now.node));
  }

  /** Takes a word outside the list of secrets as one more candidate, unless it is one already. */
  admit(word) {
    if (this.rules.isSecret(word) || this.isFinished || this.candidates().includes(word)) return;
    const { guess } = this.now;
    this.admitted.push(word);
    this.#goTo(this.steps);
    this.now.guess ??= guess;
  }

  answer(label, guess = this.now.guess) {
    return Boolean(guess) && !this.isFinished && this.#goTo([...this.steps, { guess, label }]);
  }

  undo() {
    if (this.steps.length) this.#goTo(this.steps.slice(0, -1));
  }

  /** Plays steps up to the first invalid one, and returns its problem, `{kind, at, wanted}`, or null. */
  replay(steps) {
    for (const [at, { guess, label }] of steps.entries()) {
      const wanted = this.now.guess;
      if (this.isFinished) return { kind: "over", at };
      if (guess !== wanted && !this.rules?.isGuess(guess)) return { kind: this.rules ? "noGuess" : "guess", at, wanted };
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

  /** The rows that an answer to the guess contradicts. */
  conflict(label) {
    return this.rules ? conflict(this.rules, [...this.steps, { guess: this.now.guess, label }]) : [];
  }

  /** Plays the steps again with the labels in `right`, a map from row to label. */
  correct(right) {
    const steps = this.steps.map((step, row) => ({ ...step, label: right.get(row) ?? step.label }));
    this.restart();
    this.replay(steps);
  }
}
