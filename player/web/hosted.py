"""The hosted form of the page: a folder for a web server, which phones install and open again without a network."""

from __future__ import annotations

import base64
import hashlib
import os
import re
from html import escape
from pathlib import Path

from player.errors import BadInput
from player.tree.writer import write_file
from player.web import LAST

SITE = Path(__file__).resolve().parent / "site"
_HEAD = (
    '<link rel="manifest" href="manifest.webmanifest">\n<link rel="apple-touch-icon" href="icon-180.png">\n'
    '<meta property="og:type" content="website">\n<meta property="og:image" content="{url}preview.png">\n'
    '<meta name="twitter:card" content="summary_large_image">\n</head>'
)


def take_core(page: str) -> tuple[str, str]:
    """Return the page without its search core, which it will fetch from core.js when it needs it, and this script."""
    head, mark, rest = page.partition('<script type="text/plain" id="core">')
    core, _, tail = rest.partition("</script>")
    version = hashlib.sha256(core.encode()).hexdigest()[:16]
    page = f'{head}{mark[:-1]} data-from="core.js?{version}"></script>{tail}'
    return page.replace("worker-src ", "worker-src 'self' ", 1), core


def write_site(page: str, tree: str, folder: str, url: str = "", game: str = "") -> None:
    """Write a page as the folder of a site: index.html, its core, what a phone needs to install it, the tree as a text.

    `url` is the future address of the folder, for its preview picture, which is that of the family of `game`.
    """
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{folder}: {error.strerror}: it is to be a folder") from None
    files = {file.name: file.read_bytes() for file in sorted(SITE.iterdir())}
    previews = {name: files.pop(name) for name in list(files) if name.startswith("preview")}
    family = re.split("[-:]", game)[0]
    files["preview.png"] = previews.get(f"preview-{family}.png", previews["preview.png"])
    register = files.pop("register.js").decode()
    page, core = take_core(page)
    digest = base64.b64encode(hashlib.sha256(register.encode()).digest()).decode()
    for old, new in (
        ("script-src ", f"manifest-src 'self'; script-src 'sha256-{digest}' "),
        ("img-src ", "img-src 'self' "),
        ("trusted-types core", "trusted-types core site"),
        ("</head>", _HEAD.replace("{url}", escape(url and url.rstrip("/") + "/"))),
        (LAST, f'{LAST}<p><a href="tree.txt">The whole tree as text</a></p>'),
        ("</body>", f"<script>{register}</script>\n</body>"),
    ):
        page = page.replace(old, new, 1)
    files |= {"index.html": page.encode(), "core.js": core.encode(), "tree.txt": tree.encode()}
    version = hashlib.sha256(b"".join(files.values())).hexdigest()[:16]
    files["sw.js"] = files["sw.js"].replace(b"{version}", version.encode())
    for name, data in files.items():
        write_file(os.path.join(folder, name), data)
