"""The layout of pictures of a tree: the tree, a path, or the answers to a guess; and the drawing of guesses."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from math import sqrt
from textwrap import wrap
from typing import NamedTuple

from player.rules.names import Rules, rules_of
from player.rules.titles import HUES, hues_of
from player.tree import Tree
from player.web.theme import LINES
from treegen.render.scene import Box, Dot, Link, Mark, Scene, Text, move, text_width
from treegen.render.view import BY_WEIGHT, PLAIN, Look, Rest, Shown, View, view

_LETTERS = "ABCDEFGHIJ"
_RINGED = tuple(HUES)[1::2]  # Every second colour has a ring, so that red and green differ in grey, too.
_MARKS = {"0": "absent", "1": "elsewhere", "2": "right"}


class Codes:
    """Draws the guesses and the feedbacks of one tree.

    `noun` is the plural of the word for its secrets, and `key` explains the drawing, or is "".
    """

    def __init__(self, tree: Tree, look: Look = PLAIN) -> None:
        rules = rules_of(tree)
        self.symbols = rules.symbols
        used = set("".join(tree.guesses))
        has_pegs = isinstance(rules, Rules) and rules.row.has_pegs
        self.has_pegs = has_pegs and len(self.symbols) <= len(_LETTERS) and used <= set(self.symbols)
        self.has_marks = rules.rule.is_marked
        is_table = tree.game.startswith("table:")
        self.noun = "candidates" if is_table else rules.noun
        self.blank = " " if is_table and tree.files else "_"  # trees of files have _ for blanks of names
        self.has_columns = is_table and not tree.names_at_the_end  # a feedback may have a sign for each column
        self.key = ""
        self.pegs = [(letter, f"peg-{i}") for i, letter in enumerate(_LETTERS)]
        if hues := hues_of(rules.names):
            self.pegs = [(HUES[hue], f"hue-{hue}") for hue in hues]
        if self.has_pegs and rules.names:
            self.key = ", ".join(
                f"{letter} is {name}" for (letter, _), name in zip(self.pegs, hues or rules.names, strict=False)
            )
        elif self.has_pegs and look.has_symbols:
            self.pegs = [(symbol, f"peg-{i}") for i, symbol in enumerate(self.symbols)]
        elif self.has_pegs:
            ends = [(_LETTERS[i], self.symbols[i]) for i in (0, len(self.symbols) - 1)]
            self.key = "{} to {} are the symbols {} to {}".format(*(pair[i] for i in (0, 1) for pair in ends))

    def guess_width(self, guess: str, size: float) -> float:
        """Return the width of a guess whose text has this size."""
        if self.has_pegs or self.has_marks:
            return len(guess) * (1.5 * size + 2) - 2
        return text_width(guess, size, bold=True, mono=True)

    def guess(self, guess: str, x: float, y: float, size: float, feedback: str = "") -> list[Mark]:
        """Draw a guess from x to the right, around y; with the marks of a `feedback`, tiles have their colours."""
        side = 1.5 * size
        marks: list[Mark] = []
        for i, symbol in enumerate(guess if self.has_pegs else ""):
            at, (letter, peg) = x + side / 2 + i * (side + 2), self.pegs[self.symbols.index(symbol)]
            marks.append(Dot(at, y, side / 2, peg, "edge", 0.5))
            if peg.removeprefix("hue-") in _RINGED:
                marks.append(Dot(at, y, 0.41 * side, "", f"on-{peg}", 0.6))
            marks.append(Text(at, y, letter, 0.85 * size, f"on-{peg}", "middle", bold=True))
        if self.has_pegs:
            return marks
        if not self.has_marks:
            return [Text(x, y, guess.replace("_", self.blank), size, bold=True, mono=True)]
        for i, letter in enumerate(guess):
            left, name = x + i * (side + 2), _MARKS[feedback[i]] if feedback else ""
            frame = "" if name else "edge"
            marks.append(Box(left, y - side / 2, side, side, name or "card", frame, 0.75, 0.18 * side))
            ink = f"on-{name}" if name else "ink"
            capital = letter.upper()
            upper = capital if len(capital) == 1 else letter  # ß has no capital of one letter
            marks.append(Text(left + side / 2, y, upper, 0.9 * size, ink, "middle", bold=True))
        return marks

    def feedback_width(self, guess: str, label: str, size: float) -> float:
        """Return the width of a feedback whose text has this size."""
        width = text_width(label, size, bold=True, mono=self.has_columns)
        return self.guess_width(guess, 0.8 * size) if self.has_marks else width

    def feedback(self, guess: str, label: str, x: float, y: float, size: float) -> list[Mark]:
        """Draw the feedback to a guess so that it ends at x: the guess with coloured tiles, or the label."""
        if self.has_marks:
            return self.guess(guess, x - self.feedback_width(guess, label, size), y, 0.8 * size, label)
        return [Text(x, y, label.replace("_", self.blank), size, "ink", "end", bold=True, mono=self.has_columns)]


ROW = 23.0  # The height of a row; all sizes are in points.
SIZE = 11.0  # The size of the text of a guess.
SMALL = 9.0  # The size of the figures beside a guess.
_RUN, _GAP, _FAT = 46.0, 8.0, 8.0  # The length of a link, the gap between things, and the radius of the largest dot.
_HEAD, _LINE = 46.0, 13.0  # The height of the title with the subtitle, and of a line of the key.
_PAD = 18.0  # The margin around the picture.
_NARROW = 304.0  # A picture for a phone has this width, so that its text is at least 9 pixels high.
_HEADINGS = ("left", "most", "average")
_TINTED = "a guess in a tinted frame may be the secret"
_PATH = "the path to the secret is orange"


def _link(start: tuple[float, float], end: tuple[float, float], share: float, *, is_on_path: bool) -> Mark:
    width = LINES["link"] + LINES["share"] * share
    width = max(width, LINES["path"]) if is_on_path else width
    return Link(*start, *end, "warn" if is_on_path else "link", width)


class _Pen:
    def __init__(self, tree: Tree, what: View) -> None:
        self.tree, self.codes, self.is_blank, self.has_tinted = tree, Codes(tree, what.look), what.look.is_blank, False
        self.unit = "questions" if tree.names_at_the_end else "guesses"
        self.labels = {tree.labels[tree.winning], *(item.label for item in what.nodes)}

    def box_width(self, item: Shown) -> float:
        return self.codes.guess_width(item.guess, SIZE) + 12

    def box(self, item: Shown, x: float, y: float, *, is_found: bool = False) -> list[Mark]:
        self.has_tinted |= item.is_win
        frame, line = ("warn", LINES["path"]) if item.is_on_path else ("accent" if item.is_win else "", LINES["frame"])
        fill = "warn-soft" if is_found else "soft" if item.is_win else ""
        if self.is_blank and item.parent >= 0:
            return [Box(x, y - ROW / 2 + 1.5, self.box_width(item), ROW - 3, "", "edge", line, 5)]
        box = Box(x, y - ROW / 2 + 1.5, self.box_width(item), ROW - 3, fill, frame, line, 5)
        return [box, *self.codes.guess(item.guess, x + 6, y, SIZE)]

    def dot(self, item: Shown, x: float, y: float) -> Mark:
        """Return a dot whose area shows the share of the candidates; it is filled if guesses are folded behind it."""
        name = "warn" if item.is_on_path else f"depth-{min(item.depth, 7)}"
        tip = item.history or self.tree.game
        return Dot(x, y, max(2.5, _FAT * sqrt(item.part)), name if item.is_folded else "card", name, 1.25, tip)

    def figures(self, item: Shown, ends: Sequence[float], y: float) -> list[Mark]:
        words: tuple[str, ...] = (f"{item.candidates:,}", str(item.worst), f"{item.average:.2f}")
        words = () if self.is_blank else words[: 3 if item.candidates > 1 else 1]
        fills = ("ink", "faint", "faint")
        return [Text(x, y, word, SMALL, fill, "end") for word, x, fill in zip(words, ends, fills, strict=False)]

    def feedback_width(self, guess: str) -> float:
        return max(self.codes.feedback_width(guess, label, SMALL) for label in self.labels)

    def number(self, count: int) -> str:
        return f"{count:,} {self.codes.noun.removesuffix('s') if count == 1 else self.codes.noun}"

    def folded(self, cells: int, candidates: int, x: float, y: float) -> tuple[list[Mark], float]:
        text = f"+ {cells} answer{'s' * (cells != 1)}, {self.number(candidates)}"
        width = text_width(text, SMALL) + 16
        box = Box(x, y - ROW / 2 + 3, width, ROW - 6, "paper", "edge", LINES["frame"], 5, dashed=True)
        return [box, Text(x + width / 2, y, text, SMALL, "faint", "middle")], x + width

    def framed(self, what: View, marks: list[Mark], width: float, height: float, keys: list[str]) -> Scene:
        """Return the scene of marks that begin at (0, 0), with a title above them and the key below."""
        tree, title = self.tree, self.tree.title
        name = "" if ":" in tree.game or tree.game == title else f"{tree.game}, "  # a name of files is a long digest
        about = f"{name}{tree.tally}: {tree.average:.4f} {self.unit} on average, at most {tree.depth}"
        about += f"{tree.costs() and f', {tree.costs()}'}{', proved optimal' * bool(tree.proved)}"
        if what.at:
            about = f"after {what.at}: {self.number(what.nodes[0].candidates)} left"
        most = int(_NARROW / text_width("0", SMALL)) if what.look.is_narrow else len(about) + 1_000
        abouts = wrap(about, most)
        head = _HEAD + (len(abouts) - 1) * _LINE
        room = _NARROW / text_width(title, 15, bold=True) if what.look.is_narrow else 1
        lines = [Text(0, 8, title, 15 * min(room, 1), bold=True)]
        lines += [Text(0, 28 + i * _LINE, line, SMALL, "faint") for i, line in enumerate(abouts)]
        # Two keys in a line, so that the picture stays low.
        keys = [*[_TINTED] * self.has_tinted, f"most and average are {self.unit} still needed", *keys]
        keys += [*[self.codes.key] * bool(self.codes.key), *[BY_WEIGHT] * bool(tree.weights)]
        rows = ["; ".join(keys[i : i + 2]) for i in range(0, len(keys), 2)]
        rows = [line for row in rows for line in wrap(f"{row[0].upper()}{row[1:]}.", most)]
        lines += [Text(0, head + height + 16 + i * _LINE, row, 0.95 * SMALL, "faint") for i, row in enumerate(rows)]
        wide = max(width, *(text_width(line.text, line.size, bold=line.bold) for line in lines)) + 2 * _PAD
        high = head + height + 10 + _LINE * len(rows) + 2 * _PAD
        all_marks = [*(move(mark, _PAD, _PAD + head) for mark in marks), *(move(line, _PAD, _PAD) for line in lines)]
        return Scene(title, wide, high, all_marks)


class _Entry(NamedTuple):
    """An item in the drawing of a tree: a node, folded cells, or the place of the secret (None)."""

    item: Shown | Rest | None
    behind: int  # an entry, or -1
    level: int


def _entries(what: View) -> list[_Entry]:
    """Return all entries, level by level."""
    below: dict[int, list[Shown | Rest]] = {}
    children: list[Shown | Rest] = [*what.nodes[1:], *what.rests]
    for one in children:
        below.setdefault(one.parent, []).append(one)
    entries = [_Entry(what.nodes[0], -1, 0)]
    for i, (item, _, level) in enumerate(entries):  # the list grows in this loop
        if isinstance(item, Shown):
            is_found = item.node == what.found_by or (what.look.has_wins and item.is_win and item.node in below)
            entries += [_Entry(one, i, level + 1) for one in (*below.get(item.node, ()), *[None] * is_found)]
    return entries


def _middles(entries: list[_Entry]) -> list[float]:
    """Return the height of each entry, in rows: the middle of the rows of all entries to its right."""
    rows = [0] * len(entries)
    for i in range(len(entries) - 1, 0, -1):
        rows[i] = max(1, rows[i])
        rows[entries[i].behind] += rows[i]
    middles, free = [max(1, rows[0]) / 2], [0]  # the row of the next entry behind each
    for entry, size in zip(entries[1:], rows[1:], strict=True):
        free.append(free[entry.behind])
        free[entry.behind] += size
        middles.append(free[-1] + size / 2)
    return middles


def tree_scene(tree: Tree, what: View) -> Scene:
    """Draw a view as a tree that grows to the right, with a row for each node without a child."""
    pen, entries = _Pen(tree, what), _entries(what)
    head = 16.0  # height of the headings of the columns
    heights = [head + middle * ROW for middle in _middles(entries)]
    rights: list[float] = []  # right ends of the entries so far
    links: list[Mark] = []
    marks: list[Mark] = []
    x = 0.0
    for level, some in groupby(entries, lambda entry: entry.level):
        column = list(some)
        items = [entry.item for entry in column if isinstance(entry.item, Shown)]
        parents = {entries[entry.behind].item for entry in column if level and not isinstance(entry.item, Rest)}
        feedback = max((pen.feedback_width(item.guess) for item in parents if isinstance(item, Shown)), default=0)
        dots = x + (_RUN + feedback + _GAP if level else 0) + _FAT
        boxes = dots + _FAT + 4
        texts = boxes + max(map(pen.box_width, items), default=0) + _GAP
        counts = max((text_width(f"{item.candidates:,}", SMALL) for item in items), default=0)
        ends = (texts + max(counts, 18), texts + max(counts, 18) + 30, texts + max(counts, 18) + 76)
        if items:
            marks += [Text(boxes, 4, f"guess {items[0].depth}", SMALL, "faint")]
            marks += [Text(end, 4, word, SMALL, "faint", "end") for end, word in zip(ends, _HEADINGS, strict=True)]
        wide = ends[2] if items else 0.0
        for item, parent, _ in column:
            y, start, is_on_path = heights[len(rights)], x + _RUN, False
            behind = entries[parent].item if level else None
            if isinstance(item, Rest):
                share = item.share
                more, right = pen.folded(item.cells, item.candidates, start, y)
                marks += more
            elif item is None and isinstance(behind, Shown) and behind.node == what.found_by:
                share, is_on_path = behind.own, True
                marks += pen.box(behind, start, y, is_found=True)
                right = start + pen.box_width(behind) + 44
                marks.append(Text(right, y, "found", SMALL, "warn", "end", bold=True))
            else:
                if isinstance(behind, Shown):
                    start, share = dots - _FAT - _GAP - feedback, behind.own
                    label = item.label if item else tree.labels[tree.winning]
                    marks += pen.codes.feedback(behind.guess, label, dots - _FAT - 4, y, SMALL)
                if item is None:
                    marks.append(Text(dots, y, "found", SMALL, "accent", bold=True))
                    right = dots + text_width("found", SMALL, bold=True)
                else:
                    share, is_on_path = item.share, item.is_on_path
                    marks += [pen.dot(item, dots, y), *pen.box(item, boxes, y), *pen.figures(item, ends, y)]
                    right = ends[2 if item.candidates > 1 else 0] + 4
            if level:
                links.append(_link((rights[parent], heights[parent]), (start, y), share, is_on_path=is_on_path))
            rights.append(right)
            wide = max(wide, right)
        x = wide
    keys = ["the width of a line and the size of a dot show the share of the candidates"]
    keys += ["behind a full dot are more guesses"] * any(item.is_folded for item in what.nodes)
    keys += [_PATH] * (what.found_by >= 0)
    return pen.framed(what, [*links, *marks], x, 2 * heights[0] - head, keys)


def path_scene(tree: Tree, what: View) -> Scene:
    """Draw the path to a secret downwards, a node for each guess and one beside it for all other answers."""
    pen = _Pen(tree, what)
    path = [item for item in what.nodes if item.is_on_path]
    rests = {rest.parent: rest for rest in what.rests}
    step = 2.4 * ROW
    number = text_width("guess 10", SMALL)
    boxes = number + 2 * _FAT + _GAP + 6
    texts = boxes + max(map(pen.box_width, path)) + _GAP
    first = texts + max(text_width(f"{path[0].candidates:,}", SMALL), 20)
    ends = (first, first + 32, first + 80)
    is_narrow = what.look.is_narrow  # then what is folded stands below its guess
    answer = boxes + 6 + pen.feedback_width(path[0].guess) + _GAP
    aside, below = (answer, step / 2) if is_narrow else (ends[2] + 26, 0.0)
    head = 16.0
    marks: list[Mark] = [Text(end, 4, word, SMALL, "faint", "end") for end, word in zip(ends, _HEADINGS, strict=True)]
    dots, width = number + _FAT + 4, ends[2]
    # Behind the last guess comes the answer that it is the secret.
    after = [*((item.share, item.label) for item in path[1:]), (path[-1].own, tree.labels[tree.winning])]
    for i, (item, (share, label)) in enumerate(zip(path, after, strict=True)):
        y = head + ROW / 2 + i * step
        line = max(LINES["link"] + LINES["share"] * share, LINES["path"])
        marks.append(Box(dots - line / 2, y, line, step, "warn"))
        wide = pen.codes.feedback_width(item.guess, label, SMALL)
        marks += pen.codes.feedback(item.guess, label, boxes + wide + 6, y + step / 2, SMALL)
        if item.node in rests:
            rest = rests[item.node]
            more, right = pen.folded(rest.cells, rest.candidates, aside, y + below)
            links = [] if is_narrow else [_link((ends[2] + 6, y), (aside, y), rest.share, is_on_path=False)]
            marks += [*links, *more]
            width = max(width, right)
        marks += [Text(0, y, f"guess {item.depth}", SMALL, "faint"), pen.dot(item, dots, y)]
        marks += [*pen.box(item, boxes, y), *pen.figures(item, ends, y)]
    y = head + ROW / 2 + len(path) * step
    marks += [Dot(dots, y, 4, "warn", "warn"), *pen.box(path[-1], boxes, y, is_found=True)]
    marks.append(Text(texts, y, f"found at guess {path[-1].depth}", SMALL, "warn", bold=True))
    return pen.framed(what, marks, width, y + ROW / 2, ["the width of a line shows the share of the candidates", _PATH])


def answers_scene(tree: Tree, what: View, most: int | None = None) -> Scene:
    """Draw a guess and its answers as bars; of more than `most` answers, those with the most candidates."""
    pen, (guess_node, *children) = _Pen(tree, what), view(tree, at=what.at, levels=2).nodes
    largest = set(sorted(children, key=lambda child: -child.candidates)[:most])
    rows = [child for child in children if child in largest]
    pen.labels |= {child.label for child in rows}
    labels = max(pen.feedback_width(guess_node.guess), text_width("answer", SMALL))
    is_narrow = what.look.is_narrow  # then there are no shares, and the bars take what is left of the width
    number, share = text_width(f"{guess_node.candidates:,}", SMALL), 0 if is_narrow else 44
    after = max([text_width("next guess", SMALL), *map(pen.box_width, rows)]) + 34
    bars = labels + _GAP
    width = max(_NARROW - bars - _GAP - number - share - 18 - after - 48, 24.0) if is_narrow else 240.0
    counts = bars + width + _GAP + number
    shares, boxes = counts + share, counts + share + 18
    ends = (counts, boxes + after, boxes + after + 48)
    words = f"guess {guess_node.depth}: {pen.number(guess_node.candidates)} left"
    words += f", {guess_node.average:.2f} {pen.unit} on average, at most {guess_node.worst}" * (not is_narrow)
    marks = [*pen.box(guess_node, 0, 10), Text(pen.box_width(guess_node) + _GAP, 10, words, SMALL, "faint")]
    head = 36.0
    columns = ("answer", "left", "" if is_narrow else "share", "most", "average")
    headings = zip(columns, (labels, counts, shares, *ends[1:]), strict=True)
    marks += [Text(end, head, word, SMALL, "faint", "end") for word, end in headings]
    marks.append(Text(boxes, head, "next guess", SMALL, "faint"))
    lines: list[tuple[str, float, Shown | None]] = [(child.label, child.share, child) for child in rows]
    lines += [(tree.labels[tree.winning], guess_node.own, None)] * guess_node.is_win
    widest, y = max(part for _, part, _ in lines), head
    for label, part, child in lines:
        y += ROW
        marks += pen.codes.feedback(guess_node.guess, label, labels, y, SMALL)
        longs = ((width, "line"), (max(width * part / widest, 1.5), "accent"))
        marks += [Box(bars, y - 5, long, 10, fill, radius=2) for long, fill in longs]
        percent = "<0.1%" if part < 0.0005 else "100%" if part == 1 else f"{100 * part:.1f}%"
        marks += [Text(shares, y, percent, SMALL, "faint", "end")] * (not is_narrow)
        if child is None:
            marks += [Text(counts, y, "1", SMALL, "ink", "end"), Text(boxes, y, "found", SMALL, "accent", bold=True)]
        else:
            marks += [*pen.box(child, boxes, y), *pen.figures(child, ends, y)]
    if len(rows) < len(children):
        y += ROW
        rest = sum(child.candidates for child in children if child not in largest)
        marks += pen.folded(len(children) - len(rows), rest, bars, y)[0]
    return pen.framed(what, marks, ends[2], y + ROW / 2, ["the longest bar is the largest share"])
