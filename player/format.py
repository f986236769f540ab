"""The tree file: specification, reader and writer.

A `NAME.tree` file is one msgpack map with these keys in this order, each value in msgpack's shortest form:

==========  =======================================================================================
magic       str, "guesstree"
version     int, 1; 2 where secrets have weights that are not all 1
game        str, a canonical game name; for a game read from files FAMILY:SHA256 of its lists
made        str, the command that makes the tree again (without thread counts, paths or limits of time), or ""
objective   str, what the tree minimises: total, worst, fewest-at-max, identify or price; "" when a strategy built it
prices      array of int, price[depth - 1], never falling, for every depth used; [] means 1, 2, 3, ... without end
proved      bool, whether the cost is claimed to be the least possible: the bound is then the cost
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
weights     only in version 2: array of int, from 1 on, for each secret in the order of the nodes that find it
sha256      bin, 32 bytes: SHA-256 of every byte of the file before them
==========  =======================================================================================

Nodes stand in breadth-first order, siblings by rising feedback, so a tree has exactly one encoding.  The first
child of node i is node 1 + Σ fanout[0..i-1].  No secret is found twice; in a code game every secret is found.
Words have one length of at most 5 letters, and their labels are the rows of marks.
A secret of weight w counts as w secrets in tally, histogram and cost.
The cost of objective "identify" is the total less the number of nodes without children.
Without an objective there are no prices, no bound and no proof.  Texts are printable, of at most 4096 characters;
prices and cost are 64-bit; no tree is deeper than 131072.  `made` is a command of treegen build, solve, import or
differentiate for the tree's own game, of known options and plain values (see `player.rules.made`): it is shown to
people, who run it.  The reader believes nothing and recurses nowhere: whatever is not as above is a
`TreeFormatError` that names the file, what is wrong and what to do.
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
from player.rules.made import OBJECTIVES, is_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

__all__ = ["MAGIC", "MAX_FILE_SIZE", "VERSION", "Fields", "decode", "encode", "read_file", "write_file"]

MAGIC = "guesstree"
VERSION = 1
WEIGHTED = 2  # the version of a file with weights
MAX_FILE_SIZE = 64 << 20
MAX_LABELS = 256
MAX_GUESS_BYTES = 255
MAX_TEXT = 4096
MAX_DEPTH = 1 << 17
IDENTIFY = "identify"  # the objective whose last guess is free where it is certain
MAX_WEIGHT = 1 << 31  # of all secrets together
_FILE_FAMILIES = ("words", "differentiating", "table")
_FORBIDDEN = frozenset(",:#")
_HEAD = b"\xa5magic\xa9guesstree\xa7version"
_TAIL = b"\xa6sha256\xc4\x20"
_DIGITS = bytes.maketrans(b"01", b"\0\1")
_ARRAYS = frozenset([*range(0x90, 0xA0), 0xDC, 0xDD])
_MAPS = frozenset([*range(0x80, 0x90), 0xDE, 0xDF])

_KEYS: dict[str, Any] = {
    "magic": str, "version": int, "game": str, "made": str, "objective": str, "prices": list, "proved": bool,
    "bound": (int, type(None)), "labels": list, "winning": int, "losing": list, "tally": str, "histogram": list,
    "guess": bytes, "feedback": bytes, "fanout": bytes, "wins": bytes, "sha256": bytes,
}  # fmt: skip


def _keys(version: object) -> dict[str, Any]:
    """The keys of a file of that version, with their types, in their order."""
    if version != WEIGHTED:
        return _KEYS
    keys = dict(_KEYS)
    last = keys.pop("sha256")
    return {**keys, "weights": list, "sha256": last}


class Fields:
    """What a tree file holds, one attribute per key, and what follows from the columns.

    `width` is W, `guesses` the nodes' guesses as text, `first[i]` the index of node i's first child (n + 1 entries:
    node i's children are `first[i]` up to `first[i + 1]`), `levels[k]` the index of the first node at depth k + 1.
    """

    __slots__ = (
        "bound", "fanout", "feedback", "first", "game", "guess", "guesses", "histogram", "labels", "levels", "losing",
        "made", "objective", "prices", "proved", "sha256", "tally", "weights", "width", "winning", "wins",
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
        weights: tuple[int, ...] = (),
    ) -> None:
        """Take the columns, check their shape and derive the rest; raise ValueError with the broken rule."""
        self.game, self.made, self.labels, self.winning, self.losing = game, made, labels, winning, losing
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
    values: dict[str, Any] = {"magic": MAGIC, "version": WEIGHTED if fields.weights else VERSION}
    for key in _keys(values["version"]):
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
        values = _unpack(data)
        _check_values(values)
        fields = Fields(
            **{key: values[key] for key in _KEYS if key not in ("magic", "version", "tally", "histogram", "sha256")}
            | {key: tuple(values.get(key, ())) for key in ("labels", "losing", "prices", "weights")}
        )
        _check_guesses(fields)
        _check_game(fields)
        _check_texts(fields)
        if list(fields.histogram) != values["histogram"]:
            raise ValueError("the histogram is not that of its nodes")
        if fields.tally != values["tally"]:
            raise ValueError(f"the tally {values['tally'][:40]!r} is not that of its nodes, {fields.tally}")
        _check_claims(fields)
        if encode(fields) != data:
            raise ValueError("the encoding is not the canonical one")
    except (ValueError, OverflowError) as error:
        raise TreeFormatError(f"{where}: {error}; this is not a tree that guesstree wrote, build it again") from None
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
    if type(version) is int and version not in (VERSION, WEIGHTED):
        known = f"{VERSION} and {WEIGHTED}"
        raise TreeFormatError(f"{where}: format version {version}, this program reads {known}; update guesstree")
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
    return _peek(data[data.find(_HEAD, 1, 32) + len(_HEAD) :][:9])


def _peek(data: bytes) -> object:
    """The first msgpack value in `data`, None when there is no whole one."""
    unpacker = msgpack.Unpacker(max_array_len=0, max_map_len=0, max_ext_len=0)
    unpacker.feed(data)
    try:
        value: object = unpacker.unpack()
    except Exception:  # noqa: BLE001  msgpack raises a dozen kinds, all of them for damage
        return None
    return value


def _how_to_build(data: bytes, where: str) -> str:
    """A colon and the command that makes the tree, when it can still be read and is safe to paste."""
    key = b"\xa4made"
    at = data.find(key, 0, 256)
    made = _peek(data[at + len(key) :][:256]) if at > 0 else None
    if not isinstance(made, str) or not made.isprintable() or not is_command(made):
        return ""
    import shlex

    words = made.split(" ")
    return f": {shlex.join([*words, '-o', where] if where.endswith('.tree') else words)}"


def _unpack(data: bytes) -> dict[str, Any]:
    """The map in `data`: every key in its place and its value of the right type, nothing nested any deeper."""
    unpacker = msgpack.Unpacker(max_buffer_size=MAX_FILE_SIZE, max_ext_len=0)
    unpacker.feed(data)
    values: dict[str, Any] = {}
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
        values[key] = value
    if unpacker.tell() != len(data):
        raise ValueError(f"{len(data) - unpacker.tell()} bytes follow the last entry")
    return values


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
    if values["version"] != (WEIGHTED if weights and max(weights) > 1 else VERSION):
        raise ValueError("the version is not that of its weights")
    if not _are_ints(values["histogram"]):
        raise ValueError("the histogram holds something that is not a count")
    for key in ("game", "made", "objective", "tally"):
        if not values[key].isprintable():
            raise ValueError(f"{key} holds unprintable characters")
        if len(values[key]) > MAX_TEXT:
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


def _check_texts(fields: Fields) -> None:
    """The objective is a known one, and the command one of ours for this game."""
    if fields.objective not in OBJECTIVES:
        raise ValueError(f"the objective {fields.objective[:40]!r} is not one that guesstree knows")
    if fields.made and not is_command(fields.made, fields.game, frozenset(fields.guesses)):
        raise ValueError(f"made is {fields.made[:80]!r}, not a treegen command for this game")


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
