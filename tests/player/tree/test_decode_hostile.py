"""Files with a correct checksum and one broken rule: one byte literal for each.

Every case is a good file in which the entries named are replaced by the bytes given; the checksum is made right.
Neither msgpack nor the writer has a hand in it.
"""

from __future__ import annotations

import tracemalloc
from hashlib import sha256

import pytest
from small import refusal

from player import TreeFormatError, open_tree
from player.tree.columns import Columns
from player.tree.decode import decode

HEADER = b"\xde\x00\x1c"
# A game read from files.  The tree asks "m", then "cd" (lo) or "tu" (hi), then "x" (hi); all four may be right.
GOOD = {
    "magic": b"\xa9guesstree", "version": b"\x01", "game": b"\xd9\x46table:" + b"0" * 64, "files": b"\x90",
    "called": b"\xa0", "method": b"\xa0", "strategy": b"\xa0", "pool": b"\xa0", "max_depth": b"\xc0",
    "first_guess": b"\xa0", "seed": b"\xc0", "exact_below": b"\x00", "changes": b"\xc0", "objective": b"\xa0",
    "prices": b"\x90", "proved": b"\xc2", "bound": b"\xc0", "labels": b"\x93\xa2lo\xa2hi\xa2eq", "winning": b"\x02",
    "losing": b"\x90", "tally": b"\xa58:3:1", "histogram": b"\x93\x01\x02\x01", "guess": b"\xc4\x08m\0cdtux\0",
    "feedback": b"\xc4\x04\x00\x00\x01\x01", "fanout": b"\xc4\x04\x02\x00\x01\x00", "wins": b"\xc4\x01\x0f",
    "weights": b"\x90",
}  # fmt: skip
# The game bulls-2x3; the tree asks its secrets in an order that loses some, which only `treegen verify` can find.
BULLS = GOOD | {
    "game": b"\xa9bulls-2x3", "labels": b"\x95\xa200\xa201\xa202\xa210\xa220", "winning": b"\x04",
    "tally": b"\xa613:3:2", "histogram": b"\x93\x01\x03\x02", "guess": b"\xc4\x0c123121132332",
    "feedback": b"\xc4\x06\x00\x01\x02\x03\x01\x02", "fanout": b"\xc4\x06\x03\x01\x00\x01\x00\x00",
    "wins": b"\xc4\x01\x3f",
}  # fmt: skip


def build(entries: dict[str, bytes], header: bytes = HEADER) -> bytes:
    body = header + b"".join(bytes([0xA0 + len(key)]) + key.encode() + value for key, value in entries.items())
    body += b"\xa6sha256\xc4\x20"
    return body + sha256(body).digest()


def test_the_good_files_are_good() -> None:
    assert open_tree(build(GOOD)).guesses == ["m", "cd", "tu", "x"]
    assert open_tree(build(BULLS)).tally == "13:3:2"
    assert open_tree(build(WORDS)).tally == "8:3:1"
    for changes in (BUILD | {"strategy": b"\xacm+first=m.cd"}, SOLVE | COST, IMPORT, BUILD | {"first_guess": b"\xa1m"}):
        assert open_tree(build(GOOD | changes)).made.startswith("treegen ")


