"""The checker in Python follows the page of certificates: its examples, names of symbols, first guesses, trees."""

from __future__ import annotations

import ast
import gzip
import hashlib
import re
import subprocess
import sys
from pathlib import Path

import pytest
from certificate_programs import PYTHON, by_python, python_checker, written

import treegen as tg

ROOT = Path(__file__).resolve().parents[3]
PAGE = ROOT / "docs" / "certificates.md"


def test_the_example_is_what_the_page_says() -> None:
    line = re.findall(r"^printf '(.*)' \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE)[0]
    data = ast.literal_eval(f"b'{line}'")
    assert by_python(data).splitlines()[:2] == [
        "CHECKED bulls-1x3: no tree costs less than 6 (prices 1,2,3,...)",
        "CHECKED bulls-1x3: no tree exists (prices 0,0)",
    ]
    assert by_python(data.replace(b"... 6", b"... 7")).startswith("REJECTED: guess 0 may cost 1 less than 4")


def test_lemmas_of_single_candidates_serve_too() -> None:
    # The secret c is not a guess: a lemma says at first that it costs 1 more, then, by the first one, 2.
    lines = ["rule marks", "guesses a b", "secrets a b c"]
    for lemmas, start in (((2, 1, 0, 2, 0), "REJECTED: "), ((4, 1, 0, 1, 0, 1, 0, 2, 0), "CHECKED ")):
        data = written(f"words:{'0' * 64}", ["1,2,3,... 8"], [4, 0, 0, 3, *lemmas, 1, 0, 3, 0], lines=lines)
        assert by_python(data).startswith(start), by_python(data)


# The comparison with a tree file.


def test_the_tree_is_compared_guess_by_guess(tmp_path: Path) -> None:
    name = "bulls-3x9.total"
    path = ROOT / "trees" / "certificates" / f"{name}.certificate"
    data, tree = gzip.decompress(path.read_bytes()), (ROOT / "trees" / f"{name}.tree").read_bytes()
    assert python_checker().Checker().check(data, tree)[-1] == "the tree in it was compared with TREE guess by guess"
    other = tg.build(tg.game(name.partition(".")[0])).to_bytes()
    for false, reason in (
        (other, "its tree is not that of TREE"),
        (b"\x81", "TREE is not a tree file"),
        (b"", "TREE is"),
    ):
        forged = data.replace(hashlib.sha256(tree).hexdigest().encode(), hashlib.sha256(false).hexdigest().encode())
        with pytest.raises(ValueError, match=reason):
            python_checker().Checker().check(forged, false)
        with pytest.raises(ValueError, match="about another tree"):
            python_checker().Checker().check(data, false)
    (tmp_path / "msgpack.py").write_text("raise ImportError")
    done = subprocess.run(
        [sys.executable, PYTHON, path, "--tree", ROOT / "trees" / f"{name}.tree"],
        env={"PYTHONPATH": str(tmp_path)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert done.stdout.endswith("was compared with TREE by its SHA-256 only, for want of the module msgpack\n")
