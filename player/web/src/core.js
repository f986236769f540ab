// Asks the search core, which runs in a worker: the best guesses of a position, on the tree or off it, and what a guess costs.

import { rulesOf } from "./word_rules.js";

const SECONDS = 5; // for a question

// The only script that the page may start besides its own: the worker's, which follows it as a text.  So the page can
// play before that text has arrived.
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

/** Why there is no answer: "cancelled", or "failed" without a worker, without WebAssembly or for lack of memory. */
export class CoreError extends Error {
  constructor(why, message = why) {
    super(message);
    this.why = why;
  }
}

/**
 * Questions to the core, which are answered one after the other.
 *
 * A game has the name of its tree; a history is a list of `{guess, label}`, and has not ended.  A cost is the number of
 * guesses that are still needed, this one included, summed over the candidates, as treegen counts it.
 *
 * An answer is `{rows, total, bound}`.  A row is `{guess, cost, bound, exact}`: the cost of the best tree found that begins
 * with this guess, a bound that no such tree is below, and whether the cost is the least.  `total` is the number of
 * candidates.  No tree at all is below the `bound` of the answer.
 *
 * Options are `seconds` (a time limit, not exact) and `signal` (an AbortSignal).
 */
export class Core {
  #worker = null;
  #jobs = []; // the first one is at work
  #lastId = 0;

  /** The `count` best guesses.  Of guesses that differ only by a permutation of symbols and positions, it has one. */
  best(game, history, { count = 1, ...options } = {}) {
    return this.#ask({ game, history, count: Math.max(1, Math.floor(count)) }, options);
  }

  async value(game, history, options = {}) {
    return alone(await this.best(game, history, { ...options, count: 1 }));
  }

  async after(game, history, guess, options = {}) {
    return alone(await this.#ask({ game, history, guess }, options));
  }

  #ask(question, { seconds = SECONDS, signal }) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw new CoreError("cancelled");
      const id = ++this.#lastId;
      const steps = question.history.map(({ guess, label }) => ({ guess, label }));
      const lists = rulesOf(question.game)?.lists; // a worker does not have those of words
      const job = { question: { ...question, lists, history: steps, seconds, id }, resolve, reject };
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

  /** Stops the worker, because it reads no message while it searches. */
  #stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  async #begin() {
    const [job] = this.#jobs;
    if (!job) return;
    await hasCome;
    if (job !== this.#jobs[0]) return; // it was cancelled meanwhile
    try {
      this.#worker ??= this.#start();
      this.#worker.postMessage(job.question);
    } catch (error) {
      this.#take({ id: job.question.id, error: error.message }); // workers are not allowed here
    }
  }

  #start() {
    const url = policy.createScriptURL("");
    const worker = new Worker(url);
    worker.onmessage = ({ data }) => {
      URL.revokeObjectURL(url);
      if (worker === this.#worker) this.#take(data);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      if (worker !== this.#worker) return;
      this.#stop();
      this.#take({ id: this.#jobs[0]?.question.id, error: event.message });
    };
    return worker;
  }

  #take({ id, found, error }) {
    const [job] = this.#jobs;
    if (job?.question.id !== id) return;
    this.#jobs.shift();
    if (found) job.resolve(found);
    else job.reject(new CoreError("failed", error));
    this.#begin();
  }
}

const alone = ({ rows: [row], total }) => (row ? { ...row, total } : null);
