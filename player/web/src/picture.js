// The picture of the tree.  Only the cells near the frame have elements, so that a thousand cells are no burden.

import { hierarchy, tree as tidy } from "d3-hierarchy";

import { act, s, swap } from "./dom.js";
import { drawGlyphs, painter, pitch } from "./glyphs.js";
import { PanZoom } from "./panzoom.js";

const READABLE = 0.42; // below this scale, texts are too small to read and left out
const SIDE = 17; // of a peg or tile
const SMALL = 12; // of a tile in a feedback
const MARGIN = 0.5; // how far outside the frame cells are drawn, as a part of its size

const ROW = 30;
const CHARACTER = 8.6; // of the guesses, in the picture's fixed-width type at 14 px
const DIGIT = 7; // of the counts beside them, at 11 px
const RUN = 104; // a link, with its feedback
const LARGEST = 19; // radius, of the root
const TEXT_AT = LARGEST + 8; // where the text of a cell begins, to the right of its middle

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
    x0: -TEXT_AT,
    y0: Math.min(...cells.map((cell) => cell.y - Math.max(cell.r, 14))),
    x1: Math.max(...cells.map((cell) => cell.right + 8)),
    y1: Math.max(...cells.map((cell) => cell.y + Math.max(cell.r, 14))),
  };
  return { cells, byNode, box, textAt: TEXT_AT };
}

function link(cell) {
  const { parent } = cell;
  const [x0, x1] = [parent.right + 6, cell.x - cell.r - 1];
  const middle = x0 + 34;
  return `M${x0},${round(parent.y)}C${middle},${round(parent.y)} ${middle},${round(cell.y)} ${x0 + 62},${round(cell.y)}L${round(x1)},${round(cell.y)}`;
}

const linkWidth = (cell) => round(1 + 7 * (cell.count / cell.parent.count));

const round = (x) => Math.round(x * 100) / 100;

function cellTexts(cell, { guess, label, symbols, marks }, at) {
  const width = symbols ? symbols.length * pitch(SIDE) : 0;
  const text = s("text.guess", { x: at + width, y: 5 }, symbols ? "" : guess);
  if (cell.count > 1) text.append(s("tspan.left", { dx: symbols ? 6 : 8 }, String(cell.count)));
  const texts = symbols ? [...drawGlyphs(symbols, at, 0, SIDE), text] : [text];
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
    Object.assign(this, { tree, words, toggled, chosen, hasSymbols });
    this.links = s("g.links");
    this.cells = s("g.cells");
    this.layer = s("g.layer", this.links, this.cells);
    this.svg = s("svg", { role: "tree", "aria-label": name }, this.layer);
    frame.append(this.svg);
    this.path = new Set();
    this.panZoom = new PanZoom(frame, (place) => this.#moved(place));
    this.svg.addEventListener("click", ({ target }) => {
      const group = target.closest("[data-node]");
      if (group) this.toggled(Number(group.dataset.node));
    });
    this.svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draws the tree below `top` as far as it is unfolded; the node `still` keeps its place on the screen. */
  draw({ top, unfolded, selected, path, still = null }) {
    const before = still === null ? null : this.plan?.byNode.get(still);
    this.plan = layout(this.tree, unfolded, top, this.hasSymbols);
    this.selected = this.plan.byNode.has(selected) ? selected : top;
    this.path = path;
    const after = before && this.plan.byNode.get(still);
    if (after) {
      const { scale } = this.panZoom.place;
      this.panZoom.by((before.x - after.x) * scale, (before.y - after.y) * scale);
    }
    this.#drawNear();
  }

  #drawNear() {
    const { x, y, scale } = this.panZoom.place;
    const { width, height } = this.panZoom.size;
    const near = {
      x0: (-width * MARGIN - x) / scale,
      x1: (width * (1 + MARGIN) - x) / scale,
      y0: (-height * MARGIN - y) / scale,
      y1: (height * (1 + MARGIN) - y) / scale,
    };
    this.near = { ...near, scale };
    const isFar = scale < READABLE;
    this.svg.classList.toggle("far", isFar);
    const isInside = ({ node, x: left, y: middle, right }) =>
      node === this.selected || (right > near.x0 && left - 60 < near.x1 && middle > near.y0 - 20 && middle < near.y1 + 20);
    // A link may cross the frame even if both its ends are outside.
    const crosses = ({ x: left, y: middle, parent }) =>
      parent &&
      left > near.x0 &&
      parent.right < near.x1 &&
      Math.max(middle, parent.y) > near.y0 &&
      Math.min(middle, parent.y) < near.y1;
    const { cells } = this.plan;
    const draw = (cell) => s(this.path.has(cell.node) ? "path.on-path" : "path", {
      d: link(cell),
      "stroke-width": linkWidth(cell),
      "aria-hidden": "true",
    });
    swap(this.links, cells.filter(crosses).map(draw));
    swap(this.cells, cells.filter(isInside).map((cell) => this.#cell(cell, isFar)));
  }

  #cell(cell, isFar) {
    const { node, x, y, r, depth, parent, right, isFolded, isUnfolded } = cell;
    const words = this.words(cell);
    const first = parent ? this.tree.first[parent.node] : node;
    const isSelected = node === this.selected;
    return s(`g.cell${isFolded ? ".folded" : ""}${this.path.has(node) ? ".on-path" : ""}`,
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
      !isFar && s("rect.reach", { x: -14, y: -14, width: right - x + 18, height: 28 }),
      s("circle", { r: r.toFixed(2) }),
      !isFar && cellTexts(cell, words, this.plan.textAt));
  }

  #moved({ x, y, scale }) {
    this.layer.setAttribute("transform", `translate(${x},${y}) scale(${scale})`);
    const { near } = this;
    const { width, height } = this.panZoom.size;
    if (!near) return;
    const leaves =
      -x / scale < near.x0 || -y / scale < near.y0 || (width - x) / scale > near.x1 || (height - y) / scale > near.y1;
    if (leaves || scale > near.scale * 1.5 || scale < READABLE !== near.scale < READABLE) this.#drawNear();
  }

  fit() {
    this.panZoom.fit(this.plan.box);
  }

  home() {
    this.panZoom.measure();
    const { x0, y0, x1, y1 } = this.plan.box;
    const { width, height } = this.panZoom.size;
    const scale = Math.min(1, (height - 32) / (y1 - y0), (width - 24) / (x1 - x0));
    if (scale > 0.55) this.fit();
    else this.panZoom.set({ scale: 0.8, x: 20 - x0 * 0.8, y: height / 2 });
  }

  reveal(node) {
    const cell = this.plan.byNode.get(node);
    if (!cell) return;
    const { scale } = this.panZoom.place;
    if (scale < READABLE) this.panZoom.zoom(0.8 / scale);
    this.panZoom.reveal(cell.x, cell.y);
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
    const rows = [...cells].sort((a, b) => a.y - b.y || a.x - b.x);
    const level = rows.filter((cell) => cell.depth === here.depth);
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
      "+": () => this.panZoom.zoom(1.25),
      "=": () => this.panZoom.zoom(1.25),
      "-": () => this.panZoom.zoom(0.8),
      0: () => this.fit(),
    });
  }
}

const FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
// The colours of the file, as in style.css: `line` is --link there.
const INK = { text: "#1b1f23", faint: "#5d646b", line: "#c9c7bf", cell: "#0b6b63", path: "#b3470b", paper: "#ffffff" };
const LOOKS = {
  ".guess": { "font-size": 14, "font-weight": 600, fill: INK.text },
  ".left": { "font-size": 11, "font-weight": 400, fill: INK.faint },
  ".label": { "font-size": 10.5, fill: INK.faint },
  ".letter": { "font-weight": 600 },
  ".tile rect": { fill: INK.paper, stroke: INK.line },
  ".tile text": { fill: INK.text },
};

/** The picture as an SVG file without scripts and style sheets, dark on white. */
export function toSvg({ cells, box, textAt }, { words, path, title }) {
  const [x, y, width, height] = [box.x0 - 8, box.y0 - 8, Math.ceil(box.x1 - box.x0 + 16), Math.ceil(box.y1 - box.y0 + 16)];
  const inkOf = ({ node }, usual) => (path.has(node) ? INK.path : usual);
  const links = cells.filter((cell) => cell.parent).map((cell) =>
    s("path", { d: link(cell), fill: "none", stroke: inkOf(cell, INK.line), "stroke-width": linkWidth(cell) }),
  );
  const groups = cells.map((cell) => {
    const stroke = inkOf(cell, INK.cell);
    const circle = s("circle", { r: cell.r.toFixed(2), fill: cell.isFolded ? stroke : INK.paper, stroke, "stroke-width": 1.5 });
    return s("g", { transform: `translate(${cell.x},${cell.y})` }, circle, cellTexts(cell, words(cell), textAt));
  });
  const viewBox = [x, y, width, height].join(" ");
  const ground = s("rect", { x, y, width, height, fill: INK.paper });
  const svg = s("svg", { width, height, viewBox, "font-family": FONT }, s("title", title), ground, links, groups);
  const set = (element, look) => Object.entries(look).forEach(([name, value]) => element.setAttribute(name, value));
  for (const [selector, look] of Object.entries(LOOKS)) {
    for (const element of svg.querySelectorAll(selector)) set(element, look);
  }
  const paint = painter();
  for (const peg of svg.querySelectorAll(".peg")) {
    const [fill, ink] = paint(peg.getAttribute("class"));
    set(peg.firstChild, { fill });
    set(peg.lastChild, { fill: ink });
  }
  return `${new XMLSerializer().serializeToString(svg)}\n`;
}
