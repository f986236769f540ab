"""Games in tables from files: what a file means, three goals against a brute force, and every command."""

from __future__ import annotations

import json
import re
from contextlib import chdir
from fractions import Fraction
from pathlib import Path
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest
from questions import fewest
from twins import Call

import treegen as tg
from player.errors import BadInput, NoSuchTree
from player.rules.spelling import find_label
from player.tree import Tree
from treegen.native import core
from treegen.render.view import view
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
BEASTS = """name,gen@arrow,kind@shares,weight@arrow~10%,hue,@weight
Ape,1,earth,100,red,1
Mr. Bee,2,air,105,red,2
Cat,2,earth/air,,blue,1
Dog,3,water,89.5,blue,1/2
Eel,3,water/air,300,blue,1
Fox,1,earth,100,red,1
"""
SIGNS = {"=": "🟩", "~": "🟨", "x": "🟥", "^": "⬆\ufe0f", "v": "⬇", "g": "🟩", "y": "🟨", "b": "⬛", "/": " "}


@pytest.fixture(autouse=True)
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in (("faces", FACES), ("wards", WARDS), ("beasts", BEASTS)):
        Path(f"{name}.csv").write_text(text)


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
        for goal, groups in (("identify", ()), ("group", classes)):
            game = tg.game(f"table:random.csv#{goal}")
            tree, greedy = tg.solve(game, threads=1), tg.build(game)
            unit = Fraction(game.weight) / sum(weights)
            assert tree.proved, (seed, goal)
            assert tree.cost == fewest([*zip(*rows, strict=True)], weights, groups) * unit, (seed, goal)
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
    assert game.secret_weights.tolist() == [2, 6, 12, 3, 12, 6]
    for typed in ("Has hat?", "Has_hat?", " Has  hat? "):
        assert game.feedback(typed, "Smith, John") == "yes"
    assert game.feedback("Glasses?", "Zoe") == "none"
    assert game.read_history("Has hat?:no; Hair:black") == [("Has_hat?", "no"), ("Hair", "black")]
    assert getattr(game.rules, "note", "") == "no question tells these apart: Eve, Dan"
    named = tg.game("table:faces.csv#win")
    assert ("Eve" in named.secrets, named.losing) == (True, ())
    assert tg.solve(named).total == min(one for _, one in tg.best_first_guesses(named, 1))


def test_a_question_may_be_called_like_a_name_and_an_answer_like_the_end() -> None:
    Path("odd.csv").write_text("who,Ada,found\nAda,found,0A1B\nBob,missed,1\nEve,found,1\n")
    game = tg.game("table:odd.csv")
    assert game.guesses == ("Ada", "Ada?", "Bob", "Eve", "found")
    assert [game.feedback("Ada?", "Bob"), game.feedback("found", "Ada")] == ["missed_", "0A1B_"]
    assert tg.solve(game).tally == "5:2:2"
    Path("zero.csv").write_text("name,a,@weight\nx,1,0\ny,2,0.5\nz,3,1\n")
    assert tg.game("table:zero.csv#nonzero").secrets == ("y", "z")


