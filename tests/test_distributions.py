"""guesstree-player as people get it, alone; and which one of it guesstree needs."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import zipfile
from email.parser import Parser
from pathlib import Path

import pytest

import player

ROOT = Path(__file__).resolve().parents[1]
MOST_BYTES = 500_000
# Everything that a person or a judge may ask of the player, and then: what was loaded, and what was not.
PLAYS = """
import pkgutil, sys, player, player.web
for module in pkgutil.walk_packages(player.__path__, "player."):
    if not module.name.endswith("__main__"):
        __import__(module.name)
assert len(player.shipped_trees()) == 9
p = player.Player("bulls-4x10")
assert (p.guess, p.answer("01"), p.answer(0, 2)) == ("0123", "1456", "4530")
page = player.web.make_page([("bulls-3x9.total", player.open_tree("bulls-3x9.total"))])
assert page.startswith("<!doctype html>"), page[:20]
try:
    player.open_tree("bulls-3x8.total")
except player.BadInput as error:
    print(error)
print(*sorted({name.partition(".")[0] for name in sys.modules} - set(sys.stdlib_module_names)))
"""


def run(*words: str | Path, cwd: Path, input: str = "") -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        words, cwd=cwd, input=input, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = ROOT / "scripts" / "distributions" / "player"
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source, cwd=folder)
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_is_small_and_says_what_it_is(wheel: Path) -> None:
    assert wheel.name == f"guesstree_player-{player.__version__}-py3-none-any.whl"
    assert wheel.stat().st_size <= MOST_BYTES
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        about = Parser().parsestr(archive.read(metadata).decode())
    assert {name.partition("/")[0] for name in names} == {"player", metadata.partition("/")[0]}
    others = {".html", ".js", ".png", ".webmanifest", ".bash", ".fish", ".zsh"}
    assert {Path(name).suffix for name in names} == {".py", ".tree", ".json", ".typed", ".txt", ".1", "", *others}
    assert about["Name"] == "guesstree-player"
    assert about.get_all("Requires-Dist") == ["msgpack>=1.0.5"]
    assert about["License-Expression"] == "MIT"
    licence = ROOT / "scripts" / "distributions" / "player" / "LICENSE.txt"
    assert licence.read_bytes() == (ROOT / "LICENSE").read_bytes()


def test_alone_it_plays_and_needs_msgpack_only(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", "venv", cwd=tmp_path)
    scripts = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", wheel, cwd=tmp_path)
    message, modules = run(python, "-c", PLAYS, cwd=tmp_path).splitlines()
    assert message.endswith("; with guesstree come more (pip install guesstree)")
    assert {name for name in modules.split() if "cython" not in name} - {"__main__"} == {"player", "msgpack"}
    for name in ("numpy", "treegen"):
        run(python, "-c", f"import importlib.util as u; assert u.find_spec({name!r}) is None", cwd=tmp_path)
    assert run(scripts / "player", "--version", cwd=tmp_path).split()[-1] == player.__version__
    judged = run(scripts / "player", "judge", cwd=tmp_path, input="0 1\n0 2\n0 2\n1 3\n4 0\n")
    assert judged.split() == ["0123", "1456", "4530", "7605", "6075"]


@pytest.mark.parametrize(
    ("state", "is_in_sdist", "wanted"),
    [
        ("sdist", False, "guesstree-player==1.2"),
        ("wheel", True, "guesstree-player==1.2"),
        ("metadata_wheel", True, "guesstree-player==1.2"),
        ("wheel", False, "guesstree-player @ {here}/scripts/distributions/player"),
        ("metadata_editable", False, "guesstree-player @ {here}/scripts/distributions/player"),
    ],
)
def test_what_is_published_needs_the_player_of_its_version(
    state: str, is_in_sdist: bool, wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    if is_in_sdist:
        Path("PKG-INFO").touch()
    needs = runpy.run_path(str(ROOT / "scripts" / "distributions" / "needs_player.py"))["NeedsPlayer"]()
    needs.build_state(state)
    assert needs.dynamic_metadata({}, {"version": "1.2"}) == {"dependencies": [wanted.format(here=tmp_path.as_uri())]}
