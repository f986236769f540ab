"""The games in plain Python: their names, what may be asked, how a guess is answered, and how both are written.

Nothing here knows trees, judges or people.  May import: `player.errors`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.rules.feedback import read_feedback
    from player.rules.history import read_history, show_history
    from player.rules.names import (
        ALIASES,
        FAMILIES,
        MAX_POSITIONS,
        MAX_SYMBOLS,
        AnyRules,
        Rules,
        parse,
        read_game,
        rules_of,
        with_symbols,
    )  # fmt: skip

__all__ = [
    "ALIASES", "FAMILIES", "MAX_POSITIONS", "MAX_SYMBOLS", "AnyRules", "Rules", "parse", "read_feedback", "read_game",
    "read_history", "rules_of", "show_history", "with_symbols",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'player.rules' has no attribute {name!r}")
    from player.rules import feedback, history, names

    home = next(home for home in (names, feedback, history) if name in dir(home))
    return getattr(home, name)
