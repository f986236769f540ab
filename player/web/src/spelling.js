// How people write feedbacks: the twin of player/rules/spelling.py, whose tables scripts/build page takes over.

import grammar from "grammar";

const { pairs, marks, colours, separators, signs: plain } = grammar.spelling;
const words = [...new Set(pairs.flat())].sort((one, two) => two.length - one.length);
const read = (text) => [...text].map((sign) => plain[sign] ?? sign).join(""); // squares and arrows of columns
const TERM = new RegExp(`[0-9]|${words.map((word) => ([...word].length > 1 ? `${word}s?` : word)).join("|")}`, "gu");

/** The label that a text means by the rule of a game, or without a rule by the labels alone; any other text is returned
 *  as it is.  Throws a RangeError if it may mean several. */
export function readLabel(text, { labels, rule }) {
  const found = readings(String(text), labels, rule);
  if (found.length > 1) throw new RangeError(`${JSON.stringify(text.slice(0, 40))} may mean ${found.sort().join(" or ")}; write one of these`);
  return found[0] ?? text;
}

function readings(text, labels, rule) {
  if (labels.includes(text.trim())) return [text.trim()];
  let compact = [...text].filter((sign) => sign.trim() && !separators.includes(sign)).join("");
  if (labels.includes(compact)) return [compact];
  compact = compact.toLowerCase();
  if (rule?.tells[0] === "marks") {
    for (const [colour, sign] of colours) compact = compact.replaceAll(colour, sign);
    const rows = marks.map((row) => [...compact].map((sign) => row.findIndex((signs) => signs.includes(sign))).join(""));
    return labels.filter((label) => rows.includes(label));
  }
  const isMeant = (label) => (rule ? rule.spelled?.[label]?.includes(compact) : read(compact) === read(label));
  const found = labels.filter((label) => compact === label.toLowerCase() || isMeant(label));
  const counted = rule?.tells.length ? [...countings(compact.replace(/and|pegs?/g, ""), rule.tells)] : [];
  return [...new Set([...found, ...counted.filter((label) => labels.includes(label))])];
}

function* countings(compact, kinds) {
  const write = (bulls, cows) => kinds.map((kind) => ({ bulls, cows, matches: bulls + cows })[kind]).join("");
  if (compact === "none") yield write(0, 0);
  const terms = compact.match(TERM) ?? [];
  if (!terms.length || terms.join("") !== compact) return;
  const isTold = terms.map((term) => /\d/.test(term));
  const named = terms.filter((_, i) => !isTold[i]).map((term) => term.replace(/s$/, ""));
  const counts = new Map(named.map((word) => [word, named.filter((other) => other === word).length]));
  const hasNumbers = isTold.includes(true);
  if (hasNumbers) {
    const numbers = terms.filter((_, i) => isTold[i]).map(Number);
    const isAlternate = terms.length === 2 * named.length && isTold.every((is, i) => is === (isTold[0] === !(i % 2)));
    if (!isAlternate || counts.size < named.length) return;
    named.forEach((word, i) => counts.set(word, numbers[i]));
  }
  for (const [right, elsewhere] of pairs) {
    const isOfRow = named.every((word) => word === right || (word === elsewhere && kinds.length > 1));
    const isOrdered = right !== "a" || (hasNumbers && named.join() !== "b,a");
    if (isOfRow && isOrdered) yield write(counts.get(right) ?? 0, counts.get(elsewhere) ?? 0);
  }
  if (kinds[1] === "matches" && named.join() === "a,b" && hasNumbers) yield `${counts.get("a")}${counts.get("b")}`;
}
