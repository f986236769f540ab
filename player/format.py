"""The tree file: columns, reader and writer.

trees/FORMAT.md (beside the shipped trees) is the specification; names and meanings here are the same.  The reader
believes nothing and recurses nowhere: whatever is not as specified is a `TreeFormatError` that names the file, what is
wrong and what to do.
"""

from __future__ import annotations

import os
import stat
from hashlib import sha256
from itertools import accumulate, compress, count, pairwise
from operator import ge, lt, mul

import msgpack

from player import rules
from player.errors import BadInput, TreeFormatError
from player.rules.feedback import MAX_MARKED, mark_labels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence
    from typing import Any

__all__ = ["MAGIC", "MAX_FILE_SIZE", "OBJECTIVES", "VERSION", "Fields", "decode", "encode", "read_file", "write_file"]

MAGIC = "guesstree"
VERSION = 3  # what is written; versions 1 and 2 (with weights) have `made` in place of `method` to `changes`
MAX_FILE_SIZE = 64 << 20
MAX_LABELS = 256
MAX_GUESS_BYTES = 255
MAX_TEXT = 4096
MAX_DEPTH = 1 << 17
MAX_INT = (1 << 63) - 1
# What a tree may say that it minimises; "" is a tree of a strategy, "price" one of a price list.
OBJECTIVES = ("", "total", "worst", "fewest-at-max", "identify", "price")
IDENTIFY = "identify"  # the objective whose last guess is free where it is certain
# How a tree may have been made, and what else is then said about it.
METHODS = {
    "": (),
    "build": ("strategy", "pool", "max_depth", "first_guess", "seed", "exact_below"),
    "solve": ("pool", "max_depth", "first_guess"),
    "import": ("strategy",),
    "differentiate": ("changes",),
}
MAX_WEIGHT = 1 << 31  # of all secrets together
_FILE_FAMILIES = ("words", "differentiating", "table")
_FORBIDDEN = frozenset(",:#")
_HEAD = b"\xa5magic\xa9guesstree\xa7version"
_TAIL = b"\xa6sha256\xc4\x20"
_DIGITS = bytes.maketrans(b"01", b"\0\1")
_ARRAYS = frozenset([*range(0x90, 0xA0), 0xDC, 0xDD])
_MAPS = frozenset([*range(0x80, 0x90), 0xDE, 0xDF])

_INT_OR_NIL = (int, type(None))
_MAKING: dict[str, Any] = {
    "method": str, "strategy": str, "pool": str, "max_depth": _INT_OR_NIL, "first_guess": str, "seed": _INT_OR_NIL,
    "exact_below": int, "changes": _INT_OR_NIL,
}  # fmt: skip
_EMPTY = {str: "", int: 0, _INT_OR_NIL: None}  # what stands where nothing is known, by type
_CONTENT: dict[str, Any] = {
    "objective": str, "prices": list, "proved": bool, "bound": _INT_OR_NIL, "labels": list, "winning": int,
    "losing": list, "tally": str, "histogram": list, "guess": bytes, "feedback": bytes, "fanout": bytes, "wins": bytes,
}  # fmt: skip
_NOT_FIELDS = ("magic", "version", "made", "tally", "histogram", "sha256")  # known otherwise, or derived


def _keys(version: object) -> dict[str, Any]:
    """The keys of a file of that version, with their types, in their order."""
    keys = {"magic": str, "version": int, "game": str, **({"made": str} if version in (1, 2) else _MAKING), **_CONTENT}
    return {**keys, **({} if version == 1 else {"weights": list}), "sha256": bytes}


