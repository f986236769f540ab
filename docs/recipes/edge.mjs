// An edge function: GET /?history=0123:01,1456:02 returns {"guess":"4530"}.
import { readFile } from "node:fs/promises"; // where there are no files, import the tree as bytes or fetch it
import { nextGuess, openTree } from "guesstree";

const file = new URL(import.meta.resolve("guesstree/trees/bulls-4x10.total.tree"));
const tree = openTree(await readFile(file));

export default {
  fetch(request) {
    try {
      const history = new URL(request.url).searchParams.get("history") ?? "";
      return Response.json({ guess: nextGuess(tree, history) });
    } catch (error) {
      return Response.json({ error: error.message }, { status: 400 });
    }
  },
};
