"""Changes the wording of a dialect by options, and explains why a tree does not fit a dialect."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from string import Formatter

from player.errors import BadInput, quote
from player.judge.dialects import DEFAULT, DIALECTS, Dialect
from player.judge.wording import Wording, fields, read_line, read_map
from player.rules.names import AnyRules, Rules
from player.tree.columns import Columns
from player.tree.files import shipped_trees

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

REPLY_FIELDS = ("bulls", "cows", "matches", "marks", "signs", "feedback", "letters", "spaced")  # see docs/judges.md
_MARKED = "{spaced:2=RIGHT|1=NEAR|0=NO}"


def find_worded(name: str | None, words: Mapping[str, Any] | None = None) -> Dialect:
    """Return the dialect `name`, or the default one, changed by `words`; without a name, they change `plain`."""
    words = {key: value for key, value in (words or {}).items() if value is not None}
    if name and name not in DIALECTS:
        from player.rules.misspelt import suggest

        raise BadInput(f"{quote(name)}: no such dialect; {suggest(name, DIALECTS)}")
    base = DIALECTS[name or DEFAULT]
    if not name and any(key != "limit" for key in words):
        return changed(DIALECTS["plain"], tree=base.tree, **words)
    return changed(base, **words) if words else base


def changed(dialect: Dialect, **words: Any) -> Dialect:
    """Return the dialect with other fields. Raises BadInput for a line without a guess, and for other bad values."""
    for name in ("ask", "final"):
        line = words.get(name)
        if line and read_line(line) is None:
            numbers = "; in a game of numbers {number}, perhaps behind {question}"
            raise BadInput(f"--{name} {quote(line)}: the line of a guess holds {{guess}} or {{spaced}} once{numbers}")
    letters = words.get("letters")
    if letters is not None:
        if not (2 <= len(set(letters)) == len(letters) <= 3 and letters.isprintable() and " " not in letters):
            raise BadInput(f"--letters {quote(letters)}: it takes two or three different ones, such as BC or GYX")
        words = {"reply": "{letters}", **words}
    reply = words.get("reply")
    if reply is not None and not any(f"{{{field}{end}" in reply for field in REPLY_FIELDS for end in "}:"):
        fields = " ".join(f"{{{field}}}" for field in REPLY_FIELDS)
        more = "--win words the winning reply in another way"
        if "=" in reply:
            more = f"a map stands behind a field, as in {_MARKED}"
        raise BadInput(f"--reply {quote(reply)}: a reply holds at least one of {fields}; {more}")
    if set(words) - {"limit"}:
        words |= {"name": "custom", "explains": True}
    return Dialect(**{**vars(dialect), "about": "as the options say", **words})


def unknown_field(dialect: Dialect, rules: AnyRules) -> BadInput:
    """Return the error about a reply with a field that the game does not tell."""
    worded = " and ".join(map(quote, dict.fromkeys((dialect.reply, dialect.win or dialect.reply))))
    known = " ".join(f"{{{field}}}" for field in fields(rules, rules.labels[0]))
    return BadInput(f"{dialect.called} replies {worded}, but {rules.brief} tells only {known}; try {_example(rules)}")


def _example(rules: AnyRules) -> str:
    """Return a reply with which all answers of a game can be told apart."""
    if rules.rule.is_marked:
        return _MARKED
    if rules.rule.tells:
        return " ".join(f"{{{name}}} {name}" for name in rules.rule.tells)
    return f"{{feedback:{'|'.join(f'{label}={label.upper()}' for label in rules.labels[:4])}}}"


def check_replies(dialect: Dialect, rules: AnyRules, replies: Mapping[str, str]) -> None:
    """Raise BadInput unless replies can be told apart, word by word, and their maps have only keys that come."""
    values_of = [fields(rules, label, dialect.letters) for label in rules.labels]
    for name, words in [(name, words) for _, name, words, _ in Formatter().parse(dialect.reply) if name and words]:
        keys = {one for values in values_of for one in values[name].elements}
        if unknown := sorted(read_map(words)[0].keys() - keys):
            raise BadInput(f"{{{name}}} is never {quote(unknown[0])}, but one of: {' '.join(sorted(keys)[:9])}")
    rows = sorted((text.split(), label) for label, text in replies.items())
    for (reply, label), (longer, other) in pairwise(rows):
        if longer[: len(reply)] == reply:
            problem = f"{quote(dialect.reply)}, which is the same for several answers, {label} and {other}"
            if longer != reply:
                shown = quote(" ".join(reply)) if reply else "nothing"
                problem = f"{shown} to {label}, with which another reply begins, {quote(' '.join(longer))}"
            raise BadInput(f"{dialect.called} replies {problem}; try {_example(rules)}")


def check_words(wording: Wording) -> None:
    """Raise BadInput for the line of a guess that the game does not have, or that cannot be read back."""
    rules, dialect = wording.rules, wording.dialect
    is_number = rules.rule.naming != ""
    for line, text in ((wording.question, dialect.ask), (wording.answer, dialect.final or dialect.ask)):
        if line.blank and not getattr(rules, "positions", 0):
            raise BadInput(f"{{spaced}} needs guesses of one length, which {rules.brief} does not have; use {{guess}}")
        if not line.words:
            continue
        if (len(line.kinds) > 1) != is_number:
            right = "{question:gt=>|eq==} {number}" if is_number else "{guess} or {spaced}"
            raise BadInput(f"{quote(text)} is not for guesses of {rules.brief}; use {right}")
        if is_number:
            (_, *gt), (_, *eq) = line.ends()
            if gt == eq and not (wording.has_final and rules.losing):
                raise BadInput(f"{quote(text)} is the same for gt50 and eq50; use {{question:gt=>|eq==}} {{number}}")
            continue
        symbols = set(rules.symbols or "".join(rules.guesses()))
        texts = [line.words.get(symbol, symbol) for symbol in symbols]
        if unknown := sorted(line.words.keys() - symbols):
            raise BadInput(f"{quote(text)}: {quote(unknown[0])} is not a symbol of {rules.brief}")
        is_word = [one.split() == [one] and (len(one) == 1 or line.blank) for one in texts]
        if len(set(texts)) < len(texts) or not all(is_word):
            kind = "words, as in {spaced:1=red|2=blue}, or single letters" if not line.blank else "words"
            raise BadInput(f"{quote(text)}: the texts of symbols must be different {kind}")


def check_fit(wording: Wording, tree: Columns, own: AnyRules) -> None:
    """Raise BadInput, which names a better tree, unless the tree of the game `own` fits the judge's game."""
    dialect, rules = wording.dialect, wording.rules
    called, use = tree.path.rpartition("/")[2].removesuffix(".tree"), dialect.tree
    if use not in shipped_trees():
        use = how_to_make(dialect, rules.name)
    if not (isinstance(rules, Rules) and have_same_secrets(rules, own)):
        raise BadInput(f"{dialect.called} plays {rules.brief}, but {called} is a tree of {own.brief}; use {use}")
    # If no guess repeats a symbol, all ways to count cows agree.
    is_other = rules.rule is not own.rule
    for guess in () if rules.may_repeat and not is_other else tree.guesses:
        if not rules.is_guess(guess) or (is_other and len(set(guess)) < len(guess)):
            raise BadInput(f"{dialect.called} does not answer {guess} as the game of {called} does; use {use}")


