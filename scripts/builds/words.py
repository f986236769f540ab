"""The list treegen/words/words-5.words from SCOWL: words of five letters, the common ones as secrets.

The folder is that of SCOWL (Debian's package scowl, version 2020.12.07: /usr/share/dict/scowl).  Guesses are the
English and American words up to size 80; secrets those up to size 40, without plurals, verbs in -s, and past tenses.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from player.errors import BadInput
from player.rules.named import pack

TO = Path(__file__).resolve().parents[2] / "treegen" / "words" / "words-5.words"
COMMON, KNOWN, STEMS = 40, 80, 50  # sizes: the smaller, the more common


def build(options: Any) -> Iterator[tuple[Path, bytes]]:
    """The list."""
    if not options.names:
        raise BadInput("name the folder with the lists of SCOWL")
    sizes: dict[str, int] = {}
    for path in sorted(Path(options.names[0]).glob("*-words.*")):
        region, _, size = path.name.partition("-words.")
        if region in ("english", "american") and int(size) <= KNOWN:
            for word in path.read_text(encoding="latin-1").split():
                if re.fullmatch("[a-z]{2,5}", word):
                    sizes[word] = min(sizes.get(word, KNOWN), int(size))

    def is_stem(word: str) -> bool:
        return sizes.get(word, KNOWN) <= STEMS

    def is_inflected(word: str) -> bool:
        by_s = word.endswith("s") and not word.endswith(("ss", "us", "is"))
        return (by_s and (is_stem(word[:-1]) or (word.endswith("es") and is_stem(word[:-2])))) or (
            word.endswith("ed") and (is_stem(word[:-1]) or is_stem(word[:-2]))
        )

    every = sorted(word for word in sizes if len(word) == 5)
    secrets = [word for word in every if sizes[word] <= COMMON and not is_inflected(word)]
    yield TO, pack(secrets, sorted(set(every) - set(secrets)))