SHAPE = "the columns differ in length"
LABELS = "the feedback labels are not 2 to 8192 different words"
BAD_LABELS = {
    "an empty label": b"\xa0", "a label with a blank": b"\xa3h i", "a label with a comma": b"\xa3h,i",
    "a label with a colon": b"\xa3h:i", "a label with a number sign": b"\xa3h#i",
    "a label with an escape": b"\xa3h\x1bi", "a label right to left": b"\xa3\xe2\x80\xae",
    "a label typed for another": b"\xa40A1B", "a label of 33 letters": b"\xd9\x21" + b"h" * 33,
    "a label of 10 MB": b"\xdb\x00\x98\x96\x80" + b"h" * 10_000_000, "a label that is a number": b"\x07",
    "a label that is bytes": b"\xc4\x02hi",
}  # fmt: skip
CASES: list[tuple[str, dict[str, bytes], str]] = [
    # The columns.
    ("no nodes", dict.fromkeys(("guess", "feedback", "fanout", "wins"), b"\xc4\x00"), "it has no nodes"),
    ("feedback too short", {"feedback": b"\xc4\x03\x00\x00\x01"}, SHAPE),
    ("fanout too long", {"fanout": b"\xc4\x05\x02\x00\x01\x00\x00"}, SHAPE),
    ("wins too long", {"wins": b"\xc4\x02\x0f\x00"}, SHAPE),
    ("wins empty", {"wins": b"\xc4\x00"}, SHAPE),
    ("guess not n×W bytes", {"guess": b"\xc4\x09m\0cdtux\0\0"}, SHAPE),
    ("guess empty", {"guess": b"\xc4\x00"}, SHAPE),
    ("guess wider than 255", {"guess": b"\xc5\x04\x00" + b"1" * 255 + b"x" + b"234" * 256}, SHAPE),
    ("a node too few", {"fanout": b"\xc4\x04\x01\x00\x01\x00"}, "the fanouts name 3 nodes, but there are 4"),
    ("a node too many", {"fanout": b"\xc4\x04\x02\x01\x01\x00"}, "the fanouts name 5 nodes, but there are 4"),
    ("its own parent", {"fanout": b"\xc4\x04\x00\x01\x01\x01"}, "a node stands before its parent"),
    ("siblings equal", {"feedback": b"\xc4\x04\x00\x01\x01\x01"}, "siblings are not in rising order"),
    ("siblings falling", {"feedback": b"\xc4\x04\x00\x01\x00\x01"}, "siblings are not in rising order"),
    ("feedback without a label", {"feedback": b"\xc4\x04\x00\x00\x01\x03"}, "a feedback that cannot lead to a node"),
    ("a child by winning", {"feedback": b"\xc4\x04\x00\x00\x02\x01"}, "a feedback that cannot lead to a node"),
    ("a child by losing", {"losing": b"\x91\x00"}, "a feedback that cannot lead to a node"),
    ("root with a feedback", {"feedback": b"\xc4\x04\x01\x00\x01\x01"}, "the root has a feedback"),
    ("neither child nor win", {"wins": b"\xc4\x01\x0d"}, "a node has neither a child nor a win"),
    ("a win past the end", {"wins": b"\xc4\x01\x1f"}, "a win is marked past the last node"),
    # The guesses.
    ("not UTF-8", {"guess": b"\xc4\x08m\0\xffdtux\0"}, "a guess is not UTF-8"),
    ("NUL inside", {"guess": b"\xc4\x0cm\0\0c\0dtu\0x\0\0"}, "is not a guess"),
    ("padded too far", {"guess": b"\xc4\x0cm\0\0cd\0tu\0x\0\0"}, "padded further than the longest"),
    ("no text at all", {"guess": b"\xc4\x04\0\0\0\0"}, "padded further than the longest"),
    ("an empty guess", {"guess": b"\xc4\x08m\0\0\0tux\0"}, "'' is not a guess"),
    ("a blank", {"guess": b"\xc4\x08m\0c tux\0"}, "'c ' is not a guess"),
    ("a comma", {"guess": b"\xc4\x08m\0c,tux\0"}, "'c,' is not a guess"),
    ("a colon", {"guess": b"\xc4\x08m\0c:tux\0"}, "'c:' is not a guess"),
    ("a number sign", {"guess": b"\xc4\x08m\0c#tux\0"}, "'c#' is not a guess"),
    ("terminal escape", {"guess": b"\xc4\x08m\0\x1bctux\0"}, r"'\x1bc' is not a guess"),
    ("right to left", {"guess": b"\xc4\x0cm\0\0\xe2\x80\xaetu\0x\0\0"}, r"'\u202e' is not a guess"),
    ("a secret twice", {"guess": b"\xc4\x08m\0cdcdx\0"}, "a secret is found twice"),
    # The labels and what they mean.
    ("one label", {"labels": b"\x91\xa2lo", "winning": b"\x00"}, LABELS),
    ("257 labels", {"labels": b"\xdc\x01\x01" + b"".join(b"\xa3%03d" % i for i in range(257))},
     "the fanouts name 4 nodes, but there are 2"),
    ("8193 labels", {"labels": b"\xdc\x20\x01" + b"".join(b"\xa4%04d" % i for i in range(8193))}, LABELS),
    ("a label twice", {"labels": b"\x93\xa2lo\xa2lo\xa2eq"}, LABELS),
    *((name, {"labels": b"\x93\xa2lo" + label + b"\xa2eq"}, LABELS) for name, label in BAD_LABELS.items()),
    ("winning out of range", {"winning": b"\x03"}, "the winning feedback has no label"),
    ("losing falling", {"losing": b"\x92\x01\x00"}, "the losing feedbacks are not rising indices"),
    ("losing a bool", {"losing": b"\x91\xc3"}, "the losing feedbacks are not rising indices"),
    ("losing out of range", {"losing": b"\x91\x03"}, "a losing feedback has no label, or also wins"),
    ("losing wins", {"losing": b"\x91\x02"}, "a losing feedback has no label, or also wins"),
    # What is claimed.
    ("histogram of another tree", {"histogram": b"\x93\x01\x01\x02"}, "the histogram is not that of its nodes"),
    ("histogram of huge counts", {"histogram": b"\x93\x01\x02\xcf" + b"\xff" * 8}, "the histogram is not that"),
    ("histogram of bools", {"histogram": b"\x93\xc3\x02\x01"}, "the histogram holds something that is not a count"),
    ("tally of another tree", {"tally": b"\xa59:3:1"}, "the tally '9:3:1' is not that of its nodes, 8:3:1"),
]  # fmt: skip
CLAIMS = "it has prices, a bound or a proof, but no objective"
BUILD = {"method": b"\xa5build", "strategy": b"\xa1x", "pool": b"\xa3all"}
SOLVE = {"method": b"\xa5solve", "pool": b"\xa3all"}
IMPORT = {"method": b"\xa6import", "strategy": b"\xa4json"}
COST = {"objective": b"\xa5price", "prices": b"\x93\x01\x02\x05"}  # 1 + 2·2 + 5 = 10
CASES += [
    ("prices fall", COST | {"prices": b"\x93\x01\x02\x01"}, "the prices fall"),
    ("a price is a bool", COST | {"prices": b"\x93\xc3\x02\x03"}, "the prices fall or are not 64-bit integers"),
    ("a price is a float", COST | {"prices": b"\x93\xca\x3f\x80\x00\x00\x02\x03"}, "are not 64-bit integers"),
    ("a price is a text", COST | {"prices": b"\x93\x01\x02\xa13"}, "are not 64-bit integers"),
    ("a price is 2^63", COST | {"prices": b"\x93\x01\x02\xcf\x80" + b"\x00" * 7}, "are not 64-bit integers"),
    ("a depth without a price", COST | {"prices": b"\x92\x01\x02"}, "its depth is 3, but only 2 have a price"),
    ("cost past 64 bits", COST | {"prices": b"\x93\x01" + b"\xcf\x7f\xff\xff\xff\xff\xff\xff\xff" * 2}, "not fit 64"),
    ("bound above the cost", COST | {"bound": b"\x0b"}, "its cost is 10, less than the bound 11 that it claims"),
    ("proved below the cost", COST | {"proved": b"\xc3", "bound": b"\x09"}, "its cost 10 is not its bound 9"),
    ("proved without a bound", COST | {"proved": b"\xc3"}, "its cost 10 is not its bound None"),
    ("bound is a bool", COST | {"bound": b"\xc3"}, "bound has the wrong type"),
    ("bound without an objective", {"bound": b"\x01"}, CLAIMS),
    ("prices without an objective", {"prices": b"\x93\x01\x02\x03"}, CLAIMS),
    ("proved without an objective", {"proved": b"\xc3"}, CLAIMS),
    ("proved is a number", COST | {"proved": b"\x01", "bound": b"\x0a"}, "proved has the wrong type"),
    ("method unprintable", {"method": b"\xa4\x1b[2J"}, "method holds unprintable characters"),
    ("pool of 10 MB", {"pool": b"\xdb\x00\x98\x96\x80" + b"m" * 10_000_000}, "pool is longer than 4096 characters"),
    ("a method of no verb", {"method": b"\xa4cook"}, "the method 'cook' is not one that guesstree knows"),
    ("a seed without a method", {"seed": b"\x00"}, "seed does not belong to the method ''"),
    ("a pool of import", IMPORT | {"pool": b"\xa3all"}, "pool does not belong to the method 'import'"),
    ("an opening of import", IMPORT | {"first_guess": b"\xa1m"}, "first_guess does not belong to the method 'import'"),
    ("build without a strategy", BUILD | {"strategy": b"\xa0"}, "'' is not a strategy"),
    ("a second command", BUILD | {"strategy": b"\xa7a; reb0"}, "'a; reb0' is not a strategy"),
    ("an option", BUILD | {"strategy": b"\xa2a+"}, "'a+' is not a strategy"),
    ("an opening of one", BUILD | {"strategy": b"\xa9a+first=m"}, "'a+first=m' is not a strategy"),
    ("two openings", BUILD | {"strategy": b"\xacm+first=m.cd", "first_guess": b"\xa1m"}, "is not a strategy"),
    ("an opening that runs", BUILD | {"strategy": b"\xacm+first=m.$x"}, "is not a strategy"),
    ("build without a pool", BUILD | {"pool": b"\xa0"}, "'' is not a pool of guesses"),
    ("a pool of two words", BUILD | {"pool": b"\xa3a b"}, "'a b' is not a pool of guesses"),
    ("another first guess", BUILD | {"first_guess": b"\xa2cd"}, "the first guess 'cd' is not that of the tree"),
    ("a seed below 0", BUILD | {"seed": b"\xff"}, "seed is -1, which is not a number from 0 to"),
    ("a seed of 64 bits", BUILD | {"seed": b"\xcf" + b"\xff" * 8}, "seed is 18446744073709551615, which is not"),
    ("no depth at all", BUILD | {"max_depth": b"\x00"}, "max_depth is 0, which is not a number from 1 to 131072"),
    ("too deep", BUILD | {"max_depth": b"\xce\x00\x02\x00\x01"}, "max_depth is 131073, which is not"),
    ("exact below 0", BUILD | {"exact_below": b"\xff"}, "exact_below is -1, which is not"),
    ("solve without objective", SOLVE, "a tree that was solved has an objective"),
    ("solve without prices", SOLVE | {"objective": b"\xa5price"}, "its prices, if any, are not negative"),
    ("negative prices", SOLVE | COST | {"prices": b"\x93\xff\x02\x05"}, "its prices, if any, are not negative"),
    ("a strategy of solve", SOLVE | COST | {"strategy": b"\xa1x"}, "strategy does not belong to the method 'solve'"),
    ("changes are missing", {"method": b"\xaddifferentiate"}, "the number of changes is missing"),
    ("a notation of two words", IMPORT | {"strategy": b"\xa3a b"}, "'a b' is not a notation"),
    ("weights of 1", {"weights": b"\x94" + b"\x01" * 4}, "weights that are all 1 are left out"),
    ("a weight of 0", {"weights": b"\x94\x01\x01\x01\x00"}, "the weights are not whole numbers from 1 on"),
    ("a weight too few", {"weights": b"\x93\x01\x02\x01"}, "3 weights for 4 secrets"),
    ("game of 10 MB", {"game": b"\xdb\x00\x98\x96\x80" + b"-" * 10_000_000}, "game is longer than 4096 characters"),
    ("game of no family", {"game": b"\xd9\x46babel:" + b"0" * 64}, "names no game"),
    ("game without its digest", {"game": b"\xa6table:"}, "'table:' names no game"),
    ("digest too long", {"game": b"\xd9\x47table:" + b"0" * 65}, "names no game"),
    ("digest in capitals", {"game": b"\xd9\x46table:" + b"A" * 64}, "names no game"),
]


