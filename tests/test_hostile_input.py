"""Named attacks: each file of tests/attacks/{graphs,words,weights,judges,trees} does what its table says.

`tests/tools/attack.py` makes many more from a seed.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import treegen as tg
from player import TreeFormatError, open_tree
from player.cli import main as player_main
from player.rules.lists import read_words
from treegen.differentiate.graph import open_graph
from treegen.games.weights import read_weights

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.treegen.conftest import Call

ATTACKS = Path(__file__).parent / "attacks"


def table(kind: str) -> Iterator[list[str]]:
    """The lines of a table: a file, its outcome, and words of the message."""
    for line in (ATTACKS / kind / "expected.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, outcome, words = (*re.split(r" {2,}", line, maxsplit=2), "")[:3]
            yield [kind, name, outcome, words]


READERS: dict[str, Callable[[str], object]] = {
    "graphs": open_graph,
    "words": read_words,
    "weights": lambda path: read_weights(tg.game("bulls-2x3"), path),
}


@pytest.mark.parametrize(("kind", "name", "outcome", "words"), [row for kind in READERS for row in table(kind)])
def test_a_file_is_taken_or_refused_in_one_line(kind: str, name: str, outcome: str, words: str) -> None:
    path = ATTACKS / kind / name
    if outcome == "taken":
        READERS[kind](str(path))
        return
    assert outcome == "refused"
    with pytest.raises(tg.BadInput) as caught:
        READERS[kind](str(path))
    message = str(caught.value)
    assert words in message
    assert str(path) in message
    assert message.isprintable()
    assert len(message) < len(str(path)) + 250


@pytest.mark.parametrize("kind", [*READERS, "judges", "trees"])
def test_every_file_has_its_line(kind: str) -> None:
    files = {path.name for path in (ATTACKS / kind).iterdir()} - {"expected.txt"}
    assert files == {row[1] for row in table(kind)}


@pytest.mark.parametrize(("kind", "name", "outcome", "words"), list(table("judges")))
def test_a_judge_or_a_program_that_breaks_its_protocol(
    call_treegen: Call, call_player: Call, kind: str, name: str, outcome: str, words: str
) -> None:
    path = ATTACKS / kind / name
    stem, _, role = name.partition(".")
    program = [sys.executable, "-I", "-S", str(path)]
    if role == "judge":
        done = call_player("judge", input=path.read_bytes().decode())
    elif role == "graph-judge":
        done = call_treegen("differentiate", "--judge", input=path.read_bytes().decode())
    elif role == "program":
        options = ["bulls-3x9.total", "--secret", "123", "--time-limit", "1s", "--format", "csv"]
        done = call_player("referee", *options, "--", *program)
    else:
        assert role == "graph-program", stem
        options = ["--referee", "--games", "2", "--time-limit", "1", "--format", "csv"]
        done = call_treegen("differentiate", str(ATTACKS / "graphs" / "carriage-returns.txt"), *options, "--", *program)
    said = done.stdout if "program" in role else done.stderr
    assert done.returncode == int(outcome), done.stderr
    assert words in said
    assert "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == (0 if "program" in role or outcome == "0" else 1)


CODES = {"refused": 2, "false": 1, "true": 0}


@pytest.mark.parametrize(("kind", "name", "outcome", "words"), list(table("trees")))
def test_a_tree_is_refused_found_false_or_true(
    call_treegen: Call, monkeypatch: pytest.MonkeyPatch, capsys: Any, kind: str, name: str, outcome: str, words: str
) -> None:
    path = ATTACKS / kind / name
    assert path.stat().st_size < 2048
    if outcome == "refused":
        with pytest.raises(TreeFormatError) as caught:
            open_tree(path)
        message = str(caught.value)
        assert message.startswith(f"{path}: {words}")
        assert message.isprintable()
        assert len(message) < 300 + len(str(path)) * 2
    else:
        open_tree(path)

    monkeypatch.setattr("player.cli.guess._read_some", bytes)
    assert player_main(["judge", str(path)]) == 2  # nobody answers
    judged = capsys.readouterr().err
    assert judged.count("\n") == 1
    assert (words in judged) == (outcome == "refused")

    done = call_treegen("verify", path)
    assert done.returncode == CODES[outcome]
    assert words in (done.stderr if outcome == "refused" else done.stdout)
    assert done.stderr.count("\n") == (outcome == "refused")
