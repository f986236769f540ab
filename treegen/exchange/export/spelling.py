"""How languages spell texts, comments and names, and what C# spells in another way than Java.

All text from a tree or a dialect passes through `comment` or `literal` before it is written to a source file.
"""

from __future__ import annotations

import json
import re
from functools import partial

from player.errors import BadInput
from player.tree import Tree
from player.web import name_of

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
    return _LOUD.sub(_by_code, text)


def _by_code(found: re.Match[str]) -> str:
    return f"{found['before'] or ''}<U+{ord(found['end'] or found.group()):04X}>"


def literal(text: str, language: str) -> str:
    r"""Return text as a string literal of a language, in double quotes; BadInput if it is not printable ASCII.

    >>> print(literal('say "a\\b"', "java"))
    "say \"a\\b\""
    """
    if not (text.isascii() and text.isprintable()):
        raise BadInput(f"{text[:40]!r}: exported source code can contain only printable ASCII")
    quoted = json.dumps(text)
    if language in _INSERTS:
        return quoted.replace(_INSERTS[language], f"\\{_INSERTS[language]}")
    # The other languages have no trigraphs, and some of them no \?.
    return re.sub(r"(?<=\?)\?", r"\\?", quoted) if language in ("c", "cpp") else quoted


_INSERTS = {"kotlin": "$", "php": "$", "ruby": "#"}  # what begins an expression within a literal
DERIVED = ("c", "cpp", "csharp", "go", "php", "ruby")  # the languages whose libraries are named after the tree
NAMED = (*DERIVED, "java", "kotlin", "rust")  # those whose libraries take a name
_DOTTED = ("csharp", "java", "kotlin")
# The reserved words of Java, and those that only Kotlin has.
_RESERVED = (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends "
    "false final finally float for goto if implements import instanceof int interface long native new null "
    "package private protected public return short static strictfp super switch synchronized this throw throws "
    "transient true try void volatile while _ as fun in is object typealias typeof val var when"
)
# Those of C, C++, C#, Go, Ruby and Rust, names of the C library and of Ruby's classes, and those that our code has.
_ALSO_RESERVED = (
    "Array BEGIN Binding Class Comparable Complex Data Dir END EOF Encoding Enumerable Enumerator Exception Fiber "
    "File Float Hash IO Integer Keeper Kernel LABELS Main Method Module Mutex NULL Numeric Object Opponent Proc "
    "Program Queue Random Range Rational Regexp Self Set String Struct Symbol System Thread Time alignas alignof "
    "alloc and and_eq asm async auto await base become bitand bitor bool box chan char16_t char32_t char8_t checked "
    "co_await co_return co_yield compl concept const_cast consteval constexpr constinit core crate decimal decltype "
    "defer delegate delete dyn dynamic_cast errno event exit explicit export extern fallthrough fixed fn foreach "
    "friend func go impl implicit index init inline internal let linux lock loop macro main map match memcpy mod move "
    "mut mutable namespace noexcept not not_eq nullptr operator or or_eq out override params printf priv pub random "
    "range readonly ref register reinterpret_cast remove requires restrict sbyte sealed select self signed size_t "
    "sizeof stackalloc static_assert static_cast std stderr stdin stdout string struct template thread_local time "
    "trait type typedef typeid typename uint uint8_t ulong unchecked union unix unsafe unsigned unsized use ushort "
    "using virtual wchar_t where xor xor_eq yield"
)


