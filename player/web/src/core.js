// Asks the search core, which runs in a worker: the best guesses of a position, on the tree or off it, and what a guess costs.

import { rulesOf } from "./word_rules.js";

const SECONDS = 5; // for a question

// The only script that the page may start besides its own: the worker's, which follows it as a text.  So the page can
// play before that text has arrived.  On a site it is a file, which the first question fetches.
const hasCome = new Promise((done) => (document.readyState === "loading" ? addEventListener("DOMContentLoaded", done) : done()));
const createScriptURL = () => {
  const { dataset, textContent } = document.getElementById("core");
  return dataset.from ?? URL.createObjectURL(new Blob([textContent], { type: "text/javascript" }));
};
let policy = { createScriptURL };
try {
  policy = globalThis.trustedTypes?.createPolicy("core", policy) ?? policy;
} catch {
  // The page may not have it: then there will be no worker.
}

/** Why there is no answer: "cancelled", "large" for too many candidates, "late", "missing" if the script could not be
 *  fetched, or "failed" without a worker, without WebAssembly or for lack of memory. */
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
 * Options are `seconds` (a time limit, not exact), `limit` (seconds after which there is no answer) and `signal` (an
 * AbortSignal).
 */
export class Core {
  #worker = null;
  #jobs = []; // the first one is at work
  #timer = 0; // of the question that is at work
  isMissing = false; // whether the script of the worker could not be fetched

  /** The `count` best guesses.  Of guesses that differ only by a permutation of symbols and positions, it has one. */
  best(game, history, { count = 1, ...options } = {}) {
    return this.#ask({ game, history, count: Math.max(1, Math.floor(count)) }, options);
  }

  /** What `guess` costs, or without one the best guess: a row, with the `total`; null if no candidate is left. */
  async cost(game, history, guess, options = {}) {
    const { rows: [row], total } = await this.#ask({ game, history, guess, count: 1 }, options);
    return row ? { ...row, total } : null;
  }

  #ask(question, { seconds = SECONDS, limit, signal }) {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) throw new CoreError("cancelled");
      const steps = question.history.map(({ guess, label }) => ({ guess, label }));
      const lists = rulesOf(question.game)?.lists; // a worker does not have those of words
      const job = { question: { ...question, lists, history: steps, seconds }, limit, resolve, reject };
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
    clearTimeout(this.#timer);
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
      this.#take({ error: error.message }); // workers are not allowed here
    }
  }

  #start() {
    const url = policy.createScriptURL("");
    const worker = new Worker(url);
    const end = (why, message) => {
      this.#stop();
      this.#take({ error: message, why });
    };
    let hasBegun = false;
    worker.onmessage = ({ data }) => {
      if (worker !== this.#worker) return;
      clearTimeout(this.#timer);
      if (!data.hasBegun) return this.#take(data);
      hasBegun = true;
      URL.revokeObjectURL(url);
      const { limit } = this.#jobs[0];
      if (limit) this.#timer = setTimeout(() => end("late"), 1000 * limit);
    };
    worker.onerror = (event) => {
      event.preventDefault();
      const isMissing = !hasBegun && !String(url).startsWith("blob:");
      if (worker === this.#worker) end(isMissing ? "missing" : "failed", event.message);
    };
    return worker;
  }

  #take({ found, error, why = "failed" }) {
    const job = this.#jobs.shift();
    this.isMissing = why === "missing";
    if (found) job.resolve(found);
    else job.reject(new CoreError(why, error));
    this.#begin();
  }
}
