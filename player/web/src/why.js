// Why a guess is a good one, in a sentence: how evenly it splits the candidates, and how many guesses are needed after it.

import { align } from "./align.js";
import { h } from "./dom.js";
import { t } from "./i18n.js";
import { hasMarks } from "./notation.js";
import { bitsOf, sum } from "./solve.js";

/** The sentence about a guess with these answers, `{count, weight}`, and the average of the guesses that are needed
 *  with this one, if that is known. */
export function sentence(app, answers, average = null) {
  const all = sum(answers.map(({ count }) => count));
  if (all === 1) return h("p.why", t("why.only"));
  const isOfNumbers = app.rules?.noun === "numbers" || app.tree.game.startsWith("number");
  const splits = t("why.splits", {
    secrets: t(isOfNumbers ? "why.numbers" : hasMarks(app) ? "why.words" : app.tree.game.startsWith("table:") ? "why.secrets" : "why.codes", { n: all }),
    groups: t("why.groups", { n: answers.length }),
    largest: Math.max(...answers.map(({ count }) => count)),
    bits: bitsOf(answers.map(({ weight }) => weight)),
    most: t("bits", { n: Math.log2(Math.min(all, app.tree.labels.length)) }),
  });
  const key = average === null ? "why.alone" : app.tree.isBest ? "why.best" : "why.exact";
  return h("p.why", t(key, { splits, average }));
}

/** What the tree costs after some steps that are on it, perhaps with other symbols or places: a row of the core, exact
 *  if no tree costs less, and whether the guess of the step `next` is the tree's there.  Null off the tree. */
export function knownAfter({ tree, rules }, steps, next = []) {
  const { nodes, isOver, show } = align(tree, rules, [...steps, ...next]);
  const node = nodes[steps.length];
  if (tree.isWeighted || node === undefined) return null;
  const isNext = isOver || nodes.length > steps.length + 1;
  return { guess: show(node), cost: tree.statistics(node).total, total: tree.counts[node], exact: tree.isLeast, isNext };
}
