"""Handouts in other languages: each file of `languages` has what stands for an English sentence or a part of one."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from player.errors import BadInput
from player.rules.misspelt import suggest
from treegen.render.scene import Scene, Text

if TYPE_CHECKING:
    from treegen.insight.lesson import Lesson

LANGUAGES = ("en", "de", "fr", "es")
_BETWEEN = re.compile(r"(?<=[.?!]) (?=[A-Z0-9]|gt|eq|best tree)")  # two sentences


@cache
def speaker(language: str) -> Callable[[str], str]:
    """A function that says an English text in a language; what it does not know stays as it is.

    >>> speaker("de")("The secret is 314. Would 3 be enough?")
    'Das Geheimnis ist 314. Würden 3 genügen?'
    """
    if language not in LANGUAGES:
        raise BadInput(f"{language[:40]!r} is not a language of handouts; {suggest(language, LANGUAGES)}")
    if language == "en":
        return lambda text: text
    source = files("treegen.render").joinpath("languages", f"{language}.json").read_text(encoding="utf-8")
    phrases = [
        (re.compile("(.+?)".join(map(re.escape, english.split("{}"))), re.IGNORECASE), theirs)
        for english, theirs in sorted(json.loads(source).items(), key=lambda pair: -len(pair[0].replace("{}", "")))
    ]  # what leaves least open goes first

    def say(text: str) -> str:
        sentences = _BETWEEN.split(text)
        if len(sentences) > 1:
            return " ".join(map(say, sentences))
        for english, theirs in phrases:
            if found := english.fullmatch(text):
                said: str = theirs.format(*map(say, found.groups()))
                return said[:1].upper() + said[1:] if text[:1].isupper() else said
        return text

    return say


def translate(lesson: Lesson, language: str) -> Lesson:
    """Return the lesson in a language; guesses and feedbacks stay as they are."""
    say = speaker(language)
    tables = tuple(
        (say(title), tuple(map(say, header)), tuple(
            (say(first) if first == "sum" or first.endswith(" more") else first, *rest) for first, *rest in rows))
        for title, header, rows in lesson.tables
    )  # fmt: skip
    rules, columns = (tuple(map(say, texts)) for texts in (lesson.rules, lesson.columns))
    said: Any = {"questions": tuple(tuple(map(say, pair)) for pair in lesson.questions), "tables": tables}
    return replace(lesson, language=language, title=say(lesson.title), rules=rules, columns=columns, **said)


def translate_scene(scene: Scene, language: str) -> Scene:
    """Return the drawing in a language."""
    say = speaker(language)

    def keys(text: str) -> str:
        return "; ".join(map(say, text.removesuffix(".").split("; "))) + "." * text.endswith(".")

    marks = [replace(mark, text=keys(mark.text)) if isinstance(mark, Text) and not mark.mono else mark
             for mark in scene.marks]  # fmt: skip
    return replace(scene, marks=marks)
