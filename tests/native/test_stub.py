"""The core's stub says what the module has: every name, and the entries of every result."""

from __future__ import annotations

import ast
from pathlib import Path
from types import SimpleNamespace

import pytest

import treegen.native
from treegen.native import core
from treegen.native.interface import NEVER

pytestmark = pytest.mark.needs_core

STUB = ast.parse((Path(treegen.native.__file__).parent / "_core.pyi").read_text())


def defined(body: list[ast.stmt]) -> SimpleNamespace:
    """The functions, classes and constants of a part of the stub, by name."""
    functions = {node.name: node for node in body if isinstance(node, ast.FunctionDef)}
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    constants = {
        node.target.id for node in body if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }
    return SimpleNamespace(functions=functions, classes=classes, constants=constants)


MODULE = defined(STUB.body)
CLASS = defined(MODULE.classes["Search"].body)


def test_the_stub_has_what_the_module_has_and_nothing_more() -> None:
    public = {name for name in dir(core) if not name.startswith("_")}
    assert set(MODULE.functions) | set(MODULE.classes) | MODULE.constants == public
    assert set(MODULE.classes) == {"Search"}
    members = {name for name in dir(core.Search) if not name.startswith("_")}
    assert set(CLASS.functions) - {"__init__"} == members


def test_constants() -> None:
    assert core.NEVER == NEVER
    assert sum(core.SWITCHES.values()) == core.ALL


def test_results_have_the_entries_of_their_types() -> None:
    from treegen.games.lookup import game
    from treegen.native.interface import RunResult, SearchState
    from treegen.search.core import make_search
    from treegen.search.problem import linear

    search = make_search(game("bulls-3x4"), "all", linear(None), 1 << 16)
    found = search.run()
    assert found.keys() == RunResult.__annotations__.keys()
    assert search.progress().keys() == SearchState.__annotations__.keys()
    tree, proved = search.tree(), search.drain_proved()
    assert tree is not None
    assert [str(column.dtype) for column in tree] == ["int32", "uint8", "int32", "int32"]
    kinds = ["uint64", "uint64", "int32", "int64", "int32", "int32", "int64"]
    assert [str(column.dtype) for column in proved] == kinds
