"""Chooser: the guess of a strategy at one position, all guesses in the strategy's order, and its tree from the core."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import numpy.typing as npt

from player.errors import require
from player.rules.names import Rules
from treegen.games.game import Game
from treegen.games.hard import HardMode, Mask
from treegen.games.memory import available_cpus
from treegen.games.partition import Indices, cell_sizes, cell_weights
from treegen.games.rawtree import RawTree
from treegen.games.tables import label_of
from treegen.greedy.score import MOST, SCORES, Scores
from treegen.greedy.strategy import Strategy, in_order
from treegen.native import core

if TYPE_CHECKING:
    from treegen.native._core import Greedy, Rule

_MOST_LETTERS = 64  # The core finds the guesses of word games without a table if they have fewer different letters.


class Ranking(NamedTuple):
    """Guesses, the best first, each with the weight of the candidate that it names (0: none) and its largest cell.

    The arrays are int32 [n], int64 [n] and int64 [n]; the winning cell counts as a cell.
    """

    guesses: Indices
    wins: Scores
    largest: Scores


class Chooser:
    """Applies a strategy to the positions of a game.

    A position consists of candidates, int32 rising, and the guesses `prior` that led to it; `allowed` marks the guesses
    that may follow in hard mode (None: all).
    """

    def __init__(self, game: Game, strategy: Strategy, seed: int = 0) -> None:
        self.game, self.strategy, self.seed = game, strategy, seed
        self.hard = HardMode(game) if strategy.pool == "hard" else None
        self._must_win = strategy.pool == "candidates"  # whether a guess must win for a candidate
        self._opening = [game.find_guess(guess) for guess in strategy.opening]
        score, self._total = strategy.score, game.weight
        self._fixed_bonus = strategy.bonus_score(self._total)
        self._rate = score.rating(self._total, is_weighted=game.weights is not None)
        self._by_class = game.is_grouped and score.name == "entropy"  # then the class must be found, not the secret
        what = "games of codes with symmetries and without weights"
        require(game.symmetry or not strategy.in_order, f"in-order is for {what}, which {game.brief} is not")
        self._symbols = game.symmetry.symbols if game.symmetry and strategy.in_order else None
        # One guess may stand for its equivalents only if equivalent guesses have the same score, and if nothing
        # decides ties but whether a guess is a candidate, and then its index, the lowest first.
        may_stand = not (score.score_each or strategy.in_order or strategy.tie.startswith("last"))
        symmetry = game.symmetry if may_stand else None
        self._moves_feedbacks = symmetry is not None and symmetry.moves_feedbacks
        self._representatives = None if symmetry is None else cache(symmetry.representatives)
        self._rule = self._make_rule()
        self._greedy = self._make_greedy()

    @property
    def is_a_function_of_the_set(self) -> bool:
        """True if the guess depends on the candidates alone, so that the same set always has the same subtree."""
        rule = self.strategy
        sees_history = rule.score.is_own and rule.score.score_each is not None
        return self.hard is None and not (rule.in_order or rule.opening or sees_history)

    @property
    def makes_trees(self) -> bool:
        """True if the method `tree` can make trees of the plain rule (builder.py), of any depth."""
        return self._greedy is not None and not self.strategy.in_order

    def tree(
        self,
        candidates: Indices,
        prior: tuple[int, ...],
        threads: int | None,
        progress: Callable[[int, int], None],
        first: int | None = None,
    ) -> RawTree:
        """Make the plain rule's tree (builder.py) of some candidates with the core, without a table.

        `first` forces its first guess.  `threads` is None for the CPUs available.  `progress(sets, found)` is called at
        each level with the number of sets of more than two candidates and the number of secrets found, and several
        times a second with 0 and -1.  If `progress` raises an exception, the call ends.
        """
        assert self._greedy is not None
        opening = self._opening if first is None else [*prior, first]  # counted from the start of the game
        columns = self._greedy.tree(candidates, prior, opening, self._must_win, threads or available_cpus(), progress)
        return RawTree(*columns)

    def _make_rule(self) -> Rule | None:
        """Return the rule for the core; None without the core, or if the score needs more than the sizes of cells."""
        score, tie, total = self.strategy.score, self.strategy.tie, self._total
        needs_more = self.game.weights is not None or self._by_class or score.score_each is not None
        if needs_more or score.adjust is not None or core is None:
            return None
        # Up to this number of candidates, the first candidate that separates all of them is certainly the best guess.
        # With any score, this is true for two candidates, which are separated by every guess that splits them.
        separable_to = 0
        if tie == "first-candidate" and not self.strategy.in_order:
            separable_to = min(total if score.prefers_single_cells(total) else 2, self.game.branching + 1)
        bonus, prefers_highest = self._fixed_bonus, tie.startswith("last")
        return core.Rule(
            score.prices(total), score.takes_greatest, tie.endswith("candidate"), prefers_highest, bonus, separable_to
        )

    def _make_greedy(self) -> Greedy | None:
        """Make the core's chooser that needs no table; return None if the rule or the game needs one."""
        game, rule = self.game, self._rule
        # A table is faster in hard mode, since few guesses are allowed.
        if rule is None or game.rules is None or game.own_labels is not None or self.hard is not None:
            return None
        own, rules, feedback_rule, symbols = game.own_guess, game.rules, game.rules.rule, game.source.guesses
        if (own < 0).any():
            return None
        if feedback_rule.is_marked and symbols.max() < _MOST_LETTERS:
            return core.greedy_of_words(symbols.astype(np.uint8), SCORES["entropy"].prices(self._total), own, rule)
        # The core counts bulls and cows itself, so labels must be these numbers, not marks or results of a function.
        has_counts = bool(feedback_rule.meaning) and not feedback_rule.is_marked and feedback_rule.vectorised is None
        if isinstance(rules, Rules) and has_counts and feedback_rule.counting != "each":
            p, count, labels = rules.positions, len(rules.symbols), label_of(rules)
            return core.greedy_of_codes(p, count, rules.may_repeat, rules.is_nozero, labels, game.winning, own, rule)
        return None

    def choose(self, candidates: Indices, prior: tuple[int, ...], allowed: Mask | None = None) -> int:
        """Return the guess to take, or -1 if no guess splits the candidates without risking a loss."""
        game = self.game
        if len(prior) < len(self._opening):
            fixed = self._opening[len(prior)]
            if (allowed is None or allowed[fixed]) and self.splits(fixed, candidates):
                return fixed
        if len(candidates) == 1 or (game.is_grouped and len(np.unique(game.own_guess[candidates])) == 1):
            own = int(game.own_guess[candidates[0]])
            if own >= 0:
                return own
        elif self._rule is not None:
            mask = self._mask(prior, allowed)
            if self._greedy is not None:
                return self._greedy.choose(candidates, prior, self._must_win, mask)
            table, count, winning, losing = game.searched
            return core.choose(table, candidates, self._rule, self._must_win, count, winning, losing, mask)
        ranking = self.rank(candidates, prior, allowed)
        return int(ranking.guesses[0]) if len(ranking.guesses) else -1

    def rank(self, candidates: Indices, prior: tuple[int, ...], allowed: Mask | None = None) -> Ranking:
        """Rank all guesses of the pool that cannot lose and that split the candidates or find the only candidate.

        Of equivalent guesses, only one is ranked.
        """
        game, strategy = self.game, self.strategy
        guesses = self._pool(candidates, prior, allowed)
        sizes = cell_sizes(game, candidates, guesses)
        largest = sizes.max(axis=1).astype(np.int64)
        keep = (largest < len(candidates)) | (sizes[:, game.winning] == len(candidates))
        keep &= ~sizes[:, list(game.losing)].any(axis=1)
        guesses, sizes, largest = guesses[keep], sizes[keep], largest[keep]
        sizes = sizes if game.weights is None else cell_weights(game, candidates, guesses)
        wins = sizes[:, game.winning].astype(np.int64)
        each = strategy.score.score_each
        scores = each(game, self.seed, candidates, prior, guesses) if each else self._rate(sizes)
        classes = np.unique(game.own_guess[candidates]) if self._by_class else ()
        for own in classes:  # nobody asks for more than the class
            members = candidates[game.own_guess[candidates] == own]
            scores = scores - self._rate(cell_weights(game, members, guesses))
        order = strategy.order(scores, wins, guesses, self._bonus(candidates))
        return Ranking(guesses[order], wins[order], largest[order])

    def _bonus(self, candidates: Indices) -> int:
        """Return the number by which the score of a candidate is lowered: K/n bits, or K for a score of one's own.

        Scores are n times the bits (with weights: the weight times the bits), so K/n bits are K units without weights.
        """
        if self.game.weights is None or not self.strategy.bonus or self.strategy.score.is_own:
            return self._fixed_bonus
        weight = int(self.game.weights[candidates].sum())
        bonus = self.strategy.bonus * self.strategy.score.weighted_bit(self._total) * weight / len(candidates)
        return min(int(bonus), MOST)  # a greater bonus has the same effect

    def splits(self, guess: int, candidates: Indices) -> bool:
        """Return whether a guess splits the candidates, or finds all of them, without the risk of losing."""
        row = self.game.row(guess, candidates)
        if any((row == feedback).any() for feedback in self.game.losing):
            return False
        return bool((row != row[0]).any() or row[0] == self.game.winning)

    def _mask(self, prior: tuple[int, ...], allowed: Mask | None) -> npt.NDArray[np.uint8] | None:
        if self._symbols is not None:
            ordered = in_order(self._symbols, prior)
            allowed = ordered if allowed is None else allowed & ordered
        return None if allowed is None else allowed.view(np.uint8)

    def _pool(self, candidates: Indices, prior: tuple[int, ...], allowed: Mask | None) -> Indices:
        """Return the guesses to rank, rising; of equivalent guesses, only the one of lowest index."""
        game = self.game
        guesses = game.candidate_guesses(candidates) if self._must_win else np.arange(len(game.guesses), dtype=np.int32)
        mask = self._mask(prior, allowed)
        if mask is not None:
            return guesses[mask[guesses] > 0]
        if self._representatives is None:
            return guesses
        steps = prior if self._moves_feedbacks else ()
        feedbacks = tuple(int(game.row(guess, candidates[:1])[0]) for guess in steps)
        return np.intersect1d(guesses, self._representatives(prior, feedbacks), assume_unique=True)
