"""Review of a game: what each guess lost, what luck gained, and which feedbacks contradict each other."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any, cast

import numpy as np

from player.errors import BadInput, check_text, require
from player.rules.history import show_history
from player.rules.spelling import find_unlisted
from player.rules.titles import count, show_word
from treegen.games.game import Game
from treegen.games.lookup import as_game
from treegen.games.memory import check_options
from treegen.games.partition import cell_weights
from treegen.games.tables import marks_table, symbols_of
from treegen.greedy.chooser import Chooser
from treegen.greedy.strategy import find
from treegen.insight.analysis import bits
from treegen.insight.evaluate import Evaluator
from treegen.insight.position import Round, follow
from treegen.insight.rows import Rows
from treegen.insight.rowtypes import ReviewRow
from treegen.native.interface import NEVER, SearchState
from treegen.search.problem import Position, Result

SECONDS = 10.0  # The default time limit of a review.
MOST_LISTED = 20  # The possible words are listed if there are at most this many.

# Pairs: the most that a guess may lose, in guesses on average, and the verdict on such a guess.
VERDICTS = ((0.0, "best"), (0.05, "good"), (0.25, "inaccuracy"), (float("inf"), "mistake"))


@dataclass(frozen=True, slots=True)
class Conflict:
    """A smallest set of rounds, numbered from 1, whose feedbacks cannot all be true.

    `corrections` has each round in which another feedback resolves the conflict, with all such feedbacks, each with the
    number of secrets that are then possible.
    """

    rounds: tuple[int, ...]
    corrections: tuple[tuple[int, tuple[tuple[str, int], ...]], ...]


def review(
    game: Game | str,
    history: str,
    *,
    guesses: str = "all",
    seconds: float = SECONDS,
    threads: int | None = None,
    progress: Callable[[SearchState], None] | None = None,
) -> Rows[ReviewRow]:
    """Return a `ReviewRow` for each guess of a game, compared with the best play.

    The whole review takes about `seconds`.  If that is too short for a proof, `exact` is false, the values are those of
    good play, and `lost_at_least` and `lost_at_most` are bounds of `lost`.  Values are None if no candidate is left, or
    if the guesses of the pool cannot find all candidates; `find_conflict` finds the feedbacks that contradict each
    other.  `guesses` is the pool for the best play: "all", "candidates" or "hard"; `Limits` explains the other options.

    `game` is a game or its name.  Raises BadInput if `history` is empty or malformed, names a guess or feedback that
    the game does not have, or goes on after the secret was found, and TypeError for arguments of a wrong type.

    >>> import treegen as tg
    >>> row = tg.review("bulls-3x9", "123:00,456:10")[1]
    >>> row["before"], row["after"], row["expected_before"], row["lost"], row["verdict"]
    (120, 18, 3.6333, 0.0, 'best')
    """
    check_text("a pool of guesses", guesses, "candidates")
    check_options(seconds=seconds, threads=threads)
    return Reviewer(as_game(game, "review"), pool=guesses, threads=threads, progress=progress).review(history, seconds)


class Reviewer:
    """Reviews several histories of one game, the later ones more quickly; the options are those of `Evaluator`."""

    def __init__(self, game: Game, **options: Any) -> None:
        self._game, self._options = game, options
        self._tools: dict[str, tuple[Evaluator, Chooser]] = {}

    def review(self, history: str, seconds: float = SECONDS) -> Rows[ReviewRow]:
        """Return the rows that `review` returns."""
        rounds = list(follow(self._game, history))
        require(rounds, "the history is empty; give the game as --history 0123:01,4561:02")
        for number, one in enumerate(rounds[:-1], 1):
            if one.feedback == self._game.winning and len(one.left):
                step = f"{show_word(self._game.rules, self._game.guesses[one.guess])}:{self._game.labels[one.feedback]}"
                raise BadInput(f"round {number} found the secret: leave out what comes after {step}")
        values = self._evaluate([one for one in rounds if len(one.position.candidates)], seconds)
        rows: list[ReviewRow] = []
        lost = luck = 0.0
        for number, one in enumerate(rounds, 1):
            row: dict[str, Any] = dict.fromkeys(ReviewRow.__annotations__)
            row |= {"round": number, "guess": one.game.guesses[one.guess], "feedback": one.game.labels[one.feedback]}
            row |= {"before": len(one.position.candidates), "after": len(one.left)}
            if number <= len(values):
                is_in_pool = self._tools_for(one.game)[0].may_search(one.position, one.guess)
                row |= self._bits_of(one) | _judge(one, *values[number - 1], is_in_pool=is_in_pool)
            if row["luck"] is not None:
                lost, luck = lost + row["lost"], luck + row["luck"]
                row["skill"], row["luck_score"] = _rate(lost / one.game.usual, luck / one.game.usual)
            rounded = {key: round(value, 4) if isinstance(value, float) else value for key, value in row.items()}
            rows.append(cast("ReviewRow", rounded))
        return Rows(rows, f"review of {history}")

    def _evaluate(self, rounds: list[Round], seconds: float) -> list[tuple[Result, Result, Result | None]]:
        """Return results for each round: of its position, with its guess, and after its answer (None: no more guesses).

        The last rounds are evaluated first: their positions are the smallest, and proofs make earlier rounds quicker.
        """
        end, later = time.monotonic() + seconds, None
        found: list[tuple[Result, Result, Result | None]] = []

        def share(parts: int = 2) -> float:
            return max(0.05, (end - time.monotonic()) / parts)

        for one in reversed(rounds):
            evaluator, position = self._tools_for(one.game)[0], one.position
            if not found and len(one.left) and one.feedback != self._game.winning:
                position_after = Position(one.left, (*position.prior, one.guess))
                later = self._tools_for(one.game_after)[0].value(position_after, share())
            with_guess = evaluator.after(position, one.guess, share())
            best = evaluator.value(position, share(1 if one is rounds[0] else 2))
            is_better = with_guess.cost is not None and (best.cost is None or with_guess.cost < best.cost)
            if is_better and evaluator.may_search(position, one.guess):
                best = replace(with_guess, bound=best.bound)  # the guess that was made is the best one found
            elif best.is_exact and best.cost is not None and best.cost != with_guess.cost:
                best = replace(best, guess=evaluator.cheapest(position, 1, share())[0].guess)
            found.insert(0, (best, with_guess, later))
            later = best
        return found

    def _tools_for(self, game: Game) -> tuple[Evaluator, Chooser]:
        """Return an Evaluator and a Chooser for the game, or for a game with words outside its lists."""
        if game.key not in self._tools:
            self._tools[game.key] = Evaluator(game, **self._options), Chooser(game, find("entropy"))
        return self._tools[game.key]

    def _bits_of(self, one: Round) -> dict[str, Any]:
        """Return the values of a row that are measured in bits, and whether the guess could be the secret."""
        candidates, weights = one.position.candidates, one.game.secret_weights
        most_informative = self._tools_for(one.game)[1].choose(candidates, one.position.prior)
        # The index is negative if no guess splits the candidates.
        guesses = np.array([one.guess, one.guess if most_informative < 0 else most_informative], dtype=np.int32)
        expected, best = (bits(row) for row in cell_weights(one.game, candidates, guesses))
        row = {"bits_expected": expected, "best_bits": best, "cost": max(0.0, best - expected)}
        row["is_candidate"] = int(one.game.wins_against[one.guess]) in candidates
        if len(one.left) and one.game_after is one.game:  # the game changes if the secret is not in the list
            row["bits_got"] = 0.0 - float(np.log2(weights[one.left].sum() / weights[candidates].sum()))
            row["luck_bits"] = row["bits_got"] - expected
        return row


def _rate(lost: float, luck: float) -> tuple[int, int]:  # by the formulas of skill and luck_score in ReviewRow
    return round(99 * 2.0 ** -max(0.0, lost)), round(99 / (1 + 4.0**-luck))


def word_notes(game: Game, rows: Sequence[ReviewRow]) -> list[dict[str, Any]]:
    """Return a dict of further values for each row of a review of a word game.

    `guess_skill` and `guess_luck` rate this one guess.  `words` are the possible words, at most MOST_LISTED, or None.
    `best_leaves` is the number of words that the best guess leaves on average, and `best_left` the number of words that
    it would have left here (None: the history does not determine the secret).
    """
    notes = []
    rounds = list(follow(game, show_history([(row["guess"], row["feedback"]) for row in rows])))
    secret = rounds[-1].left if rounds[-1].game_after is game else np.empty(0, dtype=np.int32)
    for one, row in zip(rounds, rows, strict=True):
        skill, luck = (None, None) if row["luck"] is None else _rate(row["lost"] or 0.0, row["luck"])
        few = [one.game_after.secrets[index] for index in one.left] if len(one.left) <= MOST_LISTED else None
        note: dict[str, Any] = {"guess_skill": skill, "guess_luck": luck, "words": few}
        note |= {"best_leaves": None, "best_left": None}
        if row["best_guess"] is not None:
            best = one.game.table[one.game.find_guess(row["best_guess"])]
            sizes = np.bincount(best[one.position.candidates])
            note["best_leaves"] = round(float((sizes * sizes).sum() / sizes.sum()), 4)
            if len(secret) == 1:
                note["best_left"] = int(sizes[best[secret[0]]])
        notes.append(note)
    return notes


def word_sentences(rows: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield a sentence for each row of a review of a word game; the rows include the values of `word_notes`."""
    for row in (row for row in rows if row["before"]):
        left = row["words"]
        text = f"{row['round']}. {row['guess']} leaves {row['after']} of {count(row['before'], 'word')}"
        text = f"{row['round']}. {row['guess']} is the secret" if left == [row["guess"]] else text
        text += f": {', '.join(left)}" if left and left != [row["guess"]] else ""
        if row["best_guess"] == row["guess"]:
            text += "; no guess was better"
        elif row["best_guess"] is not None:
            text += f"; {row['best_guess']} was better, which leaves {row['best_leaves']:.1f} on average"
            text += "" if row["best_left"] is None else f", and here {row['best_left']}"
        yield f"{text}."


