"""How games with a person are worded: counts, feedback, and the command that reviews a game."""

from __future__ import annotations

from player.rules import names as grammar
from player.rules.history import show_history

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from player.rules.names import AnyRules

__all__ = ["count", "in_columns", "list_candidates", "review", "tell_feedback", "what_is_asked"]

WIDTH = 78
MAX_SHOWN = 100  # candidates that `list` shows


def count(number: int, one: str, many: str = "") -> str:
    """A number and its noun.

    >>> count(1, "guess", "guesses"), count(3, "candidate")
    ('1 guess', '3 candidates')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def tell_feedback(rules: AnyRules, label: str) -> str:
    """A feedback in words, where the family has words for it, else its label.

    >>> tell_feedback(grammar.parse("bulls-4x10"), "01")
    '0 bulls, 1 cow'
    """
    if rules.rule.tells == ("bulls", "cows"):
        return f"{count(int(label[0]), 'bull')}, {count(int(label[1]), 'cow')}"
    return label


def what_is_asked(rules: AnyRules) -> str:
    """What a feedback of the game tells, in words.

    >>> what_is_asked(grammar.parse("bulls-4x10"))
    'bulls and cows'
    """
    return rules.asked


def review(rules: AnyRules, steps: list[tuple[str, str]]) -> str:
    """The command that reviews a game, ready for a shell.

    >>> review(grammar.parse("bulls-4x10"), [("0123", "01"), ("4561", "40")])
    'treegen review bulls-4x10 --history 0123:01,4561:40'
    """
    import shlex

    game = rules.name if isinstance(rules, grammar.Rules) else rules.source
    return shlex.join(["treegen", "review", game, "--history", show_history(steps)])


def in_columns(words: Iterable[str]) -> str:
    r"""Words in lines of at most 78 characters.

    >>> in_columns(["0123", "0132"])
    '0123 0132\n'
    """
    import textwrap

    lines = textwrap.wrap(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "".join(f"{line}\n" for line in lines)


def list_candidates(candidates: list[str]) -> str:
    r"""The first candidates in lines, and how many more there are.

    >>> list_candidates(["0123", "0132"])
    '0123 0132\n'
    """
    more = len(candidates) - MAX_SHOWN
    return in_columns(candidates[:MAX_SHOWN]) + (f"and {more} more\n" if more > 0 else "")
