"""What people type who play with lists of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import treegen as tg

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import RunCommand
    from tests.treegen.conftest import Call

WORDS = ["abode", "adopt", "askew", "crane", "could", "pilot", "raise", "scold", "slate", "snake"]


@pytest.fixture
def source(tmp_path: Path) -> str:
    (tmp_path / "small.txt").write_text("\n".join(WORDS) + "\n")
    return f"words:{tmp_path / 'small.txt'}"


@pytest.mark.parametrize("verb", ["build", "solve"])
def test_the_first_guess_in_capitals(verb: str, source: str, tmp_path: Path, call_treegen: Call) -> None:
    for name, first in (("one.tree", "abode"), ("two.tree", "ABODE")):
        made = call_treegen(verb, source, "--first", first, "-o", str(tmp_path / name))
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


def test_a_history_in_pieces(source: str, call_treegen: Call) -> None:
    whole = call_treegen("next", source, "--history", "abode:ybbbg,crane:bbgbg", "--json")
    parts = call_treegen("next", source, "--history", "abode:ybbbg", "--history", "crane:bbgbg", "--json")
    assert whole.returncode == 0, whole.stderr
    assert parts.stdout == whole.stdout
    assert call_treegen("review", source).returncode == 2


@pytest.mark.parametrize(
    ("feedback", "said"),
    [
        (
            "bbgy",
            "(2 right, 1 elsewhere, 0 neither; or g, y, b); 5 marks are needed, not 4",
        ),
        ("wwgyw", "write a mark for each place (2 right, 1 elsewhere, 0 neither; or g, y, b)"),
    ],
)
def test_what_marks_are(feedback: str, said: str, source: str, call_treegen: Call) -> None:
    error = call_treegen("next", source, "--history", f"crane:{feedback}").stderr
    assert error.endswith(f"{said}\n")
    assert "00001" not in error


@pytest.mark.parametrize("verb", ["review", "next"])
def test_what_hard_mode_does_not_allow(verb: str, source: str, call_treegen: Call) -> None:
    history = ["--history", "crane:bbgbg,could:bbbyb"]
    said = "round 2: hard mode does not allow could: place 3 must be a, says crane:00202\n"
    assert call_treegen(verb, source, *history, "--guesses", "hard").stderr == said
    assert call_treegen(verb, source, *history).stderr == ""


def test_a_game_that_is_over(source: str, call_treegen: Call) -> None:
    assert call_treegen("next", source, "--history", "crane:ggggg").stderr == "crane was the secret: the game is over\n"


def test_a_file_that_is_no_game_yet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: str, call_treegen: Call, run_player: RunCommand
) -> None:
    monkeypatch.chdir(tmp_path)
    assert "did you mean words:small.txt?" in call_treegen("next", "small.txt").stderr
    assert "build it first: treegen build words:small.txt -o my.tree" in run_player("play", "words:small.txt").stderr


def test_a_tree_says_that_it_lacks_the_list(source: str, tmp_path: Path, run_player: RunCommand) -> None:
    (tmp_path / "small.tree").write_bytes(tg.build(source).to_bytes())
    play = run_player("play", str(tmp_path / "small.tree"), "--role", "guesser", input="help\nfour\n").stdout
    assert "A guess is a word of 5 letters; the tree does not know which words its list has." in play
    keeper = run_player("play", str(tmp_path / "small.tree"), input="nnnnn\nbbgy\n").stdout
    assert "'nnnnn' is not an answer here; type a mark for each letter (2 right, 1 elsewhere" in keeper
    assert "5 marks are needed, not 4" in keeper
