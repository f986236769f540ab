// How to play: the rules, and an example.

import { button, h } from "./dom.js";
import { t, tSymbols } from "./i18n.js";
import { describeSecret, tallyOf } from "./notation.js";
import { code, feedback, openSheet } from "./parts.js";

/** A guess and a secret whose answer shows as many kinds of marks as possible; null for a game without symbols. */
function example(app) {
  const { positions: n, secrets, isNumber } = app.rules;
  if (isNumber) return null;
  const isPlain = (word) => word[0] !== "0" && new Set(word).size === n;
  const guess = secrets.find(isPlain) ?? secrets[0];
  const count = (secret) => {
    const [right, elsewhere] = tallyOf(app, app.rules.feedback(guess, secret));
    return (right > 0) + (elsewhere > 0) + (right + elsewhere < n) + isPlain(secret) / 2;
  };
  const secret = secrets.reduce((best, one) => (count(one) > count(best) ? one : best));
  const kinds = { "help.bull": [], "help.cow": [], "help.none": [] };
  [...guess].forEach((symbol, i) => {
    kinds[symbol === secret[i] ? "help.bull" : secret.includes(symbol) ? "help.cow" : "help.none"].push(symbol);
  });
  const line = ([key, symbols]) => symbols.length > 0 && h("li", symbols.map((symbol) => code(app, symbol)), h("span", tSymbols(app.rules, key)));
  return h("div.example",
    h("p.eyebrow", t("help.example")),
    h("dl", h("dt", t("help.secret")), h("dd", code(app, secret)), h("dt", t("guess.yours")), h("dd", code(app, guess)),
      h("dt", t("answer")), h("dd", feedback(app, app.rules.feedback(guess, secret)))),
    h("ul", Object.entries(kinds).map(line)),
  );
}

export function showHelp(app) {
  openSheet("help", (close) => [
    h("p", describeSecret(app)),
    h("p", t("help.goal")),
    example(app),
    button("main", t("close"), close, { autofocus: true }),
  ]);
}
