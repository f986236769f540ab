"""The npm package: packed by scripts/build npm, installed in a fresh project, and used there from TypeScript."""

from __future__ import annotations

import json
import random
import re
import subprocess
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from npm_nonsense import BEGIN, NONSENSE
from page_tools import ROOT, JavaScript, walk

import player
import treegen as tg
from player.rules.feedback import marks
from player.rules.names import parse, read_game
from treegen.games.weights import weigh
from treegen.insight.review import Reviewer

pytestmark = pytest.mark.needs_npm
HERE = Path(__file__).parent
TYPES = (ROOT / "player" / "web" / "src" / "npm" / "index.d.ts").read_text(encoding="utf-8")
LARGE = [pytest.param(f"bulls-4x10{kind}.total", marks=pytest.mark.long) for kind in ("", "-nozero")]
CODE, MOST = 30 * 1024, 41 * 1024  # bytes of the program, and of everything but the trees


def test_it_is_small_and_depends_on_nothing(project: Path) -> None:
    package = project / "node_modules" / "guesstree"
    files = {str(file.relative_to(package)) for file in package.rglob("*") if file.is_file()}
    trees = {file for file in files if file.startswith("trees/")}
    assert files - trees == {"LICENSE", "README.md", "index.d.ts", "index.js", "package.json"}
    assert sum((package / file).stat().st_size for file in files - trees) < MOST
    assert (package / "index.js").stat().st_size < CODE
    assert trees == {f"trees/{file.name}" for file in (ROOT / "trees").glob("*.total.tree")}
    for file in trees:
        assert (package / file).read_bytes() == (ROOT / file).read_bytes()
    settings = json.loads((package / "package.json").read_text(encoding="utf-8"))
    assert settings["version"] == player.__version__
    assert not any("ependencies" in key for key in settings)
    # One verb by which a tree may be made is called import.
    foreign = r"\b(document|window|process|require)\b|(?<!\|)\bimport\b"
    assert not re.search(foreign, (package / "index.js").read_text("utf-8"))


@pytest.mark.parametrize("name", ["bulls-3x9.total", "mastermind-4x6.total", *LARGE])
def test_every_secret_in_both_roles(run: JavaScript, name: str) -> None:
    found = [count or 0 for count in run("app.games(tree(name))", name=name)]
    assert found == list(player.open_tree(name).histogram)


def renamed(rng: random.Random, tree: player.Tree) -> str:
    """A game of the tree for some secret, with symbols and places exchanged, often with another guess at its end."""
    rules = parse(tree.game)
    secret = rng.choice(rules.secrets())
    steps = []
    mine = player.Player(tree)
    while (guess := mine.guess) is not None:
        if rng.random() < 0.15:
            guess = rng.choice(rules.guesses())
        steps.append((guess, rules.feedback(guess, secret)))
        if guess != mine.guess:
            break
        mine.answer(steps[-1][1])
    symbols = str.maketrans(rules.symbols, "".join(rng.sample(rules.symbols, len(rules.symbols))))
    places = rng.sample(range(rules.positions), rules.positions)
    return ",".join(f"{''.join(guess[i] for i in places).translate(symbols)}:{label}" for guess, label in steps)


def same_rows(shown: list[dict[str, Any]], reviewer: Reviewer, history: str) -> int:
    """Compare a review with that of treegen; return how many rows have all figures."""
    for row, expected in zip(shown, map(dict, reviewer.review(history)), strict=True):
        figures = {key: row[key] for key in row if key not in ("bestGuess", "exact") and row[key] is not None}
        snake = {key: re.sub("[A-Z]", lambda capital: f"_{capital[0].lower()}", key) for key in figures}
        wanted = {key: expected["feedback" if key == "label" else snake[key]] for key in figures}
        assert figures == pytest.approx(wanted, abs=0.00006), history
        assert row["exact"] is (len(figures) == len(row) - 2)
    return sum(row["exact"] for row in shown)


@pytest.mark.needs_core
@pytest.mark.parametrize("name", ["bulls-3x9.total", "mastermind-4x6.total"])
def test_a_review_has_the_figures_of_treegen(run: JavaScript, name: str) -> None:
    rng = random.Random(1976)
    tree = player.open_tree(name)
    histories = [renamed(rng, tree) for _ in range(12)]
    reviewer = Reviewer(tg.game(tree.game))
    found = run("app.reviews(tree(name), histories)", name=name, histories=histories)
    assert sum(same_rows(rows, reviewer, one) for one, rows in zip(histories, found, strict=True)) > 25