BULLS_CASES: list[tuple[str, dict[str, bytes], str]] = [
    ("another game's name", {"game": b"\xaebulls-2x3-zero"}, "did you mean bulls-2x3?"),
    ("a known other game", {"game": b"\xa9bulls-3x3"}, "the feedbacks are not those of bulls-3x3"),
    ("more symbols", {"game": b"\xa9bulls-2x4"}, "it finds 6 secrets, but bulls-2x4 has 12"),
    ("secrets with repeats", {"game": b"\xaemastermind-2x3"}, "it finds 6 secrets, but mastermind-2x3 has 9"),
    ("an alias", {"game": b"\xa5p2c3n"}, "the game's name is bulls-2x3, not 'p2c3n'"),
    ("an idle suffix", {"game": b"\xb0bulls-2x3-nozero"}, "the game's name is bulls-2x3, not 'bulls-2x3-nozero'"),
    ("nonsense", {"game": b"\xa5chess"}, "chess: no such game"),
    ("no name", {"game": b"\xa0"}, "no such game"),
    ("other labels", {"labels": b"\x95\xa200\xa201\xa211\xa210\xa220"}, "the feedbacks are not those of bulls-2x3"),
    ("another feedback wins", {"winning": b"\x00", "feedback": b"\xc4\x06\0\1\2\3\1\2"}, "the feedbacks are not those"),
    ("a feedback loses", {"losing": b"\x91\x00"}, "the feedbacks are not those of bulls-2x3"),
    ("a symbol of no code", {"guess": b"\xc4\x0c123121132342"}, "a guess does not fit bulls-2x3"),
    ("a guess too short", {"guess": b"\xc4\x0c123\x0021132332"}, "a guess does not fit bulls-2x3"),
    ("guesses too long", {"guess": b"\xc4\x12123312213132231321"}, "a guess does not fit bulls-2x3"),
    ("a symbol twice", {"guess": b"\xc4\x0c123122132332"}, "a guess of bulls-2x3 repeats a symbol"),
    ("a secret missing", {"wins": b"\xc4\x01\x3d", "histogram": b"\x93\x01\x02\x02", "tally": b"\xa613:3:2"},
     "5 secrets"),
    ("a secret twice", {"guess": b"\xc4\x0c123121132331"}, "a secret is found twice"),
    ("a secret that cannot be", {"game": b"\xadbulls-2x3-any", "guess": b"\xc4\x0c123322132331"},
     "a secret of bulls-2x3-any repeats a symbol"),
]  # fmt: skip


