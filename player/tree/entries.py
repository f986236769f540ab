"""The entries of a tree file: its keys, their msgpack values, and how the tree was made, also as a command."""

from __future__ import annotations

import msgpack

from player.rules.numbers import is_plain
from player.rules.titles import command_name
from player.tree.columns import MAX_DEPTH, MAX_FILE_SIZE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence
    from typing import Any

VERSION = 1
MAX_INT = (1 << 63) - 1
# How a tree may have been made, and what else is then said about it.
METHODS = {
    "": (),
    "build": ("strategy", "pool", "max_depth", "first_guess", "seed", "exact_below"),
    "solve": ("pool", "max_depth", "first_guess"),
    "import": ("strategy",),
    "differentiate": ("changes",),
}
HEAD = b"\xa5magic\xa9guesstree\xa7version"
TAIL = b"\xa6sha256\xc4\x20"
_ARRAYS = frozenset([*range(0x90, 0xA0), 0xDC, 0xDD])
_MAPS = frozenset([*range(0x80, 0x90), 0xDE, 0xDF])

INT_OR_NIL = (int, type(None))
MAKING: dict[str, Any] = {
    "method": str, "strategy": str, "pool": str, "max_depth": INT_OR_NIL, "first_guess": str, "seed": INT_OR_NIL,
    "exact_below": int, "changes": INT_OR_NIL,
}  # fmt: skip
EMPTY = {str: "", int: 0, INT_OR_NIL: None}  # what stands where nothing is known, by type
# All keys with their types, in the order of the file.
KEYS: dict[str, Any] = {
    "magic": str, "version": int, "game": str, "files": list, "called": str, **MAKING,
    "objective": str, "prices": list, "proved": bool, "bound": INT_OR_NIL, "labels": list, "winning": int,
    "losing": list, "tally": str, "histogram": list, "guess": bytes, "feedback": bytes, "fanout": bytes, "wins": bytes,
    "weights": list, "sha256": bytes,
}  # fmt: skip


def version_of(data: bytes) -> object:
    """The version that a file says it has; None where it says nothing of the kind."""
    unpacker = msgpack.Unpacker(max_array_len=0, max_map_len=0, max_ext_len=0)
    unpacker.feed(data[data.find(HEAD, 1, 32) + len(HEAD) :][:9])
    try:
        version: object = unpacker.unpack()
    except Exception:  # noqa: BLE001  msgpack raises a dozen kinds, all of them for damage
        return None
    return version


def entries(data: bytes) -> Iterator[tuple[str, Any]]:
    """The entries of the map: every key in its place and its value of the right type, nothing nested any deeper."""
    unpacker = msgpack.Unpacker(max_buffer_size=MAX_FILE_SIZE, max_ext_len=0)
    unpacker.feed(data)
    if data[0] not in _MAPS:
        raise ValueError("no map stands at its start")
    size = unpacker.read_map_header()
    if size != len(KEYS):
        raise ValueError(f"it has {size} entries, not {len(KEYS)}")
    for key, kind in KEYS.items():
        found = _next_value(unpacker, data)
        if found != key:
            # Of bytes no text is made: it would be four times as long.
            shown = found[:40] if isinstance(found, bytes) else str(found)
            raise ValueError(f"{quote(shown)} stands where the key {key!r} belongs")
        value: Any
        if kind is list:
            if data[unpacker.tell()] not in _ARRAYS:
                raise ValueError(f"{key} has the wrong type")
            length = unpacker.read_array_header()
            if length > MAX_DEPTH:
                raise ValueError(f"{key} has {length} entries, at most {MAX_DEPTH} make sense")
            value = [_next_value(unpacker, data) for _ in range(length)]
        else:
            value = _next_value(unpacker, data)
        # bool is an int to isinstance, but not here
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise ValueError(f"{key} has the wrong type")
        yield key, value
    if unpacker.tell() != len(data):
        raise ValueError(f"{len(data) - unpacker.tell()} bytes follow the last entry")


def quote(text: str | bytes) -> str:
    """The text in quotes, as much of it as fits a message: what is unprintable takes up to ten characters."""
    shown = repr(text[:40])
    return shown if len(shown) <= 80 else f"{shown[:77]}..."


