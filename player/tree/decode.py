"""The reader of tree files: their keys, their msgpack values, and what has to hold before one is believed.

It recurses nowhere, and what is not as trees/FORMAT.md specifies is a `TreeFormatError` that names the file, what is
wrong and what to do.
"""

from __future__ import annotations

import re
from hashlib import sha256
from operator import gt, lt

import msgpack

from player.errors import TreeFormatError, quote
from player.rules import names as rules
from player.rules.feedback import MAX_LABELS, MAX_MARKED, mark_labels
from player.rules.history import read_feedback
from player.rules.numbers import is_plain
from player.rules.titles import check_files
from player.tree.columns import MAX_DEPTH, MAX_FILE_SIZE, VERSION, Columns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from player.tree.columns import T

HEAD = b"\xa5magic\xa9guesstree\xa7version"
TAIL = b"\xa6sha256\xc4\x20"
_ARRAYS = frozenset([*range(0x90, 0xA0), 0xDC, 0xDD])
_MAPS = frozenset([*range(0x80, 0x90), 0xDE, 0xDF])
INT_OR_NIL = (int, type(None))
# All keys with their types, in the order of the file.
KEYS: dict[str, Any] = {
    "magic": str, "version": int, "game": str, "files": list, "called": str, "made": str, "pool": str,
    "max_depth": INT_OR_NIL, "first_guess": str, "objective": str, "prices": list, "bound": INT_OR_NIL, "labels": list,
    "winning": int, "losing": list, "guess": bytes, "feedback": bytes, "fanout": bytes, "wins": bytes, "weights": list,
    "sha256": bytes,
}  # fmt: skip
MAX_TEXT = 4096
MAX_COMMAND = 250  # that a message shows
MAX_WEIGHT = 1 << 31  # of all secrets together
_FILE_FAMILIES = ("words", "differentiating", "table")
# What a tree may say that it minimises; "" is a tree of a strategy, "price" one of a price list.
OBJECTIVES = ("", "total", "worst", "fewest-at-max", "identify", "price")
_FORBIDDEN = frozenset(",:#")
# The commands that treegen writes into `made`, which may be pasted into a shell: words as shlex.quote has them, first
# a game or a file that is no option, and no colon in another value, as the name of a function in a file would have.
_GAME = r"""(?!'?-)(?:[\w@%+=:,./-]+|'[^']*'(?:"'"'[^']*')*)"""
_VALUE = _GAME.replace(":,", ",").replace("[^']", "[^':]").removeprefix("(?!'?-)")
_OPTIONS = "strategy|objective|price|from|guesses|max-depth|first|seed|exact-below|weights|name|changes"
_MADE = rf"treegen (?:build|solve|import|differentiate)(?: {_GAME})?(?: (?:--game {_GAME}|--(?:{_OPTIONS}) {_VALUE}))*"


def decode(data: bytes, where: str, kind: type[T]) -> T:
    """A tree of class `kind` from a file's bytes, which `where` names in messages; TreeFormatError for a bad file."""
    if problem := _find_damage(data, where):
        raise TreeFormatError(f"{where}: {problem}")
    try:
        values = dict(entries(data))
        _check_values(values)
        _check_texts(values)
        fields = kind.from_entries(values)
        _check_guesses(fields)
        _check_game(fields)
        check_files(fields.game, fields.files, fields.called)
        _check_claims(fields)
        if msgpack.packb(values) != data:
            raise ValueError("the encoding is not the canonical one")
    except (ValueError, OverflowError) as error:
        raise TreeFormatError(f"{where}: {error}; this is not a tree that guesstree wrote, build it again") from None
    return fields


def _find_damage(data: bytes, where: str) -> str:
    """What is wrong with a file that is not ours, not of a known version, not whole or damaged; "" if nothing is."""
    if not data:
        return "the file is empty; build the tree again"
    if len(data) > MAX_FILE_SIZE:
        return f"larger than {MAX_FILE_SIZE >> 20} MiB; this is not a tree file"
    # A map's header, then the magic: anything else is not ours, and is not parsed.
    if data.find(HEAD, 1, 32) not in (1, 3, 5):
        return "this is not a tree file; make one with: treegen build GAME"
    version = data[data.index(HEAD) + len(HEAD) :][:1]
    if b"" < version < b"\x80" and version[0] != VERSION:
        return f"format version {version[0]}, this program reads {VERSION}; update guesstree, or build the tree again"
    if data.endswith(TAIL + sha256(memoryview(data)[:-32]).digest()):
        return ""
    return f"checksum differs: the file is damaged; build it again{_how_to_build(data, where)}"


