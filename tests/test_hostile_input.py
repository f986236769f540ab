"""Named attacks: each file of tests/attacks/{graphs,words,weights,judges,trees} does what its table says.

`tests/tools/attack.py` makes many more from a seed.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from twins import Call

import treegen as tg
from player import TreeFormatError, open_tree
from player.rules.lists import read_words
from treegen.differentiate.graph import open_graph
from treegen.games.weights import read_weights

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


@pytest.mark.parametrize("kind", [*READERS, "judges", "trees"])
def test_every_file_has_its_line(kind: str) -> None:
    files = {path.name for path in (ATTACKS / kind).iterdir()} - {"expected.txt"}
    assert files == {row[1] for row in table(kind)}


@pytest.mark.parametrize(("kind", "name", "outcome", "words"), [row for kind in READERS for row in table(kind)])
def test_a_file_is_taken_or_refused_in_one_line(kind: str, name: str, outcome: str, words: str) -> None:
    path = ATTACKS / kind / name
    if outcome == "taken":
        READERS[kind](str(path))
        return
    with pytest.raises(tg.BadInput) as caught:
        READERS[kind](str(path))
    check_refusal(str(caught.value), path, words)


def check_refusal(message: str, path: Path, words: str) -> None:
    assert words in message
    assert str(path) in message
    assert message.isprintable()
    assert len(message) < 300 + 2 * len(str(path))


# How a program that breaks a protocol is started, by the end of its name.
STARTS = {
    "judge": "player judge",
    "graph-judge": "treegen differentiate --judge",
    "program": "player referee bulls-3x9.total --secret 123 --time-limit {seconds}s --format csv --",
    "graph-program": f"treegen differentiate {ATTACKS / 'graphs' / 'carriage-returns.txt'} --referee --games 2 "
    "--time-limit {seconds} --format csv --",
}


@pytest.mark.parametrize(("kind", "name", "outcome", "words"), list(table("judges")))
def test_a_judge_or_a_program_that_breaks_its_protocol(
    call_treegen: Call, call_player: Call, kind: str, name: str, outcome: str, words: str
) -> None:
    path, role = ATTACKS / kind / name, name.partition(".")[2]
    is_program = "program" in role
    seconds = 1 if words in ("silence", "does not end") else 600
    command, *options = STARTS[role].format(seconds=seconds).split(" ")
    options += [sys.executable, "-I", "-S", str(path)] * is_program
    run = {"player": call_player, "treegen": call_treegen}[command]
    done = run(*options, input="" if is_program else path.read_bytes().decode())
    assert done.returncode == int(outcome), done.stderr
    assert words in (done.stdout if is_program else done.stderr)
    assert len(done.stderr.splitlines()) == (not is_program and outcome != "0")


@pytest.mark.parametrize(("kind", "name", "outcome", "words"), list(table("trees")))
def test_a_tree_is_refused_found_false_or_true(
    call_treegen: Call, call_player: Call, kind: str, name: str, outcome: str, words: str
) -> None:
    path, is_refused = ATTACKS / kind / name, outcome == "refused"
    if is_refused:
        with pytest.raises(TreeFormatError) as caught:
            open_tree(path)
        check_refusal(str(caught.value), path, words)
    judged = call_player("judge", path)  # nobody answers
    assert (judged.returncode, judged.stderr.count("\n"), words in judged.stderr) == (2, 1, is_refused)
    done = call_treegen("verify", path)
    assert done.returncode == {"refused": 2, "false": 1, "true": 0}[outcome]
    assert words in (done.stderr if is_refused else done.stdout)
    assert done.stderr.count("\n") == is_refused
