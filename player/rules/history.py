"""Histories, guesses and the feedbacks to them, as text."""

from __future__ import annotations

from collections.abc import Callable

from player.errors import BadInput, ImpossibleFeedback, check_text, shorten

Test = Callable[[str], bool]
Pairs = list[tuple[str, str]]


def read_feedback(text: str) -> str:
    """Return the feedback that a text means in any game: blanks and commas are left out, and `0A1B` is `01`."""
    compact = "".join(text.replace(",", " ").split())
    if len(compact) == 4 and compact[1] in "Aa" and compact[3] in "Bb":
        compact = compact[0] + compact[2]
    return compact


def read_history(text: str, is_guess: Test | None = None, is_feedback: Test | None = None) -> Pairs:
    """Split a history `0123:01,4561:02` into pairs of guess and feedback; an empty text gives [].

    Commas, blanks, semicolons or line ends separate the steps.  A guess or feedback may itself have blanks and commas:
    the tests `is_guess` and `is_feedback` find its end; the pairs then hold the text as typed.  Without these tests a
    guess after a feedback is one word, and `read_feedback` reads the feedback.

    Raises BadInput naming the bad step if the text is not a history or is ambiguous, and TypeError if it is not a text.
    """
    check_text("a history", text, "0123:01,4561:02")
    if is_guess is not None and is_feedback is not None:
        steps = [step.strip().partition(":") for step in text.split(",")]
        if all(is_guess(guess) and is_feedback(feedback) for guess, _, feedback in steps):
            return [(guess, feedback) for guess, _, feedback in steps]
    pairs: Pairs = []
    # A comma at the end of a line is dropped, since the line end separates steps; other commas are between two words.
    for line in text.replace(",\n", "\n").replace("\n", ";").split(";"):
        if not line.strip():
            continue
        parts = [part.replace(",", " ").split() for part in line.split(":")]
        if len(parts) == 1 or not all(piece.strip() for piece in line.split(",")):
            raise BadInput(_NO_STEP.format(repr(shorten(line.strip()))))
        guess = parts[0]
        for place, words in enumerate(parts[1:], 2):
            is_last = place == len(parts)
            end = len(words) if is_last else _end_of_feedback(words, is_guess, is_feedback)
            if not (guess and words and end):
                bad = shorten(":".join(" ".join(part) for part in (guess, words)))
                raise BadInput(_NO_STEP.format(repr(bad)))
            pairs.append((" ".join(guess), " ".join(words[:end])))
            guess = words[end:]
    if is_guess is None:
        return [("".join(guess.split()), read_feedback(feedback)) for guess, feedback in pairs]
    return pairs


_NO_STEP = "{} is not a step of a history; write guess:feedback, as in 0123:01 or crane:bbgyb"


def _end_of_feedback(words: list[str], is_guess: Test | None, is_feedback: Test | None) -> int:
    # Return how many of the words between two colons are the feedback, the others being the next guess; 0 if ambiguous.
    if is_guess is None or is_feedback is None or len(words) < 3:
        return len(words) - 1
    ends = [end for end in range(1, len(words)) if is_feedback(" ".join(words[:end]))]
    ends = [end for end in ends if is_guess(" ".join(words[end:]))]
    return 0 if len(ends) > 1 else ends[0] if ends else len(words) - 1


def show_history(pairs: Pairs) -> str:
    """Write pairs of guess and feedback as a history: the inverse of `read_history`."""
    return ",".join(f"{guess}:{feedback}" for guess, feedback in pairs)


def impossible(feedback: str, guess: str, steps: Pairs, possible: tuple[str, ...]) -> ImpossibleFeedback:
    """Return the error about a feedback that no secret gives to a guess after these steps."""
    few = " ".join(possible[:60]) + " ..." * (len(possible) > 60)
    after = f" after {show_history(steps)}" if steps else ""
    message = f'"{shorten(feedback.strip()[:40])}" to {guess} fits no secret{after}; possible: {few}'
    return ImpossibleFeedback(message, possible)
