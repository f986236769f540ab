"""The names of exported libraries: what keeps two of them apart in one program."""

from __future__ import annotations

import re
from functools import partial

from player.tree import Tree
from player.web import name_of

DERIVED = ("c", "cpp", "csharp", "go")  # the languages whose libraries are named after the tree
NAMED = (*DERIVED, "java", "kotlin", "rust")  # those whose libraries take a name
_DOTTED = ("csharp", "java", "kotlin")
# The reserved words of Java, and those that only Kotlin has.
_RESERVED = (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends "
    "false final finally float for goto if implements import instanceof int interface long native new null "
    "package private protected public return short static strictfp super switch synchronized this throw throws "
    "transient true try void volatile while _ as fun in is object typealias typeof val var when"
)
# Those of C, C++, C#, Go and Rust, and the names that their libraries and our code have.
_ALSO_RESERVED = (
    "Keeper Main Opponent Program Self System alignas alignof alloc and and_eq asm async auto await base become bitand "
    "bitor bool box chan char16_t char32_t char8_t checked co_await co_return co_yield compl concept const_cast "
    "consteval constexpr constinit core crate decimal decltype defer delegate delete dyn dynamic_cast event explicit "
    "export extern fallthrough fixed fn foreach friend func go impl implicit init inline internal let lock loop macro "
    "main map match mod move mut mutable namespace noexcept not not_eq nullptr operator or or_eq out override params "
    "priv pub range readonly ref register reinterpret_cast requires restrict sbyte sealed select self signed sizeof "
    "stackalloc static_assert static_cast std string struct template thread_local trait type typedef typeid typename "
    "uint ulong unchecked union unsafe unsigned unsized use ushort using virtual wchar_t where xor xor_eq yield"
)


def is_name(name: str, language: str) -> bool:
    """Whether compilers of a language take a name: that of a package or namespace, or what C begins names with.

    >>> is_name("com.example.game", "java"), is_name("com.example.new", "java"), is_name("com..game", "java")
    (True, False, False)
    >>> is_name("first", "c"), is_name("com.first", "c"), is_name("union", "c")
    (True, False, False)
    """
    parts = name.split(".") if language in _DOTTED else [name]
    if language in ("java", "kotlin"):
        reserved, form = _RESERVED.split(), r"[A-Za-z_][A-Za-z0-9_]*"
    else:  # a name in C and C++ that begins with an underscore, or has two, belongs to the compiler
        reserved, form = [*_RESERVED.split(), *_ALSO_RESERVED.split()], r"[A-Za-z](_?[A-Za-z0-9])*_?"
    return all(re.fullmatch(form, part) and part not in reserved for part in parts)


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
