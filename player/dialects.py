"""One row per judge protocol: how a judge words its questions and answers, and which trees can be played there."""

from __future__ import annotations

from player import rules as grammar
from player import tree as trees
from player.errors import BadInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from player.rules import Rules
    from player.tree import Tree

__all__ = [
    "DEFAULT",
    "DIALECTS",
    "Dialect",
    "Wording",
    "choose",
    "find_dialect",
    "printable",
    "suggest",
]


class Dialect:
    """One judge protocol.

    `game` is what the judge plays ("" takes the tree's own), `limit` the guesses it grants (0: no limit), `ask` the
    line of a guess with `{guess}` in it, `reply` the answer with `{bulls}` and `{cows}`; blanks in it stand for any
    blanks and line ends.
    """

    __slots__ = ("about", "ask", "game", "limit", "name", "reply")

    def __init__(self, name: str, game: str, limit: int, ask: str, reply: str, about: str) -> None:
        self.name, self.game, self.limit, self.ask, self.reply, self.about = name, game, limit, ask, reply, about

    def __repr__(self) -> str:
        return f"Dialect({self.name!r})"


DIALECTS = {
    row.name: row
    for row in (
        Dialect("codeforces-753", "bulls-4x10-any", 7, "{guess}", "{bulls} {cows}", "Codeforces 753C, Luogu (B: 50)"),
        Dialect("gym-101192d", "bulls-4x10", 8, "{guess}", "{bulls}{cows}", "Codeforces gym 101192D, distinct digits"),
        Dialect("plain", "", 0, "{guess}", "{bulls} {cows}", "any code game, that of the tree, without a limit"),
    )
}
DEFAULT = "codeforces-753"
_OPEN = "plain"  # what a tree of another game than the default dialect's is played in


class Wording:
    r"""A dialect at work on one game: guesses and feedback labels, to the text of the conversation and back.

    >>> wording = Wording(DIALECTS["codeforces-753"], grammar.parse("bulls-4x10-any"))
    >>> wording.ask("0012"), wording.reply("01"), wording.read_reply([b"0", b"1"]), wording.read_ask([b"0012"])
    ('0012\n', '0 1\n', '01', '0012')
    """

    __slots__ = ("_head", "_labels", "_replies", "_tail", "ask_size", "dialect", "reply_size", "rules", "winning")

    def __init__(self, dialect: Dialect, rules: Rules) -> None:
        self.dialect, self.rules = dialect, rules
        self.winning = rules.labels[rules.winning]
        self.ask_size, self.reply_size = len(dialect.ask.split()), len(dialect.reply.split())
        self._head, _, self._tail = dialect.ask.partition("{guess}")
        self._replies = {label: dialect.reply.format(bulls=label[0], cows=label[1]) for label in rules.labels}
        self._labels = {text.encode(): label for label, text in self._replies.items()}

    def ask(self, guess: str) -> str:
        """The line that asks `guess`."""
        return f"{self._head}{guess}{self._tail}\n"

    def reply(self, label: str) -> str:
        """The line that answers with the feedback `label`."""
        return self._replies[label] + "\n"

    def read_ask(self, tokens: Sequence[bytes]) -> str:
        """The guess that `ask_size` tokens ask; BadInput where they are no guess of the game."""
        text = printable(b" ".join(tokens))
        head, tail = self._head, self._tail
        if not (text.startswith(head) and text.endswith(tail)):
            raise BadInput(f"{text!r} is no question of {self.dialect.name}, as in {self.ask('...').strip()}")
        return self.rules.check_guess(text[len(head) : len(text) - len(tail)])

    def read_reply(self, tokens: Sequence[bytes]) -> str:
        """The label that `reply_size` tokens tell; BadInput where they are no reply of the dialect."""
        label = self._labels.get(b" ".join(tokens))
        if label is None:
            example = self._replies[self.rules.labels[1]]
            raise BadInput(
                f"{printable(b' '.join(tokens))!r} is no reply of {self.dialect.name}: it takes bulls and cows that "
                f"{self.rules.name} can give, as in {example!r}"
            )
        return label


def find_dialect(name: str) -> Dialect:
    """The row called `name`; BadInput with the nearest good name otherwise."""
    if name not in DIALECTS:
        raise BadInput(f"{printable(name.encode())!r}: no such dialect; {suggest(name, DIALECTS)}")
    return DIALECTS[name]


def choose(name: str | None, source: str | None) -> tuple[Wording, Tree]:
    """The dialect and the tree that the arguments `--dialect` and TREE mean, either of which may be left out.

    Raises BadInput in one line, which names what to use, when they do not fit.  A tree of a game that the default
    dialect does not play is played in the dialect `plain` when none is asked for.
    """
    dialect = find_dialect(name or DEFAULT)
    if source is None:
        if not dialect.game:
            raise BadInput(f"{dialect.name} takes any game; name a TREE to play")
        source = dialect.game
    tree = trees.read_tree(source)
    own = grammar.parse(tree.game)
    if dialect.game and not name and not _same_secrets(grammar.parse(dialect.game), own):
        dialect = DIALECTS[_OPEN]
    wording = Wording(dialect, grammar.parse(dialect.game) if dialect.game else own)
    _check_fit(wording, tree, own, source)
    return wording, tree


def _check_fit(wording: Wording, tree: Tree, own: Rules, source: str) -> None:
    dialect, rules = wording.dialect, wording.rules
    if not _same_secrets(rules, own):
        name = _tree_name(tree, source)
        raise BadInput(f"{dialect.name} plays {rules.name}, but {name} is a tree of {own.name}; use {_usable(rules)}")
    if not (rules.name == own.name or rules.may_repeat or not own.may_repeat):
        for guess in tree.guesses:
            if not rules.is_guess(guess):
                only, name = f"{dialect.name} allows only distinct digits", _tree_name(tree, source)
                raise BadInput(f"{only}, but {name} asks {guess}; use {_usable(rules)}")


def _tree_name(tree: Tree, source: str) -> str:
    """How messages call a tree: a shipped one by its name, another one by what was typed."""
    if source == "-":
        return "standard input"
    is_shipped = trees.find_tree(source) != source
    return tree.path.rpartition("/")[2].removesuffix(".tree") if is_shipped else source


def _same_secrets(one: Rules, other: Rules) -> bool:
    return one.labels == other.labels and (one.family, one.symbols, one.is_nozero) == (
        other.family,
        other.symbols,
        other.is_nozero,
    )


def _usable(rules: Rules) -> str:
    """The shipped tree to use for a game, or how to get one."""
    shipped = trees.shipped_trees()
    for how in ("total", "entropy"):
        if f"{rules.name}.{how}" in shipped:
            return f"{rules.name}.{how}"
    return f"a tree made by: treegen build {rules.name}"


def suggest(word: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown word: the nearest known one, or all of them."""
    import difflib  # only here: it costs 5 ms that a good word never pays

    names = list(known)
    near = difflib.get_close_matches(word[:60].lower(), names, n=1, cutoff=0.6)
    return f"did you mean {near[0]}?" if near else f"take one of: {', '.join(names)}"


def printable(data: bytes, width: int = 40) -> str:
    """At most `width` printable ASCII characters of what came over a wire."""
    text = "".join(chr(byte) if 32 <= byte < 127 else "?" for byte in data[: width + 1])
    return text if len(data) <= width else text[: width - 3] + "..."
