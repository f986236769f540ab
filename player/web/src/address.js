// The part of the address after # names a place: #tree=bulls-4x10.total&mode=explore&h=0123:01,4561:02&lang=zh, or
// only #0123:01.  This is a contract: keys may be added, but these never change.

const KEYS = ["tree", "mode", "h", "y", "daily", "challenge", "level", "boards", "lang"];

/** The steps of a text, whose feedbacks may hold commas of their own; `read` returns the label of a feedback, those of
 *  several boards having a slash between them.  A comma at the end of a line means nothing. */
export function readHistory(text, read = (label) => label, ofBoard = /[^/]+/g) {
  const steps = [];
  const whole = text.trim().replace(/([^,;\n]),(?=[^\S\n]*(?:[\n;]|$))/g, "$1");
  for (const part of whole ? whole.split(/[,;\n](?=\s*[^\s,;\n:][^,;\n]*:)/) : []) {
    const [guess, feedback, ...more] = part.split(":").map((side) => side.trim());
    if (!guess || !feedback || more.length || /,\s*(,|$)/.test(part)) return null;
    steps.push({ guess, label: feedback.replace(ofBoard, (one) => (one === "-" ? one : read(one))) });
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

/** The place that an address names: texts by key.  `h` is the history of the codebreaker; in a duel, where both are
 *  codebreakers, `h` is that of the page and `y` that of the person. */
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

export function format(place) {
  const parts = KEYS.filter((key) => place[key]).map((key) => `${key}=${encode(place[key])}`);
  return `#${parts.join("&")}`;
}
