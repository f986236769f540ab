"""The limits of certificates, from both sides: all checkers have the same."""

from __future__ import annotations

import gzip
import string
from collections.abc import Iterator
from pathlib import Path

import pytest
from certificate_programs import Case, by_python, by_treegen, check, listed, pack, written

import treegen as tg

pytestmark = [pytest.mark.needs_core, pytest.mark.needs_gcc]

_TEXT = "guesstree certificate 2\ngame bulls-2x3\npool all\nfirst -\ntree -\nclaim 1,2,3,... 13\nproof\n"
_MANY, _SHA = "0," * 999, "0123456789abcdef" * 4
_LIST = f"game words:{_SHA}\nrule marks\nguesses @\nsecrets @\n"
# What may stand, and what may not, in place of something in _TEXT (~ is a newline); its proof is the number 0.
GOOD = {
    " 13": " 13/ 0",
    "1,2,3,... 13": f"0 140737488355327/{_MANY}0 0/0,23456248059221 0/5,5,6 0",
    "pool": "weights 4294967290 1 1 1 1 1~pool/weights 1 1 1 1 1 1~pool",
    "first -": "first 12/first 32",
    "bulls-2x3~pool all~first -": "bulls-2x3=QRS~pool all~first RS/bulls-2x3=red,green,blue~pool all~first 23",
}
BAD = {
    " 13": " 14/ 013/ +13/ -1/  13/ 13 / 1_3/ 13.0/ 0x0d/ \u0661\u0663// / Never/ 13\0/ 13\x1f/ 13,/ 13 13",
    "1,2,3,... 13": (
        f"0 140737488355328/0 {'9' * 30}/{_MANY}0,0 0/1,0 0/0,23456248059222 0/1,2,3,.. 0/1,2,,3 0/1,2, 0/00,1 0/"
        "-1,1 0/1, 2 0/1,2,3... 0/2,3,4,... 0/1,\u0662 0/ 0/,1 0"
    ),
    "pool": (
        "weights 4294967291 1 1 1 1 1~pool/weights 0 1 1 1 1 1~pool/weights 1 1 1 1 1~pool/weights 1 1 1 1 1 1 1~pool/"
        "weights 01 1 1 1 1 1~pool/weights +1 1 1 1 1 1~pool/weights 1  1 1 1 1 1~pool/weights 1 1 1 1 1 1 ~pool/"
        "weights 140737488355327 1 1 1 1 1~pool/weights 1,1,1,1,1,1~pool/weights ~pool/weights~pool/Pool/ pool/\rpool"
    ),
    "bulls-2x3": (
        "bulls-02x3/bulls-2x03/bulls-0x3/bulls-2x1/bulls-9x9/match-9x2/bulls-2x11/bulls-3x2/match-1x63/Bulls-2x3/bulls-2x3-f/"
        "bulls-2x3-any-any/mastermind-2x3-each-matches/match-2x3-each/marks-2x3-matches/bulls-2x3-nozero/bulls-2x3=/"
        "bulls-2x3=QR/bulls-2x3=QRQ/bulls-2x3=Q R/bulls-2x3=Q-R/bulls-2x3=red,green/bulls-2x3=red,green,green/"
        "bulls-2x3=red,green,/bulls-2x3=red,gr en,blue/p2c3n/number-1..6// bulls-2x3/bulls-2x3 /words:12/"
        "bulls-\u0662x3/bulls-2x3=red,green,bl\x85e/bulls-2x3=red,green,bl\x7fe/bulls-2x3=red,green,bl\te/"
        f"bulls-8x62={string.digits}{string.ascii_letters}"
    ),
    "first -": "first 11/first 14/first 1/first 123/first /first - /first 12 /first 1\u0662/first first/first"
    "/first 12 13",
    "bulls-2x3~pool all~first -": "bulls-2x3=QRS~pool all~first 23/bulls-2x3=red,green,blue~pool all~first green,blue",
    "all": "hard// all/all ",
    "tree -": f"tree 00/tree {_SHA.upper()}/tree/tree - /tree {_SHA}0",
    "certificate 2": "certificate 1/certificate 3/certificate 2 /certificate 02",
    "tree -~": "caps whole~tree -~",
    "guesstree": "\ufeffguesstree/Guesstree",
    "proof~": "proof/proof ~/~proof~//Proof~",
}
# Lists of words, parted by slashes; in them, guesstree is not asked.
GOOD_WORDS = "abcdefgh/éééééééé/a b/b a/\u00a0\u2028 \ufeffa/\U0010ffff \ue000/- +".encode().split(b"/")
BAD_WORDS = (
    "abcdefghi/ab c/a a//a  b/ a/a /a\tb/a\0/a\x7f/a\x85/\x9f".encode()
    + b"/\xff/\xc3/\xa9/\xc0\xaf/\xe0\x80\xaf/\xed\xa0\x80/\xf4\x90\x80\x80/\xf0\x80\x80\x80/a\xcc"
).split(b"/")
# What may stand, and what may not, in place of something in the lines of a table; guesstree is not asked.
_TABLE = "rule win~secrets a b~row q x y"
GOOD_TABLES = {"win": "identify", "a b": "a\u2028é b", "x y": "x x/found missed/x y~weights 1 4294967294"}
BAD_TABLES = {
    "x y": "x/x /x y z/ x y/x y /x\t y/x y~row q x y/x y~secrets a b", "a b": "a a/ b/a b ", "win": "marks/group/",
    "rule win~": "/rule win~guesses q~", "~row q x y": "/~weights 1 1~row q x y/~row  x y",
    "secrets a b~": "/secrets ~",
}  # fmt: skip
# Proofs that no tree has two guesses; the symmetry is one of bulls-2x3 that changes nothing.  In two of them a lemma
# follows from an image: of the cell of 12 with the feedback 1, or of another cell.
_SAME = [2, 0, 0]
GOOD_PROOFS = [
    pack([0]),
    pack([0], 9),
    pack([1, 100, *_SAME * 100]),
    pack([1, 1, 2000, *[2] * 2000]),
    pack([1, 1, 0]),
    pack([2, 0, 3, (1 << 47) - 1, 0]),
    pack([4, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 2]),
    pack([4, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0]),
]
BAD_PROOFS = [
    b"\x80", pack([0], 10), *map(pack, (
        [], [0, 0], [(1 << 63) - 1], [1, (1 << 63) - 1], [1, 101, *_SAME * 101], [1, 1, 2001, *[2] * 2001],
        [1, 1, 1, 3],
        [1, 1, 1, (1 << 63) - 1], [1, 1, 1, 2 + (1 << 32)], [1, 0, 0], [1, 0, *_SAME], [2, 0, 1, 0, 1, 0, 0],
        [4, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0], [4, 0, 1, 0, 0, 0, 1, 0, 3, 0, 0, 0, 1, 0, 0], [2, 0, 3, 1 << 47, 0],
        [2, 0, 3, (1 << 63) - 1, 0], [2, 0, 6, 0, 0], [2, 0, 5, 0, 0], [2, 0, 1 << 13, 0, 0],
        [2, 0, 3 + (1 << 32), 0, 0], [2, 6, 3, 0, 0], [2, 1 << 32, 3, 0, 0],
    )),
]  # fmt: skip


