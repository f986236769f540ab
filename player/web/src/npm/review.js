// Rates each guess of a game by a tree; the figures are those of `treegen review`.

import { align } from "../align.js";
import { consistent, partition, sum } from "../solve.js";
import { Tree } from "../tree.js";
import { checkAsked, game, gameOrNull, impossible, refuse, stepsOf } from "./games.js";

export function review(tree, history, source) {
  if (!(tree instanceof Tree)) throw new TypeError("review takes a tree, as openTree gives it");
  const steps = stepsOf(history, tree);
  const named = gameOrNull(tree);
  const isOfWords = tree.hasMarks && tree.game.startsWith("words:");
  const rules = source !== undefined ? game(source) : isOfWords ? game(tree) : named;
  const weigh = (secrets) => tree.weigh(secrets);
  const path = align(tree, tree.isWeighted || rules !== named ? null : rules, steps); // weights allow no renaming
  const rows = [];
  let left = tree.candidates(0);
  steps.forEach(({ guess, label }, i) => {
    if (steps[i - 1]?.label === tree.winning) throw new RangeError("the history goes on after the secret was found");
    const node = path.nodes[i] ?? null;
    const isAsked = node !== null && (path.nodes.length > i + 1 || (path.isOver && path.nodes.length === i + 1));
    if (rules) checkAsked(rules, { guess, label });
    else if (!isAsked) refuse(tree.game); // off a tree of which the rules are not known
    const cellOf = ({ label: answer, child }) => [answer, child < 0 ? [tree.guess(node)] : tree.candidates(child)];
    const cells = rules ? partition(rules, guess, left) : new Map(tree.answers(node).map(cellOf));
    const after = cells.get(label) ?? (rules?.isWords ? consistent(rules, steps.slice(0, i + 1), [], steps) : []);
    if (!after.length) throw impossible(label, guess, steps.slice(0, i), [...cells.keys()].sort());
    // The average of good play: the tree's figure, or that of one or two candidates; null if there is neither.
    const average = (at, secrets) => (at === null ? averageOf(secrets, weigh) : tree.statistics(at).average);
    const all = weigh(left);
    const rest = [...cells].map(([answer, cell]) => ({
      share: weigh(cell) / all,
      needs: answer === tree.winning ? 0 : average(null, cell),
    }));
    const isKnown = rest.every(({ needs }) => needs !== null);
    const computed = isKnown ? 1 + sum(rest.map(({ share, needs }) => share * needs)) : null;
    const expectedWithGuess = isAsked ? average(node, left) : computed;
    const best = average(node, left);
    const expectedBefore = best === null || expectedWithGuess === null ? best : Math.min(best, expectedWithGuess);
    const expectedAfter = label === tree.winning ? 0 : average(isAsked ? path.nodes[i + 1] : null, after);
    const bitsExpected = 0 - sum(rest.map(({ share }) => share * Math.log2(share)));
    const bitsGot = 0 - Math.log2(weigh(after) / all);
    rows.push({
      round: i + 1,
      guess,
      label,
      before: left.length,
      after: after.length,
      bestGuess: node !== null ? path.show(node) : left.length < 3 ? left.reduce((a, b) => (weigh([b]) > weigh([a]) ? b : a)) : null,
      expectedBefore,
      expectedWithGuess,
      expectedAfter,
      lost: minus(expectedWithGuess, expectedBefore),
      luck: minus(minus(expectedWithGuess, 1), expectedAfter),
      bitsExpected,
      bitsGot,
      luckBits: bitsGot - bitsExpected,
      exact: (tree.isBest || node === null) && ![expectedBefore, expectedWithGuess, expectedAfter].includes(null),
    });
    left = after;
  });
  return rows;
}

const minus = (a, b) => (a === null || b === null ? null : a - b);

/** The guesses that one or two candidates need on average, the heavier one first; null for more. */
function averageOf(secrets, weigh) {
  if (secrets.length > 2) return null;
  const weights = secrets.map((secret) => weigh([secret]));
  return (sum(weights) + (weights.length === 2 ? Math.min(...weights) : 0)) / sum(weights);
}
