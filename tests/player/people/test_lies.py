"""Games with lies: positions beside the tables of treegen and beside counting, and whole games with every lie."""

from __future__ import annotations

import json
from random import Random
from typing import TYPE_CHECKING

import pytest

from player import ImpossibleFeedback, Tree
from player.judge.choose import choose_game
from player.judge.referee import codemakers, play_tree
from player.people.hints import Sceptic
from player.people.keeper import Keeper
from player.rules.cells import ByLies, after
from player.rules.names import AnyRules, read_game
from treegen.lab.lies import lies

if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable

    Run = Callable[..., subprocess.CompletedProcess[str]]
    Steps = list[tuple[str, str]]

SMALL = [("bulls-3x4", 1), ("bulls-2x4-any", 2), ("mastermind-3x3", 1), ("match-3x2", 3), ("number-1..8", 2)]


def counted(rules: AnyRules, steps: Steps, most: int) -> ByLies:
    """The secrets by the false answers that the steps would hold, counted one by one."""
    ends = {rules.labels[index] for index in (rules.winning, *rules.losing)}
    by_lies: ByLies = [[] for _ in range(most + 1)]
    for secret in rules.secrets():
        false = [{label, rules.feedback(guess, secret)} for guess, label in steps]
        false = [both for both in false if len(both) == 2]
        if len(false) <= most and not any(both & ends for both in false):
            by_lies[len(false)].append(secret)
    return by_lies


@pytest.mark.parametrize(
    ("name", "most"), [("bulls-2x3", 1), ("match-2x2", 2), ("mastermind-2x2", 1), ("number-1..4", 1), ("bulls-3x4", 1)]
)
def test_whatever_lies_are_told_the_secret_is_named(name: str, most: int) -> None:
    """Each secret answers, at each guess truly or, while it may, with each of the false answers."""
    sceptic, longest = Sceptic(read_game(name), most), 0
    rules = sceptic.rules
    ends = {rules.labels[index] for index in (rules.winning, *rules.losing)}
    labels = {guess: {rules.feedback(guess, secret) for secret in rules.secrets()} - ends for guess in rules.guesses()}

    def follow(left: dict[str, int]) -> None:
        nonlocal longest
        assert sorted(left) == sceptic.candidates()
        assert sceptic.left == len(left)
        guess = str(sceptic.guess)
        told = {secret: rules.feedback(guess, secret) for secret in left}
        assert not {rules.labels[index] for index in rules.losing}.intersection(told.values())
        may_lie = {one for one in left if left[one] and told[one] not in ends}
        possible = {label for label in labels[guess] if may_lie - {one for one in left if told[one] == label}}
        possible.update(told.values())
        assert set(sceptic.possible()) == possible
        for label in rules.labels:
            if label not in possible:
                with pytest.raises(ImpossibleFeedback):
                    sceptic.answer(label)
                continue
            sceptic.answer(label)
            if label == rules.labels[rules.winning]:
                assert (sceptic.finished, told[guess.removeprefix("eq")], sceptic.guess) == (True, label, None)
                longest = max(longest, len(sceptic.steps))
            else:
                rest = {one: more - (told[one] != label) for one, more in left.items() if told[one] not in ends}
                follow({one: more for one, more in rest.items() if more >= 0})
            assert sceptic.undo()
            assert sceptic.guess == guess

    follow(dict.fromkeys(rules.secrets(), most))
    assert longest == lies(name, most).upper  # no way of guessing is better
    assert not sceptic.undo()


@pytest.mark.parametrize(("name", "most"), SMALL)
def test_a_keeper_lies_as_often_as_it_may_and_never_about_the_end(name: str, most: int) -> None:
    rules, random = read_game(name), Random(1)
    ends = {rules.labels[index] for index in (rules.winning, *rules.losing)}
    all_told = 0
    for secret in [*rules.secrets()[:6], None]:
        keeper = Keeper(rules, secret, lies=most)
        goes_on = [guess for guess in rules.guesses() if secret is None or rules.feedback(guess, secret) not in ends]
        for guess in random.choices(goes_on, k=12):
            if (label := keeper.answer(guess)) in ends:
                break
            keeper.undo()
            assert keeper.answer(guess) == label  # the same when it is asked again
            position = counted(rules, keeper.steps, most)
            assert (keeper.position(), keeper.left) == (position, sum(map(len, position)))
            named = secret or next(part for part in position if part)[0]
            named = named if rules.is_guess(named) else f"eq{named}"
            others = after(rules, named, position).keys() - ends
            assert (keeper.answer(named) in ends) == (secret is not None or not others)
            keeper.undo()
        if secret is not None:
            assert secret in (keeper.candidates() or ())
            truth = [rules.feedback(guess, secret) for guess, _ in keeper.steps]
            false = [{one, label} for one, (_, label) in zip(truth, keeper.steps, strict=True) if one != label]
            assert not any(both & ends for both in false)
            all_told = max(all_told, len(false))
    assert all_told == most


def test_a_game_goes_on_with_the_same_lies(call_player: Run) -> None:
    kept = ("play", "bulls-3x4~1", "--role", "guesser", "--secret", "231")
    whole = call_player(*kept, input="123\n312\n421\nleft\n231\n").stdout
    resumed = call_player(*kept, "--resume", "123,312,421", input="left\n231\n").stdout
    assert "Lies: " in whole
    assert whole.partition("guess 4?")[2] == resumed.partition("guess 4?")[2] != ""


@pytest.mark.parametrize("options", [[], ["--ask", "? {guess}", "--final", "! {guess}"]])
@pytest.mark.parametrize(("name", "count"), [("bulls-3x4", 1), ("number-1..8", 2), ("match-3x2", 3)])
def test_the_judge_finds_every_secret_of_a_referee_that_lies(
    run_player: Run, player_words: list[str], name: str, count: int, options: list[str]
) -> None:
    """Within the guesses that are proved to be the least, in this process and over pipes; each lie is counted anew."""
    tree, worst = f"{name}~{count}", lies(name, count).upper or 0
    rules, game = read_game(name), (tree, *options)
    words: dict[str, object] = {key[2:]: line for key, line in zip(options[::2], options[1::2], strict=True)}
    wording, sceptic = choose_game(Tree, tree, None, words)
    games = list(play_tree(sceptic, codemakers(wording, rules.secrets(), rules.secret_count << count, lies=count)))
    assert [one.secret for one in games] == rules.secrets()
    told = [sum(rules.feedback(guess, one.secret) != label for guess, label in one.steps) for one in games]
    assert all(one.is_won and len(one.steps) <= worst for one in games)
    assert 0 < max(told) <= count
    line = ("referee", *game, "--json", "--adaptive", "--time-limit", "60s", "--", *player_words, "judge", *game)
    report = json.loads(run_player(*line).stdout)
    assert (report["game"], report["won"], report["lost"]) == (tree, 1, 0)
    assert len(report["histogram"]) <= worst
