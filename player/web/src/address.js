// The address keeps the place: #tree=bulls-4x10.total&mode=explore&h=0123:01,4561:02&lang=zh, or bare #0123:01.
// A lasting contract: keys may be added, these never change.

import { readFeedback } from "./rules.js";

export const MODES = ["solve", "guess", "duel", "explore"];
const KEYS = ["tree", "mode", "h", "y", "lang"];

/** Steps `{guess, label}` from a history; null where it is none. */
export function readHistory(text) {
  const steps = [];
  for (const part of text.trim() === "" ? [] : text.split(",")) {
    const [guess, feedback, ...more] = part.split(":").map((side) => side.trim());
    if (!guess || !feedback || more.length) return null;
    steps.push({ guess, label: readFeedback(feedback) });
  }
  return steps;
}

export const showHistory = (steps) => steps.map(({ guess, label }) => `${guess}:${label}`).join(",");

const decode = (text) => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};
const encode = (text) => encodeURIComponent(text).replace(/%(3A|2C|2F|40)/gi, (code) => decodeURIComponent(code));

/** What an address says: texts by key, of those that it has.  `h` is what the guesser of the mode asked, `y` in a
 *  duel what the person asked. */
export function parse(hash) {
  const text = hash.replace(/^#/, "");
  const place = {};
  for (const part of text.split("&")) {
    const [, key, value] = /^(\w+)=(.*)$/s.exec(part) ?? [];
    if (KEYS.includes(key)) place[key] = decode(value);
  }
  if (!Object.keys(place).length && text) place.h = decode(text);
  return place;
}

/** The address of a place; what is empty is left out. */
export function format(place) {
  const parts = KEYS.filter((key) => place[key]).map((key) => `${key}=${encode(place[key])}`);
  return `#${parts.join("&")}`;
}