@pytest.mark.needs_core
def test_a_review_counts_weights(run: JavaScript) -> None:
    game = tg.game("bulls-3x5")
    game = weigh(game, np.array([1 + 8 * (secret in ("123", "432")) for secret in game.secrets]))
    tree = tg.solve(game)
    histories = [renamed(random.Random(seed), tree) for seed in range(9)]
    found = run(
        "app.reviews(Uint8Array.from(bytes).buffer, histories)", bytes=list(tree.to_bytes()), histories=histories
    )
    reviewer = Reviewer(game)
    for history, rows in zip(histories, found, strict=True):
        same_rows(rows, reviewer, history)


GAMES = (
    "mastermind-4x6=RGBYOW", "bulls-3x5-matches", "bulls-3x4-any-each", "match-4x3", "marks-3x4", "match-2x3-distinct",
    "number--5..40", "bulls-3x5-any-nozero=0123A", "bulls-2x10-nozero", "mastermind-2x10-nozero",
)  # fmt: skip


def test_keepers_of_all_games_answer_as_in_python(run: JavaScript) -> None:
    for name in GAMES:
        rules, draw = read_game(name), random.Random(name)
        lists = run(f"[g.game({name!r})].map((one) => [one.guesses, one.secrets])[0]")
        assert lists == [rules.guesses() if "x" in name else None, rules.secrets()], name
        pairs = [(draw.choice(rules.guesses()), draw.choice(rules.secrets())) for _ in range(60)]
        told = run(f"pairs.map(([guess, secret]) => g.score({name!r}, guess, secret))", pairs=pairs)
        assert told == [rules.feedback(*pair) for pair in pairs], name
        keeper = f"(() => {{ const k = new g.Keeper({name!r}, {{ evasive: true }}); for (const guess of guesses) "
        end = "if (!k.isFinished) k.score(guess); return [k.history, k.left, k.secret]; })()"
        guesses = [guess for guess, _ in pairs] + [("eq" * (rules.family == "number")) + one for one in rules.secrets()]
        history, left, secret = run(keeper + end, guesses=guesses)
        assert (left, rules.is_secret(secret)) == (1, True), name
        assert history.endswith(f":{rules.labels[rules.winning]}"), name


def test_a_keeper_takes_a_list_of_words_and_a_tree_of_words(run: JavaScript) -> None:
    words = ["speed", "abide", "erase", "crane"]
    made = "(() => { const k = new g.Keeper(source, { secret: 'abide' }); return [k.score(guess), k.left]; })()"
    tree = tg.build(tg.Game.from_words(words, ["adieu"]))
    for guess, source in (("speed", "words"), ("speed", "made"), ("zebra", "made")):
        ask = made.replace("source", "g.openTree(Uint8Array.from(bytes).buffer)" if source == "made" else "words")
        label = marks(guess, "abide")
        left = sum(marks(guess, word) == label for word in words)
        assert run(ask, words=words, guess=guess, bytes=list(tree.to_bytes())) == [label, left]


# A game of the app's own.
WORDS = ["abide", "amber", "crane", "erase", "geese", "speed"]
WORD_GAME = """{
    secrets: words, winning: "22222", isGuess: (text) => words.includes(text),
    feedback: (guess, secret) => table[words.indexOf(guess)][words.indexOf(secret)],
}"""


def test_a_game_of_words_with_rules_of_the_app(run: JavaScript, tmp_path: Path) -> None:
    (tmp_path / "words.txt").write_text("\n".join(WORDS))
    tree = tg.build(f"words:{tmp_path / 'words.txt'}")
    table = [[marks(guess, secret) for secret in WORDS] for guess in WORDS]
    found = run(
        f"""[{WORD_GAME}].map((words6) => {{
            const tree = g.openTree(Uint8Array.from(bytes));
            const games = words.map((secret) => {{
                const [keeper, opponent] = [new g.Keeper(words6, {{ secret }}), new g.Opponent(tree)];
                while (opponent.guess !== null) opponent.answer(keeper.score(opponent.guess));
                return keeper.history;
            }});
            const evasive = new g.Keeper(words6, {{ evasive: true }});
            return {{
                games, first: evasive.score("speed"), left: evasive.left,
                without: games.map((one) => g.review(tree, one)),
                using: games.map((one) => g.review(tree, one, words6)),
                off: g.review(tree, `geese:${{words6.feedback("geese", "crane")}}`, words6).length,
                none: g.candidates(tree, `${{tree.guess(0)}}:11111`),
                some: g.candidates(words6, `crane:${{table[2][0]}}`),
            }};
        }})[0]""",
        words=WORDS, table=table, bytes=list(tree.to_bytes()),
    )  # fmt: skip
    assert found["games"] == [walk(tree, secret, marks).history for secret in WORDS]
    kept: dict[str, list[str]] = {}
    for secret in WORDS:
        kept.setdefault(marks("speed", secret), []).append(secret)
    assert found["left"] == max(map(len, kept.values())) == len(kept[found["first"]])
    assert found["without"] == found["using"]
    assert (found["off"], found["none"]) == (1, [])
    assert found["some"] == [secret for secret in WORDS if marks("crane", secret) == table[2][0]]


