"""Plays with a person, line by line, on a terminal or through pipes; help lists what is understood.

As keeper, you answer each guess with bulls and cows (01, 0 1, 0,1, 0A1B or 1 cow), hint (which answers are possible),
left, list, undo, restart, or lost ("my secret is not here"). As guesser, hint, left, list, undo, restart and give up
help you, and TREE may be any game's name: a tree, where one is shipped, gives the hints. A finished game names the
command that reviews it.

With TREE~K, as in bulls-3x4~1, up to K answers, 4 at most, may be false, yours or the program's.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from io import TextIOWrapper

from player.cli import write
from player.cli.command import TREE, Namespace, Parser, read_count, read_seed
from player.cli.show import DEFAULT_TREE, colour_marks, render
from player.cli.terminal import complain, fold, show_marks, terminal_width, wants_colour, width_of
from player.errors import require
from player.people.roles import open_play
from player.people.talk import Talk
from player.rules.titles import command_line

MAX_LINE = 1000  # the longest line that a person may type, in characters
# These parts are coloured on a terminal, each by the group named after its colour: bulls, cows, and the best guess.
_COLOURED = re.compile(r"(?P<c32>\b\d+ bulls?\b)|(?P<c33>\b\d+ cows?\b)|(?<=\bhint: )(?P<c1>\S+(?=, says))")

PARSER = Parser(__doc__, "player play bulls-4x10 --role guesser", TREE)
add = PARSER.add
add("--role", "who you are (default: keeper, the program guesses down the tree)", choices=("keeper", "guesser"))
add("--level", "whether the program draws its secret at the start (default: honest), or answers what leaves most "
    "candidates", choices=("honest", "evasive"))  # fmt: skip
add("--secret S", "the program's secret; of several boards they are parted by slashes")
add("--seed N", "draw the same secrets each time", type=read_seed)
add("--boards N", "guess the secrets of up to 16 boards at once, also written TREE*N", type=read_count)
add("--resume MOVES", "go on after these moves, as quitting a game on a terminal names them")
add("--json", "write the transcript in the end; the conversation is then on standard error")


def run(args: Namespace) -> int:
    require(args.tree != "-", "- cannot be both the tree and the person; name a tree file")
    options = {name: getattr(args, name) for name in ("role", "level", "secret", "seed", "boards")}
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal with an older encoding shows ? for other symbols
    is_terminal = sys.stdin is not None and sys.stdin.isatty()
    source = args.tree or DEFAULT_TREE
    play = open_play(source, **options, asks_again=is_terminal)
    if play.rules.note:
        complain(play.rules.note)
    start, reply = play.start(), ""
    transcript = [{"typed": "", "said": start}]
    for move in filter(None, (args.resume or "").split(",")):
        count = len(play.moves())
        reply = play.reply(move)
        transcript.append({"typed": move, "said": reply})
        is_move = len(play.moves()) > count or move == "restart"
        require(is_move, f"--resume {move[:40]!r}: {reply.partition(chr(10))[0]}")
    write(_lay(play, start + reply), args.json)
    if is_terminal and hasattr(signal, "SIGCONT"):  # after Ctrl-Z and fg
        signal.signal(signal.SIGCONT, lambda *_: write(_lay(play, f"\n{play.prompt()}"), args.json))
    try:
        for line in () if play.is_over else _lines():
            reply = play.reply(line)
            if args.json:  # without it, a long game needs no memory
                transcript.append({"typed": line, "said": reply})
            write(_lay(play, reply), args.json)
            if play.is_over:
                break
        else:
            write(_lay(play, play.end()), args.json)
    finally:
        if play.goes_on:
            moves = ["restart"] * play.restarts + play.moves()
            again = ["player", "play", source, *play.options(), "--resume", ",".join(moves)]
            lead = "\n" * (sys.exc_info()[0] is not None) + "go on with: "  # the line end follows ^C
            write(_lay(play, f"{lead}{command_line(again)}\n"), args.json)
        if args.json:
            name = play.rules.source + f"~{play.lies}" * bool(play.lies)
            game = {"game": name, "moves": play.moves(), "is_done": play.is_done, "transcript": transcript}
            write(render(game, "json"))
    return 0


def _lines() -> Iterator[str]:
    """Yield the lines that a person types: invalid bytes become question marks, and lines that are too long are cut."""
    if not isinstance(sys.stdin, TextIOWrapper):  # it is closed
        return
    sys.stdin.reconfigure(encoding="utf-8", errors="replace", newline="\n")
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # input() edits lines with it

            readline.parse_and_bind("set enable-bracketed-paste off")  # each line that is pasted is one
        with suppress(EOFError):
            while True:
                yield input()[:MAX_LINE].replace("\ufffd", "?")
        return
    while line := sys.stdin.readline(MAX_LINE):
        rest = line
        while rest and not rest.endswith("\n"):
            rest = sys.stdin.readline(MAX_LINE)
        yield line.replace("\ufffd", "?")


def _lay(play: Talk, text: str) -> str:
    """Fit a text of the conversation to the terminal: its width, and marks of words as colours or squares."""
    width, lines = terminal_width(), []
    text = re.sub(r"(?<=: )\S+(?=   |\n)", lambda found: show_marks(play.rules, found[0]), text)
    for line in text.split("\n"):
        guess, _, answers = line.partition(": ")
        if play.has_many and answers and {*play.rules.labels, "-"}.issuperset(answers.split()):
            lines.append(_lay_boards(play, guess, answers.split(), width))
        else:
            lines += [line] if width is None or width_of(line) <= width else _wrap(line, width)
    text = "\n".join(lines)
    if not wants_colour():
        return text
    text = _COLOURED.sub(lambda found: f"\x1b[{str(found.lastgroup)[1:]}m{found[0]}\x1b[0m", text)
    return colour_marks(text) if play.rules.noun == "words" else text


def _lay_boards(play: Talk, guess: str, labels: list[str], width: int | None) -> str:
    """Lay the answers of several boards to a guess side by side, in as many lines as the terminal needs."""
    is_words = play.rules.noun == "words"
    space = None if width is None else max(1, width - width_of(guess) - 2)
    labels = [show_marks(play.rules, label) for label in labels]
    if is_words and wants_colour():  # each with the letters, whose colours it names
        labels = [label if label == "-" else f"{guess}{label}" for label in labels]
    lines = fold(" ".join(labels), space)
    return f"{guess}: " + ("\n" + " " * (width_of(guess) + 2)).join(lines)


def _wrap(line: str, width: int) -> list[str]:
    """Wrap a line at blanks, and a command so that it can be copied."""
    is_command = re.search(r": (treegen|player) ", line) is not None
    if is_command and os.name == "nt":  # its shells continue a line each in its own way
        return [line]
    folded = fold(line, width - 2 * is_command)
    return [part + " \\" * (is_command and part is not folded[-1]) for part in folded]
