"""A tree as one string of numbers, each of a fixed width in base 87, and what else a source has to know of its game.

The string has an entry for each node, breadth first: the number of the label that leads to the node, the number of its
guess, and says where its children are, which follow one another.  Sources walk the string as it is.

In the short form, a node has no entry where the tree asks, from there on, the first secret that fits the history: the
source looks for that secret.  An entry says how many children it has.  Where no rule compares words, the labels on the
way to each secret stand behind the entries, so that a source finds out whether a secret fits.  In the full form, in
which a step takes nanoseconds, an entry says the number of its first child, and the first child of the next entry ends
them; the number of a label is doubled, plus one where the guess of the entry may win.
"""

from __future__ import annotations

import hashlib
import json
import re
from itertools import accumulate, product
from string import ascii_lowercase
from textwrap import wrap
from typing import Any

from player.errors import BadInput
from player.rules import names as rules
from player.rules.lists import UNKNOWN_RULE, NumberRules, TreeRules
from player.rules.names import AnyRules, Rules
from player.rules.spelling import rule_of
from player.rules.titles import brief
from player.tree import Tree
from treegen.insight.rows import games_of
from treegen.insight.verify import verify_bytes

# The digit of a character is its code % 90 - 3: "%" to "Y", then "]" to "~", which need no escape in any language.
BASE = 87
DIGITS = "".join(sorted(map(chr, [*range(37, 90), *range(93, 127)]), key=lambda character: ord(character) % 90))
MAX_LABELS = 3**6  # the marks of six letters
MAX_CODES = 2_000_000  # of a game whose codes a source goes through at each step


_ABOUT = "A number of NODES, to the base 87. An entry has %s%s."
_SHORT = "; where a label has none, the next secret that fits is asked"
_FULL = "twice the label that leads to it and 1 where its guess may win, its guess, and its first child"
_COUNTED = "the label that leads to it, its guess, and how many children it has, breadth first"
_WAYS = " Behind the entries are the labels on the way to each secret."


