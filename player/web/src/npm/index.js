// The npm package guesstree: what an app needs of the page's modules to play a tree and to keep a secret.

export { candidates, game, openTree, score } from "./games.js";
export { Keeper } from "./keeper.js";
export { Opponent } from "./opponent.js";
export { review } from "./review.js";
export { Tree, TreeError } from "../tree.js";
