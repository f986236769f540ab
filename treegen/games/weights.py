"""Weights of secrets.  A secret of weight n counts n times in all totals and averages."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from player.errors import BadInput, require
from player.rules.letters import fold, not_letters
from player.rules.lists import read_text, split_size
from player.rules.numbers import is_decimal
from player.rules.spelling import find_word
from player.rules.tables import NO_WEIGHT, read_weight, whole_weights
from player.rules.wordlists import read_rows
from player.tree import Tree
from treegen.games import lookup
from treegen.games.game import Game


def weigh(game: Game, weights: npt.NDArray[np.int64]) -> Game:
    """Return the game with weights, int64 [secrets]; symmetries are dropped if equivalent secrets differ in weight."""
    if int(weights.max()) == 1:
        return game
    classes = classes_of_secrets(game)
    is_equal_in_class = len(np.unique(classes)) == np.unique((classes, weights), axis=1).shape[1]
    return replace(game, weights=weights, symmetry=game.symmetry if is_equal_in_class else None)


def classes_of_secrets(game: Game) -> npt.NDArray[np.int64]:
    """Return a number for each secret, int64 [secrets], the same for secrets that symmetries map to each other."""
    if game.symmetry is None or int(game.own_guess.min()) < 0:
        return np.arange(len(game.secrets))
    return np.unique(game.symmetry.classes(())[game.own_guess], return_inverse=True)[1]


def read_weights(game: Game, path: str) -> Game:
    """Return the game with the weights of a file, which has a line `SECRET WEIGHT` for each secret.

    Weights are positive numbers; the game has them times their least common denominator.
    The first line may be a heading, and `FILE#5` stands for the words of five letters.  The weights of several
    spellings of a secret, such as Apple and apple, are added.  Raises BadInput for any other file.
    """
    place = {secret: i for i, secret in enumerate(game.secrets)}
    weights: dict[str, Fraction | int] = {}
    file, size = split_size(path)
    rows = read_rows(read_text(file))
    if size is not None:
        rows = [(line, cells) for line, cells in rows if len(fold(cells[0])) == size and not not_letters(cells[0])]
    seen = set[str]()
    for i, (line, fields) in enumerate(rows):
        where = f"{path}: line {line}"
        require(len(fields) == 2, f"{where}: a line needs a secret and its weight, as in: {game.secrets[0]} 3")
        typed, text = fields
        secret = find_word(typed, place.__contains__)
        if secret is None and i == 0 and not is_decimal(text.lstrip("-")):
            continue  # the line is a heading
        if secret is None:
            raise BadInput(f"{where}: {typed[:40]!r} is not a secret of {game.brief}")
        weight = read_weight(text)
        if not weight:
            raise BadInput(f"{where}: {NO_WEIGHT.format(repr(text[:40]))}")
        require(typed not in seen, f"{where}: {secret} already has a weight")
        seen.add(typed)
        weights[secret] = weights.get(secret, 0) + weight
    missing = next((secret for secret in game.secrets if secret not in weights), None)
    if missing is not None:
        what = f"{missing} has no weight" if weights else "it is empty"
        raise BadInput(f"{path}: {what}; every secret of {game.brief} needs one")
    whole = whole_weights(weights, path)
    return weigh(game, np.array([whole[secret] for secret in game.secrets], dtype=np.int64))


def game_of(tree: Tree, game: Game | None = None) -> Game:
    """Return the game of a tree with the tree's weights; `game` is needed if the tree's game is read from files.

    Raises BadInput if `game` is not the tree's game or has other weights.
    """
    tree_game = lookup.check_game(game, tree.game, tree.files, path=tree.path) or lookup.game(tree.game)
    if tree_game.is_grouped:  # a leaf has the weight of several secrets, and the weights are in the name of the game
        return tree_game
    weights = np.ones(len(tree_game.secrets), dtype=np.int64)
    for guess, weight in tree.weight_of().items():
        secret = tree_game.wins_against[tree_game.find_guess(guess)]
        require(secret >= 0, f"the tree finds {guess}, which is not a secret of {tree_game.brief}")
        weights[secret] = weight
    if tree_game.weights is None:
        return weigh(tree_game, weights)
    require(np.array_equal(tree_game.weights, weights), f"the weights of {tree_game.brief} are not those of the tree")
    return tree_game
