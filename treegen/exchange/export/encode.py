"""What every exported source holds: the columns of a tree as printable text, and the words of its head comment."""

from __future__ import annotations

import json
from dataclasses import dataclass

from player import rules
from player.errors import BadInput
from player.judge.wording import Wording
from player.rules.names import Rules
from player.tree import Tree
from treegen.insight.verify import verify_bytes

__all__ = ["ALPHABET", "Source", "check", "columns", "describe", "encode", "nodes_text", "words"]

# Printable, and nothing that any of the languages, HTML or a shell would have to escape within quotes.
ALPHABET = "".join(chr(code) for code in range(33, 127) if chr(code) not in "\"'\\$`%?&<")
BASE = len(ALPHABET)
WORD_BITS, WORD_DIGITS = 32, 5  # 85 ** 5 is the least power of 85 above 2 ** 32


@dataclass(frozen=True, slots=True)
class Source:
    """What a template is filled with: numbers of the tree, the text of its nodes, the words of the dialect."""

    text: str
    nodes: int
    depth: int
    labels: tuple[str, ...]
    winning: int
    positions: int
    symbols: str
    guess_bits: int
    label_bits: int
    head: tuple[str, ...]


def encode(tree: Tree) -> Source:
    """A tree of a code game as the fields that templates share; BadInput for other games, and for a tree that lies."""
    game = check(tree)
    return Source(
        text=nodes_text(tree, game),
        nodes=len(tree),
        depth=tree.depth,
        labels=tree.labels,
        winning=tree.winning,
        positions=game.positions,
        symbols=game.symbols,
        guess_bits=_guess_bits(game),
        label_bits=label_bits(tree),
        head=describe(tree),
    )


def check(tree: Tree) -> Rules:
    """The rules of a tree of a code game; BadInput for other games, and for a tree that lies."""
    game = rules.rules_of(tree)
    if not isinstance(game, Rules):
        raise BadInput(f"source code is made of trees of code games, not of {tree.game[:40]}; take --to json or text")
    verdict = verify_bytes(tree.to_bytes(), tree.path or "tree")
    if verdict.faults:
        raise BadInput(f"the tree does not verify: {verdict.faults[0]}; treegen verify shows them all")
    return game


def describe(tree: Tree) -> tuple[str, ...]:
    """The lines of the head comment that tell what tree it is."""
    proved = f", {tree.objective} proved least" if tree.proved else ""
    return (
        f"{tree.game}, decision tree {tree.tally}: {tree.secrets} secrets, at most {tree.depth} guesses,",
        f"{tree.average:.4f} on average{proved}. Verified: every secret was sent down the tree.",
        f"Made by: {tree.made}",
        "Licence: 0BSD. Use it anywhere, for anything; no notice needed.",
    )


def nodes_text(tree: Tree, game: Rules) -> str:
    """The nodes, breadth first, siblings by rising feedback, as bits in base 85.

    Each is one bit (it has children) and the guess as a number in base len(symbols).  With children, a bit: a one,
    where the guess may be the secret and one other label can come, and the number of that label; else a zero, and one
    bit for each label, the first one first: whether it can come.  The last word is filled with zeros.
    """
    width = _guess_bits(game)
    digit = {symbol: value for value, symbol in enumerate(game.symbols)}
    bits = []
    for node, word in enumerate(tree.guesses):
        code = 0
        for symbol in word:
            code = code * len(game.symbols) + digit[symbol]
        bits.append(f"{int(tree.fanout[node] > 0)}{code:0{width}b}")
        if tree.fanout[node]:
            possible = {tree.feedback[child] for child in tree.children(node)}
            possible |= {tree.winning} if tree.is_win(node) else set()
            if len(possible) == 2 and tree.is_win(node):
                bits.append(f"1{tree.feedback[tree.first[node]]:0{label_bits(tree)}b}")
            else:
                bits.append("0" + "".join("01"[label in possible] for label in range(len(tree.labels))))
    return _to_digits("".join(bits))


def columns(tree: Tree) -> str:
    """The file's columns as JSON: guesses, feedback, fanout and wins of every node, and what the file tells."""
    fields = {
        "game": tree.game,
        "made": tree.made,
        "tally": tree.tally,
        "histogram": list(tree.histogram),
        "labels": list(tree.labels),
        "winning": tree.winning,
        "losing": list(tree.losing),
        "licence": "0BSD",
        "sha256": tree.sha256,
        "guess": list(tree.guesses),
        "feedback": list(tree.feedback),
        "fanout": list(tree.fanout),
        "wins": [int(tree.is_win(node)) for node in range(len(tree))],
    }
    return json.dumps(fields, separators=(",", ":"), ensure_ascii=False) + "\n"


def words(wording: Wording) -> dict[str, object]:
    """What a template needs to know of a dialect."""
    head, tail, is_spaced = wording.ask_parts
    final_head, final_tail, _ = wording.final_parts
    return {
        "dialect": wording.dialect,
        "replies": wording.replies,
        "reply_size": wording.reply_size,
        "start_size": wording.start_size - (not wording.dialect.rounds),
        "hello_size": wording.hello_size,
        "ask_head": head,
        "ask_tail": tail,
        "final_head": final_head,
        "final_tail": final_tail,
        "is_spaced": is_spaced,
        "has_final": wording.has_final,
    }


def label_bits(tree: Tree) -> int:
    """Bits of a label's number."""
    return (len(tree.labels) - 1).bit_length()


def _guess_bits(game: Rules) -> int:
    return max(1, int(len(game.symbols) ** game.positions - 1).bit_length())


def _to_digits(bits: str) -> str:
    digits: list[str] = []
    for start in range(0, len(bits), WORD_BITS):
        number = int(bits[start : start + WORD_BITS].ljust(WORD_BITS, "0"), 2)
        word = []
        for _ in range(WORD_DIGITS):
            number, value = divmod(number, BASE)
            word.append(ALPHABET[value])
        digits += reversed(word)
    return "".join(digits)
