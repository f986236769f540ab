// Study: one node of the tree, with a sentence about its guess, and a list of the answers to go down; below, its figures.

import { showHistory } from "./address.js";
import { Codemaker } from "./codemaker.js";
import { button, h, swap } from "./dom.js";
import { t } from "./i18n.js";
import { gameTitle, problemText, spoken, toSymbols, wordText } from "./notation.js";
import { code, drill, feedback, figure, histogram } from "./parts.js";
import { Trial } from "./trial.js";
import { sentence } from "./why.js";

const MOST_LISTED = 60; // candidates in the description
let isDetailed = false; // whether the person has unfolded the details

export class ExploreView {
  constructor(app, place) {
    const { tree } = app;
    Object.assign(this, { app, tree });
    this.crumbs = h("nav.crumbs", { "aria-label": t("explore.crumbs") });
    this.panel = h("div.panel");
    this.trial = app.rules && new Trial(app, () => app.keep(this.place));
    this.message = h("p.problem", { role: "alert" });
    this.search = h("input", { type: "search", autocomplete: "off", spellcheck: "false", id: "search", placeholder: t("search") });
    this.facts = h("div.facts");
    const ontoggle = () => {
      isDetailed = this.details.open;
      this.#fillDetails();
    };
    this.details = h("details.details", { open: isDetailed, ontoggle }, h("summary", { "data-key": "details" }, t("details")), this.facts);
    const find = (event) => {
      event.preventDefault();
      this.find((app.rules ? this.search.value.normalize("NFKC") : this.search.value).trim());
    };
    this.element = h("section.explore",
      h("h1.unseen", t("mode.explore")),
      h("div.stage",
        h("form.tools", { role: "search", onsubmit: find }, h("label.unseen", { for: "search" }, t("search")), this.search, h("button.main", t("search.go"))),
        this.message, this.crumbs, this.panel),
      h("aside.beside", { "aria-label": t("explore.panel") }, this.trial?.element, this.details));
    const { node, isFinished, problem } = tree.follow(place.h);
    this.#show(node, isFinished);
    if (!problem) return;
    // Valid steps are those of a trial, beginning with the first one off the tree.
    const isTrial = this.trial && problem.kind !== "over" && Codemaker.isPossible(app.rules, place.h);
    if (isTrial) this.trial.start(place.h.slice(0, problem.at), () => tree.candidates(node), place.h.slice(problem.at));
    else app.complain(problem, place.h);
  }

  get place() {
    const { tree, node, isFound, trial } = this;
    return { h: showHistory(isFound ? tree.gameOf(node) : [...tree.historyOf(node), ...(trial?.steps ?? [])]) };
  }

  /** Shows a node.  `isFound` is true if its guess is the secret that was searched. */
  #show(node, isFound = false) {
    const { app, tree } = this;
    Object.assign(this, { node, isFound });
    this.trial?.start(tree.historyOf(node), () => tree.candidates(node));
    const way = tree.pathTo(node).map((one) => {
      const text = [one > 0 && feedback(app, tree.labelOf(one)), code(app, tree.guess(one))];
      return h("li", button("crumb", text.filter(Boolean), () => this.goTo(one), { "data-key": `crumb-${one}`, "aria-current": one === node && "true" }));
    });
    swap(this.crumbs, node > 0 && h("ol", way));
    const n = tree.pathTo(node).length;
    const play = () => app.go({ mode: "solve", h: showHistory([...tree.historyOf(node), ...(this.trial?.steps ?? [])]) });
    const rows = tree.answers(node).map((answer) => ({ ...answer, guess: answer.child >= 0 && tree.guess(answer.child) }));
    swap(this.panel,
      h("p.eyebrow", node ? t("guessN", { n }) : gameTitle(app)),
      h("h2", code(app, tree.guess(node), "medium")),
      sentence(app, tree.answers(node), tree.statistics(node).average),
      isFound && h("p.result", t("explore.secret", { n })),
      button("quiet", t("playHere"), play, { "data-key": "play" }),
      drill(app, rows, ({ child }) => this.goTo(child)));
    this.#fillDetails();
    app.keep(this.place);
  }

  goTo(node) {
    const { app, tree } = this;
    this.#show(node);
    this.element.scrollIntoView({ block: "nearest" });
    const left = `${wordText(app, tree.guess(node))}, ${t("left", { n: tree.counts[node] })}`;
    app.say(node ? `${spoken(app, tree.labelOf(node))}: ${left}` : left);
  }

  find(text) {
    const { app, tree } = this;
    this.message.textContent = "";
    app.dismiss();
    if (!text) return;
    const isHistory = text.includes(":");
    const steps = isHistory ? app.readSteps(text) : [];
    const { node, isFinished, problem } = isHistory ? tree.follow(steps ?? []) : { node: tree.find(toSymbols(app, text)), isFinished: true };
    if (!steps) this.message.textContent = t("problem.history");
    else if (problem) this.message.textContent = problemText(app, problem, steps);
    else if (node < 0) this.message.textContent = t("search.none", { word: text });
    else {
      this.#show(node, isFinished);
      app.say(`${t("guessN", { n: tree.pathTo(node).length })}: ${wordText(app, tree.guess(node))}`);
    }
  }

  /** Fills the details, the slowest part of the view. */
  #fillDetails() {
    if (!this.details.open) return;
    const { node, app, tree } = this;
    const found = tree.statistics(node);
    const { secrets } = found;
    const words = secrets > 1 && tree.candidates(node).slice(0, MOST_LISTED).map((word) => wordText(app, word)).join(" ");
    const others = secrets > MOST_LISTED && t("more", { n: secrets - MOST_LISTED });
    swap(this.facts,
      h("dl.figures",
        figure("figure.left", secrets),
        figure("figure.average", found.average),
        figure("figure.worst", found.depth),
        figure("figure.nodes", found.nodes),
        !node && figure("figure.total", found.total),
        !node && figure("figure.proved", t(tree.proved ? "proved" : "unproved"))),
      histogram(found.histogram, tree.pathTo(node).length, tree.isWeighted ? t("histogram.weight") : t("histogram")),
      words && h("div.candidates", h("p.eyebrow", t("left", { n: secrets })), h("p.listing", words, " ", others)));
  }
}
