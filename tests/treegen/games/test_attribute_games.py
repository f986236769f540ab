"""Games in which rows of a table are compared column by column: against a brute force, and figures that are public."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from questions import answer, fewest

import treegen as tg
from player.rules.names import read_game
from player.tree import Tree


def cell(draw: Random, kind: str) -> str:
    if kind == "arrow":
        return draw.choice(["", *(f"{draw.randrange(-4, 12)}{draw.choice(['', '.5', '.25'])}" for _ in range(5))])
    if kind == "distance":
        return f"{draw.randrange(-2, 4)},{draw.randrange(4)}"
    if kind == "shares":
        return "/".join(sorted(draw.sample("abcd", draw.randrange(1, 3))))
    return "".join(draw.choice("abc") for _ in range(1 if kind == "equal" else 3))


def random_game(draw: Random, path: Path) -> tuple[list[str], list[list[str]], list[int]]:
    """Write a small table, in which rows may be alike, and return its names, its feedbacks by the twin, and weights."""
    kinds = draw.choices(["equal", "arrow", "shares", "letters", "likeness", "common"], k=draw.randrange(1, 4))
    kinds += ["distance"] * (draw.random() < 0.4)
    nears = [draw.choice(["", "2", "0.5", "10%", "50%"]) if kind == "arrow" else "" for kind in kinds]
    names = [f"p{i}" for i in range(draw.randrange(2, 9))]
    rows = [[cell(draw, kind) for kind in kinds] for _ in names]
    weights = draw.choices([1, 1, 2, 5], k=len(names))
    header = [f"c{i}@{kind}{'~' * bool(near)}{near}" for i, (kind, near) in enumerate(zip(kinds, nears, strict=True))]
    header += ["y@distance"] * ("distance" in kinds)
    lines = [["name", *header, "@weight"]]
    lines += [[name, *row, str(weight)] for name, row, weight in zip(names, rows, weights, strict=True)]
    path.write_text("\n".join(map(",".join, lines)))
    between = "" if {*kinds} <= {"equal", "arrow", "shares"} else "/"
    table = [
        [between.join([*map(answer, kinds, nears, one, two), *"x" * (one is not two and one == two)]) for two in rows]
        for one in rows
    ]
    return names, table, weights


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_feedbacks_and_the_least_cost_are_those_of_brute_force(start: int, tmp_path: Path) -> None:
    for seed in range(start, start + 50):
        names, table, weights = random_game(Random(seed), tmp_path / "random.csv")
        game, rules = tg.game(f"table:{tmp_path}/random.csv"), read_game(f"table:{tmp_path}/random.csv")
        assert game.guesses == game.secrets == tuple(names)
        assert [[game.labels[i] for i in row] for row in game.table] == table, seed
        assert [[rules.feedback(one, two) for two in names] for one in names] == table, seed
        assert (rules.labels, rules.labels.index(game.labels[game.winning])) == (game.labels, game.winning), seed
        tree = tg.solve(game, threads=1)
        assert tree.proved
        named = [[None if i == k else row[k] for k in range(len(row))] for i, row in enumerate(table)]
        assert tree.cost == fewest(named, list(map(Fraction, weights))) * Fraction(game.weight, sum(weights)), seed
        assert not tg.verify(tree, game).faults
        assert Tree.from_bytes(tree.to_bytes()) == tree


def test_large_numbers_and_many_feedbacks_are_exact(tmp_path: Path) -> None:
    draw = Random(1)
    rows = [[f"{draw.randrange(10**19)}.{draw.randrange(1, 10**6)}", f"{draw.randrange(10**14)}"] for _ in range(40)]
    rows += [[rows[0][0] + "1", rows[0][1]], [rows[0][0], str(int(rows[0][1]) + 1)]]
    lines = ["name,a@arrow~3%,b@distance,c@distance", *(f"n{i},{a},{b},0" for i, (a, b) in enumerate(rows))]
    (tmp_path / "large.csv").write_text("\n".join(lines))
    game = tg.game(f"table:{tmp_path}/large.csv")
    for i, one in enumerate(rows):
        for k, two in enumerate(rows):
            parts = [answer("arrow", "3%", one[0], two[0]), answer("distance", "", f"{one[1]},0", f"{two[1]},0")]
            assert game.feedback(f"n{i}", f"n{k}") == "/".join(parts)


def test_words_alone_are_a_table(tmp_path: Path) -> None:
    for text, label in (("word@likeness vault fault value salve", "4"), ("word@common tea eat ten", "3")):
        (tmp_path / "words.csv").write_text(text.replace(" ", "\n"))
        _, guess, secret, *_ = text.split()
        assert tg.game(f"table:{tmp_path}/words.csv").feedback(guess, secret.title()) == label


def test_the_elements_are_installed(tmp_path: Path) -> None:
    tree = tg.solve("table:elements.csv")
    assert (tree.tally, tree.guesses[0], len(tree.found())) == ("388:5:14", "Os", 118)
    installed = Path(tg.__path__[0], "words", "elements.csv").read_text()
    (tmp_path / "first.csv").write_text("\n".join(installed.splitlines()[:55]))
    tree = tg.solve(f"table:{tmp_path}/first.csv")
    assert (tree.total, tree.guesses[0], len(tree.found())) == (154, "Cr", 54)
