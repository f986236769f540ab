"""Symmetries: that they are ones of the real tables, the classes against the whole group, and that costs are kept."""

from __future__ import annotations

from itertools import product
from random import Random

import numpy as np
import numpy.typing as npt
import pytest
import twins
from twins import Motion

import treegen as tg
from player.rules.names import FAMILIES, parse

HISTORIES = [
    ("bulls-3x5", []), ("bulls-3x5", ["123"]), ("bulls-3x5", ["123", "214"]), ("bulls-3x5", ["123", "231"]),
    ("bulls-2x6", ["12", "34"]), ("bulls-3x4-any", ["112"]), ("bulls-3x4-any", ["112", "334"]), ("mastermind-3x4", []),
    ("mastermind-3x4", ["112"]), ("mastermind-3x4", ["123", "231"]), ("mastermind-2x5", ["11", "22"]),
    ("mastermind-4x3", ["1122", "2211"]), ("mastermind-3x3-each", ["112"]), ("bulls-3x4-any-each", ["112"]),
    ("match-3x4-distinct", ["123"]), ("match-3x4-distinct-any", ["122"]), ("match-2x4", []), ("match-2x4", ["11"]),
    ("match-3x3", ["111", "122"]), ("match-3x3-nozero=012", ["111"]), ("match-3x3-nozero=012", []),
    ("marks-3x4", []), ("marks-3x4", ["112"]), ("marks-3x4", ["123"]), ("marks-3x4", ["123", "234"]),
    ("marks-4x3", ["1123"]), ("marks-4x3", ["1122", "1212"]), ("marks-3x5-distinct", ["123", "145"]),
    ("marks-3x4-distinct-any", ["112", "123"]), ("marks-3x4-nozero=0123", ["100"]),
]  # fmt: skip


def all_variants() -> list[str]:
    """A small game of each family with each combination of suffixes, with and without a 0."""
    names = []
    for family in FAMILIES.values():
        choices = [("", "-any"), ("", "-nozero=0123"), ("", *(f"-{suffix}" for suffix in family.suffixes))]
        for pool, symbols, suffix in product(*choices):
            names.append(tg.game(f"{family.name}-3x4{suffix}{pool}{symbols}").name)
    return sorted(name for name in set(names) if parse(name).rule.invariance)


def images_of(game: tg.Game, motion: Motion) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.uint8]]:
    """The indices of the images of the secrets under a symmetry, and the table of the images of guesses and secrets."""
    guesses = np.array([game.guess_index[twins.move(guess, *motion)] for guess in game.guesses])
    places = {secret: i for i, secret in enumerate(game.secrets)}
    secrets = np.array([places[twins.move(secret, *motion)] for secret in game.secrets])
    return secrets, game.table[guesses][:, secrets]


@pytest.mark.parametrize("name", all_variants())
def test_symmetries_map_the_real_table_to_itself(name: str) -> None:
    """Every family: a wrong claim would make proofs wrong."""
    game = twins.game(name)
    symmetry = game.symmetry
    assert symmetry is not None
    motions = twins.symmetries(name)
    guesses, labels = range(len(game.guesses)), range(len(game.labels))
    moved = {
        places: np.array([[symmetry.move_feedback(places, guess, label) for label in labels] for guess in guesses])
        for places in {motion[0] for motion in motions}
    }
    for motion in Random(name).sample(motions, min(len(motions), 150)):
        feedbacks = moved[motion[0]]
        assert np.array_equal(np.take_along_axis(feedbacks, game.table, axis=1), images_of(game, motion)[1])
        assert (feedbacks[:, game.winning] == game.winning).all()
        assert symmetry.moves_feedbacks or (feedbacks == labels).all()


@pytest.mark.parametrize(("name", "asked"), HISTORIES)
def test_representatives_are_the_lowest_of_each_class(name: str, asked: list[str]) -> None:
    game = twins.game(name)
    assert game.symmetry is not None
    guesses = [game.find_guess(guess) for guess in asked]
    for secret in range(0, len(game.secrets), len(game.secrets) // 3):
        feedbacks = game.table[guesses, secret].tolist() if asked else []
        found = game.symmetry.representatives(guesses, feedbacks)
        history = [(guess, game.labels[feedback]) for guess, feedback in zip(asked, feedbacks, strict=True)]
        wanted = [min(members) for members in twins.equivalent(name, history)]
        assert [game.guesses[guess] for guess in found] == sorted(wanted)
