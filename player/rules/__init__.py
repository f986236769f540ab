"""The games in plain Python: their names, what may be asked, how a guess is answered, and how both are written.

Nothing here knows trees, judges or people.  May import: `player.errors`.
"""

from player.rules.names import (
    ALIASES,
    FAMILIES,
    MAX_POSITIONS,
    MAX_SYMBOLS,
    Rules,
    parse,
    read_feedback,
    read_game,
    read_history,
    rules_of,
    show_history,
    with_symbols,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.rules.names import AnyRules as AnyRules

__all__ = [
    "ALIASES",
    "FAMILIES",
    "MAX_POSITIONS",
    "MAX_SYMBOLS",
    "Rules",
    "parse",
    "read_feedback",
    "read_game",
    "read_history",
    "rules_of",
    "show_history",
    "with_symbols",
]
