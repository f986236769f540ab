"""Exported libraries play both sides: every secret, by the opponent and the keeper, and an evasive keeper."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import jotto
import pytest

import player
import treegen as tg
from player.judge.choose import choose
from player.rules.cells import split, widest
from player.rules.names import parse, rules_of
from player.tree import Tree
from treegen.exchange.export.naming import DERIVED, derive
from treegen.exchange.export.targets import LANGUAGES, render
from treegen.exchange.export.text import to_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    RunCommand = Callable[..., subprocess.CompletedProcess[str]]

DRILLS = Path(__file__).parent / "drills"
NEEDS = {
    "cpp": "g++", "c": "gcc", "java": "javac", "javascript": "node", "go": "go", "rust": "rustc", "csharp": "mono",
    "kotlin": "kotlinc javac",
}  # fmt: skip


class Program(NamedTuple):
    """How a program that drills several libraries lies in files, {0} being the name of a library."""

    library: str
    drill: str
    needs: str  # what names the drill of a library before anything is called
    call: str
    text: str  # with {needs} and {calls}


PROGRAMS = {
    "c": Program(
        "{0}.h", "drill_{0}.h", '#include "drill_{0}.h"\n', "{0}_drill();", "{needs}int main(void) {{ {calls} }}"
    ),
    "cpp": Program(
        "{0}.hpp", "drill_{0}.hpp", '#include "drill_{0}.hpp"\n', "drill_{0}::run();", "{needs}int main() {{ {calls} }}"
    ),
    "python": Program("{0}.py", "drill_{0}.py", "import drill_{0}\n", "", "{needs}"),
    "java": Program(
        "{0}/Opponent.java", "{0}/Drill.java", "", "{0}.Drill.run();",
        "public class Main {{ public static void main(String[] arguments) {{ {calls} }} }}",
    ),
    "javascript": Program("{0}.mjs", "drill_{0}.mjs", 'import "./drill_{0}.mjs";\n', "", "{needs}"),
    "go": Program(
        "{0}/{0}.go", "drill_{0}/drill.go", 'import "driver/drill_{0}"\n', "drill_{0}.Run();",
        "package main\n{needs}func main() {{ {calls} }}",
    ),
    "rust": Program("{0}.rs", "drill_{0}.rs", "mod {0};\nmod drill_{0};\n", "drill_{0}::run();",
                    "{needs}fn main() {{ {calls} }}"),
    "csharp": Program(
        "{0}.cs", "drill_{0}.cs", "", "drill_{0}.Drill.Run();",
        "public static class Program {{ public static void Main() {{ {calls} }} }}",
    ),
    "kotlin": Program("{0}.kt", "drill_{0}.kt", "", "drill_{0}.run();", "fun main() {{ {calls} }}"),
}  # fmt: skip
LANGUAGE = {
    name: pytest.param(
        name, marks=[getattr(pytest.mark, f"needs_{program}") for program in NEEDS.get(name, "").split()]
    )
    for name in LANGUAGES
}


def drill(language: str) -> Path:
    return DRILLS / {"java": "Drill.java", "python": "drill.py.txt"}.get(
        language, f"drill{Path(LANGUAGES[language].driver).suffix}"
    )


def called(language: str, tree: Tree) -> str:
    """The name of a library: the default one, or a lower case one for rustc, to which others are not good enough."""
    return derive(tree) if language in DERIVED else derive(tree).lower()


def run(language: str, folder: Path, trees: Sequence[Tree]) -> str:
    """Compile the drills of a language with the libraries of all trees in one program, and return what it prints."""
    row, program = LANGUAGES[language], PROGRAMS[language]
    names = [called(language, tree) for tree in trees]
    for name, tree in zip(names, trees, strict=True):
        text = render(language, tree, "library", None, "" if language in DERIVED else name)
        text_of_drill = drill(language).read_text().replace("opponent", name).replace("OPPONENT", name.upper())
        has_pairs = len(parse(tree.game).rule.tells) == 2
        lines = [line for line in text_of_drill.splitlines() if has_pairs or "two numbers" not in line]
        for place, written in ((program.library, text), (program.drill, "\n".join(lines) + "\n")):
            file = folder / place.format(name)
            file.parent.mkdir(exist_ok=True)
            file.write_text(written)
    needs, calls = ("".join(part.format(name) for name in names) for part in (program.needs, program.call))
    (folder / Path(row.driver).name).write_text(program.text.format(needs=needs, calls=calls))
    if language == "go":
        (folder / "go.mod").write_text("module driver\n\ngo 1.18\n")
    places = {"file": folder / row.driver, "folder": folder, "python": sys.executable}
    # Python looks for modules beside its file.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    for command in (row.compile, row.run):
        words = [part.format(**places) for part in command]
        if words:
            done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder, timeout=300, env=env)
            assert (done.returncode, (done.stderr or done.stdout)[:2000] if done.returncode else "") == (0, "")
    return done.stdout


def evasive(tree: Tree) -> str:
    """The game of the tree's player with a keeper who commits to nothing."""
    rules, left, steps = rules_of(tree), None, []
    one = player.Player(tree)
    while one.guess is not None:
        cells = split(rules, one.guess, rules.secrets() if left is None else left)
        label = widest(cells, rules.labels[rules.winning])
        steps.append(f"{one.guess}:{label}")
        left = cells[label]
        one.answer(label)
    return ",".join(steps)


