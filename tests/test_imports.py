"""Packages import only what stands below them, also by names that are put together when the program runs.

import-linter (see pyproject.toml) follows import statements; here are the names of modules in texts.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MODULES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for package in ("player", "treegen")
    for path in (ROOT / package).rglob("*.py")
}
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"]
# The place of each package below player or treegen, from the top.
PLACES = {
    f"{contract['containers'][0]}.{name.strip()}": place
    for contract in CONTRACTS
    if contract["type"] == "layers"
    for place, layer in enumerate(contract["layers"])
    for name in layer.split("|")
}


def names_in_texts(source: str) -> set[str]:
    """The modules that texts of a source name, with what comes before a part that is filled in."""
    texts = [node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant)]
    found = (re.match(r"(player|treegen)(\.\w+)*", text) for text in texts if isinstance(text, str))
    return {match[0] for match in found if match and (match[0] in MODULES or match[0] == match.string.rstrip("."))}


def place(module: str) -> int:
    return PLACES.get(".".join(module.split(".")[:2]), -1)


def test_no_text_names_a_module_above() -> None:
    for module, path in MODULES.items():
        for name in names_in_texts(path.read_text(encoding="utf-8")) - {"player", "treegen"}:
            assert name.startswith("player.") or module.startswith("treegen"), (module, name)
            if name.partition(".")[0] == module.partition(".")[0]:
                assert place(name) >= place(module), (module, name)


def test_the_names_that_are_looked_for_are_found() -> None:
    assert {"treegen.insight.verify", "treegen.games.lookup"} <= names_in_texts(MODULES["treegen"].read_text())
    assert names_in_texts('import_module(f"treegen.cli.{name}"), "treegen: no", "treegen.cli: x"') == {
        "treegen",
        "treegen.cli",
    }
    assert place("treegen.cli.main") < place("treegen.games.game") < place("treegen.native")
