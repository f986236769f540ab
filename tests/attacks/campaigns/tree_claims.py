"""Tree files that are whole, and in which one or two entries say something else that might be true as well.

Most damage makes a file that is refused by the first rule it meets.  These files mostly break one rule or none, so they
show whether two readers have the same rules.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from campaigns.tree_truth import Sample, columns_of, nodes_of, numbers_of, pack

__all__ = ["WAYS", "retell"]

OBJECTIVES = ("", "total", "total", "worst", "worst", "fewest-at-max", "fewest-at-max", "identify", "price", "totals")
METHODS = ("", "build", "solve", "import", "differentiate", "cook")
STRATEGIES = (
    "", "entropy", "entropy+candidates", "entropy+bonus=4.5", "bonus=1.2.3", "entropy+bonus=", "a b", "-", "a+",
    "entropy+first=12", "entropy+first=12.13", "entropy+first=é.-", "entropy+first=.", "entropy+first=12.13+first=1",
    "json", "$(reboot)", "entropy+first=a;.b", "Entropy_2",
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
    depth, weight = len(values["histogram"]), sum(values["histogram"])
    most = draw.choice((None, None, depth, depth + 1, depth - 1, depth + 3))
    limit = draw.choice((most or depth, most or depth, depth, depth + 1))
    values["objective"] = draw.choice(OBJECTIVES)
    values["prices"] = draw.choice((
        [], [], [*range(1, limit + 1)], [*range(1, limit + 1)], [*range(1, limit), limit + weight * limit],
        [*range(1, limit), limit + weight * limit], [*range(1, limit), limit + weight], [1] * limit, [0] * limit,
        sorted(draw.choice((0, 1, 2, 5, -1, 1 << 31, 1 << 55, (1 << 63) - 1, -(1 << 63))) for _ in range(limit)),
        [*range(limit, 0, -1)],
    ))  # fmt: skip
    if "max_depth" in values:
        values["method"] = draw.choice(("", "solve", "solve", "solve", "build"))
        known = values["method"] != ""
        values |= {
            "strategy": "entropy" * (values["method"] == "build"),
            "seed": None,
            "exact_below": 0,
            "changes": None,
        }
        values |= {"pool": "all" * known, "max_depth": most if known else None, "first_guess": ""}
        if not draw.randrange(5):
            values["pool"], values["max_depth"] = draw.choice(POOLS), draw.choice((most, 0, 1 << 17, (1 << 17) + 1))
    values["proved"] = bool(draw.randrange(2))


def _bound(draw: Random, values: dict[str, Any]) -> None:
    """A bound that fits the objective, or nearly."""
    prices, histogram = values["prices"], values["histogram"]
    if not values["objective"] or not all(type(price) is int for price in prices):
        return
    cost = sum((prices[i] if i < len(prices) else i + 1) * found for i, found in enumerate(histogram))
    cost -= numbers_of(values, "fanout").count(0) * (values["objective"] == "identify")
    if -(1 << 63) <= cost - 1 and cost + 1 < 1 << 64:
        values["bound"] = cost if values["proved"] else draw.choice((cost, cost - 1, cost + 1, 0, None))


def _making(draw: Random, values: dict[str, Any]) -> None:
    """Another method, with fields that belong to it, or do not."""
    if "method" not in values:
        return
    root = _words(values)[0]
    made: dict[str, Callable[[], Any]] = {
        "strategy": lambda: draw.choice((*STRATEGIES, f"entropy+first={root}.{root}", "json", "entropy")),
        "pool": lambda: draw.choice(POOLS),
        "max_depth": lambda: draw.choice((None, 1, 7, 1 << 17, (1 << 17) + 1, 0, -1)),
        "first_guess": lambda: draw.choice(("", root, root, "12", root[:-1])),
        "seed": lambda: draw.choice((None, 0, 1, -1, (1 << 53) + 1, (1 << 63) - 1, 1 << 63)),
        "exact_below": lambda: draw.choice((0, 1, 9, -1, 1 << 63)),
        "changes": lambda: draw.choice((None, 0, 4242, -1)),
    }
    values["method"] = draw.choice(METHODS)
    own = {"build": list(made)[:6], "solve": ["pool", "max_depth", "first_guess"], "import": ["strategy"],
           "differentiate": ["changes"]}.get(values["method"], [])  # fmt: skip
    for key, some in made.items():
        values[key] = some() if key in own or not draw.randrange(40) else {"exact_below": 0}.get(
            key, "" if isinstance(some(), str) else None)  # fmt: skip


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
    if "weights" not in values:
        return
    root, choices = nodes_of(values), draw.choice(((1, 2), (1, 2), (3,), (1, 0), (1, 1 << 29), (1, (1 << 31) - 1)))
    for node in root:
        node[3] = draw.choice(choices)
    own = {key: columns_of(root[0], values)[key] for key in ("weights", "histogram", "tally")}
    values |= own if draw.randrange(9) else {"weights": [1] * len(own["weights"] or [1])}


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


def _words(values: dict[str, Any]) -> list[str]:
    return [node[0] for node in nodes_of(values)]


# In the order in which they are done, where there are two.
WAYS: dict[str, Callable[[Random, dict[str, Any]], None]] = {
    "weights": _weights, "guesses": _guesses, "claims": _claims, "making": _making, "labels": _labels, "game": _game,
    "files": _files,
}  # fmt: skip
