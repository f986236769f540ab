// A list of answers to go down: the answer, a bar and the number of the candidates it leaves, and the next guess.

import { h } from "./dom.js";
import { number, t } from "./i18n.js";
import { bar, code, feedback } from "./parts.js";
import { sum } from "./solve.js";

/** `rows` are `{label, count, guess, isHere}`; without a guess nothing is shown for it.  A click calls `open(row)`, except
 *  for the answer that ends the game. */
export function drill(app, rows, open) {
  const all = sum(rows.map(({ count }) => count));
  const items = rows.map((row) => {
    const { label, count, guess, isHere } = row;
    const isEnd = label === app.tree.winning;
    const content = [
      feedback(app, label),
      bar(count / all),
      h("span.number", number(count), h("span.unseen", ` (${t("left", { n: count })})`)),
      isEnd ? h("span.next.faint", t("found")) : guess && h("span.next", code(app, guess)),
    ];
    if (isEnd) return h("li", h("div.drill", content));
    const properties = { type: "button", "data-key": `drill-${label}`, "aria-current": isHere && "true" };
    return h("li", h("button.drill", { ...properties, onclick: () => open(row) }, content));
  });
  const properties = { "aria-label": t("cells", { n: rows.length }), "--symbols": app.tree.width };
  return h("ol.drills", properties, items);
}