def _judge(one: Round, best: Result, with_guess: Result, later: Result | None, *, is_in_pool: bool) -> dict[str, Any]:
    """Return the values of a row that follow from the three results of a round (see `Reviewer._evaluate`)."""
    game, weight = one.game, one.game.secret_weights[one.position.candidates].sum() * one.game.scale
    row: dict[str, Any] = {"exact": best.is_exact and with_guess.is_exact and (later is None or later.is_exact)}
    if best.cost is None:
        return row
    names = weight * game.counts_names  # the last guess for each of these candidates is no question
    row |= {"expected_before": float((best.cost - names) / weight), "best_guess": game.guesses[best.guess]}
    row |= {"total_before": int(best.cost - names), "total_with_guess": None}
    if with_guess.cost is None:  # no tree with this guess was found
        return row | ({"verdict": VERDICTS[-1][1]} if with_guess.bound >= NEVER else {})
    lost = (with_guess.cost - best.cost) / weight
    least = with_guess.bound - best.cost
    row |= {
        "total_with_guess": int(with_guess.cost - names),
        "expected_with_guess": float((with_guess.cost - names) / weight),
        "lost": float(lost),
        "lost_at_least": float((max(0, least) if is_in_pool else least) / weight),
        "lost_at_most": float((with_guess.cost - best.bound) / weight),
        "best_guess": game.guesses[one.guess if is_in_pool and lost <= 0 else best.guess],
        "verdict": next(verdict for most, verdict in VERDICTS if lost <= most * game.usual),
    }
    total = 0 if later is None else later.cost
    if len(one.left) and total is not None:
        left = one.game_after.secret_weights[one.left].sum() * game.scale
        luck = float(with_guess.cost / weight - game.step(one.guess, one.feedback) / game.scale - total / left)
        total -= int(left) * game.counts_names * (later is not None)
        row |= {"total_after": total, "expected_after": float(total / left), "luck": luck}
    return row