class Fields:
    """What a tree file holds, one attribute per key, and what follows from the columns.

    `width` is W, `guesses` the nodes' guesses as text, `first[i]` the index of node i's first child (n + 1 entries:
    node i's children are `first[i]` up to `first[i + 1]`), `levels[k]` the index of the first node at depth k + 1.
    """

    __slots__ = (
        "bound", "changes", "exact_below", "fanout", "feedback", "first", "first_guess", "game", "guess", "guesses",
        "histogram", "labels", "levels", "losing", "max_depth", "method", "objective", "pool", "prices", "proved",
        "seed", "sha256", "strategy", "tally", "weights", "width", "winning", "wins",
    )  # fmt: skip

    def __init__(
        self,
        *,
        game: str,
        labels: tuple[str, ...],
        winning: int,
        losing: tuple[int, ...],
        guess: bytes,
        feedback: bytes,
        fanout: bytes,
        wins: bytes,
        objective: str = "",
        prices: tuple[int, ...] = (),
        proved: bool = False,
        bound: int | None = None,
        weights: tuple[int, ...] = (),
        method: str = "",
        strategy: str = "",
        pool: str = "",
        max_depth: int | None = None,
        first_guess: str = "",
        seed: int | None = None,
        exact_below: int = 0,
        changes: int | None = None,
    ) -> None:
        """Take the columns, check their shape and derive the rest; raise ValueError with the broken rule."""
        self.game, self.labels, self.winning, self.losing = game, labels, winning, losing
        self.method, self.strategy, self.pool, self.max_depth = method, strategy, pool, max_depth
        self.first_guess, self.seed, self.exact_below, self.changes = first_guess, seed, exact_below, changes
        self.objective, self.prices, self.proved, self.bound = objective, prices, proved, bound
        self.guess, self.feedback, self.fanout, self.wins = guess, feedback, fanout, wins
        self.weights = weights
        self.sha256 = ""
        n = len(feedback)
        if n == 0:
            raise ValueError("it has no nodes")
        if len(fanout) != n or len(wins) != (n + 7) // 8 or len(guess) % n or not 0 < len(guess) <= n * MAX_GUESS_BYTES:
            raise ValueError("the columns differ in length")
        self.width = len(guess) // n
        self.first = list(accumulate(fanout, initial=1))
        if self.first[n] != n:
            raise ValueError(f"the fanouts name {self.first[n]} nodes, but there are {n}")
        # first[i] - 1 = Σ fanout[0..i-1] ≥ i for every i ≥ 1: each node has its parent before it.
        if not all(map(ge, self.first[1:n], count(2))):
            raise ValueError("a node stands before its parent")
        self._check_feedbacks()
        self._take_histogram()
        self._take_guesses()

    def _check_feedbacks(self) -> None:
        n, feedback, first = len(self.feedback), self.feedback, self.first
        if feedback[0]:
            raise ValueError("the root has a feedback")
        barred = bytes((self.winning, *self.losing))
        if n > 1 and (max(feedback) >= len(self.labels) or len(feedback[1:].translate(None, barred)) != n - 1):
            raise ValueError("a feedback that cannot lead to a node")
        not_rising = compress(count(2), map(ge, feedback[1:], feedback[2:]))
        if not set(not_rising).issubset(first):
            raise ValueError("siblings are not in rising order of feedback")

    def _take_histogram(self) -> None:
        n, first = len(self.feedback), self.first
        wins = int.from_bytes(self.wins, "little")
        if wins >> n:
            raise ValueError("a win is marked past the last node")
        leaves = self.fanout.translate(b"1" + b"0" * 255)[::-1]
        if int(leaves.decode(), 2) & ~wins:
            raise ValueError("a node has neither a child nor a win")
        levels = [0, 1]
        while levels[-1] < n:
            levels.append(first[levels[-1]])
        self.levels = tuple(levels)
        marks = self._marks()
        histogram = [marks.count(1, start, stop) for start, stop in pairwise(levels)]
        if self.weights:
            if len(self.weights) != sum(histogram):
                raise ValueError(f"{len(self.weights)} weights for {sum(histogram)} secrets")
            ends = [0, *accumulate(histogram)]
            histogram = [sum(self.weights[start:stop]) for start, stop in pairwise(ends)]
        self.histogram = tuple(histogram)
        self.tally = f"{sum(map(mul, histogram, count(1)))}:{len(histogram)}:{histogram[-1]}"

    def _marks(self) -> bytes:
        """One byte per node: 1 where its guess may be the secret."""
        n = len(self.feedback)
        return format(int.from_bytes(self.wins, "little"), f"0{n}b")[::-1].encode().translate(_DIGITS)

    def _take_guesses(self) -> None:
        guess, width = self.guess, self.width
        if guess.isascii() and b"\0" not in guess:
            text = guess.decode()
            self.guesses = [text[i : i + width] for i in range(0, len(text), width)]
            return
        words = [guess[i : i + width].rstrip(b"\0") for i in range(0, len(guess), width)]
        try:
            self.guesses = [word.decode() for word in words]
        except UnicodeDecodeError:
            raise ValueError("a guess is not UTF-8") from None

    def found(self) -> list[str]:
        """The secrets that the tree finds, in the order of their nodes."""
        return list(compress(self.guesses, self._marks()))

    @property
    def made(self) -> str:
        """The command that makes the tree again; "" where none is known."""
        from player.rules.made import command

        return command(self)

    @property
    def cost(self) -> int | None:
        """Sum over all secrets of the price of their depth; None where no objective was set."""
        if not self.objective:
            return None
        if self.objective == IDENTIFY:
            # Where one candidate is left it need not be asked, only named.
            total: int = sum(map(mul, count(1), self.histogram))
            return total - self.fanout.count(0)
        cost: int = sum(map(mul, self.prices or count(1), self.histogram))
        return cost


