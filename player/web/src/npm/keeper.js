// The keeping side of a game: scores guesses, with a secret or evasively.

import { showHistory } from "../address.js";
import { consistent, partition, widest } from "../solve.js";
import { checkGuess, checkSecret, game } from "./games.js";

/** Keeps a secret that someone else guesses. */
export class Keeper {
  #random;
  #steps;
  #listed; // the candidates after each step; missing where nobody asked for them

  constructor(source, { evasive = false, secret, random = Math.random } = {}) {
    this.game = game(source);
    if (evasive && secret !== undefined) throw new RangeError("an evasive keeper has no secret; leave out one of the two");
    this.isEvasive = evasive;
    this.#random = random;
    this.reset(secret);
  }

  reset(secret) {
    const { secrets } = this.game;
    this.#steps = [];
    this.#listed = [secrets];
    this.secret = null;
    if (!this.isEvasive) this.secret = secret === undefined ? pick(secrets, this.#random) : checkSecret(this.game, secret);
  }

  score(guess) {
    if (this.isFinished) throw new RangeError("the secret is found; reset() begins again");
    checkGuess(this.game, guess);
    let label;
    if (this.isEvasive) {
      const cells = partition(this.game, guess, this.#candidates());
      label = widest(cells, this.game.winning);
      this.#listed[this.#steps.length + 1] = cells.get(label);
      if (label === this.game.winning) this.secret = guess;
    } else {
      label = this.game.feedback(guess, this.secret);
    }
    this.#steps.push({ guess, label });
    return label;
  }

  undo() {
    if (!this.#steps.length) return false;
    this.#steps.pop();
    this.#listed.length = Math.min(this.#listed.length, this.#steps.length + 1);
    if (this.isEvasive) this.secret = null;
    return true;
  }

  get isFinished() {
    return this.#steps.at(-1)?.label === this.game.winning;
  }

  get left() {
    return this.#candidates().length;
  }

  get steps() {
    return this.#steps.map((step) => ({ ...step }));
  }

  get history() {
    return showHistory(this.#steps);
  }

  candidates() {
    return [...this.#candidates()];
  }

  reveal() {
    return this.secret ?? pick(this.#candidates(), this.#random);
  }

  #candidates() {
    for (let at = this.#listed.length; at <= this.#steps.length; at++) {
      this.#listed[at] = consistent(this.game, [this.#steps[at - 1]], this.#listed[at - 1]);
    }
    return this.#listed[this.#steps.length];
  }
}

const pick = (some, random) => some[Math.min(some.length - 1, Math.floor(random() * some.length))];
