"""The writer: whatever happens while it writes, the file is the old one or the new one, whole."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import player
from player import BadInput
from player.tree import writer

if TYPE_CHECKING:
    from typing import Any

OLD, NEW = b"old" * 1000, b"new" * 100_000


@pytest.fixture
def target(tmp_path: Path) -> Path:
    path = tmp_path / "t.tree"
    path.write_bytes(OLD)
    return path


def leftovers(target: Path) -> list[Path]:
    return [path for path in target.parent.iterdir() if path != target]


def refusal(path: str | Path, data: bytes = NEW) -> str:
    with pytest.raises(BadInput) as caught:
        writer.write_file(os.fspath(path), data)
    assert str(caught.value).isprintable()
    return str(caught.value)


@pytest.mark.parametrize(
    ("step", "call", "is_replaced"),
    [("open", 1, False), ("fsync", 1, False), ("replace", 1, False), ("open", 2, True), ("fsync", 2, True)],
)
def test_disk_full_at_each_call(
    target: Path, monkeypatch: pytest.MonkeyPatch, step: str, call: int, is_replaced: bool
) -> None:
    calls, function = iter(range(1, 100)), getattr(os, step)

    def limited(*arguments: Any, **more: Any) -> Any:
        if next(calls) == call:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return function(*arguments, **more)

    monkeypatch.setattr(os, step, limited)
    assert refusal(target) == f"{target}: cannot write: no space left on device"
    assert target.read_bytes() == (NEW if is_replaced else OLD)
    assert not leftovers(target)


def test_targets_that_cannot_be(target: Path) -> None:
    folder = target.parent
    paths: dict[str | Path, str] = {
        target / "t.tree": f"{target}/t.tree: cannot write: not a directory",
        "": "'': it names no file; name one that ends in .tree",
        f"{folder}/new/": f"'{folder}/new/': it names no file; name one that ends in .tree",
        "t\0.tree": "t?.tree: cannot write: embedded null byte",
        "\ud800.tree": "?.tree: cannot write: 'utf-8' codec can't encode character '\\ud800' in position 0: "
        "surrogates not allowed",
    }
    for path, message in paths.items():
        assert refusal(path) == message


def test_a_symbolic_link_stays(target: Path) -> None:
    for name, end in (("link", "t.tree"), ("dangling", "made.tree")):
        link = target.parent / name
        link.symlink_to(end)
        writer.write_file(str(link), NEW)
        assert link.is_symlink()
        assert (target.parent / end).read_bytes() == NEW


def test_a_device_and_a_pipe_are_written_to_and_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("it would have replaced a device")

    monkeypatch.setattr(os, "replace", refuse)
    writer.write_file("/dev/null", NEW)
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    reading, writing = os.pipe()
    writer.write_file(f"/dev/fd/{writing}", OLD)
    os.close(writing)
    with open(reading, "rb") as file:
        assert file.read() == OLD


def test_writers_at_once_leave_one_whole_file(target: Path) -> None:
    versions = [bytes([i]) * 200_000 for i in range(8)]
    with ThreadPoolExecutor(8) as pool:
        assert [*pool.map(lambda data: writer.write_file(str(target), data), versions * 4)] == [None] * 32
    assert target.read_bytes() in versions
    assert not leftovers(target)


KILLED = """
import os, sys
from player.tree import writer

path, line = sys.argv[1], 0
while True:
    line += 1
    with open(path, "wb") as file:
        file.write(b"old" * 1000)
    if (child := os.fork()) == 0:
        lines = iter(range(1, 10_000))
        def trace(frame, event, _):
            if frame.f_code.co_filename != writer.__file__:
                return None
            if event == "line" and next(lines) == line:
                os._exit(9)
            return trace
        sys.settrace(trace)
        writer.write_file(path, b"new" * 100_000)
        sys.settrace(None)
        os._exit(0)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with open(path, "rb") as file:
        whole = {b"old" * 1000: "old", b"new" * 100_000: "new"}[file.read()]
    names = [name for name in os.listdir(os.path.dirname(path)) if name != os.path.basename(path)]
    assert len(names) <= 1 and all(name.startswith(".guesstree-") and name.endswith(".tmp") for name in names), names
    writer.write_file(path, b"next")
    with open(path, "rb") as file:
        assert file.read() == b"next"
    for name in names:
        os.unlink(os.path.join(os.path.dirname(path), name))
    print(code, whole, len(names))
    if code == 0:
        break
"""


def test_killed_between_any_two_lines(target: Path) -> None:
    """A process ends without a word before each line of the writer; the next write finds nothing in its way."""
    env = {**os.environ, "PYTHONPATH": str(Path(player.__file__).parents[1])}
    done = subprocess.run(
        [sys.executable, "-c", KILLED, target], env=env, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.stderr == ""
    outcomes = done.stdout.splitlines()
    assert outcomes[0] == "9 old 0"
    assert "9 old 1" in outcomes
    assert "9 new 0" in outcomes
    assert outcomes[-1] == "0 new 0"
