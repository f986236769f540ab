// The npm package guesstree: what an app needs of the page's modules to play a tree and to keep a secret.

export { candidates, game, openTree, score } from "./games.js";
export { review } from "./review.js";
export { Keeper, nextGuess, Opponent } from "./sides.js";
export { Tree, TreeError } from "../tree.js";