def test_what_makes_no_sense_is_told_in_one_line(run: JavaScript) -> None:
    attempts = [
        f"() => {{ {BEGIN} try {{ {expression}; return 'nothing'; }} catch (error) {{ return String(error); }} }}"
        for expression, _ in NONSENSE
    ]
    told = run(f"[{', '.join(attempts)}].map((attempt) => attempt())")
    assert list(zip((expression for expression, _ in NONSENSE), told, strict=True)) == NONSENSE


def test_damage_is_told(run: JavaScript) -> None:
    assert run("[tree('bulls-3x9.total'), new Uint8Array(99), new Uint8Array()].map(app.why)") == [
        "bulls-3x9", "checksum", "checksum",
    ]  # fmt: skip


def test_the_types_have_the_names_of_the_package(run: JavaScript) -> None:
    declared = re.findall(r"^export declare (?:class|function) (\w+)", TYPES, re.MULTILINE)
    assert sorted(set(declared)) == run("Object.keys(g)")
    members = re.compile(r"^  (?:readonly )?(\w+)[(:]", re.MULTILINE)
    both = set(members.findall(TYPES.partition("export interface Side {")[2].partition("\n}")[0]))
    for name, made in (
        ("Opponent", "new g.Opponent(g.openTree(tree('bulls-3x9.total')))"),
        ("Keeper", "new g.Keeper('bulls-3x9')"),
    ):
        block = TYPES.partition(f"export declare class {name} {{")[2].partition("\n}")[0]
        chain = "[Object.getPrototypeOf(x), Object.getPrototypeOf(Object.getPrototypeOf(x))]"
        own = f"[...Object.keys(x), ...{chain}.flatMap((one) => Object.getOwnPropertyNames(one))]"
        named = both | set(members.findall(block)) - {"constructor"}
        assert named == set(run(f"[{made}].flatMap((x) => {own})")) - {"constructor"}
    block = TYPES.partition("export interface ReviewRow")[2].partition("\n}")[0]
    keys = set(re.findall(r"^  (\w+):", block, re.MULTILINE)) | {"guess", "label"}
    assert keys == set(run("Object.keys(g.review(g.openTree(tree('bulls-3x9.total')), '123:00')[0])"))


@pytest.mark.parametrize("document", ["player/web/src/npm/README.md", "docs/apps.md"])
def test_the_examples_do_what_they_say(run: JavaScript, project: Path, document: str) -> None:
    """Each line of an example that ends in `// ` and a value has this value."""
    checked = 0
    text = (ROOT / document).read_text(encoding="utf-8")
    for block in re.findall(r"^```js\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        value = re.compile(r"^(.*); // (\"[^\"]*\"|[\d.]+|null|true|false|\[.*\]).*$", re.MULTILINE)
        script, count = value.subn(r"same(\1, \2);", block)
        checked += count
        script = f"import {{ deepEqual as same }} from 'node:assert/strict';\n{script}"
        command = ["node", "--input-type=module", "--eval", script]
        done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, ""), script
    assert checked >= 4


def test_letters_outside_the_first_plane_count_as_one(run: JavaScript) -> None:
    words = ["🔴a🔵", "a🔴🔵", "🔵🔵a", "aab", "🔴🔴🔴"]
    pairs = [(guess, secret) for guess in words for secret in words]
    told = run("pairs.map(([guess, secret]) => g.score(words, guess, secret))", pairs=pairs, words=words)
    assert told == [marks(*pair) for pair in pairs]
    assert run("new g.Keeper(['🔴a', 'a🔴'], { secret: 'a🔴' }).score('🔴a')") == "11"


