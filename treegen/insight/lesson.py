"""A lesson about a game: its rules, what the first guess tells, bounds by depth, and five questions with answers."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2
from typing import TYPE_CHECKING

from player.errors import BadInput, NoSuchTree, TreeFormatError
from player.rules.symbols import show_word
from player.tree import Tree, open_tree
from treegen.games.lookup import as_game
from treegen.insight.analysis import table
from treegen.insight.bounds import bounds, explain
from treegen.insight.rows import games_of

if TYPE_CHECKING:
    from treegen.games.game import Game

__all__ = ["Lesson", "lesson"]

_SOON = 5.0  # seconds in which a tree of a game is sought that is not shipped
_MOST_ROWS = 14  # of the table of the first guess


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a handout says; `tables` are (heading, header, rows), `questions` are (question, answer)."""

    title: str
    tree: Tree
    rules: tuple[str, ...]
    tables: tuple[tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]], ...]
    questions: tuple[tuple[str, str], ...]


def lesson(game: Game | str) -> Lesson:
    """Return a lesson about a game; BadInput for a game with weights, or one of which no tree is found.

    >>> made = lesson("bulls-3x4")
    >>> made.tree.tally, made.questions[0]
    ('72:4:7', ('How many secrets are there?', '24.'))
    """
    game = as_game(game, "lesson")
    rows = bounds(game)
    tree = _tree(game)
    first = tree.guesses[0]
    told = [row for row in table(game, first) if row["feedback"] != "sum"]
    told.sort(key=lambda row: -row["count"])
    shown = show_word(game.rules, first)
    left = len(told) - _MOST_ROWS
    cells = [(row["feedback"], f"{row['count']:,}", f"{row['bits_gained']:.2f}") for row in told[:_MOST_ROWS]]
    if left > 0:
        cells.append((f"{left} more", str(sum(row["count"] for row in told[_MOST_ROWS:])), ""))
    depths = [(str(row["depth"]), *map(_most, (row["information"], row["counting"], row["caps"], row["found"])))
              for row in rows]  # fmt: skip
    return Lesson(
        game.title,
        tree,
        _rules(game),
        (
            (f"After the first guess {shown}", ("answer", "secrets left", "bits gained"), tuple(cells)),
            (
                "The most secrets that can be found",
                ("guesses", "information", "counting", "caps", "best tree"),
                tuple(depths),
            ),
        ),
        _questions(game, tree, shown, told[0]["feedback"], told[0]["count"], explain(game, rows).split("\n")),
    )


def _tree(game: Game) -> Tree:
    """The shipped tree of least total, or the best that is soon found."""
    from treegen.optimal.building import build
    from treegen.optimal.solver import StoppedEarly, solve

    if game.rules is not None and ":" not in game.name:
        try:
            tree = open_tree(f"{game.name}.total")
        except (BadInput, TreeFormatError):
            pass
        else:
            if (tree.game, tree.labels) == (game.name, game.labels):
                return tree
    try:
        return solve(game, time_limit=_SOON)
    except StoppedEarly as early:
        return early.tree or build(game, max_depth=None)
    except NoSuchTree as error:
        raise BadInput(f"{game.brief}: {error}") from None


def _rules(game: Game) -> tuple[str, ...]:
    """The rules in sentences, as far as they are known in words."""
    known = game.rules
    lines = ["One player keeps a secret, and the other one finds it with as few guesses as possible."]
    if known is not None and hasattr(known, "describe_secret"):
        lines.append(f"A secret is {known.describe_secret()}; a guess is {known.describe_guess()}.")
    about = getattr(getattr(known, "rule", None), "about", "")
    if about:
        lines.append(f"Each guess is answered: {about}. A bull is a symbol in its place, a cow one in another place."
                     if "bulls" in about else f"Each guess is answered: {about}.")  # fmt: skip
    lines.append(f"The answer {game.labels[game.winning]} ends the game.")
    return tuple(lines)


def _most(count: int | None) -> str:
    """A number for a narrow column."""
    return "" if count is None else f"{count:,}" if count < 10**9 else "over 10⁹"


def _questions(
    game: Game, tree: Tree, first: str, widest: str, most: int, why: list[str]
) -> tuple[tuple[str, str], ...]:
    secrets, depth, halvings = len(game.secrets), tree.depth, (len(game.secrets) - 1).bit_length()
    secret, asked = _deepest(game, tree)
    path = ", ".join(show_word(game.rules, guess) for guess in asked)
    is_deeper = 1 < depth <= len(why) - 1
    return (
        ("How many secrets are there?", f"{secrets:,}."),
        (
            f"Which answer to the first guess {first} tells least, and how many secrets does it leave?",
            f"{widest}: it leaves {most:,} of {secrets:,} secrets, and gains {log2(secrets / most):.2f} bits.",
        ),
        (
            f"How many yes-or-no questions would be needed for {secrets:,} secrets, if each halved them?",
            f"{halvings}, since 2 to the power of {halvings} is {1 << halvings:,}, the first that is not less.",
        ),
        (
            f"The tree needs {depth} guess{'es' * (depth != 1)} at most. Would one less be enough?",
            why[depth - 1] if is_deeper else "Nothing is known of it." if depth > 1 else "No: nothing would be asked.",
        ),
        (
            f"The secret is {show_word(game.rules, secret)}. Play the tree: which guesses does it ask?",
            f"{path}. On average it needs {tree.average:.2f} guesses.",
        ),
    )


def _deepest(game: Game, tree: Tree) -> tuple[str, list[str]]:
    """The first secret that the tree finds last, and the guesses that it asks for it."""
    secret, history = max(games_of(tree), key=lambda found: found[1].count(":"))
    return secret, [guess for guess, _ in game.read_history(history)]
