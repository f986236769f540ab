"""What every exported source contains: the columns of a tree as printable text, and the lines of its head comment."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from string import ascii_lowercase
from textwrap import wrap
from typing import Any

from player.errors import BadInput
from player.judge.wording import Wording
from player.rules import names as rules
from player.rules.feedback import UNKNOWN_RULE
from player.rules.lists import TreeRules
from player.rules.names import AnyRules, Rules
from player.rules.titles import brief
from player.tree import Tree
from treegen.insight.rows import games_of
from treegen.insight.verify import verify_bytes

# Printable characters that need no escape within quotes in any of the languages, in HTML or in a shell.
ALPHABET = "".join(chr(code) for code in range(33, 127) if chr(code) not in "\"'\\$`%?&<")
BASE = len(ALPHABET)
ENCODING = wrap(  # for those who read a source
    "Nodes breadth first: a bit (it has children) and the guess as a number. With children, a one and the number of "
    "the label that can come beside the winning one, or a zero and a bit for each label. 32 bits are five digits in "
    "base 85.",
    width=117,
)
SPARSE = [
    line.replace("and a bit for each label", "and how many labels lie before each possible one") for line in ENCODING
]
MAX_LABELS = 3**6  # the marks of six letters
TABLE_BITS = 16
LEAST_WORD = 31  # characters of a word for which a program always has room
WORD_BITS, WORD_DIGITS = 32, 5  # 85 ** 5 is the smallest power of 85 above 2 ** 32


def encode(tree: Tree) -> dict[str, Any]:
    """Return the fields of a tree that all templates share; BadInput as for `check`.

    The winning label is the last one.  The guesses of games that are no code games stand in a list, each of `positions`
    characters, with blanks at its end.
    """
    game = check(tree)
    is_listed, words = not isinstance(game, Rules), sorted(set(tree.guesses))
    if isinstance(game, Rules):
        positions, symbols, count = game.positions, game.symbols, len(game.symbols) ** game.positions
        digits = {symbol: value for value, symbol in enumerate(symbols)}
        numbers = {
            word: reduce(lambda number, symbol: number * len(digits) + digits[symbol], word, 0) for word in words
        }
    else:
        positions, symbols, count = max(map(len, words)), letters(game), len(words)
        numbers = {word: i for i, word in enumerate(words)}
    guess_bits = max(1, (count - 1).bit_length())
    label_bits = (len(tree.labels) - 1).bit_length()
    labels = winning_last(tree.labels, tree.winning)
    dense, sparse = (
        _node_bits(tree, labels, numbers, guess_bits, label_bits, is_sparse) for is_sparse in (False, True)
    )
    text = _to_text(min(dense, sparse, key=len))
    listed = "".join(word.ljust(positions) for word in words) if is_listed else ""
    width = 2 if len(tree) < 1 << 15 else 4  # bytes of the number of a node
    return {
        "text": text,
        "codes": [numbers[word] for word in tree.guesses],
        "listed": listed,
        "texts": {"TEXT": text} | ({"LIST": listed} if listed else {}),
        "digest": hashlib.sha256(f"{game.name} {text}".encode()).hexdigest()[:8],
        "number": f"int{8 * width}_t",
        "table_bytes": len(tree) * (width * (len(tree.labels) + 2) + positions + 1),
        "nodes": len(tree),
        "depth": tree.depth,
        "labels": labels,
        "winning": len(labels) - 1,
        "rules": game,
        "is_nozero": getattr(game, "is_nozero", False),
        "is_sparse": len(sparse) < len(dense),
        "has_keeper": game.rule is not UNKNOWN_RULE,
        "pair": pair(game),
        "positions": positions,
        "symbols": symbols,
        "guess_bits": guess_bits,
        "label_bits": label_bits,
        "alphabet": ALPHABET,
        "encoding": SPARSE if len(sparse) < len(dense) else ENCODING,
        "head": describe(tree),
    }


def tables(tree: Tree, known: dict[str, Any]) -> dict[str, Any]:
    """Return the fields of tables of 16 bits, by what `encode` returns; BadInput if a number has more bits.

    Each node has the code of its guess, its first child (the others follow it), and a bit for each possible label.
    """
    place, listed = [known["labels"].index(label) for label in tree.labels], known["listed"].ljust(2)
    masks = [
        sum(1 << place[tree.feedback[child]] for child in tree.children(node)) | tree.is_win(node) << known["winning"]
        for node in range(len(tree))
    ]
    parts = range(0, len(place), TABLE_BITS)
    values = {
        "codes": known["codes"],
        "firsts": list(accumulate(tree.fanout, initial=1)),
        "masks": [mask >> part & (1 << TABLE_BITS) - 1 for mask in masks for part in parts],
        "words": [ord(low) | ord(high) << 8 for low, high in zip(listed[::2], f"{listed[1:]} "[::2], strict=True)],
    }
    if max(map(max, values.values())) >> TABLE_BITS:
        raise BadInput("the form tables has numbers below 65536 for guesses and nodes; use --form library")
    shown = {name: "\n".join(wrap(", ".join(map(str, row)), width=117)) for name, row in values.items()}
    if not known["listed"]:
        del shown["words"]
    of_game = 2 * tree.depth + known["positions"] + 3  # bytes of a game; the tables are not in memory
    return {"tables": shown, "mask_words": len(parts), "table_bytes": of_game}


def winning_last(labels: tuple[str, ...], winning: int) -> tuple[str, ...]:
    """Return the labels in their order, but the winning one last."""
    return (*labels[:winning], *labels[winning + 1 :], labels[winning])


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


def pair(game: AnyRules) -> tuple[str, ...]:
    """Return what the two numbers of a label count; () where labels are not two numbers."""
    return game.rule.tells if len(game.rule.tells) == 2 else ()


def describe(tree: Tree) -> tuple[str, ...]:
    """Return the lines of the head comment that describe the tree."""
    proved = f", {tree.objective} proved least" if tree.proved else ""
    if rules.rule_of(tree.game) is UNKNOWN_RULE:
        checked = "No Keeper, and not verified: only the table of the game knows its feedback."
    else:
        checked = "Verified: every secret was sent down the tree."
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


def _node_bits(
    tree: Tree, labels: tuple[str, ...], numbers: dict[str, int], guess_bits: int, label_bits: int, is_sparse: bool
) -> str:
    """The nodes as ENCODING or SPARSE says, siblings by rising feedback."""
    place, winning = [labels.index(label) for label in tree.labels], len(labels) - 1
    parts = []
    for node, word in enumerate(tree.guesses):
        parts.append(f"{int(tree.fanout[node] > 0)}{numbers[word]:0{guess_bits}b}")
        if not tree.fanout[node]:
            continue
        possible = [place[tree.feedback[child]] for child in tree.children(node)] + [winning] * tree.is_win(node)
        if len(possible) == 2 and tree.is_win(node):
            parts.append(f"1{possible[0]:0{label_bits}b}")
        elif is_sparse:  # behind the last one lie those that are left
            ends = zip([-1, *possible], [*possible, len(labels)], strict=True)
            parts += ["0", *(f"{after - before - 1:0{label_bits}b}" for before, after in ends)]
        else:
            parts.append("0" + "".join("01"[label in possible] for label in range(len(labels))))
    return "".join(parts)


def _to_text(bits: str) -> str:
    groups = (bits[start : start + WORD_BITS].ljust(WORD_BITS, "0") for start in range(0, len(bits), WORD_BITS))
    return "".join(to_digits(int(group, 2), WORD_DIGITS) for group in groups)


def to_digits(number: int, length: int) -> str:
    """Return the last `length` digits of a number in base 85, whose digits are those of ALPHABET."""
    digits = []
    for _ in range(length):
        number, digit = divmod(number, BASE)
        digits.append(ALPHABET[digit])
    return "".join(reversed(digits))


def columns(tree: Tree) -> str:
    """Return the file's columns as JSON: guess, feedback, fanout and wins of every node, and the file's metadata."""
    fields = {
        "game": tree.game,
        **({"files": list(tree.files)} if tree.files else {}),
        **{name: getattr(tree, name) for name in ("made", "tally", "histogram", "labels", "winning", "losing")},
        **({"weights": list(tree.weights)} if tree.weights else {}),
        "licence": "0BSD",
        "sha256": tree.sha256,
        "guess": list(tree.guesses),
        "feedback": list(tree.feedback),
        "fanout": list(tree.fanout),
        "wins": [int(tree.is_win(node)) for node in range(len(tree))],
    }
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False) + "\n"


def template_fields(wording: Wording, labels: Sequence[str]) -> dict[str, Any]:
    """Return the fields of a dialect that a template uses; its replies are in the order of `labels`, those of a tree.

    A label that the judge never tells has the reply "", which nobody says.
    """
    head, tail, is_spaced = wording.ask_parts
    final_head, final_tail, _ = wording.final_parts
    example = " ".join(wording.reply(wording.rules.labels[1]).split())
    told = {label: " ".join(wording.reply(label).split()) for label in wording.rules.labels}
    replies = [told.get(label, "") for label in labels]
    return {
        "dialect": wording.dialect,
        "replies": replies,
        "reply_size": max(len(reply.split()) for reply in replies),
        # One more than the longest word that may come, so that a longer one is never read as another word.
        "word_size": max(LEAST_WORD, *(len(word) + 1 for reply in replies for word in reply.split())),
        "ask_head": head,
        "ask_tail": tail,
        "final_head": final_head,
        "final_tail": final_tail,
        "is_spaced": is_spaced,
        "has_final": wording.has_final,
        # What a program in a custom dialect says about input that it cannot read:
        "explains": wording.dialect.explains,
        "expected_head": "a reply to ",
        "expected_tail": f' that some secret gives, such as "{example}"',
    }