def encode(fields: Fields) -> bytes:
    """The one encoding of a tree, checksum included; sets `fields.sha256`."""
    values: dict[str, Any] = {"magic": MAGIC, "version": VERSION}
    for key in _keys(VERSION):
        if key not in ("magic", "version", "sha256"):
            value = getattr(fields, key)
            values[key] = list(value) if isinstance(value, tuple) else value
    values["sha256"] = bytes(32)
    body: bytes = msgpack.packb(values)[:-32]
    digest = sha256(body)
    fields.sha256 = digest.hexdigest()
    return body + digest.digest()


def decode(data: bytes, where: str = "tree") -> Fields:
    """Read a tree file's bytes; `where` names them in messages.  Raises TreeFormatError for whatever is not right."""
    _check_frame(data, where)
    try:
        values = dict(_entries(data))
        _check_values(values)
        given: dict[str, Any] = {
            key: tuple(value) if isinstance(value, list) else value
            for key, value in values.items()
            if key not in _NOT_FIELDS
        }
        fields = Fields(**given)
        _check_guesses(fields)
        _check_game(fields)
        if fields.objective not in OBJECTIVES:
            raise ValueError(f"the objective {fields.objective[:40]!r} is not one that guesstree knows")
        if values.get("made"):
            from player.rules.made import take_command

            take_command(fields, values["made"])
        _check_making(fields, fields.guesses)
        if list(fields.histogram) != values["histogram"]:
            raise ValueError("the histogram is not that of its nodes")
        if fields.tally != values["tally"]:
            raise ValueError(f"the tally {values['tally'][:40]!r} is not that of its nodes, {fields.tally}")
        _check_claims(fields)
        if msgpack.packb(values) != data:
            raise ValueError("the encoding is not the canonical one")
    except (ValueError, OverflowError) as error:
        raise TreeFormatError(f"{where}: {error}; this is not a tree that guesstree wrote, build it again") from None
    fields.sha256 = data[-32:].hex()
    return fields