def _how_to_build(data: bytes, where: str) -> str:
    """A colon and the command that makes the tree, when it can still be read and is safe to paste."""
    import shlex

    try:
        made = next(value for key, value in entries(data) if key == "made")
    except Exception:  # noqa: BLE001  msgpack raises a dozen kinds, all of them for damage
        return ""
    if len(made) > MAX_COMMAND or not made.isprintable() or not re.fullmatch(_MADE, made, re.ASCII):
        return ""
    return f": {made} -o {shlex.quote(where)}" if where.endswith(".tree") else f": {made}"


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
            shown = found[:40] if isinstance(found, bytes) else found  # else its text is four times as long
            raise ValueError(f"{quote(str(shown))} stands where the key {key!r} belongs")
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
        if isinstance(value, bool) or not isinstance(value, kind):
            raise ValueError(f"{key} has the wrong type")  # noqa: TRY004  of a file, not of an argument
        yield key, value
    if unpacker.tell() != len(data):
        raise ValueError(f"{len(data) - unpacker.tell()} bytes follow the last entry")


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
    if values["version"] != VERSION:
        raise ValueError(f"its version is not {VERSION}")
    if not 2 <= len(labels) <= MAX_LABELS or not all(map(is_label, labels)) or len(set(labels)) != len(labels):
        raise ValueError(f"the feedback labels are not 2 to {MAX_LABELS} different words")
    if not 0 <= values["winning"] < len(labels):
        raise ValueError("the winning feedback has no label")
    weights = values["weights"]
    if not {int}.issuperset(map(type, [*losing, *prices, *weights])):
        raise ValueError("a losing feedback, a price or a weight is not a whole number")
    if not all(map(lt, losing, losing[1:])):
        raise ValueError("the losing feedbacks are not rising indices")
    if losing and not (0 <= losing[0] and losing[-1] < len(labels) and values["winning"] not in losing):
        raise ValueError("a losing feedback has no label, or also wins")
    if any(map(gt, [-(1 << 63), *prices], [*prices, (1 << 63) - 1])):
        raise ValueError("the prices fall or are not 64-bit integers")
    if weights and (min(weights) < 1 or max(weights) == 1 or sum(weights) >= MAX_WEIGHT):
        raise ValueError("the weights are not whole numbers from 1 on, all 1, or too large")


def _check_texts(values: dict[str, Any]) -> None:
    for key, text in values.items():
        if isinstance(text, str) and not (text.isprintable() and len(text) <= MAX_TEXT):
            raise ValueError(f"{key} holds unprintable characters, or more than {MAX_TEXT}")
    if values["made"] and not re.fullmatch(_MADE, values["made"], re.ASCII):
        raise ValueError(f"{quote(values['made'])} is not a command by which guesstree makes trees")
    if values["pool"] and not is_plain(values["pool"]):
        raise ValueError(f"{quote(values['pool'])} is not a pool of guesses")


def is_label(label: object) -> bool:
    """Whether a feedback may be called so, in tree files and where people type it."""
    # What a person types becomes a label, and a label stays itself.
    return isinstance(label, str) and len(label) <= 32 and is_word(label) and read_feedback(label) == label


def _check_guesses(fields: Columns) -> None:
    guess, width = fields.guess, fields.width
    if not any(guess[width - 1 :: width]):
        raise ValueError("the guesses are padded further than the longest")
    # ASCII letters and digits throughout, and so no padding: nothing to look at more closely.
    for text in () if guess.isalnum() else set(fields.guesses):
        if not is_word(text):
            raise ValueError(f"{quote(text)} is not a guess")
    found = fields.found()
    if len(set(found)) != len(found):
        raise ValueError("a secret is found twice")
    if fields.first_guess not in ("", fields.guesses[0]):
        raise ValueError(f"the first guess {quote(fields.first_guess)} is not that of the tree")


def is_word(text: str) -> bool:
    """Whether a guess may be called so: printable, without blanks, commas, colons and `#`."""
    return bool(text) and text.isprintable() and " " not in text and _FORBIDDEN.isdisjoint(text)


