"""Minification of C++: comments and blanks are removed, and names of the program are shortened."""

from __future__ import annotations

import re
import string
from itertools import product

# The names of C++ and its library that the program uses; every other name is its own.
_KEPT = (
    "NULL back begin bool c_str char const continue data else end enum false fflush find for fprintf fputs if insert "
    "int long main namespace pop_back printf push_back puts resize return scanf short size size_t sizeof static "
    "static_assert std stderr stdout strcat strcmp string strlen strncmp strtol struct true typedef unsigned using "
    "vector void while"
)
_WORDS = frozenset(["do", "if", "or"])
_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*.*?\*/)|(?P<include>\#[^\n]*)|(?P<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
    r"""|(?P<number>[0-9][0-9A-Za-z]*)|(?P<name>[A-Za-z_]\w*)|(?P<mark><<=|>>=|<<|>>|[-+*/%&|^=!<>]=|&&|\|\||\+\+|--|->|::|\S)"""
)


def minify(source: str) -> str:
    """Return the same program in fewer bytes; the comment at its start is kept."""
    lines = source.split("\n")
    start = next(at for at, line in enumerate(lines) if not line.startswith("//"))
    names = _short_names(source)
    tokens = []
    includes = []
    for match in _TOKEN.finditer("\n".join(lines[start:])):
        kind, token = match.lastgroup, match.group()
        if kind == "include":
            includes.append(token.replace(" ", ""))
        elif kind != "comment":
            tokens.append(names.get(token, token) if kind == "name" else token)
    return "\n".join([*lines[:start], *includes, *_join(tokens)]) + "\n"


def _short_names(source: str) -> dict[str, str]:
    """One or two letters for each of the program's own names; the most frequent names get one letter."""
    uses: dict[str, int] = {}
    kept = _KEPT.split()
    for match in _TOKEN.finditer(source):
        if match.lastgroup == "name" and match.group() not in kept:
            uses[match.group()] = uses.get(match.group(), 0) + 1
    single = string.ascii_letters
    short = (name for name in [*single, *map("".join, product(single, repeat=2))] if name not in _WORDS)
    return dict(zip(sorted(uses, key=lambda name: (-uses[name], name)), short, strict=False))


def _join(tokens: list[str]) -> list[str]:
    """Join the tokens, one statement per line, with a blank only between tokens that would otherwise merge.

    With several statements on a line, compilers warn that an `if` does not guard the second one.
    """
    lines: list[str] = []
    line, depth = "", 0
    for token in tokens:
        if line.endswith("}") and token[0].isalpha() and token != "else":
            lines.append(line)
            line = ""
        line += (" " if line and _clash(line[-1], token[0]) else "") + token
        depth += (token == "(") - (token == ")")
        if token == ";" and not depth:
            lines.append(line)
            line = ""
    return [*lines, line]


def _clash(before: str, after: str) -> bool:
    is_word = (before.isalnum() or before == "_") and (after.isalnum() or after == "_")
    return is_word or (before == after and before in "+-&|<>")