def _check_frame(data: bytes, where: str) -> None:
    """The file is ours, of this version, whole and undamaged."""
    if not data:
        raise TreeFormatError(f"{where}: the file is empty; build the tree again")
    if len(data) > MAX_FILE_SIZE:
        raise TreeFormatError(f"{where}: larger than {MAX_FILE_SIZE >> 20} MiB; this is not a tree file")
    # A map's header, then the magic: anything else is not ours, and is not parsed.
    if data.find(_HEAD, 1, 32) not in (1, 3, 5):
        raise TreeFormatError(f"{where}: this is not a tree file; make one with: treegen build GAME")
    version = _version(data)
    if type(version) is int and not 1 <= version <= VERSION:
        raise TreeFormatError(f"{where}: format version {version}, this program reads 1 to {VERSION}; update guesstree")
    end = data.rfind(_TAIL)
    extra = len(data) - end - len(_TAIL) - 32
    if end < 0 or extra < 0:
        problem = "its end is missing: the file is cut short or damaged"
    elif extra:
        problem = f"{extra} bytes follow its end: the file is damaged"
    elif sha256(memoryview(data)[:-32]).digest() != data[-32:]:
        problem = "checksum differs: the file is damaged"
    else:
        return
    raise TreeFormatError(f"{where}: {problem}; build it again{_how_to_build(data, where)}")


def _version(data: bytes) -> object:
    unpacker = msgpack.Unpacker(max_array_len=0, max_map_len=0, max_ext_len=0)
    unpacker.feed(data[data.find(_HEAD, 1, 32) + len(_HEAD) :][:9])
    try:
        version: object = unpacker.unpack()
    except Exception:  # noqa: BLE001  msgpack raises a dozen kinds, all of them for damage
        return None
    return version


def _how_to_build(data: bytes, where: str) -> str:
    """A colon and the command that makes the tree, when it can still be read and is safe to paste."""
    import shlex
    from types import SimpleNamespace

    from player.rules.made import command, take_command

    unknown = {key: _EMPTY[kind] for key, kind in _MAKING.items()}
    fields = SimpleNamespace(**unknown, made="", prices=[], weights=[])
    try:
        for key, value in _entries(data):
            setattr(fields, key, value)
    except Exception:  # noqa: BLE001  msgpack raises a dozen kinds, all of them for damage
        if not hasattr(fields, "objective"):
            return ""
    try:
        if fields.made:
            take_command(fields, fields.made)
        _check_making(fields, ())
    except ValueError:
        return ""
    text = command(fields)
    if (
        not text
        or len(text) > 250
        or not _is_name("".join("-" if symbol in ":=." else symbol for symbol in fields.game))
    ):
        return ""
    words = text.split(" ")
    return f": {shlex.join([*words, '-o', where] if where.endswith('.tree') else words)}"


def _entries(data: bytes) -> Iterator[tuple[str, Any]]:
    """The entries of the map: every key in its place and its value of the right type, nothing nested any deeper."""
    unpacker = msgpack.Unpacker(max_buffer_size=MAX_FILE_SIZE, max_ext_len=0)
    unpacker.feed(data)
    if data[0] not in _MAPS:
        raise ValueError("no map stands at its start")
    entries = unpacker.read_map_header()
    keys = _keys(_version(data))
    if entries != len(keys):
        raise ValueError(f"it has {entries} entries, not {len(keys)}")
    for key, kind in keys.items():
        found = _next_value(unpacker, data)
        if found != key:
            # Of bytes no text is made: it would be four times as long.
            shown = found[:40] if isinstance(found, bytes) else str(found)
            raise ValueError(f"{_quote(shown)} stands where the key {key!r} belongs")
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


def _quote(text: str | bytes) -> str:
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


