"""Results about a game that need no search: shipped trees, what they prove, and the least depth of a tree."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from player.errors import BadInput
from player.rules.lists import folders
from player.tree import Tree, open_tree
from player.tree.files import atlas_folder
from treegen.games.game import Game
from treegen.insight.atlas import load
from treegen.insight.rows import still_needed
from treegen.search.problem import History, Result

_KIND_OF_POOL = {"all": "total", "candidates": "candidates"}  # By pool: the last part of the name of a proved tree.
# By game: the name of a table of first guesses and their least totals, the best first.
_OPENERS = {"words:7ab3158bd60518d5eb11b52c2fa822e3977d30570305a0a8131e536547e81551": "wordle-openers.csv"}


def find_shipped(game: str, kind: str) -> Tree | None:
    """Return the shipped tree of a game (its name) and a kind, such as "total", or None.

    The trees of word games lie beside their lists.  Trees in the user's folder are not trusted.
    """
    beside = (str(path) for folder in folders()[1:] for path in Path(folder).glob(f"*.{kind}.tree"))
    for source in beside if ":" in game else [f"{game}.{kind}"]:
        with suppress(BadInput):
            tree = open_tree(source)
            if ":" not in game or tree.game == game:
                return tree
    return None


def find_proved_tree(game: Game, pool: str = "all") -> Tree | None:
    """Return the shipped tree of a game that is proved to have the least total with a pool of guesses, or None."""
    if game.rules is None or pool not in _KIND_OF_POOL or game.weights is not None:
        return None
    tree = find_shipped(game.name, _KIND_OF_POOL[pool])
    if tree is None or (tree.game, tree.pool, tree.labels, tree.method) != (game.name, pool, game.labels, "solve"):
        return None
    has_limits = tree.first_guess or tree.weights or tree.prices  # trees with a limit of depth have prices
    return tree if tree.proved and tree.objective == "total" and not has_limits else None


def subtree_values(game: Game, tree: Tree) -> list[tuple[History, int, Result]]:
    """Return each history in a proved tree without a limit of depth, the number of its candidates and their least cost.

    Each subtree has the least total of its candidates, since a better one would make the whole tree better.  With a
    limit of depth, this need not be true.
    """
    counts, parents, (depths, costs) = tree.candidate_counts(), tree.parents(), still_needed(tree)
    guesses = [game.guess_index[guess] for guess in tree.guesses]
    histories: list[History] = [()]
    for node in range(1, len(tree)):  # parents come before their children
        histories.append((*histories[parents[node]], (guesses[parents[node]], tree.feedback[node])))
    values = [Result(cost, cost, guess, depth=depth) for cost, guess, depth in zip(costs, guesses, depths, strict=True)]
    return list(zip(histories, counts, values, strict=True))


def find_openers(game: Game, pool: str) -> dict[int, Result]:
    """Return the results for first guesses from a shipped table, in the order of the table: the least cost first."""
    path = Path(atlas_folder() or "", "tables", _OPENERS.get(game.name, "none"))
    if pool != "all" or game.weights is not None or not path.is_file():
        return {}
    found = {}
    for row in path.read_text("utf-8").splitlines()[1:]:
        word, total, worst, bound = row.split(",")
        guess = game.guess_index[word]
        found[guess] = Result(int(bound), int(total), guess, depth=int(worst))
    return found


def least_depth(game: str, secrets: int, branching: int) -> int:
    """Return a proved lower bound on the depth of every tree of a game.

    `secrets` is the number of secrets, and `branching` the number of feedbacks that do not end the game.

    >>> least_depth("bulls-4x10", 5040, 13)
    7
    """
    depth = nodes = 1
    while nodes < secrets and branching:
        depth, nodes = depth + 1, 1 + nodes * branching
    rows = (row for row in load() if (row["game"], row["objective"]) == (game.partition("=")[0], "depth"))
    proved = [row["lower"] for row in rows if row["lower"]]
    return max(depth, *proved) if proved else depth
