"""`player referee`: the command, its reports, and its replay lines."""

from __future__ import annotations

import csv
import json
import os
import shlex
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., subprocess.CompletedProcess[str]]
    WriteProgram = Callable[[str], list[str]]

KEYS = [
    "game", "dialect", "games", "won", "lost", "tally", "histogram", "average", "slowest_ms", "seconds", "limit",
    "losses",
]  # fmt: skip


@pytest.mark.parametrize(
    ("words", "game", "tally"),
    [
        (["bulls-4x10.entropy", "--rounds", "3"], "bulls-4x10", "26424:7:99"),
        (["bulls-4x10.entropy", "--dialect", "codeforces-753"], "bulls-4x10-any", "26424:7:99"),
        (["bulls-4x10.entropy", "--dialect", "gym-101192d"], "bulls-4x10", "26424:7:99"),
    ],
)
def test_a_shipped_tree_wins_all_5040_games(call_player: Run, words: list[str], game: str, tally: str) -> None:
    result = call_player("referee", *words, "--json")
    assert (result.returncode, result.stderr) == (0, "")
    report = json.loads(result.stdout)
    assert list(report) == KEYS
    assert (report["game"], report["games"], report["won"], report["lost"]) == (game, 5040, 5040, 0)
    assert (report["tally"], report["losses"]) == (tally, [])


@pytest.mark.parametrize("options", [[], ["--ask", "{guess}"], ["--limit", "8"]])
def test_a_named_game_is_the_one_that_is_refereed(call_player: Run, program: WriteProgram, options: list[str]) -> None:
    words = [*options, "--secret", "4271", "--json", "--", *program("ask('0012')")]
    report = json.loads(call_player("referee", "bulls-4x10", *words).stdout)
    assert report["game"] == "bulls-4x10"
    assert "'0012' is not a guess of bulls-4x10: it takes" in report["losses"][0]["detail"]


def test_without_a_game_it_is_that_of_the_dialect(call_player: Run, program: WriteProgram) -> None:
    words = ["--secret", "4271", "--json", "--", *program("ask('0012'); ask('4271')")]
    for options in ([], ["--dialect", "codeforces-753", "bulls-4x10"]):
        report = json.loads(call_player("referee", *options, *words).stdout)
        assert (report["game"], report["won"], report["limit"]) == ("bulls-4x10-any", 1, 7)


def test_the_judge_wins_through_pipes(call_player: Run, player_words: list[str]) -> None:
    result = call_player("referee", "--secret", "0123", "9876", "8590", "--json", "--", *player_words, "judge")
    report = json.loads(result.stdout)
    assert (result.returncode, report["won"], report["histogram"][0]) == (0, 3, 1)
    words = ["referee", "bulls-3x9.total", "--adaptive", "--rounds", "3", "--json"]
    judge = [*player_words, "judge", "bulls-3x9.total", "--rounds", "3"]
    for command in ([], ["--", *judge]):  # as many adaptive games as there are rounds
        report = json.loads(call_player(*words, "--time-limit", "20s", *command).stdout)
        assert (report["games"], report["won"], len(report["histogram"])) == (3, 3, report["history"].count(":"))


@pytest.mark.long
def test_the_judge_wins_all_5040_games_as_a_separate_process(run_player: Run, player_words: list[str]) -> None:
    result = run_player("referee", "--json", "--time-limit", "20s", "--", *player_words, "judge", timeout=1200)
    report = json.loads(result.stdout)
    assert (result.returncode, report["won"], report["tally"]) == (0, 5040, report["tally"])
    assert len(report["histogram"]) <= 7


def test_losses_are_reported_in_every_format(call_player: Run, tiny_path: str) -> None:
    shown = {}
    for style in ("table", "csv", "md", "json"):
        result = call_player("referee", tiny_path, "--limit", "2", "--format", style)
        assert (result.returncode, result.stderr) == (1, "")
        assert all(word in result.stdout for word in ("too many guesses", "2 guesses", "--secret"))
        shown[style] = result.stdout
    summary, losses = (list(csv.DictReader(part.splitlines())) for part in shown["csv"].split("\n\n"))
    assert [row["games"] for row in summary] == ["6"]
    assert int(summary[0]["lost"]) == len(losses) > 0
    assert list(losses[0]) == ["secret", "how", "detail", "history", "replay"]
    assert json.loads(shown["json"])["limit"] == 2
    won = call_player("referee", tiny_path, "--limit", "9").stdout
    for word in ("tally of won games    ", "average of won games  ", "guesses  games won  share\n"):
        assert word in shown["table"]
        assert word not in won
    assert "guesses  games  share\n" in won


