"""The columns of all tables: their headings, their decimal places, and the order in which they are left out."""

from __future__ import annotations

from player.cli import tables
from player.cli.tables import Look

# The headings of columns that are not the words of the key.
_HEADINGS = {
    "expected_guesses": "expected",
    "luck_bits": "luck in bits",
    "guess_skill": "skill",
    "guess_luck": "luck",
    "best_left": "would have left",
    "example_is_candidate": "candidate",
    "is_optimal": "total optimal",
    "most": "most possible",
    "is": "alias of",
    "ask": "question",
    "end": "ends with",
    "slowest_ms": "slowest move, ms",
    "average_sd": "±",
}
# The keys with a fixed number of decimal places; all others have up to four.
_DIGITS = {
    1: "best_leaves slowest_ms",
    2: "expected_before lost luck luck_bits",
    3: "seconds",
    4: "expected_guesses lower_bound bits share bits_gained bits_left expected_left average average_sd",
}
# If a terminal is too narrow, the keys with the highest number are left out first; other keys are never left out.
_OPTIONAL = {
    0.2: "lost",
    0.5: "guess_skill guess_luck luck round title",
    1: "reason is_candidate lower_bound best_guess bits_left gap_to_optimum sha256 caps game guesses changes",
    2: "exact expected_before share over_limit counting examples is limit vertices edges",
    3: "best_left equivalent after information source ask reply slowest_ms",
    4: "best_leaves largest_cell luck_bits seconds is_enough",
    5: "cells before most status rounds",
    6: "example_is_candidate best_total is_optimal command end",
    7: "expected_left total_bound lower upper",
    8: "tree",
}
# These keys have exact values for programs, beside rounded figures; only json has them.
EXACT = ("expected_total", "bound_total", "left_total", "candidates", "total_before", "total_with_guess", "total_after")


def look_of(key: str) -> Look:
    """Return the column of a key; `h3` counts the secrets that are found at the third guess.

    >>> look_of("h3").heading, look_of("largest_cell").heading, look_of("some_new_key").heading
    ('3rd', 'largest cell', 'some new key')
    """
    if key[0] == "h" and key[1:].isdecimal():
        number = int(key[1:])
        ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        return Look(f"{number}{ending}", optional=3)
    heading = _HEADINGS.get(key) or tables.look_of(key).heading
    digits, optional = (
        next((number for number, keys in rows.items() if key in keys.split()), None) for rows in (_DIGITS, _OPTIONAL)
    )
    return Look(heading, digits, optional or 0)
