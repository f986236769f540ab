// The parts that the modes share: codes, feedbacks, answer buttons, rows and tables.

import { button, h, swap } from "./dom.js";
import { number, t } from "./i18n.js";
import { columnsOf, counts, describeSecret, feedbackText, hasBulls, hasMarks } from "./notation.js";
import { notationOf, spoken, symbolsOf, wordText } from "./notation.js";
import { sum } from "./solve.js";

/** How many boards may be played at once: one where a wrong secret loses. */
export const boardCounts = (rules) => ["1", "2", "4"].filter((count) => count <= (rules && !rules.losing?.length ? rules.secrets.length : 1));

export const symbolElements = (symbols) => symbols.map(({ look, text }) => h(`span.${look}`, text));

/** A word as it is drawn; with a label, the letters of a word have their marks. */
export function code(app, word, size = "small", label = "") {
  const symbols = symbolsOf(app, word, label);
  if (!symbols) return h(`span.code.word.${size}`, { title: word, "data-word": app.rules && word }, wordText(app, word));
  const properties = { role: "img", "aria-label": wordText(app, word), "data-word": app.rules && word };
  return h(`span.code.${size}`, properties, symbolElements(symbols));
}

/** A feedback as it is drawn.  In words, and if it is `stacked`, the bulls are above the cows; Mastermind has pegs. */
function answerText(app, label, isStacked = true, notation = notationOf(app)) {
  const isInWords = hasBulls(app) && notation === "words";
  if (isInWords && isStacked) return counts(app, label).map((count) => h("span", count));
  const isFound = isStacked && label === app.tree.winning; // on its button
  if (app.tree.hasColumns) return isFound ? t("found") : h("span.code.marks", symbolElements(columnsOf(label)));
  if (!app.rules?.hasPegs || notation !== "dots") return feedbackText(app, label, notation);
  const pegs = ["black", "white"].flatMap((kind, i) => Array.from({ length: Number(label[i]) }, () => h(`i.${kind}`)));
  return pegs.length ? h("span.keys", pegs) : "–";
}

export function feedback(app, label, notation = notationOf(app)) {
  const properties = { role: "img", "aria-label": spoken(app, label) };
  if (hasMarks(app)) return h("span.code.marks", properties, symbolElements(symbolsOf(app, " ".repeat(label.length), label)));
  const isDots = hasBulls(app) && notation === "dots";
  return h(`span.feedback${isDots ? ".dots" : ""}`, properties, answerText(app, label, false, notation));
}

/** A bar of which a share is filled. */
export const bar = (share) => h("span.bar", { "aria-hidden": "true", "--share": share.toFixed(4) });

/** A logarithmic bar for a number of candidates: the whole bar stands for all of them. */
export const leftBar = (count, all) => bar(Math.log(1 + count) / Math.log(1 + all));

export const legend = (all) => h("p.legend", t("legend", { n: all }));

/** A button for every feedback.  Impossible feedbacks can be chosen, too: the page then explains the contradiction. */
export function pad(app, guess, possible, pick) {
  if (hasMarks(app) && guess) return marksPad(app, guess, pick);
  const { labels, winning } = app.tree;
  const can = new Set(possible);
  const isGrid = app.rules?.hasUsualCows;
  const shown = app.rules ? labels : labels.filter((label) => can.has(label)); // it explains contradictions only by rules
  const buttons = shown.map((label) =>
    button(`answer${label === winning ? ".winning" : ""}`, answerText(app, label), () => pick(label), {
      "aria-label": spoken(app, label),
      "data-key": `answer-${label}`,
      "data-label": label,
      "data-home": label === possible[0],
      "aria-disabled": !can.has(label) && "true",
      // The winning answer stands beside the one before it, which is alone in its row.
      ...(isGrid && { "--row": Number(label[0]) + (label !== winning), "--column": Number(label[1]) + 1 }),
    }),
  );
  const properties = { role: "group", "aria-label": t("answer"), "--columns": isGrid && app.rules.positions + 1 };
  return h(`div.pad.${isGrid ? `grid.${notationOf(app)}` : "loose"}`, properties, buttons);
}

/** The answer to a word: a tap on a letter, or a key, goes on to its next mark.  `type(key)` returns whether it took the key,
 *  and `set(label)` shows other marks. */
function marksPad(app, guess, pick) {
  let marks = [...guess].map(() => "0");
  let at = 0; // where the next key goes
  const tiles = h("div.tiles");
  const done = button("main", t("marks.done"), () => pick(marks.join("")), { "data-key": "marks-done" });
  const all = button("quiet", t("marks.all"), () => pick(app.tree.winning), { "data-key": "marks-all" });
  const change = (i, mark) => set(marks.map((old, k) => (k === i ? String(mark) : old)).join(""));
  const set = (label) => {
    marks = [...label];
    const shown = symbolsOf(app, guess, label).map(({ look, text }, i) =>
      button(look, text, () => change(i, (Number(marks[i]) + 1) % 3), {
        "aria-label": t("marks.letter", { n: i + 1, letter: text, mark: spoken(app, marks[i]) }),
        "data-key": `mark-${i}`,
        "data-home": i === 0,
      }),
    );
    swap(tiles, shown);
  };
  set(marks.join(""));
  const place = h("div.pad.marking", { role: "group", "aria-label": t("answer") }, tiles, h("div.actions", done, all));
  const type = (key) => {
    const mark = key.length === 1 ? "012bygBYG".indexOf(key) % 3 : -1;
    if (key === "Backspace" && at > 0) change(--at, 0);
    else if (mark >= 0) {
      change(at, mark);
      at = (at + 1) % marks.length;
      if (!at) done.focus({ preventScroll: true });
    } else return false;
    return true;
  };
  return Object.assign(place, { type, set });
}

