// The languages of the page.  scripts/build page joins the JSON files in languages/.

import { every, keys } from "languages";

/** The texts of each language by their keys; a few keys exist in one language only, because of its grammar. */
const named = (texts) => Object.fromEntries(keys.map((key, i) => [key, texts[i]]).filter(([, text]) => text));
export const LANGUAGES = Object.fromEntries(Object.entries(every).map(([code, texts]) => [code, named(texts)]));

let texts = LANGUAGES.en;
let plural = new Intl.PluralRules("en");
let numbers = null; // made when it is needed: the first one takes longer than painting

export function preferred(wanted = navigator.languages ?? []) {
  const codes = wanted.map((tag) => tag.toLowerCase().split("-")[0]);
  return codes.find((code) => Object.hasOwn(LANGUAGES, code)) ?? "en";
}

export function use(code) {
  texts = LANGUAGES[code];
  plural = new Intl.PluralRules(code);
  numbers = null;
  document.documentElement.lang = code;
}

export function tSymbols(rules, key, values) {
  const kind = rules?.isWords ? "words" : rules?.hasPegs ? "pegs" : /^\d+$/.test(rules?.symbols ?? "") ? "digits" : "";
  return t(Object.hasOwn(texts, `${key}.${kind}`) ? `${key}.${kind}` : key, values);
}

export function number(value) {
  numbers ??= new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 2 });
  return numbers.format(value);
}

/** The text of a key, with `{name}` replaced by its value.  The value `n` selects the plural form. */
export function t(key, values = {}) {
  let text = texts[key];
  if (typeof text === "object") text = text[plural.select(Math.round(100 * values.n) / 100)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (_, name) => (typeof values[name] === "number" ? number(values[name]) : values[name]));
}
