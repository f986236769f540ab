"""The targets of `treegen export` as rows: their names and forms, and how programs are compiled and run."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import jinja2

from player.errors import BadInput
from player.judge.wording import Wording
from player.tree.tree import Tree, as_tree
from treegen.exchange.export import comparing, encode, packed, spelling
from treegen.exchange.export.minify import minify

if TYPE_CHECKING:
    from player.tree.tree import TreeSource

FORMS = {
    "program": "speaks a judge's dialect",
    "packed": "the same, as small as it can be (C++)",
    "library": "no input or output: an Opponent for an app",
    "tables": "the same in constants, for chips (C, Rust)",
    "columns": "the file's columns as JSON",
}
LIBRARIES = ("library", "tables")
LINE = 1000  # digits of text per line
# The end of a text from its third character on.
REST = {"c": " + 2", "java": ".substring(2)", "javascript": ".slice(2)", "kotlin": ".substring(2)", "ruby": "[2..]"}
# Lines of the library in TypeScript: comments, what it exports, and the members of classes with their ends.
_DECLARED = r"(?m)^(?: */\*\*.*|export .*|  (?:get )?\w+\([^?\n]*(?:secret\?.*)?[{;]|})$"
# The languages whose templates are those of another one.
SHARED = {"cpp": "c", "csharp": "java", "typescript": "javascript"}


@dataclass(frozen=True, slots=True)
class Language:
    """How the files of a language are named, compiled and run; {file}, {folder} and {python} are placeholders."""

    name: str
    program: str
    library: str
    driver: str
    compile: tuple[str, ...]
    run: tuple[str, ...]
    needs: tuple[str, ...]


_JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
_QUICK = tuple(f"-J{word}" for word in _JAVA)  # for compilers, which run for a few seconds, too

LANGUAGES = {
    row.name: row
    for row in (
        Language(
            "cpp", "program.cpp", "opponent.hpp", "driver.cpp",
            ("g++", "-O2", "-std=c++11", "-Wall", "-Wextra", "-Werror", "-o", "{folder}/out", "{file}"),
            ("{folder}/out",), ("g++",),
        ),
        Language(
            "c", "program.c", "opponent.h", "driver.c",
            ("gcc", "-O2", "-std=c99", "-Wall", "-Wextra", "-Wconversion", "-Werror", "-o", "{folder}/out", "{file}"),
            ("{folder}/out",), ("gcc",),
        ),
        Language("python", "program.py", "opponent.py", "driver.py", (), ("{python}", "-B", "{file}"), ()),
        Language(
            "java", "Main.java", "Opponent.java", "Main.java",
            ("javac", *_QUICK, "-Xlint:all,-options", "-Werror", "--release", "8", "-sourcepath", "{folder}",
             "-d", "{folder}", "{file}"),
            ("java", *_JAVA, "-cp", "{folder}", "Main"),
            ("javac", "java"),
        ),
        Language("javascript", "program.js", "opponent.mjs", "driver.mjs", (), ("node", "{file}"), ("node",)),
        Language(
            "go", "main.go", "opponent/opponent.go", "main.go",
            ("go", "build", "-o", "{folder}/out", "."), ("{folder}/out",), ("go",),
        ),
        Language(
            "rust", "main.rs", "opponent.rs", "main.rs",
            ("rustc", "-O", "--edition=2018", "-Dwarnings", "-o", "{folder}/out", "{file}"), ("{folder}/out",),
            ("rustc",),
        ),
        Language(
            "csharp", "Program.cs", "Opponent.cs", "Program.cs",
            ("mcs", "-warn:4", "-warnaserror+", "-optimize+", "-out:{folder}/out.exe", "-recurse:{folder}/*.cs"),
            ("mono", "{folder}/out.exe"), ("mcs", "mono"),
        ),
        Language(
            "kotlin", "Main.kt", "Opponent.kt", "Main.kt",
            ("kotlinc", *_QUICK, "-nowarn", "-include-runtime", "-d", "{folder}/out.jar", "{folder}"),
            ("java", *_JAVA, "-cp", "{folder}/out.jar", "MainKt"), ("kotlinc", "java"),
        ),
        Language(
            "typescript", "main.mts", "opponent.mts", "main.mts",
            ("tsc", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "node16", "{file}"),
            ("node", "{folder}/main.mjs"), ("tsc", "node"),
        ),
        Language("php", "program.php", "opponent.php", "driver.php", (), ("php", "{file}"), ("php",)),
        Language("ruby", "program.rb", "opponent.rb", "driver.rb", (), ("ruby", "{file}"), ("ruby",)),
    )
}  # fmt: skip


def render(language: str, tree: TreeSource, form: str, wording: Wording | None, package: str = "") -> str:
    """Return a source file of a language; the form "driver" is a program that uses the form "library".

    `tree` is a Tree, or its name, path or bytes, and `form` one of FORMS but "columns".  Programs need the
    `wording` of their judge.  `package` is what a library is called where languages need a name, by default after the
    tree.  Raises what `open_tree` raises, and BadInput for a tree that is not what it claims to be, and for a library
    of a rule that the templates do not know.

    >>> "0123" in render("python", "bulls-4x10.total", "library", None)
    True
    """
    tree = as_tree(tree, "render")
    if form not in (*TARGETS[language], "driver"):
        known = ", ".join(TARGETS[language])
        raise BadInput(f"{form!r} is not a form of source code of {language}; choose one of: {known}")
    is_library = form in LIBRARIES
    labels = encode.winning_last(tree.labels, tree.winning)
    fields = encode.template_fields(wording, labels) if wording and not is_library else {}
    fields |= {"is_library": is_library, "is_driver": form == "driver", "is_tables": form == "tables", "form": form}
    fields["reads_more"] = form == "driver" or (wording is not None and not wording.dialect.rounds)
    fields |= {
        "is_cpp": language == "cpp",
        "is_csharp": language == "csharp",
        "typed": str if language == "typescript" else lambda _: "",
        "package": package or "opponent",
    }
    if form == "packed":
        encode.check(tree)
        fields |= {"head": encode.describe(tree), **packed.fields(tree)}
        return minify(_environment("cpp").get_template("packed.cpp.j2").render(fields))
    fields |= encode.encode(tree) | {"line": LINE}
    fields["knows_certain"] = is_library or (wording is not None and wording.has_final)
    if form == "tables":
        fields |= encode.tables(tree, fields)
    if is_library or form == "driver":
        fields |= comparing.fields(fields["rules"])
        fields["bare"] = REST.get(SHARED.get(language, language), "[2:]") if fields["is_number"] else ""
        fields["package"] = package or (spelling.derive(tree) if language in spelling.DERIVED else "")
    if wording and not is_library:
        dialect = wording.dialect
        final = f", names the secret {dialect.final!r}" if dialect.final else ""
        fields["head"] += (f"Speaks {dialect.name}: asks {dialect.ask!r}, reads {dialect.reply!r}{final}.",)
    template = f"{SHARED.get(language, language)}.j2"
    if form == "driver" and f"judge.{template}" in _environment(language).list_templates():
        template = f"judge.{template}"
    source = _environment(language).get_template(template).render(fields).strip() + "\n"
    if (language, form) == ("c", "driver"):
        return spelling.prefix(source, fields["package"])
    return spelling.to_csharp(source) if language == "csharp" else source


def declarations(tree: Tree) -> str:
    """Return the .d.ts file of the JavaScript library: what the one in TypeScript exports, without what it does."""
    lines = [_comments(encode.describe(tree), "// ")]
    for line in re.findall(_DECLARED, render("typescript", tree, "library", None)):
        line = re.sub(r"const (\w+) = (\(.*\): .*) =>", r"function \1\2 {", line.replace("export ", "export declare "))
        line = re.sub(r"^  get (\w+)\(\)", r"  readonly \1", line)
        if line != "}" or lines[-1].startswith("  "):  # which ends a class
            lines.append(re.sub(r" (?:\{|=).*", ";", line) if "class" not in line else line)
    return "\n".join(lines) + "\n"


@cache
def _environment(language: str) -> jinja2.Environment:
    environment = jinja2.Environment(
        block_start_string="@%", block_end_string="%@", variable_start_string="@{", variable_end_string="}@",
        comment_start_string="@#", comment_end_string="#@", trim_blocks=False, keep_trailing_newline=True,
        undefined=jinja2.StrictUndefined, loader=_Loader("treegen.exchange.export"), autoescape=False,
    )  # fmt: skip
    quote = partial(spelling.literal, language=language)
    environment.filters["comments"] = _comments
    environment.filters["prefix"] = spelling.prefix
    environment.filters["quote"] = quote
    environment.filters["quoted"] = lambda texts: ", ".join(map(quote, texts))
    environment.filters["lines"] = partial(_lines, language)
    return environment


class _Loader(jinja2.PackageLoader):
    """Loads templates: a tag alone on its line leaves no empty line, and `@if CONDITION|` writes one line or none."""

    def get_source(self, environment: jinja2.Environment, template: str) -> tuple[str, str, Callable[[], bool] | None]:
        source, name, is_current = super().get_source(environment, template)
        return "".join(map(_line, source.splitlines(keepends=True))), name, is_current


def _line(text: str) -> str:
    if one := re.fullmatch(r"@if ([^|\n]+)\|(.*\n)", text):
        return f"@% if {one[1]} %@{one[2]}@% endif %@"
    return re.sub(r"^[ \t]*(@%.*?%@|@#.*#@)\n", r"\1", text)


def _comments(texts: Iterable[str], start: str, end: str = "") -> str:
    return "\n".join(f"{start}{spelling.comment(text)}{end}" for text in texts)


def _lines(language: str, text: str, start: str, end: str, join: str = "") -> str:
    parts = [spelling.literal(text[at : at + LINE], language)[1:-1] for at in range(0, len(text), LINE)]
    return f"{end}{join}\n{start}".join(["", *parts])[len(end + join) + 1 :] + end


# The forms of each target; text has none.
TARGETS: dict[str, tuple[str, ...]] = {"json": ("columns",), "text": ()} | {
    name: ("program", *("packed",) * (name == "cpp"), "library", *("tables",) * (name in ("c", "rust")))
    for name in LANGUAGES
}


def render_template(name: str, fields: dict[str, Any], language: str = "cpp") -> str:
    """Return a source file from a template that is filled with these fields alone."""
    return _environment(language).get_template(name).render(fields).strip() + "\n"
