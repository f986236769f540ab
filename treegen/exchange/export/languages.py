"""The languages of `treegen export` as rows: how they write texts, comments and names, and how programs are compiled.

All text from a tree or a dialect passes through `comment` or `literal` before it is written to a source file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jinja2

from player.errors import BadInput, quote, require
from player.judge.lines import Line
from player.judge.wording import Wording
from player.tree.tree import Tree, open_tree
from player.web import name_of
from treegen.exchange.export import codec

if TYPE_CHECKING:
    from player.tree.tree import TreeSource

FORMS = {
    "program": "speaks a judge's dialect",
    "library": "no input or output: an Opponent for an app, and in C for chips",
    "columns": "the file's columns as JSON",
}
LINE = 120  # characters of a long text in a line
MAX_WORD = 31  # a program has room for words of at least this length


@dataclass(frozen=True, slots=True)
class Language:
    """How a language writes what files and options name, and how its files are named, compiled and run.

    In commands, {file}, {folder} and {python} are placeholders.  `join` stands between the lines of a long text, and
    behind its line end it has the start of each line.  `special` is a character that needs a backslash in a literal, as
    quotes and backslashes do.  `named` makes an identifier of each part of the name of a library: by a suffix that no
    word of the language has, or in its quotes.  `driver` is the file of a program that uses the library, if its name
    differs from that of other programs.
    """

    name: str
    program: str
    library: str
    compile: tuple[str, ...]
    run: tuple[str, ...]
    join: str = "\n"
    special: str = ""
    named: str = "{}_tree"
    driver: str = ""


_OUT = ("{folder}/out",)
_STRICT = ("-Wall", "-Wextra", "-Wconversion", "-pedantic", "-Werror", "-o", *_OUT, "{file}")
_JAVA = ("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto")
_QUICK = tuple(f"-J{word}" for word in _JAVA)  # the same for compilers

LANGUAGES = {
    row.name: row
    for row in (
        Language("cpp", "program.cpp", "opponent.hpp", ("g++", "-O2", "-std=c++11", *_STRICT), _OUT),
        Language("c", "program.c", "opponent.h", ("gcc", "-O2", "-std=c99", *_STRICT), _OUT, ",\n", named="{}"),
        Language("python", "program.py", "opponent.py", (), ("{python}", "-B", "{file}")),
        Language(
            "java", "Main.java", "Opponent.java",
            ("javac", *_QUICK, "-Xlint:all,-options", "-Werror", "--release", "8", "-sourcepath", "{folder}",
             "-d", "{folder}", "{file}"),
            ("java", *_JAVA, "-cp", "{folder}", "Main"), ",\n", named="{}",
        ),
        Language("javascript", "program.js", "opponent.mjs", (), ("node", "{file}"), " +\n", driver="driver.mjs"),
        Language("go", "main.go", "opponent/opponent.go", ("go", "build", "-o", *_OUT, "."), _OUT, " +\n\t"),
        Language(
            "rust", "main.rs", "opponent.rs",
            ("rustc", "-O", "--edition=2018", "-Dwarnings", "-o", *_OUT, "{file}"), _OUT, ",\n",
        ),
        Language(
            "csharp", "Program.cs", "Opponent.cs",
            ("mcs", "-warn:4", "-warnaserror+", "-optimize+", "-out:{folder}/out.exe", "-recurse:{folder}/*.cs"),
            ("mono", "{folder}/out.exe"), " +\n", named="@{}",
        ),
        Language(
            "kotlin", "Main.kt", "Opponent.kt",
            ("kotlinc", *_QUICK, "-nowarn", "-include-runtime", "-d", "{folder}/out.jar", "{folder}"),
            ("java", *_JAVA, "-cp", "{folder}/out.jar", "MainKt"), ",\n", special="$", named="`{}`",
        ),
        Language(
            "typescript", "main.mts", "opponent.mts",
            ("tsc", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "node16", "{file}"),
            ("node", "{folder}/main.mjs"), " +\n",
        ),
        Language("php", "program.php", "opponent.php", (), ("php", "{file}"), " .\n", special="$"),
        Language("ruby", "program.rb", "opponent.rb", (), ("ruby", "{file}"), " \\\n", special="#"),
    )
}  # fmt: skip

# An expression for a guess that is written symbol by symbol, and a part of it for each symbol with another text.
_SAYS = {
    "cpp": (('[](std::string s) {{ std::string t; for (char c : s) t += "{blank}" + ({pairs}std::string(1, c)); '
             "return t; }}({guess}).substr({size})"), "c == {code} ? std::string({text}) : "),
    "csharp": ('string.Join("{blank}", {guess}.Select(c => {pairs}c.ToString()))', "c == {code} ? {text} : "),
    "go": ('strings.NewReplacer({pairs}).Replace(strings.Join(strings.Split({guess}, ""), "{blank}"))',
           "{key}, {text}, "),
    "java": ('Arrays.stream({guess}.split("")).map(c -> {pairs}c).collect(Collectors.joining("{blank}"))',
             "c.equals({key}) ? {text} : "),
    "javascript": ('[...{guess}].map(c => new Map([{pairs}]).get(c) ?? c).join("{blank}")', "[{key}, {text}], "),
    "kotlin": ('{guess}.map {{ when ("$it") {{ {pairs}else -> "$it" }} }}.joinToString("{blank}")', "{key} -> {text};"),
    "php": ('strtr(implode("{blank}", str_split({guess})), [{pairs}])', "{key} => {text}, "),
    "python": ('"{blank}".join({{{pairs}}}.get(c, c) for c in {guess})', "{key}: {text}, "),
    "ruby": ('{guess}.chars.map {{ |c| {{ {pairs} }}.fetch(c, c) }}.join("{blank}")', "{key} => {text}, "),
    "rust": (('&*{guess}.chars().map(|c| match c as u32 {{ {pairs}_ => c.to_string() }})'
              '.collect::<Vec<_>>().join("{blank}")'), "{code} => {{ {text}.to_string() }} "),
}  # fmt: skip

# The forms of each target; text has none.
TARGETS: dict[str, tuple[str, ...]] = {"json": ("columns",), "text": (), "key": ()}
TARGETS |= dict.fromkeys(LANGUAGES, ("program", "library"))


def render(
    language: str, tree: TreeSource, form: str, wording: Wording | None, package: str = "", *, is_full: bool = False
) -> str:
    """Return a source file of a language; the form "driver" is a program that uses the form "library".

    `tree` is a Tree, or its name, path or bytes, and `form` one of FORMS but "columns".  Programs need the
    `wording` of their judge.  `package` is what a library is called where languages need a name, by default after the
    tree.  With `is_full`, each node has an entry.  Raises what `open_tree` raises, and BadInput for a tree that is not
    what it claims to be, and for a library of a rule that the templates do not know.

    >>> "0123" in render("python", "bulls-4x10.total", "library", None)
    True
    """
    tree, row = open_tree(tree), LANGUAGES[language]
    if form not in (*TARGETS[language], "driver"):
        forms = ", ".join(TARGETS[language])
        raise BadInput(f"{form!r} is not a form of source code of {language}; choose one of: {forms}")
    fields = codec.encode(tree, partial(size, language=language), is_full=is_full)
    require(not fields["refusal"] or form == "program", fields["refusal"])
    fields |= {name: form == name for name in ("library", "driver", "program")}
    fields["name"] = _name(row, tree, package) if form != "program" else "game"
    if form == "library" and language in VERSIONS:
        sides = "Opponent plays the guessing side of a game" + ", Keeper the other side" * fields["compares"]
        fields["head"] += (f"{VERSIONS[language]}: {sides}; no input or output.",)
    if wording and form != "library":
        fields |= wording_fields(wording, fields["labels"])
        dialect = wording.dialect
        fields["is_wide"] = not f"{fields['names']}{fields['replies']}{dialect.ask}{dialect.final}".isascii()
        final = f", names the secret {dialect.final!r}" if dialect.final else ""
        fields["head"] += (f"Speaks {dialect.name}: asks {dialect.ask!r}, reads {dialect.reply!r}{final}.",)
    is_typed = fields["is_typed"] = language == "typescript"
    fields["t"] = str if is_typed else lambda _: ""
    return render_template(f"{'javascript' if is_typed else language}.j2", fields, language)


def render_template(name: str, fields: dict[str, Any], language: str = "cpp") -> str:
    """Return a source file from a template that is filled with these fields alone."""
    text = _environment(language).get_template(name).render(fields).strip() + "\n"
    text = re.sub(r"(?m)^[ \t\0]+\n", "", text).replace("\0", "")  # lines whose condition leaves only the indent
    text = re.sub(r"\n{3,}", "\n\n", _PARAGRAPH.sub(r"\g<0>\n", text))
    return re.sub(r"\n\n(?=\S)", "\n\n\n", text) if language == "python" else text


# A line behind which an empty line stands: the end of what begins at the left margin, or else one before a comment or a
# definition that is not the first line of its block.
_ENDS = r"(?:[})]+;?|end)\n(?=[^\s#})])"
_BEGINS = r"(?! *(?://|/\*|#|@|class |module |using )).*[^\s{(:,|]\n(?= *(?://|/\*|# |@property|def |class |"
_BEGINS += r"(?:constructor|func|function|get|impl|init|internal|private|pub|public|static(?! const)|void)\b.*\{))"
_PARAGRAPH = re.compile(f"(?m)^{_ENDS}|^{_BEGINS}")


# What stands in declarations in place of the bodies of members and functions, and of values.
_BODIES = {
    r"(?ms) \{\n    .*?^  \}$": ";",
    r"(?m)^  answer\(label: string \| .*\n": "",
    r"(?m)^(export function .*) \{$": r"\1;",
    r"(?m)^(export const \w+|  \w+)(: .*?) = .*": r"\1\2;",
    r"(?m)^(export const \w+) = \(\): (.*) => .*": r"\1: () => \2;",
    r"(?m)^export ": "export declare ",
}


def declarations(tree: Tree) -> str:
    """Return the .d.ts file of the JavaScript library: what the library in TypeScript exports."""
    text = render("typescript", tree, "library", None)
    exported = re.findall(r"(?ms)^(?:/\*\*[^\n]*\n)?export (?:class .*?^\}|[^\n]*)", text)
    text = "\n\n".join(["\n".join(f"// {comment(line)}" for line in codec.encode(tree)["head"]), *exported])
    for body, instead in _BODIES.items():
        text = re.sub(body, instead, text)
    return text + "\n"


@cache
def _environment(language: str) -> jinja2.Environment:
    environment = jinja2.Environment(
        variable_start_string="«", variable_end_string="»", block_start_string="«%", block_end_string="%»",
        comment_start_string="«#", comment_end_string="#»", line_statement_prefix="%", line_comment_prefix="%%",
        keep_trailing_newline=True, undefined=jinja2.StrictUndefined, autoescape=False,
        loader=jinja2.FunctionLoader(_read_template),
    )  # fmt: skip
    environment.filters["comments"] = lambda texts, start, end="": "\n".join(f"{start}{comment(t)}{end}" for t in texts)
    environment.filters["tex"] = lambda text: re.sub(r"[\\{}$&#^_~%]", r"\\char`\\\g<0>{}", text)
    environment.filters["quote"] = partial(literal, language=language)
    environment.filters["quoted"] = lambda texts: ", ".join(literal(text, language) for text in texts)
    environment.filters["dollars"] = partial(re.sub, r"\b(?=(code|used|i|j|mark|guess|secret|turn|bound|value)\b)", "$")
    environment.globals["code"] = ord
    environment.globals["line"] = partial(_line, language)
    environment.globals["go"] = lambda text: re.sub(r" ([*+]) ", r"\1", text)  # as its formatter writes an argument
    environment.filters["lines"] = partial(_lines, LANGUAGES[language])
    return environment


def _line(language: str, line: Line, guess: str, plus: str = " + ") -> str:
    """Return an expression for a line of the conversation: a sum of texts, of which `guess` is the variable."""
    if line.words or line.blank:
        whole, pair = _SAYS["javascript" if language == "typescript" else language]
        words = ((*(literal(text, language) for text in item), ord(item[0])) for item in line.words.items())
        pairs = "".join(pair.format(key=key, text=text, code=code) for key, text, code in words)
        guess = whole.format(guess=guess, blank=line.blank, size=len(line.blank), pairs=pairs.removesuffix(", "))
    head, tail = ([literal(text, language)] * bool(text) for text in (line.head, line.tail))
    return plus.join([*head, guess, *tail])


def _read_template(name: str) -> str:
    """Return a template that keeps an empty line behind a statement; Jinja would remove it with the statement."""
    text = (Path(__file__).parent / "templates" / name).read_text(encoding="utf-8")
    text = re.sub(r"(?m)^(?=«.* if .*»$)", "\0", text)  # an indent, so that the line is removed if it is empty
    return re.sub(r"(?m)^( *%.*\n)(?=\n)", r"\1«##»", text)


def _lines(row: Language, text: str, most: int = LINE) -> str:
    text = _units(text, row.name)
    parts = (_quoted(text[at : at + most], row.name) for at in range(0, len(text), most))
    return row.join.rpartition("\n")[2] + row.join.join(parts)


# Text that has a meaning within a comment in at least one of the languages:
_LOUD = re.compile(
    r"(?P<before>coding|[vV]im[<=>]?\d*|vi|ex)(?P<end>[:=])"  # the file's encoding in Python; commands to an editor
    r"|[^ -~]"  # line ends, bidirectional overrides, and characters that a compiler may not decode
    r"|\\"  # it joins lines in C and C++; Java reads \u before anything else
    r"|(?<=\?)[?>]"  # ??/ is a backslash in C and C++, ?> the end of a program in PHP
    r"|[*/]"  # the ends of block comments
    r"|^\+"  # // +build is a directive in Go
)


def comment(text: str) -> str:
    """Escape text for a line of a comment, after a blank: characters with a meaning there are replaced by their codes.

    >>> comment("bulls-4x10, 7 guesses")
    'bulls-4x10, 7 guesses'
    >>> comment("*" + "/ system(0);")
    '<U+002A><U+002F> system(0);'
    """
    return _LOUD.sub(lambda found: f"{found['before'] or ''}<U+{ord(found['end'] or found.group()):04X}>", text)


def literal(text: str, language: str) -> str:
    r"""Return text as a string literal of a language, in double quotes.  Raise BadInput if it cannot be printed.

    Letters beyond ASCII are written by their codes.

    >>> print(literal('say "a\\b"', "java"), literal("\u00e9", "c"))
    "say \"a\\b\"" "\303\251"
    """
    require(text.isprintable(), f"{quote(text)}: a source takes only printable text")
    return _quoted(_units(text, language), language)


def _units(text: str, language: str) -> str:
    """Return a text with a character for each byte if it is for C, and else as it is."""
    return text.encode().decode("latin-1") if language in ("c", "cpp") else text


def _quoted(text: str, language: str) -> str:
    code = _BEYOND.get(language, r"\u{{{:x}}}")
    quoted = json.dumps(text, ensure_ascii=language in _UTF16)
    quoted = re.sub("[^ -~]", lambda found: code.format(ord(found[0])), quoted)
    special = LANGUAGES[language].special
    if special:
        return quoted.replace(special, f"\\{special}")
    # The other languages have no trigraphs, and some of them no \?.
    return re.sub(r"(?<=\?)\?", r"\\?", quoted) if language in ("c", "cpp") else quoted


def size(text: str, language: str) -> int:
    """Return the length of a text by the units of a language: 16 bits, characters, or bytes."""
    if language in _UTF16:
        return len(text.encode("utf-16-le")) // 2
    return len(text if language in ("python", "ruby") else text.encode())


# Java, whose packages are folders of one's own, can neither quote a word nor take another one: all that it reserves.
_JAVA_WORDS = (
    "_ abstract assert boolean break byte case catch char class const continue default do double else enum extends "
    "false final finally float for goto if implements import instanceof int interface long native new null package "
    "private protected public return short static strictfp super switch synchronized this throw throws transient true "
    "try void volatile while"
)
VERSIONS = {
    "csharp": "C# 6", "go": "A package", "java": "Java 8", "javascript": "An ES module", "kotlin": "A package",
    "php": "PHP 7.4", "python": "Python 3.8", "ruby": "Ruby 2.7", "rust": "Rust 2018, a module",
    "typescript": "An ES module",
}  # fmt: skip
FULL = ("c", "rust")  # those with the full form
_UTF16 = ("java", "javascript", "typescript", "csharp", "kotlin")  # those whose texts are of 16 bits
# How others write a letter beyond ASCII, if not as in \u{e9}; in C, each of its bytes.
_BEYOND = {"c": r"\{:03o}", "cpp": r"\{:03o}", "go": r"\U{:08x}", "python": r"\U{:08x}"}
DERIVED = ("c", "cpp", "csharp", "go", "php", "ruby")  # those whose libraries are named after the tree
NAMED = (*DERIVED, "java", "kotlin", "rust")  # those whose libraries take a name


def is_name(name: str, language: str) -> bool:
    """Return whether `--package` takes a name in a language.

    >>> is_name("com.example.game", "java"), is_name("com.example.new", "java"), is_name("com.first", "c")
    (True, False, False)
    """
    parts = name.split(".") if language in ("csharp", "java", "kotlin") else [name]
    reserved = _JAVA_WORDS.split() if language == "java" else ()
    return all(re.fullmatch(r"[A-Za-z](_?[A-Za-z0-9])*", part) and part not in reserved for part in parts)


def _name(row: Language, tree: Tree, package: str) -> str:
    """Return the name of a library as its source writes it, "" for a language without one."""
    name = package or (derive(tree) if row.name in DERIVED else "")
    if row.name == "ruby":  # modules have a capital
        name = name[0].upper() + name[1:]
    if not name or (row.name, name) == ("go", "main"):  # a program of one package has the library in it
        return name
    return ".".join(map(row.named.format, name.split(".")))


def derive(tree: Tree) -> str:
    """Return the name of a tree: that of its file, or else of its game, made into an identifier.

    >>> from player.tree import open_tree
    >>> derive(open_tree("bulls-3x9.total"))
    'bulls_3x9_total'
    """
    name = re.sub(r"[^A-Za-z0-9]+", "_", name_of(tree)).strip("_")
    return name if name[:1].isalpha() else f"tree_{name}".rstrip("_")


def wording_fields(wording: Wording, labels: Iterable[str]) -> dict[str, Any]:
    """Return the fields of a dialect that a template uses; its replies are in the order of `labels`, those of a tree.

    A label that the judge never gives has the reply "", which nobody sends.
    """
    reply_of = {label: " ".join(wording.reply(label).split()) for label in wording.rules.labels}
    replies, example = [reply_of.get(label, "") for label in labels], reply_of[wording.rules.labels[1]]
    return {
        "question": wording.question,
        "answer": wording.answer,
        "dialect": wording.dialect,
        "rounds": wording.dialect.rounds,
        "replies": replies,
        "reply_size": max(len(reply.split()) for reply in replies),
        # One more than the longest word that may come, so that a longer one is never read as another word.
        "word_size": max(MAX_WORD, *(len(word.encode()) + 1 for reply in replies for word in reply.split())),
        "has_final": wording.has_final,
        # The message of a program in a custom dialect that cannot read a reply:
        "explains": wording.dialect.explains,
        "expected": Line("expected a reply to ", f' that some secret gives, such as "{example}"', "", {}),
    }
