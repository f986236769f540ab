// Pegs and tiles in pictures: the colours that the style sheet gives them, and their shapes in SVG.

import { h, s } from "./dom.js";

export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();

/** A function that gives the ground and the ink of a symbol by its classes, as the style sheet has them now. */
export function painter() {
  const paints = new Map();
  return (classes) => {
    if (!paints.has(classes)) {
      const probe = document.body.appendChild(h(`i.${classes.replaceAll(" ", ".")}`));
      const { backgroundColor, color } = getComputedStyle(probe);
      paints.set(classes, [backgroundColor, color]);
      probe.remove();
    }
    return paints.get(classes);
  };
}

export const isRound = ({ look }) => look.startsWith("peg");

export const pitch = (side) => side + 2;

export function drawGlyphs(symbols, x, y, side) {
  return symbols.map((symbol, i) => {
    const left = x + i * pitch(side);
    const middle = left + side / 2;
    return s(`g.glyph.${symbol.look}`,
      isRound(symbol)
        ? s("circle", { cx: middle, cy: y, r: side / 2 })
        : s("rect", { x: left, y: y - side / 2, width: side, height: side, rx: side / 6 }),
      s("text.letter", { x: middle, y: y + side * 0.25, "text-anchor": "middle", "font-size": side * 0.72 }, symbol.text),
    );
  });
}
