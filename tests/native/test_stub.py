"""The core's stub, which nanobind makes when the core is compiled: it has every name, and types of its results."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from treegen.native import core
from treegen.native.interface import NEVER

pytestmark = pytest.mark.needs_core

# What nanobind writes where a binding does not say more.
VAGUE = {"dict", "list", "tuple", "object", "Callable", "collections.abc.Callable"}


def read_stub() -> ast.Module:
    return ast.parse(Path(core.__file__ or "").with_name("_core.pyi").read_text(encoding="utf-8"))


def test_the_stub_has_what_the_module_has() -> None:
    public = {name for name in dir(core) if not name.startswith("_")}
    stub = read_stub()
    found = {node.name for node in stub.body if isinstance(node, ast.FunctionDef | ast.ClassDef)}
    constants = {ast.unparse(node.target) for node in stub.body if isinstance(node, ast.AnnAssign)}
    assert found | constants == public
    for node in stub.body:
        if isinstance(node, ast.ClassDef):
            members = {name for name in dir(getattr(core, node.name)) if not name.startswith("_")}
            assert {one.name for one in node.body if isinstance(one, ast.FunctionDef)} - {"__init__"} == members


def test_every_parameter_and_result_has_a_type() -> None:
    functions = [node for node in ast.walk(read_stub()) if isinstance(node, ast.FunctionDef)]
    assert len(functions) > 20
    for node in functions:
        types = [argument.annotation for argument in node.args.args if argument.arg != "self"] + [node.returns]
        told = [ast.unparse(kind) if kind else "object" for kind in types]
        assert not VAGUE.intersection(told), (node.name, told)


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
    tree = search.tree()
    assert tree is not None
    assert [str(column.dtype) for column in tree] == ["int32", "uint8", "int32", "int32"]
