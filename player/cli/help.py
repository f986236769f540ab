"""What `player`, `player --help` and `player VERB --help` print."""

from __future__ import annotations

from player.cli.terminal import fold, terminal_width

WIDEST = 80  # columns; longer lines are harder to read
_INDENT = 2

# A page is its usage, what it does, groups of terms with their descriptions, and an example.
_USAGE = {
    "": "player VERB [TREE] [options]",
    "play": "player play [TREE] [--role keeper|guesser|duel] [--level honest|evasive] [--secret S] [--seed N] "
    "[--resume MOVES] [--json]",
    "judge": "player judge [TREE] [--dialect D]",
    "referee": "player referee [TREE] [options] [-- COMMAND...]",
    "web": "player web [TREE] [-o FILE] [--no-open]",
    "completion": "player completion bash|zsh|fish",
}
_ABOUT = {
    "": "Plays decision trees with people and judges. player help VERB describes a verb.",
    "play": "Played line by line, on a terminal or through pipes; help lists what is understood. A finished game names "
    "the command that reviews it.",
    "judge": "Plays the guesser's side of a judge's protocol on standard input and output.",
    "referee": "Plays every secret against a tree, or against COMMAND over pipes, and reports each loss and its "
    "cause. COMMAND is started again for every game; with --rounds N, one run of it plays N games.",
    "completion": "Prints the completion script of a shell, to be loaded from the shell's startup file.",
    "web": "Writes the page to play and explore, one file with the tree in it, opens it in a browser and prints where "
    "it lies.",
}
_EXAMPLE = {
    "": "player play --role guesser",
    "play": "player play bulls-4x10 --role duel",
    "judge": "printf '4 0\\n' | player judge",
    "referee": "player referee bulls-3x9.total --limit 6",
    "web": "player web bulls-4x10.total -o page.html --no-open",
    "completion": 'eval "$(player completion bash)"',
}
_WORDING = {
    "--dialect D": "how guesses and replies are worded (codeforces-753); treegen dialects lists them",
    "--ask LINE": 'the line of a guess, as in "? {guess}", or {spaced} for blanks between its symbols',
    "--reply LINE": 'the reply, as in "{bulls} {cows}"; also {matches} {marks} {signs} {letters} {feedback}',
    "--letters BC": "letters for right, elsewhere (and neither), as in BBC or GYX; the reply is {letters}",
    "--win LINE": 'the reply to the secret where it is worded in its own way, as in "OK"',
    "--final LINE": 'the line that names the secret, as in "! {guess}"',
    "--rounds N": "secrets one after the other, or first-line where the judge says how many",
    "--limit N": "guesses granted (the dialect's)",
}
_GROUPS: dict[str, dict[str, dict[str, str]]] = {
    "": {
        "Verbs": {
            "play": "you keep a secret, or guess the program's, or both in turn",
            "judge": "guess a judge's secret on standard input and output",
            "referee": "play every secret against a tree, or against a program",
            "web": "open the page to play and explore in a browser",
            "completion": "print the completion script of a shell",
        },
    },
    "play": {
        "Who guesses": {
            "--role keeper": "you keep a secret; the program guesses it down the tree, and you answer with bulls and "
            "cows (01, 0 1, 0,1, 0A1B or 1 cow), hint (which answers are possible), left, list, undo, restart, or lost "
            '("my secret is not here"). The default.',
            "--role guesser": "the program keeps a secret, and you guess it; hint, left, list, undo, restart and give "
            "up help. TREE may be any game's name, then: a tree, where one is shipped, gives the hints",
            "--role duel": "both in turn: whoever needs fewer rounds wins; hint, left, list, undo, restart and give up "
            "help",
        },
        "The program's secret": {
            "--level honest": "it is drawn at the start (the default)",
            "--level evasive": "it stays open as long as it can: the program answers what leaves most candidates",
            "--secret S": "it is S",
            "--seed N": "draw the same secrets each time",
        },
        "The game": {
            "--resume MOVES": "go on after these moves, as quitting a game on a terminal names them",
            "--json": "write what was typed and said in the end; the conversation is then on standard error",
        },
    },
    "judge": {"The judge's protocol": _WORDING},
    "referee": {
        "The judge's protocol": _WORDING,
        "The games": {
            "--time-limit T": "for each move, such as 500ms or 1.5s (default: 2s)",
            "--secret S ...": "only these secrets",
            "--games N": "only so many secrets, drawn at random",
            "--seed N": "what --games draws from (0)",
            "--adaptive": "one game, or one for each of --rounds: keep open every secret that agrees with the answers; "
            "the report shows the questions of the last one and the secret it ended on",
            "-j N": "programs at a time (the CPUs available)",
        },
        "Output": {
            "--log FILE": "one line of CSV for every game",
            "--format F": "table, csv, json or md; --json is --format json",
        },
    },
    "web": {
        "Output": {
            "-o FILE": "where to write the page (a temporary file); - is standard output",
            "--no-open": "write it, open nothing",
        },
    },
}
_COMMON = {
    "TREE": "a file (with a / in it, or ending in .tree), a shipped tree's name (bulls-4x10.entropy), a game's name, "
    "or - for standard input",
    "-h --help": "show this text",
    "--version": "print the version",
    "-q --quiet": "print only results",
    "--debug": "show tracebacks",
}


def help_of(verb: str, width: int | None = None) -> str:
    """The help of a verb, or of the command, in lines of at most `width` characters that are wrapped at blanks."""
    width = min(width or terminal_width() or WIDEST, WIDEST)
    lines = [*_wrap("usage: ", _USAGE[verb], width, 7), "", *fold(_ABOUT[verb], width)]
    groups = {**_GROUPS.get(verb, {}), "Common": _COMMON}
    column = _INDENT + max(len(term) for group in groups.values() for term in group) + 2
    for title, group in groups.items():
        lines += ["", f"{title}:"]
        for term, text in group.items():
            lines += _wrap(f"{' ' * _INDENT}{term:{column - _INDENT}}", text, width, column)
    lines += ["", "Example:", " " * _INDENT + " \\\n    ".join(fold(_EXAMPLE[verb], width - 6))]
    return "".join(f"{line}\n" for line in lines)


def _wrap(start: str, text: str, width: int, indent: int) -> list[str]:
    if width < 70:  # texts stand under their terms
        return [start.rstrip(), *(f"    {line}" for line in fold(text, width - 4))]
    first, *rest = fold(text, width - indent)
    return [f"{start}{first}", *(" " * indent + line for line in rest)]