export function heading(app, title, isNew, more = "") {
  if (!isNew) return h("h1.unseen", t(`mode.${app.mode}`));
  return h("div.intro", h("h1", t(title)), h("p", describeSecret(app), more));
}

export const againButton = (restart, isMain = true) => button(isMain ? "main" : "quiet", t("restart"), restart, { "data-key": "again", "data-home": isMain });

/** The line about candidates outside the list of secrets of a game of words, if there are any. */
export function outsideHint(app, candidates) {
  const outside = app.rules?.isWords ? candidates().filter((word) => !app.rules.isSecret(word)) : [];
  const [n, word, all] = [outside.length, outside[0], app.rules?.secrets.length];
  return n > 0 && h("p.hint", t(n === 1 ? "outside" : "outside.many", { n, word, all }));
}

export const figure = (key, value, more) =>
  h("div", h("dt", t(key, { n: value })), h("dd", typeof value === "number" ? number(value) : value), more);

/** Opens a sheet with the result of `content(close, draw)`, which `draw()` shows anew; the title is the text of a key.  Escape
 *  and a click beside it close it, too. */
export function openSheet(key, content) {
  const close = () => sheet.close();
  const onclick = (event) => event.target === sheet && close();
  const body = h("div.sheet-body");
  const draw = () => swap(body, h("h2", { id: "sheet-title" }, t(key)), content(close, draw));
  const sheet = h("dialog.sheet", { "aria-labelledby": "sheet-title", onclose: () => sheet.remove(), onclick }, body);
  document.body.append(sheet);
  draw();
  sheet.showModal();
}

/** A table of how many were found at each guess, the first of which is `start`. */
export function histogram(found, start, caption) {
  const [all, most] = [sum(found), Math.max(...found)];
  const lines = found.map((count, i) =>
    h("tr",
      h("th", { scope: "row" }, number(i + start)),
      h("td.wide", bar(count / most)),
      h("td.number", number(count)),
      h("td.number.faint", `${((100 * count) / all).toFixed(count / all < 0.0995 ? 1 : 0)}%`)));
  const heads = [t("guessNumber"), "", t("found"), "%"].map((head) => (head ? h("th", { scope: "col" }, head) : h("td")));
  return h("table.histogram", h("caption", caption), h("thead.unseen", h("tr", heads)), h("tbody", lines));
}

export function row(app, step, i, { all, right, bits, note, notation } = {}) {
  return h(`li.row${right ? ".wrong" : ""}`,
    h("span.count", { "aria-hidden": "true" }, number(i + 1)),
    code(app, step.guess, "small", hasMarks(app) ? step.label : ""),
    hasMarks(app) ? h("span.feedback.unseen", spoken(app, step.label)) : feedback(app, step.label, notation),
    right && h("span.right", "→ ", feedback(app, right), h("span.unseen", t("wrongRow"))),
    all &&
      step.label !== app.tree.winning &&
      h("span.left", leftBar(step.after, all), h("span", t("leftShort", { n: step.after }))),
    bits !== undefined && h("span.bits", t("bits", { n: bits })),
    note);
}

export function rowList(rows, spec = "", all = 0) {
  if (!rows.length) return null;
  const list = h(`ol.rows${spec}`, { "aria-label": t("soFar") }, rows);
  return all ? h("div", list, legend(all)) : list;
}

/** A list of answers to go down: the answer, a bar and the number of the candidates it leaves, and the next guess.  `rows`
 *  are `{label, count, weight, guess}`.  A click calls `open(answer)`, except for the answer that ends the game. */
export function drill(app, rows, open) {
  const all = sum(rows.map(({ weight }) => weight));
  const items = rows.map((answer) => {
    const { label, count, weight, guess } = answer;
    const isEnd = label === app.tree.winning;
    const content = [
      feedback(app, label),
      bar(weight / all),
      h("span.number", number(count), h("span.unseen", ` (${t("left", { n: count })})`)),
      isEnd ? h("span.next.faint", t("found")) : guess && h("span.next", code(app, guess)),
    ];
    if (isEnd) return h("li", h("div.drill", content));
    return h("li", h("button.drill", { type: "button", "data-key": `drill-${label}`, onclick: () => open(answer) }, content));
  });
  return h("ol.drills", { "aria-label": t("cells", { n: rows.length }) }, items);
}
