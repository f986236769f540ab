"""Word games with names of their own: the lists that treegen has, and those in the user's folder.

A list is a file NAME.words, compressed with xz: the secrets, one a line, an empty line, and the other guesses.
"""

from __future__ import annotations

import lzma
import os
import re
from importlib.util import find_spec

from player.errors import BadInput
from player.rules.lists import MAX_LIST_BYTES, WordRules, read_data
from player.rules.titles import LIST, files_of

_NAME = re.compile("[a-z][a-z0-9-]{0,39}")
_MAX_TEXT = 8 << 20  # bytes of a list that is unpacked, to check it in a few seconds
_MAX_MEMORY = 256 << 20  # bytes that unpacking may take; what pack() makes takes 65 MiB
TO_GET = {"wordle"}  # lists that treegen words gets
ALSO = {"absurdle": "words-5"}  # other names; player play absurdle keeps the word evasively


def user_folder() -> str:
    """Where the user's own lists are: a folder of XDG_DATA_HOME."""
    home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(home, "guesstree", "words")


def folders() -> list[str]:
    """The folders of lists, the user's own first; treegen's only where it is installed."""
    spec = find_spec("treegen")
    places = () if spec is None else spec.submodule_search_locations or ()
    return [user_folder(), *(os.path.join(place, "words") for place in places)]


def is_name(name: str) -> bool:
    """Whether a list may be called so."""
    return _NAME.fullmatch(name) is not None


def find_list(name: str) -> str | None:
    """The path of the list of this name; None if there is none, BadInput where it has to be got first."""
    name = ALSO.get(name, name)
    if not is_name(name):
        return None
    paths = [os.path.join(folder, name + LIST) for folder in folders()]
    path = next(filter(os.path.isfile, paths), None)
    if path is None and name in TO_GET:
        raise BadInput(f"{name}: its lists are not part of guesstree; this gets them: treegen words get {name}")
    return path


def read_named(name: str) -> WordRules | None:
    """The word game of this name; None if there is none, BadInput where it has to be got first, or is damaged."""
    path = find_list(name)
    if path is None:
        return None
    name, data = ALSO.get(name, name), read_data(path, MAX_LIST_BYTES)
    rules = WordRules(*unpack(path, data))
    rules.source, rules.files, rules.called = name, files_of([(path, data)]), name
    return rules


def pack(secrets: list[str], others: list[str]) -> bytes:
    """The bytes of the file of a list; BadInput where it is too large."""
    text = "\n".join([*secrets, "", *others, ""]).encode()
    if len(text) > _MAX_TEXT:
        raise BadInput(f"lists of {len(text)} bytes; {_MAX_TEXT} are kept under a name at most")
    return lzma.compress(text, preset=9 | lzma.PRESET_EXTREME)


def unpack(path: str, data: bytes) -> tuple[list[str], list[str]]:
    """The secrets and the other guesses of a file; BadInput for a damaged one."""
    from player.rules.wordlists import check_lists

    unpacker = lzma.LZMADecompressor(memlimit=_MAX_MEMORY)
    try:
        text = unpacker.decompress(data, _MAX_TEXT).decode()
        secrets, _, others = text.partition("\n\n")
        own, more = secrets.split("\n"), others.split("\n")[:-1]
        is_whole = unpacker.eof and not unpacker.unused_data and text == "\n".join([*own, "", *more, ""])
        lists = [(path, None, list(enumerate(words, 1))) for words in (own, more or own)]
        is_good = is_whole and check_lists(lists, []) == (own, more or own, "")
    except (lzma.LZMAError, EOFError, UnicodeDecodeError, BadInput):
        is_good = False
    if not is_good:
        raise BadInput(f"{path}: damaged; remove it, and get or add it again")
    return own, more
