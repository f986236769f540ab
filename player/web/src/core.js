// Asks the search core: the best guesses of a position, on the tree or off it, and what a guess costs.
//
// The core runs in a worker, so that the page goes on meanwhile.  Where workers are not allowed, the plain engine runs in
// the page itself, a few milliseconds at a time.

import { Answerer } from "./core_answers.js";
import { PlainEngine } from "./core_plain.js";
import { rulesOf } from "./word_rules.js";

const SECONDS = 5; // for a question
const SLICE = 10; // milliseconds that the plain engine takes of the page at once

// The only script that the page may start besides its own: the worker's, which stands behind it as a text.  So the page
// can play before that text has come.
const hasCome = new Promise((done) => (document.readyState === "loading" ? addEventListener("DOMContentLoaded", done) : done()));
const policy = makePolicy();

function makePolicy() {
  const source = () => document.getElementById("core").textContent;
  const createScriptURL = () => URL.createObjectURL(new Blob([source()], { type: "text/javascript" }));
  try {
    return globalThis.trustedTypes?.createPolicy("core", { createScriptURL }) ?? { createScriptURL };
  } catch {
    return { createScriptURL }; // the page may not have it: then there will be no worker
  }
}

/** Why there is no answer: "game" (its rules are not known), "history", "guess", "cancelled" or "failed". */
export class CoreError extends Error {
  constructor(why, message = why) {
    super(message);
    this.why = why;
  }
}

/**
 * Questions to the core, which are answered one after the other.
 *
 * A game is named as a tree names it; a history is a list of `{guess, label}`, and has not ended.  A cost is the number of
 * guesses that are still needed, this one included, summed over the candidates, as treegen counts it.
 *
 * An answer is `{rows, total, bound, engine}`.  A row is `{guess, cost, bound, depth, exact}`: the cost of the best tree
 * found that begins with this guess, a bound that no such tree is below, the most guesses that the tree takes, and whether
 * the cost is the least.  `total` is the number of candidates.  No tree at all is below the `bound` of the answer.
 * `engine` is "wasm", or "plain" where there is none: then only small positions are exact.
 *
 * Options are `seconds` (about so many), `signal` (an AbortSignal) and `tell` (is called with answers that are not final).
 */
export class Core {
  #worker = null;
  #jobs = []; // the first one is at work
  #lastId = 0;
  #isLocal = typeof Worker !== "function";
  #isPlain;

  constructor({ isPlain = false } = {}) {
    this.#isPlain = isPlain;
  }

  /** The `count` best guesses.  Of guesses that only the names of symbols and positions tell apart, "wasm" gives one. */
  best(game, history, { count = 1, ...options } = {}) {
    return this.#ask({ game, history, count: Math.max(1, Math.floor(count)) }, options);
  }

  async value(game, history, options = {}) {
    return alone(await this.best(game, history, { ...options, count: 1 }));
  }

  async after(game, history, guess, options = {}) {
    return alone(await this.#ask({ game, history, guess }, options));
  }

  #ask(question, { seconds = SECONDS, signal, tell = () => {} }) {
    return new Promise((resolve, reject) => {
      const why = problemOf(question) ?? (signal?.aborted ? "cancelled" : null);
      if (why) throw new CoreError(why);
      const id = ++this.#lastId;
      const steps = question.history.map(({ guess, label }) => ({ guess, label }));
      const { lists } = rulesOf(question.game); // a worker does not have those of words
      const asked = { ...question, lists, history: steps, seconds, isPlain: this.#isPlain, id };
      const job = { asked, resolve, reject, tell };
      this.#jobs.push(job);
      signal?.addEventListener("abort", () => this.#end(job), { once: true });
      if (this.#jobs.length === 1) this.#begin();
    });
  }

  #end(job) {
    const at = this.#jobs.indexOf(job);
    if (at < 0) return;
    if (at === 0) this.#stop();
    this.#jobs.splice(at, 1);
    job.reject(new CoreError("cancelled"));
    if (at === 0) this.#begin();
  }

  /** The worker is stopped: it looks at no message while it searches. */
  #stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  async #begin() {
    const [job] = this.#jobs;
    if (!job) return;
    await hasCome;
    if (job !== this.#jobs[0]) return; // it was cancelled meanwhile
    this.#worker ??= this.#start();
    this.#worker.postMessage(job.asked);
  }

  #start() {
    let worker = null;
    let url;
    try {
      if (!this.#isLocal) worker = new Worker((url = policy.createScriptURL("")));
    } catch {
      this.#isLocal = true;
    }
    worker ??= new Answerer((rules) => new PlainEngine(rules), SLICE);
    let isHeard = false;
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker) return;
      if (url && !isHeard) URL.revokeObjectURL(url);
      isHeard = true;
      this.#take(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker !== this.#worker) return;
      this.#stop();
      if (isHeard) return this.#take({ id: this.#jobs[0]?.asked.id, error: event.message });
      this.#isLocal = true; // it may not start
      this.#begin();
    };
    return worker;
  }

  #take({ id, partial, found, error }) {
    const [job] = this.#jobs;
    if (job?.asked.id !== id) return;
    if (partial) return job.tell(partial);
    this.#jobs.shift();
    if (found) job.resolve(found);
    else job.reject(new CoreError("failed", error));
    this.#begin();
  }
}

const alone = ({ rows: [row], total, engine }) => (row ? { ...row, total, engine } : null);

function problemOf({ game, history, guess }) {
  const rules = rulesOf(game);
  if (!rules) return "game";
  const isLabel = (label) => /^\d\d$/.test(label) && [...label].every((digit) => digit <= rules.positions);
  const isAnswer = (label) => (rules.hasUsualCows ? isLabel(label) : rules.labels.includes(label));
  if (!history.every((step) => rules.isGuess(step.guess) && isAnswer(step.label))) return "history";
  return guess === undefined || rules.isGuess(guess) ? null : "guess";
}
