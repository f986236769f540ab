"""The installed wheels hold what they should, and nothing of the checkout; guesstree-player works alone."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import zipfile
from email.parser import Parser
from importlib.metadata import distribution
from pathlib import Path

import pytest

import player
import treegen

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = [Path(player.__path__[0]), Path(treegen.__path__[0])]
# Everything that a person or a judge may ask of the player, and then: what was loaded, and what was not.
PLAYS = """
import sys
begun = set(sys.modules)  # Debian's Python begins with a sitecustomize of its own
import pkgutil, player, player.web
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
print(*sorted({name.partition(".")[0] for name in sys.modules.keys() - begun} - set(sys.stdlib_module_names)))
"""


@pytest.fixture
def only_for_a_wheel(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--checkout"):
        pytest.skip("--checkout: no wheel is under test")


def run(*words: str | Path, cwd: Path, input: str = "") -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        words, cwd=cwd, input=input, env=environment, capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.usefixtures("only_for_a_wheel")
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_package_is_whole_and_typed(folder: Path) -> None:
    source = ROOT / folder.name
    here, there = ({path.relative_to(top) for path in top.rglob("*.py")} for top in (folder, source))
    assert {path for path in here if path.parts[0] != "trees"} == there
    assert (folder / "py.typed").is_file()
    sources = [path for path in folder.rglob("*") if path.suffix in (".cpp", ".hpp", ".h", ".inc", ".tmp")]
    assert not [path for path in sources if path.parent.name != "submissions"]


@pytest.mark.usefixtures("only_for_a_wheel")
def test_the_shipped_trees_lie_in_the_package_player_and_the_rest_in_treegen() -> None:
    outside = ROOT / "trees"
    names = {path.relative_to(outside) for path in outside.rglob("*") if path.is_file()}
    shipped = {name for name in names if len(name.parts) == 1 and name.suffix == ".tree"} | {Path("manifest.json")}
    for folder, wanted in zip(FOLDERS, (shipped, names - shipped), strict=True):
        inside = folder / "trees"
        found = {path.relative_to(inside) for path in inside.rglob("*") if path.is_file()}
        assert {name for name in found if name.suffix != ".pyc"} == wanted
        for name in wanted:
            assert (inside / name).read_bytes() == (outside / name).read_bytes(), name
    assert player.shipped_trees() == sorted(name.stem for name in shipped if name.suffix == ".tree")
    assert player.open_tree("bulls-3x8.total").path == str(FOLDERS[1] / "trees" / "atlas" / "bulls-3x8.total.tree")


@pytest.mark.usefixtures("only_for_a_wheel")
def test_one_version_and_two_commands() -> None:
    for name, commands in (
        ("guesstree", {"treegen": "treegen.cli:main"}),
        ("guesstree-player", {"player": "player.cli:main"}),
    ):
        installed = distribution(name)
        assert installed.version == player.__version__
        found = {entry.name: entry.value for entry in installed.entry_points if entry.group == "console_scripts"}
        assert found == commands


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = ROOT / "scripts" / "distributions" / "player"
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, source, cwd=folder)
    (made,) = folder.glob("*.whl")
    return made


def test_the_wheel_is_small_and_says_what_it_is(wheel: Path) -> None:
    assert wheel.name == f"guesstree_player-{player.__version__}-py3-none-any.whl"
    assert wheel.stat().st_size <= 500_000
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        about = Parser().parsestr(archive.read(metadata).decode())
    pages = [name for name in names if name.endswith(".data/data/share/man/man1/player.1")]
    assert len(pages) == 1  # where man finds it
    assert {name.partition("/")[0] for name in set(names).difference(pages)} == {"player", metadata.partition("/")[0]}
    assert about["Name"] == "guesstree-player"
    assert about.get_all("Requires-Dist") == ["msgpack>=1.0.5"]
    assert about["License-Expression"] == "MIT"


def test_alone_it_plays_and_needs_msgpack_only(wheel: Path, tmp_path: Path) -> None:
    run(sys.executable, "-m", "venv", "--without-pip", "venv", cwd=tmp_path)
    scripts = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    python = scripts / "python"
    run(sys.executable, "-m", "pip", "--python", python, "install", "--quiet", wheel, cwd=tmp_path)
    message, modules = run(python, "-c", PLAYS, cwd=tmp_path).splitlines()
    assert message.endswith("; treegen and more trees come with guesstree (pip install guesstree)")
    assert {name for name in modules.split() if "cython" not in name} - {"__main__"} == {"player", "msgpack"}
    for name in ("numpy", "treegen"):
        run(python, "-c", f"import importlib.util as u; assert u.find_spec({name!r}) is None", cwd=tmp_path)
    assert run(scripts / "player", "--version", cwd=tmp_path).split()[-1] == player.__version__
    judged = run(scripts / "player", "judge", cwd=tmp_path, input="0 1\n0 2\n0 2\n1 3\n4 0\n")
    assert judged.split() == ["0123", "1456", "4530", "7605", "6075"]


def test_a_release_needs_the_player_of_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    needs = runpy.run_path(str(ROOT / "scripts" / "distributions" / "needs_player.py"))["NeedsPlayer"]()
    beside = f"guesstree-player @ {tmp_path.as_uri()}/scripts/distributions/player"
    for state, has_sdist, name in (
        ("sdist", False, "guesstree-player==1.2"), ("wheel", False, beside), ("metadata_editable", False, beside),
        ("wheel", True, "guesstree-player==1.2"), ("metadata_wheel", True, "guesstree-player==1.2"),
    ):  # fmt: skip
        if has_sdist:
            Path("PKG-INFO").touch()
        needs.build_state(state)
        assert needs.dynamic_metadata({}, {"version": "1.2"}) == {"dependencies": [name]}
