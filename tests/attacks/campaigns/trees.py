"""Damaged and lying tree files: each is refused in one line, or true, or found false by verify and harmless in play."""

from __future__ import annotations

import re
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

import treegen as tg
from campaigns import Report
from campaigns.tree_changes import Sample, change
from campaigns.tree_truth import Feedback, Meaning, lie_in
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
MAX_SECONDS = 2.0
WALKED = 200  # secrets of a tree that are played
POOL = re.compile("^the pool |is not a candidate there$| in hard mode: ")  # faults that the third reader does not know


def attack(budget: int, seed: int, folder: Path) -> Report:
    """Try so many files."""
    report = Report()
    shipped, made = shipped_samples(), list(made_samples(folder))
    samples = shipped + made
    groups = [made, *_groups(shipped)]
    with _little_memory(), _alarm():
        for number in range(budget):
            random = Random(f"{seed} {number}")
            sample = random.choice(random.choices(groups, (30, 64, 5.6, 0.4))[0])
            how, data = change(random, sample, samples)
            if data == sample.data:
                report.add("unchanged")
                continue
            started = time.process_time()
            try:
                outcome = try_one(data, sample, random)
            except Exception as error:  # noqa: BLE001  whatever it is, it must not come
                outcome = f"FAULT {type(error).__name__}: {error}"
            finally:
                _rest()
            took = time.process_time() - started
            if took > MAX_SECONDS:
                outcome = f"FAULT it took {took:.1f} s"
            if outcome.startswith("FAULT"):
                shown = f": {data.hex()}" if len(data) < 1000 else ""
                report.fail(f"seed {seed}, input {number} ({how}, from {sample.name}): {outcome[6:]}{shown}")
            else:
                report.add(outcome)
    return report


def try_one(data: bytes, sample: Sample, random: Random) -> str:
    """What becomes of one file; "FAULT ..." when that must never be."""
    _start(10 * MAX_SECONDS)
    try:
        tree = Tree.from_bytes(data)
    except TreeFormatError as error:
        return _refusal(error)
    game = _game_of(tree, sample)
    if game is None:
        return "accepted, of a game that is not at hand"
    secrets, feedback, given, meaning = game
    faults = [fault for fault in verify_bytes(data, game=given).faults if not POOL.search(fault)]
    lie = lie_in(data, secrets, feedback, meaning)
    if bool(lie) != bool(faults):
        return f"FAULT verify finds {faults[:1]}, the third reader {lie!r}"
    played = _play(tree, secrets, feedback, random)
    if isinstance(played, str):
        return f"FAULT {played}"
    if lie:
        return "accepted, found false"
    if len(secrets) <= WALKED and played != Counter({at: found for at, found in enumerate(tree.histogram, 1) if found}):
        return f"FAULT it claims {tree.histogram}, the games took {sorted(played.items())}"
    return "accepted, true"


def _refusal(error: TreeFormatError) -> str:
    message = str(error)
    if not message.isprintable() or len(message) >= MAX_MESSAGE:
        return f"FAULT a message of {len(message)} characters: {message[:400]!r}"
    return "refused"


def _game_of(tree: Tree, sample: Sample) -> tuple[Sequence[str], Feedback, Any, Meaning] | None:
    """The secrets and the feedback of a tree's game, the game itself where it has files, what its feedbacks mean."""
    if tree.game == (good := sample.values)["game"]:
        return sample.secrets, sample.feedback, sample.game, (good["labels"], good["winning"], good["losing"])
    if ":" in tree.game:
        return None
    known = rules.read_game(tree.game)
    return known.secrets(), known.feedback, None, (list(known.labels), known.winning, list(known.losing))


def _play(tree: Tree, secrets: Sequence[str], feedback: Feedback, random: Random) -> Counter[int] | str:
    """How often a secret was found at each guess (those that fit no branch left out), or what went wrong."""
    found: Counter[int] = Counter()
    weight = dict(zip(tree.found(), tree.weights, strict=True)) if tree.weights else {}
    winning = tree.labels[tree.winning]
    for secret in secrets if len(secrets) <= WALKED else random.sample(list(secrets), WALKED):
        player = Player(tree)
        for asked in range(1, len(tree) + 2):
            guess = player.guess
            if guess is None:
                return f"the game of {secret} is over before it is won"
            answer = feedback(guess, secret)
            try:
                player.answer(answer)
            except ImpossibleFeedback as error:
                if not str(error).isprintable() or answer in error.possible:
                    return f"{answer} to {guess}: {error}"
                break
            if player.finished != (answer == winning):
                return f"the game of {secret} is won by {guess}, which is answered with {answer}"
            if player.finished:
                found[asked] += weight.get(guess, 1)
                break
        else:
            return f"the game of {secret} has no end"
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


@contextmanager
def _alarm() -> Iterator[None]:
    """An endless run is cut short, and is a fault."""

    def ring(*_: object) -> None:
        raise TimeoutError("it does not come to an end")

    old: Callable[..., Any] | int | None = signal.signal(signal.SIGPROF, ring)
    try:
        yield
    finally:
        _rest()
        signal.signal(signal.SIGPROF, old)


def _start(seconds: float) -> None:
    signal.setitimer(signal.ITIMER_PROF, seconds)


def _rest() -> None:
    signal.setitimer(signal.ITIMER_PROF, 0)
