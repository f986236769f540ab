"""False certificates, one for each check of the stand-alone programs: no checker accepts one."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from certificate_programs import by_c, by_python, listed, written

import treegen as tg
from treegen.native import core

# All symmetries of bulls-2x4, by an exchange of the places and three of symbols.
_ALL = [4, 1, 0, 1, 1, 1, 2, 1, 3]
_LADDER = ("aaab", "aaac", "aaad", "aaae", "aaaf")


# All symmetries of match-1x4 by one turn.
_TURN = [1, 3, 2, 1, 0]
# The exchanges of 1 and 2 and of 2 and 3 in mastermind-2x4-nozero=0123, and one of 0 and 1.
_NOZERO = [1, 3, 1, 2, 1, 3, 1, 1]
# Certificates that claim what is false (or, two of them, that call a tree optimal that is not allowed).
FALSE = {
    # the least total is 13
    "one more": written("bulls-2x3", ["1,2,3,... 14"], [0]),
    # the lemma is true: the two that answer one cow cost 1 more than a guess for each
    "one more than a lemma says": written("bulls-2x3", ["1,2,3,... 14"], [2, 0, 1, 1, 0], first="12"),
    # four of twelve answer the first guess with one cow; the lemma of this cell says that no tree finds them
    "a false lemma": written("bulls-2x4", ["1,2,3,... never"], [2 + 1, *_ALL, 0, 1, 0, 0]),
    # the same, where the lemma leaves no guess but the first, which tells nothing there
    "symmetries of another set": written("bulls-2x4", ["1,2,3,... never"], [2 + 1, *_ALL, 0, 1, 0, 1, *_ALL]),
    # two places and three symbols have the exchanges 0, 1 and 2
    "an exchange that is none": written("mastermind-2x3", ["1,2,3,... 24"], [1, 1, 1, 3]),
    # the least total is 13; the cell of 12 with one cow costs 2 more than if the next guess found each of the two
    "an image of a lemma that says less": written(
        "bulls-2x3", ["1,2,3,... 14"], [4, 0, 1, 1, 0, 1, 1, 2, 1, 0, 1, 2],
    ),
    # the lemma is true for the first claim, but the guesses of the second one cost nothing
    "a lemma of prices that rise": written("bulls-2x4", ["1,2,3,... 13", "0,0,0,0 1"], [2, 0, 1, 3, 0, 0], first="12"),
    "an image of a lemma that was not proved": written("bulls-2x3", ["1,2,3,... 14"], [2, 0, 1, 2, 1, 0, 0]),
    # two secrets are left after the first guess, and two guesses find them
    "a first guess that tells nothing": written("bulls-2x2-any", ["1,2,3,... never"], [0], first="11"),
    # 12 is better than the first guess 11
    "a tree with another first guess": written(
        "mastermind-2x3", ["1,2,3,... 21"], [1, 8, 5, 6, 3, 2, 4, 7, 0, 0], first="11", tree="0" * 64
    ),
    # bcde tells all apart, but cannot be the secret
    "a tree with another pool": written(
        claims=["1,2,3,... 10"], numbers=[5, 4, 3, 2, 1, 0, 0], pool="candidates", tree="0" * 64,
        **listed(_LADDER, (*_LADDER, "bcde")),
    ),
    # the least total is 6; the forced first guess is not the lowest of its orbit
    "a first guess with images": written("match-1x3", ["1,2,3,... 7"], [1, 1, 3, 0, 1, 0], first="3"),
    # the first guess wins for none
    "a first guess that is no candidate": written(
        "bulls-2x3-any", ["1,2,3,... never"], [0], pool="candidates", first="11"
    ),
    # 12 costs 31, and is no image of 10 and 11, which cost 33 and 35
    "symmetries that lead to no code": written("mastermind-2x4-nozero=0123", ["1,2,3,... 32"], _NOZERO),
    # after aaaf, bcde tells the other four apart, though it is no candidate among them: 15
    "a guess that wins elsewhere": written(
        claims=["1,2,3,... 16"], numbers=[0], first="aaaf", **listed((*_LADDER, "bcde"), (*_LADDER, "bcde"))
    ),
    # c tells nothing, and then a and b cost 1 each
    "prices that fall": written(claims=["5,1,1 6"], numbers=[0], **listed("ab", "abc")),
    # one more than the limit of costs, times weights
    "costs that are too high": written(
        "mastermind-1x2", [f"0,{(1 << 47) - 1} never"], [0], lines=["weights 9 9"]
    ),
    # a guess finds both
    "a word twice": written(claims=["1,2,3,... never"], numbers=[0], **listed(("a", "a"), ("a",))),
    # with dearer prices the other three cost 27 more than if the next guess found each
    "lemmas of another claim": written(
        "match-1x4", ["0,9,18,27 54", "0,1,2,3 7"], [3, *_TURN, 0, 0, 27, 0, 1, *_TURN],
    ),
    # the same, where the second claim has only a reference to the lemma of the first
    "an image of a lemma of another claim": written(
        "match-1x4", ["0,9,18,27 54", "0,1,2,3 7"], [3, *_TURN, 0, 0, 27, 0, 3, *_TURN, 0, 0, 27, 1, 0, 0],
    ),
}  # fmt: skip

# the question costs 1 for a and for b
_TABLE = ["rule identify", "secrets a b", "row q x y", "row a yes no", "row b no yes"]
_NAME = f"table:{'0' * 64}"
FALSE["one more to identify"] = written(_NAME, ["1,2,3,... 3"], [0], lines=_TABLE)
FALSE["never, though a name costs no price"] = written(_NAME, ["0 never"], [0], lines=_TABLE)
# the names of a, b and c in turn cost 1 + 2 + 3
FALSE["one more to win"] = written(
    _NAME, ["1,2,3,... 7"], [0],
    lines=["rule win", "secrets a b c", "row q x y y", "row a 1 0 0", "row b 0 1 0", "row c 0 0 1"],
)  # fmt: skip
# what may be claimed of it is not defined
FALSE["a first guess that is a name"] = written(_NAME, ["1,2,3,... 1"], [0], first="a", lines=_TABLE)
# it names a at once, and then b, which costs 0 + 1
FALSE["a tree that guesses to identify"] = written(_NAME, ["1,2,3,... 1"], [1, 2, 0], tree="0" * 64, lines=_TABLE)
# it has two names
FALSE["a guess that wins twice"] = written(_NAME, ["1,2,3,... 4"], [0], lines=["rule win", "secrets a a", "row a 1 1"])

# weights forbid symmetries
FALSE["symmetries of weighted secrets"] = written(
    "bulls-1x3", ["1,2,3,... 22"], [1, 1, 2, 1, 0], lines=["weights 1 1 9"]
)


@pytest.mark.needs_gcc
@pytest.mark.needs_core
@pytest.mark.parametrize("name", FALSE)
def test_all_reject_what_is_false(name: str, c_program: Path) -> None:
    assert by_python(FALSE[name]).startswith("REJECTED: ")
    assert by_c(FALSE[name], c_program).startswith("REJECTED: ")
    with pytest.raises(tg.BadInput):  # a game of words is asked for, or the certificate is rejected
        tg.check_certificate(gzip.compress(FALSE[name]), name)
    assert core is not None
    with pytest.raises(ValueError, match=r"\(number \d+\)$") as alone:
        core.check_certificate(FALSE[name])
    for threads in (2, 7):
        with pytest.raises(ValueError, match=re.escape(str(alone.value))):
            core.check_certificate(FALSE[name], threads)
