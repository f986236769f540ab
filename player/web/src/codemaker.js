// The page as codemaker, without a screen: it keeps one secret or several.

import { showHistory } from "./address.js";
import { consistent } from "./solve.js";

const CLOSED = "-"; // the answer of a board on which the secret was found before

const one = (words) => words[Math.floor(Math.random() * words.length)];

export class Codemaker {
  constructor(rules, steps = []) {
    this.rules = rules;
    this.steps = [];
    this.candidates = rules.secrets;
    this.isFinished = false;
    this.hasGivenUp = false;
    for (const { guess, label } of steps) this.#take(guess, label);
    this.secret = one(this.candidates);
  }

  /** Keeps this secret, if it agrees with the steps, and returns whether it does. */
  keep(secret) {
    const isPossible = this.candidates.includes(secret);
    if (isPossible) this.secret = secret;
    return isPossible;
  }

  static isPossible(rules, steps) {
    const isOpen = steps.slice(0, -1).every(({ label }) => label !== rules.winning);
    return isOpen && steps.every(({ guess }) => rules.isGuess(guess)) && consistent(rules, steps).length > 0;
  }

  answer(guess) {
    return this.#take(guess, this.rules.feedback(guess, this.secret));
  }

  undo() {
    Object.assign(this, { ...new Codemaker(this.rules, this.steps.slice(0, -1)), secret: this.secret });
  }

  #take(guess, label) {
    const candidates = consistent(this.rules, [...this.steps, { guess, label }], this.candidates);
    const after = candidates.length;
    const step = { guess, label, after, bits: Math.log2(this.candidates.length / after) };
    this.candidates = candidates;
    this.isFinished = label === this.rules.winning;
    if (this.rules.losing?.includes(label)) this.hasGivenUp = true;
    this.steps.push(step);
    return step;
  }
}

/** Secrets, each on a board of its own: a guess goes to all boards that are open.  On several boards, a step's label joins
 *  those of all boards, as "01/-/12", and `secret` the secrets by blanks.  After `most` guesses the game is lost. */
export class Boards {
  constructor(rules, count, most, steps = []) {
    const label = (step, i) => step.label.split("/")[i] ?? CLOSED;
    const own = (_, i) => steps.map((step) => ({ ...step, label: label(step, i) })).filter((step) => step.label !== CLOSED);
    const each = Array.from({ length: count }, own);
    const isPossible = each.every((some) => Codemaker.isPossible(rules, some));
    this.boards = each.map((some) => new Codemaker(rules, isPossible ? some : []));
    this.most = most;
    // No secret is on two boards.
    for (const [i, board] of this.boards.entries()) {
      const others = this.boards.slice(0, i).map(({ secret }) => secret);
      board.secret = one(board.candidates.filter((secret) => !others.includes(secret))) ?? board.secret;
    }
    this.#judge();
    const isWhole = this.open.every((board) => board.steps.length === steps.length) && showHistory(this.steps) === showHistory(steps);
    this.isPossible = isPossible && isWhole;
  }

  get open() {
    return this.boards.filter((board) => !board.isFinished);
  }

  get isFinished() {
    return !this.open.length;
  }

  get steps() {
    const [longest] = [...this.boards].sort((a, b) => b.steps.length - a.steps.length);
    if (this.boards.length === 1) return longest.steps;
    return longest.steps.map(({ guess }, row) => ({ guess, label: this.boards.map(({ steps }) => steps[row]?.label ?? CLOSED).join("/") }));
  }

  get secret() {
    return this.boards.map((board) => board.secret).join(" ");
  }

  set secret(secrets) {
    secrets.split(" ").forEach((secret, i) => (this.boards[i].secret = secret));
  }

  /** Keeps these secrets, if they agree with the steps, and returns whether they do; those of an address stay. */
  keep(secrets) {
    const each = secrets?.split(" ") ?? [];
    if (this.isNamed || each.length !== this.boards.length) return false;
    return this.boards.map((board, i) => board.keep(each[i])).every(Boolean);
  }

  /** The steps of the boards that were open, each with the number of its board. */
  answer(guess) {
    const steps = this.open.map((board) => ({ n: this.boards.indexOf(board) + 1, ...board.answer(guess) }));
    this.#judge();
    return steps;
  }

  #judge() {
    this.hasGivenUp = !this.isFinished && (this.steps.length >= this.most || this.boards.some((board) => board.hasGivenUp));
  }
}
