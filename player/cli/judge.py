"""`player judge`: the guesser's side of a judge's protocol on standard input and output."""

from __future__ import annotations

import os

from player.cli import TEXT, Arguments
from player.errors import BadInput
from player.judge.choose import choose, find_worded
from player.judge.conversation import ASK, Codebreaker
from player.judge.wording import Wording
from player.rules.names import read_game
from player.tree.columns import Columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.people.sceptic import Sceptic

OPTIONS = {
    "--dialect": TEXT, "--ask": TEXT, "--reply": TEXT, "--win": TEXT, "--final": TEXT, "--rounds": "rounds",
    "--limit": "count", "--letters": TEXT,
}  # fmt: skip


def run(arguments: Arguments) -> int:
    """One write a guess, straight to the descriptor, and no byte read beyond what a turn needs."""
    if arguments.tree == "-":
        raise BadInput("- cannot be both the tree and the judge; name a tree file")
    words = words_of(arguments)
    wording, tree = choose_sceptic(arguments) or choose(Columns, arguments["--dialect"], arguments.tree, words)
    if isinstance(tree, Columns) and 0 < wording.dialect.limit < len(tree.histogram):
        from player.judge.wrong_tree import check_depth

        check_depth(wording.dialect, tree, arguments["--limit"] is not None)
    codebreaker = Codebreaker(wording, tree)
    while not codebreaker.is_over:
        if codebreaker.state == ASK:
            _write_all(codebreaker.ask().encode())
            continue
        while codebreaker.read() is None:
            codebreaker.receive(_read_some())
    return 0


def choose_sceptic(arguments: Arguments) -> tuple[Wording, Sceptic] | None:
    """The dialect and the guesser of a game with lies, as bulls-3x4~1; None where TREE means another one."""
    if "~" not in (source := arguments.tree or ""):
        return None
    from player.people.sceptic import Sceptic
    from player.rules.variants import read_lies

    game, lies = read_lies(source)
    dialect = find_worded(arguments["--dialect"] or "plain", words_of(arguments))
    return (Wording(dialect, read_game(game)), Sceptic(read_game(game), lies)) if lies else None


def _read_some() -> bytes:
    try:
        return os.read(0, 4096)
    except OSError:
        return b""  # closed by whoever started us: nothing will come


def _write_all(data: bytes) -> None:
    while data:
        try:
            data = data[os.write(1, data) :]
        except OSError as error:
            import errno

            if error.errno == errno.EBADF:  # closed by whoever started us: nobody listens
                raise BrokenPipeError from None
            raise


def words_of(arguments: Arguments) -> dict[str, object]:
    """The options that word a judge which no dialect describes."""
    return {option[2:]: arguments[option] for option in OPTIONS if option != "--dialect"}
