"""Published notations of trees: Irving's, in which letters stand for subtrees that follow, and a code-golf form."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from player.errors import BadInput
from player.rules.names import Rules
from player.rules.numbers import read_whole
from treegen.games.game import Game

# A guess and the branch after each feedback.  If it is None, the candidates left (one or two) are asked in turn.
Branches: TypeAlias = "tuple[str, dict[str, Branches | None] | None]"


def label(game: Game, text: str) -> str:
    """Return the feedback label that a text means; BadInput if there is none."""
    return game.labels[game.find_feedback(text)]


def spell(branches: Branches, game: Game) -> Branches:
    """Translate branches to the game's own symbols if they are written in letters, or in digits that start at 0.

    A, B, ... stand for the first, second, ... symbol; so do 0, 1, ... if the game has no symbol 0.
    """
    known = game.rules
    if not isinstance(known, Rules):
        return branches
    texts = set(_guesses(branches))
    for first in ("A", "a", "0"):
        if all(text in game.guess_index for text in texts):
            break
        names = {chr(ord(first) + place): symbol for place, symbol in enumerate(known.symbols)}
        translated = {text: "".join(names.get(letter, "?") for letter in text) for text in texts}
        if all(text in game.guess_index for text in translated.values()):
            return _translate(branches, translated)
    return branches


def _guesses(branches: Branches) -> Iterator[str]:
    yield branches[0]
    for child in (branches[1] or {}).values():
        if child is not None:
            yield from _guesses(child)


def _translate(branches: Branches, words: dict[str, str]) -> Branches:
    guess, below = branches
    if below is None:
        return words[guess], None
    return words[guess], {name: None if child is None else _translate(child, words) for name, child in below.items()}


class _Tokens:
    def __init__(self, text: str, pattern: str) -> None:
        self._all = [(match.group(), match.start()) for match in re.finditer(pattern + r"|\S", text)]
        self._text, self._at = text, 0

    @property
    def next(self) -> str:
        return self._all[self._at][0] if self._at < len(self._all) else ""

    @property
    def line(self) -> int:
        return self._text.count("\n", 0, self._all[self._at][1] if self.next else len(self._text)) + 1

    def take(self, *wanted: str) -> str:
        token = self.next
        if not token or (wanted and token not in wanted):
            what = " or ".join(wanted) or "more"
            raise BadInput(f"line {self.line}: found {token[:40] or 'the end'} instead of {what}")
        self._at += 1
        return token


def read_irving(text: str, game: Game) -> Branches:
    """Parse Irving's notation (1978) as mmstrat prints it; BadInput names the line that cannot be read.

    `n (GUESS: cells; cells; ...)` lists the cells of no bulls, one bull and so on, each from the most cows to none.  A
    cell is its size and then its subtree, or a letter that `A = (...)` defines later.  `(GUESS)` and `(GUESS*)`
    separate all candidates; `(GUESSx)` leaves at most two in a cell.
    """
    known = game.rules
    if not (isinstance(known, Rules) and known.rule.has_usual_cows):
        raise BadInput("Irving's notation is only for bulls and cows: bulls- and mastermind- games")
    return _Irving(text, game, known.positions).read()


class _Irving:
    """The parser of one text; a situation is a dict that gets its guess and its children when they are read."""

    def __init__(self, text: str, game: Game, positions: int) -> None:
        self._game, self._positions = game, positions
        # A letter is a token of its own: "44A" is a size and a letter, "(1123" a parenthesis and a guess.
        self._tokens = _Tokens(text, r"\d+|[^\W\d_]+\w*")
        self._open: dict[str, list[dict[str, Any]]] = {}

    def read(self) -> Branches:
        tokens = self._tokens
        root: dict[str, Any] = {}
        self._size()
        self._situation(root)
        spelled: dict[str, dict[str, Any]] = {}
        while tokens.next:
            line, letter = tokens.line, tokens.take()
            tokens.take("=")
            if letter in spelled:
                raise BadInput(f"line {line}: {letter[:40]} = ... is defined twice")
            spelled[letter] = {}
            self._situation(spelled[letter])
        for letter in spelled.keys() ^ self._open.keys():
            if letter in spelled:
                raise BadInput(f"{letter[:40]} = ... is defined, but never used")
            raise BadInput(f"{letter[:40]} is used, but never defined")
        for letter, places in self._open.items():
            for place in places:
                place.update(spelled[letter])
        found = self._branch(root)
        if found is None:
            raise BadInput("it contains no guess")
        return found

    def _situation(self, at: dict[str, Any]) -> None:
        tokens = self._tokens
        tokens.take("(")
        guess = tokens.take()
        while tokens.next not in (":", ")", ""):
            guess += tokens.take()  # digits and letters are tokens of their own
        at["guess"] = guess[:-1] if len(guess) == self._positions + 1 and guess[-1] in "*x" else guess
        if tokens.take(":", ")") == ")":
            return
        children: dict[str, Any] = {}
        at["children"] = children
        for bulls in range(self._positions + 1):
            for cows in range(self._positions - bulls, -1, -1):
                if (bulls, cows) == (self._positions - 1, 1):
                    continue  # impossible: if all others are in place, the last symbol has no other position
                self._cell(children, f"{bulls}{cows}")
                if (bulls, cows) == (self._positions - 1, 0) and tokens.next == ",":
                    # Knuth also prints the cell that is always empty, before this one.
                    tokens.take(",")
                    children.pop(f"{bulls}{cows}", None)
                    self._cell(children, f"{bulls}{cows}")
                tokens.take("," if cows else ";" if bulls < self._positions else ")")

    def _cell(self, children: dict[str, Any], name: str) -> None:
        tokens = self._tokens
        size = self._size()
        below: dict[str, Any] = {}
        if tokens.next == "(":
            self._situation(below)
        elif tokens.next not in (",", ";", ")"):
            self._open.setdefault(tokens.take(), []).append(below)
        if size:
            children[name] = below

    def _size(self) -> int:
        size = read_whole(self._tokens.next, 0, 10**9)
        if size is None:
            self._tokens.take("a number of candidates")
        self._tokens.take()
        return size or 0

    def _branch(self, at: dict[str, Any]) -> Branches | None:
        if "guess" not in at:
            return None
        children = at.get("children")
        below = None if children is None else {name: self._branch(child) for name, child in children.items()}
        return at["guess"], below


def read_codegolf(text: str, game: Game) -> Branches:
    """Parse `{AB:{10:{AC:{10:AA,01:CB}},02:BA}}`: a guess and the branch after each feedback, or a last guess alone."""
    tokens = _Tokens(text, r"\"[^\"]*\"|'[^']*'|[^\s{}:,\"']+")

    def word() -> str:
        return tokens.take().strip("\"'")

    def feedback() -> str:
        line = tokens.line
        try:
            return label(game, word())
        except BadInput as error:
            raise BadInput(f"line {line}: {error}") from None

    def branch() -> Branches:
        if tokens.next != "{":
            return word(), {}
        tokens.take("{")
        guess = word()
        tokens.take(":")
        tokens.take("{")
        children: dict[str, Branches | None] = {}
        while tokens.next != "}":
            line, name = tokens.line, feedback()
            if name in children:
                raise BadInput(f"line {line}: a second branch for {name}")
            tokens.take(":")
            children[name] = branch()
            if tokens.next != "}":
                tokens.take(",")
        tokens.take("}")
        tokens.take("}")
        return guess, children

    found = branch()
    if tokens.next:
        tokens.take("the end")
    return found
