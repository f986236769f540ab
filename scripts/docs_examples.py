"""An extension of griffe, which reads docstrings for the site (mkdocs.yml): prose with examples, as Markdown."""

from __future__ import annotations

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*\n(?:.+\n?)*", re.MULTILINE)
_CODE = re.compile(r"(```.*?```|``.*?``|`.*?`)", re.DOTALL)


class Examples(griffe.Extension):  # type: ignore[misc]
    """Makes a code block of every `>>>` example, and keeps `[guess][secret]` from being read as a link."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Change the docstring of an object that was read."""
        if obj.docstring is not None and not obj.is_alias:
            obj.docstring.value = as_markdown(obj.docstring.value)


def as_markdown(docstring: str) -> str:
    r"""The docstring as Markdown.

    >>> print(as_markdown("A table[guess][secret].\n\n>>> 1 + 1\n2"))
    A table[guess]\[secret].
    <BLANKLINE>
    ```pycon
    >>> 1 + 1
    2
    ```
    """
    fenced = _EXAMPLE.sub(lambda example: f"```pycon\n{example[0].rstrip()}\n```\n", docstring)
    parts = _CODE.split(fenced)
    return "".join(part if i % 2 else part.replace("][", "]\\[") for i, part in enumerate(parts)).rstrip()