def _check_values(values: dict[str, Any]) -> None:
    labels, losing, prices = values["labels"], values["losing"], values["prices"]
    if not 2 <= len(labels) <= MAX_LABELS or not all(map(_is_label, labels)) or len(set(labels)) != len(labels):
        raise ValueError("the feedback labels are not 2 to 256 different words")
    if not 0 <= values["winning"] < len(labels):
        raise ValueError("the winning feedback has no label")
    if not _are_ints(losing) or not all(map(lt, losing, losing[1:])):
        raise ValueError("the losing feedbacks are not rising indices")
    if losing and not (0 <= losing[0] and losing[-1] < len(labels) and values["winning"] not in losing):
        raise ValueError("a losing feedback has no label, or also wins")
    if not _are_ints(prices) or any(a > b for a, b in pairwise([-(1 << 63), *prices, (1 << 63) - 1])):
        raise ValueError("the prices fall or are not 64-bit integers")
    weights = values.get("weights", [])
    if not _are_ints(weights) or any(weight < 1 for weight in weights) or sum(weights) >= MAX_WEIGHT:
        raise ValueError("the weights are not whole numbers from 1 on, or too large")
    if (weights or values["version"] == 2) and max(weights, default=1) == 1:
        raise ValueError("weights that are all 1 are left out")
    if not _are_ints(values["histogram"]):
        raise ValueError("the histogram holds something that is not a count")
    for key, text in values.items():
        if isinstance(text, str) and not text.isprintable():
            raise ValueError(f"{key} holds unprintable characters")
        if isinstance(text, str) and len(text) > MAX_TEXT:
            raise ValueError(f"{key} is longer than {MAX_TEXT} characters")


def _are_ints(values: list[Any]) -> bool:
    return all(type(value) is int for value in values)


def _is_label(label: object) -> bool:
    return (
        isinstance(label, str)
        and 0 < len(label) <= 32
        and label.isprintable()
        and " " not in label
        and _FORBIDDEN.isdisjoint(label)
        and rules.read_feedback(label) == label  # what a person types becomes a label, and a label stays itself
    )


def _check_guesses(fields: Fields) -> None:
    """Every guess is printable UTF-8 without blanks, one is as long as the column is wide, no secret is found twice."""
    guess, width = fields.guess, fields.width
    if not any(guess[width - 1 :: width]):
        raise ValueError("the guesses are padded further than the longest")
    # ASCII letters and digits throughout, and so no padding: nothing to look at more closely.
    for text in () if guess.isalnum() else set(fields.guesses):
        if not text or not text.isprintable() or " " in text or not _FORBIDDEN.isdisjoint(text):
            raise ValueError(f"{_quote(text)} is not a guess")
    found = fields.found()
    if len(set(found)) != len(found):
        raise ValueError("a secret is found twice")


def _check_game(fields: Fields) -> None:
    """The labels and guesses are those of the game that the file names."""
    family, colon, digest = fields.game.partition(":")
    if colon:
        if family not in _FILE_FAMILIES or len(digest) != 64 or digest.strip("0123456789abcdef"):
            raise ValueError(f"{fields.game[:80]!r} names no game")
        if family == "words":
            _check_words(fields)
        return
    game = rules.read_game(fields.game)
    if game.name != fields.game:
        raise ValueError(f"the game's name is {game.name}, not {fields.game[:80]!r}")
    if (game.labels, game.winning, game.losing) != (fields.labels, fields.winning, fields.losing):
        raise ValueError(f"the feedbacks are not those of {game.name}")
    if isinstance(game, rules.Rules):
        _check_codes(fields, game)
    elif not all(map(game.is_guess, set(fields.guesses))):
        raise ValueError(f"a guess does not fit {game.name}")
    found = len(fields.found())
    if found != game.secret_count:
        raise ValueError(f"it finds {found} secrets, but {game.name} has {game.secret_count}")