def find_conflict(game: Game | str, history: str) -> Conflict | None:
    """Return the first smallest set of rounds that contradict each other, or None if a secret fits all rounds.

    Raises BadInput and TypeError as `review` does; an empty history has no conflict.

    >>> conflict = find_conflict("bulls-4x10", "0123:01,4567:00,8901:11")
    >>> conflict.rounds, conflict.corrections[0][1][0]
    ((1, 2), ('02', 4))
    """
    game = as_game(game, "find_conflict")
    pairs, listed_count = game.read_history(history), len(game.secrets)
    guesses = [guess for guess, _ in pairs]
    words = [word for word in dict.fromkeys([*game.guesses, *guesses]) if find_unlisted(game.rules, word)]
    if words:  # one of these words may be the secret
        answered = marks_table(*symbols_of(guesses, [*game.secrets, *words]))
    else:
        answered = np.array([game.table[game.find_guess(guess)] for guess in guesses]).reshape(len(pairs), listed_count)
    wrong = answered != np.array([game.find_feedback(feedback) for _, feedback in pairs], dtype=int)[:, None]
    if not pairs or not wrong.any(axis=0).all():
        return None
    # Rounds contradict each other if every secret violates one of them; only minimal sets of violated rounds matter.
    broken = [frozenset(np.flatnonzero(column).tolist()) for column in np.unique(wrong.T, axis=0)]
    least = [one for one in broken if not any(other < one for other in broken)]
    subsets = (some for size in range(1, len(pairs) + 1) for some in combinations(range(len(pairs)), size))
    rounds = next(some for some in subsets if all(not one.isdisjoint(some) for one in least))
    corrections = []
    for i in range(len(pairs)):
        fits = ~np.delete(wrong, i, axis=0).any(axis=0)
        fits[listed_count:] &= not fits[:listed_count].any()  # other words count only if no secret fits
        if fits.any():
            answers, counts = np.unique(answered[i][fits], return_counts=True)
            could = zip(answers.tolist(), counts.tolist(), strict=True)
            corrections.append((i + 1, tuple((game.labels[answer], count) for answer, count in could)))
    return Conflict(tuple(i + 1 for i in rounds), tuple(corrections))
