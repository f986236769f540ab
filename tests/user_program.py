"""A program as users write it, with every public name of both packages and its type; see test_user_program.py."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, assert_type

import player
import treegen as tg

if TYPE_CHECKING:
    from player.tree.tree import NodeRow
    from treegen.insight.rowtypes import AtlasRow, CellRow, ComparisonRow, GroupRow, NextRow, ReviewRow

NAME, TREE = "bulls-2x4", "bulls-3x9.total"


def use(folder: Path) -> None:
    game = assert_type(tg.game(NAME), tg.Game)
    own = assert_type(tg.Game.from_words(["slate", "crane"], guesses=["adieu"], weights=[2, 1]), tg.Game)
    same = assert_type(tg.Game.from_function(own.feedback, own.guesses, own.secrets, winning="22222"), tg.Game)
    tree = assert_type(tg.build(game, "minimax+candidates", max_depth=None, first="12", threads=1), tg.Tree)
    figures: tuple[int, float, str, list[str]] = (tree.total, tree.average, tree.tally, tree.guesses)
    best = assert_type(tg.solve(NAME, "worst", max_depth=4, checkpoint=folder / "solve.checkpoint"), player.Tree)
    assert tg.solve(same, prices=[1, 2, 4]).total == tg.build(own).weight
    best.write(folder / "best.tree")
    assert assert_type(tg.verify(folder / "best.tree", game=NAME), tg.Verdict).faults == ()
    certificate = tg.certify(best.to_bytes(), NAME).to_bytes()
    assert_type(tg.check_certificate(certificate, tree=folder / "best.tree", game=NAME), list[str])
    assert_type(tg.best_first_guesses(NAME, 2), list[tuple[str, int]])
    assert_type(tg.STRATEGIES["entropy"].strategy.bonus, Fraction)
    cells: list[CellRow] = tg.table(NAME, "12", "12:01")
    groups: list[GroupRow] = tg.guesses_by_information(NAME, "12:01")
    guesses: list[NextRow] = tg.next_guesses(NAME, "12:01", top=3, by="bits")
    rounds: list[ReviewRow] = tg.review(NAME, "12:01")
    rows: list[AtlasRow] = tg.atlas(game)
    compared: list[ComparisonRow] = tg.compare(NAME, ["entropy", "minimax"], limit=4)
    nodes: list[NodeRow] = list(tg.open_tree(TREE).rows())
    assert_type(cells[0]["bits_gained"] + groups[0]["bits"] + guesses[0]["expected_guesses"], float)
    assert_type((rounds[0]["cost"], compared[0].get("h1", 0), rows[0]["value"]), tuple[float | None, int, str])
    assert_type(tg.value(NAME, time_limit=60.0).value, Fraction | None)
    assert_type(tg.static(NAME, time_limit=60.0).questions, tuple[str, ...])
    assert_type(tg.lies(f"{NAME}~1", history="12:01").upper, int | None)
    assert_type([row["why"] for row in tg.bounds(NAME, time_limit=1.0)], list[str])
    assert_type(tg.average_bounds(NAME), tuple[float, float])
    series = tg.compare_series("bulls-2xN", [3, 4], ["entropy"])
    shown: tg.Rows[dict[str, int]] = tg.Rows([{"n": row["n"]} for row in series], "series")
    assert_type((tg.to_svg(TREE, at="123:11", levels=2, theme="dark"), tg.to_dot(TREE)), tuple[str, str])
    graph = tg.to_networkx(TREE, levels=2)
    assert len(graph) < len(nodes) > tg.plots.MAX_SERIES > len(shown) < figures[0]
    walk = assert_type(player.Player("bulls-4x10"), tg.Player)
    keeper = assert_type(player.Keeper(walk.tree, "4271"), player.Keeper)
    assert assert_type(keeper.answer("0123"), str) == player.feedback(walk.tree.game, "0123", "4271")
    assert assert_type([walk.answer("01"), walk.answer((0, 2))], list[str | None]) == ["1456", "4530"]
    assert_type((walk.steps, walk.history, walk.finished), tuple[list[tuple[str, str]], str, bool])
    assert_type([*tg.shipped_trees(), *player.shipped_trees(), tg.__version__, player.__version__], list[str])
    assert player.open_tree(folder / "best.tree") == best


def fail() -> list[str]:
    """Everything that may be caught, and what it tells."""
    try:
        tg.solve("bulls-4x10", max_depth=4)
    except (tg.NoSuchTree, player.NoSuchTree) as proved:
        return [str(proved)]
    except (tg.StoppedEarly, tg.Interrupted) as stopped:
        return [f"{assert_type(stopped.tree, tg.Tree | None)}: {stopped.bound}"]
    except (tg.GaveUp, player.GaveUp) as gave_up:
        return [str(gave_up.exit_code)]
    except (tg.ImpossibleFeedback, player.ImpossibleFeedback) as impossible:
        return [*impossible.possible]
    except (tg.TreeFormatError, tg.BadInput, player.TreeFormatError, player.BadInput) as bad:
        return [str(bad)]
    except (player.LocalProtocolError, player.RemoteProtocolError, player.ProtocolError) as other:
        return [str(other)]
    except (tg.GuesstreeError, player.GuesstreeError) as root:
        return [str(root)]
    return []
