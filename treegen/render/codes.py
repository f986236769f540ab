"""How guesses and feedbacks look: pegs in Mastermind, tiles for words, digits in other code games, or plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from player.rules.names import Rules, rules_of
from treegen.render.scene import Box, Dot, Text, text_width

if TYPE_CHECKING:
    from player.tree import Tree
    from treegen.render.scene import Mark

_LETTERS = "ABCDEFGHIJ"
_MARKS = {"0": "absent", "1": "elsewhere", "2": "right"}


class Codes:
    """Draws the guesses and the feedbacks of one tree.

    `noun` is what its secrets are called, in the plural; `key` explains the look, and may be "".
    """

    def __init__(self, tree: Tree) -> None:
        rules = rules_of(tree)
        self.symbols = rules.symbols if isinstance(rules, Rules) else ""
        used = set("".join(tree.guesses))
        has_pegs = isinstance(rules, Rules) and rules.row.has_pegs
        self.has_pegs = has_pegs and len(self.symbols) <= len(_LETTERS) and used <= set(self.symbols)
        self.has_marks = rules.rule.is_marked
        self.noun = rules.noun
        self.key = ""
        if self.has_pegs:
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
        if self.has_pegs:
            return [
                mark
                for i, symbol in enumerate(guess)
                for at in [x + side / 2 + i * (side + 2)]
                for peg in [self.symbols.index(symbol)]
                for mark in (
                    Dot(at, y, side / 2, f"peg-{peg}", "edge", 0.5),
                    Text(at, y, _LETTERS[peg], 0.85 * size, f"on-peg-{peg}", "middle", bold=True),
                )
            ]
        if not self.has_marks:
            return [Text(x, y, guess, size, bold=True, mono=True)]
        marks: list[Mark] = []
        for i, letter in enumerate(guess):
            left, name = x + i * (side + 2), _MARKS[feedback[i]] if feedback else ""
            frame = "" if name else "edge"
            marks.append(Box(left, y - side / 2, side, side, name or "card", frame, 0.75, 0.18 * side))
            ink = f"on-{name}" if name else "ink"
            capital = letter.upper()
            shown = capital if len(capital) == 1 else letter  # ß has no capital of one letter
            marks.append(Text(left + side / 2, y, shown, 0.9 * size, ink, "middle", bold=True))
        return marks

    def feedback_width(self, guess: str, label: str, size: float) -> float:
        """Return the width of a feedback whose text has this size."""
        return self.guess_width(guess, 0.8 * size) if self.has_marks else text_width(label, size, bold=True)

    def feedback(self, guess: str, label: str, x: float, y: float, size: float) -> list[Mark]:
        """Draw the feedback to a guess so that it ends at x: the guess with coloured tiles, or the label."""
        if self.has_marks:
            return self.guess(guess, x - self.feedback_width(guess, label, size), y, 0.8 * size, label)
        return [Text(x, y, label, size, "ink", "end", bold=True)]
