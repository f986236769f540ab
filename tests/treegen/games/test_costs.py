"""Costs of questions and answers, and cells with several answers: a brute force, and what the commands say."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import product
from math import prod
from pathlib import Path
from random import Random

import msgpack
import pytest
from twins import Call

import treegen as tg
from player.errors import BadInput, TreeFormatError
from player.tree import Tree

Cells = Sequence[Sequence[tuple[str, ...]]]  # for each possibility and question, the answers that are possible
Answers = tuple[str, ...]
Costs = Sequence[dict[str, Fraction]]  # for each question, the cost of each answer


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def brute_force(cells: Cells, costs: Costs, weights: Sequence[Fraction], names: Sequence[str]) -> list[Fraction]:
    """Return the least expected cost times all weights, the least worst cost, and the least of the former with it."""
    weight, ends = dict[Answers, Fraction](), dict[Answers, set[str]]()  # of each row of answers
    for of_questions, own, name in zip(cells, weights, names, strict=True):
        for row in product(*of_questions):
            weight[row] = weight.get(row, Fraction(0)) + own / prod(map(len, of_questions))
            ends.setdefault(row, set()).add(name)

    @cache
    def least(left: frozenset[Answers], limit: Fraction | None, is_worst: bool) -> Fraction | None:
        if all(ends[row] == ends[next(iter(left))] for row in left):
            return Fraction(0)
        found = []
        for q, price in enumerate(costs):
            parts = {answer: frozenset(row for row in left if row[q] == answer) for answer in {row[q] for row in left}}
            sums = list[Fraction]()
            for spent, part in ((price[answer], part) for answer, part in parts.items() if len(parts) > 1):
                rest = least(part, limit and limit - spent, is_worst) if limit is None or spent <= limit else None
                share = 1 if is_worst else sum(weight[row] for row in part)
                sums += [] if rest is None else [spent * share + rest]
            if 1 < len(parts) == len(sums):
                found.append(max(sums) if is_worst else sum(sums, Fraction(0)))
        return min(found, default=None)

    every = frozenset(ends)
    worst = least(every, None, True)
    values = least(every, None, False), worst, least(every, worst, False)
    return [Fraction(-1) if value is None else value for value in values]


def random_table(draw: Random) -> tuple[Cells, Costs, list[Fraction], list[str], str]:
    """Write a small table with costs, classes and several answers, and return it with the name of the game."""
    has_several, is_unknown, count = draw.random() < 0.6, draw.random() < 0.5, draw.randrange(2, 6)
    rows, questions = count if has_several else count + 2, draw.randrange(2, 5)
    letters = "abc"[: draw.randrange(2, 4)]
    texts = [[draw.choice(letters) for _ in range(questions)] for _ in range(rows)]
    for row in texts if has_several else ():
        for q in range(questions):
            if draw.random() < 0.3:
                row[q] = draw.choice(["?", "", "a;b", "c; a"])
    seen = [{part.strip() or "none" for row in texts for part in row[q].split(";")} - {"?"} for q in range(questions)]
    seen = [(one - {"none"} if is_unknown else one) or {"none"} for one in seen]
    any_of = ("?", "") if is_unknown else ("?",)
    cells = [[tuple(seen[q]) if text in any_of else tuple(part.strip() or "none" for part in text.split(";"))
              for q, text in enumerate(row)] for row in texts]  # fmt: skip
    costs, lines = list[dict[str, Fraction]](), list[str]()
    for answers in seen:
        usual, one, text = draw.choice("0123"), draw.choice(sorted(answers)), draw.choice(["0.5", "1/3", "7"])
        costs.append({answer: Fraction(text if answer == one else usual) for answer in answers})
        lines.append(f"{usual};{one}={text}" if draw.random() < 0.5 or usual != "0" else f"{one}={text}")
    weights = [draw.choice(["1", "2", "1/3"]) for _ in texts]
    names = [draw.choice("xyz") for _ in texts] if draw.random() < 0.4 else [f"p{i}" for i in range(rows)]
    table = [["name", *map(str, range(questions)), "@weight", "@class"], ["@cost €", *lines, "", ""]]
    table += [[f"p{i}", *row, weights[i], names[i]] for i, row in enumerate(texts)]
    Path("random.csv").write_text("\n".join(map(",".join, table)), "utf-8")
    words = ["identify" if names[0] == "p0" else "group", *["unknown"] * is_unknown]
    return cells, costs, list(map(Fraction, weights)), names, f"table:random.csv#{'+'.join(words)}"


@pytest.mark.parametrize("start", range(0, 300, 60))
def test_the_least_costs_are_those_of_brute_force(start: int) -> None:
    for seed in range(start, start + 60):
        cells, costs, weights, names, name = random_table(Random(seed))
        game = tg.game(name)
        assert game.rules is not None
        scale = game.rules.scale  # type: ignore[union-attr]
        unit = Fraction(game.weight) / sum(weights) * scale
        mean, worst, mean_of_worst = brute_force(cells, costs, weights, names)
        trees = [tg.solve(game), tg.solve(game, "worst"), tg.build(game, "entropy-per-cost"), tg.build(game)]
        assert (trees[0].cost, trees[0].proved) == (mean * unit, True), seed
        assert (Fraction(max(trees[1].prices[1:]), scale), trees[1].cost) == (worst, mean_of_worst * unit), seed
        assert trees[1].proved
        for tree in trees:
            assert tg.verify(tree, game).faults == (), seed
            assert Tree.from_bytes(tree.to_bytes()) == tree
            assert (tree.cost or 0) >= mean * unit


def test_the_faults_of_a_car_are_found_by_cheap_questions(call_treegen: Call) -> None:
    lines = (Path(tg.__file__).parent / "words" / "faults.csv").read_text().splitlines()
    Path("unpriced.csv").write_text("\n".join([lines[0], *lines[2:]]))
    assert tg.solve("table:unpriced.csv").guesses[0] == "scan_tool"
    tree = tg.solve("table:faults.csv")
    assert (tree.costs(), tree.proved) == ("4.3200 min on average, 28 at most", True)
    assert tg.build("table:faults.csv").costs() == "30.0000 min on average, 30 at most"
    assert tg.build("table:faults.csv", "entropy-per-cost").cost == tree.cost
    assert tree.game == "table:7150e50195d1a4f64389a8998661d4ee1fd4b1442737d45c249f17d63181dd21"
    tree.write("car.tree")
    for words, text in {
        ("verify", "--optimal", "car.tree"): "4.3200 min on average, 28 at most, no dead branch; optimal: proved again",
        ("next", "table:faults.csv"): "12 candidates left; what is expected is counted in min",
        ("review", "table:faults.csv", "scan tool:P0087"): "the best play needs 4.32 min on average",
        ("compare", "table:faults.csv", "entropy", "optimal"): "min on average",
        ("bounds", "table:faults.csv"): "No tree costs less than 4.3200 min on average, or 27.5 at most.",
        ("export", "car.tree", "--to", "python"): "cost in min proved least",
        ("render", "car.tree", "-o", "car.svg"): "car.svg",
        ("solve", "table:faults.csv", "--objective", "identify", "-o", "same.tree"): "same.tree",
    }.items():
        done = call_treegen(*words)
        assert done.returncode == 0
        assert text in done.stdout, words
    assert "4.3200 min on average, 28 at most" in Path("car.svg").read_text("utf-8")
    row = next(iter(tg.next_guesses("table:faults.csv", top=1)))
    assert (row["guess"], row["expected_guesses"], row["exact"]) == (tree.guesses[0], 4.32, True)
    [first, last] = tg.review("table:faults.csv", "spark:strong; lights:bright")
    assert (first["expected_before"], first["verdict"]) == (4.32, "mistake")
    told = sum((one["lost"] or 0) - (one["luck"] or 0) for one in (first, last))
    assert told == pytest.approx(8 + 0.5 + (last["expected_after"] or 0) - 4.32, abs=1e-3)  # the answers cost 8.5
    assert [one["cost"] for one in tg.compare("table:faults.csv", ["entropy", "optimal"])] == [30.0, 4.32]  # type: ignore[typeddict-item]


def test_misses_of_letters_are_the_least() -> None:
    words = ("cat", "cot", "dog", "fog", "bat")
    rows = [",".join([word, *("".join(letter if letter == one else "-" for one in word) * (letter in word)
                              for letter in "abcdfgot")]) for word in words]  # fmt: skip
    Path("hangman.csv").write_text("\n".join(["word,a,b,c,d,f,g,o,t", "@cost misses" + ",none=1" * 8, *rows]))
    tree = tg.solve("table:hangman.csv", "worst")
    assert repr(tree).endswith("worst-cost in misses, proved)")
    assert tree.costs() == "1.0000 misses on average, 2 at most"


def changed(change: dict[str, object]) -> bytes:
    """Return the bytes of the tree of the car after a change, with the right checksum."""
    values = msgpack.unpackb(tg.solve("table:faults.csv").to_bytes())
    return Tree.from_entries(values | change).to_bytes()


def test_false_costs_are_found() -> None:
    game = tg.game("table:faults.csv")
    length = len(game.secrets) + 1
    changes: list[dict[str, object]] = [{"objective": "cost in h"}, {"prices": [2] * length, "bound": None}]
    for change in changes:
        assert tg.verify(changed(change), game).faults == ("its costs are not those of its table",)
    changes = [{"objective": "cost in a b"}]
    changes += [{"prices": prices} for prices in ([2] * (length + 1), [2, -1] + [200] * (length - 2), [])]
    for change in changes:
        with pytest.raises(TreeFormatError):
            Tree.from_bytes(changed(change))


WRONG = {
    "name,a\n@cost,much\nx,1\n": "line 2, column 2: 'much' is not a cost; write one as in 3, 0.5 or no=1/3 with an",
    "name,a\n@cost,2;no=1\nx,1\n": "line 2, column 2: 'no=1' is not a cost",
    "name,a\n@cost,\nx,1\n": "line 2, column 2: '' is not a cost",
    "name,a\n@costs,1\nx,1\n": "line 2, column 1: '@costs' is a reserved word: write @cost or, with a unit, @cost min",
    "name,a\n@cost,1\n@cost h,1\nx,1\n": "one row @cost is enough",
    "name,a\n@cost,1000000000000000000\nx,1\ny,2\n": "as whole numbers, the costs pass 64 bits; round them",
    "name,a\n@cost,2;3\nx,1\ny,2\n": "line 2, column 2: '3' is not a cost",
    "name,a\n@cost,1=2;1=3\nx,1\ny,2\n": "line 2, column 2: '1=3' is not a cost",
    "name,a,@weight\n@cost,2,5\nx,1,1\n": "line 2, column 3: @cost has no weight and no class; leave the cell empty",
    "name,a\n@cost,1\n": "a table has a header, a row for each possibility",
    "name,a@arrow\n@cost,1\nx,1\n": "columns with kinds have the goal win, and no classes or costs",
    "name," + ",".join("abcdefghijklmno") + "\nx" + ",?" * 15 + "\ny" + ",0;1" * 15: "allow 32768 rows of answers",
}


@pytest.mark.parametrize("text", WRONG)
def test_wrong_costs_are_refused_with_their_place(text: str) -> None:
    Path("wrong.csv").write_text(text)
    with pytest.raises(BadInput) as refused:
        tg.game("table:wrong.csv")
    assert WRONG[text] in str(refused.value)


def test_options_that_cannot_be_meant_are_refused(call_treegen: Call) -> None:
    Path("several.csv").write_text("name,a\nx,red;green\ny,red\n")
    Path("plain.csv").write_text("name,a\n@cost,2\nx,red\ny,green\n")
    for words, text in {
        ("solve", "table:faults.csv", "--max-depth", "3"): "in a table with costs, the objectives are total and worst",
        ("next", "table:faults.csv", "--by", "worst"): "guesses are not ranked by their worst case",
        ("solve", "table:faults.csv", "--pareto"): "it has costs, so no depth is best; leave --pareto out",
        ("value", "table:plain.csv"): "the value of a game counts guesses; leave the row @cost out",
        ("build", "table:plain.csv", "--exact-below", "9", "--max-depth", "2"): "with costs, leave --max-depth out",
        ("handout", "table:faults.csv"): "a handout is about numbers of guesses; leave the row @cost out",
        ("solve", "table:faults.csv#win"): "for the goal win there is none",
        ("solve", "table:several.csv", "--goal", "win"): "line 2, column 1: the cells of 'x' allow 2 rows of answers",
        ("solve", "bulls-2x4", "--unknown"): "--unknown are for a table:FILE",
    }.items():
        done = call_treegen(*words)
        assert (done.returncode, text in done.stderr) == (2, True), (words, done.stderr)


def test_a_possibility_with_several_answers_is_in_several_branches(call_treegen: Call) -> None:
    Path("birds.csv").write_text("bird,bill,legs\nfinch,red;black,long\ncrow,black,?\nheron,yellow,long\nrail,red,\n")
    game = tg.game("table:birds.csv")
    assert game.secrets == ("crow", "finch", "finch|crow", "heron", "rail")
    tree = tg.solve(game)
    assert (sorted(tree.found()), tree.proved) == (list(game.secrets), True)
    assert tree.weight_of() == {"crow": 1, "finch": 1, "finch|crow": 2, "heron": 2, "rail": 2}
    done = call_treegen("solve", "table:birds.csv", "--unknown", "-o", "birds.tree")
    assert "some answers do not tell these apart: finch, rail; finch, crow" in done.stderr
    assert call_treegen("verify", "birds.tree").returncode == 0
    assert sorted(tg.open_tree("birds.tree").found()) == ["finch|crow", "finch|rail", "heron"]