def test_every_replay_line_plays_that_game_again(
    call_player: Run, tiny_path: str, program: WriteProgram, tmp_path: Path
) -> None:
    words = program("guess = ask('12'); sys.exit('it broke here' if guess == ['0', '1'] else 0)")
    odd = tmp_path / "odd name $HOME"
    odd.mkdir()
    path = str(odd / "it's.py")
    os.rename(words[-1], path)
    result = call_player("referee", tiny_path, "--limit", "4", "--time-limit", "30s", "--json", "--", *words[:-1], path)
    losses = json.loads(result.stdout)["losses"]
    assert len(losses) == 5
    for loss in losses:
        player, *again = shlex.split(loss["replay"])
        assert player == "player"
        replayed = call_player(*again, "--json") if "--" not in again else call_player("-q", *again)
        assert replayed.returncode == 1
        assert f"{loss['secret']}  {loss['how']}: {loss['detail']}" in replayed.stdout
        assert "games       1\n" in replayed.stdout
    assert {loss["how"] for loss in losses} == {"crash", "end of output"}
    assert any("it broke here" in loss["detail"] for loss in losses)


def test_a_long_list_of_losses_is_cut_for_people_only(call_player: Run) -> None:
    result = call_player("referee", "bulls-4x10-any.entropy", "--limit", "3")
    assert result.returncode == 1
    assert result.stdout.count("too many guesses: 3 guesses did not find it\n") == 20
    assert "and 4952 more" in result.stdout
    assert "lost by           games  meaning\ntoo many guesses   4972  " in result.stdout


def test_a_long_lost_game_is_shown_in_part(
    call_player: Run, tiny_path: str, program: WriteProgram, tmp_path: Path
) -> None:
    words, path = program("while True: ask('12')"), tmp_path / "games.csv"
    options = [tiny_path, "--secret", "31", "--limit", "300", "--log", str(path)]
    shown = call_player("referee", *options, "--", *words).stdout
    (line,) = (line.strip() for line in shown.splitlines() if line.startswith("      after "))
    assert line == f"after {','.join(['12:01'] * 15)} ... 285 more (--log FILE and --json have all)"
    assert path.read_text().count("12:01") == 300
    report = json.loads(call_player("referee", *options, "--json", "--", *words).stdout)
    assert report["losses"][0]["history"].count("12:01") == 300


def test_the_log_has_a_line_for_every_game(call_player: Run, tiny_path: str, tmp_path: Path) -> None:
    path = tmp_path / "games.csv"
    call_player("referee", tiny_path, "--limit", "3", "--log", str(path))
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["secret"] for row in rows] == ["12", "13", "21", "23", "31", "32"]
    assert rows[0]["history"] == "12:20"
    assert {row["result"] for row in rows} <= {"won", "too many guesses"}
    shown = call_player("referee", tiny_path, "--limit", "3", "--log", "-").stdout
    assert shown.startswith("secret,result,guesses,slowest_ms,history,detail\n12,won,1,")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="it needs /dev/full, as on Linux")
def test_a_log_that_cannot_be_written_is_one_line(call_player: Run) -> None:
    result = call_player("referee", "--log", "/dev/full")
    assert result.returncode == 2
    assert result.stderr == "/dev/full: no space left on device\n"


def test_a_tree_may_follow_the_secrets(call_player: Run, tiny_path: str) -> None:
    for words in (["--secret", "12", "31", tiny_path], [tiny_path, "--secret=12", "--secret", "31", "12"]):
        result = call_player("referee", *words, "--json")
        report = json.loads(result.stdout)
        assert (report["dialect"], report["games"], report["limit"]) == ("plain", 2, None)


