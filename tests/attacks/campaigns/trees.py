"""Damaged and lying tree files: each is refused in one line, or true, or found false by verify and harmless in play."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import treegen as tg
from campaigns import Fault, campaign
from campaigns.tree_changes import change
from campaigns.tree_truth import Feedback, Meaning, Sample, lie_in
from player.errors import ImpossibleFeedback, TreeFormatError
from player.rules import names as rules
from player.tree import Player, Tree
from treegen.games.weights import weigh
from treegen.insight.verify import verify_bytes

__all__ = ["attack", "made_samples", "shipped_samples", "try_one"]

ROOT = Path(__file__).resolve().parents[3]
SMALL, MIDDLE = 700, 4000  # bytes of a file
MAX_MESSAGE = 300
MAX_MEMORY = 200 << 20  # more than this for one file is a fault
WALKED = 200  # secrets of a tree that are played
POOL = re.compile("^the pool |is not a candidate there$| in hard mode: ")  # faults that the third reader does not know


@campaign
def attack(draw: Random, number: int, folder: Path) -> str:
    """Read a changed file, verify it and play it."""
    samples, groups = _samples(folder)
    sample = draw.choice(draw.choices(groups, (30, 64, 5.6, 0.4))[0])
    how, data = change(draw, sample, samples)
    if data == sample.data:
        return "unchanged"
    try:
        with _little_memory():
            return try_one(data, sample, draw)
    except Exception as error:
        shown = f": {data.hex()}" if len(data) < 1000 else ""
        raise Fault(f"{how}, from {sample.name}: {type(error).__name__}: {error}{shown}") from error


def try_one(data: bytes, sample: Sample, draw: Random) -> str:
    """What becomes of one file."""
    try:
        tree = Tree.from_bytes(data)
    except TreeFormatError as error:
        message = str(error)
        assert message.isprintable(), message
        assert len(message) < MAX_MESSAGE, message
        return "refused"
    game = _game_of(tree, sample)
    if game is None:
        return "accepted, of a game that is not at hand"
    secrets, feedback, given, meaning = game
    faults = [fault for fault in verify_bytes(data, game=given).faults if not POOL.search(fault)]
    lie = lie_in(data, secrets, feedback, meaning)
    assert bool(lie) == bool(faults), f"verify finds {faults[:1]}, the third reader {lie!r}"
    played = _play(tree, secrets, feedback, draw)
    if lie:
        return "accepted, found false"
    if len(secrets) <= WALKED:
        assert played == Counter({at: found for at, found in enumerate(tree.histogram, 1) if found}), played
    return "accepted, true"


def _game_of(tree: Tree, sample: Sample) -> tuple[Sequence[str], Feedback, Any, Meaning] | None:
    """The secrets and the feedback of a tree's game, the game itself where it has files, what its feedbacks mean."""
    if tree.game == (good := sample.values)["game"]:
        return sample.secrets, sample.feedback, sample.game, (good["labels"], good["winning"], good["losing"])
    if ":" in tree.game:
        return None
    known = rules.read_game(tree.game)
    return known.secrets(), known.feedback, None, (list(known.labels), known.winning, list(known.losing))


def _play(tree: Tree, secrets: Sequence[str], feedback: Feedback, draw: Random) -> Counter[int]:
    """How often a secret was found at each guess (those that fit no branch left out)."""
    found: Counter[int] = Counter()
    weight = dict(zip(tree.found(), tree.weights, strict=True)) if tree.weights else {}
    for secret in secrets if len(secrets) <= WALKED else draw.sample(list(secrets), WALKED):
        player = Player(tree)
        for asked in range(1, len(tree) + 2):
            guess = player.guess
            assert guess is not None, f"the game of {secret} is over before it is won"
            answer = feedback(guess, secret)
            try:
                player.answer(answer)
            except ImpossibleFeedback as error:
                if not str(error).isprintable() or answer in error.possible:
                    raise Fault(f"{answer} to {guess}: {error}") from error
                break
            assert player.finished == (answer == tree.labels[tree.winning]), (secret, guess, answer)
            if player.finished:
                found[asked] += weight.get(guess, 1)
                break
        else:
            raise Fault(f"the game of {secret} has no end")
        player.possible(), player.candidates(), player.steps
    return found


# --- good trees


def shipped_samples() -> list[Sample]:
    """The trees that are shipped, and those of the atlas."""
    samples = []
    for path in sorted((ROOT / "trees").glob("*.tree")) + sorted((ROOT / "trees" / "atlas").glob("*.tree")):
        if path.stat().st_size <= 40_000:
            data = path.read_bytes()
            game = rules.read_game(Tree.from_bytes(data).game)
            samples.append(Sample(path.stem, data, game.secrets(), _tolerant(game.feedback)))
    return samples


