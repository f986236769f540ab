"""What is wrong with a file that is no tree file, or a damaged one; and the command that makes the tree again."""

from __future__ import annotations

from types import SimpleNamespace

from player.rules.whole import is_plain
from player.tree.columns import MAX_FILE_SIZE
from player.tree.entries import EMPTY, HEAD, MAKING, TAIL, VERSION, check_making, entries, version_of
from player.tree.made import command, take_command

__all__ = ["explain"]


def explain(data: bytes, where: str) -> str:
    """The message about a file that is not ours, not of a known version, not whole or damaged."""
    if not data:
        return f"{where}: the file is empty; build the tree again"
    if len(data) > MAX_FILE_SIZE:
        return f"{where}: larger than {MAX_FILE_SIZE >> 20} MiB; this is not a tree file"
    if data.find(HEAD, 1, 32) not in (1, 3, 5):
        return f"{where}: this is not a tree file; make one with: treegen build GAME"
    version = version_of(data)
    if type(version) is int and not 1 <= version <= VERSION:
        return f"{where}: format version {version}, this program reads 1 to {VERSION}; update guesstree"
    end = data.rfind(TAIL)
    extra = len(data) - end - len(TAIL) - 32
    if end < 0 or extra < 0:
        problem = "its end is missing: the file is cut short or damaged"
    elif extra:
        problem = f"{extra} bytes follow its end: the file is damaged"
    else:
        problem = "checksum differs: the file is damaged"
    return f"{where}: {problem}; build it again{_how_to_build(data, where)}"


def _how_to_build(data: bytes, where: str) -> str:
    """A colon and the command that makes the tree, when it can still be read and is safe to paste."""
    import shlex

    unknown = {key: EMPTY[kind] for key, kind in MAKING.items()}
    fields = SimpleNamespace(**unknown, made="", prices=[], weights=[])
    try:
        for key, value in entries(data):
            setattr(fields, key, value)
    except Exception:  # noqa: BLE001  msgpack raises a dozen kinds, all of them for damage
        if not hasattr(fields, "objective"):
            return ""
    try:
        if fields.made:
            take_command(fields, fields.made)
        check_making(fields, ())
    except ValueError:
        return ""
    text, game = command(fields), "".join("-" if symbol in ":=." else symbol for symbol in fields.game)
    if not text or len(text) > 250 or not is_plain(game):
        return ""
    words = text.split(" ")
    return f": {shlex.join([*words, '-o', where] if where.endswith('.tree') else words)}"
