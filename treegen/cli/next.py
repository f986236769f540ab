"""Ranks the next guesses after a history, whether or not a tree would have led there.

expected is the average number of guesses still needed, including this one, and worst the maximum: with --by expected
the least one that keeps to that average, as far as there is time to find it. They are exact if the search ends in time.
Otherwise they can be achieved, and no way of playing needs fewer guesses on average than the lower bound. Of equivalent
guesses only one is shown; equivalent says how many there are. csv, json and md have all columns.

Of guesses that are expected to need as many, the one with the smaller worst comes first, then the one that makes more
cells, then a candidate, then the first in the list of guesses.

With --boards, a guess goes to all boards that are open, and expected is how many it takes until the last one is solved,
estimated unless it is exact; solved is how many boards the guess is expected to solve.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from player.cli import show
from player.cli.command import Namespace, Parser, read_count
from player.cli.terminal import show_marks
from player.errors import BadInput
from player.rules.titles import count, show_word
from treegen.cli.common import note, note_broken_hints, print_rows, print_text
from treegen.cli.options import game_of, options
from treegen.cli.output import progress_line
from treegen.cli.steps import note_outside, steps_of
from treegen.games.game import Game
from treegen.insight import analysis
from treegen.insight.evaluate import Evaluator
from treegen.insight.position import find_position, narrow, relist
from treegen.lab.boards import Boards
from treegen.native.interface import SearchState

# The columns of a table, and the column by which it ranks; csv, json and --all-columns show all columns.
_SHOWN = ("guess", "is_candidate", "expected_guesses", "worst", "exact", "asked")
_RANKED = {"bits": "bits", "largest": "largest_cell"}

PARSER = Parser(
    __doc__,
    "treegen next bulls-4x10 --history 0123:11,0145:02",
    *options("game", "steps", "guesses", "boards", "time", "format", time="2s"),
)
PARSER.add("--top N", "how many guesses to show (default: 10)", type=read_count, default=10)
PARSER.add("--by", "what to rank by (default: expected)", choices=list(analysis.ORDERS), default="expected")
PARSER.add("--guess GUESS", "add a row for this guess; may be given again", dest="also", action="append", default=[])
PARSER.add("--candidates", "also list the candidates that are left")
PARSER.add("--all-columns", "show all columns: cells, bits, bounds and equivalent guesses, too")


def run(args: Namespace) -> None:
    game, history, histories = steps_of(args, game_of(args))
    style, by, top = args.style, args.by, args.top
    if args.boards > 1:
        if by != "expected" or args.guesses != "all" or args.also:
            raise BadInput("--by, --guesses and --guess are for one board")
        _print_boards(game, histories, args)
        return
    game = note_outside(game, history, args.answer)
    game, position = narrow(game, history)
    left = position.candidates
    seconds = args.time_limit
    steps = game.read_history(history)
    if steps and steps[-1][1] == game.labels[game.winning]:
        note(f"{show_word(game.rules, steps[-1][0])} was the secret: the game is over")
    weight = int(game.secret_weights[left].sum()) * game.scale
    with progress_line() as show_line:
        evaluator = Evaluator(
            game,
            pool=args.guesses,
            progress=lambda state: show_line(lambda passed: f"{passed:.0f} s, {_describe(state, weight)}"),
        )
        found = analysis.next_guesses(
            game, history, top, by, guesses=args.guesses, seconds=seconds, evaluator=evaluator, also=args.also
        )
    if args.guesses == "hard":
        note_broken_hints(steps)
        for guess in dict.fromkeys(map(game.find_guess, args.also)):
            note_broken_hints([*steps, (game.guesses[guess], "")], len(steps))
    rows: list[Mapping[str, Any]] = [*found]
    words = [game.secrets[index] for index in left]
    if style == "json":
        rows.append({"candidates_left": len(words), **({"candidates": words} if args.candidates else {})})
    if style == "table" and not args.all_columns:
        columns = (*_SHOWN, _RANKED.get(by))
        rows = [{key: value for key, value in row.items() if key in columns} for row in rows]
    print_rows(rows, style, best="expected_guesses", game=game)
    if by == "expected" and not evaluator.is_decided(position):
        solver = "" if history else ', or "treegen solve"'
        note(f"not decided in {seconds:g} s: another guess may be better; try a longer --time{solver}")
    if sum(row["rank"] is not None for row in found) < top and not all(row["exact"] for row in found):
        note(f"{count(len(found), 'guess was', 'guesses were')} compared in time, fewer than --top {top}")
    if style == "csv":
        print(show.csv_lines([["candidates_left", str(len(words)), *(words if args.candidates else [])]]), end="")
    elif style != "json":
        listed = f": {' '.join(show_word(game.rules, word) for word in words)}" if args.candidates else ""
        marked = ((one, squares) for one, mark in steps if (squares := show_marks(game.rules, mark)) != mark)
        after = ", ".join(map(" ".join, marked))
        unit = f"; what is expected is counted in {game.unit}" * (game.costs is not None)
        print_text(f"\n{count(len(words), 'candidate')} left{after and ' after '}{after}{unit}{listed}", style)


def _print_boards(game: Game, histories: list[str], args: Namespace) -> None:
    """Rank the next guesses on several boards, and print the candidates left on each."""
    wider = [note_outside(game, history) for history in histories]
    outside = [word for one in wider if one is not game for word in one.secrets]
    game = relist(game, [*game.secrets, *outside], game.guesses) if outside else game
    left = [find_position(game, history).candidates for history in histories]
    is_open = [not history.endswith(f":{game.labels[game.winning]}") for history in histories]
    cells = [cell.tolist() for cell, here in zip(left, is_open, strict=True) if here]
    if not cells:
        note("all boards are solved: the game is over")
    ranked = Boards(game).rank(cells, args.top) if cells else ()
    rows = [{"rank": rank, **one._asdict(), "guess": game.guesses[one.guess]} for rank, one in enumerate(ranked, 1)]
    words = [[game.secrets[index] for index in cell] for cell in left]
    if args.style == "json":
        more = {"candidates": words} if args.candidates else {}
        rows.append({"candidates_left": list(map(len, words)), "open": is_open, **more})
    print_rows(rows, args.style, best="rank", game=game)
    for board, (found, here) in enumerate(zip(words, is_open, strict=True), 1) if args.style in ("table", "md") else ():
        listed = " ".join(show_word(game.rules, word) for word in found) if args.candidates or len(found) == 1 else ""
        state = count(len(found), "candidate") if here else "solved"
        print_text(f"{'' if board > 1 else chr(10)}board {board}: {state}{listed and f': {listed}'}", args.style)


def _describe(state: SearchState, weight: int) -> str:
    best = "none yet" if state["cost"] is None else f"{state['cost'] / weight:.4f}"
    bound = 0 if state["bound"] is None else state["bound"] / weight
    return f"{state['positions']} positions, at least {bound:.4f}, best {best}"
