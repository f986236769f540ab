"""A tree as one string of numbers, each of a fixed width in base 87, and the rest of what a source has of its game.

The string has an entry for each node, in preorder: after a node come its children, each followed by its own.  Siblings
stand by the numbers of the labels that lead to them, the greatest first.  Sources walk the string as it is.

In the short form, an entry has its key and its guess.  The key is the number of the label plus the number of labels
times the depth, so that a walk goes on to the first key that is not greater than its own; after the last entry comes
the key 0.  A node has no entry if from there on the tree asks the first secret that fits the history: the source looks
for that secret.  Without a rule that compares words, the labels on the way to each secret stand behind the entries, so
that a source can find the secrets that fit.  In the full form, in which a step takes nanoseconds, entries are breadth
first, and have twice the number of the label, plus one if the guess may win, the guess, and the number of the first
child; the first child of the next entry ends the children.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from itertools import product
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
from treegen.insight.rows import plays_of
from treegen.insight.verify import verify_bytes

# The digit of a character is its code % 90 - 3: "%" to "Y", then "]" to "~", which need no escape in any language.
BASE = 87
DIGITS = "".join(sorted(map(chr, [*range(37, 90), *range(93, 127)]), key=lambda character: ord(character) % 90))
MAX_LABELS = 3**6  # the marks of six letters
MAX_CODES = 2_000_000  # a source compares at most this number of codes at each step

_ABOUT = "The numbers of NODES are in base 87. %s%s%s."
_FULL = "Breadth first, an entry has twice the label that leads to it plus 1 if its guess may win, its guess, and its "
_FULL += "first child"
_KEYED = "In preorder, an entry has %d times its depth plus the label that leads to it, and its guess"
_SHORT = "; a label without one leads to the first secret that fits"
_WAYS = ". Behind the entries are the labels on the way to each secret"


def number(value: int, width: int) -> str:
    """Write a number with `width` digits.

    >>> number(88, 3)
    ']^^'
    """
    return "".join(DIGITS[value // BASE**place % BASE] for place in reversed(range(width)))


def width_of(values: int) -> int:
    """Return the number of digits that as many values need."""
    return next(width for width in range(1, 9) if BASE**width >= values)


def encode(tree: Tree, size: Callable[[str], int] = len, *, is_full: bool = False) -> dict[str, Any]:
    """Return the fields of a tree that all templates share; `size` measures texts, and `is_full` is the full form."""
    game = check(tree)
    used = {*tree.feedback} if game.rule is UNKNOWN_RULE else range(len(tree.labels))
    labels = (*(tree.labels[i] for i in sorted(used) if i != tree.winning), tree.labels[tree.winning])
    if len(labels) > MAX_LABELS:
        raise BadInput(f"source code is made for at most {MAX_LABELS} feedbacks, {game.brief} has {len(labels)}")
    fields = _game_fields(tree, game, size)
    has_classes = len({*tree.found()}) < tree.secrets  # the same one at several leaves
    is_short = fields["codes"] <= MAX_CODES and not is_full and not has_classes
    place, label_width = fields.pop("place"), width_of(len(labels))
    text, (key, guess, first) = _entries(tree, labels, place, fields["guesses"], is_short, is_full)
    ways = "" if fields["compares"] else _ways(tree, labels, label_width)
    entry, room = _FULL if is_full else _KEYED % len(labels), fields["places"] + 1
    return fields | {
        "nodes": text + ways,
        # The calls that read the numbers of an entry, and the label of a turn on the way to a secret `i`:
        "key_of": lambda node: f"number({node} * {key + guess + first}, {key})",
        "guess_of": lambda node: f"number({node} * {key + guess + first} + {key}, {guess})",
        "first_of": lambda node: f"number({node} * {key + guess + first} + {key + guess}, {first})",
        "way": f"number({len(text)} + (i * {tree.turns} + turn) * {label_width}, {label_width})",
        "full": is_full,
        "about": wrap(_ABOUT % (entry, _SHORT * is_short, _WAYS * bool(ways)), width=108),
        "digest": hashlib.sha256(f"{game.name} {text}".encode()).hexdigest()[:8],
        "depth": tree.turns,
        # The guesses that a game in C can hold: those of the tree, and up to ten if 64 bytes suffice.
        "turns": max(tree.turns, 1, *(turns for turns in range(11) if 1 + turns + room * (turns + 1) <= 64)),
        "labels": labels,
        "label_size": max(map(size, labels)),
        "winning": len(labels) - 1,
        "pair": game.rule.meaning if len(game.rule.meaning) == 2 else (),
        "head": describe(tree),
    }  # fmt: skip


def _game_fields(tree: Tree, game: AnyRules, size: Callable[[str], int]) -> dict[str, Any]:
    """Return the kind of a game, the numbers of its words (secrets first and in order), and how they are compared.

    `kind` is "codes", "numbers" or "list".  Secrets have numbers below `codes`, and guesses below `guesses`.  The words
    of a list have `places` characters each, with blanks at their ends.
    """
    fields: dict[str, Any] = {"kind": "list", "refusal": "", "naming": "", "names": "", "first_code": 0}
    fields |= {"is_distinct": False, "compares": game.rule is not UNKNOWN_RULE}
    try:
        fields |= comparison(game, size)
    except BadInput as error:
        fields |= {"compares": False, "refusal": str(error)}
    words = sorted({*tree.guesses})
    if isinstance(game, Rules) and fields["compares"]:
        base, symbols = len(game.symbols), {symbol: i for i, symbol in enumerate(game.symbols)}
        place = {word: sum(symbols[s] * base**i for i, s in enumerate(reversed(word))) for word in words}
        fields |= {"kind": "codes", "symbols": game.symbols, "is_distinct": game.is_distinct, "base": base}
        fields |= {"places": game.positions, "codes": base**game.positions, "guesses": base**game.positions}
        fields["first_code"] = base ** (game.positions - 1) * game.is_nozero
    elif isinstance(game, NumberRules):
        count, least = game.secret_count, game.least
        place = {word: int(word[2:]) - least + count * (word[:2] == "gt") for word in words}
        longest = max(len(str(least)), len(str(game.greatest)))
        fields |= {"kind": "numbers", "least": least, "codes": count, "guesses": 2 * count, "places": longest + 2}
    else:
        secrets = sorted(tree.found())
        listed = [*secrets, *sorted({*words}.difference(secrets))]
        place, width = {word: i for i, word in enumerate(listed)}, max(map(size, listed))
        fields |= {"codes": len(secrets), "guesses": len(listed), "places": width, "symbols": letters(game)}
        fields["names"] = "".join(word + " " * (width - size(word)) for word in listed)
    return fields | {"secrets": tree.secrets, "place": place}


def comparison(rules: Any, size: Callable[[str], int] = len) -> dict[str, Any]:
    """Return the fields by which templates compare guesses with secrets.  Raise BadInput for other rules.

    Each symbol of a guess has a mark: 2 in its place, 1 elsewhere in the secret ("each" time it occurs, or "once" for
    each one of the secret that is not in its place), else 0; they are counted, or form a row.  `numbers` are the labels
    of counts: for n marks 1 and m marks 2, the one at n + m * (positions + 1); for a row of marks, the one at the row
    in base 3; -1 if no label has them.  `pattern` is a regular expression of the valid guesses; in a game of numbers,
    of their first letters, before the number of a secret.
    """
    rule, number = rules.rule, {label: i for i, label in enumerate(rules.labels)}
    if rule.is_marked and any(size(word) != rules.positions for word in (*rules.secrets(), *rules.guesses())):
        why = "libraries and interactors compare single characters, and some letters here are of several"
        raise BadInput(f"{why}; use --form program, or --to json, text, html or site")
    numbers, counted = [0, 1, 2, 3], ""
    if rule.is_marked:
        labels = ["".join(row) for row in product("012", repeat=rules.positions)]
        numbers, counted = [number.get(label, -1) for label in labels], "the row of marks in base 3"
    elif isinstance(rules, Rules) and rule.meaning:
        most = rules.positions * (rule.counting != "never")
        counts = product(range(rules.positions + 1), repeat=2)
        labels = [rule.write(bulls, cows) if cows <= most else "" for bulls, cows in counts]
        numbers, counted = [number.get(label, -1) for label in labels], f"{rules.positions + 1} * bulls + cows"
    elif not isinstance(rules, NumberRules) and rule is not UNKNOWN_RULE:  # nothing compares in an unknown one
        limits = "libraries and interactors compare by bulls and cows or by marks"
        raise BadInput(f"{limits}, on which the feedback of {rules.brief} does not depend alone; use --form program")
    symbols = rules.symbols if isinstance(rules, Rules) else letters(rules)
    is_nozero, may_repeat = getattr(rules, "is_nozero", False), getattr(rules, "may_repeat", True)
    pattern = "(?!0)" * is_nozero + r"(?!.*(.).*\1)" * (not may_repeat)
    pattern += f"[{re.escape(symbols)}]{{{getattr(rules, 'positions', 0)}}}"
    is_same = numbers == [*range(len(numbers))]  # the row of marks is the number of its label
    last = max(i for i, label in enumerate(numbers) if label >= 0)
    greatest = f"gt{getattr(rules, 'greatest', '')}"
    return {
        "pattern": f"(?!{greatest}$)(eq|gt).+" if isinstance(rules, NumberRules) else pattern,
        "near": 0 if isinstance(rules, NumberRules) or rule.counting == "never" else getattr(rules, "positions", 0),
        "is_nozero": is_nozero,
        "may_repeat": may_repeat,
        "is_once": rule.counting == "once" and may_repeat,  # else no symbol is found twice
        "is_marked": rule.is_marked,
        "naming": rule.naming,
        "greatest": greatest,
        "numbers": [] if is_same else numbers[: last + 1],
        "counted": counted,
    }


def _entries(
    tree: Tree, labels: tuple[str, ...], place: dict[str, int], guesses: int, is_short: bool, is_full: bool
) -> tuple[str, tuple[int, int, int]]:
    """Return the string of the entries, and the widths of the numbers of an entry, the last one 0 in the short form."""
    guess = [place[word] for word in tree.guesses]
    label_of = [labels.index(tree.labels[label]) for label in tree.feedback]
    needed, least = [True] * len(tree), list(guess)  # `least` is the first secret below a node
    for node in reversed(range(1, len(tree))):
        children, wins = tree.children(node), tree.is_win(node)
        least[node] = min([least[child] for child in children] + [guess[node]] * wins)
        is_least = is_short and wins and guess[node] == least[node]
        needed[node] = not is_least or any(needed[child] for child in children)
    label_of[0], count, entries, firsts = 0, len(labels), [(0, 0)], [1]
    for at, (node, depth) in enumerate(entries, 1):
        below = sorted(tree.children(node), key=label_of.__getitem__, reverse=not is_full)
        start = len(entries) if is_full else at
        entries[start:start] = [(child, depth + 1) for child in below if needed[child]]
        firsts.append(firsts[-1] + sum(needed[child] for child in below))
    widths = (
        width_of(2 * count if is_full else count * tree.turns),
        width_of(guesses),
        width_of(firsts[-1] + 1) * is_full,
    )
    parts = list[str]()
    for (node, depth), child in zip([*entries, (0, 0)], firsts, strict=True):
        key = 2 * label_of[node] + tree.is_win(node) if is_full else count * depth + label_of[node]
        parts += map(number, (key, guess[node], child), widths)
    return "".join(parts), widths


def _ways(tree: Tree, labels: tuple[str, ...], width: int) -> str:
    """Return the numbers of the labels on the way to each secret, in order, each way as long as the tree is deep."""
    ways, own = [""], {label: number(i, width) for i, label in enumerate(labels)}
    for parent, label in zip(tree.parents()[1:], tree.feedback[1:], strict=True):
        ways.append(ways[parent] + own[tree.labels[label]])
    # Where a class is at several leaves, the last one comes first.
    won = sorted((tree.guesses[node], -node) for node in range(len(tree)) if tree.is_win(node))
    return "".join((ways[-node] + own[labels[-1]]).ljust(width * tree.turns, DIGITS[0]) for _, node in won)


def check(tree: Tree) -> AnyRules:
    """Return the rules of a tree's game.  Raise BadInput for a wrong tree."""
    game = rules.rules_of(tree)
    own = StepRules(tree) if game.rule is UNKNOWN_RULE else game
    if faults := verify_bytes(tree.to_bytes(), tree.path or "tree", rules=own).faults:
        raise BadInput(f"the tree does not verify: {faults[0]}; treegen verify shows them all")
    return game


