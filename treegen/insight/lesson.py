"""The content of a handout about a game: its rules, the first guess, bounds by depth, a game, and questions."""

from __future__ import annotations

import os
import random
from dataclasses import dataclass, replace
from math import log2
from typing import NamedTuple

from player.errors import BadInput, NoSuchTree, require
from player.rules.lists import WordRules
from player.rules.names import Rules
from player.rules.titles import HUES, hues_of, show_word
from player.tree import Tree
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.insight.analysis import table
from treegen.insight.bounds import BoundsRow, bounds, explain
from treegen.insight.compare import trees_of
from treegen.insight.position import follow
from treegen.insight.rows import plays_of
from treegen.insight.rowtypes import CellRow
from treegen.insight.shipped import find_proved_tree
from treegen.optimal.build import build
from treegen.optimal.solve import best_in_time

_SOON = 5.0  # A game without a shipped tree is searched for this many seconds.
_MOST_ROWS = 14  # The table of the first guess has at most this many rows.
# These texts explain the columns of the tables.
_CELLS = "left: the secrets that give this answer; bits: log2 of how many times fewer they are; share × bits: what the"
_CELLS += " answer adds to the bits that the guess is expected to gain."
_BOUNDS = "Upper bounds for each number of guesses: information, the sequences of answers; counting, the guesses that"
_BOUNDS += " can win in a full tree; caps, the same, with no more answers than a guess has after the first one."
_BOUNDS += " best tree: what the best known tree finds."


@dataclass(frozen=True, slots=True)
class Lesson:
    """The content of a handout.  A table is (heading, header, rows), and `columns` explains the tables.

    `questions` are pairs (question, answer); an answer is empty if it is on another sheet, the one with `is_key`.  If
    `is_blank`, the picture of the tree is to be filled in.
    """

    title: str
    tree: Tree
    rules: tuple[str, ...]
    tables: tuple[tuple[str, tuple[str, ...], tuple[tuple[str, ...], ...]], ...] = ()
    columns: tuple[str, ...] = ()
    questions: tuple[tuple[str, str], ...] = ()
    is_blank: bool = False
    is_key: bool = False

    def apart(self) -> tuple[Lesson, Lesson]:
        """Return the sheet without the answers, and the sheet with the answers."""
        answers = tuple(f"{number}.  {answer}" for number, (_, answer) in enumerate(self.questions, 1))
        exercises = tuple((question, "") for question, _ in self.questions)
        return replace(self, questions=exercises), replace(
            self, title=f"{self.title} \u2713", rules=answers, tables=(), columns=(), questions=(), is_key=True
        )


