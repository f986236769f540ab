"""The tree file: specification, reader and writer.

A `NAME.tree` file is one msgpack map with these keys in this order, each value in msgpack's shortest form:

==========  =======================================================================================
magic       str, "guesstree"
version     int, 1
game        str, a canonical game name; for a game read from files FAMILY:SHA256 of its lists
made        str, the command that makes the tree again (without thread counts, paths or limits of time)
objective   str, what the tree minimises ("total", "price", ...); "" when a strategy built it
prices      array of int, price[depth - 1], never falling; [] means 1, 2, 3, ... without end
proved      bool, whether the cost is claimed to be the least possible
bound       int, a proved lower bound of the cost; nil when there is none
labels      array of str, the feedback labels; a feedback's index is its place here
winning     int, index of the winning feedback
losing      array of int, rising: indices of feedbacks that lose the game
tally       str, "total:depth:secrets at that depth"
histogram   array of int, secrets found at guess 1, 2, 3, ...
guess       bin, n×W bytes: the nodes' guesses in UTF-8, padded with NUL to the longest
feedback    bin, n bytes: 0 at the root, else the index that leads here
fanout      bin, n bytes: how many children
wins        bin, ⌈n/8⌉ bytes: bit i (of value 2**(i%8) in byte i//8) is set when guess i may be the secret
sha256      bin, 32 bytes: SHA-256 of every byte of the file before them
==========  =======================================================================================

Nodes stand in breadth-first order, siblings by rising feedback, so a tree has exactly one encoding.  The first
child of node i is node 1 + Σ fanout[0..i-1].  The reader believes nothing and recurses nowhere: whatever is
not as above is a `TreeFormatError` that names the file, what is wrong and what to do.
"""

from __future__ import annotations

import os
import stat
from hashlib import sha256
from itertools import accumulate, count
from operator import ge, lt, mul

import msgpack

from player import rules
from player.errors import BadInput, TreeFormatError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["MAGIC", "MAX_FILE_SIZE", "VERSION", "Fields", "decode", "encode", "read_file", "write_file"]

MAGIC = "guesstree"
VERSION = 1
MAX_FILE_SIZE = 64 << 20
MAX_LABELS = 256
MAX_GUESS_BYTES = 255
_FILE_FAMILIES = ("words", "differentiating", "table")
_FORBIDDEN = frozenset(",:#")

_KEYS = {
    "magic": str, "version": int, "game": str, "made": str, "objective": str, "prices": list, "proved": bool,
    "bound": (int, type(None)), "labels": list, "winning": int, "losing": list, "tally": str, "histogram": list,
    "guess": bytes, "feedback": bytes, "fanout": bytes, "wins": bytes, "sha256": bytes,
}  # fmt: skip


class Fields:
    """What a tree file holds, one attribute per key, and what follows from the columns.

    `width` is W, `first[i]` the index of node i's first child (n + 1 entries: node i's children are
    `first[i]` up to `first[i + 1]`), `levels[k]` the index of the first node at depth k + 1.
    """

    __slots__ = (
        "bound", "fanout", "feedback", "first", "game", "guess", "histogram", "labels", "levels", "losing", "made",
        "objective", "prices", "proved", "sha256", "tally", "width", "winning", "wins",
    )  # fmt: skip

    def __init__(
        self,
        *,
        game: str,
        made: str,
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
    ) -> None:
        """Take the columns, check their shape and derive the rest; raise ValueError with the broken rule."""
        self.game, self.made, self.labels, self.winning, self.losing = game, made, labels, winning, losing
        self.objective, self.prices, self.proved, self.bound = objective, prices, proved, bound
        self.guess, self.feedback, self.fanout, self.wins = guess, feedback, fanout, wins
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

    def _check_feedbacks(self) -> None:
        n, feedback, first = len(self.feedback), self.feedback, self.first
        if feedback[0]:
            raise ValueError("the root has a feedback")
        barred = bytes((self.winning, *self.losing))
        if n > 1 and (max(feedback) >= len(self.labels) or len(feedback[1:].translate(None, barred)) != n - 1):
            raise ValueError("a feedback that cannot lead to a node")
        not_rising = [i for i, rises in enumerate(map(lt, feedback[1:], feedback[2:]), 2) if not rises]
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
        histogram = [
            ((wins >> start) & ((1 << (stop - start)) - 1)).bit_count()
            for start, stop in zip(levels, levels[1:], strict=False)
        ]
        self.histogram = tuple(histogram)
        self.tally = f"{sum(map(mul, histogram, count(1)))}:{len(histogram)}:{histogram[-1]}"


