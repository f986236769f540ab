// The picture of the tree.  Only the cells near the frame have elements, so that a thousand cells are no burden.

import { s } from "./dom.js";
import { drawGlyphs, pitch } from "./glyphs.js";
import { layout, link, linkWidth } from "./layout.js";
import { PanZoom } from "./panzoom.js";

const READABLE = 0.42; // below this scale, texts are too small to read and left out
const SIDE = 17; // of a peg or tile
const SMALL = 12; // of a tile in a feedback
const MARGIN = 0.5; // how far outside the frame cells are drawn, as a part of its size

/** Draws a tree into a frame.  `words(cell)` gives `{guess, label, name, symbols, marks}`: the symbols of the guess and
 *  the tiles of the feedback, if they are drawn as such.  `toggled(node)` and `chosen(node)` are told what the person
 *  does. */
export class Picture {
  constructor(frame, tree, { name, words, toggled, chosen, hasSymbols }) {
    Object.assign(this, { tree, words, toggled, chosen, hasSymbols, top: 0 });
    this.links = s("g.links");
    this.cells = s("g.cells");
    this.layer = s("g.layer", this.links, this.cells);
    this.svg = s("svg", { role: "tree", "aria-label": name }, this.layer);
    frame.append(this.svg);
    this.drawn = new Map(); // by node: {element, words, hasText, state}
    this.lines = new Map(); // by node, the link to it: {element, state}
    this.path = new Set();
    this.panZoom = new PanZoom(frame, (place) => this.#moved(place));
    this.svg.addEventListener("click", (event) => this.#clicked(event));
    this.svg.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Draws the tree below `top` as far as it is unfolded; the node `still` keeps its place on the screen. */
  draw({ top, unfolded, selected, path, still = null }) {
    const before = still === null ? null : this.plan?.byNode.get(still);
    if (top !== this.top) this.#clear();
    this.top = top;
    this.plan = layout(this.tree, unfolded, { top, ...(this.hasSymbols && { pitch: pitch(SIDE) }) });
    this.selected = this.plan.byNode.has(selected) ? selected : top;
    this.path = path;
    const after = before && this.plan.byNode.get(still);
    if (after) {
      const { scale } = this.panZoom.place;
      this.panZoom.by((before.x - after.x) * scale, (before.y - after.y) * scale);
    }
    this.#sync();
  }

  /** Removes all elements: below another node, cells have other sizes. */
  #clear() {
    for (const drawn of [this.drawn, this.lines]) {
      for (const { element } of drawn.values()) element.remove();
      drawn.clear();
    }
  }

  /** Makes elements for what is in or near the frame, and removes all others. */
  #sync() {
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
    const kept = new Set();
    for (const cell of this.plan.cells) {
      const { node, parent } = cell;
      const isInside = cell.right > near.x0 && cell.x - 60 < near.x1 && cell.y > near.y0 - 20 && cell.y < near.y1 + 20;
      if (isInside || node === this.selected) kept.add(this.#drawCell(cell, isFar));
      // A link may cross the frame even if both its ends are outside.
      if (
        parent &&
        cell.x > near.x0 &&
        parent.right < near.x1 &&
        Math.max(cell.y, parent.y) > near.y0 &&
        Math.min(cell.y, parent.y) < near.y1
      ) {
        kept.add(this.#drawLink(cell));
      }
    }
    for (const drawn of [this.drawn, this.lines]) {
      for (const [node, entry] of drawn) {
        if (kept.has(entry)) continue;
        entry.element.remove();
        drawn.delete(node);
      }
    }
  }

  #drawCell(cell, isFar) {
    let marks = this.drawn.get(cell.node);
    if (!marks) {
      marks = this.#make(cell);
      this.drawn.set(cell.node, marks);
      this.cells.append(marks.element);
    }
    if (!isFar && !marks.hasText) {
      marks.element.append(...this.#texts(cell, marks.words));
      // This makes the cell a little larger for fingers and pointers.
      marks.element.prepend(s("rect.reach", { x: -14, y: -14, width: cell.right - cell.x + 18, height: 28 }));
      marks.hasText = true;
    }
    const isSelected = cell.node === this.selected;
    const state = `${cell.x},${cell.y} ${cell.isFolded} ${cell.isUnfolded} ${this.path.has(cell.node)} ${isSelected}`;
    if (marks.state === state) return marks;
    marks.state = state;
    const group = marks.element;
    group.setAttribute("transform", `translate(${cell.x},${cell.y})`);
    group.classList.toggle("folded", cell.isFolded);
    group.classList.toggle("on-path", this.path.has(cell.node));
    group.setAttribute("aria-selected", String(isSelected));
    group.setAttribute("tabindex", isSelected ? "0" : "-1");
    if (cell.isFolded || cell.isUnfolded) group.setAttribute("aria-expanded", String(cell.isUnfolded));
    return marks;
  }

  #make(cell) {
    const words = this.words(cell);
    const first = cell.parent ? this.tree.first[cell.parent.node] : cell.node;
    const siblings = cell.parent ? this.tree.first[cell.parent.node + 1] - first : 1;
    const element = s(
      "g.cell",
      {
        role: "treeitem",
        "aria-label": words.name,
        "aria-level": cell.depth + 1,
        "aria-posinset": cell.node - first + 1,
        "aria-setsize": siblings,
        "data-node": cell.node,
      },
      s("circle", { r: cell.r.toFixed(2) }),
    );
    return { element, words, hasText: false, state: "" };
  }

  #texts(cell, { guess, label, symbols, marks }) {
    const at = this.plan.textAt;
    const width = symbols ? symbols.length * pitch(SIDE) : 0;
    const text = s("text.guess", { x: at + width, y: 5 }, symbols ? "" : guess);
    if (cell.count > 1) text.append(s("tspan.left", { dx: symbols ? 6 : 8 }, String(cell.count)));
    const texts = symbols ? [...drawGlyphs(symbols, at, 0, SIDE), text] : [text];
    if (!label) return texts;
    if (marks) {
      const left = -cell.r - 7 - marks.length * pitch(SMALL);
      return [...texts, ...drawGlyphs(marks, left, -SMALL / 2 - 3 - linkWidth(cell) / 2, SMALL)];
    }
    const [x, y] = [-cell.r - 7, -3 - linkWidth(cell) / 2].map((length) => length.toFixed(1));
    return [...texts, s("text.label", { x, y, "text-anchor": "end" }, label)];
  }

  #drawLink(cell) {
    let entry = this.lines.get(cell.node);
    if (!entry) {
      entry = { element: s("path", { "stroke-width": linkWidth(cell), "aria-hidden": "true" }), state: "" };
      this.lines.set(cell.node, entry);
      this.links.append(entry.element);
    }
    const curve = link(cell);
    const isOnPath = this.path.has(cell.node);
    if (entry.state === curve + isOnPath) return entry;
    entry.state = curve + isOnPath;
    entry.element.setAttribute("d", curve);
    entry.element.classList.toggle("on-path", isOnPath);
    return entry;
  }

