"""Games in which rows of a table are compared column by column: against a brute force, as people type them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from by_columns import answer, distance, fewest_guesses
from twins import Call

import treegen as tg
from player.errors import BadInput
from player.rules.spelling import find_label
from player.tree import Tree

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
    Path("beasts.csv").write_text(BEASTS)


def cell(draw: Random, kind: str) -> str:
    if kind == "arrow":
        return draw.choice(["", *(f"{draw.randrange(-4, 12)}{draw.choice(['', '.5', '.25'])}" for _ in range(5))])
    if kind == "shares":
        return "/".join(sorted(draw.sample("abcd", draw.randrange(1, 3))))
    return "".join(draw.choice("abc") for _ in range(1 if kind == "equal" else 3))


def random_game(draw: Random, path: str) -> tuple[list[str], list[list[str]], list[int]]:
    """Write a small table, in which rows may be alike, and return its names, its feedbacks by the twin, and weights."""
    kinds = [
        draw.choice(["equal", "arrow", "shares", "letters", "likeness", "common"]) for _ in range(draw.randrange(1, 4))
    ]
    nears = [draw.choice(["", "2", "0.5", "10%", "50%"]) if kind == "arrow" else "" for kind in kinds]
    names = [f"p{i}" for i in range(draw.randrange(2, 9))]
    rows = [[cell(draw, kind) for kind in kinds] for _ in names]
    places = [[draw.randrange(-2, 4), draw.randrange(4)] for _ in names] if draw.random() < 0.4 else []
    weights = [draw.choice([1, 1, 2, 5]) for _ in names]
    header = [f"c{i}@{kind}{'~' * bool(near)}{near}" for i, (kind, near) in enumerate(zip(kinds, nears, strict=True))]
    lines = [["name", *header, *["x@distance", "y@distance"][: 2 * bool(places)], "@weight"]]
    lines += [
        [name, *rows[i], *(map(str, places[i]) if places else ()), str(weights[i])] for i, name in enumerate(names)
    ]
    Path(path).write_text("\n".join(map(",".join, lines)))
    is_long = bool(places) or not {*kinds}.isdisjoint({"letters", "likeness", "common"})
    table = list[list[str]]()
    for i in range(len(names)):
        table.append([])
        for k in range(len(names)):
            parts = [
                answer(kind, near, *pair)
                for kind, near, pair in zip(kinds, nears, zip(rows[i], rows[k], strict=True), strict=True)
            ]
            parts += [distance(places[i], places[k])] if places else []
            is_twin = i != k and rows[i] == rows[k] and (not places or places[i] == places[k])
            table[-1].append(("/" if is_long else "").join([*parts, "x"] if is_twin else parts))
    return names, table, weights


@pytest.mark.parametrize("start", range(0, 200, 50))
def test_feedbacks_and_the_least_cost_are_those_of_brute_force(start: int) -> None:
    for seed in range(start, start + 50):
        names, table, weights = random_game(Random(seed), "random.csv")
        game = tg.game("table:random.csv")
        assert game.guesses == game.secrets == tuple(names)
        assert [[game.labels[i] for i in row] for row in game.table] == table, seed
        assert game.rules is not None
        assert [[game.rules.feedback(one, two) for two in names] for one in names] == table, seed
        again = tg.game("table:random.csv").rules
        assert again is not None
        del again.labels  # they are found again, without numpy
        assert (again.labels, again.labels.index(game.labels[game.winning])) == (game.labels, game.winning), seed
        tree = tg.solve(game, threads=1)
        unit = game.weight / sum(weights)
        assert tree.proved
        assert tree.cost == fewest_guesses(table, weights) * unit, seed
        assert not tg.verify(tree, game).faults
        assert Tree.from_bytes(tree.to_bytes()) == tree


def test_large_numbers_and_many_feedbacks_are_exact() -> None:
    draw = Random(1)
    rows = [[f"{draw.randrange(10**19)}.{draw.randrange(1, 10**6)}", f"{draw.randrange(10**14)}"] for _ in range(40)]
    rows += [[rows[0][0] + "1", rows[0][1]], [rows[0][0], str(int(rows[0][1]) + 1)]]
    lines = ["name,a@arrow~3%,b@distance,c@distance", *(f"n{i},{a},{b},0" for i, (a, b) in enumerate(rows))]
    Path("large.csv").write_text("\n".join(lines))
    game = tg.game("table:large.csv")
    for i, one in enumerate(rows):
        for k, two in enumerate(rows):
            parts = [answer("arrow", "3%", one[0], two[0]), distance([int(one[1]), 0], [int(two[1]), 0])]
            assert game.feedback(f"n{i}", f"n{k}") == "/".join(parts)


def test_squares_and_arrows_are_read_with_and_without_variation_selectors() -> None:
    game = tg.game("table:beasts.csv")
    rules = game.syntax
    for label in game.labels:
        typed = "".join(SIGNS.get(sign, sign) for sign in label)
        for text in (typed, typed.replace("\ufe0f", ""), typed.replace("🟥", "⬜"), " ".join(label), label.upper()):
            assert find_label(text, rules.rule, game.labels) == label
    assert game.read_history("Ape:⬆🟥🟨⬆🟩,Cat:=~x x") == [("Ape", "^x~^="), ("Cat", "=~xx")]


def test_every_command_takes_a_game_by_columns(call_treegen: Call, call_player: Call) -> None:
    assert call_treegen("solve", "table:beasts.csv", "-o", "b.tree").returncode == 0
    assert "verified" in call_treegen("verify", "b.tree").stdout
    assert "proved again" in call_treegen("verify", "b.tree", "--optimal").stdout
    tree = tg.open_tree("b.tree")
    assert tree.guesses[0] == "Ape"
    played = call_player("play", "b.tree", input="⬆️🟥🟨⬆️🟩\n====\n").stdout
    assert "guess 2: Mr._Bee" in played
    for words in (
        ["next", "table:beasts.csv"],
        ["review", "table:beasts.csv", "Ape:====x", "Fox:===="],
        ["render", "b.tree", "-o", "b.svg"],
    ):
        assert call_treegen(*words).returncode == 0, words
    for language in ("python", "javascript"):
        done = call_treegen("export", "b.tree", "--to", language, "--test", "--json")
        assert json.loads(done.stdout)[0]["won"] == 6
    assert json.loads(call_player("referee", "b.tree", "--json").stdout)["lost"] == 0
    assert "certif" in call_treegen("certify", "b.tree", "--game", "table:beasts.csv", "-o", "c").stderr
    Path("plain.csv").write_text(BEASTS.replace("@arrow~10%", "").replace("@arrow", "").replace("@shares", ""))
    done = call_treegen("solve", "table:plain.csv", "--kinds", "gen@arrow,kind@shares,weight@arrow~10%", "-o", "k.tree")
    assert done.returncode == 0, done.stderr
    assert tg.open_tree("k.tree").game == tree.game


def test_words_alone_are_a_table() -> None:
    Path("words.csv").write_text("word@likeness\nvault\nfault\nvalue\nsalve\n")
    assert tg.game("table:words.csv").feedback("vault", "Fault") == "4"
    Path("words.csv").write_text("word@common\ntea\neat\nten\n")
    assert tg.game("table:words.csv").feedback("tea", "eat") == "3"


def test_the_elements_are_installed() -> None:
    tree = tg.solve("table:elements.csv")
    assert (tree.tally, tree.guesses[0], len(tree.found())) == ("332:5:1", "Tc", 118)


WRONG = {
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
    "name,a@arrow\nx,1\nx,2\n": "line 3, column 1: 'x' is already the name of a possibility",
    "name," + ",".join(f"c{i}" for i in range(33)) + ",n@arrow\n" + "\n".join(f"p{i}{',1' * 34}" for i in (1, 2)):
        "feedbacks of up to 35 characters; at most 65536 of 32 are allowed; compare fewer columns",
}  # fmt: skip


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_file_is_refused_with_its_place(text: str, call_treegen: Call) -> None:
    Path("wrong.csv").write_text(text)
    done = call_treegen("solve", "table:wrong.csv")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert WRONG[text] in done.stderr


def test_a_wrong_kind_of_the_option_is_refused() -> None:
    for words, said in (
        ("age@arrow", "no column is called 'age'"),
        ("gen@arow", "'arow' is not a kind"),
        ("identify", "win"),
    ):
        with pytest.raises(BadInput, match=said):
            tg.game(f"table:beasts.csv#{words}")