def test_progress_on_a_terminal_unless_quiet(
    player_words: list[str], told_on_terminal: Callable[[list[str]], bytes]
) -> None:
    shown = told_on_terminal([*player_words, "referee"])
    assert b"/5040 games, 0 lost" in shown
    assert shown.endswith(b"\r\x1b[K")
    assert told_on_terminal([*player_words, "referee", "--quiet"]) == b""


def test_a_program_that_asks_on_without_reading_is_not_listened_to_for_ever(call_player: Run) -> None:
    words = [sys.executable, "-I", "-S", "-c", "import os\nwhile True: os.write(1, b'124\\n' * 100)"]
    options = ["bulls-3x9.total", "--secret", "123", "--limit", "1000000"]
    result = call_player("referee", *options, "--", *words)
    assert result.returncode == 1
    assert "123  does not listen: left the replies to " in result.stdout
    assert result.stderr == ""


def test_rounds_and_the_line_that_plays_them_again(call_player: Run, player_words: list[str]) -> None:
    words = ["referee", "bulls-3x9.total", "--rounds", "3", "--secret", "123", "456", "789", "124", "--json"]
    report = json.loads(call_player(*words).stdout)
    assert (report["games"], report["won"]) == (4, 4)
    for rounds, won in (("3", 4), ("2", 3)):
        judge = [*player_words, "judge", "bulls-3x9.total", "--rounds", rounds]
        result = call_player(*words, "--time-limit", "20s", "--", *judge)
        report = json.loads(result.stdout)
        assert (report["won"], report["games"], result.returncode) == (won, 4 if won == 4 else 5, int(won < 4))
    (loss, _) = report["losses"]
    assert "--rounds 3 --time-limit 20s --secret 123 456 789 -- " in loss["replay"]


def test_a_sample_of_the_secrets_is_drawn_and_named(call_player: Run, program: WriteProgram) -> None:
    words = ["referee", "--games", "25", "--seed", "3", "--json"]
    result = call_player(*words)
    report = json.loads(result.stdout)
    assert [report[key] for key in ("games", "won", "secrets", "seed")] == [25, 25, 5040, 3]
    assert result.stderr.startswith("25 of 5040 secrets, drawn with --seed 3: ")
    assert result.stderr.endswith(" and 5 more\n")
    assert call_player(*words, "-q").stderr == ""
    played = json.loads(call_player(*words, "-q", "--", *program("ask('x')")).stdout)
    assert [loss["secret"] for loss in played["losses"]][:20] == result.stderr.split(": ")[1].split()[:20]
    assert played["lost"] == 25


def test_the_first_loss_is_told_on_a_terminal_at_once(
    player_words: list[str], told_on_terminal: Callable[[list[str]], bytes], program: WriteProgram
) -> None:
    secrets = ["--secret", "0123", "0124", "0125"]
    shown = told_on_terminal([*player_words, "referee", *secrets, "--", *program("ask('0124')")])
    assert shown.count(b"the first loss: 0123  end of output: ended after 1 guess\r\n") == 1


def test_what_was_played_before_ctrl_c_is_reported(
    player_words: list[str], program: WriteProgram, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    words = program("ask('0123') == ['4', '0'] or time.sleep(99)")
    options = ["--time-limit", "90s", "-j", "1", "--log", str(log)]
    process = subprocess.Popen(
        [*player_words, "referee", *options, "--", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while not log.exists() or log.read_text().count("\n") < 2:
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (130, "interrupted after 1 of 5040 games\n")
    assert "games       1\nwon         1\n" in out


def test_an_adaptive_game_shows_its_questions_and_the_secret_it_ended_on(call_player: Run) -> None:
    words = ["referee", "bulls-3x9.total", "--adaptive", "--secret", "123", "456", "478"]
    report = json.loads(call_player(*words, "--json").stdout)
    assert (report["won"], report["candidates_left"]) == (1, 1)
    assert report["history"].endswith(f"{report['secret']}:30")
    shown = call_player(*words).stdout
    assert f"history          {report['history']}\nsecret           {report['secret']}\n" in shown
    lost = json.loads(call_player("referee", "bulls-3x9.total", "--adaptive", "--limit", "2", "--json").stdout)
    assert (lost["won"], lost["candidates_left"] > 1, lost["history"].count(",")) == (0, True, 1)
    assert "history" not in json.loads(call_player("referee", "bulls-3x9.total", "--secret", "123", "--json").stdout)
