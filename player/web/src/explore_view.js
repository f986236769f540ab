// Study: a picture of a part of the tree and a sentence about the selected node; below them, its figures.

import { showHistory } from "./address.js";
import { button, h, swap } from "./dom.js";
import { t } from "./i18n.js";
import { feedbackText, gameTitle, glyphs, hasMarks, problemText, spoken, toSymbols, wordText } from "./notation.js";
import { code, drill, feedback, figure, histogram, stepList } from "./parts.js";
import { Picture } from "./picture.js";
import { Trial } from "./trial.js";
import { whyNode } from "./why.js";

const MOST_SHOWN = 600; // nodes in the picture
const MOST_LISTED = 60; // candidates in the description
let isDetailed = false; // whether the person has unfolded the details
const NARROW = "(max-width: 39.99rem)"; // where a list replaces the picture, as in style.css

export class ExploreView {
  constructor(app, place) {
    this.app = app;
    const { tree } = app;
    this.focus = 0; // the node in view: the picture and the list begin there
    this.unfolded = new Set([0]);
    this.frame = h("div.frame");
    this.crumbs = h("nav.crumbs", { "aria-label": t("explore.crumbs") });
    this.drills = h("div.drilling");
    this.trial = app.rules && new Trial(app, () => app.keep(this.place));
    this.panel = h("aside.panel", { "aria-label": t("explore.panel") });
    this.message = h("p.problem", { role: "alert" });
    this.picture = new Picture(this.frame, tree, {
      name: t("explore.picture", { name: tree.name }),
      words: (cell) => this.#words(cell),
      hasSymbols: glyphs(app, tree.guess(0)) !== null,
      toggled: (node) => this.toggle(node),
      chosen: (node) => this.choose(node, true),
    });
    const plain = { type: "search", autocomplete: "off", spellcheck: "false" };
    this.search = h("input", { ...plain, id: "search", placeholder: this.#example() });
    this.facts = h("div.facts");
    const ontoggle = () => {
      isDetailed = this.details.open;
      this.#tell();
    };
    this.details = h("details.details", { open: isDetailed, ontoggle },
      h("summary", { "data-key": "details" }, t("details")),
      h("p.hint.keys", t("explore.keys")), this.facts);
    this.element = h("section.explore", h("h1.unseen", t("mode.explore")),
      h("div.stage", this.#tools(), this.message, this.crumbs, this.drills, this.frame,
        h("div.tools.below",
          button("quiet", t("unfoldLevel"), () => this.unfoldLevel()),
          button("quiet", t("foldAll"), () => this.foldAll()))),
      this.panel, this.details);
    const walk = tree.follow(place.h);
    this.#showPath(walk.node, walk.isFinished);
    if (!place.h.length) this.path.clear();
    this.#draw();
    if (walk.problem && !this.#tryRest(walk, place.h)) app.complain(walk.problem, place.h);
  }

  shown() {
    this.picture.reveal(this.focus, true);
    if (this.selected !== this.focus) this.picture.reveal(this.selected);
  }

  /** Takes the steps from the first one that leaves the tree as those of a trial; false if they make no sense. */
  #tryRest({ node, problem }, steps) {
    const { rules, tree } = this.app;
    const rest = steps.slice(problem.at);
    const isOpen = rest.slice(0, -1).every(({ label }) => label !== tree.winning);
    if (problem.kind === "over" || !rules || !isOpen || !rest.every(({ guess }) => rules.isGuess(guess))) return false;
    return this.trial.start(steps.slice(0, problem.at), () => tree.candidates(node), rest);
  }

  get place() {
    const { tree } = this.app;
    if (this.isFound) return { h: showHistory(tree.gameOf(this.selected)) };
    return { h: showHistory([...tree.historyOf(this.selected), ...(this.trial?.steps ?? [])]) };
  }

  #example() {
    const { app } = this;
    const { tree } = app;
    const first = tree.first[0] < tree.first[1] ? `, ${wordText(app, tree.guess(0))}:${tree.labelOf(tree.first[0])}` : "";
    return `${wordText(app, tree.candidates(Math.min(tree.nodes - 1, tree.first[1] - 1))[0])}${first}`;
  }

  #words({ node, parent }) {
    const { app } = this;
    const word = app.tree.guess(node);
    const shown = { guess: wordText(app, word), symbols: glyphs(app, word), name: this.#spoken(node, Boolean(parent)) };
    if (!parent) return shown;
    const label = app.tree.labelOf(node);
    const marks = hasMarks(app) && glyphs(app, app.tree.guess(parent.node), label);
    return { ...shown, marks, label: feedbackText(app, label) };
  }

  #tools() {
    const find = (event) => {
      event.preventDefault();
      this.find(this.search.value.trim());
    };
    return h("form.tools", { role: "search", onsubmit: find },
      h("label.unseen", { for: "search" }, t("search")),
      this.search,
      h("button.main", t("search.go")));
  }

