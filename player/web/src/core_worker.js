// Answers the questions of core.js.  scripts/build page puts its script into the page as a text, behind that of the page.

import packed from "core-wasm";

import { WasmEngine, compile } from "./core_wasm.js";
import { learn, rulesOf } from "./word_rules.js";

let compiled = null; // a promise of the module
let engine = null; // of the last game

addEventListener("message", async ({ data: { game, lists, history, guess, ...options } }) => {
  try {
    compiled ??= compile(packed);
    const module = await compiled;
    postMessage({ hasBegun: true });
    if (engine?.rules.name !== game) engine = new WasmEngine(module, lists ? learn(lists) : rulesOf(game));
    postMessage({ found: guess === undefined ? engine.best(history, options) : engine.after(history, guess, options) });
  } catch (error) {
    engine = null;
    postMessage({ error: String(error?.message ?? error), why: error?.why });
  }
});
