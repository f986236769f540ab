// How guesses look in pictures: pegs in Mastermind, tiles in games of words, and plain text in all others.

import { h, s } from "./dom.js";
import { t } from "./i18n.js";
import { look } from "./parts.js";

const MARKS = ["absent", "elsewhere", "right"]; // of the letters of a word, by the digit of the label
const SPOKEN = ["mark.absent", "mark.elsewhere", "mark.right"];

/** The colour that a rule of the style sheet gives to a name, such as `--accent`. */
export const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Whether the labels of a tree are marks of the letters of a word, as in Wordle. */
export function hasMarks({ game, labels, width }) {
  const isOfWords = ["words", "marks"].includes(/^[a-z]*/.exec(game)[0]);
  return isOfWords && labels.every((label) => label.length === width && /^[012]*$/.test(label));
}

/** Marks as words for screen readers. */
export const spokenMarks = (label) => [...label].map((digit) => t(SPOKEN[digit])).join(", ");

/** A letter as it stands on a tile: a capital, but for the ß, which has none of one letter. */
const capital = (letter) => (letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter);

/** A word as tiles, whose colours are those of a label if there is one. */
export const tiles = (word, label = "") =>
  [...word].map((letter, i) => h(`span.tile${label && `.${MARKS[label[i]]}`}`, capital(letter)));

let pegs = null; // [fill, ink] by class

/** The colours of a peg: they are read from the style sheet, once. */
function pegColours(classes) {
  if (!pegs) {
    pegs = new Map();
    const probe = document.body.appendChild(h("i"));
    for (let i = 0; i < 10; i++) {
      probe.className = `peg s${i}`;
      const { backgroundColor, color } = getComputedStyle(probe);
      pegs.set(`s${i}`, [backgroundColor, color]);
    }
    probe.remove();
  }
  return pegs.get(/\bs\d\b/.exec(classes)?.[0]) ?? ["#fff", "#111"];
}

/** The symbols of a guess as `{text, isRound, fill, ink, edge}`; null if it is drawn as plain text.  With a label, the
 *  tiles of a word have its colours. */
export function glyphs(app, word, label = "") {
  if (app.rules?.family === "mastermind") {
    return [...word].map((symbol) => {
      const [classes, text] = look(app, symbol);
      const [fill, ink] = pegColours(classes);
      return { text, isRound: true, fill, ink, edge: fill };
    });
  }
  if (app.rules || !hasMarks(app.tree)) return null;
  return [...word].map((letter, i) => {
    const name = label && MARKS[label[i]];
    const [fill, ink, edge] = name ? [`--${name}`, `--on-${name}`, `--${name}`] : ["--card", "--ink", "--edge"];
    return { text: capital(letter), isRound: false, fill: `var(${fill})`, ink: `var(${ink})`, edge: `var(${edge})` };
  });
}

/** How wide a symbol is that is drawn on a side of so many pixels, with the space after it. */
export const pitch = (side) => side + 2;

/** Symbols as elements of an SVG picture, from x to the right and around y. */
export function drawGlyphs(symbols, x, y, side) {
  return symbols.map(({ text, isRound, fill, ink, edge }, i) => {
    const left = x + i * pitch(side);
    const middle = left + side / 2;
    const shape = isRound
      ? s("circle.glyph", { cx: middle, cy: y, r: side / 2 })
      : s("rect.glyph", { x: left, y: y - side / 2, width: side, height: side, rx: side / 6 });
    const letter = s("text.letter", { x: middle, y: y + side * 0.25, "text-anchor": "middle" }, text);
    // Presentation attributes know no variables, and the policy forbids style attributes.
    shape.style.fill = fill;
    shape.style.stroke = edge;
    letter.style.fill = ink;
    letter.style.fontSize = `${side * 0.72}px`;
    return [shape, letter];
  }).flat();
}
