// Why a guess is a good one, in a sentence: how evenly it splits the candidates, and how many guesses are needed after it.

import { align } from "./align.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { hasMarks } from "./notation.js";
import { bitsOf, leastCost, sum } from "./solve.js";

const SECONDS = 3; // the time limit of the core for an average

/** The sentence about a guess with these answers, `{count, weight}`.  `cost` is, perhaps later, how many guesses are needed
 *  on average with this one, as `{average, isExact, isBest}`, or null if that is not known. */
export function sentence(app, answers, cost) {
  const all = sum(answers.map(({ count }) => count));
  if (all === 1) return h("p.why", t("why.only"));
  const isOfNumbers = app.rules?.noun === "numbers" || app.tree.game.startsWith("number");
  const splits = t("why.splits", {
    secrets: t(isOfNumbers ? "why.numbers" : hasMarks(app) ? "why.words" : "why.codes", { n: all }),
    groups: t("why.groups", { n: answers.length }),
    largest: Math.max(...answers.map(({ count }) => count)),
    bits: bitsOf(answers.map(({ weight }) => weight)),
    most: t("bits", { n: Math.log2(Math.min(all, app.tree.labels.length)) }),
  });
  const line = h("p.why", t("why.alone", { splits }));
  const finish = (found) => {
    if (found) line.textContent = t(found.isBest ? "why.best" : found.isExact ? "why.exact" : "why.atMost", { splits, average: found.average });
  };
  if (cost instanceof Promise) cost.then(finish, () => {});
  else finish(cost);
  return line;
}

export const whyNode = (app, node) =>
  sentence(app, app.tree.answers(node), { average: app.tree.statistics(node).average, isExact: true, isBest: app.tree.isBest });

/** What the tree costs after some steps that are on it, perhaps with other symbols and places: a row of the core, exact if
 *  no tree costs less.  `isNext(step)` tells whether its guess is one of the tree's there.  Null off the tree. */
export function knownAfter({ tree, rules }, steps) {
  const { nodes, isOver, show } = align(tree, rules, steps);
  const node = nodes[steps.length];
  if (tree.isWeighted || node === undefined || isOver) return null;
  const [total, cost] = [tree.counts[node], tree.statistics(node).total];
  const bound = tree.isLeast ? cost : leastCost(total, tree.labels.length);
  const isNext = (step) => {
    const next = align(tree, rules, [...steps, step]);
    return next.isOver || next.nodes.length > steps.length + 1;
  };
  return { guess: show(node), cost, bound, total, exact: tree.isLeast, isNext };
}

/** The result of the core; null for a tree with weights, because the core counts each secret once. */
export async function averageOf(app, history, guess, signal) {
  if (app.tree.isWeighted) return null;
  const row = await app.core.after(app.tree.game, history, guess, { seconds: SECONDS, signal });
  return row && { average: row.cost / row.total, isExact: row.exact };
}