def lesson(
    game: Game | str, tree: str = "", *, questions: int = 6, seed: int | None = None, is_blank: bool = False,
    static_questions: tuple[tuple[str, ...], int] | None = None,
) -> Lesson:  # fmt: skip
    """Return a lesson about a game.  Raises BadInput for a game with weights, or without a tree.

    `tree` is a tree or a strategy as in `compare`, by default the best known tree.  One question is about a secret that
    the tree finds last or, with a `seed`, a random secret; each question beyond six is about another secret.  If
    `is_blank`, the picture of the tree is to be filled in.  `static_questions` is a pair: questions that distinguish
    all secrets when they are asked at once, and a proved lower bound of their number; it adds one exercise.
    """
    game = as_game(game, "lesson")
    require(game.costs is None, f"{game.brief}: a handout is about numbers of guesses; leave the row @cost out")
    rows = bounds(game)
    shown_tree = trees_of(game, tree, None)[0] if tree else _best_tree(game)
    first = write_word(game.rules, shown_tree.guesses[0])
    *parts, whole = table(game, shown_tree.guesses[0])
    parts.sort(key=lambda row: -row["count"])
    plays = [history for _, history in plays_of(shown_tree)]
    count = min(max(1, questions - 5), len(plays))
    chosen = random.Random(seed or 0).sample(plays, count)
    if seed is None:
        deepest = max(plays, key=lambda history: history.count(":"))
        chosen = [deepest, *(history for history in chosen if history != deepest)][:count]
    played = [_steps(game, history) for history in chosen]
    secret, steps = played[0]
    counts = [(row["depth"], row["information"], row["counting"], row["caps"], row["found"]) for row in rows]
    depths = tuple(
        tuple("" if number is None else f"{number:,}" if number < 10**9 else "over 10⁹" for number in line)
        for line in counts
    )
    path = [(step.guess, f"{step.before:,}", "_____") for step in steps]
    # After its head, `why` has a line for each depth; the last depth is enough, and so is every greater one.
    why, depth = explain(game, rows).split("\n")[:-1], shown_tree.depth
    enough = why[min(depth - 1, len(why) - 1)] if depth > 1 else "No: nothing would be asked."
    average = f"{shown_tree.average:.2f} guesses on average"
    exercises = [
        *_questions_of_bits(game, first, parts, whole["bits_gained"]),
        (f"The tree needs {average}, and {depth} at most. Would {depth - 1} be enough?", enough),
        *(_question_of_secret(*each) for each in played),
    ][:questions]
    if static_questions is not None:
        found, bound = static_questions
        proof = "no fewer can (proved)" if len(found) == bound else f"{bound} at least are needed"
        answer = f"{len(found)}: {_join([write_word(game.rules, question) for question in found])}; {proof}."
        how_many = f"How many questions, put all at once, distinguish all {len(game.secrets):,} secrets?"
        exercises.append((how_many, answer))
    tables = (
        (f"After the first guess {first}", ("answer", "left", "share", "bits", "share × bits"), _cells(parts, whole)),
        ("The most secrets that can be found", ("guesses", "information", "counting", "caps", "best tree"), depths),
        (f"The tree's guesses for {secret}", ("guess", "left before", "answer"), tuple(path)),
    )
    rules = (*_rules(game), _about(shown_tree, rows))
    return Lesson(game.title, shown_tree, rules, tables, (_CELLS, _BOUNDS), tuple(exercises), is_blank)


def _about(tree: Tree, rows: list[BoundsRow]) -> str:
    stem = os.path.basename(tree.path or "").removesuffix(".tree")
    name = f"The tree {stem}, " if stem else "The tree "
    name += f"of the strategy {tree.strategy}" if tree.method == "build" else f"of least {tree.objective}"
    lower, upper = rows[-1]["total_bound"], rows[-1]["best_total"]
    secrets, found = tree.secrets, f"{tree.total:,} guesses, {tree.average:.4f} on average"
    claim = "no tree needs fewer (proved)"
    if tree.total != lower:
        best = upper if upper == lower and upper is not None else None
        claim = "how many are needed at least is not known" if lower is None else f"no tree needs fewer than {lower:,}"
        claim = claim if best is None else f"the best needs {best:,}, {best / secrets:.4f} on average (proved)"
    return f"{name}{',' * bool(stem)} finds all {secrets:,} secrets with {found}; {claim}."


def _cells(parts: list[CellRow], whole: CellRow) -> tuple[tuple[str, ...], ...]:
    rows = [
        (row["feedback"], f"{row['count']:,}", f"{row['share']:.4f}", f"{row['bits_gained']:.2f}", _bits([row]))
        for row in parts[:_MOST_ROWS]
    ]
    rest = parts[_MOST_ROWS:]
    if rest:
        count, share = sum(row["count"] for row in rest), sum(row["share"] for row in rest)
        rows.append((f"{len(rest)} more", f"{count:,}", f"{share:.4f}", "", _bits(rest)))
    return (*rows, ("sum", f"{whole['count']:,}", "1.0000", "", f"{whole['bits_gained']:.4f}"))


def _bits(rows: list[CellRow]) -> str:
    return f"{sum(row['share'] * row['bits_gained'] for row in rows):.4f}"


def _best_tree(game: Game) -> Tree:
    try:
        return find_proved_tree(game) or best_in_time(game, time_limit=_SOON) or build(game, max_depth=None)
    except NoSuchTree as error:
        raise BadInput(f"{game.brief}: {error}") from None