class StepRules(TreeRules):
    """The rules of a game that only its table knows: the labels of a tree on the way to each secret."""

    def __init__(self, tree: Tree) -> None:
        super().__init__(tree)
        plays = plays_of(tree)
        if self.secret_count < tree.secrets:  # a class is at several leaves
            plays = [(f"{secret}:{place}", history) for place, (secret, history) in enumerate(plays)]
            self._secrets = dict.fromkeys(secret for secret, _ in plays)
        steps = [(secret, step.split(":")) for secret, history in plays for step in history.split(",")]
        self._labels = {(guess, secret): label for secret, (guess, label) in steps}

    def feedback(self, guess: str, secret: str) -> str:
        """Return the label on the way to a secret."""
        return self._labels[guess, secret]


def describe(tree: Tree) -> tuple[str, ...]:
    """Return the lines of the head comment that describe the tree."""
    proved = f", {tree.objective} proved least" if tree.proved else ""
    checked = "Verified: every secret was sent down the tree."
    if rule_of(tree.game) is UNKNOWN_RULE:
        checked = "No Keeper, and not verified: only the table of the game knows its feedback."
    unit = "questions" if tree.names_at_the_end else "guesses"
    name, most = tree.called or brief(tree.game), f"at most {tree.depth} {unit}"
    return (
        f"{name}, decision tree {tree.tally}: {tree.secrets} secrets, {most},",
        f"{tree.average:.4f} on average{' by weight' * bool(tree.weights)}{proved}. {checked}",
        f"Made by: {tree.made}",
        "Licence: 0BSD. Use it anywhere, for anything; no notice needed.",
    )


def letters(game: AnyRules) -> str:
    """Return the letters of valid guesses: those of the alphabet, and the other symbols of the secrets."""
    return "".join(sorted({*ascii_lowercase, *"".join(game.secrets())})) if game.rule.is_marked else ""


def columns(tree: Tree) -> str:
    """Return the file's columns as JSON: guess, feedback, fanout and wins of every node, and the file's metadata."""
    names = ("game", "files", "made", "tally", "histogram", "labels", "winning", "losing", "weights")
    fields = {name: getattr(tree, name) for name in names if name not in ("files", "weights") or getattr(tree, name)}
    fields |= {"licence": "0BSD", "sha256": tree.sha256}
    fields |= {"guess": list(tree.guesses), "feedback": list(tree.feedback), "fanout": list(tree.fanout)}
    fields["wins"] = [int(tree.is_win(node)) for node in range(len(tree))]
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False) + "\n"