def _next_value(unpacker: Any, data: bytes) -> Any:
    """The next value; never an array or a map, for which msgpack would set memory aside as its header claims."""
    at = unpacker.tell()
    if data[at : at + 1] and (data[at] in _ARRAYS or data[at] in _MAPS):
        raise ValueError("arrays or maps lie where none belong")
    try:
        return unpacker.unpack()
    except UnicodeDecodeError:
        raise ValueError("a text is not UTF-8") from None
    except Exception:  # noqa: BLE001  msgpack raises a dozen kinds, all of them for nonsense
        raise ValueError(f"no msgpack value stands at byte {at}") from None


def check_making(fields: Any, guesses: Sequence[str]) -> None:
    """How the tree was made: only what belongs to the method, and nothing that a shell or a compiler would run.

    `guesses` are those of the tree, the root's first, which may be named whatever is in them.
    """
    method, first = fields.method, fields.first_guess
    if method not in METHODS:
        raise ValueError(f"the method {method[:40]!r} is not one that guesstree knows")
    for name, kind in MAKING.items():
        value = getattr(fields, name)
        if name not in ("method", *METHODS[method]) and value != EMPTY[kind]:
            raise ValueError(f"{name} does not belong to the method {method!r}")
        least, most = (1, MAX_DEPTH) if name == "max_depth" else (0, MAX_INT)
        if isinstance(value, int) and not least <= value <= most:
            raise ValueError(f"{name} is {value}, which is not a number from {least} to {most}")
    if "pool" in METHODS[method] and not is_plain(fields.pool):
        raise ValueError(f"{quote(fields.pool)} is not a pool of guesses")
    if first and not (first == guesses[0] if guesses else is_plain(first)):
        raise ValueError(f"the first guess {quote(first)} is not that of the tree")
    if "strategy" in METHODS[method] and not _is_strategy(fields, guesses):
        raise ValueError(f"{quote(fields.strategy)} is not a {'strategy' if method == 'build' else 'notation'}")
    least_price = min(fields.prices, default=-1) if fields.objective == "price" else 0
    if method == "solve" and (not fields.objective or least_price < 0):
        raise ValueError("a tree that was solved has an objective; its prices, if any, are not negative")
    if method == "differentiate" and fields.changes is None:
        raise ValueError("the number of changes is missing")


def words_of(fields: Any) -> list[str]:
    """The words of the command that makes the tree again, with FILE for files that are not known."""
    method, game = fields.method, fields.game
    if method == "differentiate":
        # With a folder in front, no name is taken for an option.
        names = [f"./{name}" if name.startswith("-") else name for name in fields.files[:1]]
        return ["treegen", method, *names, "--changes", str(fields.changes)]
    if ":" in game:
        game = command_name(game, fields.files)
    called = ["--name", fields.called] if fields.called else []
    if method == "import":
        return ["treegen", method, "--from", fields.strategy, "--game", game, *called]
    if not method:
        return []
    if method == "build":
        how = ["--strategy", fields.strategy]
    elif fields.objective == "price":
        how = ["--price", ",".join(map(str, fields.prices))]
    else:
        how = ["--objective", fields.objective]
    words = ["treegen", method, game, *how, "--guesses", fields.pool, "--max-depth", str(fields.max_depth or "none")]
    if fields.first_guess:
        words += ["--first", fields.first_guess]
    if fields.seed is not None:
        words += ["--seed", str(fields.seed)]
    if fields.exact_below:
        words += ["--exact-below", str(fields.exact_below)]
    return [*words, *(["--weights", "FILE"] if fields.weights else []), *called]


def recipe(fields: Any) -> str:
    """The command of `words_of`, "" without a method; ready for a shell where it names files."""
    words = words_of(fields)
    if not fields.files:
        return " ".join(words)
    import shlex

    return shlex.join(words)


def _is_strategy(fields: Any, guesses: Container[str]) -> bool:
    """Whether the notation of import is a plain word, the strategy of build parts like `entropy` and `bonus=4.5`.

    A strategy ends in at most one opening, of guesses that are plain or among `guesses`.
    """
    if fields.method == "import":
        return is_plain(fields.strategy)
    head, first, opening = fields.strategy.partition("+first=")
    parts = [part.removeprefix("bonus=").replace(".", "", part.startswith("bonus=")) for part in head.split("+")]
    is_opening = "." in opening and not fields.first_guess and all(_is_guess(g, guesses) for g in opening.split("."))
    return all(map(is_plain, parts)) and (not first or is_opening)


def _is_guess(word: str, guesses: Container[str]) -> bool:
    # What is no ASCII means nothing to a shell or a compiler; unprintable characters are refused before.
    plain = "".join(symbol for symbol in word if symbol.isascii())
    return word in guesses or (bool(word) and (not plain or is_plain(plain) or not plain.strip("-_")))
