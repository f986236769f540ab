"""What people type who play with lists of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import treegen as tg

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import RunCommand

WORDS = ["abode", "adopt", "askew", "crane", "could", "pilot", "raise", "scold", "slate", "snake"]


@pytest.fixture
def source(tmp_path: Path) -> str:
    (tmp_path / "small.txt").write_text("\n".join(WORDS) + "\n")
    return f"words:{tmp_path / 'small.txt'}"


@pytest.mark.parametrize("verb", ["build", "solve"])
def test_the_first_guess_in_capitals(verb: str, source: str, tmp_path: Path, run_treegen: RunCommand) -> None:
    for name, first in (("one.tree", "abode"), ("two.tree", "ABODE")):
        made = run_treegen(verb, source, "--first", first, "-o", str(tmp_path / name))
        assert made.returncode == 0, made.stderr
    assert (tmp_path / "one.tree").read_bytes() == (tmp_path / "two.tree").read_bytes()


def test_an_opening_in_capitals(source: str) -> None:
    assert tg.build(source, "entropy+first=ABODE.CRANE").to_bytes() == (
        tg.build(source, "entropy+first=abode.crane").to_bytes()
    )


def test_secrets_in_capitals(source: str, tmp_path: Path, run_treegen: RunCommand, run_player: RunCommand) -> None:
    tree = tmp_path / "small.tree"
    run_treegen("build", source, "-o", str(tree))
    pictures = [
        run_treegen("render", str(tree), "--secret", secret, "-o", str(tmp_path / f"{secret}.svg"))
        for secret in ("askew", "ASKEW")
    ]
    assert [made.returncode for made in pictures] == [0, 0]
    assert (tmp_path / "askew.svg").read_bytes() == (tmp_path / "ASKEW.svg").read_bytes()
    (tmp_path / "weights.txt").write_text("".join(f"{word.upper()} 2\n" for word in WORDS))
    weighed = ["--weights", str(tmp_path / "weights.txt"), "-o", str(tmp_path / "weighed.tree")]
    assert run_treegen("build", source, *weighed).returncode == 0
    found = run_player("play", str(tree), "--role", "guesser", "--secret", "Askew", input="ABODE\nASKEW\n")
    assert "\nabode: 20001 " in found.stdout
    assert "askew: 22222   Found with 2 guesses." in found.stdout
    assert "abode:20001,askew:22222" in found.stdout
