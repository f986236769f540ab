"""`player referee`: the command, its reports, and its replay lines."""

from __future__ import annotations

import csv
import json
import os
import shlex
import signal
import subprocess
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]
    WriteProgram = Callable[[str], list[str]]

KEYS = [
    "game", "dialect", "games", "won", "lost", "tally", "histogram", "average", "slowest_ms", "seconds", "limit",
    "losses",
]  # fmt: skip


def test_a_shipped_tree_wins_all_5040_games(call_player: Run) -> None:
    for options, game in ((["--rounds", "3"], "bulls-4x10"), (["--dialect", "codeforces-753"], "bulls-4x10-any")):
        result = call_player("referee", "bulls-4x10.entropy", *options, "--json")
        assert (result.returncode, result.stderr) == (0, "")
        report = json.loads(result.stdout)
        assert list(report) == KEYS
        assert (report["game"], report["games"], report["won"], report["lost"]) == (game, 5040, 5040, 0)
        assert (report["tally"], report["losses"]) == ("26424:7:99", [])


def test_the_game_is_the_named_one_or_that_of_the_dialect(call_player: Run, program: WriteProgram) -> None:
    words = ["--secret", "4271", "--json", "--", *program("ask('0012'); ask('4271')")]
    for options in ([], ["--ask", "{guess}"]):
        report = json.loads(call_player("referee", "bulls-4x10", *options, *words).stdout)
        assert report["game"] == "bulls-4x10"
        assert "'0012' is not a guess of bulls-4x10: it takes" in report["losses"][0]["detail"]
    for options in ([], ["--dialect", "codeforces-753", "bulls-4x10"]):
        report = json.loads(call_player("referee", *options, *words).stdout)
        assert (report["game"], report["won"], report["limit"]) == ("bulls-4x10-any", 1, 7)


def test_the_judge_wins_through_pipes(call_player: Run, player_words: list[str]) -> None:
    words = ["referee", "bulls-3x9.total", "--adaptive", "--rounds", "3", "--json"]
    judge = [*player_words, "judge", "bulls-3x9.total", "--rounds", "3"]
    for command in ([], ["--", *judge]):  # as many adaptive games as there are rounds
        report = json.loads(call_player(*words, "--time-limit", "20s", *command).stdout)
        assert (report["games"], report["won"], len(report["histogram"])) == (3, 3, report["history"].count(":"))


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
    assert "tally of won games    " in shown["table"]


def test_the_log_has_every_game(call_player: Run, tiny_path: str, tmp_path: Path) -> None:
    for file in ("-", str(tmp_path / "games.csv")):
        log = call_player("referee", tiny_path, "--limit", "3", "--log", file).stdout
        log = log if file == "-" else Path(file).read_text(encoding="utf-8")
        assert log.startswith("secret,result,guesses,slowest_ms,history,detail\n12,won,1,")
        rows = list(csv.DictReader(log.split("\ngame")[0].splitlines()))
        assert [row["secret"] for row in rows] == ["12", "13", "21", "23", "31", "32"]
        assert rows[0]["history"] == "12:20"


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


def test_long_lists_and_long_games_are_shown_in_part(call_player: Run, tiny_path: str, program: WriteProgram) -> None:
    result = call_player("referee", "bulls-4x10-any.entropy", "--limit", "3")
    assert result.returncode == 1
    assert result.stdout.count("too many guesses: 3 guesses did not find it\n") == 20
    assert "and 4952 more" in result.stdout
    words = program("while True: ask('12')")
    shown = call_player("referee", tiny_path, "--secret", "31", "--limit", "300", "--", *words).stdout
    (line,) = (line.strip() for line in shown.splitlines() if line.startswith("      after "))
    assert line.startswith(f"after {'12:01,' * 9}12:01")
    assert line.endswith("12:01 ... and 280 more")


def test_progress_on_a_terminal(on_terminal: Any) -> None:
    _, shown = on_terminal("player referee >/dev/null")
    assert "/5040 games, 0 lost" in shown
    assert shown.endswith("\r\x1b[K")
    assert on_terminal("player referee --quiet >/dev/null")[1] == ""


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


def test_what_was_played_before_ctrl_c_is_reported(
    player_words: list[str], program: WriteProgram, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    words = program(f"ask('0123') == ['4', '0'] or (open({str(log)!r}, 'w'), time.sleep(99))")
    options = ["--time-limit", "90s", "-j", "1"]
    process = subprocess.Popen(
        [*player_words, "referee", *options, "--", *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while not log.exists():
        assert process.poll() is None
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    out, error = process.communicate(timeout=60)
    assert (process.returncode, error) == (130, "interrupted after 1 of 5040 games\n")
    assert "games       1\nwon         1\n" in out
