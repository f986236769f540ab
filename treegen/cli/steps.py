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
from treegen.cli.common import note, print_rows
from treegen.cli.shares import boards_of, find_rows, words_of
from treegen.games.game import Game
from treegen.insight.position import relist, widen


def steps_of(args: Namespace, game: Game) -> tuple[Game, str, list[str]]:
    """Return the game and its history, or the history of each of several boards, which a share also has."""
    boards, share = getattr(args, "boards", 1), _read_share(game, args.steps)
    if max(boards, len(share)) > 1:
        require(args.answer is None, "--answer is the secret of one board; leave it out, or --boards")
        is_named = not share or "boards" not in args or boards == len(share)
        require(is_named, f"the share has {count(len(share), 'board')}; write --boards {len(share)}")
        texts = [" ".join(args.steps), *args.history] if args.steps else args.history
        return game, "", [show_history(pairs) for pairs in share or read_boards(game, texts, boards)]
    whole = ";".join(args.history)
    if args.steps or args.answer is not None:
        word = find_unlisted(game.rules, args.answer or "")
        if word and word not in game.guess_index:  # a word in no list becomes a guess
            game = relist(game, game.secrets, [*game.guesses, word])
        whole = read_steps(game, args.steps, args.answer, whole, args.style)
    return game, whole, []


def note_outside(game: Game, history: str, answer: str | None = None) -> Game:
    """Return the game with the candidates after a history that are not in its list, and print a note with them."""
    wider = widen(game, history, answer)
    words = [wider.secrets[index] for index in wider.candidates(history)] if wider is not game else []
    words = [word for word in words if find_unlisted(game.rules, word)]
    if words and game.rules is not None:
        note(f"{describe_unlisted(game.rules, words)} (figures of earlier positions are those of the list)")
    return wider


def read_steps(game: Game, steps: Sequence[str], answer: str | None = None, history: str = "", style: str = "") -> str:
    """Return the history of some steps: GUESS:FEEDBACK, or guesses with feedbacks from squares or an answer.

    Raises BadInput for other steps, for a guess without feedback, and if the answer contradicts a feedback, after
    printing the feedbacks that are right in a `style` of --format, if one is given.
    """
    secret = find_unlisted(game.rules, answer or "")
    pairs: Pairs = game.read_history(history) if history else []
    share = _read_share(game, steps)
    pairs += share[0] if share else _read_words(game, steps)
    rows, wrong = list[dict[str, Any]](), list[str]()
    for number, (guess, feedback) in enumerate(pairs, 1):
        right, name = feedback, show_word(game.rules, guess)
        if answer is not None:
            right = marks(guess, secret) if secret else game.feedback(guess, answer)
        require(right, f"{name} has no feedback: write {name}:{game.labels[0]}, or name the secret with --answer")
        row = {"round": number, "guess": guess, "feedback": feedback or right, "right_feedback": right}
        rows.append({**row, "is_right": feedback in ("", right)})
        if feedback not in ("", right):
            wrong.append(f"{name}:{feedback} is not what {shorten(str(answer))} gives to it, which is {right}")
    if wrong:
        if style:
            print_rows(rows, style, game=game)
        raise BadInput("; ".join(wrong))
    return show_history([(row["guess"], row["feedback"]) for row in rows])


def _read_words(game: Game, steps: Sequence[str]) -> Pairs:
    """Return guesses with their feedbacks; a feedback that is missing is empty.

    Steps are a history, of which shells may have split the feedbacks, or they are read one by one.
    """
    pairs: Pairs = _find(game.read_history, ";".join(steps)) or _find(game.read_history, " ".join(steps)) or []
    if pairs:
        return pairs
    guesses: list[int] = []  # the places in `pairs` of guesses without a feedback of their own
    labels: list[str] = []
    for step in steps:
        is_whole = _find_guess(game, step) or _find(game.read_history, step)
        for word in [step] if is_whole else step.replace(",", " ").split():
            if ":" in word:
                pairs += _find(game.read_history, word) or game.read_history(" ".join(steps))
            elif guess := _find_guess(game, word):
                guesses.append(len(pairs))
                pairs.append((guess, ""))
            elif (label := _find(game.find_feedback, word)) is not None:
                labels.append(game.labels[label])
            else:
                game.find_guess(word)  # its complaint names the nearest one
    if len(labels) not in (0, len(guesses)):
        both = f"{count(len(guesses), 'guess', 'guesses')} and {count(len(labels), 'feedback')}"
        raise BadInput(f"{both} do not go together; write a guess before each feedback")
    for place, label in zip(guesses, labels, strict=False):
        pairs[place] = pairs[place][0], label
    return pairs


