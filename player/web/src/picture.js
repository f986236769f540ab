// The picture of the unfolded part of the tree, in a frame that scrolls.

import { hierarchy, tree as tidy } from "d3-hierarchy";

import { act, s, swap } from "./dom.js";

const SIDE = 17; // of a peg or tile
const SMALL = 12; // of a tile in a feedback
const MARGIN = 8; // around the picture
const NEAR = 60; // a node that is selected keeps this distance from the edges of the frame

const ROW = 30;
const CHARACTER = 8.6; // of the guesses, in the picture's fixed-width type at 14 px
const DIGIT = 7; // of the counts beside them, at 11 px
const RUN = 104; // a link, with its feedback
const LARGEST = 19; // radius, of the root
const TEXT_AT = LARGEST + 8; // where the text of a cell begins, to the right of its middle

const pitch = (side) => side + 2; // from one peg or tile to the next

/** The pegs or tiles of a word, from x on. */
function drawGlyphs(symbols, x, y, side) {
  return symbols.map((symbol, i) => {
    const left = x + i * pitch(side);
    const middle = left + side / 2;
    return s(`g.glyph.${symbol.look}`,
      symbol.look.startsWith("peg")
        ? s("circle", { cx: middle, cy: y, r: side / 2 })
        : s("rect", { x: left, y: y - side / 2, width: side, height: side, rx: side / 6 }),
      s("text.letter", { x: middle, y: y + side * 0.25, "text-anchor": "middle", "font-size": side * 0.72 }, symbol.text),
    );
  });
}

/** The radius of a cell, whose area is proportional to the number of its candidates. */
const radius = (count, all) => Math.max(3, LARGEST * Math.sqrt(count / all));

/** The cells to draw, `{node, x, y, r, right, depth, count, isFolded, isUnfolded, parent}`, when the nodes in the set
 *  `unfolded` show their children, and the box around them.  The picture begins at the node `top`. */
function layout(tree, unfolded, top, hasSymbols) {
  const { counts } = tree;
  const all = counts[top];
  const root = hierarchy(top, (node) => (unfolded.has(node) ? tree.children(node) : null));
  const guessWidth = tree.width * (hasSymbols ? pitch(SIDE) : CHARACTER);
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
    left: -TEXT_AT - MARGIN,
    top: Math.min(...cells.map((cell) => cell.y - Math.max(cell.r, 14))) - MARGIN,
    right: Math.max(...cells.map((cell) => cell.right)) + 2 * MARGIN,
    bottom: Math.max(...cells.map((cell) => cell.y + Math.max(cell.r, 14))) + MARGIN,
  };
  return { cells, byNode, box };
}

function link(cell) {
  const { parent } = cell;
  const [x0, x1] = [parent.right + 6, cell.x - cell.r - 1];
  const middle = x0 + 34;
  return `M${x0},${round(parent.y)}C${middle},${round(parent.y)} ${middle},${round(cell.y)} ${x0 + 62},${round(cell.y)}L${round(x1)},${round(cell.y)}`;
}

const linkWidth = (cell) => round(1 + 7 * (cell.count / cell.parent.count));

const round = (x) => Math.round(x * 100) / 100;

function cellTexts(cell, { guess, label, symbols, marks }) {
  const width = symbols ? symbols.length * pitch(SIDE) : 0;
  const text = s("text.guess", { x: TEXT_AT + width, y: 5 }, symbols ? "" : guess);
  if (cell.count > 1) text.append(s("tspan.left", { dx: symbols ? 6 : 8 }, String(cell.count)));
  const texts = symbols ? [...drawGlyphs(symbols, TEXT_AT, 0, SIDE), text] : [text];
  if (!label) return texts;
  const y = -3 - linkWidth(cell) / 2;
  if (marks) return [...texts, ...drawGlyphs(marks, -cell.r - 7 - marks.length * pitch(SMALL), y - SMALL / 2, SMALL)];
  return [...texts, s("text.label", { x: (-cell.r - 7).toFixed(1), y: y.toFixed(1), "text-anchor": "end" }, label)];
}

/** Draws a tree into a frame.  `words(cell)` gives `{guess, label, name, symbols, marks}`: the symbols of the guess and
 *  the tiles of the feedback, if they are drawn as such.  `toggled(node)` and `chosen(node)` are told what the person
 *  does. */
