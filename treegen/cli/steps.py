"""The game so far, in the forms that people have: a history, single steps, and guesses with the secret or squares."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Callable, Sequence
from contextlib import suppress

from player.errors import BadInput, shorten
from player.rules.feedback import marks
from player.rules.history import Pairs, show_history
from player.rules.spelling import find_outside, tell_outside
from player.rules.titles import count
from treegen.cli.common import note
from treegen.games.game import Game
from treegen.insight.position import relist, widen

# The first line of what Wordle copies: `Wordle 1,234 3/6*`.
_HEADLINE = r"\b[^\W\d]\w* +#?\d[\d.,]* +[\dXx]/\d+\*?"


def steps_of(args: Namespace, game: Game) -> tuple[Game, str, list[str]]:
    """Return the game and its history, or the history of each of several boards."""
    whole = ";".join(args.history)
    if getattr(args, "boards", 1) > 1:
        if args.answer is not None:
            raise BadInput("--answer is the secret of one board; leave it out, or --boards")
        texts = [" ".join(args.steps), *args.history] if args.steps else args.history
        read = read_boards(texts, args.boards, game.read_history, game.labels[game.winning])
        return game, "", [show_history(pairs) for pairs in read]
    if args.steps or args.answer is not None:
        game = game if args.answer is None else _admit(game, args.answer)
        whole = read_steps(game, args.steps, args.answer, whole)
    return game, whole, []


def _admit(game: Game, answer: str) -> Game:
    """Return the game in which the answer is also a guess, if it is a word in no list."""
    word = find_outside(game.rules, answer)
    return relist(game, game.secrets, [*game.guesses, word]) if word and word not in game.guess_index else game


def note_outside(game: Game, history: str, answer: str | None = None) -> Game:
    """Return the game with the candidates after a history that are not in its list, and print a note with them."""
    wider = widen(game, history, answer)
    words = [wider.secrets[index] for index in wider.candidates(history)] if wider is not game else []
    words = [word for word in words if find_outside(game.rules, word)]
    if words and game.rules is not None:
        note(f"{tell_outside(game.rules, words)} (figures of earlier positions are those of the list)")
    return wider


def read_steps(game: Game, steps: Sequence[str], answer: str | None = None, history: str = "") -> str:
    """Return the history of some steps: GUESS:FEEDBACK, or guesses with feedbacks from squares or an answer.

    Raises BadInput for other steps, for a guess without feedback, and if the answer contradicts a feedback.
    """
    secret = find_outside(game.rules, answer or "")
    words = re.sub(_HEADLINE, " ", " ".join(steps)).replace(",", " ").split()
    pairs: list[tuple[str, str]] = game.read_history(history) if history else []
    guesses: list[int] = []  # the places in `pairs` of guesses without a feedback of their own
    labels: list[str] = []
    for word in words:
        if ":" in word:
            pairs += game.read_history(word)
        elif _index(game.find_guess, word) is not None:
            guesses.append(len(pairs))
            pairs.append((game.guesses[game.find_guess(word)], ""))
        elif (label := _index(game.find_feedback, word)) is not None:
            labels.append(game.labels[label])
        else:
            game.find_guess(word)  # this raises BadInput, with the nearest guess
    if labels and not guesses:
        raise BadInput(f"squares alone have no words: write the {count(len(labels), 'guess', 'guesses')} before them")
    if labels and len(labels) != len(guesses):
        raise BadInput(
            f"{count(len(guesses), 'guess', 'guesses')} and {count(len(labels), 'feedback')} do not go together"
        )
    for place, feedback in zip(guesses, labels, strict=False):
        pairs[place] = pairs[place][0], feedback
    for place, (guess, feedback) in enumerate(pairs):
        true = None
        if answer is not None:
            true = marks(guess, secret) if secret else game.feedback(guess, answer)
        if feedback and true not in (None, feedback):
            raise BadInput(f"{guess}:{feedback} is not what {shorten(str(answer))} gives to it, which is {true}")
        if not (feedback or true):
            raise BadInput(f"{guess} has no feedback: write {guess}:{game.labels[0]}, or name the secret with --answer")
        pairs[place] = guess, feedback or true or ""
    return show_history(pairs)


def _index(find: Callable[[str], int], word: str) -> int | None:
    with suppress(BadInput):
        return find(word)
    return None


def read_boards(texts: Sequence[str], count: int, read: Callable[[str], Pairs], winning: str) -> list[Pairs]:
    """Return the steps of several boards, which `read` reads.  Raises BadInput if their guesses are not the same.

    The texts are a history for each board, or one whose steps have the feedbacks of all boards between slashes, as in
    `0123:01/20`, with `-` for a board that is solved.
    """
    if len(texts) == 1 and count > 1:
        columns: list[list[str]] = [[] for _ in range(count)]
        for step in re.split(r"[\s,;]+", texts[0].strip()):
            guess, _, answers = step.partition(":")
            labels = answers.split("/")
            if len(labels) != count:
                raise BadInput(f"{shorten(step)!r} has no feedback for each of {count} boards; write {guess}:A/B/-")
            for column, label in zip(columns, labels, strict=True):
                column += [f"{guess}:{label}"] if label != "-" else []
        texts = [",".join(column) for column in columns]
    if len(texts) not in (0, count):
        raise BadInput(f"{len(texts)} histories of {count} boards; give one for each, in the order of the boards")
    boards = [read(text) for text in texts] or [[] for _ in range(count)]
    most, longest = max(enumerate(boards, 1), key=lambda board: len(board[1]))
    for number, steps in enumerate(boards, 1):
        for row, ((guess, label), (other, _)) in enumerate(zip(steps, longest, strict=False), 1):
            if guess != other:
                raise BadInput(
                    f"guess {row} is {guess} on board {number} and {other} on board {most}: it goes to all boards"
                )
            is_last = row == len(steps) < len(longest)
            if (label == winning) != is_last and row < len(longest):
                ends = f"board {number} {'is solved by' if label == winning else 'ends after'} guess {row}, and board"
                raise BadInput(f"{ends} {most} goes on to guess {len(longest)}; a board ends once solved, by {winning}")
    return boards
