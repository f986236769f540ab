"""Escaping of text in exported source code: in comments and in string literals.

All text from a tree or a dialect passes through one of these two functions before it is written to a source file.
"""

from __future__ import annotations

import json
import re

from player.errors import BadInput

# Text that has a meaning within a comment in at least one of the languages:
_LOUD = re.compile(
    r"(?P<before>coding|[vV]im[<=>]?\d*|vi|ex)(?P<end>[:=])"  # the file's encoding in Python; commands to an editor
    r"|[^ -~]"  # line ends, bidirectional overrides, and characters that a compiler may not decode
    r"|\\"  # it joins lines in C and C++; Java reads \u before anything else
    r"|(?<=\?)\?"  # ??/ is a backslash in C and C++
    r"|[*/]"  # the ends of block comments
    r"|^\+"  # // +build is a directive in Go
)


def comment(text: str) -> str:
    """Escape text for a line of a comment, after a blank: characters with a meaning there are replaced by their codes.

    >>> comment("bulls-4x10, 7 guesses")
    'bulls-4x10, 7 guesses'
    >>> comment("*" + "/ system(0);")
    '<U+002A><U+002F> system(0);'
    """
    return _LOUD.sub(_by_code, text)


def _by_code(found: re.Match[str]) -> str:
    return f"{found['before'] or ''}<U+{ord(found['end'] or found.group()):04X}>"


def literal(text: str, language: str) -> str:
    r"""Return text as a string literal of a language, in double quotes; BadInput if it is not printable ASCII.

    >>> print(literal('say "a\\b"', "java"))
    "say \"a\\b\""
    """
    if not (text.isascii() and text.isprintable()):
        raise BadInput(f"{text[:40]!r}: exported source code can contain only printable ASCII")
    quoted = json.dumps(text)
    if language == "kotlin":  # whose literals are templates
        return quoted.replace("$", "\\$")
    # The other languages have no trigraphs, and some of them no \?.
    return re.sub(r"(?<=\?)\?", r"\\?", quoted) if language in ("c", "cpp") else quoted
