"""Random games of 2 to 14 secrets, as treegen and as the brute force know them."""

from __future__ import annotations

import random
from collections.abc import Sequence

import brute
import numpy as np

import treegen as tg
from treegen.games.weights import weigh

NAMED = (
    "bulls-2x3", "bulls-2x4", "mastermind-2x3", "mastermind-3x2", "match-2x3", "match-3x2", "marks-2x3", "number-0..6",
    "number-1..8-free", "bulls-2x3-any", "number-0..12", "bulls-2x4-nozero", "mastermind-2x3-any",
)  # fmt: skip
SCORES = ("entropy", "minimax", "expected-size", "most-cells", "n-log-n1", "halving", "first", "random")
TIES = ("first-candidate", "last-candidate", "first-of-all", "last-of-all")


class Case:
    """A game, the same game for the brute force, and what was drawn besides."""

    def __init__(self, seed: int) -> None:
        self.seed, self.draw = seed, random.Random(seed)
        draw = self.draw
        kind = draw.choices(("table", "named", "words"), (6, 2, 2))[0]
        self.game = {"table": self._table, "named": self._named, "words": self._words}[kind]()
        if draw.random() < 0.25:
            most = draw.choice((2, 5, 9))
            self.game = weigh(self.game, np.array([draw.randint(1, most) for _ in self.game.secrets], dtype=np.int64))
        self.pool = draw.choice(("all", "all", "candidates", *(("hard", "hard") if kind == "words" else ())))
        self.without_core = draw.random() < 0.15
        self.brute = brute.of_game(self.game, self.pool)

    def _named(self) -> tg.Game:
        return tg.game(self.draw.choice(NAMED))

    def _words(self) -> tg.Game:
        draw, letters = self.draw, "abcd"
        words = ["".join(draw.choices(letters, k=3)) for _ in range(24)]
        secrets = list(dict.fromkeys(words[: self._size()]))
        return tg.Game.from_words(secrets, list(dict.fromkeys(words))[: draw.randint(1, 20)])

    def _size(self) -> int:
        return self.draw.choice((2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 12, 14))

    def _table(self) -> tg.Game:
        """Any table in which most secrets can be asked; some rows lose, come twice, or tell nothing."""
        draw = self.draw
        size = self._size()
        labels = draw.randint(2 if size < 9 else 4, 6)  # with few answers there are too many sets
        winning, *others = draw.sample(range(labels), labels)
        losing = others[1 : draw.randint(2, 3)] if len(others) > 1 and draw.random() < 0.3 else []
        losing = others if len(others) == 1 and draw.random() < 0.1 else losing
        safe = [label for label in others if label not in losing] or others
        rows = []
        for guess in range(size + draw.randint(0, 6)):
            row = draw.choices(others if draw.random() < 0.3 else safe, k=size)
            if guess < size and draw.random() < 0.97:
                row[guess] = winning
            elif guess >= size and draw.random() < 0.5:
                row[draw.randrange(size)] = winning
            rows.append(row)
        rows += draw.choices(rows, k=draw.choice((0, 0, 1, 3)))
        draw.shuffle(rows)
        return tg.Game.from_table(rows, winning=winning, losing=losing, labels=[f"f{i}" for i in range(labels)])

    # --- what is compared

    def history(self, most: int = 3) -> list[tuple[int, int]]:
        """Guesses and what one secret tells; it ends where that is found."""
        game, draw = self.game, self.draw
        secret, steps = draw.randrange(len(game.secrets)), []
        for _ in range(draw.randint(0, most)):
            guess = draw.randrange(len(game.guesses))
            steps.append((guess, int(game.table[guess, secret])))
            if steps[-1][1] == game.winning:
                break
        return steps

    def text(self, steps: Sequence[tuple[int, int]]) -> str:
        return ",".join(f"{self.game.guesses[guess]}:{self.game.labels[told]}" for guess, told in steps)
