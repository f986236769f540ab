"""What every exported source contains: the columns of a tree as printable text, and the lines of its head comment."""

from __future__ import annotations

import hashlib
import json
from textwrap import wrap
from typing import Any

from player.errors import BadInput
from player.judge.wording import Wording
from player.rules import names as rules
from player.rules.feedback import MAX_NARROW
from player.rules.names import Rules
from player.rules.titles import brief
from player.tree import Tree
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
WORD_BITS, WORD_DIGITS = 32, 5  # 85 ** 5 is the smallest power of 85 above 2 ** 32


def encode(tree: Tree) -> dict[str, Any]:
    """Return the fields of a tree that all templates share; BadInput as for `check`."""
    game = check(tree)
    guess_bits = max(1, int(len(game.symbols) ** game.positions - 1).bit_length())
    label_bits = (len(tree.labels) - 1).bit_length()
    text = _nodes_text(tree, game, guess_bits, label_bits)
    width = 2 if len(tree) < 1 << 15 else 4  # bytes of the number of a node
    return {
        "text": text,
        "digest": hashlib.sha256(f"{game.name} {text}".encode()).hexdigest()[:8],
        "number": f"int{8 * width}_t",
        "table_bytes": len(tree) * (width * (len(tree.labels) + 2) + game.positions + 1),
        "nodes": len(tree),
        "depth": tree.depth,
        "labels": tree.labels,
        "winning": tree.winning,
        "rules": game,
        "pair": pair(game),
        "positions": game.positions,
        "symbols": game.symbols,
        "guess_bits": guess_bits,
        "label_bits": label_bits,
        "alphabet": ALPHABET,
        "encoding": ENCODING,
        "head": describe(tree),
    }


def check(tree: Tree) -> Rules:
    """Return the rules of a tree's game; BadInput if it is not a code game, or if the tree does not verify."""
    game = rules.rules_of(tree)
    if not isinstance(game, Rules):
        raise BadInput(f"only trees of code games become source code, not {brief(tree.game)}; use --to json or text")
    if len(tree.labels) > MAX_NARROW:
        raise BadInput(f"source code is made for at most {MAX_NARROW} feedbacks, {tree.game} has {len(tree.labels)}")
    verdict = verify_bytes(tree.to_bytes(), tree.path or "tree")
    if verdict.faults:
        raise BadInput(f"the tree does not verify: {verdict.faults[0]}; treegen verify shows them all")
    return game


def pair(game: Rules) -> tuple[str, ...]:
    """Return what the two numbers of a label count; () where labels are not two numbers."""
    return game.rule.tells if len(game.rule.tells) == 2 else ()


def describe(tree: Tree) -> tuple[str, ...]:
    """Return the lines of the head comment that describe the tree."""
    proved = f", {tree.objective} proved least" if tree.proved else ""
    return (
        f"{tree.game}, decision tree {tree.tally}: {tree.secrets} secrets, at most {tree.depth} guesses,",
        f"{tree.average:.4f} on average{proved}. Verified: every secret was sent down the tree.",
        f"Made by: {tree.made}",
        "Licence: 0BSD. Use it anywhere, for anything; no notice needed.",
    )


def _nodes_text(tree: Tree, game: Rules, guess_bits: int, label_bits: int) -> str:
    """The nodes as ENCODING says, siblings by rising feedback, guesses as numbers in base len(symbols)."""
    digit = {symbol: value for value, symbol in enumerate(game.symbols)}
    parts = []
    for node, word in enumerate(tree.guesses):
        code = 0
        for symbol in word:
            code = code * len(game.symbols) + digit[symbol]
        parts.append(f"{int(tree.fanout[node] > 0)}{code:0{guess_bits}b}")
        if tree.fanout[node]:
            possible = {tree.feedback[child] for child in tree.children(node)}
            possible |= {tree.winning} if tree.is_win(node) else set()
            if len(possible) == 2 and tree.is_win(node):
                parts.append(f"1{tree.feedback[tree.first[node]]:0{label_bits}b}")
            else:
                parts.append("0" + "".join("01"[label in possible] for label in range(len(tree.labels))))
    bits = "".join(parts)
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


def template_fields(wording: Wording) -> dict[str, Any]:
    """Return the fields of a dialect that a template uses."""
    head, tail, is_spaced = wording.ask_parts
    final_head, final_tail, _ = wording.final_parts
    example = " ".join(wording.reply(wording.rules.labels[1]).split())
    opening = " ".join((wording.start().partition("\n")[2] if not wording.dialect.rounds else wording.start()).split())
    return {
        "dialect": wording.dialect,
        "replies": [" ".join(wording.reply(label).split()) for label in wording.rules.labels],
        "reply_size": max(wording.reply_size, wording.win_size),
        "start_size": wording.start_size - (not wording.dialect.rounds),
        "hello_size": wording.hello_size,
        "ask_head": head,
        "ask_tail": tail,
        "final_head": final_head,
        "final_tail": final_tail,
        "is_spaced": is_spaced,
        "has_final": wording.has_final,
        # What a program in a custom dialect says about input that it cannot read:
        "explains": wording.dialect.explains,
        "opening": f'the line "{opening}"',
        "greeting": f'the line "{wording.dialect.hello}"',
        "expected_head": "a reply to ",
        "expected_tail": f' that some secret gives, such as "{example}"',
    }