def check(language: str, folder: Path, trees: Sequence[Tree]) -> None:
    expected = [[*to_text(tree).splitlines(), f"evasive {evasive(tree)}", "refused 4"] for tree in trees]
    assert run(language, folder, trees).splitlines() == [line for lines in expected for line in lines]


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGE.values())
@pytest.mark.parametrize("name", ["bulls-4x10-any.total", "mastermind-4x6.total"])
def test_every_secret_of_a_large_game_is_played_by_both_sides(name: str, language: str, tmp_path: Path) -> None:
    check(language, tmp_path, [player.open_tree(name)])


GAMES = [
    "bulls-3x5-matches", "bulls-3x4-any-each", "match-4x3", "marks-3x4", "bulls-3x5-any-nozero=0123A", "jotto-3x5",
]  # fmt: skip


@pytest.fixture(scope="module")
def trees() -> Iterator[list[Tree]]:
    with jotto.known():
        yield [player.open_tree("bulls-3x9.total"), *(tg.build(tg.game(game)) for game in GAMES)]


@pytest.mark.parametrize("language", LANGUAGE.values())
def test_games_of_all_rules_are_played_by_both_sides_in_one_program(
    language: str, trees: list[Tree], tmp_path: Path
) -> None:
    """Nothing of a library stands in the way of another one, and every rule is scored as player scores it."""
    check(language, tmp_path, trees)


@pytest.mark.needs_javac
def test_a_java_library_may_be_in_a_package(run_treegen: RunCommand, tmp_path: Path) -> None:
    words = ("export", "bulls-3x9.total", "--to", "java", "--form", "library", "--package", "com.example.game")
    done = run_treegen(*words, "-o", tmp_path / "Opponent.java")
    assert (done.returncode, done.stderr) == (0, "")
    subprocess.run(["javac", "-Xlint:all", "-Werror", "-d", tmp_path, tmp_path / "Opponent.java"], check=True)
    assert (tmp_path / "com" / "example" / "game" / "Opponent.class").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--to", "java", "--form", "library", "--package", "a;b"), "it takes a name such as com.example.game"),
        (("--to", "java", "--form", "library", "--package", "com.new"), "without reserved words"),
        (("--to", "java", "--form", "library", "--package", "a", "--test"), "leave --package or --test out"),
        (("--to", "java", "--package", "a"), "only to --form library of c and cpp and csharp and go and java and"),
        (("--to", "python", "--form", "library", "--package", "a"), "only to --form library of c and cpp and"),
        (("--to", "rust", "--form", "library", "--package", "self"), "it takes a name such as first_game, without"),
        (("--to", "c", "--form", "library", "--prefix", "a.b"), "it takes a name such as first_game"),
        (("--to", "c", "--form", "library", "--prefix", "_a"), "it takes a name such as first_game"),
        (("--to", "c", "--form", "library", "--prefix", ""), "it takes a name such as first_game"),
        (("--to", "cpp", "--form", "library", "--prefix", "std"), "it takes a name such as first_game"),
        (("--to", "go", "--form", "library", "--package", "func"), "it takes a name such as first_game"),
        (("--to", "csharp", "--form", "library", "--package", "a.event"), "it takes a name such as com.example.game"),
        (("--to", "json", "--package", "a"), "--package applies only to"),
    ],
)
def test_a_name_that_cannot_be_is_refused(
    run_treegen: RunCommand, words: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    done = run_treegen("export", "bulls-3x9.total", *words, "-o", tmp_path / "written")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert told in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.needs_javac
def test_a_java_program_begins_with_main_and_runs_as_saved(tmp_path: Path) -> None:
    """Judges compile Main.java; Java itself runs the first class of a file of any name."""
    wording, tree = choose(None, "bulls-3x9.total")
    source = render("java", tree, "program", wording)
    assert source.index("class Main") < source.index("class Opponent")
    for name in ("Main.java", "mine.java"):
        (tmp_path / name).write_text(source)
        done = subprocess.run(
            ["java", tmp_path / name], input="3 0\n", capture_output=True, text=True, check=False, cwd=tmp_path
        )
        assert (done.returncode, done.stdout, done.stderr) == (0, "123\n", "")