def _check_making(fields: Any, guesses: Sequence[str]) -> None:
    """How the tree was made: only what belongs to the method, and nothing that a shell or a compiler would run.

    `guesses` are those of the tree, which may be named whatever is in them.
    """
    method, first = fields.method, fields.first_guess
    if method not in METHODS:
        raise ValueError(f"the method {method[:40]!r} is not one that guesstree knows")
    for name, kind in _MAKING.items():
        value = getattr(fields, name)
        if name not in ("method", *METHODS[method]) and value != _EMPTY[kind]:
            raise ValueError(f"{name} does not belong to the method {method!r}")
        least, most = (1, MAX_DEPTH) if name == "max_depth" else (0, MAX_INT)
        if isinstance(value, int) and not least <= value <= most:
            raise ValueError(f"{name} is {value}, which is not a number from {least} to {most}")
    if method == "build" and not _is_strategy(fields.strategy, guesses, first):
        raise ValueError(f"{_quote(fields.strategy)} is not a strategy")
    if method == "import" and not _is_name(fields.strategy):
        raise ValueError(f"{_quote(fields.strategy)} is not a notation")
    if "pool" in METHODS[method] and not _is_name(fields.pool):
        raise ValueError(f"{_quote(fields.pool)} is not a pool of guesses")
    if first and not (first == guesses[0] if guesses else _is_guess(first, ())):
        raise ValueError(f"the first guess {_quote(first)} is not that of the tree")
    least_price = min(fields.prices, default=-1) if fields.objective == "price" else 0
    if method == "solve" and (not fields.objective or least_price < 0):
        raise ValueError("a tree that was solved has an objective; its prices, if any, are not negative")
    if method == "differentiate" and fields.changes is None:
        raise ValueError("the number of changes is missing")


def _is_name(word: str) -> bool:
    return word.isascii() and word.replace("-", "").replace("_", "").isalnum()


def _is_strategy(text: str, guesses: Container[str], first_guess: str) -> bool:
    """Whether it is parts like `entropy`, `candidates-until-3` and `bonus=4.5`, and at most one opening."""
    head, first, opening = text.partition("+first=")
    parts = [part.removeprefix("bonus=").replace(".", "", part.startswith("bonus=")) for part in head.split("+")]
    return all(map(_is_name, parts)) and (
        not first
        or ("." in opening and not first_guess and all(_is_guess(guess, guesses) for guess in opening.split(".")))
    )


def _is_guess(word: str, guesses: Container[str]) -> bool:
    # What is no ASCII means nothing to a shell or a compiler; unprintable characters are refused before.
    plain = "".join(symbol for symbol in word if symbol.isascii())
    return word in guesses or (bool(word) and (not plain or _is_name(plain) or not plain.strip("-_")))


def _check_words(fields: Fields) -> None:
    """The words have one length, and a mark for each letter; which words there are, only their files tell."""
    size = len(fields.guesses[0])
    if size > MAX_MARKED or any(len(word) != size for word in fields.guesses):
        raise ValueError(f"the words are not all of one length of at most {MAX_MARKED} letters")
    labels = mark_labels(size)
    if (fields.labels, fields.winning, fields.losing) != (labels, len(labels) - 1, ()):
        raise ValueError(f"the feedbacks are not the marks of words of {size} letters")


def _check_codes(fields: Fields, game: rules.Rules) -> None:
    guess, width = fields.guess, fields.width
    if width != game.positions or guess.translate(None, game.symbols.encode()):
        raise ValueError(f"a guess does not fit {game.name}")
    if game.is_nozero and b"0" in guess[::width]:
        raise ValueError(f"a guess of {game.name} starts with 0")
    if not game.may_repeat and _repeats(guess, width):
        raise ValueError(f"a guess of {game.name} repeats a symbol")
    if game.is_any and _repeats("".join(fields.found()).encode(), width):
        raise ValueError(f"a secret of {game.name} repeats a symbol")


def _repeats(words: bytes, width: int) -> bool:
    """Whether a word has the same byte twice."""
    # Two columns agree somewhere exactly if their difference has a zero byte.
    columns = [int.from_bytes(words[i::width], "little") for i in range(width)]
    n = len(words) // width
    return any(0 in (columns[i] ^ columns[k]).to_bytes(n, "little") for i in range(width) for k in range(i))


