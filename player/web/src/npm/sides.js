// The two sides of a game: one keeps a secret, and the other finds it by a walk down a tree.

import { showHistory } from "../address.js";
import { partition, splitter, widest } from "../solve.js";
import { Tree } from "../tree.js";
import { candidates, checkGuess, checkSecret, game, impossible, labelReader, stepsOf } from "./games.js";

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

  get left() {
    return this.candidates().length;
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
  #source;

  constructor(tree, source = tree) {
    if (!(tree instanceof Tree)) throw new TypeError("an Opponent takes a tree, as openTree gives it");
    super();
    this.#tree = tree;
    this.#source = source;
    this.reset();
  }

  get tree() {
    return this.#tree;
  }

  /** The node of the tree; -1 if no secret of the tree agrees with the answers, but other words do. */
  get #node() {
    const { node, problem } = this.tree.follow(this[STEPS]);
    return problem ? -1 : node;
  }

  get guess() {
    const node = this.#node;
    if (this.isFinished) return null;
    return node < 0 ? splitter(game(this.#source), this.candidates()) : this.tree.guess(node);
  }

  get isCertain() {
    const node = this.#node;
    return this.left === 1 && (node < 0 || this.tree.isWin(node) !== 0);
  }

  possible() {
    if (this.isFinished) return [];
    const node = this.#node;
    return node < 0 ? [...partition(game(this.#source), this.guess, this.candidates()).keys()].sort() : this.tree.possible(node);
  }

  candidates() {
    return this.#after(this[STEPS]);
  }

  /** The candidates after some steps; off the tree by the rules of the game. */
  #after(steps) {
    return candidates(this.tree.follow(steps).problem ? this.#source : this.tree, steps);
  }

  answer(label, cows) {
    checkOpen(this);
    const { guess } = this;
    const answer = cows === undefined ? (typeof label === "string" ? labelReader(this.tree)(label) : label) : `${label}${cows}`;
    const possible = this.possible();
    const steps = [...this[STEPS], { guess, label: answer }];
    const isPossible = possible.includes(answer) || (this.tree.labels.includes(answer) && this.#after(steps).length > 0);
    if (!isPossible) throw impossible(answer, guess, this[STEPS], possible);
    this[STEPS] = steps;
    return this.guess;
  }
}

export function nextGuess(tree, history = "", source = tree) {
  const opponent = new Opponent(tree, source);
  for (const { guess, label } of stepsOf(history, tree)) {
    const wanted = opponent.guess;
    if (guess !== wanted) throw new RangeError(`the tree asks ${wanted ?? "nothing"} after ${opponent.history || "no answer"}`);
    opponent.answer(label);
  }
  return opponent.guess;
}
