"""Information analysis of guesses: tables of cells, guesses ranked by information, and the best next guesses.

Information is in bits: if a share s of the candidates gives a feedback, this feedback gains -log2 s (Shannon 1948).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from player.errors import NoSuchTree, check_text, require
from player.rules.titles import show_word
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.memory import check_options
from treegen.games.partition import Indices, cell_sizes, cell_weights, cells
from treegen.greedy.strategy import find
from treegen.insight.evaluate import Evaluator
from treegen.insight.position import find_position, narrow, widen
from treegen.insight.rows import Rows
from treegen.insight.rowtypes import CellRow, GroupRow, NextRow

# The orders in which guesses are ranked, each with the method of Evaluator that ranks them so.
ORDERS = {"expected": "cheapest", "worst": "shallowest", "bits": "most_informative", "largest": "smallest_cells"}


def table(game: Game | str, guess: str, history: str = "") -> Rows[CellRow]:
    """Return a `CellRow` for each possible feedback to a guess after a history, and a last row, `sum`.

    `game` is a game or its name.  The time is linear in the number of candidates.

    Raises BadInput if `guess` is not a guess of the game, or if no secret is consistent with `history`, and TypeError
    for arguments of a wrong type.

    >>> import treegen as tg
    >>> tg.table("bulls-4x10", "0123")[-1]["bits_gained"]
    2.7712
    """
    game = widen(as_game(game, "table"), history)
    candidates, _ = find_position(game, history)
    weights = game.secret_weights
    total = int(weights[candidates].sum())
    figures: list[tuple[str, int, float, float, float, float]] = []
    mean_gained = mean_left = mean_size = 0.0
    for feedback, cell in cells(game, candidates, game.find_guess(guess)):
        share = int(weights[cell].sum()) / total
        gained, left, size = -float(np.log2(share)) + 0.0, bits(weights[cell]), share * len(cell)
        mean_gained, mean_left, mean_size = mean_gained + share * gained, mean_left + share * left, mean_size + size
        figures.append((game.labels[feedback], len(cell), share, gained, left, size))
    assert abs(mean_gained + mean_left - bits(weights[candidates])) < 1e-6
    figures.append(("sum", len(candidates), 1.0, mean_gained, mean_left, mean_size))
    rows: list[CellRow] = [
        {
            "feedback": label,
            "count": count,
            "share": round(share, 6),
            "bits_gained": round(gained, 4),
            "bits_left": round(left, 4),
            "expected_left": round(size, 4),
        }
        for label, count, share, gained, left, size in figures
    ]
    return Rows(rows, f"{guess} after {history or 'nothing'}")


def guesses_by_information(game: Game | str, history: str = "") -> Rows[GroupRow]:
    """Return all guesses after a history, grouped by the information that they are expected to gain, most first.

    Each row is a `GroupRow`.  A guess is left out if some candidate answers it with a feedback that loses.  `game` is a
    game or its name.  The time is proportional to the number of guesses times the number of candidates.

    Raises BadInput if no secret is consistent with `history`, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> row = tg.guesses_by_information("bulls-3x9", "123:11")[0]
    >>> row["bits"], row["guesses"], row["example"]
    (2.3244, 90, '145')
    """
    game = widen(as_game(game, "guesses_by_information"), history)
    candidates, _ = find_position(game, history)
    sizes, weighed = _cells(game, candidates, np.arange(len(game.guesses), dtype=np.int32))
    total = int(weighed[0].sum())
    scores = find("entropy").score.rating(total, is_weighted=True)(weighed)
    is_candidate = sizes[:, game.winning] > 0
    order = np.lexsort((~is_candidate, scores))
    order = order[~sizes[order][:, list(game.losing)].any(axis=1)]
    _, starts, counts = np.unique(scores[order], return_index=True, return_counts=True)
    rows: list[GroupRow] = [
        {
            "bits": round(bits(weighed[at]), 4),
            "guesses": count,
            "example": game.guesses[at],
            "example_is_candidate": bool(is_candidate[at]),
            "cells": int((sizes[at] > 0).sum()),
            "largest_cell": int(sizes[at].max()),
            "expected_left": round(int(sizes[at] @ weighed[at]) / total, 4),
        }
        for at, count in zip(order[starts].tolist(), counts.tolist(), strict=True)
    ]
    return Rows(rows, f"all guesses after {history or 'nothing'}")


def next_guesses(
    game: Game | str,
    history: str = "",
    top: int = 10,
    by: str = "expected",
    *,
    guesses: str = "all",
    seconds: float = 2.0,
    evaluator: Evaluator | None = None,
    also: Sequence[str] = (),
) -> Rows[NextRow]:
    """Return the `top` best guesses after a history, each as a `NextRow`, best first; only one of equivalent guesses.

    `by` is the order: "expected" (guesses on average), "worst" (the worst case), "bits" or "largest" (the size of the
    largest cell).  A tie of "expected" goes to the smaller worst case, then to the guess that makes more cells, then to
    a candidate, then to the lowest index.  A tie of "worst" goes to the smaller `expected_guesses` of trees with this
    worst case, then as with "expected"; a tie of "bits" or "largest" to a candidate, then to the lowest index.  In the
    orders "expected" and "worst", the key `worst` of a row is the least depth of the trees that begin with its guess
    and are best in this order, if it is found in time.  `guesses` is the pool: "all", "candidates" or "hard".  An
    `evaluator` for the game and the pool (None: a new one) saves time if it has evaluated another position before.  The
    guesses `also` get rows, too, each evaluated within `seconds`; all rows then have the key `asked`, and the rank of
    rows that are not among the best is None.

    `game` is a game or its name.  Raises BadInput if no secret is consistent with `history`, or for an invalid `by`,
    `guesses` or `top`, NoSuchTree if no tree is found after any guess, or after one of `also`, and TypeError for
    arguments of a wrong type.

    >>> import treegen as tg
    >>> tg.next_guesses("bulls-3x9", "123:11,456:10", top=1)[0]["guess"]
    '136'
    """
    game = widen(as_game(game, "next_guesses"), history)
    check_text("an order", by, "bits")
    check_text("a pool of guesses", guesses, "candidates")
    check_options(top=top, seconds=seconds)
    require(by in ORDERS, f"{by!r} is not an order; choose one of: {', '.join(ORDERS)}")
    ranks = "in a table with costs, guesses are not ranked by their worst case; leave it out"
    require(by != "worst" or game.costs is None, f"{game.brief}: {ranks}")
    game, position = narrow(game, history) if evaluator is None else (game, find_position(game, history))
    candidates = position.candidates
    evaluator = evaluator or Evaluator(game, pool=guesses)
    found = getattr(evaluator, ORDERS[by])(position, int(top), seconds)
    if not found:
        words = [show_word(game.rules, game.secrets[i]) for i in candidates[:3]]
        some = ", ".join(words) + ", ..." * (len(candidates) > 3)
        raise NoSuchTree(f"{game.brief}: no tree is known that distinguishes and finds {some}")
    extra, best = [game.find_guess(guess) for guess in also], {one.guess for one in found}
    found += [evaluator.after(position, guess, seconds) for guess in dict.fromkeys(extra) if guess not in best]
    for one in found:
        if one.cost is None:
            guess = show_word(game.rules, game.guesses[one.guess])
            raise NoSuchTree(f"{game.brief}: no tree is known that begins with {guess} here")
    ranked = np.array([one.guess for one in found], dtype=np.int32)
    sizes, weighed = _cells(game, candidates, ranked)
    total = int(game.secret_weights[candidates].sum())
    names = game.counts_names  # then the last guess is no question
    symmetry, classes = game.symmetry, np.arange(len(game.guesses))
    classes = classes if symmetry is None else symmetry.classes(position.prior, position.feedbacks(game))
    equivalent = np.bincount(classes)[classes[ranked]].tolist()
    rows: list[NextRow] = [
        {
            "rank": rank if one.guess in best else None,
            "guess": game.guesses[one.guess],
            "is_candidate": bool(by_cell[game.winning] > 0),
            "expected_guesses": round((one.cost / total - names) / game.scale, 4),
            "worst": one.depth and one.depth - game.names_at_the_end,
            "exact": one.is_exact,
            "bits": round(bits(weights), 4),
            "cells": int((by_cell > 0).sum()),
            "largest_cell": int(by_cell.max()),
            "lower_bound": round((one.bound / total - names) / game.scale, 4),
            "equivalent": count,
            "expected_left": round(int(by_cell @ weights) / total, 4),
            "expected_total": one.cost - names * total,
            "bound_total": one.bound - names * total,
            "left_total": int(by_cell @ weights),
            "candidates": total,
        }
        for rank, (one, by_cell, weights, count) in enumerate(zip(found, sizes, weighed, equivalent, strict=True), 1)
    ]
    if extra:
        rows = [{**row, "asked": one.guess in extra} for row, one in zip(rows, found, strict=True)]
    return Rows(rows, f"next guess after {history or 'nothing'}, {len(candidates)} candidates left")


def _cells(game: Game, candidates: Indices, guesses: Indices) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the sizes of the cells of each guess, and their weights."""
    sizes = cell_sizes(game, candidates, guesses).astype(np.int64)
    return sizes, sizes if game.weights is None else cell_weights(game, candidates, guesses)


def bits(weights: npt.NDArray[Any]) -> float:
    """Return the entropy, in bits, of secrets with these weights, or of a partition into cells of these sizes."""
    filled = weights[weights > 0].astype(np.float64)
    shares = filled / filled.sum()
    return float(-(shares * np.log2(shares)).sum()) + 0.0