def is_name(name: str, language: str) -> bool:
    """Whether compilers of a language take a name: that of a package or namespace, or what C begins names with.

    >>> is_name("com.example.game", "java"), is_name("com.example.new", "java"), is_name("com..game", "java")
    (True, False, False)
    >>> is_name("first", "c"), is_name("com.first", "c"), is_name("union", "c")
    (True, False, False)
    """
    if (name, language) == ("main", "go"):  # a program of one package has the library in it
        return True
    parts = name.split(".") if language in _DOTTED else [name]
    if language in ("java", "kotlin"):
        reserved, form = [*_RESERVED.split(), "java", "kotlin"], r"[A-Za-z_][A-Za-z0-9_]*"
    else:  # a name in C and C++ that begins with an underscore, or has two, belongs to the compiler
        reserved, form = [*_RESERVED.split(), *_ALSO_RESERVED.split()], r"[A-Za-z](_?[A-Za-z0-9])*_?"
    spellings = [*parts, *(part[:1].upper() + part[1:] for part in parts if language == "ruby")]  # that of its module
    return all(re.fullmatch(form, part) and part not in reserved for part in spellings)


def derive(tree: Tree) -> str:
    """Return the name of a tree's library: that of its file, or else of its game, made into an identifier.

    >>> from player.tree import open_tree
    >>> derive(open_tree("bulls-3x9.total"))
    'bulls_3x9_total'
    """
    name = re.sub(r"[^A-Za-z0-9]+", "_", name_of(tree)).strip("_")
    return name if all(is_name(name, language) for language in DERIVED) else f"tree_{name}".rstrip("_")


def prefix(source: str, name: str) -> str:
    """Return a source file in C in which names that begin with opponent or OPPONENT begin with `name` instead."""
    return re.sub(r'"(?:[^"\\]|\\.)*"|\b(opponent|OPPONENT)(?![A-Za-z0-9])', partial(_begin, name), source)


def _begin(name: str, found: re.Match[str]) -> str:
    return {None: found.group(), "opponent": name, "OPPONENT": name.upper()}[found.group(1)]


_ASIDE = r'("(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'|//[^\n]*|/\*\*.*?\*/)'  # texts, characters and comments
_SPELLINGS = {
    r"List<(\w+)> (\w+) = new ArrayList<>": r"List<\1> \2 = new List<\1>",
    r"\b(?:static )?final class": "sealed class",
    r"\bfinal\b": "readonly",
    r"\bboolean\b": "bool",
    r"\bString\b": "string",
    r"\bInteger\.parseInt\b": "int.Parse",
    r"\bInteger\b": "int",
    r"\bIllegalArgument": "Argument",
    r"\bfor \((\w+) (\w+) : ": r"foreach (\1 \2 in ",
    r"\bArrays\.asList\((\w+)\)\.indexOf\(": r"Array.IndexOf(\1, ",
    r"\.length\(\)|\.length\b": ".Length",
    r"\.(?:charAt|get)\(([^()]*)\)": r"[\1]",
    r"\.size\(\)": ".Count",
    r"\bSystem\.out\.print\b": "Console.Out.Write",
    r"\bSystem\.out\.": "Console.Out.",
    r"\bSystem\.err\.print\b": "Console.Error.Write",
    r"\bLABELS\b": "Labels",
}
_CAPITALS = re.compile(  # of public names, some of which are properties
    r"(?<=\.)(?:add|append|contains|endsWith|equals|flush|indexOf|join|split|substring|toString|trim)\b"
    r"|\b(?:answer|candidates|feedback|isGuess|reset|secrets|undo)(?=\()|\b(?:guess|isCertain|isFound|left)\(\)"
)


def to_csharp(source: str) -> str:
    """Return the same program in C#; texts and comments stay as they are."""
    parts = re.split(_ASIDE, source)
    code = [_spell(part) for part in parts[::2]]
    aside = [re.sub(r"/\*\* (.*) \*/", r"/// <summary>\1</summary>", part) for part in parts[1::2]]
    return "".join(one + other for one, other in zip(code, [*aside, ""], strict=True))


def _spell(code: str) -> str:
    for pattern, replacement in _SPELLINGS.items():
        code = re.sub(pattern, replacement, code)
    return _CAPITALS.sub(lambda found: found[0][0].upper() + found[0][1:].removesuffix("()"), code)
