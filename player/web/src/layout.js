// The places of the tree's cells in the picture: d3-hierarchy's tidy tree, from left to right.

import { hierarchy, tree as tidy } from "d3-hierarchy";

const ROW = 30;
const CHARACTER = 8.6; // of the guesses, in the picture's fixed-width type at 14 px
const DIGIT = 7; // of the counts beside them, at 11 px
const RUN = 104; // a link, with its feedback
const LARGEST = 19; // radius, of the root
const TEXT_AT = LARGEST + 8; // where the text of a cell begins, to the right of its middle

/** The radius of a cell, whose area is proportional to the number of its candidates. */
export const radius = (count, all) => Math.max(3, LARGEST * Math.sqrt(count / all));

/** The cells to draw, `{node, x, y, r, right, depth, count, isFolded, isUnfolded, parent}`, when the nodes in the set
 *  `unfolded` show their children, and the box around them.  The picture begins at the node `top`, and a symbol of a
 *  guess is `pitch` pixels wide. */
export function layout(tree, unfolded, { top = 0, pitch = CHARACTER } = {}) {
  const { counts } = tree;
  const all = counts[top];
  const root = hierarchy(top, (node) => (unfolded.has(node) ? tree.children(node) : null));
  const guessWidth = tree.width * pitch;
  const wide = LARGEST + TEXT_AT + guessWidth + 46 + RUN;
  tidy()
    .nodeSize([ROW, wide])
    .separation((a, b) => {
      const need = radius(counts[a.data], all) + radius(counts[b.data], all) + 6;
      return Math.max(a.parent === b.parent ? 1 : 1.25, need / ROW);
    })(root);
  const byNode = new Map();
  const cells = root.descendants().map((place) => {
    const node = place.data;
    const r = radius(counts[node], all);
    const cell = {
      node,
      x: place.y,
      y: place.x,
      r,
      // The text ends here, and the links to the children begin.
      right: place.y + TEXT_AT + guessWidth + (counts[node] > 1 ? 8 + String(counts[node]).length * DIGIT : 0),
      depth: place.depth,
      count: counts[node],
      isFolded: !place.children && tree.first[node] < tree.first[node + 1],
      isUnfolded: Boolean(place.children),
      parent: place.parent ? byNode.get(place.parent.data) : null,
    };
    byNode.set(node, cell);
    return cell;
  });
  const box = {
    x0: -TEXT_AT,
    y0: Math.min(...cells.map((cell) => cell.y - Math.max(cell.r, 14))),
    x1: Math.max(...cells.map((cell) => cell.right + 8)),
    y1: Math.max(...cells.map((cell) => cell.y + Math.max(cell.r, 14))),
  };
  return { cells, byNode, box, textAt: TEXT_AT };
}

/** The curve from a cell's parent to the cell. */
export function link(cell) {
  const { parent } = cell;
  const [x0, x1] = [parent.right + 6, cell.x - cell.r - 1];
  const middle = x0 + 34;
  return `M${x0},${round(parent.y)}C${middle},${round(parent.y)} ${middle},${round(cell.y)} ${x0 + 62},${round(cell.y)}L${round(x1)},${round(cell.y)}`;
}

/** The width of a link, which grows with its share of the candidates. */
export const linkWidth = (cell) => round(1 + 7 * (cell.count / cell.parent.count));

const round = (x) => Math.round(x * 100) / 100;
