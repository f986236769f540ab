#!/usr/bin/env python3
"""Measures the tests: small wrong changes of the product, and which test notices each.

usage: mutate.py draw LIST [--seed N]     120 mutants (70 Python, 30 C++, 20 JavaScript), each in another place
       mutate.py run LIST RESULT          run the tests of each mutant's room until one fails

`run` works in a clone of the last commit, in build/mutants, and writes RESULT after each mutant; started again, it goes
on.  RESULT serves as LIST of a later commit: the changed line is looked for there, and the test that failed runs first.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
CLONE = ROOT / "build" / "mutants" / "checkout"
COUNTS = {"python": 70, "javascript": 20, "c++": 30}
LANGUAGES = {".py": "python", ".cpp": "c++", ".hpp": "c++", ".inc": "c++", ".c": "c++", ".js": "javascript"}
SOURCES = ["treegen/**/*", "player/**/*", "scripts/check_certificate.*"]
# What is replaced, in a line without its strings and comments, and by what.
CHANGES: dict[str, dict[str, Any]] = {
    "comparison": {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ",
                   " === ": " !== ", " !== ": " === ", " is not ": " is ", " not in ": " in "},
    "logic": {" and ": " or ", " or ": " and ", " && ": " || ", r" \|\| ": " && ", r"\bnot ": "", "!(?=[a-z])": ""},
    "constant": {r"(?<![\w.])(\d+)(?![\w.])": lambda found: str(int(found[1]) + 1), "True": "False", "False": "True",
                 r"\btrue\b": "false", r"\bfalse\b": "true", r"\bmin\(": "max(", r"\bmax\(": "min("},
    "sign": {r" \+ ": " - ", " - ": " + ", r" \* ": " + ", " // ": " * ", r" \+= ": " -= ", " << ": " >> "},
    "arguments": {r"(?<=\w\()([\w.]+), ([\w.]+)(?=\))": r"\2, \1"},
    "value": {r"(?<=return )(?!0;)[^;{}]+(?=;$)": "{}", r"(?<=return )[^;({\[]+$": "None"},
    "statement": {r"(?<=^)(\s+)[\w.\[\]>-]+(\([^()]*\)| [-+*|&^]?= [^;]+);$": r"\1;",
                  r"(?<=^)(\s+)[\w.]+\([^()]*\)$": r"\1pass"},
}  # fmt: skip


def code_of(text: str, language: str) -> list[str]:
    """The lines, with blanks in place of what strings and comments say."""
    if language == "python":
        starts = [0, *(found.end() for found in re.finditer("\n", text))]
        tokens = tokenize.generate_tokens(io.StringIO(text).readline)
        places = [(token.start, token.end) for token in tokens if token.type in (tokenize.STRING, tokenize.COMMENT)]
        blank = [(starts[a - 1] + at, starts[b - 1] + to) for (a, at), (b, to) in places]
    else:
        strings = r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`|^#[^\n]*"""
        blank = [found.span() for found in re.finditer(strings, text, re.DOTALL | re.MULTILINE)]
    for start, end in blank:
        text = text[:start] + re.sub(r"[^\n]", "\x01", text[start:end]) + text[end:]
    return text.split("\n")


def mutants_of(root: Path, path: Path) -> Iterator[list[dict[str, Any]]]:
    """The mutants of each twenty lines of a file."""
    language = LANGUAGES[path.suffix]
    text = path.read_text(encoding="utf-8")
    lines, code = text.split("\n"), code_of(text, language)
    for start in range(1, len(lines) - 1, 20):
        found = []
        for i in range(start, min(start + 20, len(lines) - 1)):
            for kind, changes in CHANGES.items():
                for old, new in changes.items():
                    for match in re.finditer(old, code[i]):
                        put = new(match) if callable(new) else match.expand(new)
                        line = lines[i][: match.start()] + put + lines[i][match.end() :]
                        if "\x01" in match[0] or line == lines[i]:
                            continue
                        around = [lines[i - 1].strip(), lines[i + 1].strip()]
                        found.append({
                            "language": language, "file": str(path.relative_to(root)), "line": i + 1, "kind": kind,
                            "old": lines[i], "new": line, "around": around,
                        })  # fmt: skip
        if found:
            yield found


