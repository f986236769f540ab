// The picture of the tree as an SVG file without scripts and style sheets, dark on white.

import { h } from "./dom.js";
import { pitch } from "./glyphs.js";
import { link, linkWidth } from "./layout.js";

const SIDE = 17; // of a peg or tile
const escape = (text) => text.replace(/[&<>"']/g, (symbol) => `&#${symbol.charCodeAt(0)};`);
// As in style.css: `line` is --link there.
const INK = { text: "#1b1f23", faint: "#5d646b", line: "#c9c7bf", cell: "#0b6b63", path: "#b3470b", paper: "#ffffff" };

/** A peg or a tile, with its letter. */
function glyph({ text, isRound, fill, ink }, x, y) {
  const paint = isRound ? `fill="${fill}"` : `fill="${INK.paper}" stroke="${INK.line}"`;
  const rounding = isRound ? SIDE / 2 : 3;
  return `<rect x="${x}" y="${y - SIDE / 2}" width="${SIDE}" height="${SIDE}" rx="${rounding}" ${paint}/>`.concat(
    `<text x="${x + SIDE / 2}" y="${y + 4}" font-size="12" font-weight="600" text-anchor="middle" fill="${isRound ? ink : INK.text}">${escape(text)}</text>`,
  );
}

/** The text of the file.  `labelText(node)` is a feedback in words, and `symbolsOf(node)` the pegs or tiles of a guess, or
 *  null; the nodes in the set `path` are highlighted. */
export function toSvg({ cells, box, textAt }, tree, { labelText, symbolsOf, path, title }) {
  const [width, height] = [Math.ceil(box.x1 - box.x0 + 16), Math.ceil(box.y1 - box.y0 + 16)];
  const lines = [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="${box.x0 - 8} ${box.y0 - 8} ${width} ${height}" font-family="ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace">`,
    `<title>${escape(title)}</title>`,
    `<rect x="${box.x0 - 8}" y="${box.y0 - 8}" width="${width}" height="${height}" fill="${INK.paper}"/>`,
  ];
  for (const cell of cells) {
    if (!cell.parent) continue;
    const ink = path.has(cell.node) ? INK.path : INK.line;
    lines.push(`<path d="${link(cell)}" fill="none" stroke="${ink}" stroke-width="${linkWidth(cell)}"/>`);
  }
  for (const cell of cells) {
    const ink = path.has(cell.node) ? INK.path : INK.cell;
    const fill = cell.isFolded ? ink : INK.paper;
    const { x, y, r, node } = cell;
    lines.push(`<circle cx="${x}" cy="${y}" r="${r.toFixed(2)}" fill="${fill}" stroke="${ink}" stroke-width="1.5"/>`);
    const pegs = symbolsOf(node);
    const count =
      cell.count > 1 ? `<tspan dx="8" font-size="11" font-weight="400" fill="${INK.faint}">${cell.count}</tspan>` : "";
    const shift = pegs ? pegs.length * pitch(SIDE) : 0;
    if (pegs) lines.push(...pegs.map((one, i) => glyph(one, x + textAt + i * pitch(SIDE), y)));
    lines.push(
      `<text x="${x + textAt + shift}" y="${y + 5}" font-size="14" font-weight="600" fill="${INK.text}">${pegs ? "" : escape(tree.guess(node))}${count}</text>`,
    );
    if (cell.parent) {
      lines.push(
        `<text x="${(x - r - 7).toFixed(1)}" y="${(y - 3 - linkWidth(cell) / 2).toFixed(1)}" font-size="10.5" text-anchor="end" fill="${INK.faint}">${escape(labelText(node))}</text>`,
      );
    }
  }
  return `${lines.join("\n")}\n</svg>\n`;
}

/** Saves a text as a file of the person. */
export function download(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const anchor = h("a", { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