def number(value: int, width: int) -> str:
    """Write a number with so many digits.

    >>> number(88, 3)
    ']^^'
    """
    return "".join(DIGITS[value // BASE**place % BASE] for place in reversed(range(width)))


def width_of(values: int) -> int:
    """How many digits tell so many values apart."""
    return next(width for width in range(1, 9) if BASE**width >= values)


def encode(tree: Tree, *, is_full: bool = False) -> dict[str, Any]:
    """Return the fields of a tree that all templates share, with `is_full` in the full form; raise as `check` does."""
    game = check(tree)
    labels = (*tree.labels[: tree.winning], *tree.labels[tree.winning + 1 :], tree.labels[tree.winning])
    fields = _game_fields(tree, game)
    is_short = fields["codes"] <= MAX_CODES and not is_full
    place = fields.pop("place")
    text, widths = _entries(tree, labels, place, fields["guesses"], is_short, is_full)
    ways = "" if fields["compares"] else _ways(tree, labels, place, widths["label_width"])
    entry, label, guess, first = (widths[name] for name in ("entry", "label_width", "guess_width", "first_width"))
    return fields | widths | {
        "nodes": text + ways,
        # How a source reads a number of an entry, and the label of a turn on the way to a secret `i`:
        "label_of": lambda node: f"number({node} * {entry}, {label})",
        "guess_of": lambda node: f"number({node} * {entry} + {label}, {guess})",
        "first_of": lambda node: f"number({node} * {entry} + {label + guess}, {first})",
        "way": f"number({len(text)} + (i * {tree.depth} + turn) * {label}, {label})",
        "full": is_full,
        "about": wrap(_ABOUT % (_FULL if is_full else _COUNTED, _SHORT * is_short) + _WAYS * bool(ways), width=115),
        "digest": hashlib.sha256(f"{game.name} {text}".encode()).hexdigest()[:8],
        "depth": tree.depth,
        "turns": _turns(tree.depth, fields["places"]),
        "labels": labels,
        "label_size": max(map(len, labels)),
        "winning": len(labels) - 1,
        "pair": game.rule.meaning if len(game.rule.meaning) == 2 else (),
        "head": describe(tree),
    }  # fmt: skip


def _game_fields(tree: Tree, game: AnyRules) -> dict[str, Any]:
    """The kind of a game, how its words are numbered (secrets first and in order), and how they are compared.

    `kind` is "codes", "numbers" or "list"; `codes` is how many numbers a secret may have, and `guesses` how many a
    guess.  The words of a list have `places` characters each, with blanks at their ends.
    """
    fields: dict[str, Any] = {"kind": "list", "refusal": "", "naming": "", "names": "", "first_code": 0}
    fields |= {"is_nozero": False, "may_repeat": True, "is_distinct": False, "compares": game.rule is not UNKNOWN_RULE}
    try:
        fields |= comparison(game)
    except BadInput as error:
        fields |= {"compares": False, "refusal": str(error)}
    else:
        numbers = fields["numbers"]
        is_same = numbers == [*range(len(numbers))]  # the row of marks is the number of its label
        last = max(i for i, label in enumerate(numbers) if label >= 0)
        fields["numbers"] = [] if is_same else numbers[: last + 1]
    words = sorted({*tree.guesses})
    if isinstance(game, Rules) and fields["compares"]:
        base, symbols = len(game.symbols), {symbol: i for i, symbol in enumerate(game.symbols)}
        place = {word: sum(symbols[s] * base**i for i, s in enumerate(reversed(word))) for word in words}
        fields |= {name: getattr(game, name) for name in ("symbols", "is_nozero", "may_repeat", "is_distinct")}
        fields |= {"kind": "codes", "places": game.positions, "base": base, "codes": base**game.positions}
        fields |= {"guesses": fields["codes"], "first_code": base ** (game.positions - 1) * game.is_nozero}
    elif isinstance(game, NumberRules):
        count, least = game.secret_count, game.least
        place = {word: int(word[2:]) - least + count * (word[:2] == "gt") for word in words}
        longest = max(len(str(least)), len(str(game.greatest)))
        fields |= {"kind": "numbers", "least": least, "naming": "eq"}
        fields |= {"codes": count, "guesses": 2 * count, "places": longest + 2}
    else:
        secrets = game.secrets()
        listed = [*secrets, *sorted({*words}.difference(secrets))]
        place, width = {word: i for i, word in enumerate(listed)}, max(map(len, listed))
        fields |= {"codes": len(secrets), "guesses": len(listed), "places": width, "symbols": letters(game)}
        fields["names"] = "".join(word.ljust(width) for word in listed)
    return fields | {"secrets": game.secret_count, "place": place}


def comparison(rules: Any) -> dict[str, Any]:
    """Return the fields by which templates compare guesses with secrets; BadInput where a rule counts anything else.

    Each symbol of a guess has a mark: 2 in its place, 1 elsewhere in the secret ("each" time it is asked, or "once" for
    each one of the secret that is not in its place), else 0; they are counted, or kept in a row.  `numbers` are the
    labels of counts: of n marks 1 and m marks 2 that at n + m * (positions + 1), of a row of marks that at the row in
    base 3; -1 where there is none.  `pattern` is a regular expression of what may be asked; of a game of numbers, of
    how it begins, before the number of a secret.
    """
    rule, number = rules.rule, {label: i for i, label in enumerate(rules.labels)}
    if rule.is_marked and any(len(word) != rules.positions for word in rules.secrets()):
        why = "libraries and interactors compare single characters, and some letters here are of several"
        raise BadInput(f"{why}; use --form program, or --to json, text, html or site")
    numbers, counted = [0, 1, 2, 3], "the answer: 0 and 2 to gt, 1 and 3 to eq"
    if rule.is_marked:
        labels = ["".join(row) for row in product("012", repeat=rules.positions)]
        numbers, counted = [number.get(label, -1) for label in labels], "the row of marks in base 3"
    elif isinstance(rules, Rules) and rule.meaning:
        most = rules.positions * (rule.near != "never")
        counts = product(range(rules.positions + 1), repeat=2)
        labels = [rule.write(bulls, cows) if cows <= most else "" for bulls, cows in counts]
        numbers, counted = [number.get(label, -1) for label in labels], f"{rules.positions + 1} * bulls + cows"
    elif not isinstance(rules, NumberRules) and rule is not UNKNOWN_RULE:  # of which nothing is compared
        known = "libraries and interactors compare by bulls and cows or by marks"
        raise BadInput(f"{known}, on which the feedback of {rules.brief} does not depend alone; use --form program")
    symbols = rules.symbols if isinstance(rules, Rules) else letters(rules)
    pattern = "(?!0)" * getattr(rules, "is_nozero", False) + r"(?!.*(.).*\1)" * (not getattr(rules, "may_repeat", True))
    pattern += f"[{re.escape(symbols)}]{{{getattr(rules, 'positions', 0)}}}"
    greatest = f"gt{getattr(rules, 'greatest', '')}"
    return {
        "pattern": f"(?!{greatest}$)(eq|gt).+" if isinstance(rules, NumberRules) else pattern,
        "near": 0 if isinstance(rules, NumberRules) or rule.near == "never" else getattr(rules, "positions", 0),
        "is_once": rule.near == "once" and getattr(rules, "may_repeat", True),  # else no symbol is found twice
        "is_marked": rule.is_marked,
        "is_number": isinstance(rules, NumberRules),
        "greatest": greatest,
        "numbers": numbers,
        "counted": counted,
    }


def _turns(depth: int, places: int) -> int:
    """How many guesses a game in C keeps: as many as the tree needs, and up to ten where 64 bytes hold them."""
    return max(depth, *(turns for turns in range(11) if 1 + turns + (places + 1) * (turns + 1) <= 64), 1)


def _entries(
    tree: Tree, labels: tuple[str, ...], place: dict[str, int], guesses: int, is_short: bool, is_full: bool
) -> tuple[str, dict[str, int]]:
    """The string, and the widths of its numbers."""
    guess, first = [place[word] for word in tree.guesses], list(accumulate(tree.fanout, initial=1))
    label_of, winning = [labels.index(label) for label in tree.labels], len(labels) - 1
    kept, least = [True] * len(tree), list(guess)  # `least` is the first secret below a node
    for node in reversed(range(1, len(tree))):
        children, wins = range(first[node], first[node + 1]), tree.is_win(node)
        least[node] = min([least[child] for child in children] + [guess[node]] * wins)
        kept[node] = not (is_short and wins and guess[node] == least[node]) or any(kept[child] for child in children)
    entries, counts = [0], list[int]()
    for node in entries:
        below = [child for child in range(first[node], first[node + 1]) if kept[child]]
        entries += below
        counts.append(len(below))
    says = list(accumulate(counts, initial=1)) if is_full else counts
    widths = width_of((winning + 1) * (1 + is_full)), width_of(guesses), width_of(max(says) + 1)
    parts = list[str]()
    for node, said in zip([*entries, 0], says, strict=False):
        label = label_of[tree.feedback[node]]
        parts += map(number, (2 * label + tree.is_win(node) if is_full else label, guess[node], said), widths)
    names = dict(zip(("label_width", "guess_width", "first_width"), widths, strict=True))
    return "".join(parts), names | {"entry": sum(widths)}


def _ways(tree: Tree, labels: tuple[str, ...], place: dict[str, int], width: int) -> str:
    """For each secret in order the numbers of the labels on its way: as many as the tree is deep, the last one wins."""
    ways, found = [""], dict[int, str]()
    for node, count in enumerate(tree.fanout):
        if tree.is_win(node):
            found[place[tree.guesses[node]]] = ways[node] + number(len(labels) - 1, width)
        for child in range(len(ways), len(ways) + count):
            ways.append(ways[node] + number(labels.index(tree.labels[tree.feedback[child]]), width))
    return "".join(found[secret].ljust(width * tree.depth, DIGITS[0]) for secret in sorted(found))


def check(tree: Tree) -> AnyRules:
    """Return the rules of a tree's game; BadInput if a tree is not what it claims to be, or has too many feedbacks."""
    game = rules.rules_of(tree)
    if len(tree.labels) > MAX_LABELS:
        raise BadInput(
            f"source code is made for at most {MAX_LABELS} feedbacks, {brief(tree.game)} has {len(tree.labels)}"
        )
    own = StepRules(tree) if game.rule is UNKNOWN_RULE else game
    if faults := verify_bytes(tree.to_bytes(), tree.path or "tree", own=own).faults:
        raise BadInput(f"the tree does not verify: {faults[0]}; treegen verify shows them all")
    return game


class StepRules(TreeRules):
    """The rules of a game that only its table knows: what a tree tells of the guesses on the way to each secret."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        games = [(secret, history.split(",")) for secret, history in games_of(tree)]
        self._steps = {
            (step.partition(":")[0], secret): step.partition(":")[2] for secret, steps in games for step in steps
        }

    def feedback(self, guess: str, secret: str) -> str:
        """The label on the way to a secret."""
        return self._steps[guess, secret]


def describe(tree: Tree) -> tuple[str, ...]:
    """Return the lines of the head comment that describe the tree."""
    proved = f", {tree.objective} proved least" if tree.proved else ""
    checked = "Verified: every secret was sent down the tree."
    if rule_of(tree.game) is UNKNOWN_RULE:
        checked = "No Keeper, and not verified: only the table of the game knows its feedback."
    name, most = tree.called or brief(tree.game), f"at most {tree.depth} guesses"
    return (
        f"{name}, decision tree {tree.tally}: {tree.secrets} secrets, {most},",
        f"{tree.average:.4f} on average{' by weight' * bool(tree.weights)}{proved}. {checked}",
        f"Made by: {tree.made}",
        "Licence: 0BSD. Use it anywhere, for anything; no notice needed.",
    )


def letters(game: AnyRules) -> str:
    """Return the letters of words that may be asked: those of the alphabet, and what else the secrets have."""
    return "".join(sorted({*ascii_lowercase, *"".join(game.secrets())})) if game.rule.is_marked else ""


def columns(tree: Tree) -> str:
    """Return the file's columns as JSON: guess, feedback, fanout and wins of every node, and the file's metadata."""
    names = ("game", "files", "made", "tally", "histogram", "labels", "winning", "losing", "weights")
    told = {name: getattr(tree, name) for name in names}
    fields = {name: value for name, value in told.items() if value or name not in ("files", "weights")}
    fields |= {"licence": "0BSD", "sha256": tree.sha256}
    fields |= {"guess": list(tree.guesses), "feedback": list(tree.feedback), "fanout": list(tree.fanout)}
    fields["wins"] = [int(tree.is_win(node)) for node in range(len(tree))]
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False) + "\n"
