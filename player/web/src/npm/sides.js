// The two sides of a game: one keeps a secret, and the other finds it by a walk down a tree.

import { showHistory } from "../address.js";
import { partition, widest } from "../solve.js";
import { Tree } from "../tree.js";
import { candidates, checkGuess, checkSecret, game, impossible, labelReader } from "./games.js";

const STEPS = Symbol("steps"); // the guesses so far and the feedbacks to them

class Side {
  /** A copy or JSON of a side has its steps, not the tree or the game. */
  constructor() {
    Object.defineProperty(this, "steps", { enumerable: true, get: () => this[STEPS].map((step) => ({ ...step })) });
  }

  get isFinished() {
    return this[STEPS].at(-1)?.label === (this.game ?? this.tree).winning;
  }

  get history() {
    return showHistory(this[STEPS]);
  }

  undo() {
    return this[STEPS].pop() !== undefined;
  }

  reset() {
    this[STEPS] = [];
  }
}

function checkOpen(side) {
  if (side.isFinished) throw new RangeError("the secret is found; reset() begins again");
}

export class Keeper extends Side {
  #random;
  #game;
  #listed; // the game with the secrets of its list

  constructor(source, { evasive = false, secret, random = Math.random } = {}) {
    super();
    this.#listed = game(source);
    if (evasive && secret !== undefined) throw new RangeError("an evasive keeper has no secret; leave out one of the two");
    this.isEvasive = evasive;
    this.#random = random;
    this.reset(secret);
  }

  reset(secret) {
    super.reset();
    this.secret = secret === undefined ? null : checkSecret(this.#listed, secret);
    const isOutside = this.#listed.isWords && this.secret !== null && !this.#listed.isSecret(secret);
    this.#game = isOutside ? this.#listed.admit(secret) : this.#listed;
    if (!this.isEvasive) this.secret ??= this.reveal();
  }

  get game() {
    return this.#game;
  }

  score(guess) {
    checkOpen(this);
    checkGuess(this.game, guess);
    const { winning } = this.game;
    const label = this.isEvasive
      ? widest(partition(this.game, guess, this.candidates()), winning)
      : this.game.feedback(guess, this.secret);
    this[STEPS].push({ guess, label });
    if (label === winning) this.secret = this.reveal();
    return label;
  }

  undo() {
    if (this.isEvasive) this.secret = null;
    return super.undo();
  }

  get left() {
    return this.candidates().length;
  }

  candidates() {
    return candidates(this.game, this[STEPS]);
  }

  reveal() {
    if (this.secret !== null) return this.secret;
    const left = this.candidates();
    return left[Math.min(left.length - 1, Math.floor(this.#random() * left.length))];
  }
}

export class Opponent extends Side {
  #tree;

  constructor(tree) {
    if (!(tree instanceof Tree)) throw new TypeError("an Opponent takes a tree, as openTree gives it");
    super();
    this.#tree = tree;
    this.reset();
  }

  get tree() {
    return this.#tree;
  }

  get #node() {
    return this.tree.follow(this[STEPS]).node;
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

  possible() {
    return this.isFinished ? [] : this.tree.possible(this.#node);
  }

  candidates() {
    return candidates(this.tree, this[STEPS]);
  }

  answer(label, cows) {
    checkOpen(this);
    const { guess } = this;
    const told = cows === undefined ? (typeof label === "string" ? labelReader(this.tree)(label) : label) : `${label}${cows}`;
    const possible = this.possible();
    if (!possible.includes(told)) throw impossible(told, guess, this[STEPS], possible);
    this[STEPS].push({ guess, label: told });
    return this.guess;
  }
}