def encode(fields: Fields) -> bytes:
    """The one encoding of a tree, checksum included; sets `fields.sha256`."""
    values: dict[str, Any] = {"magic": MAGIC, "version": VERSION}
    for key in _KEYS:
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
    values = _unpack(data, where)
    try:
        _check_values(values)
        fields = Fields(
            **{key: values[key] for key in _KEYS if key not in ("magic", "version", "tally", "histogram", "sha256")}
            | {key: tuple(values[key]) for key in ("labels", "losing", "prices")}
        )
        _check_guesses(fields)
        _check_game(fields)
        if list(fields.histogram) != values["histogram"]:
            raise ValueError("the histogram is not that of its nodes")
        if fields.tally != values["tally"]:
            raise ValueError(f"the tally {values['tally'][:40]!r} is not that of its nodes, {fields.tally}")
        if encode(fields) != data:
            raise ValueError("the encoding is not the canonical one")
    except (ValueError, OverflowError) as error:
        raise TreeFormatError(f"{where}: {error}; this is no tree that guesstree wrote, build it again") from None
    return fields


def _unpack(data: bytes, where: str) -> dict[str, Any]:
    """The map in `data` with every key of the right type, its magic, version and checksum being right."""
    if not data:
        raise TreeFormatError(f"{where}: the file is empty; build the tree again")
    if len(data) > MAX_FILE_SIZE:
        raise TreeFormatError(f"{where}: larger than {MAX_FILE_SIZE >> 20} MiB; this is no tree file")
    # fixmap or map16, then the magic: anything else is not ours, and is not parsed.
    start = data.find(b"\xa5magic\xa9guesstree\xa7version", 1, 32)
    if start not in (1, 3):
        raise TreeFormatError(f"{where}: this is no tree file; make one with: treegen build GAME")
    version = data[start + 24 : start + 25]
    if version and version != bytes([VERSION]):
        raise TreeFormatError(f"{where}: format version {_show_version(version)}, this program reads {VERSION}; update guesstree")
    broken = f"{where}: checksum differs: the file is damaged; build it again"
    try:
        values = msgpack.unpackb(data, strict_map_key=True, max_ext_len=0, max_map_len=len(_KEYS))
    except Exception:  # msgpack raises a dozen kinds, all of them for damage
        values = None
    if not isinstance(values, dict) or sha256(data[:-32]).digest() != data[-32:]:
        made = values.get("made") if isinstance(values, dict) else None
        if isinstance(made, str) and made.startswith("treegen ") and made.isprintable() and len(made) < 200:
            broken += f": {made} -o {where}"
        raise TreeFormatError(broken)
    if list(values) != list(_KEYS):
        raise TreeFormatError(f"{where}: its keys are not those of a tree file; build it again")
    for key, kind in _KEYS.items():
        # bool is an int to isinstance, but not here
        if not isinstance(values[key], kind) or (isinstance(values[key], bool) and kind is not bool):
            raise TreeFormatError(f"{where}: {key} has the wrong type; build it again")
    return values


def _show_version(byte: bytes) -> str:
    return str(byte[0]) if byte[0] < 128 else "of another kind"


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
    if not _are_ints(prices) or any(a > b for a, b in zip(prices, prices[1:], strict=False)):
        raise ValueError("the prices fall or are no integers")
    if not _are_ints(values["histogram"]):
        raise ValueError("the histogram holds something that is no count")
    for key in ("game", "made", "objective", "tally"):
        if not values[key].isprintable():
            raise ValueError(f"{key} holds unprintable characters")


def _are_ints(values: list[Any]) -> bool:
    return all(type(value) is int for value in values)


def _is_label(label: object) -> bool:
    return (
        isinstance(label, str)
        and 0 < len(label) <= 32
        and label.isprintable()
        and " " not in label
        and _FORBIDDEN.isdisjoint(label)
    )