# What lies around the values.
Structure = tuple[str, dict[str, bytes], bytes, str]
STRUCTURE: list[Structure] = [
    ("an entry too few", {key: GOOD[key] for key in GOOD if key != "wins"}, b"\xde\x00\x1b", "it has 27 entries"),
    ("an entry too many", GOOD | {"note": b"\xa0"}, b"\xde\x00\x1d", "it has 29 entries, not 28"),
    ("2^32-1 entries", GOOD, b"\xdf\xff\xff\xff\xff", "it has 4294967295 entries, not 28"),
    ("no map", GOOD, b"\xdc\x00\x1c", "no map stands at its start"),
    ("another order", {key: GOOD[key] for key in ("magic", "version", "files")} | GOOD, HEADER, "'files' stands"),
    ("a key twice", GOOD | {"game": GOOD["game"] + b"\xa4game\xa0"}, HEADER, "'game' stands where the key 'files'"),
    ("a strange key", GOOD | {"game": GOOD["game"] + b"\xa6Method\xa0"}, HEADER, "'Method' stands where"),
    ("a number as key", GOOD | {"game": GOOD["game"] + b"\x07"}, HEADER, "'7' stands where the key 'files' belongs"),
    ("an array as key", GOOD | {"game": GOOD["game"] + b"\x90"}, HEADER, "arrays or maps lie where none belong"),
    ("past the last", GOOD | {"weights": b"\x90\xa0"}, HEADER, "'' stands where the key 'sha256' belongs"),
    ("a longer header", GOOD, b"\xdf\x00\x00\x00\x1c", "the encoding is not the canonical one"),
]  # fmt: skip
NOTHING = "no msgpack value stands at byte"
VALUES: list[tuple[str, dict[str, bytes], str]] = [
    ("an int in two bytes", {"winning": b"\xcc\x02"}, "the encoding is not the canonical one"),
    ("a signed int", {"winning": b"\xd0\x02"}, "the encoding is not the canonical one"),
    ("a longer str", {"method": b"\xd9\x00"}, "the encoding is not the canonical one"),
    ("a longer array", {"histogram": b"\xdc\x00\x03\x01\x02\x01"}, "the encoding is not the canonical one"),
    ("a bin of 4 GiB", {"guess": b"\xc6\xff\xff\xff\xffm"}, NOTHING),
    ("a str of 4 GiB", {"method": b"\xdb\xff\xff\xff\xffm"}, NOTHING),
    ("2^32-1 prices", {"prices": b"\xdd\xff\xff\xff\xff"}, "prices has 4294967295 entries, at most 131072 make sense"),
    ("131072 prices that are not there", {"prices": b"\xdd\x00\x02\x00\x00"}, "arrays or maps lie where none belong"),
    ("a map of 2^32-1", {"bound": b"\xdf\xff\xff\xff\xff"}, "arrays or maps lie where none belong"),
    ("arrays in arrays", {"prices": b"\x91" * 100_000 + b"\x01"}, "arrays or maps lie where none belong"),
    ("maps in arrays", {"labels": b"\x93" + b"\x81\xa1a" * 100_000}, "arrays or maps lie where none belong"),
    ("an ext", {"method": b"\xd4\x05x"}, NOTHING),
    ("a timestamp", {"bound": b"\xd6\xff\x00\x00\x00\x01"}, NOTHING),
    ("the byte that is never used", {"bound": b"\xc1"}, NOTHING),
    ("bytes that are no UTF-8", {"method": b"\xa2\xff\xfe"}, "a text is not UTF-8"),
    ("a surrogate", {"method": b"\xa3\xed\xa0\x80"}, "a text is not UTF-8"),
]
WRONG_TYPES = {
    "version": b"\xa11", "game": b"\xc4\x01x", "method": b"\xc0", "seed": b"\xc2", "exact_below": b"\xc0",
    "changes": b"\xa0", "weights": b"\xc0", "objective": b"\xc3", "prices": b"\xc0",
    "proved": b"\xc0", "bound": b"\xa11", "labels": b"\xa3abc", "winning": b"\xc3", "losing": b"\x80", "tally": b"\x01",
    "histogram": b"\x01", "guess": b"\xa8m\0cdtux\0", "feedback": b"\xc0", "fanout": b"\xa0", "wins": b"\x0f",
}  # fmt: skip
STRUCTURE += [(name, GOOD | changes, HEADER, message) for name, changes, message in VALUES]
STRUCTURE += [(key, GOOD | {key: value}, HEADER, f"{key} has the wrong type") for key, value in WRONG_TYPES.items()]