def _check_claims(fields: Fields) -> None:
    """Prices, bound and proof agree with each other and with the tree."""
    depth, prices, bound, cost = len(fields.histogram), fields.prices, fields.bound, fields.cost
    if cost is None:
        if prices or fields.proved or bound is not None:
            raise ValueError("it has prices, a bound or a proof, but no objective")
        return
    if fields.objective == IDENTIFY and (prices or fields.weights):
        raise ValueError("identify has no prices and no weights")
    if prices and len(prices) < depth:
        raise ValueError(f"its depth is {depth}, but only {len(prices)} have a price")
    if not -(1 << 63) <= cost < 1 << 63:
        raise ValueError("its cost does not fit 64 bits")
    if bound is not None and bound > cost:
        raise ValueError(f"its cost is {cost}, less than the bound {bound} that it claims")
    if fields.proved and bound != cost:
        raise ValueError(f"it is called optimal, but its cost {cost} is not its bound {bound}")


def read_file(path: str) -> bytes:
    """The bytes of a regular file of at most 64 MiB; TreeFormatError, in one line, for anything else."""
    try:
        # Opening a FIFO would wait for its writer, so it is looked at first.
        status = os.stat(path)
        if not stat.S_ISREG(status.st_mode):
            kind = "a folder" if stat.S_ISDIR(status.st_mode) else "not a regular file"
            raise TreeFormatError(f"{path}: it is {kind}; name a .tree file")
        if status.st_size > MAX_FILE_SIZE:
            raise TreeFormatError(f"{path}: larger than {MAX_FILE_SIZE >> 20} MiB; this is not a tree file")
        with open(path, "rb") as file:
            return file.read(status.st_size + 1)
    except OSError as error:
        raise TreeFormatError(f"{path}: {(error.strerror or str(error)).lower()}; name a .tree file") from None
    except ValueError as error:
        if isinstance(error, TreeFormatError):
            raise
        raise TreeFormatError(f"{path!r}: no file has such a name; name a .tree file") from None


def write_file(path: str, data: bytes) -> None:
    """Replace `path` by `data`: the old file stays whole until the new one is safe on the disk.

    A temporary file in the same folder, fsync, rename, fsync of the folder, and the bytes read back.  A symbolic link
    stays, and what it points to is replaced; a pipe or a device is written to.  Raises BadInput in one line when that
    cannot be done; the file is then the old one or the new one, whole.
    """
    temporary = ""
    try:
        if _is_special(path):
            with open(path, "wb") as device:
                device.write(data)
            return
        target = os.path.realpath(path)
        folder = os.path.dirname(target)
        # The name is nobody else's, whoever writes at the same time; O_EXCL follows no link that lies in wait.
        name = os.path.join(folder, f".guesstree-{os.urandom(6).hex()}.tmp")
        descriptor = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o666)
        temporary = name
        with open(descriptor, "w+b") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
            os.replace(temporary, target)
            temporary = ""
            _sync_folder(folder)
            # Its own file: by now another writer may have put his in the same place.
            file.seek(0)
            if file.read() != data:
                raise BadInput(f"{path}: what was written does not read back; is the disk sound?")
    except OSError as error:
        raise BadInput(f"{path}: cannot write: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput(f"{path!r}: no file can have such a name") from None
    finally:
        if temporary:
            try:
                os.unlink(temporary)
            except OSError:
                pass


def _sync_folder(folder: str) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _is_special(path: str) -> bool:
    """Whether there is something at `path` that is written to, not replaced: a pipe or a device."""
    if not path or path.endswith(os.sep):
        raise BadInput(f"{path!r}: it names no file; name one that ends in .tree")
    try:
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        return False
    if stat.S_ISDIR(mode):
        raise BadInput(f"{path}: it is a folder; name a file in it")
    return not stat.S_ISREG(mode)
