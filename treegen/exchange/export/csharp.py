"""C# from the templates of Java: what the two languages spell in different ways."""

from __future__ import annotations

import re

_ASIDE = r'("(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)\'|//[^\n]*|/\*\*.*?\*/)'  # texts, characters and comments
_SPELLINGS = {
    r"List<(\w+)> (\w+) = new ArrayList<>": r"List<\1> \2 = new List<\1>",
    r"\b(?:static )?final class": "sealed class",
    r"\bfinal\b": "readonly",
    r"\bboolean\b": "bool",
    r"\bString\b": "string",
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
    r"(?<=\.)(?:add|append|flush|indexOf|join|split|toString)\b"
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
