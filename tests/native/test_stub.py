"""The core's stub says what the module has: every name, every parameter with its kind of value and default."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import treegen.native
from treegen.native import core
from treegen.native.interface import NEVER

pytestmark = pytest.mark.needs_core

STUB = ast.parse((Path(treegen.native.__file__).parent / "_core.pyi").read_text())
# The types of arrays that the stub has names for.
ARRAYS = {
    ast.unparse(node.target): ast.unparse(node.value)
    for node in STUB.body
    if isinstance(node, ast.AnnAssign) and node.value is not None
}
# What nanobind says of a parameter or a result, and the stub in its place.
TYPES = {
    "collections.abc.Sequence": "Sequence",
    "treegen.native._core.Search": "Search",
    "treegen.native._core.Greedy": "Greedy",
    "treegen.native._core.Rule": "Rule",
    "collections.abc.Callable": "Callable[[int, int], None]",
}
# Results that nanobind cannot describe further.
VAGUE = ("dict", "list", "tuple", "object")


def defined(body: list[ast.stmt]) -> SimpleNamespace:
    """The functions, classes and constants of a part of the stub, by name."""
    functions = {node.name: node for node in body if isinstance(node, ast.FunctionDef)}
    classes = {node.name: node for node in body if isinstance(node, ast.ClassDef)}
    constants = {ast.unparse(node.target) for node in body if isinstance(node, ast.AnnAssign) and node.value is None}
    return SimpleNamespace(functions=functions, classes=classes, constants=constants)


MODULE = defined(STUB.body)
CLASSES = {name: defined(node.body) for name, node in MODULE.classes.items()}
FUNCTIONS = [("", name) for name in MODULE.functions] + [
    (owner, name)
    for owner, members in CLASSES.items()
    for name, node in members.functions.items()
    if not node.decorator_list
]


def plain(kind: str) -> str:
    """A type as nanobind writes it, as the stub does."""
    kind = re.sub(r"(?:numpy\.)?ndarray\[dtype=(\w+)[^]]*\]", r"NDArray[\1]", kind)
    kind = re.sub(r"ndarray\[shape=[^]]*\]", "NDArray[uint8 | uint16]", kind)  # the core itself checks the type
    for long, short in TYPES.items():
        kind = kind.replace(long, short)
    return kind


def shown(node: ast.expr | None) -> str:
    """A type of the stub."""
    assert node is not None
    named = re.sub(r"\b_\w+", lambda name: ARRAYS[name[0]], ast.unparse(node))
    return named.replace("npt.", "").replace("np.", "")


def parameters_of(owner: Any, name: str) -> tuple[list[tuple[str, str, object]], str]:
    """Name, type and default (... for none) of each parameter, and the type of the result, as the module says."""
    ((signature, _, defaults),) = getattr(owner, name).__nb_signature__
    node = ast.parse(re.sub(r"\\(\d+)", r"DEFAULT_\1", plain(signature)) + ": ...").body[0]
    assert isinstance(node, ast.FunctionDef)
    values = list(defaults or ())
    some: list[tuple[str, str, object]] = []
    missing = len(node.args.args) - len(node.args.defaults)
    for i, argument in enumerate(node.args.args):
        if argument.arg != "self":
            default = ... if i < missing else values[i - missing]
            some.append((argument.arg, shown(argument.annotation), default))
    return some, shown(node.returns)


def test_the_stub_has_what_the_module_has_and_nothing_more() -> None:
    public = {name for name in dir(core) if not name.startswith("_")}
    assert set(MODULE.functions) | set(MODULE.classes) | MODULE.constants == public
    for owner, found in CLASSES.items():
        members = {name for name in dir(getattr(core, owner)) if not name.startswith("_")}
        assert set(found.functions) - {"__init__"} == members


@pytest.mark.parametrize(("owner", "name"), FUNCTIONS)
def test_parameters_and_results_agree(owner: str, name: str) -> None:
    node: ast.FunctionDef = (CLASSES[owner] if owner else MODULE).functions[name]
    module: Any = core
    told, result = parameters_of(getattr(module, owner) if owner else module, name)
    arguments = [argument for argument in node.args.args if argument.arg != "self"]
    defaults = [...] * (len(arguments) - len(node.args.defaults)) + [ast.literal_eval(d) for d in node.args.defaults]
    stub = [(a.arg, shown(a.annotation), default) for a, default in zip(arguments, defaults, strict=True)]
    assert stub == [(one, kind, list(value) if isinstance(value, tuple) else value) for one, kind, value in told]
    assert shown(node.returns) == result or result in VAGUE


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