def test_a_word_outside_the_list_is_one_more_candidate(run: JavaScript, tmp_path: Path) -> None:
    secrets, others = ["bland", "blank", "piano", "speed"], ["crane", "satin", "guano", "llano"]
    (tmp_path / "secrets.txt").write_text("\n".join(secrets))
    (tmp_path / "guesses.txt").write_text("\n".join(others))
    tree = tg.build(game := tg.game(f"words:{tmp_path / 'secrets.txt'},{tmp_path / 'guesses.txt'}"))
    asked = {"lists": {"secrets": secrets, "guesses": others}, "bytes": list(tree.to_bytes())}
    opened = "g.openTree(Uint8Array.from(bytes).buffer)"
    for secret in ["guano", "llano", "mango"]:
        for first in ("satin", "piano"):
            steps = [(first, marks(first, secret)), ("crane", marks("crane", secret))]
            for history in (steps[:1], steps, [*steps, (secret, "22222")]):
                text = ",".join(map(":".join, history))
                fit = [one for one in secrets if all(marks(guess, one) == label for guess, label in history)]
                every = sorted({*others, secret} if history[-1][1] == "22222" else others)
                fit = fit or [one for one in every if all(marks(guess, one) == label for guess, label in history)]
                assert run("g.candidates(lists, text)", text=text, **asked) == fit
                if not fit:
                    continue
                shown = run(f"g.review({opened}, text, lists)", text=text, **asked)
                expected = tg.review(game, text)
                for key in ("before", "after"):
                    assert [row[key] for row in shown] == [row[key] for row in expected], text
    play = f"""(() => {{
        const [o, k] = [new g.Opponent({opened}, lists), new g.Keeper({opened}, {{ secret: "guano" }})];
        while (o.guess !== null) o.answer(k.score(o.guess));
        return [o.steps.at(-1).guess, o.isCertain, o.left, k.isFinished, o.undo(), o.candidates()];
    }})()"""
    assert run(play, **asked)[:5] == ["guano", True, 1, True, True]


def test_sides_are_copied_and_written_as_their_steps(run: JavaScript) -> None:
    made = (
        "(() => { const o = new g.Opponent(g.openTree(tree('bulls-4x10.total'))), k = new g.Keeper(['ab', 'ba'], "
        "{ secret: 'ab' }); o.answer('1 cow'); k.score('ba'); "
        "return [JSON.stringify(o), structuredClone(o), structuredClone(k), JSON.stringify(k)]; })()"
    )
    steps = {"steps": [{"guess": "0123", "label": "01"}]}
    kept = {"steps": [{"guess": "ba", "label": "11"}], "isEvasive": False, "secret": "ab"}
    text, copy, copied, written = run(made)
    assert (json.loads(text), copy, copied, json.loads(written)) == (steps, steps, kept, kept)


def test_answers_and_candidates_read_the_same_spellings(run: JavaScript) -> None:
    for text, label in (("1 cow", "01"), ("A1B1", "11"), ("1 white 1 black", "11"), ("0,2", "02"), ("○", "01")):
        left = run("g.candidates('bulls-4x10', [{ guess: '0123', label }]).length", label=label)
        ask = "((o) => (o.answer(text), o.left))(new g.Opponent(g.openTree(tree('bulls-4x10.total'))))"
        assert run(ask, text=text) == left
        assert run("g.candidates('bulls-4x10', `0123:${text}`).length", text=text) == left
    told = run(
        "(() => { try { return g.candidates('bulls-4x10', '0123:1B'); } catch (error) { return String(error); } })()"
    )
    assert told == 'RangeError: "1B" may mean 01 or 10; write one of these'


def test_a_history_gives_the_next_guess(run: JavaScript) -> None:
    tree, opened = "g.openTree(tree('bulls-3x9.total'))", player.open_tree("bulls-3x9.total")
    for history in ("", "123:11", "123:30", f"123:11,{opened.next_guess('123:11')}:00"):
        assert run(f"g.nextGuess({tree}, {json.dumps(history)})") == opened.next_guess(history)
    assert "the tree asks 123 after no answer" in run(
        f"(() => {{ try {{ g.nextGuess({tree}, '456:11'); }} catch (error) {{ return error.message; }} }})()"
    )
