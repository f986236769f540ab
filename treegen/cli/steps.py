"""The game so far, in the forms that people have: a history, single steps, and guesses with the secret or squares."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from player.errors import BadInput, require, shorten
from player.rules.feedback import marks
from player.rules.history import Pairs, show_history
from player.rules.spelling import describe_unlisted, find_unlisted
from player.rules.titles import count, show_word
from treegen.cli.common import note
from treegen.cli.shares import boards_of, find_rows, without_links, words_of
from treegen.games.game import Game
from treegen.insight.position import relist, widen


def steps_of(args: Namespace, game: Game) -> tuple[Game, str, list[str]]:
    """Return the game and its history, or the history of each of several boards, which a share also has."""
    whole = ";".join(args.history)
    if getattr(args, "boards", 1) > 1:
        if args.answer is not None:
            raise BadInput("--answer is the secret of one board; leave it out, or --boards")
        texts = [show_history(pairs) for pairs in _read_share(game, args.steps)]
        texts = texts or ([" ".join(args.steps), *args.history] if args.steps else args.history)
        name = partial(show_word, game.rules)
        read = read_boards(texts, args.boards, game.read_history, game.labels[game.winning], name)
        return game, "", [show_history(pairs) for pairs in read]
    if args.steps or args.answer is not None:
        game = game if args.answer is None else _admit(game, args.answer)
        boards = [] if args.answer is not None else _read_share(game, args.steps)
        if len(boards) > 1:
            require("boards" not in args, f"the share has {len(boards)} boards; add --boards {len(boards)}")
            return game, "", [show_history(pairs) for pairs in boards]
        whole = read_steps(game, args.steps, args.answer, whole)
    return game, whole, []


def _admit(game: Game, answer: str) -> Game:
    """Return the game in which the answer is also a guess, if it is a word in no list."""
    word = find_unlisted(game.rules, answer)
    return relist(game, game.secrets, [*game.guesses, word]) if word and word not in game.guess_index else game


def note_outside(game: Game, history: str, answer: str | None = None) -> Game:
    """Return the game with the candidates after a history that are not in its list, and print a note with them."""
    wider = widen(game, history, answer)
    words = [wider.secrets[index] for index in wider.candidates(history)] if wider is not game else []
    words = [word for word in words if find_unlisted(game.rules, word)]
    if words and game.rules is not None:
        note(f"{describe_unlisted(game.rules, words)} (figures of earlier positions are those of the list)")
    return wider


def read_steps(game: Game, steps: Sequence[str], answer: str | None = None, history: str = "") -> str:
    """Return the history of some steps: GUESS:FEEDBACK, or guesses with feedbacks from squares or an answer.

    Raises BadInput for other steps, for a guess without feedback, and if the answer contradicts a feedback.
    """
    secret = find_unlisted(game.rules, answer or "")
    pairs: Pairs = game.read_history(history) if history else []
    boards = _read_share(game, steps)
    if len(boards) > 1:
        raise BadInput(f"the share has {len(boards)} boards; --answer is the secret of one")
    pairs += boards[0] if boards else _read_words(game, steps)
    right, wrong = list[str](), list[str]()
    for place, (guess, feedback) in enumerate(pairs):
        true = feedback
        if answer is not None:
            true = marks(guess, secret) if secret else game.feedback(guess, answer)
        name = show_word(game.rules, guess)
        if not true:
            raise BadInput(f"{name} has no feedback: write {name}:{game.labels[0]}, or name the secret with --answer")
        step, is_wrong = f"{name}:{feedback or true}", feedback not in ("", true)
        wrong += [f"{step} is not what {shorten(str(answer))} gives to it, which is {true}"] * is_wrong
        right += [step] * (not is_wrong)
        pairs[place] = guess, true
    if wrong:
        raise BadInput("; ".join([*wrong, *[f"right: {', '.join(right)}"] * bool(right)]))
    return show_history(pairs)


def _read_words(game: Game, steps: Sequence[str]) -> Pairs:
    """Return guesses with their feedbacks; a feedback that is missing is empty.

    Steps are read one by one, or else all together as a history, where shells have split them at blanks.
    """
    pairs: Pairs = []
    guesses: list[int] = []  # the places in `pairs` of guesses without a feedback of their own
    labels: list[str] = []
    try:
        for step in steps:
            is_whole = ":" in step and _find(game.read_history, step) is not None
            for word in [step] if is_whole or _find(game.find_guess, step) is not None else words_of(step):
                if ":" in word:
                    pairs += game.read_history(word)
                elif (guess := _find(game.find_guess, word)) is not None:
                    guesses.append(len(pairs))
                    pairs.append((game.guesses[guess], ""))
                elif (label := _find(game.find_feedback, word)) is not None:
                    labels.append(game.labels[label])
                else:
                    game.find_guess(word)  # its complaint names the nearest one
        if labels and not guesses:
            raise BadInput(
                f"squares alone have no words: write the {count(len(labels), 'guess', 'guesses')} before them"
            )
        if labels and len(labels) != len(guesses):
            both = count(len(guesses), "guess", "guesses"), count(len(labels), "feedback")
            raise BadInput(f"{both[0]} and {both[1]} do not go together")
    except BadInput as error:
        if not any(":" in step for step in steps):
            raise
        try:
            return game.read_history(" ".join(steps))
        except BadInput as together:
            raise (together if any(step.strip()[-1:] == ":" for step in steps) else error) from None
    for place, feedback in zip(guesses, labels, strict=False):
        pairs[place] = pairs[place][0], feedback
    return pairs


def _read_share(game: Game, steps: Sequence[str]) -> list[Pairs]:
    """Return the steps of each board of a share that stands behind its guesses; none where the steps hold no share."""
    rules = game.rules
    if rules is None or not rules.rule.is_marked or any(map(re.compile(r"\w:\S").search, map(without_links, steps))):
        return []
    positions = len(game.labels[0])
    boards = boards_of(find_rows("\n".join(steps), positions), positions)
    if not boards:
        return []
    # What stands around the squares is passed over, unless it is needed: a headline may hold words that are guesses.
    apart, within, other = list[str](), list[str](), list[str]()
    for step in steps:
        is_apart = not find_rows(step, positions)
        for line in step.split("\n"):
            words = words_of(line)
            good = [word for word in words if _find(game.find_guess, word) is not None]
            other += [word for word in words if word not in good]
            if is_apart or len(good) == len(words) or find_rows(line, positions):
                (apart if is_apart else within).extend(good)
    rows = max(map(len, boards))
    guesses = apart if len(apart) >= rows else apart + within
    if other and not any("\n" in step for step in steps):  # a share without quotes, whose headline stands behind
        guesses = guesses[:rows]
    if len(guesses) != rows:
        passed = f"; passed over: {shorten(' '.join(other))}" * bool(other)
        raise BadInput(
            f"{count(len(guesses), 'guess', 'guesses')} and {count(rows, 'row')} of squares do not go together{passed}"
        )
    names = [game.guesses[game.find_guess(guess)] for guess in guesses]
    return [list(zip(names, board, strict=False)) for board in boards]


def _find(find: Callable[[str], Any], text: str) -> Any:
    with suppress(BadInput):
        return find(text)
    return None


def read_boards(
    texts: Sequence[str], count: int, read: Callable[[str], Pairs], winning: str, show: Callable[[str], str] = str
) -> list[Pairs]:
    """Return the steps of several boards, which `read` reads.  Raises BadInput if their guesses are not the same.

    The texts are a history for each board, or one whose steps have the feedbacks of all boards between slashes, as in
    `0123:01/20`, with `-` for a board that is solved.
    """
    is_joined = len(texts) == 1 and count > 1
    boards = _read_joined(texts[0], count, read, winning) if is_joined else [read(text) for text in texts]
    if len(boards) not in (0, count):
        raise BadInput(f"{len(boards)} histories of {count} boards; give one for each, in the order of the boards")
    boards = boards or [[] for _ in range(count)]
    most, longest = max(enumerate(boards, 1), key=lambda board: len(board[1]))
    for number, steps in enumerate(boards, 1):
        for row, ((guess, label), (other, _)) in enumerate(zip(steps, longest, strict=False), 1):
            if guess != other:
                both = f"{show(guess)} on board {number} and {show(other)} on board {most}"
                raise BadInput(f"guess {row} is {both}: it goes to all boards")
            if label == winning and row < len(steps):
                cells = "/".join(one[row][1] if one is not steps and len(one) > row else "-" for one in boards)
                example = f"{show(steps[row][0])}:{cells}"
                hint = f"write - for it after that, as in {example}" if is_joined else "end it there"
                raise BadInput(f"board {number} is solved by guess {row}; {hint}")
            if label != winning and row == len(steps) < len(longest):
                goes_on = f"board {number} ends after guess {row}, and board {most} goes on to guess {len(longest)}"
                raise BadInput(f"{goes_on}; a board ends once solved, by {winning}")
    return boards


def _read_joined(text: str, count: int, read: Callable[[str], Pairs], winning: str) -> list[Pairs]:
    """Return the steps of each board of a history with the feedbacks of all boards between slashes."""
    first, *parts = text.split(":")
    cells = [[label.strip() for label in part.split("/")] for part in parts]
    # The last feedback of a step is followed by the next guess; - is read as that of a board which is solved.
    ends = [re.sub(r"^-(?=[\s,;]|$)", winning, cell[-1]) for cell in cells]
    for row, cell in enumerate(cells, 1):
        guess = "".join((first, *ends)[row - 1].split()[-1:])
        if len(cell) != count:
            what = f"{shorten(f'{guess}:{parts[row - 1].strip()}')!r} has no feedback for each of {count} boards"
            raise BadInput(f"{what}; write {guess}:A/B, or - for a board that is solved, as in {guess}:-/{winning}")
        if "" in cell:
            what = f"board {cell.index('') + 1} has no feedback to guess {row}"
            answers = "/".join(label or "-" for label in cell)
            raise BadInput(f"{what}; write - for a board that is solved, as in {guess}:{answers}")
    boards: list[Pairs] = [[] for _ in range(count)]
    for (guess, label), cell, end in zip(read(":".join([first, *ends])), cells, ends, strict=True):
        labels = [*cell[:-1], label if end == cell[-1] else "-"]
        for column, one in zip(boards, labels, strict=True):
            column += read(f"{guess}:{one}") if one != "-" else []
    return boards