  #moved({ x, y, scale }) {
    this.layer.setAttribute("transform", `translate(${x},${y}) scale(${scale})`);
    const { near } = this;
    const { width, height } = this.panZoom.size;
    if (!near) return;
    const leaves =
      -x / scale < near.x0 || -y / scale < near.y0 || (width - x) / scale > near.x1 || (height - y) / scale > near.y1;
    if (leaves || scale > near.scale * 1.5 || scale < READABLE !== near.scale < READABLE) this.#sync();
  }

  fit() {
    this.panZoom.fit(this.plan.box);
  }

  /** Shows the whole tree if it is readable, or else its root at the left. */
  home() {
    this.panZoom.measure();
    const { x0, y0, x1, y1 } = this.plan.box;
    const { width, height } = this.panZoom.size;
    const scale = Math.min(1, (height - 32) / (y1 - y0), (width - 24) / (x1 - x0));
    if (scale > 0.55) this.fit();
    else this.panZoom.set({ scale: 0.8, x: 20 - x0 * 0.8, y: height / 2 });
  }

  /** Moves only as far as needed to show a cell at a readable size. */
  reveal(node) {
    const cell = this.plan.byNode.get(node);
    if (!cell) return;
    const { scale } = this.panZoom.place;
    if (scale < READABLE) this.panZoom.zoom(0.8 / scale);
    this.panZoom.reveal(cell.x, cell.y);
  }

  focus(node) {
    this.drawn.get(node)?.element.focus({ preventScroll: true });
  }

  get hasFocus() {
    return this.svg.contains(document.activeElement);
  }

  #clicked(event) {
    const group = event.target.closest("[data-node]");
    if (group) this.toggled(Number(group.dataset.node));
  }

  #key(event) {
    const { cells, byNode } = this.plan;
    const here = byNode.get(this.selected);
    const rows = [...cells].sort((a, b) => a.y - b.y || a.x - b.x);
    const level = rows.filter((cell) => cell.depth === here.depth);
    const at = level.indexOf(here);
    const go = (cell) => cell && this.chosen(cell.node);
    const actions = {
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
    };
    if (event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    event.stopPropagation();
    actions[event.key]();
  }
}
