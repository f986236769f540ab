// Why a guess is a good one, in a sentence: how evenly it splits the candidates, and how many guesses are needed after it.

import { h } from "./dom.js";
import { hasMarks } from "./glyphs.js";
import { t } from "./i18n.js";

const SECONDS = 3; // that the core may take for an average

let isOpen = false; // whether the person has unfolded the last one
let asking = null; // ends the question of the one before

const two = (value) => Math.round(100 * value) / 100 || 0;

/** The bits that a split into groups of these sizes gains, on average. */
export function bitsOf(sizes) {
  const all = sizes.reduce((a, b) => a + b, 0);
  return sizes.reduce((sum, n) => sum - (n / all) * Math.log2(n / all), 0);
}

/** "1,440 numbers", as the secrets of the game are called. */
function secretsText({ rules, tree }, n) {
  if (rules?.family === "bulls" || tree.game.startsWith("number")) return t("why.numbers", { n });
  return hasMarks(tree) ? t("why.words", { n }) : t("why.codes", { n });
}

/** The first half of the sentence: the split. */
function splitText(app, sizes) {
  const all = sizes.reduce((a, b) => a + b, 0);
  return t("why.splits", {
    secrets: secretsText(app, all),
    groups: t("why.groups", { n: sizes.length }),
    largest: Math.max(...sizes),
    bits: two(bitsOf(sizes)),
    most: two(Math.log2(Math.min(all, app.tree.labels.length))),
  });
}

/** The sentence about a guess that splits the candidates into groups of `sizes`.  `cost()` gives, perhaps later, the
 *  guesses that are needed on average with this one, as `{average, isExact}`, or null if that is not known. */
export function sentence(app, sizes, cost) {
  const all = sizes.reduce((a, b) => a + b, 0);
  if (all === 1) return h("p.why", t("why.only"));
  const splits = splitText(app, sizes);
  const line = h("p.why", t("why.alone", { splits }));
  const finish = (found) => {
    if (!found) return;
    const average = two(found.average - 1);
    line.textContent = t(found.isExact ? "why.exact" : "why.atMost", { splits, average });
  };
  const found = cost();
  if (found instanceof Promise) found.then(finish, () => {});
  else finish(found);
  return line;
}

/** The groups of the guess of a node: how many candidates give each answer, by label. */
function groupsOf(tree, node) {
  const groups = new Map(tree.children(node).map((child) => [tree.labelOf(child), tree.counts[child]]));
  if (tree.isWin(node)) groups.set(tree.winning, 1);
  return groups;
}

/** Why a node asks its guess. */
export const whyNode = (app, node) =>
  sentence(app, [...groupsOf(app.tree, node).values()], () => ({ average: app.tree.statistics(node).average, isExact: true }));

/** What a guess costs after a history, as `sentence` takes it: the core's answer. */
export async function averageOf(app, history, guess, options = {}) {
  const row = await app.core.after(app.tree.game, history, guess, { seconds: SECONDS, ...options });
  return row && { average: row.cost / row.total, isExact: row.exact };
}

/** The groups of a guess in a game of the codebreaker, by label. */
function groupsNow(codebreaker, guess) {
  const { tree, now } = codebreaker;
  if (now.node !== undefined && guess === now.guess) return groupsOf(tree, now.node);
  return new Map([...codebreaker.cells(guess)].map(([label, words]) => [label, words.length]));
}

/** "Why?", which unfolds to the sentence about the codebreaker's guess; null when there is no guess to explain. */
export function whyNow(app, codebreaker) {
  asking?.abort();
  asking = null;
  const { guess, node } = codebreaker.now;
  if (!guess) return null;
  const history = codebreaker.steps.map((step) => ({ guess: step.guess, label: step.label }));
  const element = h(
    "details.whys",
    {
      open: isOpen,
      ontoggle: () => {
        isOpen = element.open;
        if (isOpen && element.childElementCount < 2) element.append(explain());
      },
    },
    h("summary", { "data-key": "why" }, t("why")),
  );
  const explain = () => {
    const sizes = [...groupsNow(codebreaker, guess).values()];
    if (node !== undefined) return whyNode(app, node);
    asking = new AbortController();
    return sentence(app, sizes, () => averageOf(app, history, guess, { signal: asking.signal }));
  };
  return element;
}

/** Makes answer buttons a heat map of how many candidates give each answer to `guess`; returns them. */
export function heat(pad, codebreaker, guess = codebreaker.now.guess) {
  if (!guess) return pad; // it is not known yet
  const groups = groupsNow(codebreaker, guess);
  const most = Math.max(...groups.values());
  for (const answer of pad.querySelectorAll("[data-label]")) {
    const n = groups.get(answer.dataset.label);
    if (!n) continue;
    answer.style.setProperty("--heat", `${Math.round((100 * n) / most)}%`);
    answer.title = t("left", { n });
  }
  return pad;
}
