"""The options that several verbs share, and the functions that read their values."""

from __future__ import annotations

from argparse import Namespace
from dataclasses import replace
from typing import TYPE_CHECKING
from unicodedata import normalize

from player.cli.command import FORMAT, read_jobs, read_time, whole
from player.errors import BadInput, require, shorten
from player.rules.letters import letters_of
from player.rules.lists import WordRules
from player.rules.numbers import read_whole
from player.rules.spelling import respell
from player.rules.tables import GOALS
from player.rules.titles import may_be_called
from player.rules.variants import read_boards
from treegen.cli.common import note
from treegen.games.memory import available_memory, read_size
from treegen.greedy.strategy import POOLS

if TYPE_CHECKING:
    from player.cli.command import Option
    from treegen.games.game import Game

_MOST_VALUES = 1000  # A series has at most this number of games.

read_integer = whole(-(10**18), 10**18)
read_depth = whole(1, 10**6, "none")  # "none" becomes 0.


def read_values(text: str) -> tuple[int, ...]:
    """Return the numbers of a text such as `2..16` or `2,4,8`."""
    ends = [read_whole(part, 1, 10**6) or 0 for part in text.split(".." if ".." in text else ",")]
    values = tuple(range(ends[0], ends[-1] + 1)) if ".." in text else tuple(ends)
    if 0 in ends or text.count("..") > 1 or not 0 < len(values) <= _MOST_VALUES:
        raise ValueError(f"{text[:40]!r} is not a list of at most {_MOST_VALUES} numbers; write 2..16 or 2,4,8")
    return values


_OPTIONS: dict[str, Option] = {
    "game": ("", "GAME", "a game; see treegen games", {}),
    "symbols": ("the game", "--symbols SYMBOLS", "other symbols for a game of codes: RGBYOW, red,green or emoji", {}),
    "weights": ("the game", "--weights FILE", "how often each secret counts: one SECRET WEIGHT per line", {}),
    "same": ("the game", "--same PAIRS", "letters of words that count as others, as in á=a,ñ=n", {}),
    "given": ("the game", "--game GAME", "the game, if it is read from files, as in words:FILE", {}),
    "name": ("the game", "--name NAME", "what to call a game that is read from files", {"dest": "called"}),
    "goal": ("the game", "--goal", "of a table: ask until one possibility or one class is left, or name it",
             {"choices": GOALS}),
    "kinds": ("the game", "--kinds LIST", "compare rows of a table by columns, as in mass@arrow~5,year@arrow", {}),
    "transpose": ("the game", "--transpose", "exchange the rows and columns of a table", {}),
    "unknown": ("the game", "--unknown", "empty cells of a table may have any answer of their column", {}),
    "verbose": ("the game", "-v", "say why the search does not use symmetries", {"dest": "is_verbose"}),
    "bound": ("the game", "--memory SIZE", "bound for the table (default: half of the free memory)",
              {"dest": "bound", "type": read_size}),
    "steps": ("", "GUESS:FEEDBACK", "squares may stand behind words", {"dest": "steps", "nargs": "*"}),
    "history": ("", "--history H", "the game so far, as in 0123:01,4561:02 or crane:bbgyb; given again, it goes on",
                {"action": "append", "default": []}),
    "answer": ("", "--answer SECRET", "the secret, if you know it: feedbacks follow from it", {}),
    "boards": ("", "--boards N", "play on N boards at once, also GAME*N; --history is then given for each",
               {"type": read_integer}),
    "guesses": ("", "--guesses", "the guesses allowed (default: all)", {"choices": POOLS, "default": "all"}),
    "threads": ("the search", "-j N", "threads (default: the CPUs available)", {"dest": "threads", "type": read_jobs}),
    "memory": ("the search", "--memory SIZE", "memory of the search and its tables (default: 512M)",
               {"type": read_size}),
    "time": ("the search", "--time LIMIT", "stop after, for example, 90s, 10m or 2h",
             {"dest": "time_limit", "type": read_time}),
    "checkpoint": ("the search", "--checkpoint FILE", "save proved sets in FILE, and continue from those in it", {}),
    "cluster": ("the search", "--cluster ADDRESS",
                "workers of a Dask cluster: tcp://host:port, tls://, local:N, a scheduler file, or auto",
                {"dest": "address"}),
    "certificate": ("the search", "--certificate FILE", "write a certificate of the result, for others to check", {}),
}  # fmt: skip
# A name here stands for several options; the search's --memory replaces that of a game.
_TOGETHER = {
    "game": ("game", "symbols", "weights", "same", "name", "goal", "kinds", "transpose", "unknown", "verbose",
             "bound"),
    "steps": ("steps", "history", "answer"),
    "given": ("given", "same"), "format": (),
}  # fmt: skip


