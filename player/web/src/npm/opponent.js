// The guessing side of a game: a walk down a tree.

import { showHistory } from "../address.js";
import { Tree } from "../tree.js";
import { impossible } from "./games.js";

/** Guesses a secret that someone else keeps. */
export class Opponent {
  #path;
  #steps;

  constructor(tree) {
    if (!(tree instanceof Tree)) throw new TypeError("an Opponent takes a tree, as openTree gives it");
    this.tree = tree;
    this.reset();
  }

  get #node() {
    return this.#path.at(-1);
  }

  get isFinished() {
    return this.#steps.at(-1)?.label === this.tree.winning;
  }

  get guess() {
    return this.isFinished ? null : this.tree.guess(this.#node);
  }

  get left() {
    return this.isFinished ? 1 : this.tree.counts[this.#node];
  }

  get isCertain() {
    return this.left === 1 && this.tree.isWin(this.#node) !== 0;
  }

  get steps() {
    return this.#steps.map((step) => ({ ...step }));
  }

  get history() {
    return showHistory(this.#steps);
  }

  possible() {
    return this.isFinished ? [] : this.tree.possible(this.#node);
  }

  candidates() {
    return this.isFinished ? [this.tree.guess(this.#node)] : this.tree.candidates(this.#node);
  }

  answer(label, cows) {
    if (this.isFinished) throw new RangeError("the secret is found; reset() begins again");
    const told = cows === undefined ? label : `${label}${cows}`;
    const possible = this.possible();
    if (!possible.includes(told)) throw impossible(told, this.guess, this.#steps, possible);
    this.#steps.push({ guess: this.guess, label: told });
    if (!this.isFinished) this.#path.push(this.tree.child(this.#node, told));
    return this.guess;
  }

  undo() {
    if (!this.#steps.length) return false;
    if (!this.isFinished) this.#path.pop();
    this.#steps.pop();
    return true;
  }

  reset() {
    this.#path = [0];
    this.#steps = [];
  }
}
