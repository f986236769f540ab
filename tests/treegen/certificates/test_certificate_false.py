"""False certificates, one for each check of the stand-alone programs: no checker accepts one."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from certificate_programs import by_c, by_python, listed, written

import treegen as tg
from treegen.native import core

# All symmetries of bulls-2x4, by a swap of the places and three of the symbols: places, then names.
_ALL = [4, 1, 0, 0, 1, 2, 3, 0, 1, 1, 0, 2, 3, 0, 1, 0, 2, 1, 3, 0, 1, 0, 1, 3, 2]
_LADDER = ("aaab", "aaac", "aaad", "aaae", "aaaf")


# All symmetries of match-1x4 by one turn.
_TURN = [1, 0, 1, 2, 3, 0]
# A swap of the first two and of the last two of mastermind-2x4-nozero=0123 that are not 0, and one that moves the 0.
_NOZERO = [1, 3, 0, 1, 0, 2, 1, 3, 0, 1, 0, 1, 3, 2, 0, 1, 2, 1, 0, 3]
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
    # all guesses are renamed to 11, which costs 24; 12 costs 21
    "names that are no permutation": written("mastermind-2x3", ["1,2,3,... 24"], [1, 1, 0, 1, 0, 0, 0]),
    # 12 costs 21, and is no image of 11 by a swap of the places and two of the symbols
    "another orbit is cheaper": written(
        "mastermind-2x3", ["1,2,3,... 24"], [1, 3, 1, 0, 0, 1, 2, 0, 1, 1, 0, 2, 0, 1, 0, 2, 1]
    ),
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
    "a first guess with images": written("match-1x3", ["1,2,3,... 7"], [1, 1, 0, 2, 1, 0], first="3"),
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
}  # fmt: skip

# weights forbid symmetries
FALSE["symmetries of weighted secrets"] = written(
    "bulls-1x3", ["1,2,3,... 22"], [1, 1, 0, 1, 2, 0], lines=["weights 1 1 9"]
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