def test_each_question_has_its_own_labels() -> None:
    for count, step, labels, kind in ((50, 1, 632, np.uint8), (450, 0, 9002, np.uint16)):
        lines = ["name," + ",".join(f"q{i}" for i in range(20))]
        cells = [[f"{i}-{row * (1 + step * (i + 2)) % count}" for i in range(20)] for row in range(count)]
        lines += [f"p{row},{','.join(answers)}" for row, answers in enumerate(cells)]
        Path("wide.csv").write_text("\n".join(lines))
        game = tg.game("table:wide.csv")
        tree = tg.solve(game)
        assert (len(game.labels), game.branching, tree.tally) == (labels, count, f"{count}:1:{count}")
        assert game.own_labels is not None
        assert game.own_labels[0].dtype == kind
        assert tg.verify(tree, game).faults == ()
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
    "name,a@bigger\nx,1\ny,2\n": "line 1, column 2: 'bigger' is not a kind of column; choose one of equal, arrow",
    "name,a@arrow~much\nx,1\ny,2\n": "line 1, column 2: 'arrow~much' is not a kind of column",
    "name,a@equal~3\nx,1\ny,2\n": "only arrow takes ~N or ~N%",
    "name,a@arrow\nx,1\ny,two\n": "line 3, column 2: 'two' is not a number of the kind arrow",
    "name,a@distance,b@distance\nx,1,2\ny,0.5,1\n": "line 3, column 2: '0.5' is not a number of the kind distance",
    "name,a@distance\nx,1\ny,2\n": "line 1, column 2: a distance takes two columns of this kind",
    "name,a@letters\nx,abc\ny,ab\n": "line 3, column 2: the word has 2 letters, and the first 3; write",
    "name,a@letters\nx,abcdefghi\n": "write words of one length (for letters, at most 8)",
    "name,a@common\nx,abc\ny,\n": "line 3, column 2: the cell is empty; the kind common compares words",
    "name,a@arrow,@class\nx,1,p\ny,2,q\n": "columns with kinds have the goal win, and no classes",
    "name," + ",".join(f"c{i}" for i in range(33)) + ",n@arrow\n" + "\n".join(f"p{i}{',1' * 34}" for i in (1, 2)):
        "feedbacks of up to 35 characters; at most 65536 of 32 are allowed; compare fewer columns",
    "table:faces.csv#group": "the goal group needs the column @class",
    "table:faces.csv#guess": "'guess' is not a goal or another word behind #; choose one",
    "table:none.csv": "no such file",
    "table:beasts.csv#age@arrow": "no column is called 'age'",
    "table:beasts.csv#gen@arow": "'arow' is not a kind",
    "table:beasts.csv#identify": "win",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_file_is_refused_with_its_place(text: str, call_treegen: Call) -> None:
    Path("wrong.csv").write_text(text)
    done = call_treegen("solve", text if text.startswith("table:") else "table:wrong.csv")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
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
    names = {tg.game(f"table:{path}").name for path in ("t.tsv", "t.json", "turned.csv#transpose")}
    assert len(names | {tg.Game.from_table(frame).name for frame in (polars, pandas)}) == 1


def test_a_table_in_parquet() -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="it needs pyarrow (pip install pyarrow)")
    from pyarrow import parquet  # type: ignore[import,unused-ignore]

    Path("t.csv").write_text("name,hat,n\nAda,yes,1\nBob,,2\nEve,no,1\n")
    columns = {"name": ["Ada", "Bob", "Eve"], "hat": [True, None, False], "n": [1, 2, 1]}
    parquet.write_table(pyarrow.table(columns), "t.parquet")
    assert tg.game("table:t.parquet").name == tg.game("table:t.csv").name
    Path("bad.parquet").write_text("no")
    with pytest.raises(BadInput, match="not Parquet"):
        tg.game("table:bad.parquet")


def test_squares_and_arrows_are_read_with_and_without_variation_selectors() -> None:
    game = tg.game("table:beasts.csv")
    for label in game.labels:
        typed = "".join(SIGNS.get(sign, sign) for sign in label)
        for text in (typed, typed.replace("\ufe0f", ""), typed.replace("🟥", "⬜"), " ".join(label), label.upper()):
            assert find_label(text, game.syntax.rule, game.labels) == label
    assert game.read_history("Ape:⬆🟥🟨⬆🟩,Cat:=~x x") == [("Ape", "^x~^="), ("Cat", "=~xx")]


