"""Manual pages, completion scripts and the second part of docs/commands.md, from the parsers of the commands.

They are made with Python 3.11, as the help of argparse differs a little from version to version.
"""

from __future__ import annotations

import os
import re
from argparse import ArgumentParser
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import shtab
from argparse_manpage.manpage import Manpage

from player.cli.command import load, verbs_of
from player.cli.completion import SHELLS
from player.judge.dialects import DIALECTS
from player.tree import shipped_trees
from treegen.greedy.strategy import STRATEGIES
from treegen.insight.atlas import load as load_atlas

ROOT = Path(__file__).resolve().parents[2]
MADE = "<!-- made by scripts/build commands -->\n"
_LISTS = """sh -c 'ls "${XDG_DATA_HOME:-$HOME/.local/share}/guesstree/words" 2>/dev/null | sed -n "s/[.]words$//p"'"""
# How each shell completes words, the names of the user's lists, and files.
_SHELLS = {
    "bash": '{name}() {{\n  compgen -W "{words} $({lists})" -- "$1"\n'
            '  compgen -f -X "!{files}" -- "$1"\n  compgen -d -- "$1"\n}}\n',
    "zsh": '{name}() {{\n  compadd -- {words} ${{(f)"$({lists})"}}\n  _files -g "{files}"\n}}\n',
    "fish": "function {name}\n  string split ' ' '{words}'\n  {lists}\n  __fish_complete_path (commandline -ct)\nend\n",
}  # fmt: skip


def build(_: Any) -> Iterator[tuple[Path, bytes]]:
    """All that is made."""
    os.environ["COLUMNS"] = "102"
    commands = ROOT / "docs" / "commands.md"
    text = commands.read_text(encoding="utf-8").partition(MADE)[0] + MADE
    for program in ("treegen", "player"):
        folder = ROOT / program / "man"
        page = re.sub(r"^\.TH .*", f'.TH {program.upper()} "1"', str(Manpage(whole(program))), count=1)
        yield folder / f"{program}.1", page.encode()
        for shell in SHELLS:
            yield folder / f"{program}.{shell}", _script(program, shell)
        text += f"\n## {program}\n```text\n{load(program)[0].format_help()}```\n"
        for verb in verbs_of(program):
            text += f"\n### {program} {verb}\n```text\n{load(program, verb)[0].format_help()}```\n"
    yield commands, text.encode()


def _kinds() -> dict[str, dict[str, Any]]:
    """Return how each shell completes each kind of argument: by words, the names of the user's lists, and files."""
    games = sorted({row["game"] for row in load_atlas()} | {"absurdle", "number-1..100", "words-5", "wordle"})
    kinds = {"TREE": ([*shipped_trees(), *games], "*.tree"), "GAME": (games, "*.tree")}
    kinds |= {"STRATEGY": ([*STRATEGIES], "*.py"), "WORD": (["add", "get", "remove", "show"], "*")}
    found = {}
    for kind, (words, files) in kinds.items():
        name, text = f"_guesstree_{kind.lower()}_or_file", {"words": " ".join(words), "files": files, "lists": _LISTS}
        functions = {shell: form.format(name=name, **text) for shell, form in _SHELLS.items()}
        found[kind] = {"bash": name, "zsh": name, "fish": f"({name})", "preamble": functions}
    return found


def _script(program: str, shell: str) -> bytes:
    """Return a completion script; that of zsh registers itself where compinit has run, and runs it for nobody."""
    text, register = str(shtab.complete(whole(program), shell)), f"compdef _shtab_{program} -N {program}"
    hint = f'print -u2 "{program} completion: load it after compinit"'
    text = text.replace("[-1] == eval ]]", "[-1] != loadautofunc ]]")  # also where a file is sourced
    return text.replace(f"  {register}\n", f"  (( $+functions[compdef] )) && {register} || {hint}\n").encode()


def whole(program: str) -> ArgumentParser:
    """Return the parser of a program with all its verbs; shells complete files, and the names of shipped trees."""
    parser = ArgumentParser(program, description="Decision trees for guessing games.", allow_abbrev=False)
    verbs, kinds = parser.add_subparsers(metavar="VERB"), _kinds()
    for verb, title in verbs_of(program).items():
        own = deepcopy(load(program, verb)[0])
        for action in own._actions:
            kind = str(action.metavar)
            if kind in kinds or kind.startswith("FILE"):
                action.complete = kinds.get(kind, shtab.FILE)  # type: ignore[attr-defined]
            elif kind == "D":
                action.choices = list(DIALECTS)
        texts = {"description": own.description, "epilog": own.epilog}
        verbs.add_parser(verb, help=title, parents=[own], add_help=False, **texts)  # type: ignore[arg-type]
    return parser
