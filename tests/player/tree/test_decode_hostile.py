"""Files with a correct checksum and one broken rule, beside those in tests/attacks/trees: byte literals.

Every case is a good file in which the entries named are replaced by the bytes given; the checksum is made right.
Neither msgpack nor the writer has a hand in it.
"""

from __future__ import annotations

import tracemalloc
from hashlib import sha256

import pytest
from small import refusal

from player import open_tree

ZEROS = b"\xd9\x40" + b"0" * 64
# A game read from files.  The tree asks "m", then "cd" (lo) or "tu" (hi), then "x" (hi); all four may be right.
GOOD = {
    "magic": b"\xa9guesstree", "version": b"\x01", "game": b"\xd9\x46table:" + b"0" * 64, "files": b"\x90",
    "called": b"\xa0", "made": b"\xa0", "pool": b"\xa0", "max_depth": b"\xc0", "first_guess": b"\xa0",
    "objective": b"\xa0", "prices": b"\x90", "bound": b"\xc0", "labels": b"\x93\xa2lo\xa2hi\xa2eq", "winning": b"\x02",
    "losing": b"\x90", "guess": b"\xc4\x08m\0cdtux\0", "feedback": b"\xc4\x04\x00\x00\x01\x01",
    "fanout": b"\xc4\x04\x02\x00\x01\x00", "wins": b"\xc4\x01\x0f", "weights": b"\x90",
}  # fmt: skip
COST = GOOD | {"objective": b"\xa5price", "prices": b"\x93\x01\x02\x05"}  # 1 + 2·2 + 5 = 10
# Words: which there are, only their files tell; what they look like and are answered with, anybody knows.
WORDS = GOOD | {
    "game": b"\xd9\x46words:" + b"0" * 64, "winning": b"\x08", "files": b"\x92\xa5a.txt" + ZEROS, "called": b"\xa1w",
    "labels": b"\x99" + b"".join(b"\xa2%d%d" % (i // 3, i % 3) for i in range(9)),
    "guess": b"\xc4\x08abacbacc", "feedback": b"\xc4\x04\x00\x01\x06\x00",
}  # fmt: skip


def build(entries: dict[str, bytes]) -> bytes:
    body = b"\xde\x00\x15" + b"".join(bytes([0xA0 + len(key)]) + key.encode() + value for key, value in entries.items())
    body += b"\xa6sha256\xc4\x20"
    return body + sha256(body).digest()


def text(words: str) -> bytes:
    return b"\xd9" + bytes([len(words.encode())]) + words.encode()


def test_the_good_files_are_good() -> None:
    assert open_tree(build(GOOD)).guesses == ["m", "cd", "tu", "x"]
    assert open_tree(build(COST)).tally == "8:3:1"
    tree = open_tree(build(WORDS))
    assert (tree.files, tree.called, tree.title, tree.to_bytes()) == (("a.txt", "0" * 64), "w", "w", build(WORDS))
    for made in ("treegen build table:FILE --strategy x+first=m.cd", "treegen import --from json --game 'words:a b,c'"):
        assert open_tree(build(GOOD | {"made": text(made)})).made == made


NAME, HASH, LABELS = "the name of a file is not", "the hash of a file is not", "are not 2 to 65536 different words"
MADE, SHAPE, NESTED = "is not a command by which guesstree makes", "the columns differ in length", "an array or a map"
# Each row: the good file, what each literal is put in, by which key, and words of the refusal.
CASES: list[tuple[dict[str, bytes], bytes, str, str, list[bytes]]] = [
    (GOOD, b"\xc4\x0cm\0\0%stu\0x\0z", "guess", "is not a guess", [
        b"\0\0\0", b"c d", b"c,d", b"c:d", b"c#d", b"\x1bcd", b"c\0d", b"\xe2\x80\xae"]),
    (GOOD, b"%s", "guess", SHAPE, [b"\xc4\x00", b"\xc5\x04\x00" + b"1" * 255 + b"x" + b"234" * 256]),
    (GOOD, b"%s", "guess", "padded further than the longest", [b"\xc4\x0cm\0\0cd\0tu\0x\0\0"]),
    (GOOD, b"%s", "feedback", "the root has a feedback", [b"\xc4\x04\x01\x00\x01\x01"]),
    (GOOD, b"\x93\xa2lo%s\xa2eq", "labels", LABELS, [
        b"\xa0", b"\xa2lo", b"\xa3h i", b"\xa3h,i", b"\xa3h:i", b"\xa3h#i", b"\xa3h\x1bi", b"\xa3\xe2\x80\xae",
        b"\xa40A1B", b"\x07", b"\xd9\x21" + b"h" * 33, b"\xdb\x00\x98\x96\x80" + b"h" * 10_000_000, b"\xc4\x02hi"]),
    (GOOD, b"%s", "winning", "the winning feedback has no label", [b"\x03"]),
    (GOOD, b"%s", "losing", "a losing feedback has no label, or also wins", [b"\x91\x02"]),
    (GOOD, b"%s", "made", MADE, [*map(text, (
        "treegen", "treegen cook a", "treegen build a; reboot", "treegen build $(reboot)", "treegen build a\u00e9",
        "treegen build 'a", "treegen build '-q'", "treegen build a --cook b", "treegen build a --strategy", "build a",
        "treegen build a --strategy 'x.py:run'", "treegen build  a", "treegen build 1';reboot;'"))]),
    (GOOD, b"%s", "made", "made holds unprintable characters", [b"\xa4\x1b[2J"]),
    (GOOD, b"%s", "pool", "4096", [b"\xdb\x00\x98\x96\x80" + b"m" * 10_000_000]),
    (GOOD, b"%s", "first_guess", "the first guess 'cd' is not that of the tree", [b"\xa2cd"]),
    (GOOD, b"%s", "max_depth", "depth is ", [b"\x00", b"\x02", b"\xce\x00\x02\x00\x01"]),
    (GOOD, b"%s", "game", "is not the name of a game", [
        b"\xd9\x46babel:" + b"0" * 64, b"\xa6table:", b"\xd9\x47table:" + b"0" * 65, b"\xd9\x46table:" + b"A" * 64]),
    (COST, b"\x93%s\x02\x03", "prices", "price", [b"\x03", b"\xc3", b"\xca\x3f\x80\x00\x00", b"\xa11"]),
    (WORDS, b"%s", "guess", "the words are not all of one length of at most 8 letters", [
        b"\xc4\x08aba\0bacc", b"\xc4\x78" + b"a" * 30 + b"b" * 30 + b"c" * 30 + b"d" * 30]),
    (WORDS, b"%s", "winning", "the feedbacks are not the marks of words of 2 letters", [b"\x07"]),
    (WORDS, b"\x92%s" + ZEROS, "files", NAME, [
        b"\xa0", b"\xa3a/b", b"\xa3a\\b", b"\xa2..", b"\xa1-", b"\xa3a,b", b"\xa4\x1b[2J", b"\xa3\xe2\x80\xae",
        b"\xa2a ", b"\xa2 a", b"\xda\x01\x00" + b"a" * 256, b"\x07", b"\xc4\x01a"]),
    (WORDS, b"\x92\xa1a%s", "files", HASH, [
        b"\xd9\x3f" + b"0" * 63, b"\xd9\x40" + b"A" * 64, b"\xc4\x20" + b"0" * 32, b"\0"]),
    (WORDS, b"%s", "called", "the name of the game is not a word", [
        b"\xa3a b", b"\xa1-", b"\xa7a; reb0", b"\xd9\x29" + b"x" * 41]),
    (GOOD, b"%s", "files", "read from at most 1 files", [b"\x94\xa1a" + ZEROS + b"\xa1b" + ZEROS]),
    (GOOD, b"%s", "prices", NESTED, [b"\xdd\x00\x02\x00\x00", b"\x91" * 100_000 + b"\x01"]),
    *((GOOD, b"%s", key, f"{key} has the wrong type", [odd]) for key, odd in {
        "version": b"\xa11", "game": b"\xc4\x01x", "made": b"\xc0", "bound": b"\xc3", "weights": b"\xc0",
        "labels": b"\xa3abc", "winning": b"\xc3", "losing": b"\x80", "guess": b"\xa8m\0cdtux\0", "wins": b"\x0f",
    }.items()),
]  # fmt: skip


@pytest.mark.parametrize(("good", "form", "key", "message", "literals"), CASES, ids=[f"{c[2]}: {c[3]}" for c in CASES])
def test_one_broken_rule(good: dict[str, bytes], form: bytes, key: str, message: str, literals: list[bytes]) -> None:
    """Nothing is set aside because a header claims it: the memory taken stays a small part of what is allowed."""
    for literal in literals:
        data = build(good | {key: form.replace(b"%s", literal)})
        tracemalloc.start()
        try:
            assert message in refusal(data), literal[:40]
            assert tracemalloc.get_traced_memory()[1] < 5 * (1 << 20) + 3 * len(data)
        finally:
            tracemalloc.stop()
