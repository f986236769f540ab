"""Words outside the list of secrets: what next, review, play and the functions behind them make of them."""

from __future__ import annotations

import csv
import json
import random
from collections import Counter
from pathlib import Path

import pytest
from twins import Call, long

import player
import treegen as tg
from player.people.roles import open_play
from player.rules.feedback import marks
from treegen.insight.review import find_conflict

SECRETS, OTHERS = ["bland", "blank", "piano", "speed"], ["crane", "guano", "llano", "satin"]


@pytest.fixture
def game(tmp_path: Path) -> str:
    (tmp_path / "secrets.txt").write_text("\n".join(SECRETS))
    (tmp_path / "guesses.txt").write_text("\n".join(OTHERS))
    return f"words:{tmp_path / 'secrets.txt'},{tmp_path / 'guesses.txt'}"


def history(secret: str, *guesses: str) -> list[str]:
    return [f"{guess}:{marks(guess, secret)}" for guess in guesses]


def fits(words: list[str], steps: list[str]) -> list[str]:
    told = [step.split(":") for step in steps]
    return [word for word in words if all(marks(guess, word) == label for guess, label in told)]


MORE = " (figures of earlier positions are those of the list)\n"
LINE = f"guano is not one of the 4 secrets; it is treated as one more{MORE}"


@pytest.mark.parametrize("style", ["table", "json", "csv", "md"])
@pytest.mark.parametrize("is_answered", [False, True])
def test_a_game_whose_answer_the_list_lacks_is_reviewed(
    style: str, is_answered: bool, game: str, call_treegen: Call
) -> None:
    steps = history("guano", "crane", "satin", "guano")
    words = ["--answer", "guano", "crane", "satin", "guano"] if is_answered else steps
    done = call_treegen("review", game, *words, "--format", style)
    assert (done.returncode, done.stderr) == (0, LINE)
    assert "cannot" not in done.stdout
    if style in ("json", "csv"):
        rows = json.loads(done.stdout) if style == "json" else list(csv.DictReader(done.stdout.splitlines()))
        left = [len(fits(SECRETS, steps[:at])) for at in range(3)] + [1]
        assert [int(row["before"]) for row in rows] == left[:-1]
        assert [int(row["after"]) for row in rows] == left[1:]
        own = tg.review(game, ",".join(steps[:2]))
        for row, listed in zip(rows, own, strict=False):  # the figures before it are those of the list
            assert float(row["expected_before"]) == listed["expected_before"]
            assert row["best_guess"] == listed["best_guess"]


@pytest.mark.parametrize("seed", [*range(4), *long(range(4, 12))])
def test_candidates_are_those_of_a_brute_force(seed: int) -> None:
    draw = random.Random(seed)
    words = sorted({"".join(draw.choices("abcde", k=4)) for _ in range(60)})
    secrets = sorted(draw.sample(words, 8))
    others = [word for word in words if word not in secrets]
    lists = tg.Game.from_words(secrets, others)
    secret = draw.choice([*others, "eeda", "abab"])
    steps: list[str] = []
    asked = [*draw.sample(words, 4), secret]
    for guess in asked[: asked.index(secret) + 1]:
        steps += history(secret, guess)
        left = fits(secrets, steps) or fits(list({*others, *([guess] if guess == secret else [])}), steps)
        text = ",".join(steps)
        assert [row["after"] for row in tg.review(lists, text)][-1] == len(left)
        assert (find_conflict(lists, text) is None) is bool(left)
        if left:
            (row, *_) = tg.next_guesses(lists, text, top=1, seconds=5)
            assert row["candidates"] == len(left)
            assert tg.table(lists, words[0], text)[-1]["count"] == len(left)
        else:
            with pytest.raises(tg.BadInput, match="fits no secret"):
                tg.next_guesses(lists, text)


def test_next_takes_words_that_may_be_asked(game: str, call_treegen: Call) -> None:
    steps = history("guano", "piano", "bland")
    assert not fits(SECRETS, steps)
    done = call_treegen("next", game, *steps, "--json", "--candidates")
    assert done.stderr == LINE
    assert json.loads(done.stdout)[-1] == {"candidates_left": 1, "candidates": ["guano"]}
    done = call_treegen("next", game, *history("guano", "crane"), "--answer", "guano", "--json", "--candidates")
    assert json.loads(done.stdout)[-1]["candidates"] == ["bland", "blank", "guano", "piano"]
    assert done.stderr == LINE
    done = call_treegen("next", game, *history("guano", "piano"))
    assert done.stderr.startswith("none of the 4 secrets is left; 2 other words are treated as more: guano, llano (")
    assert call_treegen("next", game, *history("guano", "crane", "satin", "guano")).returncode == 0


