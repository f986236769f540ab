"""Random games of 2 to 14 secrets with every option, against a brute force that shares no code with treegen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import log2
from pathlib import Path
from typing import Any

import brute
import pytest
from brute import Brute, Rule
from brute_cases import SCORES, TIES, Case
from twins import long

import treegen as tg
from player.errors import BadInput, NoSuchTree
from player.rules.names import Rules
from player.tree import Tree
from treegen.games import partition
from treegen.greedy import chooser
from treegen.insight.evaluate import Evaluator
from treegen.optimal.outcomes import StoppedEarly
from treegen.search import core as core_module

Found = Tree | NoSuchTree | BadInput | StoppedEarly

LONG = 10_000.0  # seconds: enough for every search here
MEMORY = 1 << 20


def check_solve(case: Case, folder: Path) -> None:
    draw, game, plain = case.draw, case.game, case.brute
    objective = draw.choice(("total", "total", "worst", "fewest-at-max", "price", "identify"))
    only = draw.randrange(len(game.guesses)) if draw.random() < 0.3 else None
    limit = draw.choice((None, None, 1, 2, 3, 4, 5))
    prices = tuple(sorted(draw.choices((0, 1, 2, 3, 5, 9, 40), k=draw.randint(1, 8)))) if objective == "price" else None
    options: dict[str, Any] = {"guesses": case.pool, "max_depth": limit, "memory": MEMORY}
    options |= {"first": None if only is None else game.guesses[only]}
    options |= {"objective": objective} if prices is None else {"prices": prices}
    first = solve(game, **options, threads=1)
    assert not isinstance(first, StoppedEarly)
    if draw.random() < 0.1:
        other = solve(game, **options, threads=draw.choice((2, 3)))
        assert _bytes(other) == _bytes(first)
    if objective == "identify":
        cost = plain.identify(plain.everything, limit, only)
        wanted = None
    else:
        wanted = plain.solve(objective, prices, limit, only)
        cost = None if wanted is None else plain.cost_of(objective, wanted, prices, limit)
    if draw.random() < 0.1:
        stop_and_resume(case, options, first, cost, folder)
    if isinstance(first, BadInput):
        never_wins = only is not None and game.winning not in plain.masks[only]
        is_special = case.pool != "all" or game.weights is not None or bool((game.own_guess < 0).any())
        assert (objective == "identify" and is_special) or (case.pool == "candidates" and never_wins), first
        return
    assert isinstance(first, NoSuchTree) == (cost is None), first
    if isinstance(first, NoSuchTree):
        return
    assert (first.cost, first.bound, first.proved) == (cost, cost, True)
    assert wanted is None or brute.nested(first, game) == wanted
    assert only is None or first.guesses[0] == game.guesses[only]
    assert first.depth <= (limit or first.depth)
    assert tg.verify(first, game).faults == ()


def solve(game: tg.Game, **options: Any) -> Found:
    """The tree, or why there is none."""
    try:
        return tg.solve(game, **options)
    except (NoSuchTree, BadInput, StoppedEarly) as error:
        return error


def _bytes(found: Found) -> bytes | str:
    return str(found) if isinstance(found, Exception) else found.to_bytes()


def stop_and_resume(case: Case, options: dict[str, Any], whole: Found, cost: int | None, folder: Path) -> None:
    """What is known when a search is stopped is true, and when it goes on, it gives the same."""
    checkpoint = {} if case.without_core else {"checkpoint": folder / f"proved-{case.seed}"}
    early = solve(case.game, **options, **checkpoint, time_limit=1e-9)
    if isinstance(early, (NoSuchTree, BadInput)):
        assert str(early) == str(whole)
    elif options.get("objective") in (None, "total", "identify"):  # the others are searched in two steps
        tree = early.tree if isinstance(early, StoppedEarly) else early
        assert cost is None or (early.bound or 0) <= cost
        assert tree is None or (cost is not None and cost <= (tree.cost or 0))
    again = solve(case.game, **options, **checkpoint)
    assert _bytes(again) == _bytes(whole)


def check_first_guesses(case: Case, _: Path) -> None:
    draw, game, plain = case.draw, case.game, case.brute
    objective = draw.choice(("total", "worst", "fewest-at-max"))
    count, limit = draw.choice((1, 2, 5, 100)), draw.choice((None, 2, 3, 4))
    root = plain.everything, plain.any_guess
    depth = plain.least_depth(*root)
    has_tree = depth is not None and depth <= (limit or depth)
    try:
        found = tg.best_first_guesses(game, count, objective, guesses=case.pool, max_depth=limit, memory=MEMORY)
    except NoSuchTree:
        assert not has_tree
        return
    assert has_tree
    prices: brute.Prices = None if limit is None else brute.linear(limit)
    if objective != "total":
        prices = brute.linear(depth or 1)
    if objective == "fewest-at-max":
        most = limit or depth or 1
        prices = (*range(1, most), most + sum(plain.weights) * most)
    rows = costs(case, *root, prices)
    assert found == [(game.guesses[move.guess], cost) for cost, _, move in one_of_each_class(case, rows)][:count]


def costs(case: Case, some: int, allowed: int, prices: brute.Prices = None) -> list[tuple[int, Any, brute.Move]]:
    """Every first guess with its least cost, the best first."""
    moves = case.brute.moves(some, allowed)
    known = [(case.brute.cost(move, allowed, prices), move.place, move) for move in moves]
    return sorted((cost, place, move) for cost, place, move in known if cost is not None)


def one_of_each_class(case: Case, rows: list[Any], steps: Sequence[tuple[int, int]] = ()) -> list[Any]:
    """Of the rows, which end with a guess, the first of each class of guesses that are equivalent after these steps."""
    if case.game.symmetry is None:
        return rows
    classes = case.game.symmetry.classes([guess for guess, _ in steps], [told for _, told in steps]).tolist()
    first: dict[int, Any] = {}
    for row in rows:
        first.setdefault(classes[row[-1].guess], row)
    return list(first.values())


def check_next(case: Case, _: Path, orders: Sequence[str] = ("expected", "worst", "bits", "largest")) -> None:
    draw, game, plain = case.draw, case.game, case.brute
    by, top = draw.choice(orders), draw.choice((1, 3, 10, 1000))
    steps = case.history()
    some, allowed = plain.follow(steps)
    evaluator = Evaluator(game, pool=case.pool, threads=1, memory=MEMORY)
    try:
        found = tg.next_guesses(game, case.text(steps), top, by, guesses=case.pool, seconds=LONG, evaluator=evaluator)
    except NoSuchTree:
        assert plain.best(some, allowed) is None
        return
    wanted: list[tuple[Any, int, int, brute.Move]] = []
    for cost, _, move in costs(case, some, allowed):
        depth = least_depth(plain, move, allowed, None if by == "worst" else cost)
        if by == "worst":
            cost = plain.cost(move, allowed, brute.linear(depth)) or 0
        place = -len(plain.sizes(move)), not move.win, move.guess
        key = {
            "expected": (cost, depth, *place),
            "worst": (depth, cost, *place),
            "bits": (plain.score(Rule("entropy"), some, move), -plain.weight(move.win), move.guess),
            "largest": (max(plain.sizes(move)), not move.win, move.guess),
        }[by]
        wanted.append((key, cost, depth, move))
    kept = one_of_each_class(case, sorted(wanted), steps)[:top]
    assert [row["guess"] for row in found] == [game.guesses[row[-1].guess] for row in kept]
    if top == 1000:
        assert sum(row["equivalent"] for row in found) == len(wanted)
    for row, (_, cost, depth, move) in zip(found, kept, strict=True):
        average = round(cost / plain.weight(some), 4)
        assert (row["expected_guesses"], row["lower_bound"], row["exact"]) == (average, average, True)
        assert row["worst"] == depth if by in ("expected", "worst") else (row["worst"] or 0) >= depth
        sizes, shares = plain.sizes(move), [share / plain.weight(some) for share in plain.gains(move)]
        assert (row["is_candidate"], row["cells"], row["largest_cell"]) == (bool(move.win), len(sizes), max(sizes))
        assert row["bits"] == pytest.approx(bits(plain, some, move), abs=6e-5)
        expected = sum(share * size for share, size in zip(shares, sizes, strict=True))
        assert row["expected_left"] == pytest.approx(expected, abs=6e-5)


def least_depth(plain: Brute, move: brute.Move, allowed: int, cost: int | None) -> int:
    """The least depth of a tree that begins with a guess, or of one of this cost."""
    depth = 1
    while (found := plain.cost(move, allowed, brute.linear(depth))) is None or found != (cost or found):
        depth += 1
    return depth


def bits(plain: Brute, some: int, move: brute.Move) -> float:
    """What a guess is expected to tell."""
    shares = [share / plain.weight(some) for share in plain.gains(move)]
    return -sum(share * log2(share) for share in shares)


def check_review(case: Case, _: Path) -> None:
    game, plain = case.game, case.brute
    steps = case.history(5)
    if not steps:
        return
    rows: list[Any] = tg.review(game, case.text(steps), guesses=case.pool, seconds=LONG, threads=1)
    for at, row in enumerate(rows):
        some, allowed = plain.follow(steps[:at])
        left, after = plain.follow(steps[: at + 1])
        move = plain.split(some, steps[at][0])
        weight = plain.weight(some)
        best = plain.best(some, allowed)
        assert (row["before"], row["after"]) == (some.bit_count(), left.bit_count())
        assert row["exact"]
        if best is None:
            assert row["expected_before"] is None
            continue
        splits = [plain.split(some, guess) for guess in range(len(game.guesses))]
        safe = [one for one in splits if not plain.may_lose(one) and plain.is_useful(some, one)]
        expected, most = bits(plain, some, move), max(bits(plain, some, one) for one in safe)
        assert (row["bits_expected"], row["best_bits"]) == pytest.approx((expected, most), abs=6e-5)
        assert row["cost"] == pytest.approx(max(0, most - expected), abs=6e-5)
        assert row["bits_got"] == pytest.approx(log2(weight / plain.weight(left)), abs=6e-5)
        assert row["is_candidate"] == bool(move.win)
        cost = None if plain.may_lose(move) else plain.cost(move, allowed)
        assert row["expected_before"] == pytest.approx(best[0] / weight, abs=6e-5)
        if cost is None:
            assert (row["lost"], row["verdict"]) == (None, "mistake")
            continue
        lost = (cost - best[0]) / weight
        is_won = steps[at][1] == game.winning
        below = None if is_won else plain.best(left, after)
        rest = 0.0 if below is None else below[0] / plain.weight(left)
        assert row["expected_with_guess"] == pytest.approx(cost / weight, abs=6e-5)
        assert row["lost"] == row["lost_at_least"] == row["lost_at_most"] == pytest.approx(lost, abs=6e-5)
        assert row["expected_after"] == pytest.approx(rest, abs=6e-5)
        assert row["luck"] == pytest.approx(cost / weight - 1 - rest, abs=6e-5)
        assert (row["verdict"] == "best") == (lost <= 0)
        equals = [one for one in plain.moves(some, allowed) if plain.cost(one, allowed) == best[0]]
        first = min(equals, key=lambda one: (
            least_depth(plain, one, allowed, best[0]), -len(plain.sizes(one)), not one.win, one.guess
        ))  # fmt: skip
        assert row["best_guess"] == game.guesses[move.guess if move in equals else first.guess]


def check_bounds(case: Case, _: Path) -> None:
    """Compare each bound, with and without a search, with the best of all guesses in all positions."""
    game, plain = case.game, brute.of_game(case.game)
    everything = plain.everything, plain.any_guess
    if game.weights is not None or plain.best(*everything) is None:
        with pytest.raises(BadInput):
            tg.bounds(game)
        return
    memo: dict[Any, int] = {}
    for rows in (tg.bounds(game, time_limit=0), tg.bounds(game, time_limit=LONG)):
        for row in rows:
            most = plain.most_found(plain.everything, row["depth"], memo)
            limits = (row["information"], row["counting"], row["most"], row["caps"] or row["most"])
            assert row["found"] <= most <= min(limits), (row, most)
            assert row["is_enough"] in (most == len(game.secrets), None), row
            cheapest = plain.best(*everything, brute.linear(row["depth"]))
            if cheapest is not None and row["best_total"] is not None:
                assert (row["total_bound"] or 0) <= cheapest[0] <= row["best_total"], row
                assert not row["is_optimal"] or cheapest[0] == row["best_total"], row
    for row in rows:  # of a full search
        assert row["found"] == row["most"], row
        assert row["is_enough"] is not None
        assert row["is_optimal"] or row["best_total"] is None


def check_build(case: Case, _: Path) -> None:
    draw, game = case.draw, case.game
    pool = "hard" if case.pool == "hard" else draw.choice(("all", "candidates"))
    score, limit = draw.choice(SCORES), draw.choice((None, None, 2, 3, 4, 5))
    bonus = draw.choice((0.5, 1.0, 4.5)) if score in ("entropy", "n-log-n1") and draw.random() < 0.3 else 0.0
    opening = tuple(draw.randrange(len(game.guesses)) for _ in range(draw.choice((0, 0, 1, 2 if limit is None else 1))))
    exact = draw.choice((0, 0, 1, 2, 3, 5, 14))
    # An opening need not keep to the order, which then says nothing of the symbols that it leaves out.
    has_order = game.symmetry is not None and game.weights is None and not opening and draw.random() < 0.3
    symbols = game.rules.symbols if has_order and isinstance(game.rules, Rules) else ""
    rule = Rule(score, draw.choice(TIES), pool, bonus, opening, draw.randrange(100), exact, symbols)
    parts = [score, rule.tie, pool, *([f"bonus={bonus}"] if bonus else []), *(["in-order"] if symbols else [])]
    parts += [f"first={'.'.join(game.guesses[guess] for guess in opening)}"] * bool(opening)
    plain = brute.of_game(case.game, pool)
    try:
        tree = tg.build(game, "+".join(parts), max_depth=limit, seed=rule.seed, exact_below=exact, threads=1)
    except BadInput:
        is_special = game.weights is not None or pool not in ("all", "candidates")
        move = plain.split(plain.everything, opening[0]) if opening else None
        is_vain = move is not None and (plain.may_lose(move) or not plain.is_useful(plain.everything, move))
        assert (exact and is_special) or is_vain
        return
    except NoSuchTree:
        assert plain.greedy(rule, limit) is None
        return
    assert brute.nested(tree, game) == plain.greedy(rule, limit)
    assert tg.verify(tree, game).faults == ()


CHECKS: dict[str, tuple[Callable[[Case, Path], None], int]] = {
    "solve": (check_solve, 8),
    "first guesses": (check_first_guesses, 2),
    "next": (check_next, 4),
    "review": (check_review, 2),
    "bounds": (check_bounds, 1),
    "build": (check_build, 4),
}


def check(seed: int, folder: Path) -> None:
    """Compare one case; an error names the seed."""
    case = Case(seed)
    name = case.draw.choices([*CHECKS], [weight for _, weight in CHECKS.values()])[0]
    with pytest.MonkeyPatch.context() as patch:
        if case.without_core:
            for module in (partition, chooser, core_module):
                patch.setattr(module, "core", None)
        try:
            CHECKS[name][0](case, folder)
        except Exception as error:
            error.add_note(f"seed {seed}: {name} of {case.game!r} {case.pool} without core: {case.without_core}")
            raise


@pytest.mark.parametrize(
    ("block", "size"),
    [
        *((block, 30) for block in range(6)),
        *long((block, 10_000) for block in range(10)),
    ],
)
def test_random_games(block: int, size: int, tmp_path: Path) -> None:
    for seed in range(size * block, size * (block + 1)):
        check(seed, tmp_path)


class Ties(Case):
    """A game in which many guesses cost the same, before the first one."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        draw, answers, secrets = self.draw, self.draw.randint(2, 4), self.draw.randint(4, 10)
        rows = [draw.choices(range(answers), k=secrets) for _ in range(draw.randint(12, 24))]
        for secret, row in enumerate(draw.sample(rows, secrets)):
            row[secret] = answers
        self.game, self.pool = tg.Game.from_table(rows, winning=answers), "all"
        self.brute = brute.of_game(self.game)

    def history(self, most: int = 0) -> list[tuple[int, int]]:
        return super().history(most)


@pytest.mark.parametrize("seed", [*range(20), *long(range(20, 60))])
def test_the_order_of_guesses_that_cost_the_same(seed: int, tmp_path: Path) -> None:
    check_next(Ties(seed), tmp_path, ("expected", "worst"))
    check_review(Ties(seed), tmp_path)
