// The worker that answers what core.js asks.  scripts/build_page puts its script into the page as a text.

import packed from "core-wasm";

import { PlainEngine } from "./core_plain.js";
import { WasmEngine, compile, fits } from "./core_wasm.js";
import { parse } from "./rules.js";

let compiled = null; // a promise of the module; of null where WebAssembly is not allowed
let engine = null; // of the last game

/** The engine for a game: plain if it `isPlain`, and where there is no other. */
async function open(game, isPlain) {
  const rules = parse(game);
  compiled ??= compile(packed).catch(() => null);
  const module = !isPlain && fits(rules) && (await compiled);
  try {
    if (module) return new WasmEngine(module, rules);
  } catch {
    // There is not enough memory for it.
  }
  return new PlainEngine(rules);
}

/** The result of a generator that yields in between. */
function finish(generator) {
  for (;;) {
    const { done, value } = generator.next();
    if (done) return value;
  }
}

async function reply({ id, game, history, guess, isPlain, ...options }) {
  if (engine?.rules.name !== game || (isPlain && !(engine instanceof PlainEngine))) {
    engine = null;
    engine = await open(game, isPlain);
  }
  const tell = (partial) => postMessage({ id, partial: { ...partial, engine: engine.constructor.kind } });
  const asked = guess === undefined ? engine.best(history, options, tell) : engine.after(history, guess, options);
  const found = engine instanceof PlainEngine ? finish(asked) : asked;
  postMessage({ id, found: { ...found, engine: engine.constructor.kind } });
}

// Questions come one at a time.
addEventListener("message", ({ data }) => {
  reply(data).catch((error) => {
    engine = null;
    postMessage({ id: data.id, error: String(error?.message ?? error) });
  });
});
