// How to play: the rules, and an example.

import { button, h } from "./dom.js";
import { t, tSymbols } from "./i18n.js";
import { describeSecret } from "./notation.js";
import { code, feedback, openSheet } from "./parts.js";

function example(rules) {
  const { positions, symbols } = rules;
  if (rules.isWords) {
    const [guess] = rules.secrets;
    const told = rules.secrets.map((secret) => ({ guess, secret, label: rules.feedback(guess, secret) }));
    return told.find(({ label }) => ["0", "1", "2"].every((mark) => label.includes(mark))) ?? null;
  }
  if (!symbols || symbols.length < positions) return null;
  const start = symbols[0] === "0" && symbols.length > positions ? 1 : 0;
  const guess = symbols.slice(start, start + positions);
  for (const label of ["12", "11", "01", "10"]) {
    const fit = rules.secrets.filter((secret) => rules.feedback(guess, secret) === label && new Set(secret).size === positions);
    if (fit.length) return { guess, label, secret: fit[fit.length - 2] ?? fit[0] };
  }
  return null;
}

export function showHelp(app) {
  const shown = example(app.rules);
  openSheet("help", (close) => [
    h("p", describeSecret(app)),
    h("p", t("help.goal")),
    shown && worked(app, shown),
    button("main", t("close"), close, { autofocus: true }),
  ]);
}

function worked(app, { secret, guess, label }) {
  const kinds = { bull: [], cow: [], none: [] };
  [...guess].forEach((symbol, i) => {
    kinds[symbol === secret[i] ? "bull" : secret.includes(symbol) ? "cow" : "none"].push(symbol);
  });
  const says = (key) => tSymbols(app.rules, key);
  const line = (symbols, text) => symbols.length > 0 && h("li", symbols.map((symbol) => code(app, symbol)), h("span", text));
  return h("div.example",
    h("p.eyebrow", t("help.example")),
    h("dl", h("dt", t("help.secret")), h("dd", code(app, secret)), h("dt", t("guess.yours")), h("dd", code(app, guess)),
      h("dt", t("answer")), h("dd", feedback(app, label))),
    h("ul", line(kinds.bull, says("help.bull")), line(kinds.cow, says("help.cow")), line(kinds.none, says("help.none"))),
  );
}