def options(*names: str, time: str = "") -> list[Option]:
    """Return options of `_OPTIONS` for a parser; "format" adds those of the output, and --time has this default."""
    found: list[Option] = [*FORMAT] * ("format" in names)
    for name in (each for one in names for each in _TOGETHER.get(one, (one,))):
        group, form, about, settings = _OPTIONS[name]
        if name == "time" and time:
            about, settings = f"{about} (default: {time})", {**settings, "default": time}
        if name != "bound" or "memory" not in names:
            found.append((group, form, about, settings))
    return found


def game_of(args: Namespace, *, needs_table: bool = True) -> Game:
    """Return the game of GAME and its options; if it is GAME*N, set `args.boards` to N.

    A game whose table would be too large is refused only if `needs_table` is true.
    """
    if "boards" in args:
        args.game, args.boards = read_boards(args.game, args.boards)
    goal, kinds = (getattr(args, key, None) for key in ("goal", "kinds"))
    flags = [word for word in ("transpose", "unknown") if getattr(args, word, False)]
    if words := [*filter(None, (goal, *flags, *(kinds or "").split(",")))]:
        if kinds and not all("@" in word for word in kinds.split(",")):
            raise BadInput(f"--kinds {shorten(kinds, 40)!r}: write COLUMN@KIND, as in mass@arrow~5,year@arrow")
        is_table = args.game.lower().startswith("table:")
        require(is_table, "--goal, --kinds, --transpose and --unknown are for a table:FILE")
        args.game += ("+" if "#" in args.game else "#") + "+".join(words)
    bound = getattr(args, "bound", None) or (available_memory() // 2 if needs_table else None)
    values = {key: getattr(args, key, None) for key in ("symbols", "weights", "called", "is_verbose", "same")}
    return read_game(args.game, memory=bound, **values)


def read_game(
    name: str, symbols: str | None, weights: str | None, memory: int | None = None, called: str | None = None,
    is_verbose: bool | None = False, same: str | None = None,
) -> Game:  # fmt: skip
    """Return the game with this name, or raise BadInput."""
    from player.rules.names import parse
    from treegen.games.lookup import game
    from treegen.games.weights import read_weights

    if symbols is not None:
        name = parse(f"{parse(name).name.partition('=')[0]}={symbols}").name
    plain = game(name, memory=memory)
    note(plain.rules.note if plain.rules else "")
    if called is not None:
        if ":" not in plain.name or not may_be_called(called):
            raise BadInput(f"--name {called[:40]!r}: it takes letters, digits and - for a game that is read from files")
        plain = replace(plain, called=called)
    if same is not None:
        plain = _merge_letters(plain, same)
    if weights is not None and plain.own_labels is not None:
        raise BadInput("write the weights of a table into a column @weight, and leave --weights out")
    weighed = plain if weights is None else read_weights(plain, weights)
    if is_verbose and weighed.symmetry is not plain.symmetry:
        note("weights are not constant on classes: symmetry off")
    return weighed


def given_game(args: Namespace) -> Game | None:
    """Return the game of --game with its options, or None without one."""
    require(args.game is not None or args.same is None, "--same is about the words of a game; name it with --game")
    return None if args.game is None else game_of(args, needs_table=False)


def _merge_letters(game: Game, same: str) -> Game:
    """Return a game of words in which letters are read as others; words that become the same are one."""
    from treegen.insight.position import relist

    pairs = [pair.strip().rpartition("=") for pair in normalize("NFC", same).split(",")]
    if not all(letters and len(letters_of(one)) == 1 for letters, _, one in pairs):
        raise BadInput(f"--same {shorten(same, 40)!r}: write the letters that count as another one, as in á=a,ñ=n")
    if not isinstance(game.rules, WordRules):
        raise BadInput(f"--same is for games of words, and {game.brief} is not one")
    game.rules.same = {letter: one for letters, _, one in pairs for letter in letters_of(letters + letters.upper())}
    secrets, guesses = ([respell(game.rules, word) for word in names] for names in (game.secrets, game.guesses))
    merged = relist(game, secrets, guesses)
    note(f"read as the same letters: {same} ({len(game.secrets) - len(merged.secrets)} secrets fewer)")
    return merged


def file_name(game: Game) -> str:
    """Return the game's name for use in file names; the hash of a game that is read from files is shortened."""
    return game.called or game.brief.replace(":", "-")