def test_a_word_in_no_list_is_taken_if_it_is_the_answer_or_was_found(game: str, call_treegen: Call) -> None:
    answered = ["--answer", "mango", "satin", "mango"], ["--answer", "Mango", "satin"]
    for words in (history("mango", "satin", "mango"), *answered):
        done = call_treegen("review", game, *words)
        assert (done.returncode, done.stderr) == (0, LINE.replace("guano", "mango")), words
    for words, problem in (
        (["firma:00000"], "'firma' is not a guess"),
        (["--answer", "bland", "firma", "crane", "bland"], "'firma' is not a guess"),
        (["--answer", "mangos", "satin"], "'mangos' is not a secret"),
        (["--answer", "m ngo", "satin"], "is not a secret"),
        (["crane:22220", "guano:22222", "--answer", "guano"], "is not what guano gives to it"),
    ):
        done = call_treegen("review", game, *words)
        assert (done.returncode, problem in done.stderr, done.stderr.count("\n")) == (2, True, 1)


@pytest.mark.parametrize("seed", range(20))
def test_a_contradiction_is_one_for_all_words(seed: int) -> None:
    draw = random.Random(seed)
    words = sorted({"".join(draw.choices("abcd", k=4)) for _ in range(40)})
    lists = tg.Game.from_words(words[::7], words)
    secrets = [*[draw.choice(words[:: 7 if seed % 2 else 1])] * 3, draw.choice(words)]  # the last answer is false
    steps = [(guess, marks(guess, secret)) for guess, secret in zip(draw.sample(words, 4), secrets, strict=True)]
    conflict = find_conflict(lists, ",".join(map(":".join, steps)))
    agree = {word: [marks(guess, word) == label for guess, label in steps] for word in words}
    assert (conflict is None) is any(map(all, agree.values()))
    if conflict is None:
        return
    rounds = [number - 1 for number in conflict.rounds]
    assert not any(all(own[at] for at in rounds) for own in agree.values())
    for left_out in rounds:
        assert any(all(own[at] for at in rounds if at != left_out) for own in agree.values())
    corrections = []
    for at, (guess, _) in enumerate(steps):
        others = [word for word, own in agree.items() if all(own[:at] + own[at + 1 :])]
        could = Counter(marks(guess, word) for word in {*others} & {*lists.secrets} or others)
        corrections += [(at + 1, dict(could))] if could else []
    assert [(number, dict(could)) for number, could in conflict.corrections] == corrections


def test_several_boards(game: str, call_treegen: Call) -> None:
    one, two = history("guano", "piano", "blank"), history("bland", "piano", "blank")
    done = call_treegen("next", game, "--boards", "2", "--history", ",".join(one), "--history", ",".join(two))
    assert done.returncode == 0
    assert "board 1: 1 candidate: guano" in done.stdout
    assert "board 2: 1 candidate: bland" in done.stdout


def test_the_program_finds_a_word_outside_its_list(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    tree = tg.build(game)
    tree.write(tmp_path / "own.tree")
    play = open_play(str(tmp_path / "own.tree"))
    play.start()
    secret, said = "mango", ""
    for _ in range(9):  # only the tree is known: the person names the secret
        if play.is_done:
            break
        guess = play.player.guess  # type: ignore[attr-defined]
        said = play.reply(marks(guess, secret))
        if "fits no secret" in said:
            assert "or the list lacks your secret" in said
            play.reply("lost")
            assert "mango is not one of the 4 secrets; it is treated as one more." in play.reply(secret)
            said = play.reply(marks(guess, secret))
            assert said.startswith("mango is not one of the 4 secrets; it is treated as one more.\n")
    assert play.player.steps[-1] == (secret, "22222")  # type: ignore[attr-defined]
    play.reply("undo")
    assert play.player.guess == secret  # type: ignore[attr-defined]
    play.reply("undo")
    assert play.player.left > 0  # type: ignore[attr-defined]
    assert play.player.guess in tree.guesses  # type: ignore[attr-defined]


def test_the_person_finds_a_word_outside_the_list(game: str) -> None:
    play = open_play(game, "guesser", secret="guano")
    play.start()
    play.reply("crane")
    assert play.reply("list").startswith("bland blank guano piano\n")
    play.reply("piano")
    assert play.reply("list").startswith("guano\n")
    assert play.reply("hint").startswith("hint: guano")
    assert "guano is not one of the 4 secrets; it is treated as one more." in play.reply("guano")
    keeper = player.Keeper(game, "mango")
    assert (keeper.answer("mango"), keeper.left) == ("22222", 1)
    assert player.feedback(game, "crane", "guano") == marks("crane", "guano")
