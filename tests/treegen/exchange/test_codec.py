"""The string of a source, read back by a slow reader that shares nothing with the writer, asks what the tree asks."""

from __future__ import annotations

from itertools import pairwise, product
from typing import Any

import pytest
from exported import GAMES, trees

import treegen as tg
from player import Player, Tree
from player.errors import BadInput
from player.rules.names import rules_of
from treegen.exchange.export import codec

ALPHABET = [chr(code) for code in [*range(93, 127), *range(37, 90)]]  # in the order of their digits


class Reader:
    """The entries of a string, as (label, guess, what it says of its children)."""

    def __init__(self, tree: Tree, fields: dict[str, Any]) -> None:
        self.rules, self.fields, self.is_full = rules_of(tree), fields, fields["full"]
        digits = [ALPHABET.index(character) for character in fields["nodes"]]
        self.entries = [
            [self.number(digits, at + first, at + last) for first, last in self.parts()]
            for at in range(0, len(digits), fields["entry"])
        ]

    def parts(self) -> list[tuple[int, int]]:
        ends = [0]
        for name in ("label_width", "guess_width", "first_width"):
            ends.append(ends[-1] + self.fields[name])
        return list(pairwise(ends))

    @staticmethod
    def number(digits: list[int], start: int, end: int) -> int:
        return sum(digit * 87**place for place, digit in enumerate(reversed(digits[start:end])))

    def children(self, node: int) -> dict[int, int]:
        if self.is_full:
            first, end = self.entries[node][2], self.entries[node + 1][2]
        else:
            first = 1 + sum(entry[2] for entry in self.entries[:node])
            end = first + self.entries[node][2]
        return {self.entries[i][0] // (1 + self.is_full): i for i in range(first, end)}

    def word(self, node: int) -> str:
        number, fields = self.entries[node][1], self.fields
        if fields["kind"] == "codes":
            return "".join([*product(fields["symbols"], repeat=fields["places"])][number])
        if fields["kind"] == "list":
            return str(fields["names"])[number * fields["places"] :][: fields["places"]].rstrip()
        count = fields["codes"]
        return f"{'eq' if number < count else 'gt'}{number % count + fields['least']}"

    def ask(self, steps: list[tuple[str, str]]) -> str:
        """The guess after some steps; "" where no secret answers so."""
        node, labels = 0, [self.fields["labels"].index(label) for _, label in steps]
        for label in labels:
            ways = self.children(node)
            if label not in ways:
                return "" if not self.fields["compares"] or self.is_full else self.first_secret(steps)
            node = ways[label]
        return self.word(node)

    def first_secret(self, steps: list[tuple[str, str]]) -> str:
        naming = self.rules.rule.naming
        secrets = sorted(self.rules.secrets(), key=lambda word: int(word) if naming else 0)
        fitting = (word for word in secrets if all(self.rules.feedback(guess, word) == label for guess, label in steps))
        return naming + next(fitting)


@pytest.mark.parametrize("is_full", [False, True])
@pytest.mark.parametrize("number", range(len(GAMES) + 3))
def test_every_history_of_a_tree_leads_to_its_guess(number: int, is_full: bool) -> None:
    tree = trees()[number]
    fields = codec.encode(tree, is_full=is_full)
    reader, waiting = Reader(tree, fields), [list[tuple[str, str]]()]
    seen = 0
    while waiting:
        steps = waiting.pop()
        game = Player(tree)
        for _, label in steps:
            game.answer(label)
        assert reader.ask(steps) == game.guess
        seen += 1
        told = [label for label in game.possible() if label != tree.labels[tree.winning]]
        waiting += [[*steps, (str(game.guess), label)] for label in told]
    assert seen == len(tree)
    if fields["compares"] and not is_full:
        assert len(reader.entries) < len(tree)


def test_trees_that_lie_or_have_too_many_labels_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "MAX_LABELS", 4)
    with pytest.raises(BadInput, match="source code is made for at most 4 feedbacks, bulls-2x3-any has 5"):
        codec.encode(tg.build("bulls-2x3-any"))