@pytest.mark.parametrize(
    ("entries", "header", "message"), [case[1:] for case in STRUCTURE], ids=[case[0] for case in STRUCTURE]
)
def test_one_broken_piece_of_structure(entries: dict[str, bytes], header: bytes, message: str) -> None:
    """Nothing is set aside because a header claims it: the memory taken stays a small part of what is allowed."""
    data = build(entries, header)
    tracemalloc.start()
    try:
        assert message in refusal(data)
        assert tracemalloc.get_traced_memory()[1] < 5 << 20
    finally:
        tracemalloc.stop()


# Words: which there are, only their files tell; what they look like and are answered with, anybody knows.
WORDS = GOOD | {
    "game": b"\xd9\x46words:" + b"0" * 64,
    "labels": b"\x99" + b"".join(b"\xa2%d%d" % (i // 3, i % 3) for i in range(9)), "winning": b"\x08",
    "tally": b"\xa58:3:1", "guess": b"\xc4\x08abacbacc", "feedback": b"\xc4\x04\x00\x01\x06\x00",
}  # fmt: skip
NO_WORDS = "the words are not all of one length of at most 8 letters"
NO_MARKS = "the feedbacks are not the marks of words of 2 letters"
WORD_CASES: list[tuple[str, dict[str, bytes], str]] = [
    ("a shorter word", {"guess": b"\xc4\x08aba\0bacc"}, NO_WORDS),
    ("as many bytes, fewer letters", {"guess": b"\xc4\x08ab\xc3\xa9bacc"}, NO_WORDS),
    # Not refused, such a tree took all memory there is, or ended in a traceback, when it was played.
    ("words of 30 letters", {"guess": b"\xc4\x78" + b"a" * 30 + b"b" * 30 + b"c" * 30 + b"d" * 30}, NO_WORDS),
    (
        "the marks of shorter words",
        {"labels": b"\x93\xa10\xa11\xa12", "winning": b"\x02"},
        "a feedback that cannot lead",
    ),
    ("words that lose", {"losing": b"\x91\x04"}, NO_MARKS),
    ("another feedback wins", {"winning": b"\x07"}, NO_MARKS),
    ("other labels", {"labels": WORDS["labels"][:-2] + b"xy"}, NO_MARKS),
]

# The same with the file that the words are read from.
NAMED = WORDS | {"files": b"\x92\xa5a.txt\xd9\x40" + b"0" * 64, "called": b"\xa1w"}
NO_FILES, NO_NAME, NO_HASH = "the files are not 1 to 2 names", "the name of a file is not", "the hash of a file is not"
NO_WORD = "what the game is called is not a word"
ZEROS = b"\xd9\x40" + b"0" * 64
BAD_NAMES = {
    "an empty name": b"\xa0", "a folder": b"\xa3a/b", "a folder of Windows": b"\xa3a\\b",
    "the folder above": b"\xa2..", "standard input": b"\xa1-", "two names in one": b"\xa3a,b",
    "a name with an escape": b"\xa4\x1b[2J", "a name right to left": b"\xa3\xe2\x80\xae",
    "a name of two lines": b"\xa3a\nb", "a name with a NUL": b"\xa2a\0", "a name that ends in a blank": b"\xa2a ",
    "a name that begins with one": b"\xa2 a", "the folder itself": b"\xa1.",
    "a name of 256 letters": b"\xda\x01\x00" + b"a" * 256, "a name that is a number": b"\x07",
    "a name that is bytes": b"\xc4\x01a",
}  # fmt: skip
NAMED_CASES: list[tuple[str, dict[str, bytes], str]] = [
    ("no files", {"files": b"\x90"}, NO_FILES),
    ("a name without its hash", {"files": b"\x91\xa1a"}, NO_FILES),
    ("three files", {"files": b"\x96" + 3 * (b"\xa1a" + ZEROS)}, NO_FILES),
    ("131073 files", {"files": b"\xdd\x00\x02\x00\x01"}, "files has 131073 entries, at most 131072 make sense"),
    *((name, {"files": b"\x92" + file + ZEROS}, NO_NAME) for name, file in BAD_NAMES.items()),
    ("an array for a name", {"files": b"\x92\x90" + ZEROS}, "arrays or maps lie where none belong"),
    ("a hash of 63 digits", {"files": b"\x92\xa1a\xd9\x3f" + b"0" * 63}, NO_HASH),
    ("a hash of other digits", {"files": b"\x92\xa1a\xd9\x80" + 64 * b"\xd9\xa0"}, NO_HASH),
    ("a hash in capitals", {"files": b"\x92\xa1a\xd9\x40" + b"A" * 64}, NO_HASH),
    ("a hash that is bytes", {"files": b"\x92\xa1a\xc4\x20" + b"0" * 32}, NO_HASH),
    ("a hash that is a number", {"files": b"\x92\xa1a\x00"}, NO_HASH),
    ("files of no array", {"files": b"\xa1a"}, "files has the wrong type"),
    ("called a number", {"called": b"\x07"}, "called has the wrong type"),
    ("called two words", {"called": b"\xa3a b"}, NO_WORD),
    ("called a sign", {"called": b"\xa1-"}, NO_WORD),
    ("called a command", {"called": b"\xa7a; reb0"}, NO_WORD),
    ("called an escape", {"called": b"\xa4\x1b[2J"}, "called holds unprintable characters"),
    ("called for long", {"called": b"\xd9\x29" + b"x" * 41}, NO_WORD),
    ("a longer array", {"files": b"\xdc\x00\x02\xa1a" + ZEROS}, "the encoding is not the canonical one"),
    ("a game of no files", {"game": GOOD["game"]}, "it has files, but its game is not read from any"),
    ("two graphs", {"game": b"\xd9\x50differentiating:" + b"0" * 64, "files": b"\x94" + 2 * (b"\xa1a" + ZEROS)},
     "the files are not 1 to 1 names"),
]  # fmt: skip


RULES = ((GOOD, CASES), (BULLS, BULLS_CASES), (WORDS, WORD_CASES), (NAMED, NAMED_CASES))


@pytest.mark.parametrize(
    ("good", "changes", "message"),
    [pytest.param(good, *case, id=name) for good, cases in RULES for name, *case in cases],
)
def test_one_broken_rule(good: dict[str, bytes], changes: dict[str, bytes], message: str) -> None:
    assert set(changes) <= set(good)
    told = refusal(build(good | changes))
    assert message in told
    assert told.endswith("; this is not a tree that guesstree wrote, build it again")


def test_the_files_of_a_game_are_read() -> None:
    tree = open_tree(build(NAMED))
    assert (tree.files, tree.called, tree.title) == (("a.txt", "0" * 64), "w", "w")
    assert tree.to_bytes() == build(NAMED)


@pytest.mark.parametrize("key", ["files", "called"])
def test_both_entries_of_files_are_there_and_in_their_place(key: str) -> None:
    fewer = {name: value for name, value in NAMED.items() if name != key}
    assert "it has 27 entries, not 28" in refusal(build(fewer, b"\xde\x00\x1b"))
    moved = {**fewer, key: NAMED[key]}
    assert "stands where the key" in refusal(build(moved))


@pytest.mark.parametrize("symbol", ["\U000e0001", "\x1b", "\u202e"])
def test_what_cannot_be_printed_makes_no_long_message(symbol: str) -> None:
    column = (symbol * 40).encode()
    refusal(build(GOOD | {"guess": b"\xc5" + (4 * len(column)).to_bytes(2, "big") + column * 4}))
    text = b"\xda" + len(column).to_bytes(2, "big") + column
    refusal(build(GOOD | {"game": GOOD["game"] + text}))


def test_a_key_of_many_bytes_is_not_written_out() -> None:
    data = build(GOOD | {"game": GOOD["game"] + b"\xc6\x01\x00\x00\x00" + bytes(1 << 24)})
    tracemalloc.start()
    try:
        assert "stands where the key 'files' belongs" in refusal(data)
        assert tracemalloc.get_traced_memory()[1] < 64 << 20
    finally:
        tracemalloc.stop()


def test_the_command_in_a_damaged_file_makes_no_long_message() -> None:
    data = build(GOOD | BUILD | {"strategy": b"\xd9\xfa" + b"x" * 250})
    with pytest.raises(TreeFormatError, match="checksum differs") as caught:
        decode(data[:-1] + b"\0", "a.tree", Columns)
    assert len(str(caught.value)) < 300
