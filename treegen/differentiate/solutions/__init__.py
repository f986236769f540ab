"""Programs to paste at Codeforces 1442F, which read any graph, change it and play all games."""

from __future__ import annotations

from importlib.resources import files

LANGUAGES = {"cpp": "solution.cpp.txt", "python": "solution.py.txt"}


def read_solution(language: str) -> str:
    """Return the program in one of LANGUAGES.

    >>> read_solution("python").splitlines()[0]
    '# Codeforces 1442F, Differentiating Games.  Made by guesstree: treegen differentiate --to python'
    """
    return (files(__name__) / LANGUAGES[language]).read_text(encoding="utf-8")
