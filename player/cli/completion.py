"""`player completion`: the completion script of a shell, which asks `player completion words` for each word."""

from __future__ import annotations

import os

from player.cli import VERBS, Arguments, options_of, write
from player.cli.options import COMMON
from player.errors import BadInput
from player.rules.misspelt import suggest
from player.tree import shipped_trees

OPTIONS: dict[str, str] = {}
_BASH = "complete -o default -C \"sh -c 'exec player completion words'\" player\n"
_SCRIPTS = {
    "bash": _BASH,
    "zsh": f"autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n{_BASH}",
    "fish": "complete -c player -a '(COMP_LINE=(commandline -cp) player completion words)'\n",
}


def run(arguments: Arguments) -> int:
    """Print the script, or the words that may stand where the line in COMP_LINE ends."""
    shell = arguments.tree or ""
    if shell != "words":
        if shell not in _SCRIPTS:
            raise BadInput(f"{shell!r}: {suggest(shell, _SCRIPTS)}")
        write(_SCRIPTS[shell])
        return 0
    *before, begun = os.environ.get("COMP_LINE", "").split(" ")
    verb = next((word for word in before if word in VERBS), "")
    options = options_of(verb) if verb else {}
    taken = options.get(before[-1]) if before else None
    words = taken if isinstance(taken, tuple) else (*(shipped_trees() if verb else VERBS), *options, *COMMON)
    write("".join(f"{word}\n" for word in words if word.startswith(begun)))
    return 0
