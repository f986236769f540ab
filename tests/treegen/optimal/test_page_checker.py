"""The third checker says the same as the others; it was written from docs/certificates.md alone, without the programs.

So what the page says is enough to write a checker, and none of the three believes what the page does not allow.
"""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from checkers import by_c, by_python
from page_checker import check

if TYPE_CHECKING:
    from collections.abc import Iterable

    from checkers import Case

pytestmark = [pytest.mark.needs_core, pytest.mark.needs_gcc]


def made_by(test: str, function: str, *arguments: object) -> Iterable[Case]:
    """The cases of another test beside this one."""
    cases: Iterable[Case] = runpy.run_path(str(Path(__file__).with_name(f"{test}.py")))[function](*arguments)
    return cases


def told(lines: list[str] | None) -> list[list[str]] | None:
    """The bound of each claim and what the tree costs."""
    return None if lines is None else [re.findall(r"exists|costs (?:less than )?\d+", line) for line in lines]


def by_page(data: bytes) -> list[str] | None:
    try:
        return check(data)
    except ValueError:
        return None


@pytest.mark.parametrize("count", [100, pytest.param(10_000, marks=pytest.mark.long)])
def test_the_page_is_enough_to_write_a_checker(count: int, driver: Path, tmp_path: Path) -> None:
    cases = [*made_by("test_certificate_limits", "limits"), *made_by("test_forger", "forge", "page", count)]
    for case, c in zip(cases, by_c([case.data for case in cases], driver, tmp_path), strict=True):
        page, python = by_page(case.data), by_python(case.data)
        assert case.verdict in (None, page is not None), (case.kind, case.data)
        for lines in c, python:
            assert told(lines) == told(page), (case.kind, lines, page)