def _read_share(game: Game, steps: Sequence[str]) -> list[Pairs]:
    """Return the steps of each board of a share that stands beside its guesses; none where the steps hold no share.

    What stands around the squares is passed over, and guesses in their step, too, if there are enough in others.
    """
    text, positions = "\n".join(steps), len(game.labels[0])
    typed = re.findall(r"([^\s:,;]+):\S", text)
    if game.rules is None or not game.rules.rule.is_marked or any(_find_guess(game, word) for word in typed):
        return []
    boards = boards_of(find_rows(text, positions), positions)
    rows, guesses, passed = max(map(len, boards), default=0), list[str](), list[str]()
    for chosen in ([step for step in steps if not find_rows(step, positions)], steps):
        words = [word for step in chosen for word in ([step] if _find_guess(game, step) else words_of(step))]
        guesses = [guess for word in words if (guess := _find_guess(game, word))]
        passed = [word for word in words if not _find_guess(game, word)]
        if len(guesses) == rows or not rows:
            return [list(zip(guesses, board, strict=False)) for board in boards]
    both = f"{count(len(guesses), 'guess', 'guesses')} and {count(rows, 'row')} of squares: write the guess of each row"
    raise BadInput(f"{both}; passed over: {shorten(' '.join(passed))}" if passed else both)


def _find(find: Callable[[str], Any], text: str) -> Any:
    with suppress(BadInput):
        return find(text)
    return None


def _find_guess(game: Game, text: str) -> str:
    """Return the guess that a text means, or an empty text."""
    index = _find(game.find_guess, text)
    return "" if index is None else game.guesses[index]


def read_boards(game: Game, texts: Sequence[str], boards: int) -> list[Pairs]:
    """Return the steps of several boards.  Raises BadInput if their guesses are not the same.

    The texts are a history for each board, or one whose steps have the feedbacks of all boards between slashes, as in
    `0123:01/20`, with `-` for a board that is solved.
    """
    winning, name = game.labels[game.winning], partial(show_word, game.rules)
    read = [game.read_history(text) for text in texts] if len(texts) > 1 else _read_joined(game, "".join(texts), boards)
    if len(read) != boards:
        raise BadInput(f"{len(read)} histories of {boards} boards; give one for each, in the order of the boards")
    most, longest = max(enumerate(read, 1), key=lambda board: len(board[1]))
    for number, steps in enumerate(read, 1):
        for row, ((guess, label), (other, _)) in enumerate(zip(steps, longest, strict=False), 1):
            if guess != other:
                both = f"{name(guess)} on board {number} and {name(other)} on board {most}"
                raise BadInput(f"guess {row} is {both}: it goes to all boards")
            is_last = row == len(steps) < len(longest)
            if (label == winning) != is_last and row < len(longest):
                ends = "ends, unsolved, after" if is_last else "is solved by"
                labels = "/".join(one[row][1] if one is not steps and len(one) > row else "-" for one in read)
                example = f"{name(longest[row][0])}:{labels}"
                raise BadInput(f"board {number} {ends} guess {row}; later, a solved board has -, as in {example}")
    return read


def _read_joined(game: Game, text: str, boards: int) -> list[Pairs]:
    """Return the steps of each board of a history with the feedbacks of all boards between slashes."""
    read: list[Pairs] = [[] for _ in range(boards)]
    for step in filter(None, re.split(r"[\s,;]+", re.sub(r"\s*([:/])\s*", r"\1", text))):
        guess, _, answers = step.partition(":")
        labels = answers.split("/")
        if len(labels) != boards or "" in labels:
            example = shorten("/".join([label or "-" for label in [*labels, *[""] * boards][:boards]]))
            problem = f"{shorten(step)!r} has no feedback for each of {boards} boards"
            raise BadInput(f"{problem}; write - for a board that is solved, as in {shorten(guess)}:{example}")
        for board, label in zip(read, labels, strict=True):
            board += game.read_history(f"{guess}:{label}") if label != "-" else []
    return read
