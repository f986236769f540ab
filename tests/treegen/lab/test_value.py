"""The value of a game: each side's strategy is checked against all that the other side could do."""

from __future__ import annotations

import json
import math
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from brute import linear, of_game
from twins import Call

import treegen as tg
from player.errors import BadInput
from player.tree import Tree
from treegen.games.weights import weigh


def depth(tree: Tree, game: tg.Game, secret: str) -> int:
    """How many guesses a secret takes, by playing it."""
    node, made, told = 0, 1, game.feedback(tree.guesses[0], secret)
    while told != game.labels[game.winning]:
        node, made = tree.child(node, game.labels.index(told)), made + 1
        told = game.feedback(tree.guesses[node], secret)
    return made


@pytest.mark.parametrize("name", ["mastermind-2x2", "mastermind-2x3", "bulls-2x4-nozero", "marks-2x3", "number-1..6"])
def test_both_sides_assure_the_value(name: str) -> None:
    game = tg.game(name)
    found = tg.value(game)
    assert found.value is not None
    assert sum(found.keeper) == sum(found.mixture) == 1
    assert sorted(word for words in found.classes for word in words) == sorted(game.secrets)

    classes = list(zip(found.classes, found.keeper, strict=True))
    chances = {word: chance / len(words) for words, chance in classes for word in words}
    unit = math.lcm(*(chance.denominator for chance in chances.values()))
    brute = of_game(game)
    brute.weights = [int(chances[secret] * unit) for secret in game.secrets]
    best = brute.best(brute.everything, brute.any_guess, linear(len(game.secrets)))
    assert best is not None
    assert Fraction(best[0], unit) == found.value
    for words in found.classes:
        costs = [sum(depth(tree, game, word) for word in words) for tree in found.trees]
        assert sum(map(Fraction.__mul__, found.mixture, map(Fraction, costs))) <= found.value * len(words)


def test_a_line_says_that_weights_switch_symmetries_off(call_treegen: Call, tmp_path: Path) -> None:
    secrets, path = tg.game("bulls-2x3").secrets, tmp_path / "weights.txt"
    for last, said in ((3, ""), (1, "weights are not constant on classes: symmetry off\n")):
        path.write_text("".join(f"{secret} {last if secret == secrets[-1] else 3}\n" for secret in secrets))
        assert call_treegen("solve", "bulls-2x3", "--weights", path, "--each-first", "1", "-v").stderr == said


def test_value_prints_fractions(call_treegen: Call, tmp_path: Path) -> None:
    path = tmp_path / "value.json"
    told = json.loads(call_treegen("value", "mastermind-2x3", "--json", "-o", str(path)).stdout)
    assert (told["value"], told["lower"], told["upper"]) == ("29/12", "29/12", "29/12")
    written = json.loads(path.read_text(encoding="utf-8"))
    assert [side["chance"] for side in written["codemaker"]] == ["1/2", "1/2"]
    assert sum(Fraction(side["chance"]) for side in written["codebreaker"]) == 1
    assert "mastermind-2x3: 29/12 = 2.41667, guesses" in call_treegen("value", "mastermind-2x3").stdout


def test_a_game_with_its_own_weights_has_no_value() -> None:
    game = tg.game("mastermind-2x3")
    with pytest.raises(BadInput, match="leave --weights out"):
        tg.value(weigh(game, np.arange(1, 10)))
    with pytest.raises(BadInput, match="at most 200"):
        tg.value(tg.game("number-1..500"))
