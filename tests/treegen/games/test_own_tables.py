"""Games in tables from files: what a file means, three goals against a brute force, and every command."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from questions import fewest_questions
from twins import Call

import treegen as tg
from player.errors import BadInput, NoSuchTree
from player.tree import Tree
from treegen.native import core
from treegen.search.problem import Problem
from treegen.search.search import Memory

FACES = """name,Has hat?,Hair,Glasses?,@weight
"Smith, John",yes,black,no,2
Mrs. Grey: Ann,no,brown,yes,0.5
Ada,no,black,yes,1/3
Bob,yes,red,no,1
Eve,no,red,no,1
Dan,no,red,no,1
Zoe,no,white,,1
"""
WARDS = """name;fever;cough;rash;@class;@weight
flu;high;yes;no;rest;5
cold;low;yes;no;rest;20
measles;high;yes;yes;hospital;1
pox;high;no;yes;hospital;1
allergy;no;no;yes;pill;3
asthma;no;yes;no;pill;2
"""


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("faces.csv").write_text(FACES)
    Path("wards.csv").write_text(WARDS)
    return


def random_table(draw: Random, path: str) -> tuple[list[list[str]], list[Fraction], list[str]]:
    """Write a small table, in which rows may be alike, and return its rows, weights and classes."""
    count, questions, answers = draw.randrange(2, 9), draw.randrange(1, 6), draw.randrange(2, 4)
    rows = [[draw.choice("abc"[:answers]) for _ in range(questions)] for _ in range(count)]
    weights = [draw.choice(["1", "0.25", "1/3", "2", "0.7"]) if draw.random() < 0.7 else "1" for _ in rows]
    classes = [draw.choice("xyz") for _ in rows]
    lines = [["name", *(f"q{i}" for i in range(questions)), "@weight", "@class"]]
    lines += [[f"p {i}", *row, weights[i], classes[i]] for i, row in enumerate(rows)]
    Path(path).write_text("\n".join(map(",".join, lines)))
    return rows, list(map(Fraction, weights)), classes


@pytest.mark.parametrize("start", range(0, 300, 60))
def test_the_least_cost_is_that_of_brute_force(start: int) -> None:
    for seed in range(start, start + 60):
        rows, weights, classes = random_table(Random(seed), "random.csv")
        for goal, groups in (("identify", None), ("group", classes)):
            game = tg.game(f"table:random.csv#{goal}")
            tree, greedy = tg.solve(game, threads=1), tg.build(game)
            unit = Fraction(game.weight) / sum(weights)
            assert tree.proved, (seed, goal)
            assert tree.cost == fewest_questions(rows, weights, groups) * unit, (seed, goal)
            for one in (tree, greedy):
                assert not tg.verify(one, game).faults, (seed, goal)
                assert Tree.from_bytes(one.to_bytes()) == one
            assert greedy.total >= (tree.cost or 0)
            if seed % 4 == 0:  # the same without the core; each possibility is named at the end
                plain = Memory(game).plain(Problem(game)).run(Problem(game))
                assert plain.cost == (tree.cost or 0) + game.weight, (seed, goal)


def test_names_and_answers_are_any_text() -> None:
    game = tg.game("table:faces.csv")
    assert game.secrets == ("Ada", "Bob", "Eve|Dan", "Mrs._Grey_Ann", "Smith_John", "Zoe")
    assert game.weights is not None
    assert game.weights.tolist() == [2, 6, 12, 3, 12, 6]
    for typed in ("Has hat?", "Has_hat?", " Has  hat? "):
        assert game.feedback(typed, "Smith, John") == "yes"
    assert game.feedback("Glasses?", "Zoe") == "none"
    assert game.read_history("Has hat?:no; Hair:black") == [("Has_hat?", "no"), ("Hair", "black")]
    assert game.rules is not None
    assert game.rules.note == "no question tells these apart: Eve, Dan"
    named = tg.game("table:faces.csv#win")
    assert "Eve" in named.secrets
    assert named.losing == ()
    assert tg.solve(named).total == min(one for _, one in tg.best_first_guesses(named, 1))


def test_a_question_may_be_called_like_a_name_and_an_answer_like_the_end() -> None:
    Path("odd.csv").write_text("who,Ada,found\nAda,found,0A1B\nBob,missed,1\nEve,found,1\n")
    game = tg.game("table:odd.csv")
    assert game.guesses == ("Ada", "Ada?", "Bob", "Eve", "found")
    assert game.feedback("Ada?", "Bob") == "missed_"
    assert game.feedback("found", "Ada") == "0A1B_"
    assert tg.solve(game).tally == "5:2:2"


def test_each_question_has_its_own_labels() -> None:
    lines = ["name," + ",".join(f"q{i}" for i in range(20))]
    lines += [f"p{row}," + ",".join(f"{column}-{row * (column + 3) % 50}" for column in range(20)) for row in range(50)]
    Path("wide.csv").write_text("\n".join(lines))
    game = tg.game("table:wide.csv")
    assert len(game.labels) > 256
    assert game.own_labels is not None
    assert game.own_labels[0].dtype == np.uint8
    assert game.branching == 50
    assert tg.solve(game).tally == "50:1:50"
    assert tg.verify(tg.solve(game), game).faults == ()
    lines = [f"p{row}," + ",".join(f"{column}-{row}" for column in range(20)) for row in range(450)]
    Path("wide.csv").write_text("\n".join(["name," + ",".join(f"q{i}" for i in range(20)), *lines]))
    game = tg.game("table:wide.csv")
    tree = tg.solve(game)
    assert (len(game.labels), tree.tally) == (9002, "450:1:450")
    assert Tree.from_bytes(tree.to_bytes()) == tree


WRONG = {
    "name,a\nx,1\ny,1,2\n": "line 3, column 2: the row has 3 cells, but the header has 2; put cells",
    "name,a\nx,1\nx,2\n": "line 3, column 1: 'x' is already the name of a possibility in line 2",
    "name,a,a\nx,1,2\n": "line 1, column 3: 'a' is already the name of a question in column 2",
    "name,a,@weight\nx,1,much\n": "line 2, column 3: 'much' is not a weight; write a positive number",
    "name,a,@weight\nx,1,-3\n": "'-3' is not a weight",
    "name,a,@weight\nx,1,1/0\n": "'1/0' is not a weight",
    "name,a,@weight\nx,1,0\ny,2,1\n": "line 2, column 3: 'x' has the weight 0; remove it, or write FILE#nonzero",
    "name,@kind\nx,1\n": "line 1, column 2: '@kind' is not a reserved word",
    "name,a\n,3\n": "line 2, column 1: the cell is empty",
    'name,a\nx,"1\n': "mend the quotation marks",
    "name\nx\n": "a table has a header",
    "": "a table has a header",
    "name,a,@weight\nx,1,0.123456789012\ny,2,1\n": "as whole numbers, the weights add up to",
    f"name,a\nx,{'y' * 40}1\nz,{'y' * 40}2\n": "look alike as",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_file_is_refused_with_its_place(text: str, call_treegen: Call) -> None:
    Path("wrong.csv").write_text(text)
    done = call_treegen("solve", "table:wrong.csv")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert WRONG[text] in done.stderr


def test_the_same_table_in_every_form() -> None:
    rows = [{"name": "Ada", "hat": True, "n": 1}, {"name": "Bob", "n": 2}, {"name": "Eve", "hat": False, "n": 1}]
    Path("t.json").write_text(json.dumps(rows))
    Path("t.tsv").write_text("name\that\tn\nAda\tyes\t1\nBob\t\t2\nEve\tno\t1\n")
    Path("turned.csv").write_text("name;Ada;Bob;Eve\nhat;yes;;no\nn;1;2;1\n")
    table = [tuple(row.get(key) for key in ("name", "hat", "n")) for row in rows]
    polars = SimpleNamespace(columns=["name", "hat", "n"], rows=lambda: table)
    pandas = SimpleNamespace(columns=["name", "hat", "n"], itertuples=lambda **_: iter(table))
    indexed = SimpleNamespace(columns=["hat", "n"], index=SimpleNamespace(name="name"), reset_index=lambda: pandas)
    assert tg.Game.from_table(indexed).name == tg.Game.from_table(pandas).name
    with pytest.raises(BadInput, match="'gues' is not a goal"):
        tg.Game.from_table(pandas, goal="gues")
    with pytest.raises(TypeError, match="takes only `goal`"):
        tg.Game.from_table(pandas, weights=[1, 2, 3])
    names = {tg.game(f"table:{path}").name for path in ("t.tsv", "turned.csv#transpose")}
    names |= {tg.Game.from_table(frame).name for frame in (polars, pandas)}
    assert names | {tg.game("table:t.json").name} == names
    assert len(names) == 1
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet  # type: ignore[import-untyped,unused-ignore]

    parquet.write_table(
        pyarrow.table({"name": ["Ada", "Bob", "Eve"], "hat": [True, None, False], "n": [1, 2, 1]}), "t.parquet"
    )
    assert {tg.game("table:t.parquet").name} == names
    Path("bad.parquet").write_text("no")
    with pytest.raises(BadInput, match="not Parquet"):
        tg.game("table:bad.parquet")


def test_weights_of_zero_are_left_out_on_request() -> None:
    Path("zero.csv").write_text("name,a,@weight\nx,1,0\ny,2,0.5\nz,3,1\n")
    assert tg.game("table:zero.csv#nonzero").secrets == ("y", "z")


def test_every_command_takes_a_table(call_treegen: Call, call_player: Call, run_player: Call) -> None:
    for name, tally in (("faces", "73:2:32"), ("wards", "39:2:7")):
        game, tree = f"table:{name}.csv", f"{name}.tree"
        assert call_treegen("solve", game, "-o", tree).stdout == f"{tree}\n"
        assert call_treegen("build", game, "--name", "mine", "-o", "built.tree").returncode == 0
        found = tg.open_tree(tree)
        assert found.tally == tally
        assert found.made.startswith(f"treegen solve table:{name}.csv ")
        assert found.files[0] == f"{name}.csv"
        assert tg.open_tree("built.tree").called == "mine"
        said = call_treegen("verify", tree, "built.tree", "--game", game).stdout
        assert said.count("verified") == 2
        assert f"questions, {tally}" in said
        assert "proved again" in call_treegen("verify", tree, "--optimal").stdout  # its table is found beside it
        for words in (["next", game], ["compare", game], ["table", game], ["solve", game, "--each-first", "2"]):
            assert call_treegen(*words).returncode == 0, words
        assert call_treegen("render", tree, "-o", "tree.svg").returncode == 0
        done = call_treegen("export", tree, "--to", "python", "--test", "--json")
        assert json.loads(done.stdout)[0]["won"] == len(tg.game(game).secrets)
        rows = json.loads(call_player("referee", tree, "--json").stdout)
        assert rows["lost"] == 0
        assert rows["games"] == len(tg.game(game).secrets)
        assert "certif" in call_treegen("certify", tree, "--game", game, "-o", "c").stderr
        jobs = json.dumps({"game": game})
        Path("jobs").write_text(jobs)
        assert json.loads(call_treegen("jobs", "jobs", "-o", "-", "--json").stdout)[0]["cost"] == found.cost
    assert call_treegen("review", "table:faces.csv", "Has hat?:no", "Hair:black", "Ada:found").returncode == 0
    assert call_treegen("bounds", "table:faces.csv").returncode == 0
    assert run_player("judge", "faces.tree", input="red\nyes\nfound\n").stdout == "Hair\nHas_hat?\nBob\n"
    assert "Bob   (the only one left)" in call_player("play", "faces.tree", input="red\nyes\nfound\n").stdout
    assert call_treegen("export", "table:faces.csv#win", "--to", "interactor").returncode == 0
    done = call_treegen("export", "table:faces.csv", "--to", "interactor")
    assert done.returncode == 2
    assert "#win" in done.stderr
    assert "did you mean table:faces.csv?" in call_treegen("solve", "faces.csv").stderr


def test_every_figure_counts_questions(call_treegen: Call, call_player: Call) -> None:
    game = tg.game("table:wards.csv")
    tree = tg.solve(game)
    assert (tree.total, tree.depth, tree.histogram, tree.turns) == (39, 2, (25, 7), 3)
    assert [(row["expected_guesses"], row["worst"]) for row in tg.next_guesses(game, top=1)] == [(1.2188, 2)]
    assert tg.next_guesses(game, "fever:low,rash:no")[0]["expected_total"] == 0
    rows = tg.review(game, "fever:high,rash:no,rest:found")
    assert [row["total_before"] for row in rows] == [39, 7, 0]
    assert [row["total_after"] for row in rows] == [7, 0, 0]
    assert [(row["total"], row["h1"], row["depth"]) for row in tg.compare(game, ["optimal"])] == [(39, 25, 2)]
    for objective in ("total", "worst", "fewest-at-max"):
        limited = tg.solve(game, objective, max_depth=2)
        assert (limited.tally, limited.max_depth, limited.proved) == ("39:2:7", 2, True)
        assert tg.verify(Tree.from_bytes(limited.to_bytes()), game).faults == ()
    assert tg.solve(game, prices=[0, 1]).cost == 7
    assert tg.build(game, max_depth=2).depth == 2
    for make in (tg.solve, tg.build):
        with pytest.raises(NoSuchTree, match="no tree of depth 1 exists"):
            make(game, max_depth=1)
    assert [row["why"] for row in tg.bounds("table:faces.csv#identify")] == ["information", "a tree"]
    assert tg.best_first_guesses(game, 1) == [("fever", 39)]
    tree.write("wards.tree")
    assert json.loads(call_player("referee", "wards.tree", "--json").stdout)["tally"] == "39:2:7"
    assert "2 questions; the best play needs 1.22" in call_treegen(
        "review", "table:wards.csv", "fever:high", "rash:no", "rest:found").stdout  # fmt: skip


def test_a_table_in_which_nothing_differs_is_a_tree_without_questions(call_treegen: Call) -> None:
    Path("one.csv").write_text("name,a,@class\nx,1,p\ny,1,p\n")
    for goal, found in (("identify", "x|y"), ("group", "p")):
        for objective in ("total", "worst", "fewest-at-max"):
            assert call_treegen("solve", f"table:one.csv#{goal}", "--objective", objective, "-o", "t").returncode == 0
            tree = tg.open_tree("./t")
            assert (tree.tally, tree.found(), tree.proved) == ("0:0:2", [found], True)
            assert tg.verify(tree, f"table:one.csv#{goal}").faults == ()


def test_a_table_that_changed_is_said_so(call_treegen: Call) -> None:
    call_treegen("solve", "table:faces.csv", "-o", "faces.tree")
    there = Path.cwd()
    os.chdir("/")
    assert "proved again" in call_treegen("verify", str(there / "faces.tree"), "--optimal").stdout
    os.chdir(there)
    Path("faces.csv").write_text(FACES.replace("Bob,yes", "Bob,no"))
    for more in ([], ["--game", "table:faces.csv"]):
        done = call_treegen("verify", "faces.tree", *more)
        assert done.returncode == 2
        assert "faces.csv has changed since the tree was built" in done.stderr


@pytest.mark.skipif(core is None, reason="the search without the core has no beams")
@pytest.mark.parametrize("kind", ["even", "weighted", "skewed"])
def test_a_stopped_search_is_never_worse_than_the_best_greedy_tree(kind: str) -> None:
    draw, rows = Random(kind), set[str]()
    while len(rows) < 200:
        rows.add("".join("ny"[draw.random() < (0.08 if kind == "skewed" else 0.5)] for _ in range(60)))
    weights = [draw.randrange(1, 100) if kind == "weighted" else 1 for _ in rows]
    lines = ["name," + ",".join(f"q{i}" for i in range(60)) + ",@weight"]
    lines += [f"p{i},{','.join(row)},{weights[i]}" for i, row in enumerate(sorted(rows))]
    Path("large.csv").write_text("\n".join(lines))
    game = tg.game("table:large.csv")
    best = min(tg.build(game, one, max_depth=None).total for one in ("entropy", "most-cells", "minimax", "n-log-n1"))
    try:
        tree = tg.solve(game, time_limit=1.0)
    except tg.StoppedEarly as stopped:
        tree = stopped.tree or tg.build("bulls-4x10")
    assert tree.game == game.name
    assert tree.total <= best
    assert tree.bound is not None
    assert tree.bound <= (tree.cost or 0)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (lambda: tg.game("table:faces.csv#group"), "the goal group needs the column @class"),
        (lambda: tg.game("table:faces.csv#guess"), "'guess' is not a goal or another word behind #; choose one"),
        (lambda: tg.game("table:none.csv"), "no such file"),
        (lambda: tg.bounds("table:wards.csv"), "bounds by depth count single possibilities"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_line(words: Callable[[], object], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        words()
