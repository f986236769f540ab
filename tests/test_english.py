"""Plain English: habits that make a reader read a sentence twice are banned, room by room."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
# The rooms without such habits, and those with old names only (PROSE): a file that was cleaned is added here.
ROOMS = ["*.md", "[dpst]*/**/*.md", "treegen/*.py", "player/web/site/*.js", "player/**/*.py"]
ROOMS += [f"treegen/{room}/*.py" for room in ("certificates", "differentiate", "games", "greedy", "insight", "lab")]
ROOMS += [f"treegen/{room}/*.py" for room in ("native", "optimal", "render", "search", "cli")]
ROOMS += [f"treegen/native/*.{kind}" for kind in ("cpp", "hpp", "inc")]
ROOMS += ["scripts/*.py", "scripts/*/[!cp]*.py", "scripts/*/[cp][!ao]*.py", "tests/test_[adlr]*.py"]
PROSE = ["player/web/src/**/*.js"]
PROSE += ["scripts/b*[hd]", "treegen/insight/rowtypes.py"]  # with a public `asked`
# Write the number, the noun, "if", "return" or "print", and a whole sentence.
HABITS = {
    "a number": r"\bso (many|much)\b|\b(how many|\d+|one|two) \w+ less\b|\bfrom \w+ on\b(?! the)",
    "a noun": r"\b(what|that|which|it|they|who) (is|are) (none|no)\b|\b(whoever|whatever|at hand)\b"
    r"|(?<!^#)(?<!^##)\s(for|of|with|by|than|and|says?|shows?) (what|who) (is|are|was|were|may|can)\b",
    "a sentence": r"(?m)^(\s*(\"\"\"|// )|- |\| )?(What|Who|Whether)\b[^?\n]*$|; (None|[A-Z]\w+) (if|for|where|when)\b"
    r"|\S  # (of|that|which|for|where|from)\b",
    "return": r"(?<!\.)\b(tells?|told|hears?|heard|is said|are said)\b(?![^.]{0,40}\bapart\b)",
    "if": r"\bwhere (it|there|they|this|that|nothing|no|none)\b",
}
NAMES = {"asked", "told", "said", "shown", "known", "kept", "given", "taken", "meant", "gone", "wanted", "sought"}
FILES = {str(path.relative_to(ROOT)): room in ROOMS for room in ROOMS + PROSE for path in ROOT.glob(room)}


@pytest.mark.parametrize("name", sorted(FILES))
def test_the_english_of_a_file_is_plain(name: str) -> None:
    text = (ROOT / name).read_text(encoding="utf-8")
    prose = re.sub(r"\btell(?=[:=,)\n])", "-", text)  # the name of an argument
    if name.endswith((".cpp", ".hpp", ".inc")):  # only comments
        prose = re.sub(r"(?m)^( *)(.*?)(//|$)", lambda line: line[1] + "-" * len(line[2]) + line[3], text)
    prose = re.sub(r"(?ms)^ *```.*?^ *```|`[^`\n]*`", "``", prose)  # neither code nor output
    prose = re.sub(r"(?<=[\w,;])\n *(?:(?:#|//) )?(?=[a-z])", " ", prose)  # a sentence in one line
    found = [(better, habit[0]) for better, habits in HABITS.items() for habit in re.finditer(habits, prose)]
    if name.endswith(".py") and FILES[name]:
        nodes, fields = list(ast.walk(ast.parse(text))), ("id", "arg", "attr", "name")
        found += [("a noun", word) for node in nodes for field in fields if (word := getattr(node, field, "")) in NAMES]
    assert found == []
