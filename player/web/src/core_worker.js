// The worker that answers what core.js asks.  scripts/build page puts its script into the page as a text, behind that of the page.

import packed from "core-wasm";

import { Answerer } from "./core_answers.js";
import { PlainEngine } from "./core_plain.js";
import { WasmEngine, compile, fits } from "./core_wasm.js";

let compiled = null; // a promise of the module; of null where WebAssembly is not allowed

async function open(rules, isPlain) {
  compiled ??= compile(packed).catch(() => null);
  const module = !isPlain && fits(rules) && (await compiled);
  try {
    if (module) return new WasmEngine(module, rules);
  } catch {
    // There is not enough memory for it.
  }
  return new PlainEngine(rules);
}

const answerer = new Answerer(open);
answerer.onmessage = ({ data }) => postMessage(data);
addEventListener("message", ({ data }) => answerer.postMessage(data));
