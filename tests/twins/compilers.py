"""The languages of exported sources as parameters of tests: each is skipped where its compiler is missing."""

import pytest

from treegen.exchange.export.languages import LANGUAGES

NEEDS = {
    "cpp": "g++", "c": "gcc", "java": "javac", "javascript": "node", "go": "go", "rust": "rustc", "csharp": "mono",
    "kotlin": "kotlinc javac", "typescript": "tsc", "php": "php", "ruby": "ruby",
}  # fmt: skip
MARKS = {name: [getattr(pytest.mark, f"needs_{word}") for word in NEEDS.get(name, "").split()] for name in LANGUAGES}
MARKS["kotlin"].append(pytest.mark.long)  # its compiler takes half a minute
MARKED = [pytest.param(name, marks=marks) for name, marks in MARKS.items()]
QUICK = ("python", "c", "javascript", "php", "ruby")  # languages that take no time to compile
