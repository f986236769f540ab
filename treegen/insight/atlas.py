"""The atlas: a table of games with the least cost by each objective, or the bounds between which it lies."""

from __future__ import annotations

import json
import shlex
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from player.errors import BadInput
from player.rules.names import parse, read_game
from player.rules.titles import brief
from player.tree.files import atlas_folder
from treegen.insight.rowtypes import AtlasRow

if TYPE_CHECKING:
    from treegen.games.game import Game


@cache
def load() -> tuple[dict[str, Any], ...]:
    """Return the rows of the file atlas.json, or nothing if the atlas is not installed."""
    try:
        return tuple(json.loads(Path(atlas_folder() or "", "atlas.json").read_text(encoding="utf-8")))
    except OSError:
        return ()


def atlas(game: Game | str | None = None) -> list[AtlasRow]:
    """Return the rows of the atlas about a game (None: about all games), those with the smallest tables first.

    `game` is a game or its name.  The objective "depth" is the least depth of any tree, and "worst" is the least total
    of the trees of that depth.
    Raises BadInput for an invalid name and for a game that is not in the atlas, and TypeError for anything else.

    >>> [(row["objective"], row["value"]) for row in atlas("bulls-4x10")][:3]
    [('total', '26274'), ('depth', '7'), ('worst', '26274')]
    """
    if game is None:
        return atlas_rows(load())
    if not isinstance(game, str):
        from treegen.games.lookup import as_game  # only here: it needs numpy, which names do not need

        game = as_game(game, "atlas").name
    name = game_of_atlas(game)
    rows = [row for row in load() if row["game"] == name]
    if not rows:
        title = brief(name) if ":" in game else game
        typed = "GAME" if ":" in game else shlex.quote(game)
        raise BadInput(f"{title} is not in the atlas; this proves its least cost: treegen solve {typed}")
    return atlas_rows(rows)


def game_of_atlas(game: str) -> str:
    """Return the name of a game in the atlas, from any of its names; names of symbols are left out.

    >>> game_of_atlas("mm")
    'mastermind-4x6'
    """
    return game if ":" in game else read_game(game).name.partition("=")[0]


def atlas_rows(rows: list[dict[str, Any]] | tuple[dict[str, Any], ...]) -> list[AtlasRow]:
    """Convert rows of atlas.json to the rows that are printed: with values as text, without histograms."""
    made: list[AtlasRow] = []
    for row in rows:
        secrets = parse(row["game"]).secret_count
        is_total = row["objective"] not in ("depth", "fewest-at-max") and row["upper"] is not None
        average = round(row["upper"] / secrets, 6) if is_total else None
        more = row | {"secrets": secrets, "value": show_value(row["lower"], row["upper"]), "average": average}
        made.append(cast("AtlasRow", {key: more[key] for key in AtlasRow.__annotations__}))
    return made


def show_value(lower: int | None, upper: int | None) -> str:
    """Return a value that lies between two numbers as text.

    >>> show_value(7, 7), show_value(6, 7), show_value(None, 7), show_value(None, None)
    ('7', '6–7', '?–7', '?')
    """
    if lower == upper:
        return "?" if lower is None else str(lower)
    return f"{'?' if lower is None else lower}–{'?' if upper is None else upper}"
