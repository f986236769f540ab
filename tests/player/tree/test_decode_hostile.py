"""Files with a correct checksum and one broken rule: one byte literal for each.

Every case is a good file in which the entries named are replaced by the bytes given; the checksum is made right.
Neither msgpack nor the writer has a hand in it.
"""

from __future__ import annotations

import tracemalloc
from hashlib import sha256

import pytest
from small import refusal

from player import open_tree

HEADER = b"\xde\x00\x15"
ZEROS = b"\xd9\x40" + b"0" * 64
# A game read from files.  The tree asks "m", then "cd" (lo) or "tu" (hi), then "x" (hi); all four may be right.
GOOD = {
    "magic": b"\xa9guesstree", "version": b"\x01", "game": b"\xd9\x46table:" + b"0" * 64, "files": b"\x90",
    "called": b"\xa0", "made": b"\xa0", "pool": b"\xa0", "max_depth": b"\xc0", "first_guess": b"\xa0",
    "objective": b"\xa0", "prices": b"\x90", "bound": b"\xc0", "labels": b"\x93\xa2lo\xa2hi\xa2eq", "winning": b"\x02",
    "losing": b"\x90", "guess": b"\xc4\x08m\0cdtux\0", "feedback": b"\xc4\x04\x00\x00\x01\x01",
    "fanout": b"\xc4\x04\x02\x00\x01\x00", "wins": b"\xc4\x01\x0f", "weights": b"\x90",
}  # fmt: skip
# The game bulls-2x3; the tree asks its secrets in an order that loses some, which only `treegen verify` can find.
BULLS = GOOD | {
    "game": b"\xa9bulls-2x3", "labels": b"\x95\xa200\xa201\xa202\xa210\xa220", "winning": b"\x04",
    "guess": b"\xc4\x0c123121132332", "feedback": b"\xc4\x06\x00\x01\x02\x03\x01\x02",
    "fanout": b"\xc4\x06\x03\x01\x00\x01\x00\x00", "wins": b"\xc4\x01\x3f",
}  # fmt: skip
# Words: which there are, only their files tell; what they look like and are answered with, anybody knows.
WORDS = GOOD | {
    "game": b"\xd9\x46words:" + b"0" * 64, "winning": b"\x08",
    "labels": b"\x99" + b"".join(b"\xa2%d%d" % (i // 3, i % 3) for i in range(9)),
    "guess": b"\xc4\x08abacbacc", "feedback": b"\xc4\x04\x00\x01\x06\x00",
}  # fmt: skip
NAMED = WORDS | {"files": b"\x92\xa5a.txt" + ZEROS, "called": b"\xa1w"}
COST = {"objective": b"\xa5price", "prices": b"\x93\x01\x02\x05"}  # 1 + 2·2 + 5 = 10


def build(entries: dict[str, bytes], header: bytes = HEADER) -> bytes:
    body = header + b"".join(bytes([0xA0 + len(key)]) + key.encode() + value for key, value in entries.items())
    body += b"\xa6sha256\xc4\x20"
    return body + sha256(body).digest()


def text(words: str) -> bytes:
    data = words.encode()
    return b"\xd9" + bytes([len(data)]) + data


def test_the_good_files_are_good() -> None:
    assert open_tree(build(GOOD)).guesses == ["m", "cd", "tu", "x"]
    assert [open_tree(build(file)).tally for file in (BULLS, WORDS, GOOD | COST)] == ["13:3:2", "8:3:1", "8:3:1"]
    tree = open_tree(build(NAMED))
    assert (tree.files, tree.called, tree.title, tree.to_bytes()) == (("a.txt", "0" * 64), "w", "w", build(NAMED))
    for made in ("treegen build table:FILE --strategy x+first=m.cd", "treegen import --from json --game 'words:a b,c'"):
        assert open_tree(build(GOOD | {"made": text(made)})).made == made


Cases = list[tuple[str, dict[str, bytes], str]]
SHAPE, LABELS = "the columns differ in length", "the feedback labels are not 2 to 8192 different words"
LEADS, FALLING = "a feedback that cannot lead to a node", "siblings are not in rising order"
COLUMNS: Cases = [
    ("no nodes", dict.fromkeys(("guess", "feedback", "fanout", "wins"), b"\xc4\x00"), "it has no nodes"),
    ("feedback too short", {"feedback": b"\xc4\x03\x00\x00\x01"}, SHAPE),
    ("fanout too long", {"fanout": b"\xc4\x05\x02\x00\x01\x00\x00"}, SHAPE),
    ("wins too long", {"wins": b"\xc4\x02\x0f\x00"}, SHAPE),
    ("guess not n×W bytes", {"guess": b"\xc4\x09m\0cdtux\0\0"}, SHAPE),
    ("guess empty", {"guess": b"\xc4\x00"}, SHAPE),
    ("guess wider than 255", {"guess": b"\xc5\x04\x00" + b"1" * 255 + b"x" + b"234" * 256}, SHAPE),
    ("a node too few", {"fanout": b"\xc4\x04\x01\x00\x01\x00"}, "the fanouts name 3 nodes, but there are 4"),
    ("its own parent", {"fanout": b"\xc4\x04\x00\x01\x01\x01"}, "a node stands before its parent"),
    ("siblings equal", {"feedback": b"\xc4\x04\x00\x01\x01\x01"}, FALLING),
    ("siblings falling", {"feedback": b"\xc4\x04\x00\x01\x00\x01"}, FALLING),
    ("feedback without a label", {"feedback": b"\xc4\x04\x00\x00\x01\x03"}, LEADS),
    ("a child by winning", {"feedback": b"\xc4\x04\x00\x00\x02\x01"}, LEADS),
    ("a child by losing", {"losing": b"\x91\x00"}, LEADS),
    ("root with a feedback", {"feedback": b"\xc4\x04\x01\x00\x01\x01"}, "the root has a feedback"),
    ("neither child nor win", {"wins": b"\xc4\x01\x0d"}, "a node has neither a child nor a win"),
    ("a win past the end", {"wins": b"\xc4\x01\x1f"}, "a win is marked past the last node"),
    ("not UTF-8", {"guess": b"\xc4\x08m\0\xffdtux\0"}, "a guess is not UTF-8"),
    ("padded too far", {"guess": b"\xc4\x0cm\0\0cd\0tu\0x\0\0"}, "padded further than the longest"),
    *((f"a guess {odd!r}", {"guess": b"\xc4\x0cm\0\0" + odd + b"tu\0x\0z"}, "is not a guess") for odd in (
        b"\0\0\0", b"c d", b"c,d", b"c:d", b"c#d", b"\x1bcd", b"c\0d", b"\xe2\x80\xae")),
    ("a secret twice", {"guess": b"\xc4\x08m\0cdcdx\0"}, "a secret is found twice"),
    ("one label", {"labels": b"\x91\xa2lo", "winning": b"\x00"}, LABELS),
    ("8193 labels", {"labels": b"\xdc\x20\x01" + b"".join(b"\xa4%04d" % i for i in range(8193))}, LABELS),
    ("a label twice", {"labels": b"\x93\xa2lo\xa2lo\xa2eq"}, LABELS),
    *((f"a label {odd[:9]!r}", {"labels": b"\x93\xa2lo" + odd + b"\xa2eq"}, LABELS) for odd in (
        b"\xa0", b"\xa3h i", b"\xa3h,i", b"\xa3h:i", b"\xa3h#i", b"\xa3h\x1bi", b"\xa3\xe2\x80\xae", b"\xa40A1B",
        b"\x07", b"\xd9\x21" + b"h" * 33, b"\xdb\x00\x98\x96\x80" + b"h" * 10_000_000, b"\xc4\x02hi")),
    ("winning out of range", {"winning": b"\x03"}, "the winning feedback has no label"),
    ("losing falling", {"losing": b"\x92\x01\x00"}, "the losing feedbacks are not rising indices"),
    ("losing a bool", {"losing": b"\x91\xc3"}, "the losing feedbacks are not rising indices"),
    ("losing wins", {"losing": b"\x91\x02"}, "a losing feedback has no label, or also wins"),
]  # fmt: skip
NO_MADE, NO_NUMBERS = "is not a command by which guesstree makes trees", "the prices fall or are not 64-bit integers"
CLAIMS: Cases = [
    ("prices fall", COST | {"prices": b"\x93\x01\x02\x01"}, NO_NUMBERS),
    *((f"a price {odd!r}", COST | {"prices": b"\x93" + odd + b"\x02\x03"}, NO_NUMBERS) for odd in (
        b"\xc3", b"\xca\x3f\x80\x00\x00", b"\xa11", b"\xcf\x80" + b"\x00" * 7)),
    ("a depth without a price", COST | {"prices": b"\x92\x01\x02"}, "its depth is 3, but only 2 have a price"),
    ("cost past 64 bits", COST | {"prices": b"\x93\x01" + b"\xcf\x7f\xff\xff\xff\xff\xff\xff\xff" * 2}, "not fit 64"),
    ("bound above the cost", COST | {"bound": b"\x0b"}, "its cost is 10, less than the bound 11 that it claims"),
    ("bound without an objective", {"bound": b"\x01"}, "it has prices or a bound, but no objective"),
    ("prices without an objective", {"prices": b"\x93\x01\x02\x03"}, "it has prices or a bound, but no objective"),
    *((made, {"made": text(made)}, NO_MADE) for made in (
        "treegen", "treegen cook a", "treegen build a; reboot", "treegen build $(reboot)", "treegen build a\u00e9",
        "treegen build 'a", "treegen build '-q'", "treegen build a --cook b", "treegen build a --strategy", "build a",
        "treegen build a --strategy x.py:run", "treegen build a --strategy 'x.py:run'", "treegen build  a",
        "treegen import --game -q", "treegen build 1';reboot;'")),
    ("made unprintable", {"made": b"\xa4\x1b[2J"}, "made holds unprintable characters"),
    ("pool of 10 MB", {"pool": b"\xdb\x00\x98\x96\x80" + b"m" * 10_000_000}, "pool is longer than 4096 characters"),
    ("a pool of two words", {"pool": b"\xa3a b"}, "'a b' is not a pool of guesses"),
    ("another first guess", {"first_guess": b"\xa2cd"}, "the first guess 'cd' is not that of the tree"),
    ("no depth at all", {"max_depth": b"\x00"}, "max_depth is 0, which is not a number from 1 to 131072"),
    ("too deep", {"max_depth": b"\xce\x00\x02\x00\x01"}, "max_depth is 131073, which is not"),
    ("deeper than allowed", {"max_depth": b"\x02"}, "its depth is 3, but at most 2 was allowed"),
    ("weights of 1", {"weights": b"\x94" + b"\x01" * 4}, "weights that are all 1 are left out"),
    ("a weight of 0", {"weights": b"\x94\x01\x01\x01\x00"}, "the weights are not whole numbers from 1 on"),
    ("a weight too few", {"weights": b"\x93\x01\x02\x01"}, "3 weights for 4 secrets"),
    *((f"game {odd!r}", {"game": odd}, "names no game") for odd in (
        b"\xd9\x46babel:" + b"0" * 64, b"\xa6table:", b"\xd9\x47table:" + b"0" * 65, b"\xd9\x46table:" + b"A" * 64)),
]  # fmt: skip
GAME, REPEAT = "the feedbacks are not those of bulls-2x3", "a guess does not fit bulls-2x3"
GAMES: Cases = [
    ("another game's name", {"game": b"\xaebulls-2x3-zero"}, "did you mean bulls-2x3?"),
    ("more symbols", {"game": b"\xa9bulls-2x4"}, "it finds 6 secrets, but bulls-2x4 has 12"),
    ("an alias", {"game": b"\xa5p2c3n"}, "the game's name is bulls-2x3, not 'p2c3n'"),
    ("no name", {"game": b"\xa0"}, "no such game"),
    ("other labels", {"labels": b"\x95\xa200\xa201\xa211\xa210\xa220"}, GAME),
    ("another feedback wins", {"winning": b"\x00", "feedback": b"\xc4\x06\0\1\2\3\1\2"}, GAME),
    ("a feedback loses", {"losing": b"\x91\x00"}, GAME),
    ("a symbol of no code", {"guess": b"\xc4\x0c123121132342"}, REPEAT),
    ("guesses too long", {"guess": b"\xc4\x12123312213132231321"}, REPEAT),
    ("a symbol twice", {"guess": b"\xc4\x0c123122132332"}, "a guess of bulls-2x3 repeats a symbol"),
    ("a secret missing", {"wins": b"\xc4\x01\x3d"}, "it finds 5 secrets"),
    ("a secret that cannot be", {"game": b"\xadbulls-2x3-any", "guess": b"\xc4\x0c123322132331"},
     "a secret of bulls-2x3-any repeats a symbol"),
]  # fmt: skip
NO_WORDS = "the words are not all of one length of at most 8 letters"
NO_MARKS = "the feedbacks are not the marks of words of 2 letters"
NO_FILES, NO_NAME, NO_HASH = "the files are not 1 to 2 names", "the name of a file is not", "the hash of a file is not"
FILES: Cases = [
    ("a shorter word", {"guess": b"\xc4\x08aba\0bacc"}, NO_WORDS),
    ("as many bytes, fewer letters", {"guess": b"\xc4\x08ab\xc3\xa9bacc"}, NO_WORDS),
    # Not refused, such a tree took all memory there is, or ended in a traceback, when it was played.
    ("words of 30 letters", {"guess": b"\xc4\x78" + b"a" * 30 + b"b" * 30 + b"c" * 30 + b"d" * 30}, NO_WORDS),
    ("words that lose", {"losing": b"\x91\x04"}, NO_MARKS),
    ("another feedback wins", {"winning": b"\x07"}, NO_MARKS),
    ("a name without its hash", {"files": b"\x91\xa1a"}, NO_FILES),
    ("three files", {"files": b"\x96" + 3 * (b"\xa1a" + ZEROS)}, NO_FILES),
    *((f"a name {odd[:9]!r}", {"files": b"\x92" + odd + ZEROS}, NO_NAME) for odd in (
        b"\xa0", b"\xa3a/b", b"\xa3a\\b", b"\xa2..", b"\xa1-", b"\xa3a,b", b"\xa4\x1b[2J", b"\xa3\xe2\x80\xae",
        b"\xa2a ", b"\xa2 a", b"\xda\x01\x00" + b"a" * 256, b"\x07", b"\xc4\x01a")),
    *((f"a hash {odd[:9]!r}", {"files": b"\x92\xa1a" + odd}, NO_HASH) for odd in (
        b"\xd9\x3f" + b"0" * 63, b"\xd9\x80" + 64 * b"\xd9\xa0", b"\xd9\x40" + b"A" * 64, b"\xc4\x20" + b"0" * 32,
        b"\0")),
    *((f"called {odd[:9]!r}", {"called": odd}, "what the game is called is not a word") for odd in (
        b"\xa3a b", b"\xa1-", b"\xa7a; reb0", b"\xd9\x29" + b"x" * 41)),
    ("a game of no files", {"game": GOOD["game"]}, "it has files, but its game is not read from any"),
]  # fmt: skip
CANONICAL, NOTHING, NESTED = "not the canonical one", "no msgpack value stands at byte", "arrays or maps lie where none"
VALUES: Cases = [
    ("an int in two bytes", {"winning": b"\xcc\x02"}, CANONICAL),
    ("a longer str", {"pool": b"\xd9\x00"}, CANONICAL),
    ("a longer array", {"prices": b"\xdc\x00\x00"}, CANONICAL),
    ("a bin of 4 GiB", {"guess": b"\xc6\xff\xff\xff\xffm"}, NOTHING),
    ("a str of 4 GiB", {"pool": b"\xdb\xff\xff\xff\xffm"}, NOTHING),
    ("2^32-1 prices", {"prices": b"\xdd\xff\xff\xff\xff"}, "prices has 4294967295 entries, at most 131072 make sense"),
    ("131072 prices that are not there", {"prices": b"\xdd\x00\x02\x00\x00"}, NESTED),
    ("a map of 2^32-1", {"bound": b"\xdf\xff\xff\xff\xff"}, NESTED),
    ("arrays in arrays", {"prices": b"\x91" * 100_000 + b"\x01"}, NESTED),
    ("maps in arrays", {"labels": b"\x93" + b"\x81\xa1a" * 100_000}, NESTED),
    ("an ext", {"pool": b"\xd4\x05x"}, NOTHING),
    ("a timestamp", {"bound": b"\xd6\xff\x00\x00\x00\x01"}, NOTHING),
    ("bytes that are no UTF-8", {"pool": b"\xa2\xff\xfe"}, "a text is not UTF-8"),
    *((f"{key} of another type", {key: odd}, f"{key} has the wrong type") for key, odd in {
        "version": b"\xa11", "game": b"\xc4\x01x", "made": b"\xc0", "bound": b"\xc3", "weights": b"\xc0",
        "labels": b"\xa3abc", "winning": b"\xc3", "losing": b"\x80", "guess": b"\xa8m\0cdtux\0", "wins": b"\x0f",
    }.items()),
]  # fmt: skip
STRUCTURE = [
    ("an entry too few", {key: GOOD[key] for key in GOOD if key != "wins"}, b"\xde\x00\x14", "it has 20 entries"),
    ("2^32-1 entries", GOOD, b"\xdf\xff\xff\xff\xff", "it has 4294967295 entries, not 21"),
    ("no map", GOOD, b"\xdc\x00\x15", "no map stands at its start"),
    ("another order", {key: GOOD[key] for key in ("magic", "version", "files")} | GOOD, HEADER, "'files' stands"),
    ("a key twice", GOOD | {"game": GOOD["game"] + b"\xa4game\xa0"}, HEADER, "'game' stands where the key 'files'"),
    ("a number as key", GOOD | {"game": GOOD["game"] + b"\x07"}, HEADER, "'7' stands where the key 'files' belongs"),
    ("16 MB as key", GOOD | {"game": GOOD["game"] + b"\xc6\x01\x00\x00\x00" + bytes(1 << 24)}, HEADER, "stands where"),
    ("a long key", GOOD | {"game": GOOD["game"] + text("\U000e0001" * 40)}, HEADER, "stands where the key 'files'"),
    ("past the last", GOOD | {"weights": b"\x90\xa0"}, HEADER, "'' stands where the key 'sha256' belongs"),
    ("a longer header", GOOD, b"\xdf\x00\x00\x00\x15", CANONICAL),
    *((name, GOOD | changes, HEADER, message) for name, changes, message in VALUES),
]


@pytest.mark.parametrize(
    ("entries", "header", "message"), [case[1:] for case in STRUCTURE], ids=[c[0] for c in STRUCTURE]
)
def test_one_broken_piece_of_structure(entries: dict[str, bytes], header: bytes, message: str) -> None:
    """Nothing is set aside because a header claims it: the memory taken stays a small part of what is allowed."""
    data = build(entries, header)
    tracemalloc.start()
    try:
        assert message in refusal(data)
        assert tracemalloc.get_traced_memory()[1] < 5 * (1 << 20) + 3 * len(data)
    finally:
        tracemalloc.stop()


RULES = ((GOOD, COLUMNS), (GOOD, CLAIMS), (BULLS, GAMES), (NAMED, FILES))
CASES = [pytest.param(good, *case, id=name) for good, cases in RULES for name, *case in cases]


@pytest.mark.parametrize(("good", "changes", "message"), CASES)
def test_one_broken_rule(good: dict[str, bytes], changes: dict[str, bytes], message: str) -> None:
    assert set(changes) <= set(good)
    told = refusal(build(good | changes))
    assert message in told
    assert told.endswith("; this is not a tree that guesstree wrote, build it again")
