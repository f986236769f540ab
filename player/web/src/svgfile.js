// The picture of the tree as an SVG file without scripts and style sheets, dark on white.

import { s } from "./dom.js";
import { painter } from "./glyphs.js";
import { link, linkWidth } from "./layout.js";
import { cellTexts } from "./picture.js";

const FONT = "ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace";
// As in style.css: `line` is --link there.
const INK = { text: "#1b1f23", faint: "#5d646b", line: "#c9c7bf", cell: "#0b6b63", path: "#b3470b", paper: "#ffffff" };
/** What the style sheet says of the elements in the page, by their selectors. */
const LOOKS = {
  ".guess": { "font-size": 14, "font-weight": 600, fill: INK.text },
  ".left": { "font-size": 11, "font-weight": 400, fill: INK.faint },
  ".label": { "font-size": 10.5, fill: INK.faint },
  ".letter": { "font-weight": 600 },
  ".tile rect": { fill: INK.paper, stroke: INK.line },
  ".tile text": { fill: INK.text },
};

/** The text of the file.  `words(cell)` is what is written at a cell; the nodes in the set `path` are highlighted. */
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
