"""scripts/release, test and build: how they are called, what a release refuses; the files that the parsers make."""

from __future__ import annotations

import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


def run(*words: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize(
    ("words", "code", "printed"),
    [
        (["release", "--help"], 0, "\nusage: scripts/release"),
        (["test", "--help"], 0, "\nusage: scripts/test"),
        (["release", "--publish"], 2, "it takes no arguments, but got --publish; usage: scripts/release\n"),
        (["build", "nothing"], 2, "\nbuild: "),
        (["build", "trees", "nothing"], 2, "build: "),
        (["build", "page", "--lint"], 2, "\nbuild: "),
    ],
    ids=str,
)
def test_how_a_script_is_called(words: list[str], code: int, printed: str) -> None:
    before = [Path(sys.executable)] if words[0] == "build" else []
    result = run(*before, ROOT / "scripts" / words[0], *words[1:])
    assert result.returncode == code
    assert printed in (result.stderr if code else result.stdout)
    assert (result.stdout if code else result.stderr) == ""


@pytest.mark.parametrize(
    ("file", "before", "after"),
    [("CHANGELOG.md", " - 2", ", unreleased"), ("CITATION.cff", "version: ", "version: 9.")],
)
def test_release_refuses_a_version_that_is_not_the_documents(
    file: str, before: str, after: str, tmp_path: Path
) -> None:
    """Before anything is built: a copy of what it looks at is enough."""
    for name in ("scripts/release", "scripts/venv.sh", "player/__init__.py", "CHANGELOG.md", "CITATION.cff"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    changes = tmp_path / "CHANGELOG.md"
    changes.write_text(re.sub(r"(?m)^## ([\d.]+), unreleased$", r"## [\1] - 2026-12-01", changes.read_text()))
    changed = tmp_path / file
    changed.write_text(changed.read_text(encoding="utf-8").replace(before, after), encoding="utf-8")
    result = run(tmp_path / "scripts" / "release")
    assert result.returncode == 2
    assert result.stderr.startswith(f"release: {file} ")
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "dist").exists()


@pytest.mark.skipif(
    find_spec("shtab") is None or find_spec("argparse_manpage") is None or sys.version_info[:2] != (3, 11),
    reason="what describes the command lines is made with Python 3.11, shtab and argparse-manpage",
)
def test_what_describes_the_command_lines_is_made_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    script: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "builds" / "commands.py"))
    made = dict(script["build"](None))
    assert len(made) == 9
    for path, data in made.items():
        assert data == path.read_bytes(), f"{path.name}: run scripts/build commands"


def test_a_shell_completes(run_player: Any, tmp_path: Path) -> None:
    if shutil.which("bash") is None:
        pytest.skip("no bash")
    script = run_player("completion", "bash").stdout
    lists = tmp_path / "guesstree" / "words"
    lists.mkdir(parents=True)
    (lists / "zz-mine.words").write_bytes(b"")
    (tmp_path / "zz-my.tree").write_bytes(b"")
    for words, answer in (
        (["pl"], "play"), (["play", "--ro"], "--role"), (["play", "--role", ""], "keeper guesser"),
        (["play", "bulls-4x10.t"], "bulls-4x10.total"), (["play", "wordl"], "wordle"),
        (["play", "zz"], "zz-mine zz-my.tree"), (["judge", "--dialect", "g"], "gym-101192d"),
    ):  # fmt: skip
        quoted = " ".join(f"'{word}'" for word in ["player", *words])
        end = f"COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; _shtab_player; echo ${{COMPREPLY[@]}}"
        command, env = ["bash", "-c", f"{script}\n{end}"], dict(os.environ, XDG_DATA_HOME=str(tmp_path))
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path, env=env)
        assert done.stdout == f"{answer}\n"


@pytest.mark.parametrize("words", ["player play my", "treegen verify my", "treegen words my"])
def test_bash_quotes_blanks_in_the_names_of_files(words: str, tmp_path: Path) -> None:
    """Bash quotes what it inserts only if the script says that these are names of files."""
    program = words.partition(" ")[0]
    script = ROOT / program / "man" / f"{program}.bash"
    (tmp_path / "my own.tree").write_bytes(b"")
    end = f"COMP_WORDS=({words}); COMP_CWORD=2; _shtab_{program}; echo ${{COMPREPLY[0]}}"
    command = ["bash", "-c", f". {shlex.quote(str(script))}; compopt() {{ echo $*; }}; {end}"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout == "-o filenames\nmy own.tree\n"


@pytest.mark.parametrize("program", ["player", "treegen"])
def test_the_script_for_zsh_leaves_compinit_to_its_user(program: str) -> None:
    text = (ROOT / program / "man" / f"{program}.zsh").read_text(encoding="utf-8")
    assert "$zsh_eval_context[-1] != loadautofunc ]]; then\n" in text  # a file that is sourced registers, too
    calls = [line for line in text.splitlines() if "compinit" in line or line.strip().startswith("compdef ")]
    assert len(calls) == 1
    assert calls[0].startswith(f"  (( $+functions[compdef] )) && compdef _shtab_{program} -N {program} || print -u2 ")