def _check_guesses(fields: Fields) -> None:
    """Every guess is printable UTF-8 without blanks, and at least one is as long as the column is wide."""
    guess, width = fields.guess, fields.width
    if guess.isalnum():
        return  # ASCII letters and digits throughout: no padding, nothing to look at more closely
    if not any(guess[width - 1 :: width]):
        raise ValueError("the guesses are padded further than the longest")
    for word in {guess[i : i + width] for i in range(0, len(guess), width)}:
        text = word.rstrip(b"\0").decode()
        if not text or not text.isprintable() or " " in text or not _FORBIDDEN.isdisjoint(text):
            raise ValueError(f"{text[:40]!r} is no guess")


def _check_game(fields: Fields) -> None:
    """The labels and guesses are those of the game that the file names."""
    family, colon, digest = fields.game.partition(":")
    if colon:
        if family not in _FILE_FAMILIES or len(digest) != 64 or digest.strip("0123456789abcdef"):
            raise ValueError(f"{fields.game[:80]!r} names no game")
        return
    game = rules.parse(fields.game)
    if game.name != fields.game:
        raise ValueError(f"the game's name is {game.name}, not {fields.game[:80]!r}")
    if (game.labels, game.winning, game.losing) != (fields.labels, fields.winning, fields.losing):
        raise ValueError(f"the feedbacks are not those of {game.name}")
    guess, width = fields.guess, fields.width
    n = len(fields.feedback)
    if width != game.positions or guess.translate(None, game.symbols.encode()):
        raise ValueError(f"a guess does not fit {game.name}")
    if game.is_nozero and b"0" in guess[::width]:
        raise ValueError(f"a guess of {game.name} starts with 0")
    if not game.may_repeat:
        # Two columns agree somewhere exactly if their difference has a zero byte.
        columns = [int.from_bytes(guess[i::width], "little") for i in range(width)]
        for i in range(width):
            for k in range(i):
                if 0 in (columns[i] ^ columns[k]).to_bytes(n, "little"):
                    raise ValueError(f"a guess of {game.name} repeats a symbol")
    if sum(fields.histogram) != game.secret_count:
        raise ValueError(f"it finds {sum(fields.histogram)} secrets, but {game.name} has {game.secret_count}")


def read_file(path: str) -> bytes:
    """The bytes of a regular file of at most 64 MiB; TreeFormatError, in one line, for anything else."""
    try:
        # Opening a FIFO would wait for its writer, so it is looked at first.
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode):
            kind = "a folder" if stat.S_ISDIR(mode) else "not a regular file"
            raise TreeFormatError(f"{path}: it is {kind}; name a .tree file")
        with open(path, "rb") as file:
            return file.read(MAX_FILE_SIZE + 1)
    except OSError as error:
        raise TreeFormatError(f"{path}: {(error.strerror or str(error)).lower()}; name a .tree file") from None
    except ValueError:
        raise TreeFormatError(f"{path!r}: no file has such a name; name a .tree file") from None


def write_file(path: str, data: bytes) -> None:
    """Replace `path` by `data`: the old file stays whole until the new one is safe on the disk.

    A temporary file in the same folder, fsync, rename, fsync of the folder, and the bytes read back.
    Raises BadInput in one line when that cannot be done; the old file is then untouched.
    """
    target = os.path.realpath(path)
    folder = os.path.dirname(target)
    temporary = os.path.join(folder, f".{os.path.basename(target)}.{os.getpid()}.tmp")
    made = False
    try:
        if os.path.exists(target) and not os.path.isfile(target):
            if os.path.isdir(target):
                raise BadInput(f"{path}: it is a folder; name a file in it")
            with open(target, "wb") as device:  # a pipe or a device is written to, never replaced
                device.write(data)
            return
        descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o666)
        made = True
        with open(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, target)
        made = False
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        with open(target, "rb") as file:
            if file.read() != data:
                raise BadInput(f"{path}: what was written does not read back; is the disk sound?")
    except OSError as error:
        raise BadInput(f"{path}: cannot write: {(error.strerror or str(error)).lower()}") from None
    except ValueError as error:
        raise error if isinstance(error, BadInput) else BadInput(f"{path!r}: no file can have such a name") from None
    finally:
        if made:
            try:
                os.unlink(temporary)
            except OSError:
                pass
