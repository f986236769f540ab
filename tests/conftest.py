"""What all tests share: that the installed wheel is tested, its commands, and programs that may be missing."""

from __future__ import annotations

import os
import platform
import shutil
import signal
import struct
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]


def lend_the_core() -> None:
    """Link the installed core into the checkout, if it has none: scripts/run and scripts/test built it."""
    for built in Path(sysconfig.get_path("platlib"), "treegen", "native").glob("_core*"):
        ours = ROOT / "treegen" / "native" / built.name
        if built.suffix in (".so", ".pyd") and not ours.exists():
            ours.unlink(missing_ok=True)
            ours.symlink_to(built)


if "--checkout" in sys.argv:
    lend_the_core()
    sys.path.insert(0, str(ROOT))  # pytest itself does so only as python -m pytest
    os.environ["PYTHONPATH"] = str(ROOT)  # commands and programs that tests start use the checkout, too

import player.cli
import treegen.cli
from treegen.native import core

# What tests start heeds Ctrl-C, also where the tests ignore it, as under nohup and in the background of a script: a
# program that is started inherits what is ignored, but no handler.
for number in (getattr(signal, name) for name in ("SIGINT", "SIGHUP") if hasattr(signal, name)):
    if signal.getsignal(number) is signal.SIG_IGN:
        signal.signal(number, lambda *_: None)

# The programs that a test may need beside Python (a marker needs_PROGRAM), and the packages of Debian that have them.
PACKAGES = {
    "dot": "graphviz", "chromium": "chromium-headless-shell or chromium", "firefox": "firefox-esr", "npm": "npm",
    "g++": "g++", "em++": "emscripten", "aarch64-linux-gnu-g++": "g++-aarch64-linux-gnu", "qemu-aarch64": "qemu-user",
    "wine": "wine64 wine", "gcc": "gcc", "avr-gcc": "gcc-avr avr-libc", "simavr": "simavr", "clang": "clang",
    "clang-format": "clang-format", "cmake": "cmake", "javac": "default-jdk-headless", "node": "nodejs",
    "openssl": "openssl", "go": "golang-go", "coqc": "coq", "ocamlfind": "ocaml-nox ocaml-findlib", "rustc": "rustc",
    "mono": "mono-mcs", "kotlinc": "kotlin", "tsc": "node-typescript", "php": "php-cli", "ruby": "ruby",
}  # fmt: skip

# What may be skipped where CI is "true", by a part of the reason that is printed; any other skip is a failure there.
MAY_BE_SKIPPED = {
    "it takes minutes": "scripts/test --long runs it",
    "the lowest versions are": "the workflow in .github runs them on Python 3.11",
    "a virtual environment of Windows": "it is another system's",
    "the program em++": "Emscripten takes a gigabyte",
    "it needs pyarrow": "no extra has it: it is asked for only to read Parquet",
}
if "ubuntu" in platform.version().lower():
    MAY_BE_SKIPPED |= dict.fromkeys(("a chromium that starts", "a Firefox that starts"), "its package asks for a snap")
if sys.platform != "linux":
    MAY_BE_SKIPPED |= {"it needs the program": "scripts/test installs programs with apt-get only"}
    MAY_BE_SKIPPED |= dict.fromkeys(("/proc", "/dev/full"), "it is Linux's")
    MAY_BE_SKIPPED |= dict.fromkeys(("a Firefox", "a chromium", "from npm"), "it is not installed")

# These come first, so that no worker begins with one when the others have ended.  Those of pages, which wait for a
# browser, take turns with those that compute.
LONGEST = (
    "test_sources.py", "test_looks.py", "test_interactor.py", "test_npm.py", "test_documents.py", "test_core.py",
    "test_play.py", "test_review.py", "test_checkpoint.py", "test_rules.py", "test_attacks.py", "test_npm_words.py",
    "test_session.py", "test_build.py", "test_installed.py", "test_boards.py", "test_jobs.py", "test_daily.py",
    "test_anytime.py", "test_walks.py", "test_conversations.py", "test_cli.py", "test_atlas.py",
)  # fmt: skip