  /** A node as it is spoken: the answer that leads to it, its guess and its candidates. */
  #spoken(node, hasLabel = node > 0) {
    const { app } = this;
    const { tree } = app;
    const left = `${wordText(app, tree.guess(node))}, ${t("left", { n: tree.counts[node] })}`;
    return hasLabel ? `${spoken(app, tree.labelOf(node))}: ${left}` : left;
  }

  #draw(still = null) {
    const { focus, unfolded, selected, path } = this;
    this.picture.draw({ top: focus, unfolded, selected, path, still });
    const { tree } = this.app;
    if (this.described !== selected) this.trial?.start(tree.historyOf(selected), () => tree.candidates(selected));
    this.described = selected;
    this.#describe();
    this.#drawWay();
    this.app.keep(this.place);
  }

  #drawWay() {
    const { app, focus, selected } = this;
    const { tree } = app;
    const way = tree.pathTo(focus).map((node) => {
      const text = [node > 0 && feedback(app, tree.labelOf(node)), code(app, tree.guess(node))];
      const properties = { "data-key": `crumb-${node}`, "aria-current": focus > 0 && node === focus && "true" };
      return h("li", button("crumb", text.filter(Boolean), () => this.zoomTo(node), properties));
    });
    swap(this.crumbs, h("ol", way));
    const rows = tree.answers(focus).map((answer) => ({
      ...answer,
      guess: answer.child >= 0 && tree.guess(answer.child),
      isHere: answer.child === selected,
    }));
    swap(this.drills, drill(app, rows, ({ child }) => this.zoomTo(child)));
  }

  zoomTo(node) {
    const { tree } = this.app;
    const hasMore = tree.first[node] < tree.first[node + 1];
    this.focus = hasMore || node === 0 ? node : tree.parents[node];
    this.unfolded.add(this.focus);
    this.#select(node);
    this.#draw();
    this.shown();
    this.app.say(this.#spoken(node));
  }

  toggle(node) {
    const { tree } = this.app;
    if (tree.first[node] < tree.first[node + 1]) {
      if (!this.unfolded.delete(node)) this.unfolded.add(node);
    }
    this.choose(node, this.picture.hasFocus, node);
  }

  choose(node, isFocused = false, still = null) {
    const { tree } = this.app;
    this.#select(node);
    const way = tree.pathTo(node);
    if (!way.includes(this.focus)) this.focus = Math.max(tree.parents[node], 0);
    this.#unfoldTo(node);
    this.#draw(still);
    this.picture.reveal(node);
    if (isFocused) this.picture.focus(node);
  }

  #select(node) {
    this.selected = node;
    this.isFound = false;
    if (!this.path.has(node)) this.path = new Set();
  }

  #unfoldTo(node) {
    for (const above of this.app.tree.pathTo(node).slice(0, -1)) this.unfolded.add(above);
  }

  /** Selects a node and marks the path to it.  `isFound` says that its guess is the secret that was searched. */
  #showPath(node, isFound) {
    const { tree } = this.app;
    this.#unfoldTo(node);
    this.selected = node;
    // The list shows one node only: the last one that has something below it.
    const isLeaf = tree.first[node] === tree.first[node + 1];
    this.focus = !matchMedia(NARROW).matches ? 0 : isLeaf ? Math.max(tree.parents[node], 0) : node;
    this.isFound = isFound;
    this.path = new Set(this.app.tree.pathTo(node));
  }

  find(text) {
    const { app } = this;
    const { tree } = app;
    this.message.textContent = "";
    app.dismiss();
    if (!text) return;
    let node = tree.find(toSymbols(app, text));
    let isFound = true;
    if (text.includes(":")) {
      const steps = app.readSteps(text);
      const walk = steps && tree.follow(steps);
      if (!walk || walk.problem) {
        this.message.textContent = walk ? problemText(app, walk.problem, steps) : t("problem.history");
        return;
      }
      ({ node, isFinished: isFound } = walk);
    } else if (node < 0) {
      this.message.textContent = t("search.none", { word: text });
      return;
    }
    this.#showPath(node, isFound);
    this.#draw();
    this.picture.reveal(node);
    app.say(`${t("guessN", { n: this.path.size })}: ${wordText(app, tree.guess(node))}`);
  }

  unfoldLevel() {
    const { tree } = this.app;
    const folded = this.picture.plan.cells.filter((cell) => cell.isFolded);
    const more = folded.reduce((sum, { node }) => sum + tree.first[node + 1] - tree.first[node], 0);
    const shown = this.picture.plan.cells.length + more;
    if (shown > MOST_SHOWN) {
      this.message.textContent = t("explore.tooMany", { n: shown });
      return;
    }
    for (const cell of folded) this.unfolded.add(cell.node);
    this.#draw();
    this.picture.reveal(this.focus, true);
  }

  foldAll() {
    this.message.textContent = "";
    this.unfolded = new Set([0, this.focus]);
    this.path = new Set();
    this.#select(this.focus);
    this.#draw();
    this.picture.reveal(this.focus, true);
  }

  #describe() {
    const { app, selected } = this;
    const { tree } = app;
    const steps = tree.historyOf(selected);
    const play = () => app.go({ mode: "solve", h: showHistory([...steps, ...(this.trial?.steps ?? [])]) });
    swap(this.panel,
      h("p.eyebrow", selected ? t("guessN", { n: steps.length + 1 }) : gameTitle(app)),
      stepList(app, steps),
      h("h2", code(app, tree.guess(selected), "medium")),
      whyNode(app, selected),
      this.isFound && h("p.result", t("explore.secret", { n: steps.length + 1 })),
      button("quiet", t("playHere"), play, { "data-key": "play" }),
      this.trial?.element);
    this.#tell();
  }

  /** Fills the details, which takes longer than all else. */
  #tell() {
    if (!this.details.open) return;
    const { app, selected } = this;
    const { tree } = app;
    const found = tree.statistics(selected);
    const { secrets } = found;
    swap(this.facts,
      h("dl.figures",
        figure("figure.left", secrets),
        figure("figure.average", found.average),
        figure("figure.worst", found.depth),
        figure("figure.nodes", found.nodes),
        !selected && figure("figure.total", found.total),
        !selected && figure("figure.proved", t(tree.proved ? "proved" : "unproved"))),
      histogram(found.histogram, tree.historyOf(selected).length + 1, tree.isWeighted ? t("histogram.weight") : t("histogram")),
      this.#candidates(selected, secrets));
  }

  #candidates(selected, secrets) {
    if (secrets < 2) return null;
    const words = this.app.tree.candidates(selected).slice(0, MOST_LISTED).map((word) => wordText(this.app, word));
    const others = secrets > MOST_LISTED && t("more", { n: secrets - MOST_LISTED });
    return h("div.candidates", h("p.eyebrow", t("left", { n: secrets })), h("p.listing", words.join(" "), " ", others));
  }

  key(event) {
    if (event.key !== "/") return;
    event.preventDefault();
    this.search.focus();
  }
}