export class Picture {
  constructor(frame, tree, { name, words, toggled, chosen, hasSymbols }) {
    Object.assign(this, { frame, tree, words, toggled, chosen, hasSymbols });
    this.links = s("g.links");
    this.cells = s("g.cells");
    this.svg = s("svg", { role: "tree", "aria-label": name }, this.links, this.cells);
    frame.append(this.svg);
    this.svg.addEventListener("click", ({ target }) => {
      const group = target.closest("[data-node]");
      if (group) this.toggled(Number(group.dataset.node));
    });
    this.svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draws the tree below `top` as far as it is unfolded; the node `still` keeps its place on the screen. */
  draw({ top, unfolded, selected, path, still = null }) {
    const before = this.#placeOf(still);
    this.plan = layout(this.tree, unfolded, top, this.hasSymbols);
    this.selected = this.plan.byNode.has(selected) ? selected : top;
    const { cells, box } = this.plan;
    const [width, height] = [Math.ceil(box.right - box.left), Math.ceil(box.bottom - box.top)];
    const size = { width, height, viewBox: [box.left, box.top, width, height].join(" ") };
    for (const [name, value] of Object.entries(size)) this.svg.setAttribute(name, value);
    const draw = (cell) => s(path.has(cell.node) ? "path.on-path" : "path", {
      d: link(cell),
      "stroke-width": linkWidth(cell),
      "aria-hidden": "true",
    });
    swap(this.links, cells.filter(({ parent }) => parent).map(draw));
    swap(this.cells, cells.map((cell) => this.#cell(cell, path)));
    const after = this.#placeOf(still);
    if (before && after) this.frame.scrollBy(after.x - before.x, after.y - before.y);
  }

  /** The place of a node in what scrolls; null if it is not drawn. */
  #placeOf(node) {
    const cell = this.plan?.byNode.get(node);
    return cell ? { x: cell.x - this.plan.box.left, y: cell.y - this.plan.box.top } : null;
  }

  #cell(cell, path) {
    const { node, x, y, r, depth, parent, right, isFolded, isUnfolded } = cell;
    const words = this.words(cell);
    const first = parent ? this.tree.first[parent.node] : node;
    const isSelected = node === this.selected;
    return s(`g.cell${isFolded ? ".folded" : ""}${path.has(node) ? ".on-path" : ""}`,
      {
        role: "treeitem",
        "aria-label": words.name,
        "aria-level": depth + 1,
        "aria-posinset": node - first + 1,
        "aria-setsize": parent ? this.tree.first[parent.node + 1] - first : 1,
        "data-node": node,
        "data-key": `cell-${node}`,
        transform: `translate(${x},${y})`,
        "aria-selected": String(isSelected),
        tabindex: isSelected ? "0" : "-1",
        "aria-expanded": isFolded || isUnfolded ? String(isUnfolded) : null,
      },
      // This makes the cell a little larger for fingers and pointers.
      s("rect.reach", { x: -14, y: -14, width: right - x + 18, height: 28 }),
      s("circle", { r: r.toFixed(2) }),
      cellTexts(cell, words));
  }

  /** Scrolls as little as shows a node with its text, or so that it stands in the middle of the height. */
  reveal(node, isMiddle = false) {
    const place = this.#placeOf(node);
    if (!place) return;
    const { frame } = this;
    const { clientWidth: width, clientHeight: height, scrollLeft, scrollTop } = frame;
    const { x, right } = this.plan.byNode.get(node);
    const near = (at, [from, to], size) => Math.max(Math.min(at, from - NEAR), to + NEAR - size);
    const left = near(scrollLeft, [place.x, place.x + right - x], width);
    frame.scrollTo(left, isMiddle ? place.y - height / 2 : near(scrollTop, [place.y, place.y], height));
  }

  focus(node) {
    this.cells.querySelector(`[data-node="${node}"]`)?.focus({ preventScroll: true });
  }

  get hasFocus() {
    return this.svg.contains(document.activeElement);
  }

  #key(event) {
    const { cells, byNode } = this.plan;
    const here = byNode.get(this.selected);
    const level = cells.filter((cell) => cell.depth === here.depth).sort((a, b) => a.y - b.y);
    const at = level.indexOf(here);
    const go = (cell) => cell && this.chosen(cell.node);
    act(event, {
      ArrowDown: () => go(level[at + 1]),
      ArrowUp: () => go(level[at - 1]),
      Home: () => this.chosen(0),
      End: () => go(level.at(-1)),
      ArrowLeft: () => {
        if (here.isUnfolded) this.toggled(here.node);
        else if (here.node > 0) this.chosen(this.tree.parents[here.node]);
      },
      ArrowRight: () => {
        if (here.isFolded) this.toggled(here.node);
        else go(byNode.get(this.tree.children(here.node)[0]));
      },
      Enter: () => this.toggled(here.node),
      " ": () => this.toggled(here.node),
    });
  }
}
