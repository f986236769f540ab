"""A hook of mkdocs and an extension of griffe (mkdocs.yml): what the site shows besides the files in docs/.

No text stands in two places.  Pages that belong elsewhere in the repository, such as trees/FORMAT.md, are added to the
site from there, and so is every file that a page links to; the list of public names is generated.  Links between
documents are written as they work in the repository, and are changed here to what works on the site.
"""

from __future__ import annotations

import posixpath
import re
from base64 import b64encode
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import griffe

from player.web.hosted import take_core

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
API = "<!-- generated: api -->"
_LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s#]*)(#[^)\s]*)?\)")
_IMAGE = re.compile(r'<img alt="[^"]*" src="(pictures/[\w-]+)(\.\w+)" ?/?>')
_EXAMPLE = re.compile(r"^>>> .*\n(?:.+\n?)*", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that stand elsewhere in the repository, and the files that pages link to."""
    from mkdocs.structure.files import File

    texts = {f"docs/{file.src_uri}": file.content_string for file in files.documentation_pages()}
    for source, page in PAGES.items():
        texts[source] = notebook(source) if source.endswith(".ipynb") else (ROOT / source).read_text(encoding="utf-8")
        if found := files.get_file_from_path(source.removeprefix("docs/")):
            files.remove(found)
        files.append(File.generated(config, page, content=texts[source]))
    linked = {target(link[3], source) for source, text in texts.items() for link in _LINK.finditer(text)}
    page, core = take_core((ROOT / "player/web/page.html").read_text(encoding="utf-8"))
    files.append(File.generated(config, "files/board.html", content=page))
    files.append(File.generated(config, "files/core.js", content=core))
    for path in sorted(filter(is_copied, linked)):
        files.append(File.generated(config, f"files/{path}", abs_src_path=str(ROOT / path)))
    return files


def target(link: str, source: str) -> str:
    """Return the path in the repository to which a link in the document `source` leads, or "" if it leads elsewhere."""
    is_path = link and not re.match(r"[a-z]+:", link)
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), link)) if is_path else ""


def is_copied(path: str) -> bool:
    """Return whether the site has a copy of a link's target: of a file of the repository that is not a page."""
    return path not in PAGES and not path.startswith("docs/") and (ROOT / path).is_file()


def notebook(source: str) -> str:
    """Return a notebook with its outputs, as Markdown that has its pictures in it."""
    import nbconvert

    exporter: Any = nbconvert.MarkdownExporter
    text, resources = exporter().from_filename(str(ROOT / source))
    for name, data in resources["outputs"].items():
        text = text.replace(f"({name})", f"(data:image/{name.rpartition('.')[2]};base64,{b64encode(data).decode()})")
    return str(text)


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """Change the links of a page to those of the site, and generate the list of public names."""
    name = page.file.src_uri
    markdown = site_links(markdown, SOURCES.get(name, f"docs/{name}"))
    return markdown.replace(API, public_names()) if API in markdown else markdown


def on_page_content(html: str, **_: object) -> str:
    """Show phones the narrow variant of a picture, if it has one."""

    def change(image: re.Match[str]) -> str:
        narrow = f"{image[1]}-narrow{image[2]}"
        if not (ROOT / "docs" / narrow).exists():
            return image[0]
        return f'<picture><source media="(max-width: 600px)" srcset="{narrow}">{image[0]}</picture>'

    return _IMAGE.sub(change, html)


def site_links(markdown: str, source: str) -> str:
    """Return the text of the document `source` with links that work on the site.

    A link to a document leads to its page, one to another file of the repository to a copy; one to a folder is text.

    >>> site_links("see [it](../trees/FORMAT.md#playing), ![a](pictures/a.svg) and [a file](../LICENSE)", "docs/x.md")
    'see [it](format.md#playing), ![a](pictures/a.svg) and [a file](files/LICENSE)'
    """

    def change(link: re.Match[str]) -> str:
        path = target(link[3], source)
        if path in PAGES:
            path = f"docs/{PAGES[path]}"
        elif is_copied(path):
            path = f"docs/files/{path}"
        elif path and (ROOT / path).is_dir():
            return link[2]  # a folder is not part of the site
        if not path.startswith("docs/"):
            return link[0]  # mkdocs reports a dead link
        return f"{link[1]}[{link[2]}]({path.removeprefix('docs/')}{link[4] or ''})"

    return _LINK.sub(change, markdown)


def public_names() -> str:
    """For mkdocstrings: every name in `__all__` of the two packages, once."""
    parts, listed = list[str](), {"__version__"}
    for package in map(import_module, ("player", "treegen")):
        parts.append(f"## {package.__name__}\n\n::: {package.__name__}\n    options:\n      members: false")
        names = sorted({*package.__all__} - listed, key=str.lower)
        parts += [f"::: {package.__name__}.{name}" for name in names]
        listed |= {*names}
    return "\n\n".join(parts)


class Examples(griffe.Extension):  # type: ignore[misc]
    """Makes a code block of every `>>>` example."""

    def on_object(self, *, obj: Any, **_: Any) -> None:
        """Change the docstring of an object that was read."""
        if obj.docstring is not None and not obj.is_alias:
            blocks = _EXAMPLE.sub(lambda example: f"```pycon\n{example[0].rstrip()}\n```\n", obj.docstring.value)
            obj.docstring.value = blocks.rstrip()
