// Languages: one JSON file each in languages/, put together by scripts/build_page.

import LANGUAGES from "languages";

export { LANGUAGES };

let texts = LANGUAGES.en;
let plural = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");

/** The language to begin with: the first that the browser asks for and that is there. */
export function preferred(wanted = navigator.languages ?? []) {
  for (const tag of wanted) {
    const code = tag.toLowerCase().split("-")[0];
    if (Object.hasOwn(LANGUAGES, code)) return code;
  }
  return "en";
}

export function use(code) {
  texts = LANGUAGES[code];
  plural = new Intl.PluralRules(code);
  numbers = new Intl.NumberFormat(code, { maximumFractionDigits: 2 });
  document.documentElement.lang = code;
}

/** A number as the language writes it. */
export const number = (value) => numbers.format(value);

/** A text by key, `{name}` replaced by values; one with plural forms takes that of the value `n`. */
export function t(key, values = {}) {
  let text = texts[key] ?? LANGUAGES.en[key];
  if (typeof text === "object") text = text[plural.select(values.n)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (_, name) =>
    typeof values[name] === "number" ? number(values[name]) : values[name],
  );
}
