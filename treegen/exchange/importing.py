"""Trees that others wrote or read: nested JSON, lines of histories, and Selby's notation.

Every form is read into branches, `{"guess": guess, "children": {feedback label: branches}}`.  `grow` makes a tree of
them: it follows the candidates, marks where a guess may win, and refuses branches that leave a secret without one.
`to_json`, `to_text` and `to_key` do not recurse, so that the depth is not limited.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from player.errors import BadInput, require, shorten
from player.rules.history import read_history, show_history
from player.rules.names import Rules
from player.rules.numbers import read_whole
from player.rules.tables import MISSED
from player.tree import Tree
from player.tree.tree import open_tree
from treegen.games.game import Game
from treegen.games.partition import Indices, cells
from treegen.games.rawtree import RawTree, command_of
from treegen.insight.rows import plays_of

if TYPE_CHECKING:
    from player.tree.tree import TreeSource

Branches = dict[str, Any]  # a guess, and under "children" what follows each feedback; empty where a line ends

MAX_NESTING = 200
# The keys of a node of JSON, and what they mean; figures are not read.
_KEYS = {key: key for key in ("guess", "children", "depth", "ranking")}
_KEYS |= {"word": "guess"} | dict.fromkeys(("map", "next", "branches"), "children")
_NODE = '{"guess": "0123", "children": {"01": ...}}, with children, map, next or branches, or the last guess as a text'
_SCRIPT = re.compile(r"\s*(?:export\s+default|(?:export\s+)?(?:const|let|var)\s+[\w$]+\s*=|module\.exports\s*=)\s*")


def read_tree(text: str, form: str, game: Game, name: str = "the text") -> tuple[Tree, int]:
    """Return a tree of `game` from a text in one of FORMATS, and the number of dropped branches without a secret."""
    with _at(name):
        try:
            branches = FORMATS[form](text, game)
            _spell(branches, game)
            subtree, dead = grow(branches, game)
            tree = subtree.to_tree(game)
        except RecursionError:
            raise BadInput("nested deeper than a tree can be") from None
    tree.made = command_of(tree, "import", "--from", form)
    return tree, dead


@contextmanager
def _at(where: str) -> Iterator[None]:
    """Put the place into the message of a refusal."""
    try:
        yield
    except BadInput as error:
        raise BadInput(f"{where}: {_shown(str(error))}") from None


def guess_format(text: str) -> str:
    """Return the form that a text seems to have."""
    head = _SCRIPT.sub("", text, count=1).lstrip()[:1000]
    if head.startswith("{"):
        return "json"
    return "selby" if re.match(r"\S+\s+[A-Za-z.-]+1\s", head) else "text"


def _spell(branches: Branches, game: Game) -> None:
    """Translate branches to the game's own symbols if they are written in letters, or in digits that start at 0.

    A, B, ... stand for the first, second, ... symbol; so do 0, 1, ... if the game has no symbol 0.
    """
    nodes, rules = list(_nodes(branches)), game.rules
    for first in ("A", "a", "0"):
        if not isinstance(rules, Rules) or all(node["guess"] in game.guess_index for node in nodes):
            break
        names = {chr(ord(first) + place): symbol for place, symbol in enumerate(rules.symbols)}
        translated = ["".join(names.get(letter, "?") for letter in node["guess"]) for node in nodes]
        if all(text in game.guess_index for text in translated):
            for node, text in zip(nodes, translated, strict=True):
                node["guess"] = text


def _nodes(branches: Branches) -> Iterator[Branches]:
    yield branches
    for child in filter(None, branches.get("children", {}).values()):
        yield from _nodes(child)


def grow(branches: Branches, game: Game) -> tuple[RawTree, int]:
    """Return the tree of the branches, verified as it grows, and the number of branches that no secret takes."""
    dead = 0
    rows: list[tuple[int, bool, int, int]] = []

    def add(branch: Branches, candidates: Indices, history: list[tuple[str, str]], parent: int, feedback: int) -> None:
        nonlocal dead
        guess, below = branch["guess"], branch.get("children", {})
        where = show_history(history) or "nothing"
        require(len(history) <= MAX_NESTING, f"more than {MAX_NESTING} guesses after {where}")
        with _at(f"after {where}"):
            index = game.find_guess(guess)
        node, parts = len(rows), dict(cells(game, candidates, index))
        rows.append((index, parts.pop(game.winning, None) is not None, parent, feedback))
        possible = {game.labels[label] for label in (*parts, game.winning)}
        dead += sum(label not in possible and bool(child) for label, child in below.items())
        for label, cell in parts.items():
            name = game.labels[label]
            require(label not in game.losing, f"{guess} after {where} may lose the game")
            if not below.get(name):
                secret = game.secrets[int(cell[0])]
                raise BadInput(f"no branch for {name} to {guess} after {where}: secret {secret} is never found")
            add(below[name], cell, [*history, (guess, name)], node, label)

    add(branches, np.arange(len(game.secrets), dtype=np.int32), [], -1, -1)
    return RawTree.from_rows(rows), dead


def _read_json(text: str, game: Game) -> Branches:
    try:
        data = json.loads(_SCRIPT.sub("", text, count=1).rstrip("; \t\r\n"))
    except ValueError as error:
        raise BadInput(f"this is not JSON: {error}") from None

    def read(value: Any, history: str) -> Branches:
        where = _shown(history) or "nothing"
        if isinstance(value, str):
            return {"guess": value}
        require(isinstance(value, dict), f"after {where}: a node is {_NODE}")
        for key in value:
            require(key in _KEYS, f"after {where}: unknown key {shorten(key)!r}; a node is {_NODE}")
        node = {_KEYS[key]: content for key, content in value.items()}
        guess, children = node.get("guess"), node.get("children") or {}
        if not isinstance(guess, str) or len(node) < len(value):
            raise BadInput(f"after {where}: a node is {_NODE}")
        if not isinstance(children, dict):
            raise BadInput(f"after {where}: the children of {_shown(guess)} are not a map from feedback to node")
        below = Branches()
        for key, child in children.items():
            with _at(f"after {where}"):
                label = game.labels[game.find_feedback(key)]
            require(label not in below, f"after {where}: a second branch for {label} to {_shown(guess)}")
            below[label] = read(child, f"{history}{',' * bool(history)}{guess}:{label}")
        return {"guess": guess, "children": below}

    return read(data, "")


def _shown(text: str) -> str:
    text = "".join(symbol if symbol.isprintable() else "?" for symbol in text)
    return text if len(text) <= 400 else f"{text[:200]}...{text[-200:]}"


def _read_text(text: str, game: Game) -> Branches:
    """Read lines `SECRET HISTORY`, as `treegen export --to text` writes them, with or without the secret."""
    root = Branches()
    for row, line in enumerate(text.splitlines(), 1):
        at, fields = root, line.split()
        with _at(f"line {row}"):
            steps = read_history(" ".join(fields[len(fields) > 1 and ":" not in fields[0] :])) if fields else []
            for place, (guess, feedback) in enumerate(steps):
                label = game.labels[game.find_feedback(feedback)]
                if at.setdefault("guess", guess) != guess:
                    before = show_history(steps[:place]) or "nothing"
                    raise BadInput(f"{guess} comes after {before}, but an earlier line has {at['guess']} there")
                at = at.setdefault("children", {}).setdefault(label, {})
    require(root, "it is empty; write one line for each secret: 6075 0123:01,...,6075:40")
    return root


def _read_selby(text: str, game: Game) -> Branches:
    """Read one of Selby's trees (2022): `crane BBBBB1 moist GGGGG2`, with the numbers of the guesses.

    A line leaves out what it shares with the line before it.
    """
    path = [Branches()]  # the nodes of the last line
    for row, line in enumerate(text.splitlines(), 1):
        for i, token in enumerate(line.split()):
            if "guess" not in path[-1] and (i or len(path) == 1):
                path[-1]["guess"] = token
                continue
            marks = token.rstrip("0123456789")
            number = read_whole(token[len(marks) :], 1, len(path)) or 0
            with _at(f"line {row}"):
                if not number or (i and number < len(path)) or "guess" not in path[number - 1]:
                    raise BadInput(f"{shorten(token)!r} is not marks and the number of their guess, as BBGYB2 is")
                label = game.labels[game.find_feedback(marks)]
                del path[number:]
                children = path[-1].setdefault("children", {})
                require(label not in children, f"a second branch for {label} to {shorten(path[-1]['guess'])}")
                path.append(children.setdefault(label, {}))
    require("guess" in path[0], "it is empty; write one line for each secret: crane BBBBB1 moist GGGGG2")
    return path[0]


FORMATS: dict[str, Callable[[str, Game], Branches]] = {"json": _read_json, "text": _read_text, "selby": _read_selby}


def to_json(tree: TreeSource) -> str:
    """Return nested `{"guess": "0123", "children": {"01": {...}}}`; the winning feedback has no child.

    `tree` is a Tree, or its name, path or bytes.  Raises what `open_tree` raises.

    >>> to_json("bulls-3x9.total")[:44]
    '{"guess": "123", "children": {"00": {"guess"'
    """
    tree = open_tree(tree)
    texts: dict[int, str] = {}
    for node in range(len(tree) - 1, -1, -1):
        children = ", ".join(
            f"{json.dumps(tree.labels[tree.feedback[child]])}: {texts.pop(child)}" for child in tree.children(node)
        )
        texts[node] = f'{{"guess": {json.dumps(tree.guesses[node])}, "children": {{{children}}}}}'
    return texts[0] + "\n"


def to_text(tree: TreeSource) -> str:
    """Return one line per secret, sorted: the secret, a blank, and the history that finds it.

    `tree` is a Tree, or its name, path or bytes.  Raises what `open_tree` raises, and BadInput for a tree whose guesses
    or labels contain blanks or separators, which only a tree in memory can.

    >>> to_text("bulls-3x9.total").splitlines()[0]
    '123 123:30'
    """
    tree = open_tree(tree)
    for word in {*tree.guesses, *tree.labels}:
        if not word.isprintable() or set(word) & set(" ,:#"):
            raise BadInput(f"{word[:40]!r}: a guess or feedback must be printable, without blanks and , : #")
    return "".join(f"{secret} {history}\n" for secret, history in plays_of(tree))


def to_key(tree: TreeSource) -> str:
    """Return the tree of a table of questions as the numbered couplets of a key, as botanists print them.

    A line has a question, one of its answers, and the number of the next couplet or what is found.  Raises what
    `open_tree` raises, and BadInput for the tree of another game.
    """
    tree = open_tree(tree)
    if MISSED not in {tree.labels[feedback] for feedback in tree.losing}:
        raise BadInput("a key is made of the tree of a table of questions (table:FILE) with the goal identify or group")
    names = [guess.replace("_", " ") for guess in tree.guesses]
    couplets, stack = list[int](), [0]
    while stack:
        couplets.append(stack.pop())
        stack += [child for child in reversed(tree.children(couplets[-1])) if tree.fanout[child]]
    number = {node: str(place) for place, node in enumerate(couplets, 1)}
    leads = {
        child: f"{number[node]}{_letters(place)}. {names[node]}{':' * (names[node][-1] != '?')} "
        f"{tree.labels[tree.feedback[child]].replace('_', ' ')} "
        for node in couplets
        for place, child in enumerate(tree.children(node))
    }
    width = min(60, max(map(len, leads.values()), default=0))
    lines = [f"{lead.ljust(width, '.')}... {number.get(child, names[child])}\n" for child, lead in leads.items()]
    return "".join(lines) or f"{names[0]}\n"


def _letters(place: int) -> str:
    """Return the letters of a place: a, b, ..., z, aa, ab, ... for 0, 1, ..., 25, 26, 27, ..."""
    return (_letters(place // 26 - 1) if place > 25 else "") + chr(ord("a") + place % 26)