def _rules(game: Game) -> list[str]:
    rules = game.rules
    lines = ["One player keeps a secret, and the other one finds it with as few guesses as possible."]
    if rules is not None:
        lines.append(f"A secret is {rules.secret_form}; a guess is {rules.guess_form}.")
    if isinstance(rules, Rules) and (*rules.rule.meaning, rules.rule.counting) == ("bulls", "cows", "once"):
        often = "; a symbol counts as often as both have it" * rules.may_repeat
        lines.append(f"Each guess is answered with the number of its bulls, symbols that have the same place in the "
                     f"secret, and of its cows, symbols that have another place in the secret{often}.")  # fmt: skip
    elif isinstance(rules, Rules | WordRules):
        bulls = " A bull is a symbol in its place, a cow one in another place." * ("bulls" in rules.rule.about)
        lines.append(f"Each guess is answered: {rules.rule.about}.{bulls}")
    if isinstance(rules, Rules) and (hues := hues_of(rules.names)):
        lines.append(f"The symbols are {', '.join(f'{HUES[hue]} ({hue})' for hue in hues)}.")
    return [*lines, f"The answer {game.labels[game.winning]} ends the game."]


def _questions_of_bits(game: Game, first: str, parts: list[CellRow], expected: float) -> tuple[tuple[str, str], ...]:
    secrets, most = len(game.secrets), parts[0]["count"]
    halvings = (secrets - 1).bit_length()
    widest = " or ".join(row["feedback"] for row in parts if row["count"] == most)
    gained = log2(secrets / most)
    return (
        ("How many secrets are there?", f"{secrets:,}."),
        (
            f"Which answer to the first guess {first} gains least, and how many secrets does it leave?",
            f"{widest}: it leaves {most:,} of {secrets:,} secrets, and gains {gained:.2f} bits.",
        ),
        (
            f"How many bits is the first guess {first} expected to gain?",
            f"{expected:.2f}, the sum of share × bits. The secret has log2 {secrets:,} = {log2(secrets):.2f} bits.",
        ),
        (
            f"How many yes-or-no questions would be needed for {secrets:,} secrets, if each halved them?",
            f"{halvings}, since 2 to the power of {halvings} is {1 << halvings:,}, the first that is not less.",
        ),
    )


def _question_of_secret(secret: str, steps: list[_Step]) -> tuple[str, str]:
    most = max(step.bits for step in steps)
    best = [step for step in steps if step.bits == most]  # equal quotients of integers are equal floats
    gained = _join([step.guess for step in best])
    left = _join([f"{step.after:,} of {step.before:,}" for step in best])
    bits = f"gain most, {most:.2f} bits each: they leave" if best[1:] else f"gains most, {most:.2f} bits: it leaves"
    answers = ", ".join(f"{step.guess}: {step.answer}" for step in steps)
    return (
        f"The secret is {secret}. How is each guess of the tree answered, and which one gains most bits?",
        f"{answers}. {gained} {bits} {left}.",
    )


def _join(texts: list[str]) -> str:
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if texts[1:] else texts)


class _Step(NamedTuple):
    guess: str
    answer: str
    before: int
    after: int

    @property
    def bits(self) -> float:
        return log2(self.before / self.after)


def _steps(game: Game, history: str) -> tuple[str, list[_Step]]:
    rounds, steps = list(follow(game, history)), []
    for one in rounds:
        guess = write_word(game.rules, game.guesses[one.guess])
        steps.append(_Step(guess, game.labels[one.feedback], len(one.position.candidates), len(one.left)))
    return write_word(game.rules, game.secrets[rounds[-1].left[0]]), steps


def write_word(rules: object, word: str) -> str:
    """Return a guess or secret as on a sheet: symbols that are named after colours become letters of the colours."""
    return show_word(rules, word, [HUES[hue] for hue in hues_of(getattr(rules, "names", ()))])
