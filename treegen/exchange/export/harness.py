"""The test harness of exported source code: it compiles a program, plays all secrets with it, and times it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any

from player.errors import BadInput, GuesstreeError
from player.judge import referee
from player.judge.children import Program, Programs
from player.judge.codemaker import FLOOD, Codemaker
from player.judge.match import Outcome, describe_code
from player.judge.wording import Wording, printable
from player.judge.wrong_tree import changed
from player.rules.feedback import UNKNOWN_RULE
from player.rules.names import AnyRules, rules_of
from player.tree import Player, Tree
from treegen.exchange.export.codec import StepRules
from treegen.exchange.export.interactor import render_interactor
from treegen.exchange.export.languages import LANGUAGES, Language, render
from treegen.exchange.export.text import to_text

PAIRS = 20_000  # guesses with secrets whose feedback is compared: all, or so many that are drawn
BATCH = 100  # questions asked at a time, whose answers a pipe holds
STARTS = 15  # runs whose median is the time of a start, and games that have a process of their own
TIME_LIMIT = 20.0  # seconds per move: generous, because the harness tests what is played, not how busy the machine is


class ExportFailed(GuesstreeError):
    """An exported program does not compile, or breaks the protocol."""

    exit_code = 1


@contextmanager
def built(
    language: str, tree: Tree, form: str, wording: Wording, package: str = "", *, is_full: bool = False
) -> Iterator[list[str]]:
    """Yield the command that runs an exported program, or the driver of an exported library."""
    row = LANGUAGES[language]
    write = partial(render, language, tree, wording=wording, package=package, is_full=is_full)
    library = {row.library: write(form=form)} if form == "library" else {}
    name, form = (row.driver, "driver") if library else (row.program, form)
    with compiled(language, library | {name: write(form=form)}) as command:
        yield command


@contextmanager
def compiled(language: str, files: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the command that runs a program, whose main file is the last of `files`."""
    row = _find_compiler(language)
    with tempfile.TemporaryDirectory(prefix="treegen-") as name:
        folder, file = Path(name), Path(name, [*files][-1])
        for path, text in files.items():
            _write(folder / path, text)
        if language == "go":
            _write(folder / "go.mod", "module driver\n\ngo 1.18\n")
        _compile(row, folder, file)
        yield [part.format(file=file, folder=folder, python=sys.executable) for part in row.run]


def _find_compiler(language: str) -> Language:
    row = LANGUAGES[language]
    for program in row.needs:
        if shutil.which(program) is None:
            raise BadInput(f"--test of {language} needs the program {program}; install it, or leave --test out")
    return row


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)


def _compile(row: Language, folder: Path, file: Path) -> None:
    if not row.compile:
        return
    command = [part.format(file=file, folder=folder) for part in row.compile]
    with Programs() as programs:
        said, code = programs.start(command, stderr=subprocess.STDOUT, cwd=folder).run()
    if code:
        shown = said.decode(errors="replace")[:500].strip()
        raise ExportFailed(f"{row.name}: {command[0]} reports: {shown}")


