"""The wheels hold what they should, and nothing of them comes from the checkout."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import player
import treegen

if TYPE_CHECKING:
    from tests.conftest import RunCommand

ROOT = Path(__file__).resolve().parents[1]
FOLDERS = [Path(player.__path__[0]), Path(treegen.__path__[0])]


@pytest.fixture(autouse=True)
def _only_for_a_wheel(request: pytest.FixtureRequest) -> None:
    if request.config.getoption("--checkout"):
        pytest.skip("--checkout: no wheel is under test")


def run_python(code: str) -> str:
    return subprocess.run(
        [sys.executable, "-P", "-c", code], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    ).stdout


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_each_package_is_whole_and_typed(folder: Path) -> None:
    source = ROOT / folder.name
    here, there = ({path.relative_to(top) for path in top.rglob("*.py")} for top in (folder, source))
    assert {path for path in here if path.parts[0] != "trees"} == there
    assert (folder / "py.typed").is_file()
    sources = [path for path in folder.rglob("*") if path.suffix in (".cpp", ".hpp", ".h", ".inc", ".tmp")]
    assert not [path for path in sources if path.parent.name != "submissions"]


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


def test_one_version_and_two_commands() -> None:
    for name, commands in (
        ("guesstree", {"treegen": "treegen.cli:main"}),
        ("guesstree-player", {"player": "player.cli:main"}),
    ):
        installed = distribution(name)
        assert installed.version == player.__version__
        found = {entry.name: entry.value for entry in installed.entry_points if entry.group == "console_scripts"}
        assert found == commands


def test_the_commands_know_their_version(run_treegen: RunCommand, run_player: RunCommand) -> None:
    for run in (run_treegen, run_player):
        result = run("--version")
        assert (result.returncode, result.stderr, player.__version__ in result.stdout) == (0, "", True)


def test_another_process_imports_the_wheel_and_nothing_but_msgpack_and_the_standard_library() -> None:
    code = "import sys; before = set(sys.modules); import player; player.open_tree('bulls-3x9.total')"
    code += "; print(*(set(sys.modules) - before)); import treegen; print(player.__path__[0], treegen.__path__[0])"
    modules, paths = run_python(code).splitlines()
    assert [Path(path) for path in paths.split()] == FOLDERS
    assert not any(folder == ROOT / folder.name for folder in FOLDERS)
    packages = {name.partition(".")[0] for name in modules.split() if "cython" not in name}  # msgpack leaves one or two
    assert packages - set(sys.stdlib_module_names) == {"player", "msgpack"}