# The files that --quick leaves out; with those that need a browser or a compiler they take most of the time.
SLOW = {
    f"test_{name}.py" for name in (
        "anytime", "atlas", "attacks", "certificate", "certificate_checkers", "checkpoint", "conversations",
        "core_trees", "documents", "evaluate", "export", "export_hostile", "forger", "game", "hostile_input",
        "installed", "interactor", "jobs", "jobs_damage", "notebook", "outside", "plots", "progress", "screens",
        "session", "solver", "sources", "special",
    )
}  # fmt: skip


# How the commands are run and called; what comes back has text in `stdout` and `stderr`.
RunCommand = Callable[..., "subprocess.CompletedProcess[str]"]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the tests marked long, too")
    parser.addoption(
        "--quick",
        action="store_true",
        help="leave out slow tests and those that need another program, as scripts/test does without options",
    )
    parser.addoption(
        "--checkout",
        action="store_true",
        help="test the checkout (python -m pytest --checkout), not the installed wheel: for a quick look while writing",
    )


def pytest_configure(config: pytest.Config) -> None:
    for program in PACKAGES:
        config.addinivalue_line("markers", f"needs_{program}: needs the program {program}")
    # No test measures time: how long an example takes says how busy the machine is.
    parent, most = settings.get_profile(settings.get_current_profile_name()), 300 if config.getoption("--long") else 30
    settings.register_profile("guesstree", parent=parent, deadline=None, max_examples=most)
    settings.load_profile("guesstree")
    if not config.getoption("--checkout"):
        refuse_the_checkout()


@pytest.fixture(autouse=True)
def same_path() -> Iterator[None]:
    """Undo what scripts that a test runs add to the path: processes started later would import the checkout."""
    before = [*sys.path]
    yield
    sys.path[:] = before


@pytest.fixture(scope="session", autouse=True)
def _the_wheel_is_tested(request: pytest.FixtureRequest) -> Iterator[None]:
    yield
    if not request.config.getoption("--checkout"):
        refuse_the_checkout()


def refuse_the_checkout() -> None:
    """Stop everything when a module of ours was imported from the checkout instead of the wheel."""
    for name, module in sorted(sys.modules.items()):
        if name.partition(".")[0] in (player.__name__, treegen.__name__):
            file = getattr(module, "__file__", None)
            if file and Path(file).resolve().is_relative_to(ROOT / name.partition(".")[0]):
                pytest.exit(
                    f"{name} was imported from the checkout ({file}), not from the installed wheel: "
                    "run scripts/test, or give --checkout",
                    returncode=pytest.ExitCode.USAGE_ERROR,
                )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    rank = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: rank.get(item.path.name, len(LONGEST)))
    for item in items:
        if item.get_closest_marker("long") and not config.getoption("--long"):
            item.add_marker(pytest.mark.skip(reason="it takes minutes: scripts/test --long"))
            continue
        is_slow = item.path.name in SLOW or any(
            marker.name.startswith("needs_") for marker in item.iter_markers() if marker.name != "needs_core"
        )
        if config.getoption("--quick") and is_slow:
            item.add_marker(pytest.mark.skip(reason="it takes longer, or another program: scripts/test --all"))
            continue
        for marker in list(item.iter_markers()):
            program = marker.name.removeprefix("needs_")
            if marker.name == "needs_core":
                if core is None:
                    reason = "the native core is not built: install where a compiler is"
                    item.add_marker(pytest.mark.skip(reason=reason))
            elif program != marker.name and not (shutil.which(program) or shutil.which(f"{program}-headless-shell")):
                item.add_marker(
                    pytest.mark.skip(reason=f"it needs the program {program} (apt-get install {PACKAGES[program]})")
                )


def fail_if_skipped(report: pytest.TestReport | pytest.CollectReport) -> None:
    """Nothing is left out in silence: in CI, a skip that MAY_BE_SKIPPED does not name is a failure."""
    if report.skipped and os.environ.get("CI") == "true" and not hasattr(report, "wasxfail"):
        reason = str(report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr)
        if not any(part in reason for part in MAY_BE_SKIPPED):
            report.outcome = "failed"
            report.longrepr = f"{reason}\nIn CI it is run, or MAY_BE_SKIPPED in tests/conftest.py says why not."


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, Any, Any]:
    report = yield
    fail_if_skipped(report)
    return report


pytest_make_collect_report = pytest_runtest_makereport


