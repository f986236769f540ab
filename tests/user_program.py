"""A program as users write it, with every public name of both packages; test_user_program.py checks its types."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import player
import treegen as tg

if TYPE_CHECKING:
    from player.tree.rowtypes import NodeRow
    from treegen.insight.rowtypes import AtlasRow, CellRow, ComparisonRow, GroupRow, NextRow, ReviewRow

NAME = "bulls-2x4"


def build(folder: Path) -> tg.Tree:
    """Games and trees, and what is said of them."""
    game: tg.Game = tg.game(NAME)
    greedy: tg.Tree = tg.build(NAME)
    same: player.Tree = tg.build(game, "minimax+candidates", max_depth=None, first="12", threads=1)
    best = tg.solve(NAME, "worst", max_depth=4, time_limit=60.0, checkpoint=folder / "solve.checkpoint")
    priced = tg.solve(game, prices=[1, 2, 4, 8, 16], certificate=folder / "priced.certificate")
    own: tg.Game = tg.Game.from_words(["slate", "crane"], guesses=["adieu"], weights=[2, 1])
    same_own: tg.Game = tg.Game.from_function(own.feedback, own.guesses, own.secrets, winning="22222")
    figures: tuple[int, int, float, str] = (greedy.total, same.depth, best.average, priced.tally)
    firsts: list[tuple[str, int]] = tg.best_first_guesses(NAME, 2)
    bonus: Fraction = tg.STRATEGIES["entropy"].strategy.bonus
    assert figures[0] > len(firsts) > bonus
    assert tg.solve(same_own).total == tg.build(own).weight
    best.write(folder / "best.tree")
    return best


def prove(path: Path) -> list[str]:
    """Trees by name, path, bytes and as they are."""
    verdict: tg.Verdict = tg.verify("bulls-3x9.total")
    assert verdict.faults == ()
    assert tg.verify(path, game=NAME).secrets == tg.verify(tg.open_tree(path)).secrets
    certificate = tg.certify(path.read_bytes(), NAME)
    return tg.check_certificate(certificate.to_bytes(), tree=path, game=NAME)


def analyse(history: str) -> list[str]:
    """Rows of figures: their keys have types."""
    cells: list[CellRow] = tg.table(NAME, "12", history)
    groups: list[GroupRow] = tg.guesses_by_information(NAME, history)
    guesses: list[NextRow] = tg.next_guesses(NAME, history, top=3, by="bits")
    rounds: list[ReviewRow] = tg.review(NAME, history)
    value: Fraction | None = tg.value(NAME, time_limit=60.0).value
    asked: tuple[str, ...] = tg.static(NAME, time_limit=60.0).questions
    worst: int | None = tg.lies(f"{NAME}~1", history="12:01").upper
    limits: list[str] = [f"{row['depth']}: {row['why']}" for row in tg.bounds(NAME, time_limit=1.0)]
    series = tg.compare_series("bulls-2xN", [3, 4], ["entropy"])
    shown: tg.Rows[dict[str, int]] = tg.Rows([{"n": row["n"]} for row in series], "series")
    bounds: tuple[float, float] = tg.average_bounds(NAME)
    rows: list[AtlasRow] = tg.atlas(tg.game(NAME))
    figures: list[ComparisonRow] = tg.compare(NAME, ["entropy", "minimax"], limit=4)
    bits: float = cells[-1]["bits_gained"] + groups[0]["bits"] + guesses[0]["expected_guesses"]
    cost: float | None = rounds[0]["cost"]
    found: int = figures[0]["total"] + figures[0].get("h1", 0)
    nodes: list[NodeRow] = list(tg.open_tree("bulls-3x9.total").rows())
    drawn: list[str] = [tg.to_svg("bulls-3x9.total", at="123:11", levels=2, theme="dark"), tg.to_dot("bulls-3x9.total")]
    assert (len(shown), tg.plots.MAX_SERIES) > (1, 7)
    assert bounds[0] <= bounds[1] <= series[1]["entropy"]
    assert len(tg.to_networkx("bulls-3x9.total", levels=2)) < len(nodes)
    assert all([value, len(asked) == 2, worst, limits, rows, bits > 0, cost is not None, found > 0, all(drawn)])
    return [row["guess"] for row in guesses]


def play() -> list[str]:
    """A feedback is a label, a pair, or two numbers."""
    walk: tg.Player = player.Player("bulls-4x10")
    keeper: player.Keeper = player.Keeper(walk.tree, "4271")
    told: str = keeper.answer(walk.secrets[0])
    assert told == player.feedback(walk.game, walk.secrets[0], "4271")
    guesses: list[str | None] = [walk.guess, walk.answer("01"), walk.answer((0, 2)), walk.answer(0, 2)]
    steps: list[tuple[str, str]] = walk.steps
    other = walk.copy()
    assert other.undo()
    assert (len(steps), walk.finished, bool(other.possible()), walk.tree.total) == (3, False, True, 26274)
    return [guess for guess in guesses if guess is not None]


def fail() -> list[str]:
    """Everything that may be caught, and what it tells."""
    told: list[str] = []
    try:
        tg.solve("bulls-4x10", max_depth=4)
    except tg.NoSuchTree as proved:
        told.append(str(proved))
    except (tg.StoppedEarly, tg.Interrupted) as stopped:
        tree: tg.Tree | None = stopped.tree
        told.append(f"{tree}: {stopped.bound}")
    except (tg.GaveUp, player.GaveUp) as gave_up:
        told.append(str(gave_up.exit_code))
    try:
        player.Player("bulls-4x10").answer("99")
    except (tg.ImpossibleFeedback, player.ImpossibleFeedback) as impossible:
        told += impossible.possible
    try:
        player.open_tree(b"no tree")
    except (tg.TreeFormatError, tg.BadInput, player.TreeFormatError, player.BadInput) as bad:
        told.append(str(bad))
    except (player.LocalProtocolError, player.RemoteProtocolError, player.ProtocolError, player.NoSuchTree) as other:
        told.append(str(other))
    except (tg.GuesstreeError, player.GuesstreeError) as root:
        told.append(str(root))
    names: list[str] = [*tg.shipped_trees(), *player.shipped_trees(), tg.__version__, player.__version__]
    return told + names
