"""The list of the guesses of a word game, packed for the page: the words as numbers, and the gaps between these."""

from __future__ import annotations

from player.errors import BadInput
from player.rules.names import read_game
from player.rules.titles import command_name
from player.tree.tree import Tree

DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_MOST = 2**53  # JavaScript is exact below this number


def packed_words(tree: Tree) -> dict[str, str] | None:
    """Return the packed list of the game of a tree, or None if it has no words, or their list is not found.

    A list is found if it has a name, or is still in this folder under the name that it had when the tree was made.
    """
    if not tree.game.startswith("words:"):
        return None
    try:
        rules = read_game(command_name(tree.game, tree.files))
    except BadInput:
        return None
    return pack(rules.guesses()) if rules.name == tree.game else None


def pack(words: list[str]) -> dict[str, str] | None:
    """Return sorted words of one length as `letters` and `gaps`: each gap between two words in digits of five bits, the
    least first, with 32 added where more of them follow.

    >>> pack(["ab", "ba", "bb"])
    {'letters': 'ab', 'gaps': 'BAA'}
    """
    letters = "".join(sorted(set("".join(words))))
    are_alike = len({len(word) for word in words}) == 1  # as they are not if a letter has several characters
    if not are_alike or len(letters) ** len(words[0]) >= _MOST or max(letters) > "\uffff":
        return None
    gaps, last = [], -1
    for word in words:
        value = 0
        for letter in word:
            value = value * len(letters) + letters.index(letter)
        gap, last = value - last - 1, value
        while gap >= 32:
            gaps.append(DIGITS[gap % 32 + 32])
            gap //= 32
        gaps.append(DIGITS[gap])
    return {"letters": letters, "gaps": "".join(gaps)}
