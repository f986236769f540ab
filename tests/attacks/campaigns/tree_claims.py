"""Tree files that are whole, and in which one or two entries say something else that might be true as well.

Most damage makes a file that is refused by the first rule it meets.  These files mostly break one rule or none, so they
show whether two readers have the same rules.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from campaigns.tree_truth import Sample, columns_of, histogram_of, nodes_of, numbers_of, pack

__all__ = ["WAYS", "retell"]

OBJECTIVES = ("", "total", "total", "worst", "worst", "fewest-at-max", "fewest-at-max", "identify", "price", "totals")
# Commands of treegen, or nearly.
MADE = (
    "", "treegen", "treegen build", "treegen build bulls-2x3", "treegen cook bulls-2x3", "treegen solve -q",
    "treegen solve '-q'", "treegen build bulls-2x3 --strategy entropy+first=12.13", "treegen build a --strategy x.py:f",
    "treegen build a --strategy 'x.py:f'", "treegen build a --strategy 'a;.é'", "treegen import --from json",
    "treegen build a --strategy $(reboot)", "treegen build bulls-2x3; reboot", "treegen build bulls-2x3 --seed",
    "treegen import --from json --game 'words:a b.txt,c'", "treegen import --game '-x'", "treegen build 'it'\"'\"'s'",
    "treegen differentiate ./-x --changes 4242", "treegen build bulls-2x3  --seed 1", "treegen build 'a",
    "treegen build x\n", "treegen build 'bulls-2x3=🍎🍐🍊' --max-depth none --name é", "treegen solve a --cook b",
    " treegen solve a", "treegen solve a ", "treegen build 1';reboot;'",
)  # fmt: skip
POOLS = ("", "all", "all", "candidates", "hard", "some", "a b", "-", "--", "é")
SUFFIXES = ("", "-any", "-any-any", "-nozero", "-each", "-matches", "-distinct", "-any-nozero", "-free", "=123", "=ABC",
            "=abc", "=bac", "=red,green,blue", "=a,b", "=🍎🍐🍊", "=🍎🍐", "=é,è,ê", "=1a,b,c", "=a+,b,c",
            "=Rot,rot,blau", "=🍎\ufe0f🍐🍊", "=rot,grün,blau", "=ab", "=")  # fmt: skip
GAMES = ("bulls-2x3", "bulls-02x3", "Bulls-2x3", "bulls-2x11", "mastermind-2x3", "match-2x3", "marks-2x3", "bc",
         "p2c3n", "number-0..9", "number-0..5", "number-00..9", "number--0..9", "number-9..0", "number--3..3-free",
         "bulls-2x3 ",
         "table:" + "0" * 64, "words:" + "f" * 64, "words:" + "F" * 64, "words:" + "f" * 63, "babel:" + "0" * 64,
         "toString-2x3", "constructor", "differentiating:" + "0" * 64)  # fmt: skip
NAMES = (
    "a.txt", "b", "", "-", "-a", ".", "..", ".a", "a b", " a", "a ", "a,b", "a/b", "a\\b", "a\nb", "é" * 255,
    "x" * 256,
)  # fmt: skip
CALLED = ("", "wordle", "wordle-2022", "a b", "-", "_", "x" * 40, "x" * 41, "é", "toString")
LABELS = (
    "0 0", "1A2B", "xa1b", "é" * 32, "é" * 33, "", "a:b", "a,b", "a#", "\u00ad", "\u2028", "🍎" * 32, ";", "\ufeff",
)  # fmt: skip
ODD = ("\ufeff", "\u00ad", "\u2028", "\u3000", "\ue000", "\U0001f34e", "a:b", "a#b", "\u0378", "ﬁ", " ", "\t")


def retell(draw: Random, sample: Sample) -> tuple[str, bytes]:
    """A file in which one or two entries are other ones, and in which ways they were changed."""
    values, ways = dict(sample.values), draw.sample(list(WAYS), draw.choice((1, 1, 1, 2)))
    for way in sorted(ways, key=list(WAYS).index):
        WAYS[way](draw, values)
    if draw.randrange(4):
        _bound(draw, values)
    return "+".join(ways), pack(values)


def _claims(draw: Random, values: dict[str, Any]) -> None:
    """An objective with prices that are its own, or nearly."""
    histogram = histogram_of(values)
    depth, weight = len(histogram), sum(histogram)
    most = draw.choice((None, None, depth, depth + 1, depth - 1, depth + 3))
    limit = draw.choice((most or depth, most or depth, depth, depth + 1))
    values["objective"] = draw.choice(OBJECTIVES)
    values["prices"] = draw.choice((
        [], [], [*range(1, limit + 1)], [*range(1, limit + 1)], [*range(1, limit), limit + weight * limit],
        [*range(1, limit), limit + weight * limit], [*range(1, limit), limit + weight], [1] * limit, [0] * limit,
        sorted(draw.choice((0, 1, 2, 5, -1, 1 << 31, 1 << 55, (1 << 63) - 1, -(1 << 63))) for _ in range(limit)),
        [*range(limit, 0, -1)],
    ))  # fmt: skip
    is_made = draw.randrange(3) > 0
    values |= {"made": "treegen solve bulls-2x3" * is_made, "pool": "all", "max_depth": most if is_made else None}
    values["first_guess"] = ""
    if not draw.randrange(5):
        values["pool"], values["max_depth"] = draw.choice(POOLS), draw.choice((most, 0, 1 << 17, (1 << 17) + 1))


def _bound(draw: Random, values: dict[str, Any]) -> None:
    """A bound that fits the objective, or nearly."""
    prices, histogram = values["prices"], histogram_of(values)
    if not values["objective"] or not all(type(price) is int for price in prices):
        return
    cost = sum((prices[i] if i < len(prices) else i + 1) * found for i, found in enumerate(histogram))
    cost -= numbers_of(values, "fanout").count(0) * (values["objective"] == "identify")
    if -(1 << 63) <= cost - 1 and cost + 1 < 1 << 64:
        values["bound"] = draw.choice((cost, cost, cost, cost - 1, cost + 1, 0, None))


def _making(draw: Random, values: dict[str, Any]) -> None:
    """Another command that made the tree, and what it may have been told."""
    root = nodes_of(values)[0][0]
    values |= {
        "made": draw.choice((*MADE, f"treegen build a --first {root}")),
        "pool": draw.choice(POOLS),
        "max_depth": draw.choice((None, None, 7, 1, 1 << 17, (1 << 17) + 1, 0, -1)),
        "first_guess": draw.choice(("", root, root, "12", root[:-1])),
    }


def _files(draw: Random, values: dict[str, Any]) -> None:
    """The files of the game, or some that are none."""
    if ":" not in values["game"] and draw.randrange(9):
        return
    files: list[Any] = [part for _ in range(draw.choice((1, 1, 2, 3, 0))) for part in (
        "a.txt" if draw.randrange(3) else draw.choice(NAMES), ("0af3" if draw.randrange(8) else "0AF3") * 16,
    )]  # fmt: skip
    if not draw.randrange(9):
        files.append(draw.choice(("a", 7, None)))
    values |= {"files": files, "called": draw.choice(CALLED)}


def _game(draw: Random, values: dict[str, Any]) -> None:
    """Another name of the game, which may mean the same."""
    name = values["game"]
    base = name.partition("=")[0]
    values["game"] = draw.choice((base + draw.choice(SUFFIXES), base + draw.choice(SUFFIXES), draw.choice(GAMES)))


def _labels(draw: Random, values: dict[str, Any]) -> None:
    """Another label, order of labels, winning or losing feedback."""
    labels = list(values["labels"])
    labels[draw.randrange(len(labels))] = draw.choice((*LABELS, *labels))
    values["labels"] = draw.choice((labels, labels, values["labels"][::-1], [*values["labels"], "new"]))
    if not draw.randrange(3):
        values["losing"] = draw.choice(([], [0], [1], [1, 1], [2, 1], [values["winning"]], [1 << 32], [True]))


def _weights(draw: Random, values: dict[str, Any]) -> None:
    """Weights of the secrets, counted."""
    root, choices = nodes_of(values), draw.choice(((1, 2), (1, 2), (3,), (1, 0), (1, 1 << 29), (1, (1 << 31) - 1)))
    for node in root:
        node[3] = draw.choice(choices)
    own = columns_of(root[0], values)["weights"]
    values["weights"] = own if draw.randrange(9) else [1] * len(own or [1])


def _guesses(draw: Random, values: dict[str, Any]) -> None:
    """A guess of a node is another one: that of another node, or one with an odd character."""
    nodes = nodes_of(values)
    node, other = draw.choice(nodes), draw.choice(nodes)
    at = draw.randrange(len(node[0]) + 1)
    node[0] = draw.choice((other[0], other[0], node[0][:at] + draw.choice(ODD) + node[0][at + 1 :], node[0] + "\0x"))
    values |= columns_of(nodes[0], values)
    if not draw.randrange(9):
        n = len(numbers_of(values, "feedback"))
        width = len(values["guess"]) // n
        values["guess"] = b"".join(values["guess"][i * width : (i + 1) * width] + b"\0" for i in range(n))


# In the order in which they are done, where there are two.
WAYS: dict[str, Callable[[Random, dict[str, Any]], None]] = {
    "weights": _weights, "guesses": _guesses, "claims": _claims, "making": _making, "labels": _labels, "game": _game,
    "files": _files,
}  # fmt: skip
