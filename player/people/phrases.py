"""How games with a person are worded: counts, feedback, and the command that reviews a game."""

from __future__ import annotations

from player.rules import names as grammar
from player.rules.history import show_history

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.rules.names import AnyRules

__all__ = ["count", "feedback_in_words", "list_candidates", "review"]

WIDTH = 78
MAX_SHOWN = 100  # candidates that `list` shows


def count(number: int, one: str, many: str = "") -> str:
    """A number and its noun.

    >>> count(1, "guess", "guesses"), count(3, "candidate")
    ('1 guess', '3 candidates')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def feedback_in_words(rules: AnyRules, label: str) -> str:
    """A feedback in words, where the family has words for it, else its label.

    >>> feedback_in_words(grammar.parse("bulls-4x10"), "01")
    '0 bulls, 1 cow'
    """
    if rules.rule.tells == ("bulls", "cows"):
        return f"{count(int(label[0]), 'bull')}, {count(int(label[1]), 'cow')}"
    return label


def review(rules: AnyRules, steps: list[tuple[str, str]]) -> str:
    """The command that reviews a game, ready for a shell.

    >>> review(grammar.parse("bulls-4x10"), [("0123", "01"), ("4561", "40")])
    'treegen review bulls-4x10 --history 0123:01,4561:40'
    """
    import shlex

    game = rules.name if isinstance(rules, grammar.Rules) else rules.source
    return shlex.join(["treegen", "review", game, "--history", show_history(steps)])


def list_candidates(candidates: list[str]) -> str:
    r"""The first candidates in lines of at most 78 characters, and how many more there are.

    >>> list_candidates(["0123", "0132"])
    '0123 0132\n'
    """
    import textwrap

    lines = textwrap.wrap(" ".join(candidates[:MAX_SHOWN]), WIDTH, break_long_words=False, break_on_hyphens=False)
    more = len(candidates) - MAX_SHOWN
    return "".join(f"{line}\n" for line in lines) + (f"and {more} more\n" if more > 0 else "")