def limits() -> Iterator[Case]:
    lines = _TEXT.splitlines(keepends=True)
    for line in lines:
        yield Case(f"without {line}", _TEXT.replace(line, "").encode() + b"\0", False)
        yield Case(f"two of {line}", _TEXT.replace(line, line * 2).encode() + b"\0", False)
    for verdict, headers, words, proofs, tables, answers in (
        (True, GOOD, GOOD_WORDS, GOOD_PROOFS, GOOD_TABLES, 6559),
        (False, BAD, BAD_WORDS, BAD_PROOFS, BAD_TABLES, 6560),
    ):
        names = " ".join(map(str, range(answers)))
        listed_tables = [_TABLE.replace(old, new, 1) for old, news in tables.items() for new in news.split("/")]
        for table in (*listed_tables, f"rule win~secrets {names}~row q {names}", _TABLE):
            called = f"table:{_SHA[table == _TABLE and not verdict :]}"
            text = _TEXT.replace("bulls-2x3", f"{called}~{table}").replace("1,2,3,... 13", "0,0 0")
            yield Case(f"table {table[:99]!r}", text.replace("~", "\n").encode() + b"\0", verdict, None, False)
        for old, news in headers.items():
            here = old.replace("~", "\n")
            assert here in _TEXT
            for new in news.replace("~", "\n").split("/"):
                text = _TEXT.replace(here, new, 1)
                yield Case(f"{old!r} -> {new[:50]!r}", text.encode() + b"\0", verdict)
        for some in words:
            data = _TEXT.replace("game bulls-2x3\n", _LIST).replace(" 13", " 0").encode().replace(b"@", some)
            yield Case(f"words {some!r}", data + b"\0", verdict, is_of_guesstree=False)
        for proof in proofs:
            data = _TEXT.replace("1,2,3,... 13", "0,0 never").encode()
            yield Case(f"numbers {proof[:20]!r}", data + proof, verdict)
        claims, deepest = (100, 250) if verdict else (101, 251)
        yield Case(f"{claims} claims", _TEXT.replace(lines[-2], lines[-2] * claims).encode() + bytes(claims), verdict)
        # Each guess finds one of words without common letters, so that lemmas and trees can be as deep as that.
        chain, longer = ([*map(chr, range(0x4E00, 0x4E00 + n))] for n in (deepest, deepest + 1))
        lemmas = [number for guess in range(deepest - 1) for number in (2, guess, 0, 1)]
        data = written(claims=["1,2,3,... 0"], numbers=[*lemmas, 0], **listed(longer, longer))
        yield Case(f"{deepest} lemmas", data, verdict, tg.Game.from_words(longer))
        data = written(claims=["1,2,3,... 0"], numbers=[*range(deepest), 0], tree=_SHA, **listed(chain, chain))
        yield Case(f"{deepest} guesses", data, verdict, tg.Game.from_words(chain))


def test_the_limits(c_program: Path) -> None:
    check(list(limits()), c_program)


def test_a_certificate_is_bare_or_one_gzip_member() -> None:
    data = _TEXT.encode() + b"\0"
    packed = gzip.compress(data)
    bad = [packed[:-1], packed + b"\0", packed * 2, packed + gzip.compress(b""), gzip.compress(packed), packed[:20]]
    bad += [packed[:-8] + bytes(4) + packed[-4:], packed[:-4] + bytes(4), b"\0" + packed, b"", packed[:2]]
    for each in (data, packed, gzip.compress(data, 0), *bad):
        assert (by_python(each)[:8] == "REJECTED", by_treegen(each)) == (each in bad, each not in bad), each
