// The overview: all nodes of the tree as an icicle on a canvas.  A column is a guess, and the height of a node in it is
// the number of its candidates, so that equal areas in a column are equal numbers of candidates.

import { act, h, swap } from "./dom.js";
import { colour, isRound, painter } from "./glyphs.js";
import { number, t } from "./i18n.js";
import { feedbackText, glyphs, spoken, wordText } from "./notation.js";
import { code } from "./parts.js";

const DURATION = 200; // milliseconds of a zoom
const STRIP = 14; // the width of the columns before the part in view
const STRIPE = 3; // the height of a stripe and the gap after it, where nodes are too low to be told apart
const LEAST_TEXT = 14; // the height of a node from which its guess is written into it
const SHADES = 7; // colours by depth, of player/web/theme.py

const ease = (x) => (x < 0.5 ? 2 * x * x : 1 - 2 * (1 - x) * (1 - x));
const between = (a, b, x) => a + (b - a) * x;

function inkOn(paint) {
  const digits = paint.length < 6 ? paint.replace(/[0-9a-f]/gi, "$&$&") : paint;
  const linear = [1, 3, 5].map((at) => (parseInt(digits.slice(at, at + 2), 16) / 255) ** 2.2);
  return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] > 0.18 ? "#111" : "#fff";
}

/** `chosen(node)` is told which node the person moves to, and `zoomed(node)` which one is to fill the view. */
export class Overview {
  constructor(app, { chosen, zoomed }) {
    Object.assign(this, { app, chosen, zoomed, tree: app.tree });
    this.#measureTree();
    this.canvas = h("canvas", {
      tabindex: "0", role: "application",
      "aria-label": t("overview.name", { n: this.tree.nodes }),
      "aria-describedby": "overview-keys",
      onclick: (event) => this.#zoom(this.#at(event)),
      onpointermove: (event) => event.pointerType === "mouse" && this.#hover(this.#at(event)),
      onpointerleave: () => this.#hover(-1),
      onkeydown: (event) => this.#key(event),
    });
    this.about = h("p.about", { "aria-hidden": "true" });
    const legend = this.levels.map(([start, stop], i) =>
      h("li",
        h("span.swatch", { "--ground": `var(--depth-${Math.min(i + 1, SHADES)})`, "aria-hidden": "true" }),
        h("span.unseen", `${t("guessN", { n: i + 1 })}: `),
        h("span", { "aria-hidden": "true" }, `${number(i + 1)}: `),
        h("span", number(stop - start))),
    );
    this.element = h("figure.overview",
      h("div.icicle", this.canvas),
      h("figcaption", this.about,
        h("p.hint", { id: "overview-keys" }, t("overview.hint", { n: this.tree.nodes }), " ", h("span.keys", t("overview.keys"))),
        h("div.legend", h("span", { id: "overview-legend" }, t("overview.legend")), h("ol", { "aria-labelledby": "overview-legend" }, legend)),
      ));
    this.hovered = -1;
    this.selected = this.focus = 0;
    this.path = new Set();
    this.view = { top: 0, bottom: 1, edges: [] }; // until there is room for it
    new ResizeObserver(() => this.#resize()).observe(this.canvas.parentElement);
    this.scheme = matchMedia("(prefers-color-scheme: dark)");
    this.scheme.addEventListener("change", () => this.canvas.isConnected && (this.#readColours(), this.#draw()));
  }

  #measureTree() {
    const { tree } = this;
    const { counts, first } = tree;
    this.levels = [...tree.levels(0)];
    this.starts = new Float64Array(tree.nodes);
    for (let node = 0; node < tree.nodes; node++) {
      let at = this.starts[node];
      for (let child = first[node]; child < first[node + 1]; child++) {
        this.starts[child] = at;
        at += counts[child];
      }
    }
  }

  depthOf(node) {
    return this.levels.findIndex(([, stop]) => node < stop);
  }

  /** What is seen when a node fills the view: candidates from `top` to `bottom`, and where each column begins.  Those
   *  before the node are strips. */
  #viewOf(node) {
    const { tree, levels, width } = this;
    const depth = this.depthOf(node);
    const columns = [...tree.levels(node)].length;
    const edges = Array.from({ length: levels.length + 1 }, (_, i) => {
      const share = Math.min(1, Math.max(0, (i - depth) / columns));
      return STRIP * Math.min(i, depth) + share * (width - STRIP * depth);
    });
    return { top: this.starts[node], bottom: this.starts[node] + tree.counts[node], edges };
  }

  #resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (!width || !height) return;
    const dots = devicePixelRatio || 1;
    Object.assign(this, { width, height, dots, from: null });
    this.view = this.#viewOf(this.focus);
    this.canvas.width = Math.round(width * dots);
    this.canvas.height = Math.round(height * dots);
    this.#readColours();
    this.#draw();
  }

