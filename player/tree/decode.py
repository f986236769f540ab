"""The reader of tree files: their keys, their msgpack values, and the checks before a file is trusted.

It never recurses, and raises `TreeFormatError`, which names the file, the error and a remedy, unless everything is as
trees/FORMAT.md specifies.
"""

from __future__ import annotations

import re
from contextlib import suppress
from hashlib import sha256
from itertools import combinations
from operator import gt, lt

import msgpack

from player.errors import TreeFormatError, quote, require
from player.rules import names as rules
from player.rules.feedback import MAX_LABELS, MAX_MARKED, mark_labels
from player.rules.history import read_feedback
from player.rules.letters import letters_of
from player.rules.numbers import is_plain
from player.rules.titles import FILE_FAMILIES, check_files
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
_NESTED = _ARRAYS | _MAPS
INT_OR_NIL = (int, type(None))
# All keys with their types, in the order of the file.
KEYS: dict[str, Any] = {
    "magic": str, "version": int, "game": str, "files": list, "called": str, "made": str, "pool": str,
    "max_depth": INT_OR_NIL, "first_guess": str, "objective": str, "prices": list, "bound": INT_OR_NIL, "labels": list,
    "winning": int, "losing": list, "guess": bytes, "feedback": bytes, "fanout": bytes, "wins": bytes, "weights": list,
    "sha256": bytes,
}  # fmt: skip
MAX_TEXT = 4096
MAX_COMMAND = 250  # the longest command that a message shows
MAX_WEIGHT = 1 << 31  # the sum of the weights of all secrets is less than this
# The objectives of trees; "" is a tree of a strategy, "price" one of a price list.
OBJECTIVES = ("", "total", "worst", "fewest-at-max", "identify", "price")
# The objectives of a table with costs, with the unit if there is one, as in `cost in min`.  The first of the prices is
# the number of parts of a unit, and the others are what the answers cost that lead to each secret, in parts.
COST, WORST_COST = "cost", "worst-cost"
_COSTS = re.compile(r"(?:worst-)?cost(?: in (?:[^\W_]{1,12}|[€$£¥%]))?")  # with the unit of the costs, if there is one
_FORBIDDEN = frozenset(",:#")
# The commands that treegen writes into `made`, safe to paste: each word is as shlex.quote writes it, and the first is a
# game or a file, and not an option.  Only a game may have a colon (words:FILE): a strategy FILE.py:NAME would run code.
_GAME = r"""(?!'?-)(?:[\w@%+=:,./-]+|'[^']*'(?:"'"'[^']*')*)"""
_VALUE = _GAME.replace(":,", ",").replace("[^']", "[^':]").removeprefix("(?!'?-)")
_OPTIONS = "strategy|objective|price|from|guesses|max-depth|first|seed|exact-below|weights|name|changes"
_MADE = rf"treegen (?:build|solve|import|differentiate)(?: {_GAME})?(?: (?:--game {_GAME}|--(?:{_OPTIONS}) {_VALUE}))*"


def decode(data: bytes, where: str, tree_class: type[T]) -> T:
    """Return a tree of class `tree_class` from the bytes of the file `where`. Raises TreeFormatError for a bad file."""
    if problem := _find_damage(data, where):
        raise TreeFormatError(f"{where}: {problem}")
    try:
        values = dict(entries(data))
        _check_values(values)
        fields = tree_class.from_entries(values)
        _check_guesses(fields)
        _check_game(fields)
        check_files(fields.game, fields.files, fields.called)
        _check_claims(fields)
        require(msgpack.packb(values) == data, "the encoding is not the canonical one")
    except (ValueError, OverflowError) as error:
        raise TreeFormatError(f"{where}: {error}; this is not a tree that guesstree wrote, build it again") from None
    return fields


def _find_damage(data: bytes, where: str) -> str:
    """Return the error in a file that is foreign, incomplete, damaged or of another version, or "" if there is none."""
    if not data:
        return "the file is empty; build the tree again"
    if len(data) > MAX_FILE_SIZE:
        return f"larger than {MAX_FILE_SIZE >> 20} MiB; this is not a tree file"
    # Bytes that do not begin with the header of a map and the magic are not a tree file, and are not parsed.
    if data.find(HEAD, 1, 32) not in (1, 3, 5):
        return "this is not a tree file; make one with: treegen build GAME"
    version = data[data.index(HEAD) + len(HEAD) :][:1]
    if b"" < version < b"\x80" and version[0] != VERSION:
        return f"format version {version[0]}, this program reads {VERSION}; update guesstree, or build the tree again"
    if data.endswith(TAIL + sha256(memoryview(data)[:-32]).digest()):
        return ""
    return f"checksum differs: the file is damaged; build it again{_how_to_build(data, where)}"


def _how_to_build(data: bytes, where: str) -> str:
    """Return a colon and the command that made the tree, or "" if it cannot be read or is not safe to paste."""
    import shlex

    with suppress(Exception):  # msgpack raises a dozen kinds of exceptions for damage
        made = next(value for key, value in entries(data) if key == "made")
        if len(made) <= MAX_COMMAND and made.isprintable() and re.fullmatch(_MADE, made, re.ASCII):
            return f": {made}" + f" -o {shlex.quote(where)}" * where.endswith(".tree")
    return ""