@pytest.fixture(scope="session")
def on_terminal() -> Callable[..., tuple[int, str]]:
    """Run a command on a terminal; what comes back is its exit code and all that the terminal shows."""
    pty, fcntl, termios = (pytest.importorskip(name) for name in ("pty", "fcntl", "termios"))

    def run(
        line: str, *more: str, columns: int = 80, typed: str = "", interrupt: str = "", **how: Any
    ) -> tuple[int, str]:
        """`line` is for the shell, where `more` are "$@"; SIGINT is sent once the terminal shows `interrupt`."""
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "NO_COLOR")}
        env |= {"PATH": path, "TERM": "xterm", "PYTHONUTF8": "1", **how.pop("env", {})}
        shown = b""
        with subprocess.Popen(
            ["sh", "-c", f"exec {line}", "sh", *more], stdin=theirs, stdout=theirs, stderr=theirs, env=env, **how
        ) as process:
            os.close(theirs)
            alarm = Timer(600, process.kill)  # for a command that waits for ever
            alarm.start()
            os.write(ours, typed.encode())
            with suppress(OSError):  # as Linux says that nobody has the other end open
                while part := os.read(ours, 65536):
                    shown += part
                    if interrupt and interrupt.encode() in shown:
                        process.send_signal(signal.SIGINT)
                        interrupt = ""
            alarm.cancel()
        os.close(ours)
        return process.returncode, shown.decode().replace("\r\n", "\n")

    return run


@pytest.fixture(scope="session")
def run_script() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Run a script of the checkout with some words, away from it."""

    def run(name: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-P", ROOT / name, *words]
        return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT / "tests")

    return run


@pytest.fixture
def call_treegen(capsys: pytest.CaptureFixture[str]) -> RunCommand:
    """Call `treegen` with some words in this process, ten times as fast; what comes back is what a process gives."""
    return call("treegen", treegen.cli.main, capsys)


@pytest.fixture
def call_player(capsys: pytest.CaptureFixture[str]) -> RunCommand:
    """Call `player` in this process."""
    return call("player", player.cli.main, capsys)


def call(name: str, main: Callable[[], int | None], capsys: pytest.CaptureFixture[str]) -> RunCommand:
    def run(
        *arguments: str | os.PathLike[str], input: str | None = None, env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None, timeout: float = 0,
    ) -> subprocess.CompletedProcess[str]:  # fmt: skip
        words = [name, *map(str, arguments)]
        stopping = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
        before, kept = {number: signal.getsignal(number) for number in stopping}, os.dup(0)
        with tempfile.TemporaryFile() as typed:
            typed.write((input or "").encode())
            typed.seek(0)
            os.dup2(typed.fileno(), 0)
        try:
            with pytest.MonkeyPatch.context() as patch, open(0, encoding="utf-8", closefd=False) as standard_input:
                patch.chdir(cwd or Path.cwd())
                patch.setattr(sys, "argv", words)
                patch.setattr(sys, "stdin", standard_input)
                for variable, value in (env or {}).items():
                    patch.setenv(variable, value)
                code: object = main()
        except SystemExit as ended:
            code = ended.code
        finally:
            os.dup2(kept, 0)
            os.close(kept)
            for number, handler in before.items():
                signal.signal(number, handler)
        assert isinstance(code, int)
        return subprocess.CompletedProcess(words, code, *capsys.readouterr())

    return run


@pytest.fixture(scope="session")
def run_treegen() -> RunCommand:
    """Run the installed command `treegen`."""
    return command("treegen")


@pytest.fixture(scope="session")
def run_player() -> RunCommand:
    """Run the installed command `player`."""
    return command("player")


def command(name: str) -> RunCommand:
    def run(
        *arguments: str | os.PathLike[str], input: str | None = None, env: Mapping[str, str] | None = None,
        cwd: str | os.PathLike[str] | None = None, timeout: float = 120,
    ) -> subprocess.CompletedProcess[str]:  # fmt: skip
        """Run to the end; `env` is added to the environment, standard input is empty unless `input` is given."""
        words = [str(Path(sys.executable).with_name(name)), *(os.fspath(argument) for argument in arguments)]
        return subprocess.run(
            words, input=input or "",
            env={**os.environ, **(env or {})}, cwd=cwd, timeout=timeout, capture_output=True, encoding="utf-8",
            check=False,
        )  # fmt: skip

    return run