  #readColours() {
    this.shades = Array.from({ length: SHADES }, (_, i) => {
      const fill = colour(`depth-${i + 1}`);
      return { fill, ink: inkOn(fill) };
    });
    this.colours = Object.fromEntries(["card", "warn", "ink"].map((name) => [name, colour(name)]));
    this.fonts = { guess: `600 12px ${colour("mono")}`, label: `11px ${colour("sans")}`, letter: "600 9px sans-serif" };
    this.paint = painter();
  }

  show({ focus, selected, path }) {
    Object.assign(this, { selected, path });
    this.#tellAbout(selected);
    if (focus === this.focus) return this.#request();
    this.focus = focus;
    if (!this.width) return;
    const to = this.#viewOf(focus);
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    Object.assign(this, isStill ? { from: null, view: to } : { from: this.view, to, began: null });
    this.#request();
  }

  #request() {
    this.frame ??= requestAnimationFrame((now) => {
      this.frame = null;
      if (this.from) this.#step(now);
      this.#draw();
      if (this.from) this.#request();
    });
  }

  #step(now) {
    this.began ??= now;
    const { from, to } = this;
    const share = Math.min(1, (now - this.began) / DURATION);
    const x = ease(share);
    this.view = {
      top: between(from.top, to.top, x),
      bottom: between(from.bottom, to.bottom, x),
      edges: from.edges.map((edge, i) => between(edge, to.edges[i], x)),
    };
    if (share < 1) return;
    this.view = to;
    this.from = null;
  }

  box(node) {
    const { top, bottom } = this.view;
    const scale = this.height / (bottom - top);
    const depth = this.depthOf(node);
    const [x, right] = this.view.edges.slice(depth, depth + 2);
    const y = (this.starts[node] - top) * scale;
    return { x, y, width: right - x, height: this.tree.counts[node] * scale };
  }

  #draw() {
    if (!this.width) return;
    const context = this.canvas.getContext("2d");
    context.setTransform(this.dots, 0, 0, this.dots, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    context.textBaseline = "middle";
    this.levels.forEach((level, depth) => this.#drawColumn(context, level, depth));
    for (const node of this.path) this.#outline(context, node, this.colours.warn, 2);
    if (this.hovered >= 0) this.#outline(context, this.hovered, this.colours.ink, 1);
    this.#outline(context, this.selected, this.path.has(this.selected) ? this.colours.warn : this.colours.ink, 3);
  }

  #drawColumn(context, [start, stop], depth) {
    const [x, right] = this.view.edges.slice(depth, depth + 2);
    if (right - x < 0.5) return;
    const { starts, height } = this;
    const { counts } = this.tree;
    const { top, bottom } = this.view;
    const scale = height / (bottom - top);
    const width = Math.max(right - x - 1, 0.5);
    const shade = this.shades[Math.min(depth, SHADES - 1)];
    context.fillStyle = shade.fill;
    context.beginPath();
    const written = [];
    const { parents } = this.tree;
    let run = null; // nodes too low to be told apart: {y, end, parent}
    const endRun = () => {
      if (!run) return;
      // Stripes say that there are many.  Those below another node are still told apart, if that is not as low.
      const end = Math.min(run.end, height) - (counts[run.parent] * scale >= 4 ? 0.7 : 0);
      const from = Math.max(run.y, run.y % STRIPE);
      for (let y = from; y < Math.max(end, from + 0.5); y += STRIPE) {
        context.rect(x, y, width, Math.min(STRIPE - 1, Math.max(end - y, 0.5)));
      }
      run = null;
    };
    for (let node = start; node < stop; node++) {
      const y = (starts[node] - top) * scale;
      if (y >= height) break;
      const end = y + counts[node] * scale;
      if (end <= 0) continue;
      if (end - y < 2) {
        const parent = parents[node];
        if (run && (y - run.end >= 1 || (parent !== run.parent && counts[run.parent] * scale >= 4))) endRun();
        run = { y: run ? run.y : y, end, parent };
        continue;
      }
      endRun();
      const [from, to] = [Math.max(y, -1), Math.min(end, height + 1)];
      context.rect(x, from, width, to - from - (to - from > 4 ? 1 : 0.5));
      if (to - from >= LEAST_TEXT) written.push([node, (Math.max(from, 0) + Math.min(to, height)) / 2]);
    }
    endRun();
    context.fill();
    context.fillStyle = shade.ink;
    for (const [node, y] of written) this.#write(context, node, x + 4, y, width - 8);
  }

  #write(context, node, x, y, room) {
    const { app, tree } = this;
    const label = node && feedbackText(app, tree.labelOf(node));
    const guess = tree.guess(node);
    const symbols = glyphs(app, guess);
    context.font = this.fonts.guess;
    const wide = symbols ? symbols.length * 14 : context.measureText(guess).width;
    if (wide > room) return;
    context.font = this.fonts.label;
    const before = label && app.rules ? context.measureText(label).width + 7 : 0;
    const hasLabel = before > 0 && before + wide <= room;
    if (hasLabel) context.fillText(label, x, y + 0.5);
    const at = hasLabel ? x + before : x;
    if (symbols) return this.#drawSymbols(context, symbols, at, y);
    context.font = this.fonts.guess;
    context.fillText(guess, at, y + 0.5);
  }

  #drawSymbols(context, symbols, x, y) {
    const ink = context.fillStyle;
    context.font = this.fonts.letter;
    context.textAlign = "center";
    symbols.forEach((symbol, i) => {
      const middle = x + 6 + 14 * i;
      const [ground, letter] = this.paint(symbol.look);
      context.fillStyle = ground;
      context.beginPath();
      if (isRound(symbol)) context.arc(middle, y, 6, 0, 7);
      else context.rect(middle - 6, y - 6, 12, 12);
      context.fill();
      context.fillStyle = letter;
      context.fillText(symbol.text, middle, y + 0.5);
    });
    context.textAlign = "left";
    context.fillStyle = ink;
  }

  #outline(context, node, paint, line) {
    const { x, y, width, height } = this.box(node);
    if (width < 1 || y > this.height || y + height < 0) return;
    const [from, to] = [Math.max(y, 0), Math.min(y + height, this.height)];
    context.strokeStyle = paint;
    context.lineWidth = line;
    const inset = line / 2;
    context.strokeRect(x + inset, from + inset, Math.max(width - 1 - line, 1), Math.max(to - from - line, 1));
  }

  nodeAt(x, y) {
    const { starts, view } = this;
    const depth = this.levels.findIndex((_, i) => x >= view.edges[i] && x < view.edges[i + 1]);
    if (depth < 0) return -1;
    const at = view.top + (y / this.height) * (view.bottom - view.top);
    const [start, stop] = this.levels[depth];
    let [low, high] = [start, stop];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle] <= at) low = middle + 1;
      else high = middle;
    }
    const node = low - 1;
    return node >= start && at < starts[node] + this.tree.counts[node] ? node : -1;
  }

  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    return this.nodeAt(event.clientX - box.left, event.clientY - box.top);
  }

  #hover(node) {
    if (node === this.hovered) return;
    this.hovered = node;
    this.#tellAbout(node < 0 ? this.selected : node);
    this.#request();
  }

  words(node, hasLabel = node > 0) {
    const { app, tree } = this;
    const left = `${wordText(app, tree.guess(node))}, ${t("left", { n: tree.counts[node] })}`;
    return hasLabel ? `${spoken(app, tree.labelOf(node))}: ${left}` : left;
  }

  #tellAbout(node) {
    const { app, tree } = this;
    const label = node && h("span.faint", `${feedbackText(app, tree.labelOf(node))} `);
    swap(this.about, label, code(app, tree.guess(node)), h("span", t("left", { n: tree.counts[node] })));
  }

  /** Zooms to a node; if that is in view already, out again. */
  #zoom(node) {
    if (node >= 0) this.zoomed(node === this.focus && node > 0 ? this.tree.parents[node] : node);
  }

  #key(event) {
    const { tree, selected } = this;
    const [start, stop] = this.levels[this.depthOf(selected)];
    act(event, {
      ArrowDown: () => this.#move(Math.min(selected + 1, stop - 1)),
      ArrowUp: () => this.#move(Math.max(selected - 1, start)),
      ArrowLeft: () => this.#move(Math.max(tree.parents[selected], 0)),
      ArrowRight: () => this.#move(tree.first[selected] < tree.first[selected + 1] ? tree.first[selected] : selected),
      Home: () => this.zoomed(0),
      Enter: () => this.#zoom(selected),
      " ": () => this.#zoom(selected),
      Escape: () => this.zoomed(Math.max(tree.parents[this.focus], 0)),
    });
  }

  #move(node) {
    if (node === this.selected) return;
    this.chosen(node);
    this.app.say(this.words(node));
  }
}
