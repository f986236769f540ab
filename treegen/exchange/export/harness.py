"""The test harness of exported source code: it compiles a program, and plays all secrets with it."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from random import Random
from typing import Any

from player.errors import BadInput, GuesstreeError
from player.judge import referee
from player.judge.children import Programs
from player.judge.codemaker import Codemaker
from player.judge.match import Outcome, describe_code
from player.judge.wording import Wording, printable
from player.judge.wrong_tree import changed
from player.rules.cells import split
from player.rules.lists import UNKNOWN_RULE, TreeRules
from player.tree import Tree
from treegen.exchange.export.codec import StepRules
from treegen.exchange.export.interactor import render_interactor
from treegen.exchange.export.languages import LANGUAGES, render
from treegen.insight.rows import plays_of

PAIRS = 20_000  # compare the feedback of all guesses with all secrets, or of this number of pairs
ALONE = 15  # games in a process each, as a judge runs them
RUN = 100  # games in one process, which first reads how many they are
TIME_LIMIT = 20.0  # seconds per move: enough on a busy machine


class ExportFailed(GuesstreeError):
    """An exported program does not compile, or breaks the protocol."""

    exit_code = 1


def built(
    language: str, tree: Tree, form: str, wording: Wording, package: str = "", *, is_full: bool = False
) -> AbstractContextManager[list[str]]:
    """Return a context with the command that runs an exported program, or the driver of an exported library."""
    row = LANGUAGES[language]
    forms = {row.library: form, row.driver or row.program: "driver"} if form == "library" else {row.program: form}
    files = {name: render(language, tree, part, wording, package, is_full=is_full) for name, part in forms.items()}
    return compiled(language, files)


@contextmanager
def compiled(language: str, files: Mapping[str, str]) -> Iterator[list[str]]:
    """Yield the command that runs a program, whose main file is the last of `files`."""
    row = LANGUAGES[language]
    for program in [command[0] for command in (row.compile, row.run) if command]:
        if not program.startswith("{") and shutil.which(program) is None:
            raise BadInput(f"--test of {language} needs the program {program}; install it, or leave --test out")
    with tempfile.TemporaryDirectory(prefix="treegen-") as name:
        folder, file = Path(name), Path(name, [*files][-1])
        for path, text in {"go.mod": "module driver\n\ngo 1.18\n", **files}.items():
            (folder / path).parent.mkdir(exist_ok=True)
            (folder / path).write_text(text)
        names = {"file": file, "folder": folder, "python": sys.executable}
        if row.compile:
            with Programs() as programs:
                command = [part.format(**names) for part in row.compile]
                output, code = programs.start(command, stderr=subprocess.STDOUT, cwd=folder).run()
            if code:
                report = output.decode(errors="replace")[:500].strip()
                raise ExportFailed(f"{language}: {command[0]} reports: {report}")
        yield [part.format(**names) for part in row.run]


def check_keeper(command: Sequence[str], wording: Wording, tree: Tree, secrets: Sequence[str]) -> None:
    """Compare the keeper of a library with the games of a tree that finds `secrets`, and with other pairs of words.

    A line "- SECRET" begins a game, "GUESS -" goes on with it, and "GUESS SECRET" is a game of one guess.
    """
    rules, naming, matches = wording.rules, wording.rules.rule.naming, defaultdict[tuple[str, ...], list[str]](list)
    games = {secret.removeprefix(naming): tuple(history.split(",")) for secret, history in plays_of(tree)}
    for secret in sorted(games, key=int) if naming else rules.secrets():  # in the order of the sources
        for turn in range(len(games[secret]) + 1):
            matches[games[secret][:turn]].append(secret)
    lines = [(f"- {secret}\n", games[secret]) for secret in secrets]
    if len(rules.labels) * len(games) < PAIRS:
        lines.insert(0, ("", _evasive(tree, games, matches)))
    expected = list[tuple[str, str]]()
    for start, steps in lines:
        for turn, step in enumerate(steps, 1):
            (guess, _, label), fits = step.partition(":"), matches[steps[:turn]]
            expected.append((f"{start * (turn == 1)}{guess} -", f"{label} {len(fits)} {fits[0]}"))
    guesses, draw = rules.guesses(), Random(0)
    pairs = [(guess, secret) for guess in guesses for secret in games] if len(guesses) * len(games) <= PAIRS else []
    pairs = pairs or [(draw.choice(guesses), draw.choice(rules.secrets())) for _ in range(PAIRS)]
    expected += [(f"{guess} {secret}", rules.feedback(guess, secret)) for guess, secret in pairs]
    with Programs() as programs:
        text = "".join(f"{line}\n" for line, _ in expected)
        _compare(expected, *programs.start(command).run((wording.start(0) + text).encode()))


def _evasive(
    tree: Tree, games: Mapping[str, tuple[str, ...]], matches: Mapping[tuple[str, ...], Sequence[str]]
) -> tuple[str, ...]:
    """Return the game with a keeper without a secret, whose answers leave most candidates, and who wins last."""
    labels = [*tree.labels[: tree.winning], *tree.labels[tree.winning + 1 :], tree.labels[tree.winning]]
    steps: tuple[str, ...] = ()
    while steps not in games.values():
        guess = games[matches[steps][0]][len(steps)].partition(":")[0]
        answers = [(*steps, f"{guess}:{label}") for label in labels]
        steps = max(answers, key=lambda steps: len(matches[steps]))
    return steps


def _compare(expected: Sequence[tuple[str, str]], output: bytes, code: int) -> None:
    """Compare the answers of a keeper with those by the rules; 42 is the code of a validator that accepts."""
    lines = output.decode(errors="replace").splitlines()
    for (question, right), line in zip(expected, lines, strict=False):
        if line.strip() != right:
            answer = printable(line.encode(), 200)
            raise ExportFailed(
                f"its keeper answers {answer!r} to {question!r}; by the rules of the game it is {right!r}"
            )
    if len(lines) != len(expected) or code not in (0, 42):
        answers = f"{len(lines)} of {len(expected)} answers"
        raise ExportFailed(f"its keeper did not end cleanly: {describe_code(code)} after {answers}")


def check_interactor(wording: Wording, form: str, secrets: Sequence[str]) -> dict[str, Any]:
    """Compile an interactor, play `secrets` and an adaptive round as it would be played, and return its figures."""
    rules, every = wording.rules, Wording(changed(wording.dialect, rounds=0, limit=0), wording.rules)
    losing, names = {rules.labels[i] for i in rules.losing if not rules.rule.naming}, getattr(rules, "target_of", {})
    guesses, draw, talk, right = rules.guesses(), Random(0), "", every.start(len(secrets) + 1)
    if losing:
        guesses = [guess for guess in guesses if losing.isdisjoint(split(rules, guess, rules.secrets()))]
    for secret in (*secrets, "adaptive"):
        codemaker = Codemaker(every, rules.secrets() if secret == "adaptive" else [secret])
        drawn = draw.sample(guesses, min(-(-PAIRS // len(secrets)), len(guesses)))
        while not codemaker.is_over:
            first = codemaker.secrets[0]
            turn = every.ask(drawn.pop()) if drawn else every.final(names.get(first, rules.rule.naming + first))
            talk += turn
            codemaker.receive(turn.encode())
            codemaker.read()
            right += codemaker.answer()
    with compiled("cpp", {"judge.cpp": render_interactor(every, form)}) as (command,), Programs() as programs:
        folder = Path(command).parent
        (folder / "test").write_text(" ".join([*secrets, "adaptive"]))
        files = [str(folder / "log")] if form == "testlib" else ["", str(folder)]
        program = programs.start([command, str(folder / "test"), *files], stderr=subprocess.DEVNULL)
        output, code = program.run(talk.encode())
    _compare([(f"line {number}", line) for number, line in enumerate(right.splitlines(), 1)], output, code)
    size = len(render_interactor(wording, form).encode())
    return {"to": "interactor", "form": form, "source_bytes": size, "games": len(secrets), "won": len(secrets)}


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
    """Compile an export, play `secrets` with it (default: all), and return its size and results, and the lost games.

    A program plays some games in a process each, as a judge runs it, and the others in processes of several rounds; the
    driver of a library plays all of them so, and then also the other side.  Raise ExportFailed if an answer of that
    breaks the rules.  The outcomes pass through `watch`.
    """
    if isinstance(wording.rules, TreeRules) and wording.rules.rule is UNKNOWN_RULE:
        wording = Wording(wording.dialect, StepRules(tree))
    chosen = wording.rules.secrets() if secrets is None else secrets
    plain = {"reply": "{feedback}", "win": ""} if form == "library" else {}  # a driver passes replies on as labels
    in_rounds = Wording(changed(wording.dialect, rounds=0, **plain), wording.rules)
    in_rounds.dialect.explains &= form == "program"
    alone = chosen[:: max(1, len(chosen) // ALONE)] if form == "program" and wording.dialect.rounds else []
    others = [secret for secret in chosen if secret not in alone]

    def play() -> Iterator[Outcome]:
        for worded, part in ((wording, alone), (in_rounds, others)):
            if part:
                with built(language, tree, form, worded, package, is_full=is_full) as command:
                    games = referee.codemakers(worded, part, worded.dialect.limit)
                    run = worded.dialect.rounds or min(RUN, len(part))
                    yield from referee.play_command(command, games, jobs, TIME_LIMIT, run)
                    if form == "library" and wording.rules.rule is not UNKNOWN_RULE:
                        check_keeper(command, worded, tree, part)

    summary = referee.Summary(tree, watch(play()))
    row, size = summary.row(), len(render(language, tree, form, wording, package, is_full=is_full).encode())
    figures = {"to": language, "form": form, "source_bytes": size}
    return figures | {name: row[name] for name in ("games", "won", "tally")}, summary.losses
