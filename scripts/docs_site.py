"""A hook of mkdocs and an extension of griffe (mkdocs.yml): what the site shows besides the files in docs/.

No text stands in two places.  Pages that belong elsewhere in the repository, such as trees/FORMAT.md, are added to the
site from there, and so is every file that a page links to; the help of the commands and the list of public names are
generated when the site is built.  Links between documents are written as they work in the repository, and are changed
here to what works on the site.
"""

from __future__ import annotations

import os
import posixpath
import re
import subprocess
import sys
from base64 import b64encode
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
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changelog.md",
    "trees/FORMAT.md": "format.md",
    "trees/ATLAS.md": "atlas.md",
    "trees/PUBLISHED.md": "published.md",
    "trees/submissions/README.md": "submissions.md",
    "proofs/README.md": "proofs.md",
    "docs/notebooks/tour.ipynb": "tour.md",
}
SOURCES = {page: source for source, page in PAGES.items()}
HELP, API = "<!-- generated: help -->", "<!-- generated: api -->"
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
_PICTURE = re.compile(r'<picture>.*?<img alt="(.*?)" src="(.*?)"></picture>')  # as README has it for phones
_IMAGE = re.compile(r'<img alt="[^"]*" src="(pictures/[\w-]+)(\.\w+)" ?/?>')
_EXAMPLE = re.compile(r"^>>> .*\n(?:.+\n?)*", re.MULTILINE)
_CODE = re.compile(r"(```.*?```|``.*?``|`.*?`)", re.DOTALL)
_COMMAND = re.compile(r"^    ((?:treegen|player|pip|scripts/\w+|python3?|git|source) .*?)(?:  +(\S.*))?$")
_HIDDEN = {"__version__"}  # public, but nothing to describe


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that stand elsewhere in the repository, and the files that pages link to."""
    from mkdocs.structure.files import File

    texts = {f"docs/{file.src_uri}": file.content_string for file in files.documentation_pages()}
    for source, page in PAGES.items():
        texts[source] = notebook(source) if source.endswith(".ipynb") else (ROOT / source).read_text(encoding="utf-8")
        if found := files.get_file_from_path(source.removeprefix("docs/")):
            files.remove(found)
        files.append(File.generated(config, page, content=texts[source]))
    linked = {"player/web/page.html"}
    linked.update(target(link[3], source) for source, text in texts.items() for link in _LINK.finditer(text))
    for name in sorted(linked):
        copied = files_of(name)
        for path in copied:
            files.append(File.generated(config, f"files/{path}", abs_src_path=str(ROOT / path)))
        if copied and copied != [name]:
            listed = "".join(f"- [{path}](files/{path})\n" for path in copied)
            files.append(File.generated(config, folder_page(name), content=f"# {name}\n\n{listed}"))
    return files


def folder_page(path: str) -> str:
    """The name of the page that lists a folder of the repository."""
    return f"folder-{path.replace('/', '-')}.md"


def target(link: str, source: str) -> str:
    """The path in the repository to which a link in the document `source` leads; "" if it leads out of it."""
    if not link or re.match(r"[a-z]+:", link):
        return ""
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), link))


def files_of(path: str) -> list[str]:
    """What the site copies for a link to `path`: a file of the repository that is no page, or those of a folder."""
    if not path or path in PAGES or path.startswith("docs/"):
        return []
    if (ROOT / path).is_dir():
        return sorted(str(file.relative_to(ROOT)) for file in (ROOT / path).iterdir())
    return [path] if (ROOT / path).is_file() else []


def notebook(source: str) -> str:
    """A notebook with its outputs, as Markdown that has its pictures in it."""
    import nbconvert

    exporter: Any = nbconvert.MarkdownExporter
    text, resources = exporter().from_filename(str(ROOT / source))
    for name, data in resources["outputs"].items():
        text = text.replace(f"({name})", f"(data:image/{name.rpartition('.')[2]};base64,{b64encode(data).decode()})")
    return str(text)


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Change the links of a page to those of the site, and generate what it asks for."""
    name = page.file.src_uri
    markdown = site_links(commands_to_copy(_PICTURE.sub(r"![\1](\2)", markdown)), SOURCES.get(name, f"docs/{name}"))
    if HELP in markdown:
        markdown = markdown.replace(HELP, help_of_the_commands())
    if API in markdown:
        markdown = markdown.replace(API, public_names())
    return markdown


def on_page_content(html: str, **_: object) -> str:
    """Show phones the narrow variant of a picture, if it has one."""

    def change(image: re.Match[str]) -> str:
        narrow = f"{image[1]}-narrow{image[2]}"
        if not (ROOT / "docs" / narrow).exists():
            return image[0]
        return f'<picture><source media="(max-width: 600px)" srcset="{narrow}">{image[0]}</picture>'

    return _IMAGE.sub(change, html)


def commands_to_copy(markdown: str) -> str:
    r"""The text with every indented block of commands as a session, in which what a command does is a comment.

    >>> print(commands_to_copy("Do:\n\n    player play     a game\n    treegen next\n\nDone."))
    Do:
    <BLANKLINE>
    ```console
    $ player play  # a game
    $ treegen next
    ```
    <BLANKLINE>
    Done.
    """

    def change(block: re.Match[str]) -> str:
        found = [_COMMAND.match(line) for line in block[2].replace(" \\\n       ", "").splitlines()]
        if not all(found):
            return block[0]
        lines = [f"$ {line[1]}" + (f"  # {line[2]}" if line[2] else "") for line in found if line]
        return block[1] + "```console\n" + "\n".join(lines) + "\n```\n"

    return re.sub(r"(\A|\n\n)((?: {4}.*\S.*(?:\n|\Z))+)", change, markdown)


def site_links(markdown: str, source: str) -> str:
    """The text of the document `source` with links that work on the site.

    A link to a document of the site leads to its page, one to another file of the repository to a copy of it.

    >>> site_links("see [it](../trees/FORMAT.md#playing), ![a](pictures/a.svg) and [a file](../LICENSE)", "docs/x.md")
    'see [it](format.md#playing), ![a](pictures/a.svg) and [a file](files/LICENSE)'
    """

    def change(link: re.Match[str]) -> str:
        path = target(link[3], source)
        if path in PAGES:
            path = f"docs/{PAGES[path]}"
        elif copied := files_of(path):
            path = f"docs/files/{path}" if copied == [path] else f"docs/{folder_page(path)}"
        if not path.startswith("docs/"):
            return link[0]  # where it leads nowhere, mkdocs says so
        return f"{link[1]}[{link[2]}]({path.removeprefix('docs/')}{link[4] or ''})"

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

    parts = [
        f"**`{package.__name__}`** has "
        + ", ".join(f"`{name}`" for name in sorted(package.__all__, key=str.lower))
        + "."
        for package in (player, treegen)
    ]
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
