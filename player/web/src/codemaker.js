// The page as codemaker, without a screen: it keeps a secret, honestly or evasively.

import { consistent, partition, widest } from "./solve.js";

export class Codemaker {
  constructor(rules, isEvasive, steps = []) {
    this.rules = rules;
    this.isEvasive = isEvasive;
    this.steps = [];
    this.candidates = rules.secrets;
    this.isFinished = false;
    this.hasGivenUp = false;
    for (const step of steps) this.#take(step.guess, step.label, consistent(rules, [step], this.candidates));
    this.secret = this.candidates[Math.floor(Math.random() * this.candidates.length)];
  }

  static isPossible(rules, steps) {
    const isOpen = steps.slice(0, -1).every(({ label }) => label !== rules.winning);
    return isOpen && steps.every(({ guess }) => rules.isGuess(guess)) && consistent(rules, steps).length > 0;
  }

  answer(guess) {
    const cells = partition(this.rules, guess, this.candidates);
    let label = this.rules.feedback(guess, this.secret);
    if (this.isEvasive) {
      label = widest(cells, this.rules.winning);
      this.secret = cells.get(label)[0];
    }
    return this.#take(guess, label, cells.get(label));
  }

  undo() {
    const steps = this.steps.slice(0, -1);
    Object.assign(this, { ...new Codemaker(this.rules, this.isEvasive, steps), secret: this.secret });
  }

  #take(guess, label, candidates) {
    const after = candidates.length;
    const step = { guess, label, after, bits: Math.log2(this.candidates.length / after) };
    this.candidates = candidates;
    this.isFinished = label === this.rules.winning;
    if (this.rules.losing?.includes(label)) this.hasGivenUp = true;
    this.steps.push(step);
    return step;
  }
}