def test_every_command_takes_a_table(call_treegen: Call, call_player: Call, run_player: Call) -> None:
    for name, tally in (
        ("faces", "questions, 73:2:32"),
        ("wards", "questions, 39:2:7"),
        ("beasts", "guesses, 24:2:11"),
    ):
        game, tree = f"table:{name}.csv", f"{name}.tree"
        assert call_treegen("solve", game, "-o", tree).stdout == f"{tree}\n"
        assert call_treegen("build", game, "--name", "mine", "-o", "built.tree").returncode == 0
        found = tg.open_tree(tree)
        assert (found.tally, found.files[0]) == (tally.split()[1], f"{name}.csv")
        assert found.made.startswith(f"treegen solve table:{name}.csv ")
        assert tg.open_tree("built.tree").called == "mine"
        said = call_treegen("verify", tree, "built.tree", "--game", game).stdout
        assert (said.count("verified"), tally in said) == (2, True)
        assert "proved again" in call_treegen("verify", tree, "--optimal").stdout  # its table is found beside it
        for words in ("next", "compare", "table", "solve --each-first 2", "export --to interactor"):
            assert call_treegen(*words.split(), game).returncode == 0, words
        assert call_treegen("render", tree, "-o", "tree.svg").returncode == 0
        done = call_treegen("export", tree, "--to", "python", "--test", "--json")
        assert json.loads(done.stdout)[0]["won"] == len(tg.game(game).secrets)
        rows = json.loads(call_player("referee", tree, "--json").stdout)
        assert (rows["lost"], rows["games"], rows["tally"]) == (0, len(tg.game(game).secrets), found.tally)
        done = call_treegen("certify", tree, "--game", game, "-o", "c")
        if name == "wards":
            assert "certificates do not cover classes, or cells with several answers, as in table:" in done.stderr
        else:
            said = call_treegen("verify", tree, "--certificate", "c", "--game", game).stdout
            assert said.endswith("optimal: certificate checked\n")
        Path("jobs").write_text(json.dumps({"game": game}))
        assert json.loads(call_treegen("jobs", "jobs", "-o", "-", "--json").stdout)[0]["cost"] == found.cost
    assert call_treegen("review", "table:faces.csv", "Has hat?:no", "Hair:black", "Ada:found").returncode == 0
    assert run_player("judge", "faces.tree", input="red\nyes\nfound\n").stdout == "Hair\nHas_hat?\nBob\n"
    assert "Bob   (the only one left)" in call_player("play", "faces.tree", input="red\nyes\nfound\n").stdout
    assert call_treegen("review", "table:beasts.csv", "Ape:====x", "Fox:====").returncode == 0
    assert "guess 2: Mr._Bee" in call_player("play", "beasts.tree", input="⬆️🟥🟨⬆️🟩\n====\n").stdout
    Path("plain.csv").write_text(BEASTS.replace("@arrow~10%", "").replace("@arrow", "").replace("@shares", ""))
    kinds = ["--kinds", "gen@arrow,kind@shares,weight@arrow~10%"]
    assert call_treegen("solve", "table:plain.csv", *kinds, "-o", "k.tree").returncode == 0
    assert tg.open_tree("./k.tree").game == tg.game("table:beasts.csv").name
    assert call_treegen("export", "table:faces.csv#win", "--to", "interactor").returncode == 0
    assert "did you mean table:faces.csv?" in call_treegen("solve", "faces.csv").stderr


def test_a_key_leads_from_couplet_to_couplet(call_treegen: Call) -> None:
    """Each row follows the numbers to its own name; a question may have more than 26 answers."""
    key = ["export", "t.tree", "--to", "key"]
    call_treegen("solve", "table:wards.csv", "-o", "t.tree")
    assert call_treegen(*key).stdout.splitlines() == [
        "1a. fever: high ... 2",
        "1b. fever: low .... rest",
        "1c. fever: no ..... pill",
        "2a. rash: no ...... rest",
        "2b. rash: yes ..... hospital",
    ]
    header = ["name", "shape", "Has hat?"]
    rows = [[f"Mr. {number}", f"form {number // 2}", ["no", "yes"][number % 2]] for number in range(60)]
    Path("many.csv").write_text("\n".join(map(",".join, [header, *rows])))
    call_treegen("build", "table:many.csv", "-o", "t.tree")
    lines = [re.fullmatch(r"(\d+)[a-z]+\. (.*?):? (form \d+|no|yes) \.{3,} (.*)", line) for line in
             call_treegen(*key).stdout.splitlines()]  # fmt: skip
    leads = {(line[1], line[2], line[3]): line[4] for line in lines if line}
    assert len(leads) == len(lines) == len({line[0].partition(".")[0] for line in lines if line}) == 90
    for name, *answers in rows:
        at = "1"
        while at.isdecimal():
            at, = (end for (number, *asked), end in leads.items()
                   if number == at and asked in map(list, zip(header[1:], answers, strict=True)))  # fmt: skip
        assert at == name
    Path("one.csv").write_text("name,hat\nMr. X,no\nMrs. Y,no\n")
    call_treegen("build", "table:one.csv", "-o", "t.tree")
    assert call_treegen(*key).stdout == "Mr. X|Mrs. Y\n"
    for game in ("bulls-3x4", "table:faces.csv#win"):
        call_treegen("build", game, "-o", "t.tree")
        done = call_treegen(*key)
        assert (done.returncode, done.stderr.count("\n")) == (2, 1)
        assert "a table of questions" in done.stderr