def entries(data: bytes) -> Iterator[tuple[str, Any]]:
    """Yield the entries of the map: every key in its place, with a value of the right type and without nesting."""
    unpacker = msgpack.Unpacker(max_buffer_size=MAX_FILE_SIZE, max_ext_len=0)
    unpacker.feed(data)
    require(data[0] in _MAPS, "no map stands at its start")
    size = unpacker.read_map_header()
    require(size == len(KEYS), f"it has {size} entries, not {len(KEYS)}")
    for key, kind in KEYS.items():
        found = _next_value(unpacker, data)
        text = str(found[:40] if isinstance(found, bytes) else found)  # cut before str() writes four characters a byte
        require(found == key, f"{quote(text)} stands where the key {key!r} belongs")
        value: Any
        if kind is list:
            require(data[unpacker.tell()] in _ARRAYS, f"{key} has the wrong type")
            length = unpacker.read_array_header()
            require(length <= MAX_DEPTH, f"{key} has {length} entries, at most {MAX_DEPTH} make sense")
            value = [_next_value(unpacker, data) for _ in range(length)]
        else:
            value = _next_value(unpacker, data)
        # isinstance takes a bool for an int
        require(isinstance(value, kind) and not isinstance(value, bool), f"{key} has the wrong type")
        yield key, value
    require(unpacker.tell() == len(data), f"{len(data) - unpacker.tell()} bytes follow the last entry")


def _next_value(unpacker: Any, data: bytes) -> Any:
    """Return the next value, never an array or a map: msgpack would reserve the memory that their headers claim."""
    at = unpacker.tell()
    require(_NESTED.isdisjoint(data[at : at + 1]), "an array or a map stands in a wrong place")
    try:
        return unpacker.unpack()
    except UnicodeDecodeError:
        raise ValueError("a text is not UTF-8") from None
    except Exception:  # noqa: BLE001  msgpack raises a dozen kinds of exceptions for bad bytes
        raise ValueError(f"no msgpack value stands at byte {at}") from None


def _check_values(values: dict[str, Any]) -> None:
    labels, losing, prices = values["labels"], values["losing"], values["prices"]
    require(values["version"] == VERSION, f"its version is not {VERSION}")
    are_words = 2 <= len(labels) <= MAX_LABELS and all(map(is_label, labels)) and len(set(labels)) == len(labels)
    require(are_words, f"the feedback labels are not 2 to {MAX_LABELS} different words")
    require(0 <= values["winning"] < len(labels), "the winning feedback has no label")
    weights = values["weights"]
    are_whole = {int}.issuperset(map(type, [*losing, *prices, *weights]))
    require(are_whole, "a losing feedback, a price or a weight is not a whole number")
    require(all(map(lt, losing, losing[1:])), "the losing feedbacks are not rising indices")
    others = set(range(len(labels))) - {values["winning"]}
    require(others.issuperset(losing), "a losing feedback has no label, or also wins")
    rising = sorted(prices) if _COSTS.fullmatch(values["objective"]) else prices
    are_falling = any(map(gt, [-(1 << 63), *rising], [*rising, (1 << 63) - 1]))
    require(not are_falling, "the prices fall or are not 64-bit integers")
    are_weights = not weights or (min(weights) > 0 and max(weights) > 1 and sum(weights) < MAX_WEIGHT)
    require(are_weights, "a weight is below 1, or the weights are all 1 or too large")
    for key, text in values.items():
        is_good = not isinstance(text, str) or (text.isprintable() and len(text) <= MAX_TEXT)
        require(is_good, f"{key} holds unprintable characters, or more than {MAX_TEXT}")
    made, pool = values["made"], values["pool"]
    is_made = not made or re.fullmatch(_MADE, made, re.ASCII)
    require(is_made, f"{quote(made)} is not a command by which guesstree makes trees")
    require(not pool or is_plain(pool), f"{quote(pool)} is not a pool of guesses")


def is_label(label: object) -> bool:
    """Return whether a text can be a label, in tree files and as people type it."""
    # read_feedback turns the text that a person types into a label, and must not change a label.
    return isinstance(label, str) and len(label) <= 32 and is_word(label) and read_feedback(label) == label


def _check_guesses(fields: Columns) -> None:
    guess, width = fields.guess, fields.width
    require(any(guess[width - 1 :: width]), "the guesses are padded further than the longest")
    # If all bytes are ASCII letters and digits, there is no padding, and each guess is a word.
    for text in () if guess.isalnum() else set(fields.guesses):
        require(is_word(text), f"{quote(text)} is not a guess")
    found, first = fields.found(), fields.first_guess
    require(len(set(found)) == len(found) or fields.names_at_the_end, "a secret is found twice")
    require(first in ("", fields.guesses[0]), f"the first guess {quote(first)} is not that of the tree")


