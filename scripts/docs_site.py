"""A hook of mkdocs and an extension of griffe (mkdocs.yml): what the site shows besides the files in docs/.

No text stands in two places.  Pages that belong elsewhere in the repository, such as trees/FORMAT.md, are added to the
site from there; the help of the commands and the list of public names are generated when the site is built.  Links
between documents are written as they work in the repository, and are changed here to what works on the site.
"""

from __future__ import annotations

import os
import posixpath
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import griffe

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[1]

# Documents outside docs/, and the pages of the site that they become.
PAGES = {
    "README.md": "overview.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "trees/FORMAT.md": "format.md",
    "trees/ATLAS.md": "atlas.md",
    "trees/PUBLISHED.md": "published.md",
}
SOURCES = {page: source for source, page in PAGES.items()}
HELP, API = "<!-- generated: help -->", "<!-- generated: api -->"
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
_EXAMPLE = re.compile(r"^>>> .*\n(?:.+\n?)*", re.MULTILINE)
_CODE = re.compile(r"(```.*?```|``.*?``|`.*?`)", re.DOTALL)
_HIDDEN = {"__version__"}  # public, but nothing to describe


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that stand elsewhere in the repository."""
    from mkdocs.structure.files import File

    for source, page in PAGES.items():
        files.append(File.generated(config, page, content=(ROOT / source).read_text(encoding="utf-8")))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Change the links of a page to those of the site, and generate what it asks for."""
    name = page.file.src_uri
    markdown = site_links(markdown, SOURCES.get(name, f"docs/{name}"))
    if HELP in markdown:
        markdown = markdown.replace(HELP, help_of_the_commands())
    if API in markdown:
        markdown = markdown.replace(API, public_names())
    return markdown


def site_links(markdown: str, source: str) -> str:
    """The text of the document `source` with links that work on the site.

    A link to a document of the site leads to its page; one to another file of the repository becomes plain text.

    >>> site_links("see [it](../trees/FORMAT.md#playing), ![a](pictures/a.svg) and [a file](../LICENSE)", "docs/x.md")
    'see [it](format.md#playing), ![a](pictures/a.svg) and a file'
    """

    def change(link: re.Match[str]) -> str:
        mark, text, target, anchor = link[1], link[2], link[3], link[4] or ""
        if not target or re.match(r"[a-z]+:", target):
            return link[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        if path in PAGES:
            return f"{mark}[{text}]({PAGES[path]}{anchor})"
        if path.startswith("docs/"):
            return f"{mark}[{text}]({path.removeprefix('docs/')}{anchor})"
        if not (ROOT / path).exists():
            return link[0]  # mkdocs then says that it leads nowhere
        return text

    return _LINK.sub(change, markdown)


def help_of_the_commands() -> str:
    """What --help prints, for both commands and each of their verbs, as Markdown."""
    parts = []
    for command in ("treegen", "player"):
        text = help_text(command)
        parts += [f"### {command}", f"```text\n{text}\n```"]
        for verb in verbs(text):
            parts += [f"#### {command} {verb}", f"```text\n{help_text(command, verb)}\n```"]
    return "\n\n".join(parts)


def verbs(text: str) -> list[str]:
    """The verbs that the help of a command names, in its order."""
    section = text.partition("\nVerbs:\n")[2].partition("\n\n")[0]
    return re.findall(r"^  (\w+)  +\S", section, re.MULTILINE)


def help_text(*words: str) -> str:
    """What a command prints with --help, without the help of a terminal."""
    result = subprocess.run(
        [sys.executable, "-m", *words, "--help"],
        cwd=ROOT,
        env={**os.environ, "COLUMNS": "100", "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return result.stdout.strip()


def public_names() -> str:
    """For mkdocstrings: every name in `__all__` of the two packages, each where it is defined."""
    import player
    import treegen

    parts = []
    seen: set[str] = set()
    for package in (player, treegen):
        parts += [f"## {package.__name__}", f"::: {package.__name__}\n    options:\n      members: false"]
        for name in sorted(package.__all__, key=str.lower):
            home = identifier(package.__name__, name, getattr(package, name))
            if name not in _HIDDEN and home not in seen:
                seen.add(home)
                parts.append(f"::: {home}")
    return "\n\n".join(parts)


def identifier(package: str, name: str, value: Any) -> str:
    """Where a public name is defined: the name that mkdocstrings reads it by."""
    module = getattr(value, "__module__", None)
    if module is not None and hasattr(value, "__qualname__"):
        return f"{module}.{value.__qualname__}"
    for module_name, module in sorted(sys.modules.items()):  # a table of rows: where the same object is
        if module_name.startswith(f"{package}.") and vars(module).get(name) is value:
            return f"{module_name}.{name}"
    return f"{package}.{name}"


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
