"""What `player --help` and `player VERB --help` print."""

from __future__ import annotations

__all__ = ["help_of"]

_HELP = """\
usage: player VERB [TREE] [options]

  player play [TREE] [--role keeper|guesser|duel]
                                          you keep a secret, or guess the program's, or both in turn
  player judge [TREE] [--dialect D]       guess a judge's secret on standard input and output
  player referee [TREE] [options] [-- COMMAND...]
                                          play every secret against a tree, or against a program
  player web [TREE]                       open the page to play and explore in a browser
"""
_COMMON = """
TREE     a file (with a / in it, or ending in .tree), a shipped tree's name (bulls-4x10.entropy), a game's name,
         or - for standard input
options  -h --help   --version   -q --quiet   --debug (tracebacks)
"""
_WORDING = """\
  --ask LINE        the line of a guess, as in "? {guess}", or {spaced} for blanks between its symbols
  --reply LINE      the reply, as in "{bulls} {cows}"; also {matches} {marks} {signs} {feedback}
  --final LINE      the line that names the secret, as in "! {guess}"
  --rounds N        secrets one after the other, or first-line where the judge says how many
  --limit N         guesses granted (the dialect's)
"""
_VERBS = {
    "play": """\
usage: player play [TREE] [--role keeper|guesser|duel] [--level honest|evasive] [--secret S] [--seed N]

Played line by line, on a terminal or through pipes; help lists what is understood.  A finished game names the command
that reviews it.

  --role keeper     you keep a secret; the program guesses it down the tree, and you answer with bulls and cows
                    (01, 0 1, 0,1 or 0A1B), hint (which answers are possible), left, list, undo, restart, or lost ("my
                    number is not here").  The default.
  --role guesser    the program keeps a secret, and you guess it; hint, left, list, undo, restart and give up help.
                    TREE may be any game's name, then: a tree, where one is shipped, gives the hints
  --role duel       both in turn: whoever needs fewer rounds wins; hint, left, list, undo, restart and give up help
  --level honest    the program's secret is drawn at the start (the default)
  --level evasive   it stays open as long as it can: the program answers what leaves most candidates
  --secret S        the program's secret
  --seed N          draw the same secrets each time
""",
    "judge": """\
usage: player judge [TREE] [--dialect D]

Plays the guesser's side of a judge's protocol on standard input and output.

  --dialect D       how the judge words its replies (codeforces-753); treegen dialects lists them
"""
    + _WORDING,
    "referee": """\
usage: player referee [TREE] [options] [-- COMMAND...]

Plays every secret against a tree, or against COMMAND over pipes, and tells what was lost and how.  COMMAND is started
again for every game; with --rounds N, one run of it plays N games.

  --dialect D       how questions and replies are worded (codeforces-753); treegen dialects lists them
"""
    + _WORDING
    + """\
  --time-limit T    for each move: 2s, 500ms, 1.5 (2s)
  --secret S ...    only these secrets
  --adaptive        one game: keep open every secret that agrees with the answers; the report shows its questions and
                    the secret it ended on
  -j N              programs at a time (the CPUs available)
  --log FILE        one line of CSV for every game
  --format F        table, csv, json or md; --json is --format json
""",
    "web": """\
usage: player web [TREE] [-o FILE] [--no-open]

Writes the page to play and explore, one file with the tree in it, opens it in a browser and prints where it lies.

  -o FILE           where to write the page (a temporary file); - is standard output
  --no-open         write it, open nothing
""",
}


def help_of(verb: str) -> str:
    """The help of a verb, or of the command."""
    return _VERBS.get(verb, _HELP) + _COMMON
