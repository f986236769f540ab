"""How games with a person are worded: counts, feedback, and the command that reviews a game."""

from __future__ import annotations

from player import rules as grammar

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from player.rules import Rules

__all__ = ["count", "in_columns", "review", "tell_feedback"]

_CODE_FAMILIES = ("bulls", "mastermind")
WIDTH = 78


def count(number: int, one: str, many: str = "") -> str:
    """A number and its noun.

    >>> count(1, "guess", "guesses"), count(3, "candidate")
    ('1 guess', '3 candidates')
    """
    return f"{number} {one if number == 1 else many or one + 's'}"


def tell_feedback(rules: Rules, label: str) -> str:
    """A feedback in words, where the family has words for it, else its label.

    >>> tell_feedback(grammar.parse("bulls-4x10"), "01")
    '0 bulls, 1 cow'
    """
    if rules.name.partition("-")[0] in _CODE_FAMILIES:
        return f"{count(int(label[0]), 'bull')}, {count(int(label[1]), 'cow')}"
    return label


def review(rules: Rules, steps: list[tuple[str, str]]) -> str:
    """The command that reviews a game, ready for a shell.

    >>> review(grammar.parse("bulls-4x10"), [("0123", "01"), ("4561", "40")])
    'treegen review bulls-4x10 --history 0123:01,4561:40'
    """
    import shlex

    return shlex.join(["treegen", "review", rules.name, "--history", grammar.show_history(steps)])


def in_columns(words: Iterable[str]) -> str:
    r"""Words in lines of at most 78 characters.

    >>> in_columns(["0123", "0132"])
    '0123 0132\n'
    """
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= WIDTH:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return "".join(line + "\n" for line in lines)