class Lines:
    """What a program writes, line by line; ExportFailed if it does not answer in time, or writes too much."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.pending = b""

    def read_line(self) -> bytes:
        """Return the next line; the last one may lack its end, and after that it is empty."""
        while b"\n" not in self.pending and self._read():
            pass
        line, end, self.pending = self.pending.partition(b"\n")
        return line + end

    def read_rest(self) -> bytes:
        """Return what is written until the end."""
        self.program.close_input()
        while self._read():
            pass
        return self.pending

    def end_code(self) -> int:
        """Return the exit code."""
        code = self.program.end_code(TIME_LIMIT)
        if code is None:
            raise ExportFailed(f"the program is still running {TIME_LIMIT:g} s after the last game")
        return code

    def _read(self) -> bool:
        data = self.program.listen(TIME_LIMIT)
        if data is None:
            raise ExportFailed(f"the program wrote nothing for {TIME_LIMIT:g} s")
        self.pending += data
        if len(self.pending) > FLOOD:
            raise ExportFailed(
                f"the program wrote {printable(self.pending)!r}, and more than {FLOOD >> 10} KiB at once"
            )
        return bool(data)


def play_rounds(
    command: Sequence[str], wording: Wording, secrets: Sequence[str], library: Tree | None = None
) -> Generator[Outcome, None, None]:
    """Play all secrets as rounds of one process, with a program that reads the number of rounds from its first line.

    If the program is the driver of the `library` of a tree, its keeper then plays against its opponent.
    """
    with Programs() as programs:
        lines = Lines(programs.start(command))
        said = wording.start(len(secrets)).encode()
        for secret in secrets:
            codemaker = Codemaker(wording, [secret])
            said = play_round(lines, codemaker, said)
            how, detail = ("", "") if codemaker.state == "won" else codemaker.explain_loss()
            yield Outcome(codemaker, how, detail, 0.0)
        lines.program.write(said)  # a reply that a program need not read
        if library is not None and wording.rules.rule is not UNKNOWN_RULE:
            _check_keeper(lines, library, secrets)
        rest, code = lines.read_rest(), lines.end_code()
    if rest or code:
        raise ExportFailed(f"the program did not end cleanly: {describe_code(code)}, last output {printable(rest)!r}")


def play_round(lines: Lines, codemaker: Codemaker, said: bytes) -> bytes:
    """Play a game with a program that is first told what is `said`; return the last reply, which is not yet told."""
    while not codemaker.is_over:
        if said:
            lines.program.write(said)
        line = lines.read_line()
        if not line:
            raise ExportFailed(f"the program ended at secret {codemaker.secrets[0]} after {codemaker.steps}")
        codemaker.receive(line)
        codemaker.read()
        said = codemaker.answer().encode()
    return said


def _check_keeper(lines: Lines, tree: Tree, secrets: Sequence[str]) -> None:
    rules = rules_of(tree)
    games = dict(line.removeprefix(rules.rule.naming).split(" ") for line in to_text(tree).splitlines())
    expected = [("-", secret, games[secret]) for secret in secrets]
    if len(rules.labels) * rules.secret_count < PAIRS:
        expected.append(("-", "-", _evasive(tree, rules)))
    left = Counter(
        f"{game},"[: place + 1] for game in games.values() for place, mark in enumerate(f"{game},") if mark == ","
    )
    expected = [(asked, secret, _with_left(game, left)) for asked, secret, game in expected]
    expected += [(guess, secret, rules.feedback(guess, secret)) for guess, secret in _pairs(rules)]
    for start in range(0, len(expected), BATCH):
        batch = expected[start : start + BATCH]
        lines.program.write("".join(f"{guess} {secret}\n" for guess, secret, _ in batch).encode())
        for guess, secret, right in batch:
            _compare(f"{guess} {secret}", lines.read_line().decode(errors="replace").strip(), right)


def _evasive(tree: Tree, rules: AnyRules) -> str:
    """The game of the tree with a keeper without a secret, who answers what leaves most candidates."""
    game, steps, left = Player(tree), list[str](), rules.secrets()
    while game.guess is not None:
        cells: dict[str, list[str]] = {
            label: [] for label in sorted(rules.labels, key=rules.labels[rules.winning].__eq__)
        }
        for secret in left:
            cells[rules.feedback(game.guess, secret)].append(secret)
        label = max(cells, key=lambda label: len(cells[label]))
        steps.append(f"{game.guess}:{label}")
        left = cells[label]
        game.answer(label)
    return ",".join(steps)


def _with_left(game: str, left: Mapping[str, int]) -> str:
    """A game with how many candidates both sides have after each answer, and the secret behind it."""
    steps = game.split(",")
    told = [f"{step}/{left[','.join(steps[: i + 1]) + ',']}" for i, step in enumerate(steps)]
    return "".join(f"{step}/{step.rpartition('/')[2]}," for step in told) + steps[-1].partition(":")[0].removeprefix(
        "eq"
    )


def _pairs(rules: AnyRules) -> list[tuple[str, str]]:
    guesses, secrets, draw = rules.guesses(), rules.secrets(), Random(0)
    if len(guesses) * len(secrets) <= PAIRS:
        return [(guess, secret) for guess in guesses for secret in secrets]
    return [(draw.choice(guesses), draw.choice(secrets)) for _ in range(PAIRS)]


def _compare(asked: str, said: str, right: str) -> None:
    if said != right:
        shown = printable(said.encode(), 200)
        raise ExportFailed(f"its keeper answers {shown!r} to {asked}, where the rules of the game say {right!r}")


def check_interactor(wording: Wording, form: str, secrets: Sequence[str]) -> dict[str, Any]:
    """Compile an interactor, play `secrets` and an adaptive round as it would be played, and return its figures."""
    rules: Any = wording.rules  # render_interactor refuses what is not a code game
    source = render_interactor(wording, form)
    row, every = _find_compiler("cpp"), Wording(changed(wording.dialect, rounds=0, limit=0), rules)
    guesses, draw, said, right = rules.guesses(), Random(0), [], every.start(len(secrets) + 1)
    name_it, before = every.final if every.has_final else every.ask, rules.rule.naming
    count = len(guesses) if len(guesses) * len(secrets) <= PAIRS else -(-PAIRS // len(secrets))
    for secret in (*secrets, "adaptive"):
        codemaker = Codemaker(every, rules.secrets() if secret == "adaptive" else [secret])
        asked = draw.sample(guesses, min(count, len(guesses)))
        while not codemaker.is_over:
            said.append(every.ask(asked.pop()) if asked else name_it(before + codemaker.secrets[0]))
            codemaker.receive(said[-1].encode())
            codemaker.read()
            right += codemaker.answer()
    with tempfile.TemporaryDirectory(prefix="treegen-") as name, Programs() as programs:
        folder = Path(name)
        _write(folder / "judge.cpp", render_interactor(every, form))
        _compile(row, folder, folder / "judge.cpp")
        _write(folder / "test", " ".join([*secrets, "adaptive"]))
        command = [
            str(folder / "out"),
            str(folder / "test"),
            *([str(folder / "log")] if form == "testlib" else ["", name]),
        ]
        program = programs.start(command, stderr=subprocess.DEVNULL)
        told, code = program.run("".join(said).encode())
    for line, (answer, expected) in enumerate(zip(told.decode().splitlines(), right.splitlines(), strict=False), 1):
        _compare(f"line {line}", answer, expected)
    if told.count(b"\n") != right.count("\n") or code not in (0, 42):
        raise ExportFailed(f"the interactor did not end cleanly: {describe_code(code)}")
    return {
        "to": "interactor",
        "form": form,
        "source_bytes": len(source.encode()),
        "games": len(secrets),
        "won": len(secrets),
    }


def measure_times(command: Sequence[str], wording: Wording, secrets: Sequence[str]) -> tuple[float, float]:
    """Return the median seconds from a program's start to its first guess, and from a reply to the next guess.

    Both include the pipe and the switch between processes.
    """
    starts: list[float] = []
    moves: list[float] = []
    for secret in secrets[:: max(1, len(secrets) // STARTS)]:
        codemaker = Codemaker(wording, [secret])
        said, times = codemaker.start(), starts
        with Programs() as programs:
            begin = perf_counter()
            lines = Lines(programs.start(command))
            while not codemaker.is_over:
                lines.program.write(said.encode())
                line = lines.read_line()
                times.append(perf_counter() - begin)
                if not line:
                    break
                codemaker.receive(line)
                codemaker.read()
                said, times = codemaker.answer(), moves
                begin = perf_counter()
    return median(starts), median(moves or [0.0])


def check_export(
    language: str,
    tree: Tree,
    form: str,
    wording: Wording,
    jobs: int,
    secrets: Sequence[str] | None = None,
    watch: Callable[[Iterable[Outcome]], Iterable[Outcome]] = iter,
    package: str = "",
    *,
    is_full: bool = False,
) -> tuple[dict[str, Any], list[Outcome]]:
    """Compile an export, play `secrets` with it (default: all), and return its figures and the lost games.

    The figures are its size, the times of a start and a move, and results.  A program plays some games in a process
    each, as a judge runs it, and the others in one, made for a judge that tells the number of rounds.  In one process
    is also played what a judge tells the number of rounds, and the driver of a library.  The outcomes pass through
    `watch`.  The keeper of a library plays all games, too, and its feedback to other guesses is compared; ExportFailed
    where it is not what the rules say.
    """
    if wording.rules.rule is UNKNOWN_RULE:
        wording = Wording(wording.dialect, StepRules(tree))
    chosen = wording.rules.secrets() if secrets is None else secrets
    source = render(language, tree, form, wording, package, is_full=is_full)
    parts = _parts(form, wording, chosen)
    library = tree if form == "library" else None
    with ExitStack() as stack:
        commands = [
            stack.enter_context(built(language, tree, form, worded, package, is_full=is_full)) for worded, _ in parts
        ]
        start, move = measure_times(commands[0], parts[0][0], chosen)
        outcomes = (
            outcome
            for command, (worded, part) in zip(commands, parts, strict=True)
            for outcome in _play(command, worded, part, jobs, library)
        )
        summary = referee.summarise(watch(outcomes), tree)
    row = summary.row()
    figures = {
        "to": language,
        "form": form,
        "source_bytes": len(source.encode()),
        "start_ms": round(1000 * start, 1),
        "move_us": round(1e6 * move, 1),
        "games": row["games"],
        "won": row["won"],
        "tally": row["tally"],
    }
    return figures, summary.losses


def _parts(form: str, wording: Wording, secrets: Sequence[str]) -> list[tuple[Wording, Sequence[str]]]:
    dialect = changed(wording.dialect, rounds=0)
    dialect.explains = wording.dialect.explains and form != "library"
    in_rounds = Wording(dialect, wording.rules)
    if form != "program" or not wording.dialect.rounds:
        return [(in_rounds, secrets)]
    alone = secrets[:: max(1, len(secrets) // STARTS)]
    others = sorted(set(secrets) - set(alone))
    return [(wording, alone), (in_rounds, others)] if others else [(wording, alone)]


def _play(
    command: Sequence[str], wording: Wording, secrets: Sequence[str], jobs: int, library: Tree | None
) -> Iterator[Outcome]:
    if not wording.dialect.rounds:
        return play_rounds(command, wording, secrets, library)
    games = referee.codemakers(wording, secrets, wording.dialect.limit)
    return referee.play_command(command, games, jobs, TIME_LIMIT)
