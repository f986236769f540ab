"""What options and trees make of a dialect: its words changed, and trees of other games, with what does not fit."""

from __future__ import annotations

from player.errors import BadInput
from player.judge.dialects import DIALECTS, Dialect
from player.judge.wording import Wording, line_parts, quote
from player.rules.misspelt import suggest
from player.rules.names import AnyRules, Rules
from player.tree.columns import Columns
from player.tree.files import find_tree, shipped_trees

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REPLY_FIELDS = ("bulls", "cows", "matches", "marks", "signs", "feedback", "letters")  # see docs/judges.md


def changed(dialect: Dialect, **words: Any) -> Dialect:
    """The same protocol with other words, by the names of their fields; BadInput where a line lacks its guess."""
    for name in ("ask", "final"):
        line = words.get(name)
        if line and line_parts(line) is None:
            raise BadInput(f"--{name} {quote(line)}: the line of a guess holds {{guess}} or {{spaced}} once")
    letters = words.get("letters")
    if letters is not None:
        if not (2 <= len(set(letters)) == len(letters) <= 3 and letters.isprintable() and " " not in letters):
            raise BadInput(f"--letters {quote(letters)}: it takes two or three different ones, such as BC or GYX")
        words = {"reply": "{letters}", **words}
    reply = words.get("reply")
    if reply is not None and not any(f"{{{field}}}" in reply for field in REPLY_FIELDS):
        fields = " ".join(f"{{{field}}}" for field in REPLY_FIELDS)
        more = "--win words the winning reply in another way"
        raise BadInput(f"--reply {quote(reply)}: a reply holds at least one of {fields}; {more}")
    if set(words) - {"limit"}:
        words |= {"name": "custom", "explains": True}
    return Dialect(**{**vars(dialect), "about": "as the options say", **words})


def check_fit(wording: Wording, tree: Columns, own: AnyRules, source: str) -> None:
    """Raise BadInput, which names what to use, unless the tree of the game `own` is one for the judge's game."""
    dialect, rules = wording.dialect, wording.rules
    problem = ""
    if not (isinstance(rules, Rules) and isinstance(own, Rules) and have_same_secrets(rules, own)):
        problem = f"{dialect.called} plays {rules.brief}, but {{}} is a tree of {own.brief}"
    # Where the guesses have no repeats, all ways to count cows agree.
    elif not rules.may_repeat or rules.rule is not own.rule:
        for guess in tree.guesses:
            if not rules.is_guess(guess) or (rules.rule is not own.rule and len(set(guess)) < len(guess)):
                is_count = rules.may_repeat
                why = "counts the cows of repeated digits in another way" if is_count else "allows only distinct digits"
                problem = f"{dialect.called} {why}, but {{}} asks {guess}"
                break
    if problem:
        raise BadInput(f"{problem.format(_called(tree, source))}; use {_usable(dialect, rules)}")


def have_same_secrets(one: AnyRules, other: AnyRules) -> bool:
    """Whether both have the same secrets, and answers that agree at least where no guess repeats a symbol."""
    if not (isinstance(one, Rules) and isinstance(other, Rules)):
        return False
    shape = [(row.positions, row.is_distinct, row.symbols, row.is_nozero) for row in (one, other)]
    is_same = one.rule is other.rule or (one.rule.tells == other.rule.tells != ())
    return shape[0] == shape[1] and is_same


def _called(tree: Columns, source: str) -> str:
    if source == "-":
        return "standard input"
    is_shipped = find_tree(source) != source
    return tree.path.rpartition("/")[2].removesuffix(".tree") if is_shipped else source


def _usable(dialect: Dialect, rules: AnyRules) -> str:
    shipped = shipped_trees()
    games = [rules.name]
    if isinstance(rules, Rules) and rules.is_any:
        games.append(f"{rules.family}-{rules.positions}x{len(rules.symbols)}")
    for game in games:
        for how in ("total", "entropy"):
            if f"{game}.{how}" in shipped:
                return f"{game}.{how}"
    return _how_to_make(dialect, rules.name)


def max_depth(dialect: Dialect) -> int:
    """How deep a tree may be, 0 being any depth: one more than the limit where naming the secret does not count."""
    return dialect.limit and dialect.limit + (bool(dialect.final) and not dialect.final_counts)


def depth_problem(dialect: Dialect, depth: int, is_given: bool) -> str:
    """What is wrong with a tree of that depth, "" if nothing is; the limit comes from --limit if it `is_given`.

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
    problem = depth_problem(dialect, len(tree.histogram), is_given)
    if problem:
        game = "GAME" if ":" in tree.game else tree.game
        raise BadInput(f"{problem}; name {_how_to_make(dialect, game)}")


def suggest_dialect(name: str) -> str:
    """The end of the message about an unknown dialect; the number of its problem is enough to know it by."""
    number = "".join(symbol for symbol in name if symbol.isdecimal())
    if number == "1442":
        return "its programs are made by: treegen differentiate --to cpp"
    near = [row for row in DIALECTS if len(number) >= 3 and number in row]
    return f"did you mean {near[0]}?" if len(near) == 1 else suggest(name, DIALECTS)


def missing_tree(dialect: Dialect, source: str) -> str:
    """The message about a dialect whose tree is not shipped."""
    game = source.partition(".")[0]
    return f"no tree of {game} is shipped for {dialect.name}; name {_how_to_make(dialect, game)}"


def _how_to_make(dialect: Dialect, game: str) -> str:
    if not dialect.limit:
        return f"one made by: treegen build {game}"
    depth = max_depth(dialect)
    return f"one of depth at most {depth}; this looks for it: treegen solve {game} --max-depth {depth} --time 10m"
