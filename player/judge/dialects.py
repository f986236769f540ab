"""One row per judge protocol: how a judge words its questions and answers, and which trees can be played there."""

from __future__ import annotations

from player import rules as grammar
from player import tree as trees
from player.errors import BadInput
from player.judge.wording import REPLY_FIELDS, Dialect, Wording, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from typing import Any

    from player.rules.names import AnyRules, Rules
    from player.tree import Tree

__all__ = [
    "DEFAULT",
    "DIALECTS",
    "REPLY_FIELDS",
    "Dialect",
    "Wording",
    "choose",
    "find_dialect",
    "find_worded",
    "printable",
    "suggest",
]


DIALECTS = {
    row.name: row
    for row in (
        Dialect(
            "codeforces-753", "bulls-4x10-any", 7, "{guess}", "{bulls} {cows}", "Codeforces 753C, Luogu (B: 50)",
            tree="bulls-4x10-any.total",
        ),
        Dialect(
            "gym-101192d", "bulls-4x10", 8, "{guess}", "{bulls}{cows}", "Codeforces gym 101192D, distinct digits",
            tree="bulls-4x10.total",
        ),
        Dialect("plain", "", 0, "{guess}", "{feedback}", "any game, that of the tree, without a limit"),
        Dialect(
            "spj-int1c", "bulls-4x10-any-each", 0, "! {guess}", "{bulls}A{cows}B",
            "1A2B where each digit of the guess that stands elsewhere is a cow", tree="bulls-4x10.total",
        ),
        Dialect(
            "wc2006-guess", "", 0, "{guess}", "{bulls} {matches}",
            "World Finals warm-up 2006: length and symbols first, then the tree's own game",
            tree="bulls-4x10.total", start="{length} {symbols}",
        ),
        Dialect(
            "codingame-bulls-and-cows-2", "bulls-4x10-nozero", 300, "{guess}", "{bulls} {cows}",
            "CodinGame: length first, -1 -1 before the first guess, no leading 0", start="{length}", hello="-1 -1",
        ),
        Dialect(
            "spoj-mstrmnd", "marks-4x6", 10, "{spaced}", "{signs}", "SPOJ MSTRMND: 1, 0 or -1 for each position",
        ),
        Dialect(
            "qoj-18331", "match-4x10", 12, "? {guess}", "{bulls}", "QOJ 18331: T rounds, then ! is not a question",
            rounds=0, final="! {guess}",
        ),
    )
}  # fmt: skip
DEFAULT = "codeforces-753"
_OPEN = "plain"  # what a tree of another game than the default dialect's is played in


def find_dialect(name: str) -> Dialect:
    """The row called `name`; BadInput with the nearest good name otherwise."""
    if name not in DIALECTS:
        raise BadInput(f"{printable(name.encode())!r}: no such dialect; {suggest(name, DIALECTS)}")
    return DIALECTS[name]


def choose(name: str | None, source: str | None, words: Mapping[str, Any] | None = None) -> tuple[Wording, Tree]:
    """The dialect and the tree that the arguments `--dialect` and TREE mean, either of which may be left out.

    `words` are those of `Dialect.changed`, for a judge that no row describes.  Raises BadInput in one line, which names
    what to use, when they do not fit.  A tree of a game that the default dialect does not play is played in the
    dialect `plain` when none is asked for.
    """
    dialect = find_worded(name, words)
    if source is None:
        source = dialect.tree
        if not source:
            raise BadInput(f"{dialect.name} takes any game; name a TREE to play")
    tree = read_default(source, dialect)
    own = grammar.rules_of(tree)
    if dialect.game and not name and not _same_secrets(grammar.parse(dialect.game), own):
        plain = DIALECTS[_OPEN]
        dialect = plain.changed(limit=dialect.limit) if (words or {}).get("limit") else plain
    wording = Wording(dialect, _rules_at(dialect, own))
    _check_fit(wording, tree, own, source)
    return wording, tree


def find_worded(name: str | None, words: Mapping[str, Any] | None = None) -> Dialect:
    """The row called `name`, or the default one, changed by `words`; new wording alone starts from no judge's game."""
    words = {key: value for key, value in (words or {}).items() if value is not None}
    base = find_dialect(name or DEFAULT)
    if not name and any(key != "limit" for key in words):
        plain, limit = DIALECTS[_OPEN], 0
        base = Dialect(plain.name, "", limit, plain.ask, plain.reply, plain.about, tree=base.tree)
    return base.changed(**words) if words else base


def read_default(source: str, dialect: Dialect) -> Tree:
    """The tree behind a TREE argument; where the dialect's own is not shipped, BadInput tells how to get it."""
    try:
        return trees.read_tree(source)
    except BadInput:
        if source != dialect.tree:
            raise
        game = source.partition(".")[0]
        raise BadInput(
            f"no tree of {game} is shipped for {dialect.name}; name one made by: treegen build {game}"
        ) from None


def _rules_at(dialect: Dialect, own: AnyRules) -> AnyRules:
    return grammar.parse(dialect.game) if dialect.game else own


def _check_fit(wording: Wording, tree: Tree, own: AnyRules, source: str) -> None:
    dialect, rules = wording.dialect, wording.rules
    if own is rules or own.name == rules.name:
        return
    if not (isinstance(rules, grammar.Rules) and _same_secrets(rules, own)):
        name = _tree_name(tree, source)
        raise BadInput(f"{dialect.name} plays {rules.name}, but {name} is a tree of {own.name}; use {_usable(rules)}")
    # Where the guesses have no repeats, all ways to count cows agree.
    assert isinstance(own, grammar.Rules)
    if rules.may_repeat and rules.rule is own.rule:
        return
    for guess in tree.guesses:
        if not rules.is_guess(guess) or (rules.rule is not own.rule and len(set(guess)) < len(guess)):
            if rules.may_repeat:
                why = f"{dialect.name} counts the cows of repeated digits in another way"
            else:
                why = f"{dialect.name} allows only distinct digits"
            raise BadInput(f"{why}, but {_tree_name(tree, source)} asks {guess}; use {_usable(rules)}")


def _tree_name(tree: Tree, source: str) -> str:
    """How messages call a tree: a shipped one by its name, another one by what was typed."""
    if source == "-":
        return "standard input"
    is_shipped = trees.find_tree(source) != source
    return tree.path.rpartition("/")[2].removesuffix(".tree") if is_shipped else source


def _same_secrets(one: Rules, other: AnyRules) -> bool:
    """Whether both have the same secrets, and answers that agree at least where no guess repeats a symbol."""
    if not isinstance(other, grammar.Rules):
        return False
    shape = [(row.positions, row.is_distinct, row.symbols, row.is_nozero) for row in (one, other)]
    rules = {one.rule.name, other.rule.name}
    return shape[0] == shape[1] and (len(rules) == 1 or rules == {"cows", "each"})


def _usable(rules: AnyRules) -> str:
    """The shipped tree to use for a game, or how to get one."""
    shipped = trees.shipped_trees()
    games = [rules.name]
    if isinstance(rules, grammar.Rules) and rules.is_any:
        games.append(f"{rules.family}-{rules.positions}x{len(rules.symbols)}")
    for game in games:
        for how in ("total", "entropy"):
            if f"{game}.{how}" in shipped:
                return f"{game}.{how}"
    return f"a tree made by: treegen build {rules.name}"


def suggest(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the nearest known one, or all of them."""
    import difflib  # only here: it costs 5 ms that a good word never pays

    names = list(known)
    near = difflib.get_close_matches(word[:60].lower(), names, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"choose one of: {', '.join(names)}"
