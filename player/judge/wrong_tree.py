"""Changes the wording of a dialect by options, and explains why a tree does not fit a dialect."""

from __future__ import annotations

from collections.abc import Mapping

from player.errors import BadInput, quote, require
from player.judge.checks import MARKED
from player.judge.dialects import DEFAULT, DIALECTS, Dialect
from player.judge.lines import read_line
from player.judge.wording import Wording
from player.rules.misspelt import suggest
from player.rules.names import AnyRules, Rules
from player.tree.columns import Columns
from player.tree.files import shipped_trees

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REPLY_FIELDS = ("bulls", "cows", "matches", "marks", "signs", "feedback", "letters", "spaced")  # see docs/judges.md


def find_worded(name: str | None, words: Mapping[str, Any] | None = None) -> Dialect:
    """Return the dialect `name` (None: the default, or `plain` if not only the limit changes), changed by `words`."""
    words = {key: value for key, value in (words or {}).items() if value is not None}
    if name and name not in DIALECTS:
        raise BadInput(f"{quote(name)}: no such dialect; {suggest(name, DIALECTS)}")
    base = DIALECTS[name or DEFAULT]
    if not name and any(key != "limit" for key in words):
        return changed(DIALECTS["plain"], tree=base.tree, **words)
    return changed(base, **words) if words else base


def changed(dialect: Dialect, **words: Any) -> Dialect:
    """Return the dialect with the fields `words`. Raises BadInput for a line without a guess, or a bad value."""
    for name in ("ask", "final"):
        line = words.get(name)
        if line and read_line(line) is None:
            raise BadInput(f"--{name} {quote(line)}: the line of a guess holds {{guess}} or {{spaced}} once")
    letters = words.get("letters")
    if letters is not None:
        are_good = 2 <= len(set(letters)) == len(letters) <= 3 and letters.isprintable() and " " not in letters
        require(are_good, f"--letters {quote(letters)}: it takes two or three different ones, such as BC or GYX")
        words = {"reply": "{letters}", **words}
    reply = words.get("reply")
    if reply is not None and not any(f"{{{field}{end}" in reply for field in REPLY_FIELDS for end in "}:"):
        fields = " ".join(f"{{{field}}}" for field in REPLY_FIELDS)
        more = f"--win words the winning reply in another way, a map all, as in {MARKED}"
        raise BadInput(f"--reply {quote(reply)}: a reply holds at least one of {fields}; {more}")
    if set(words) - {"limit"}:
        words |= {"name": "custom", "explains": True}
    return Dialect(**{**vars(dialect), "about": "as the options say", **words})


def check_fit(wording: Wording, tree: Columns, own: AnyRules) -> None:
    """Raise BadInput, which names a better tree, unless the tree of the game `own` fits the judge's game."""
    dialect, rules = wording.dialect, wording.rules
    called, use = tree.path.rpartition("/")[2].removesuffix(".tree"), dialect.tree
    if use not in shipped_trees():
        use = how_to_make(dialect, rules.name)
    problem = f"{dialect.called} plays {rules.brief}, but {called} is a tree of {own.brief}; use {use}"
    require(play_alike(rules, own), problem)
    # If no guess repeats a symbol, all ways to count cows agree.
    has_other_rule = rules.rule is not own.rule
    for guess in () if rules.may_repeat and not has_other_rule else tree.guesses:
        if not rules.is_guess(guess) or (has_other_rule and len(set(guess)) < len(guess)):
            raise BadInput(f"{dialect.called} does not answer {guess} as the game of {called} does; use {use}")


def play_alike(one: AnyRules, other: AnyRules) -> bool:
    """Return whether both games have the same secrets, and answer guesses without repeated symbols alike."""
    if not (isinstance(one, Rules) and isinstance(other, Rules)):
        return False
    shape = [(row.positions, row.is_distinct, row.symbols, row.is_nozero) for row in (one, other)]
    is_same = one.rule is other.rule or (one.rule.meaning == other.rule.meaning != ())
    return shape[0] == shape[1] and is_same


def max_depth(dialect: Dialect) -> int:
    """Return the greatest depth of a tree (0: any): one more than the limit if a final answer names the secret."""
    return dialect.limit and dialect.limit + bool(dialect.final)


def depth_problem(dialect: Dialect, depth: int, is_given: bool) -> str:
    """Return the problem with a tree of that depth, or ""; the limit comes from --limit if it `is_given`.

    >>> from player.judge.dialects import DIALECTS
    >>> depth_problem(DIALECTS["gym-101192d"], 9, False)
    'gym-101192d allows 8 guesses, but the tree needs up to 9'
    """
    most, allowed = max_depth(dialect), dialect.limit
    if not 0 < most < depth:
        return ""
    who, guesses = "--limit" if is_given else dialect.called, "guess" if allowed == 1 else "guesses"
    return f"{who} allows {allowed} {guesses}, but the tree needs up to {depth - most + allowed}"


def check_depth(dialect: Dialect, tree: Columns, is_given: bool) -> None:
    """Raise BadInput, which names a command that looks for another tree, if the judge allows too few guesses."""
    problem = depth_problem(dialect, tree.turns, is_given)
    require(not problem, f"{problem}; name {how_to_make(dialect, 'GAME' if ':' in tree.game else tree.game)}")


def how_to_make(dialect: Dialect, game: str) -> str:
    """Describe a tree for a dialect, with the command that makes one."""
    if not dialect.limit:
        return f"one made by: treegen build {game}"
    depth = max_depth(dialect)
    return f"one of depth at most {depth}; this looks for it: treegen solve {game} --max-depth {depth} --time 10m"