def made_samples(folder: Path) -> Iterator[Sample]:
    """Trees of words, tables, numbers and weights."""
    words = {"latin": "abide speed erase geese steal abbey crane slate", "cyrillic": "слово весна книга осень народ",
             "wide": "𝒂𝒃𝒄 𝒂𝒄𝒃 éàü ñño éàñ ab𝒄"}  # fmt: skip
    for name, text in words.items():
        path = folder / f"{name}.txt"
        path.write_text("\n".join(text.split()), encoding="utf-8")
        game = tg.game(f"words:{path}")
        yield _sample_of(name, game, tg.build(game))
        weighty = weigh(game, np.arange(1, len(game.secrets) + 1, dtype=np.int64))
        yield _sample_of(f"{name}, weighed", weighty, tg.solve(weighty))
    for name in ("number-0..9", "number--3..3-free", "bulls-2x4=aBc0", "marks-2x3"):
        game = tg.game(name)
        yield _sample_of(name, game, tg.build(game))
    bulls = tg.game("bulls-2x3")
    yield _sample_of("bulls-2x3, weighed", bulls, tg.solve(weigh(bulls, np.array([1, 9, 2, 1, 5, 3], dtype=np.int64))))
    yield _sample_of("bulls-2x3, prices", bulls, tg.solve(bulls, "price", prices=[0, 2, 3, 1 << 40]))
    number = tg.game("number-0..6")
    yield _sample_of("number-0..6, identify", number, tg.solve(number, "identify"))
    # g4 tells a from b, and loses for c.
    table = [[3, 0, 0, 1], [0, 3, 1, 0], [0, 1, 3, 0], [0, 0, 1, 3], [0, 1, 2, 1]]
    losing = tg.Game.from_table(table, winning=3, losing=(2,), secrets=("a", "b", "c", "d"))
    yield _sample_of("table, losing", losing, tg.build(losing))
    # So many feedbacks that each takes two bytes.
    table = [[299, 0, 258, 1, 1], [1, 299, 0, 257, 1], [258, 2, 299, 0, 1], [256, 1, 0, 299, 1], [0, 1, 258, 7, 299]]
    two_bytes = tg.Game.from_table(table, winning=299, losing=(7,), secrets=("a", "b", "c", "d", "e"))
    yield _sample_of("table, two bytes", two_bytes, tg.build(two_bytes))
    yield _sample_of("table, two bytes, solved", two_bytes, tg.solve(two_bytes))


def _sample_of(name: str, game: Any, tree: Tree) -> Sample:
    if game.rules is not None:
        compare: Feedback = game.rules.feedback
    else:
        told = {
            (guess, secret): game.labels[game.table[i, k]]
            for i, guess in enumerate(game.guesses)
            for k, secret in enumerate(game.secrets)
        }

        compare = lambda guess, secret: told[guess, secret]  # noqa: E731
    return Sample(name, tree.to_bytes(), list(game.secrets), _tolerant(compare), game if ":" in game.name else None)


def _tolerant(compare: Feedback) -> Feedback:
    """The same, with a label that does not exist for what is not a guess."""

    def feedback(guess: str, secret: str) -> str:
        try:
            return compare(guess, secret)
        except (KeyError, ValueError):
            return "no guess of this game"

    return feedback


@cache
def _samples(folder: Path) -> tuple[list[Sample], list[list[Sample]]]:
    """All good files; and those that are made, and the small, middling and large ones that are shipped."""
    shipped, made = shipped_samples(), list(made_samples(folder))
    return shipped + made, [made, *_groups(shipped)]


def _groups(samples: list[Sample]) -> list[list[Sample]]:
    """Small, middling and large files."""
    sizes = [len(sample.data) for sample in samples]
    small = [sample for sample, size in zip(samples, sizes, strict=True) if size <= SMALL and len(sample.secrets) <= 40]
    large = [sample for sample, size in zip(samples, sizes, strict=True) if size > MIDDLE]
    return [small, [sample for sample in samples if sample not in small and sample not in large], large]


# --- limits


@contextmanager
def _little_memory() -> Iterator[None]:
    """Whatever wants much more memory than there is use for gets a MemoryError, where the system can see to that."""
    try:
        import resource

        pages = int(Path("/proc/self/statm").read_text().split()[0])
    except (ImportError, OSError, ValueError):
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = pages * resource.getpagesize() + MAX_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (wanted if soft < 0 else min(soft, wanted), hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