def test_pictures_count_questions_and_show_names_with_their_blanks(call_treegen: Call) -> None:
    Path("own.csv").write_text("name,Has hat?,hair\nMr. X,no,pitch black\nMrs. Y,yes,red\nZoe Z,no,red\n")
    call_treegen("solve", "table:own.csv", "-o", "own.tree")
    texts = re.findall(">([^<>]+)</text>", call_treegen("render", "own.tree", "--to", "svg", "-o", "-").stdout)
    assert {"Has hat?", "Mr. X", "Mrs. Y", "Zoe Z"} <= {*texts}
    assert "5:2:2: 1.6667 questions on average, at most 2, proved optimal" in texts
    assert [text for text in texts if text in ("1.67", "1.00", "2.67", "2.00")] == ["1.67", "1.00"]
    assert any("are questions still" in text for text in texts)
    root, *others = view(tg.open_tree("own.tree")).nodes
    assert (root.worst, round(root.average, 4), {node.worst for node in others}) == (2, 1.6667, {0, 1})
    texts = re.findall(">([^<>]+)</text>", tg.to_svg("own.tree", at="Has_hat?:no", levels=1))
    assert {"pitch black", "guess 2: 2 candidates left, 1.00 questions on average, at most 1"} <= {*texts}


def test_every_figure_counts_questions(call_treegen: Call) -> None:
    game = tg.game("table:wards.csv")
    tree = tg.solve(game)
    assert (tree.total, tree.depth, tree.histogram, tree.turns) == (39, 2, (25, 7), 3)
    assert [(row["expected_guesses"], row["worst"]) for row in tg.next_guesses(game, top=1)] == [(1.2188, 2)]
    assert tg.next_guesses(game, "fever:low,rash:no")[0]["expected_total"] == 0
    totals = [(row["total_before"], row["total_after"]) for row in tg.review(game, "fever:high,rash:no,rest:found")]
    assert totals == [(39, 7), (7, 0), (0, 0)]
    assert [(row["total"], row["h1"], row["depth"]) for row in tg.compare(game, ["optimal"])] == [(39, 25, 2)]
    for objective in ("total", "worst", "fewest-at-max"):
        limited = tg.solve(game, objective, max_depth=2)
        assert (limited.tally, limited.max_depth, limited.proved) == ("39:2:7", 2, True)
        assert tg.verify(Tree.from_bytes(limited.to_bytes()), game).faults == ()
    assert (tg.solve(game, prices=[0, 1]).cost, tg.build(game, max_depth=2).depth) == (7, 2)
    for make in (tg.solve, tg.build):
        with pytest.raises(NoSuchTree, match="no tree of depth 1 exists"):
            make(game, max_depth=1)
    assert [row["why"] for row in tg.bounds("table:faces.csv#identify")] == ["information", "a tree"]
    assert "bounds by depth count single possibilities" in call_treegen("bounds", "table:wards.csv").stderr
    assert tg.best_first_guesses(game, 1) == [("fever", 39)]
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
    tree = str(Path("faces.tree").resolve())
    with chdir("/"):
        assert "proved again" in call_treegen("verify", tree, "--optimal").stdout
    Path("faces.csv").write_text(FACES.replace("Bob,yes", "Bob,no"))
    for more in ([], ["--game", "table:faces.csv"]):
        done = call_treegen("verify", "faces.tree", *more)
        assert (done.returncode, "faces.csv has changed since the tree was built" in done.stderr) == (2, True)


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