def have_same_secrets(one: AnyRules, other: AnyRules) -> bool:
    """Return whether both have the same secrets, and the same answers to guesses without repeated symbols."""
    if not (isinstance(one, Rules) and isinstance(other, Rules)):
        return False
    shape = [(row.positions, row.is_distinct, row.symbols, row.is_nozero) for row in (one, other)]
    is_same = one.rule is other.rule or (one.rule.tells == other.rule.tells != ())
    return shape[0] == shape[1] and is_same


def max_depth(dialect: Dialect) -> int:
    """Return the greatest depth of a tree, 0 for any: one more than the limit if the final answer does not count."""
    return dialect.limit and dialect.limit + (bool(dialect.final) and not dialect.final_counts)


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
    problem = depth_problem(dialect, len(tree.histogram), is_given)
    if problem:
        raise BadInput(f"{problem}; name {how_to_make(dialect, 'GAME' if ':' in tree.game else tree.game)}")


def how_to_make(dialect: Dialect, game: str) -> str:
    """Describe a tree for a dialect, with the command that makes one."""
    if not dialect.limit:
        return f"one made by: treegen build {game}"
    depth = max_depth(dialect)
    return f"one of depth at most {depth}; this looks for it: treegen solve {game} --max-depth {depth} --time 10m"