def is_word(text: str) -> bool:
    """Return whether a text can be a guess: printable, without blanks, commas, colons and `#`."""
    return bool(text) and text.isprintable() and " " not in text and _FORBIDDEN.isdisjoint(text)


def _check_game(fields: Columns) -> None:
    family, colon, digest = fields.game.partition(":")
    if colon:
        is_game = family in FILE_FAMILIES and len(digest) == 64 and not digest.strip("0123456789abcdef")
        require(is_game, f"{quote(fields.game)} is not the name of a game")
        if family == "words":
            _check_words(fields)
        return
    game = rules.read_game(fields.game)
    require(game.name == fields.game, f"the game's name is {game.name}, not {quote(fields.game)}")
    expected = (game.labels, game.winning, game.losing)
    require(expected == (fields.labels, fields.winning, fields.losing), f"the feedbacks are not those of {game.name}")
    if isinstance(game, rules.Rules):
        _check_codes(fields, game)
    else:
        require(all(map(game.is_guess, set(fields.guesses))), f"a guess does not fit {game.name}")
    found = len(fields.found())
    require(found == game.secret_count, f"it finds {found} secrets, but {game.name} has {game.secret_count}")


def _check_words(fields: Columns) -> None:
    """Check that the words have one length, and marks as feedbacks; without its files, the list cannot be checked."""
    size = len(letters_of(fields.guesses[0]))
    are_alike = size <= MAX_MARKED and all(len(letters_of(word)) == size for word in fields.guesses)
    require(are_alike, f"the words are not all of one length of at most {MAX_MARKED} letters")
    labels, found = mark_labels(size), (fields.labels, fields.winning, fields.losing)
    require(found == (labels, len(labels) - 1, ()), f"the feedbacks are not the marks of words of {size} letters")


def _check_codes(fields: Columns, game: rules.Rules) -> None:
    guess, width = fields.guess, fields.width
    # The words whose symbols must differ: all guesses; in a game -any, the secrets; none if secrets may repeat symbols.
    distinct = guess if not game.may_repeat else "".join(fields.found()).encode() if game.is_any else b""
    is_good = width == game.positions and not guess.translate(None, game.symbols.encode())
    # Two columns agree in a word exactly if the exclusive or of them has a zero byte.
    columns, n = [int.from_bytes(distinct[i::width], "little") for i in range(width)], len(distinct) // width
    repeats = is_good and any(0 in (one ^ other).to_bytes(n, "little") for one, other in combinations(columns, 2))
    is_good = is_good and not (game.is_nozero and b"0" in guess[::width]) and not repeats
    require(is_good, f"a guess or a secret does not fit {game.name}")


def _check_claims(fields: Columns) -> None:
    depth, prices, bound, cost = fields.depth, fields.prices, fields.bound, fields.cost
    objective, most = fields.objective, fields.max_depth
    require(depth <= MAX_DEPTH, f"its depth is {depth}, and at most {MAX_DEPTH} makes sense")
    is_one = objective in OBJECTIVES or (fields.has_costs and _COSTS.fullmatch(objective))
    require(is_one, f"the objective {objective[:40]!r} is not one that guesstree knows")
    is_limit = most is None or depth <= most <= MAX_DEPTH
    require(is_limit, f"max_depth is {most}, which is not from its depth, {depth}, to {MAX_DEPTH}")
    if cost is None:
        require(not prices and bound is None, "it has prices or a bound, but no objective")
        return
    has_weights = fields.weights and not fields.names_at_the_end
    is_plain_goal = not prices and not has_weights and fields.pool in ("", "all")
    require(objective != "identify" or is_plain_goal, "identify has no prices and no weights, and takes all guesses")
    are_prices = (not prices or len(prices) >= depth) and _may_have_prices(fields)
    require(are_prices, f"the prices {','.join(map(str, prices[:8])) or 1}... are not those of {objective}")
    require(-(1 << 63) <= cost < 1 << 63, "its cost does not fit 64 bits")
    require(bound is None or bound <= cost, f"its cost is {cost}, less than the bound {bound} that it claims")


def _may_have_prices(fields: Columns) -> bool:
    """Return whether the objective can have these prices; an empty list stands for 1, 2, 3, ... without end."""
    prices, most = fields.prices, fields.max_depth
    depth, count = fields.depth, len(prices)
    # A list 1, 2, 3, ... ends at `max_depth`; a tree with neither `max_depth` nor `made` may have had any limit.
    ends_at_limit = count == most or (most is None and not fields.made)
    is_total = not prices or (ends_at_limit and prices == tuple(range(1, count + 1)))
    limit = most or depth  # the price at the limit is above any total; a stopped search may leave a tree of `total`
    if fields.has_costs:
        return True
    is_fewest = prices == (*range(1, limit), limit + sum(fields.histogram) * limit)
    return {
        "total": is_total,
        "worst": prices == tuple(range(1, depth + 1)) if fields.proved else is_total,
        "fewest-at-max": is_fewest if fields.proved or most is not None else is_total,
        "identify": not prices,
        "price": 0 < count <= (most or count),
    }[fields.objective]
