// The review on the screen: a note for each guess, the scores, and the line of the candidates that are left.

import { h, later, s, swap } from "./dom.js";
import { number, t } from "./i18n.js";
import { bar, code, figure, row, rowList } from "./parts.js";
import { review } from "./review.js";

const BOX = { width: 480, height: 190, left: 56, right: 14, top: 16, bottom: 26 };

export class ReviewView {
  /** Reviews the steps of a game; `done(rows)` is called when the rows are there. */
  constructor(app, steps, secret, done = () => {}) {
    Object.assign(this, { app, steps, secret });
    this.notes = steps.map(() => h("div.judged"));
    this.scores = h("div.scores", { role: "status" }, h("p.faint", t("review.wait")));
    this.chart = later(() => this.#chart());
    this.stopper = new AbortController();
    this.ready = this.#review(done);
  }

  /** Ends the questions to the core. */
  stop() {
    this.stopper.abort();
  }

  async #review(done) {
    try {
      const rows = await review(this.app, this.steps, { signal: this.stopper.signal });
      this.rows = rows;
      rows.forEach((one, i) => this.notes[i].replaceChildren(...this.#note(one)));
      swap(this.scores, this.#scores(rows));
      done(rows);
    } catch (error) {
      if (error.why === undefined) throw error;
      if (error.why !== "cancelled") swap(this.scores, h("p.faint", t("review.failed")));
    }
    return this.rows ?? null;
  }

  #note({ verdict, lost, luck, best_guess, exact }) {
    const sign = exact ? "" : "≈ ";
    const better = lost > 0 && h("span.better", t("review.better"), " ", code(this.app, best_guess));
    return [
      h(`span.verdict-tag.${verdict}`, t(`verdict.${verdict}`)),
      lost > 0 && h("span", t("review.lost", { lost: sign + (lost < 0.005 ? `< ${number(0.01)}` : number(lost)) })),
      h("span", t("review.luck", { luck: sign + signed(luck) })),
      better,
    ].filter(Boolean);
  }

  #scores(rows) {
    const { skill, luck_score } = rows.at(-1);
    const score = (key, value) => figure(key, [number(value), h("small", " / 99")], bar(value / 99));
    return [
      h("dl.meters", score("review.skill", skill), score("review.luckScore", luck_score)),
      h("p", compare(rows)),
      rows.some((one) => !one.exact) && h("p.hint", t("review.rough")),
    ];
  }

  /** The candidates after each guess as a line, and those of the tree for the same secret; the scale is logarithmic. */
  #chart() {
    const { app, steps, secret } = this;
    const all = app.rules.secrets.length;
    const mine = [all, ...steps.map((step) => step.after)];
    const node = app.tree.find(secret);
    const best = node < 0 ? [] : [...app.tree.pathTo(node).map((one) => app.tree.counts[one]), 1];
    const length = Math.max(mine.length, best.length) - 1;
    const { width, height, left, right, top, bottom } = BOX;
    const x = (i) => left + ((width - left - right) * i) / Math.max(1, length);
    const y = (count) => height - bottom - ((height - top - bottom) * Math.log2(Math.max(1, count))) / Math.log2(all);
    const points = (counts) => counts.map((count, i) => `${x(i).toFixed(1)},${y(count).toFixed(1)}`).join(" ");
    const ticks = [1, 10, 100, 1000, 10_000].filter((tick) => tick < all / 2).concat(all);
    const label = t("review.chart", { counts: mine.map(number).join(", ") });
    return h(
      "figure.descent",
      s(
        "svg",
        { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": label },
        ticks.map((tick) => [
          s("line.grid", { x1: left, x2: width - right, y1: y(tick), y2: y(tick) }),
          s("text", { x: left - 8, y: y(tick) + 4, "text-anchor": "end" }, number(tick)),
        ]),
        Array.from({ length: length + 1 }, (_, i) =>
          s("text", { x: x(i), y: height - 6, "text-anchor": "middle" }, number(i)),
        ),
        best.length > 0 && s("polyline.best", { points: points(best) }),
        s("polyline.mine", { points: points(mine) }),
        mine.map((count, i) => s("circle", { cx: x(i), cy: y(count), r: 4.5 })),
      ),
      h("figcaption", h("span.key.mine", t("duel.you")), best.length > 0 && h("span.key.best", t("duel.page"))),
    );
  }
}

/** The review of a game that has ended as one part, with its rows. */
export function reviewPart(app, steps, secret) {
  const view = new ReviewView(app, steps, secret);
  const rows = steps.map((step, i) => {
    const shown = row(app, step, i, { all: app.rules.secrets.length });
    shown.append(view.notes[i]);
    return shown;
  });
  return h("div.guess.review", h("h2", t("review")), rowList(rows), view.scores, view.chart);
}

const signed = (value) => (value > 5e-5 ? "+" : value < -5e-5 ? "−" : "") + number(Math.abs(value));

/** A game against perfect play, in words. */
function compare(rows) {
  const [{ expected_before }] = rows;
  return t("review.par", { average: expected_before, lost: rows.reduce((lost, one) => lost + one.lost, 0) });
}
