"""The web page to play and explore: puts trees into the built page, a single file that needs no server."""

from __future__ import annotations

import os
from binascii import b2a_base64
from collections.abc import Iterable
from html import escape

from player.errors import BadInput, require
from player.rules.names import rules_of
from player.tree.tree import Tree
from player.web.words import packed_words

PAGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "page.html")
BEGIN, END = "<!-- trees -->", "<!-- /trees -->"
FIRST, LAST = "<!-- first guesses -->", "<!-- /first guesses -->"  # the part between them shows without JavaScript


def make_page(trees: Iterable[tuple[str, Tree]]) -> str:
    """Return the page with these trees in it, each under the name by which addresses and the menu of trees call it.

    Raises BadInput if there is no tree, or if two trees have the same name.

    >>> from player import open_tree
    >>> page = make_page([("bulls-3x9.total", open_tree("bulls-3x9.total"))])
    >>> page.count('<script type="application/json" class="tree">')
    1
    """
    with open(PAGE, encoding="utf-8") as file:
        return embed(file.read(), trees)


def embed(page: str, trees: Iterable[tuple[str, Tree]]) -> str:
    """Return `page` with these trees instead of those that it had."""
    import json

    blocks: dict[str, str] = {}
    guesses = ""
    for name, tree in trees:
        if name in blocks:
            raise BadInput(f"{name}: two trees of one name; rename a file, the page tells trees apart by their names")
        block = {"name": name, "data": b2a_base64(tree.to_bytes(), newline=False).decode()}
        if not tree.game.startswith(("table:", "differentiating:")):
            block["game"] = tree.title if ":" in tree.game else tree.game  # its name, or else what it is called
        guesses = guesses or _first_guesses(tree)
        words = packed_words(tree)
        data = json.dumps(block if words is None else {**block, "words": words})
        blocks[name] = f'<script type="application/json" class="tree">{_safe(data)}</script>'
    require(blocks, "a page needs a tree; name one")
    for begin, text, end in ((FIRST, guesses, LAST), (BEGIN, "\n".join(["", *blocks.values(), ""]), END)):
        page = page.partition(begin)[0] + begin + text + end + page.partition(end)[2]
    return page


def _first_guesses(tree: Tree) -> str:
    """Return the rules of the game of a tree, and the table of its first two guesses, as HTML."""
    rules = rules_of(tree)
    sentences = (
        rules.title,
        f"Secret: {rules.secret_form}",
        f"Answer: {rules.rule.about}",
        f"First guess: {tree.guesses[0]}",
    )
    pairs = [
        ("answer", "guess"),
        *((tree.labels[tree.feedback[node]], tree.guesses[node]) for node in tree.children(0)),
    ]
    rows = (f"<tr>{''.join(f'<td>{escape(text)}</td>' for text in pair)}</tr>" for pair in pairs)
    return f"<p>{escape('. '.join(sentences))}.</p><table>{''.join(rows)}</table>"


def _safe(text: str) -> str:
    """Return JSON without anything that HTML could take for markup."""
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def name_of(tree: Tree) -> str:
    """Return what a page calls a tree: the name of its file without `.tree`, or else the name of its game."""
    stem = os.path.basename(tree.path).removesuffix(".tree") if os.sep in tree.path or "/" in tree.path else ""
    stem = "".join(symbol for symbol in stem if symbol.isprintable())
    return stem or tree.path.removesuffix(".tree").removeprefix("standard input") or tree.game.partition(":")[0]


def show_page(page: str, path: str | None, name: str, is_opened: bool) -> tuple[str, bool]:
    """Write the page to `path`, by default one in the user's cache, and open it in the person's browser.

    Returns the path of the file, and whether a browser has opened it.
    """
    if path is None:
        cache = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
        os.makedirs(os.path.join(cache, "guesstree"), exist_ok=True)
        stem = "".join(symbol for symbol in name if symbol.isalnum() or symbol in "-.") or "page"
        path = os.path.join(cache, "guesstree", f"{stem[:80]}.html")
    from player.tree.writer import write_file

    write_file(path, page.encode())
    if not is_opened:
        return path, False
    import webbrowser
    from pathlib import Path

    try:
        return path, webbrowser.open(Path(path).resolve().as_uri())
    except (OSError, webbrowser.Error):
        return path, False