def draw(root: Path, seed: int) -> list[dict[str, Any]]:
    """Mutants in the order to try them; half as many again as are wanted, as not all compile."""
    generator = random.Random(seed)
    paths = sorted({path for pattern in SOURCES for path in root.glob(pattern) if path.suffix in LANGUAGES})
    paths = [path for path in paths if path.name != "web.cpp"]  # only Emscripten compiles it
    drawn = []
    for language, count in COUNTS.items():
        files = [path for path in paths if LANGUAGES[path.suffix] == language]
        choices = [found for path in files for found in mutants_of(root, path)]
        for found in generator.sample(choices, min(len(choices), count * 3 // 2)):
            kind = generator.choice(sorted({mutant["kind"] for mutant in found}))
            drawn.append(generator.choice([mutant for mutant in found if mutant["kind"] == kind]))
    return drawn


def place(root: Path, mutant: dict[str, Any]) -> tuple[Path, int] | None:
    """Where the changed line stands now: in its file, or in another one beside one of the same lines."""
    best = None
    paths = {path for pattern in SOURCES for path in root.glob(pattern)}
    for path in sorted(paths, key=lambda path: str(path.relative_to(root)) != mutant["file"]):
        if LANGUAGES.get(path.suffix) != mutant["language"]:
            continue
        is_home = str(path.relative_to(root)) == mutant["file"]
        lines = [line.strip() for line in path.read_text(encoding="utf-8").split("\n")]
        for i, line in enumerate(lines):
            if line == mutant["old"].strip():
                near = [*lines[max(i - 1, 0) : i], *lines[i + 1 : i + 2]]
                score = 2 * sum(text in near for text in mutant["around"] if len(text) > 1) + is_home
                if score and (best is None or score > best[0]):
                    best = score, path, i
    return best[1:] if best else None


def room(path: Path) -> list[str]:
    """The tests of the room of a file, and then those of its package."""
    name = path.relative_to(CLONE)
    package = {"scripts": "tests/treegen/certificates"}.get(name.parts[0], f"tests/{name.parts[0]}")
    tests = (str(Path("tests", *name.parts[:-1][:2])), package, "tests/page" if package == "tests/player" else package)
    return [test for test in dict.fromkeys(tests) if (CLONE / test).exists()]


def command(*words: str | Path) -> tuple[int, str]:
    """The exit code and the output of a command in the clone; whatever it started ends with it."""
    path = os.pathsep.join((str(CLONE), str(CLONE.parent / "tools")))
    environment = {**os.environ, "PYTHONPATH": path, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    with subprocess.Popen(
        list(map(str, words)), cwd=CLONE, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
    ) as child:  # fmt: skip
        try:
            output, _ = child.communicate(timeout=3600)
        except subprocess.TimeoutExpired:
            return -1, ""
        finally:
            with suppress(ProcessLookupError):
                os.killpg(child.pid, signal.SIGKILL)
        return child.returncode, output


def build(language: str) -> bool:
    """Make what the tests use of the clone's sources; whether that went well."""
    if language == "python":
        return command(sys.executable, "-m", "compileall", "-q", "treegen", "player", "scripts")[0] == 0
    if language == "javascript":
        return command(sys.executable, "scripts/build", "page")[0] == 0
    code, _ = command("cmake", "--build", CLONE.parent / "core", "--parallel", "1")
    for library in (CLONE.parent / "core").glob("treegen/native/_core*.so"):
        shutil.copy(library, CLONE / "treegen" / "native")
    return code == 0


def failing(tests: list[str], ignored: set[str]) -> str | None:
    """The first test that fails, or that hangs for five minutes; none if a test of that name is gone (code 4)."""
    code, output = command(
        sys.executable, "-m", "pytest", "--checkout", "-xv", "-p", "no:cacheprovider", "-o", "faulthandler_timeout=300",
        "-o", "faulthandler_exit_on_timeout=true", *(f"--deselect={test}" for test in ignored), *tests,
    )  # fmt: skip
    failed = re.findall(r"^(?:FAILED|ERROR) (tests/\S+?\.py(?:::.+?)?)(?: - |$)", output, re.MULTILINE)
    started = re.findall(r"^(tests/\S+\.py::[^\s\[]+(?:\[.*?\])?)(?=\s|$)", output, re.MULTILINE)
    return None if code in (0, 4, 5) else (failed or started or [f"exit code {code}: {output[-200:]}"])[-1]


class Clone:
    """The clone, in which one mutant stands at a time."""

    def __init__(self) -> None:
        self.changed = {"c++", "javascript"}
        self.passing: set[str] = set()
        self.ignored: set[str] = set()
        if not CLONE.exists():
            subprocess.run(["git", "clone", "--quiet", ROOT, CLONE], check=True)
            tools = ["pip", "install", "--quiet", "--target", CLONE.parent / "tools", "nanobind"]
            subprocess.run([sys.executable, "-m", *map(str, tools)], check=True)
            command("cmake", "-S", ".", "-B", CLONE.parent / "core", f"-DPython_EXECUTABLE={sys.executable}")
        subprocess.run(["git", "checkout", "--quiet", "."], cwd=CLONE, check=True)

    def write(self, path: Path, text: str, language: str) -> bool:
        """Change a file; whether what is made of the sources could be made."""
        path.write_text(text, encoding="utf-8")
        made = {changed: build(changed) for changed in sorted({*self.changed, language})}
        self.changed = {changed for changed, is_made in made.items() if not is_made}
        return not self.changed

    def outcome(self, mutant: dict[str, Any]) -> dict[str, Any]:
        """What becomes of a mutant."""
        if (found := place(CLONE, mutant)) is None:
            return {"outcome": "gone"}
        path, i = found
        text = path.read_text(encoding="utf-8")
        lines = text.split("\n")
        lines[i] = lines[i][: len(lines[i]) - len(lines[i].lstrip())] + mutant["new"].strip()
        before = [test for test in [mutant.get("by", "-")] if (CLONE / test.partition("::")[0]).is_file()]
        while True:
            by: str | None = None
            compiles = self.write(path, "\n".join(lines), mutant["language"])
            for tests in filter(None, (before, room(path)) if compiles else ()):
                by = by or failing(tests, self.ignored)
            path.write_text(text, encoding="utf-8")
            self.changed.add(mutant["language"])
            if by is None:
                return {"outcome": "survived" if compiles else "does not compile"}
            # A test that also fails without the mutant says nothing.
            is_new = by not in self.passing | self.ignored and self.write(path, text, mutant["language"])
            if not is_new or not failing([by], set()):
                self.passing.add(by)
                return {"outcome": "killed", "by": by}
            self.ignored.add(by)


def run(mutants: list[dict[str, Any]], file: Path) -> None:
    """Try the mutants and write down what became of each."""
    done = json.loads(file.read_text()) if file.exists() else []
    clone = Clone()
    for mutant in mutants[len(done) :]:
        tried = [other for other in done if other["outcome"] in ("killed", "survived")]
        is_wanted = sum(other["language"] == mutant["language"] for other in tried) < COUNTS[mutant["language"]]
        outcome = clone.outcome(mutant) if is_wanted else {"outcome": "left out"}
        done.append({**mutant, **outcome})
        file.write_text(json.dumps(done, indent=1))
        print(f"{len(done)}: {mutant['file']}:{mutant['line']}", outcome["outcome"], outcome.get("by", ""), flush=True)


def main() -> None:
    """Draw mutants, or try them."""
    parser = argparse.ArgumentParser(
        prog="mutate", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["draw", "run"])
    parser.add_argument("list", type=Path)
    parser.add_argument("result", type=Path, nargs="?")
    parser.add_argument("--seed", type=int, default=38)
    options = parser.parse_args()
    if options.what == "draw":
        options.list.write_text(json.dumps(draw(ROOT, options.seed), indent=1))
    else:
        run(json.loads(options.list.read_text()), options.result)


if __name__ == "__main__":
    main()
