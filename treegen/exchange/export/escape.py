"""Text of a tree as data in source code: in a comment, and in a string literal, of any of the languages.

Whatever a tree or a dialect says goes through one of these two on its way into a source file.
"""

from __future__ import annotations

import json
import re

from player.errors import BadInput

__all__ = ["comment", "literal"]

# What means something within a comment, to one of the languages at least:
_LOUD = re.compile(
    r"(?P<before>coding|[vV]im[<=>]?\d*|vi|ex)(?P<end>[:=])"  # the file's encoding, to Python; commands to an editor
    r"|[^ -~]"  # the ends of lines that each knows, bidirectional overrides, and what a compiler may not decode
    r"|\\"  # splices lines in C and C++; \u in Java is read before anything else
    r"|(?<=\?)\?"  # ??/ is a backslash in C and C++
    r"|[*/]"  # the ends of block comments
    r"|^\+"  # // +build is an order to Go
)


def comment(text: str) -> str:
    """A text as it may stand in one line of a comment, behind a blank; what might end the comment is shown by its code.

    >>> comment("bulls-4x10, 7 guesses")
    'bulls-4x10, 7 guesses'
    >>> comment("*" + "/ system(0);")
    '<U+002A><U+002F> system(0);'
    """
    return _LOUD.sub(_by_code, text)


def _by_code(found: re.Match[str]) -> str:
    return f"{found['before'] or ''}<U+{ord(found['end'] or found.group()):04X}>"


def literal(text: str, language: str) -> str:
    r"""A text as a string literal, in double quotes, of a language; BadInput for what is not printable ASCII.

    >>> print(literal('say "a\\b"', "java"))
    "say \"a\\b\""
    """
    if not (text.isascii() and text.isprintable()):
        raise BadInput(f"{text[:40]!r}: only printable ASCII can stand in exported source code")
    quoted = json.dumps(text)
    # The other languages know no trigraphs, and some of them no \?.
    return re.sub(r"(?<=\?)\?", r"\\?", quoted) if language in ("c", "cpp") else quoted
