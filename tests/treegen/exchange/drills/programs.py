"""Many exported sources as one program of a language: it is compiled once, and told by name which of them to run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from player.rules.names import rules_of
from treegen.exchange.export.spelling import DERIVED, derive
from treegen.exchange.export.targets import LANGUAGES, render

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from player.tree import Tree

DRILLS = "drills"  # the name under which all drills run
SANITIZED = ("-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all")
OTHERWISE = {"-O2": SANITIZED, "-O": ("-Copt-level=0", "-Cdebug-assertions=on")}  # options that compile for a test
C_NAMES = r'"(?:[^"\\]|\\.)*"|\b(opponent|OPPONENT|say|read_words|read_reply|replies|fail|main)(?![A-Za-z0-9])'
TEXT_OF_GO = 'package main\nimport "os"\n{needs}func main() {{\n{cases}}}\n'
TEXT_OF_C = "#include <string.h>\n{needs}int main(int count, char **names) {{\n(void)count;\n{cases}return 9;\n}}\n"
HEADERS = "algorithm cstdint cstdio cstdlib cstring stdexcept string vector"
TEXT_OF_CPP = (
    "".join(f"#include <{name}>\n" for name in HEADERS.split())
    + "{needs}int main(int, char **names) {{\n{cases}return 9;\n}}\n"
)


# A list of the last guess, compared with the candidates, and what of a question is its number.
FOUND = r"(?<=[\[{])(?:last|guess|\$last)(?=[\]}])|(?<=listOf\()last|(?<=List\()last"
SECRET = {
    "cpp": "{}.substr(2)", "csharp": "{}.Substring(2)", "java": "{}.substring(2)", "javascript": "{}.slice(2)",
    "kotlin": "{}.substring(2)", "php": "substr({}, 2)", "ruby": "{}[2..]", "rust": "&{}[2..]",
    "typescript": "{}.slice(2)",
}  # fmt: skip


class Way(NamedTuple):
    """How the sources of a language become one program.  In all texts, {0} is the name of a library or program."""

    files: tuple[str, str, str]  # of a library, of its drill, and of a program
    fit: Callable[[str, str], str] = lambda _, text: text  # a program, by name and text, so that several have room
    needs: tuple[str, str] = ("", "")  # what a drill and a program need before they are called
    calls: tuple[str, str] = ("", "")
    case: str = ""  # how the name of a program comes to the call {1}
    main: str = "{needs}"


def _rename_c(name: str, text: str) -> str:
    return re.sub(C_NAMES, lambda found: f"{name}_{found[1]}" if found[1] else found[0], text)


def _wrap_cpp(name: str, text: str) -> str:
    return (
        f"namespace {name} {{\n{text.rstrip().removesuffix('}')}\nreturn 0; }}}}\n"  # only the main of all may lack it
    )


WAYS = {
    "c": Way(
        ("{0}.h", "drill_{0}.h", "{0}.h"), _rename_c, ('#include "drill_{0}.h"\n', '#include "{0}.h"\n'),
        ("{0}_drill();", "return {0}_main();"), 'if (strcmp(names[1], "{0}") == 0) {{ {1} return 0; }}\n', TEXT_OF_C,
    ),
    "cpp": Way(
        ("{0}.hpp", "drill_{0}.hpp", "{0}.hpp"), _wrap_cpp,
        ('#include "drill_{0}.hpp"\n', '#include "{0}.hpp"\n'), ("drill_{0}::run();", "return {0}::main();"),
        'if (std::strcmp(names[1], "{0}") == 0) {{ {1} return 0; }}\n', TEXT_OF_CPP,
    ),
    "python": Way(("{0}.py", "drill_{0}.py", "{0}.py"), needs=("import drill_{0}\n", "")),
    "java": Way(
        ("{0}/Opponent.java", "{0}/Drill.java", "{0}/Main.java"), lambda name, text: f"package {name};\n{text}",
        ("", ""), ("{0}.Drill.run();", "{0}.Main.main(names);"), 'if (names[0].equals("{0}")) {{ {1} }}\n',
        "public class Main {{ public static void main(String[] names) throws Exception {{\n{cases}}} }}\n",
    ),
    "javascript": Way(("{0}.mjs", "drill_{0}.mjs", "{0}.js"), needs=('import "./drill_{0}.mjs";\n', "")),
    "go": Way(
        ("{0}/{0}.go", "drill_{0}/drill.go", "{0}/{0}.go"),
        lambda name, text: text.replace("package main", f"package {name}").replace("func main", "func Main"),
        ('import "driver/drill_{0}"\n', 'import "driver/{0}"\n'), ("drill_{0}.Run();", "{0}.Main();"),
        'if os.Args[1] == "{0}" {{ {1} }}\n', TEXT_OF_GO,
    ),
    "rust": Way(
        ("{0}.rs", "drill_{0}.rs", "{0}.rs"), lambda _, text: re.sub(r"(?m)^fn main", "pub fn main", text),
        ("mod {0};\nmod drill_{0};\n", "mod {0};\n"), ("drill_{0}::run();", "{0}::main();"),
        'if name == "{0}" {{ {1} }}\n',
        "{needs}fn main() {{\nlet name = std::env::args().nth(1).unwrap();\n{cases}}}\n",
    ),
    "csharp": Way(
        ("{0}.cs", "drill_{0}.cs", "{0}.cs"),
        lambda name, text: f"namespace {name} {{\n{text.replace('static void Main', 'static void Run')}}}\n",
        ("", ""), ("drill_{0}.Drill.Run();", "{0}.Program.Run();"), 'if (names[0] == "{0}") {{ {1} }}\n',
        "public static class Program {{ public static void Main(string[] names) {{\n{cases}}} }}\n",
    ),
    "typescript": Way(
        ("{0}.mts", "drill_{0}.mjs", "{0}.mts"),
        needs=('if (name === "{0}") await import("./{0}.mjs");\n', ""),
        calls=('await import("./" + "drill_{0}.mjs");', 'await import("./{0}.mjs");'),
        case='if (name === "{0}") {{ {1} }}\n',
        main="declare const process: any;\nconst name = process.argv[2];\n{needs}{cases}export {{}};\n",
    ),
    "php": Way(
        ("{0}.php", "drill_{0}.php", "{0}.php"), needs=('require "drill_{0}.php";\n', ""), main="<?php\n{needs}",
    ),
    "ruby": Way(("{0}.rb", "drill_{0}.rb", "{0}.rb"), needs=('require_relative "drill_{0}"\n', "")),
    "kotlin": Way(
        ("{0}.kt", "drill_{0}.kt", "{0}.kt"), lambda name, text: f"package {name}\n{text}", ("", ""),
        ("drill_{0}.run();", "{0}.main()"), 'if (names[0] == "{0}") {{ {1} }}\n',
        "fun main(names: Array<String>) {{\n{cases}}}\n",
    ),
}  # fmt: skip


class Programs(NamedTuple):
    """The programs of a language that lie in a folder."""

    language: str
    folder: Path
    names: tuple[str, ...]

    def command(self, name: str = DRILLS) -> list[str]:
        """The command that runs one of them, by default all drills."""
        row, way = LANGUAGES[self.language], WAYS[self.language]
        is_script = not row.compile
        file = self.folder / (way.files[2].format(name) if is_script and name != DRILLS else row.driver)
        words = [part.format(file=file, folder=self.folder, python=sys.executable) for part in row.run]
        return words if is_script else [*words, name]


def compiled(language: str, folder: Path, trees: Sequence[Tree], programs: Mapping[str, str]) -> Programs:
    """Compile the libraries of the trees with their drills, and programs by their names; compilers say nothing."""
    row, way = LANGUAGES[language], WAYS[language]
    drill = Path(__file__).parent / {"java": "Drill.java", "python": "drill.py.txt", "typescript": "drill.mjs"}.get(
        language, f"drill{Path(row.driver).suffix}"
    )
    libraries = []
    for tree in trees:
        # The default name, or a lower case one for rustc, to which others are not good enough.
        name = derive(tree) if language in DERIVED else derive(tree).lower()
        text = drill.read_text().replace("opponent", name).replace("OPPONENT", name.upper())
        rules = rules_of(tree)
        has_pairs = len(rules.rule.tells) == 2
        if rules.family == "number":  # the question eq5 finds the secret 5
            text = re.sub(FOUND, lambda found: SECRET.get(language, "{}[2:]").format(found[0]), text)
        lines = [line for line in text.splitlines() if has_pairs or "two numbers" not in line]
        library = render(language, tree, "library", None, "" if language in DERIVED else name)
        _write(folder, {way.files[0].format(name): library, way.files[1].format(name): "\n".join(lines) + "\n"})
        libraries.append(name)
    _write(folder, {way.files[2].format(name): way.fit(name, text) for name, text in programs.items()})
    needs = [way.needs[0].format(name) for name in libraries] + [way.needs[1].format(name) for name in programs]
    drills = way.case.format(DRILLS, " ".join(way.calls[0].format(name) for name in libraries))
    cases = drills + "".join(way.case.format(name, way.calls[1].format(name)) for name in programs)
    _write(folder, {row.driver: way.main.format(needs="".join(needs), cases=cases)})
    if language == "go":
        _write(folder, {"go.mod": "module driver\n\ngo 1.18\n"})
    words = [part.format(file=folder / row.driver, folder=folder) for part in row.compile]
    words = [word for part in words for word in OTHERWISE.get(part, (part,))]
    if words:
        done = subprocess.run(words, capture_output=True, text=True, check=False, cwd=folder, timeout=300)
        # Kotlin's own launcher gives Java an old option, which Java speaks of.
        told = [line for line in (done.stdout + done.stderr).splitlines() if not line.startswith("OpenJDK")]
        assert done.returncode == 0 and not told, "\n".join(told[:20])  # noqa: PT018 (one message for both)
    return Programs(language, folder, tuple(programs))


def _write(folder: Path, files: Mapping[str, str]) -> None:
    for name, text in files.items():
        file = folder / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text)


# Python looks for modules beside its file.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
