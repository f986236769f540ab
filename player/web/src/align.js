// Finds the path of a played game down a tree, up to a renaming of symbols and places.

/**
 * `{nodes, isOver, show}` for the renaming of symbols and places that follows the tree for most steps: the node before
 * each of these steps and after the last one, whether that one found the secret, and the guess that a node asks in the
 * player's own symbols.  Without `rules` of a code nothing is renamed, and marks keep their places.
 */
export function align(tree, rules, steps) {
  const isRenamed = Boolean(rules?.rule) && !rules.isNozero;
  const every = isRenamed ? orders(rules.positions) : [null];
  const walks = (rules?.isMarked ? every.slice(0, 1) : every).map((order) => walk(tree, steps, order));
  const length = ({ nodes, isOver }) => nodes.length + isOver;
  const best = walks.reduce((one, other) => (length(other) > length(one) ? other : one));
  return { ...best, show: (node) => (isRenamed ? rename(tree.guess(node), best, rules.symbols) : tree.guess(node)) };
}

/** Follows steps whose place `order[i]` is place i of the tree, and whose symbols get the tree's on the way. */
function walk(tree, steps, order) {
  const nodes = [0];
  const ours = new Map(); // the tree's symbol by the player's, and in `theirs` the other way round
  const found = { nodes, order, theirs: new Map(), isOver: false };
  for (const { guess, label } of steps) {
    const node = nodes.at(-1);
    const treeGuess = tree.guess(node);
    const theirs = new Map(found.theirs);
    const isPair = (a, b) => (ours.get(a) ?? b) === b && (theirs.get(b) ?? a) === a;
    const pairs = order?.map((place, i) => [guess[place], treeGuess[i]]);
    const isSame = pairs ? pairs.every(([a, b]) => isPair(a, b) && ours.set(a, b) && theirs.set(b, a)) : guess === treeGuess;
    if (!isSame) break;
    found.theirs = theirs;
    found.isOver = label === tree.winning && tree.isWin(node) !== 0;
    const next = found.isOver ? -1 : tree.child(node, label);
    if (next < 0) break;
    nodes.push(next);
  }
  return found;
}

/** A guess of the tree in the player's symbols; a symbol that no guess has fixed yet stays itself if it can. */
function rename(treeGuess, { order, theirs }, symbols) {
  const all = new Map(theirs);
  const free = new Set([...symbols].filter((symbol) => ![...theirs.values()].includes(symbol)));
  for (const symbol of treeGuess) {
    if (all.has(symbol)) continue;
    const mine = free.has(symbol) ? symbol : free.values().next().value;
    free.delete(mine);
    all.set(symbol, mine);
  }
  const guess = [];
  order.forEach((place, i) => (guess[place] = all.get(treeGuess[i])));
  return guess.join("");
}

function orders(positions) {
  if (positions === 0) return [[]];
  const last = positions - 1;
  return orders(last).flatMap((order) =>
    Array.from({ length: positions }, (_, i) => [...order.slice(0, last - i), last, ...order.slice(last - i)]),
  );
}