def _check_game(fields: Columns) -> None:
    family, colon, digest = fields.game.partition(":")
    if colon:
        if family not in _FILE_FAMILIES or len(digest) != 64 or digest.strip("0123456789abcdef"):
            raise ValueError(f"{quote(fields.game)} names no game")
        if family == "words":
            _check_words(fields)
        return
    game = rules.read_game(fields.game)
    if game.name != fields.game:
        raise ValueError(f"the game's name is {game.name}, not {quote(fields.game)}")
    if (game.labels, game.winning, game.losing) != (fields.labels, fields.winning, fields.losing):
        raise ValueError(f"the feedbacks are not those of {game.name}")
    if isinstance(game, rules.Rules):
        _check_codes(fields, game)
    elif not all(map(game.is_guess, set(fields.guesses))):
        raise ValueError(f"a guess does not fit {game.name}")
    found = len(fields.found())
    if found != game.secret_count:
        raise ValueError(f"it finds {found} secrets, but {game.name} has {game.secret_count}")


def _check_words(fields: Columns) -> None:
    """The words have one length, and a mark for each letter; which words there are, only their files tell."""
    size = len(fields.guesses[0])
    if size > MAX_MARKED or any(len(word) != size for word in fields.guesses):
        raise ValueError(f"the words are not all of one length of at most {MAX_MARKED} letters")
    labels = mark_labels(size)
    if (fields.labels, fields.winning, fields.losing) != (labels, len(labels) - 1, ()):
        raise ValueError(f"the feedbacks are not the marks of words of {size} letters")


def _check_codes(fields: Columns, game: rules.Rules) -> None:
    guess, width = fields.guess, fields.width
    if (
        width != game.positions
        or guess.translate(None, game.symbols.encode())
        or (
            (game.is_nozero and b"0" in guess[::width])
            or (not game.may_repeat and _repeats(guess, width))
            or (game.is_any and _repeats("".join(fields.found()).encode(), width))
        )
    ):
        raise ValueError(f"a guess or a secret does not fit {game.name}")


def _repeats(words: bytes, width: int) -> bool:
    # Two columns agree somewhere exactly if their difference has a zero byte.
    columns = [int.from_bytes(words[i::width], "little") for i in range(width)]
    n = len(words) // width
    return any(0 in (columns[i] ^ columns[k]).to_bytes(n, "little") for i in range(width) for k in range(i))


def _check_claims(fields: Columns) -> None:
    depth, prices, bound, cost = fields.depth, fields.prices, fields.bound, fields.cost
    if depth > MAX_DEPTH:
        raise ValueError(f"its depth is {depth}, and at most {MAX_DEPTH} makes sense")
    if fields.objective not in OBJECTIVES:
        raise ValueError(f"the objective {fields.objective[:40]!r} is not one that guesstree knows")
    if fields.max_depth is not None and not depth <= fields.max_depth <= MAX_DEPTH:
        raise ValueError(f"max_depth is {fields.max_depth}, which is not from its depth, {depth}, to {MAX_DEPTH}")
    if cost is None:
        if prices or bound is not None:
            raise ValueError("it has prices or a bound, but no objective")
        return
    if fields.objective == "identify" and (prices or fields.weights or fields.pool not in ("", "all")):
        raise ValueError("identify has no prices and no weights, and takes all guesses")
    if (prices and len(prices) < depth) or not _may_have_prices(fields):
        raise ValueError(f"the prices {','.join(map(str, prices[:8])) or 1}... are not those of {fields.objective}")
    if not -(1 << 63) <= cost < 1 << 63:
        raise ValueError("its cost does not fit 64 bits")
    if bound is not None and bound > cost:
        raise ValueError(f"its cost is {cost}, less than the bound {bound} that it claims")


def _may_have_prices(fields: Columns) -> bool:
    """Whether the objective can have these prices; none stands for 1, 2, 3, ... without end."""
    prices, most = fields.prices, fields.max_depth
    depth, last = fields.depth, len(prices)
    # Where it is not known how the tree was made, neither is the depth that was allowed.
    is_last = last == most or (most is None and not fields.made)
    is_total = not prices or (is_last and prices == tuple(range(1, last + 1)))
    limit = most or depth
    is_fewest = prices == (*range(1, limit), limit + sum(fields.histogram) * limit)
    return {
        "total": is_total,
        "worst": prices == tuple(range(1, depth + 1)) if fields.proved else is_total,
        "fewest-at-max": is_fewest if fields.proved or most is not None else is_total,
        "identify": not prices,
        "price": 0 < last <= (most or last),
    }[fields.objective]
