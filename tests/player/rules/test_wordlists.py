"""Lists of words in the forms that people have, read alike by words:FILE and `treegen words add`; what is refused."""

from __future__ import annotations

import contextlib
import hashlib
import lzma
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import treegen as tg
from player.errors import BadInput
from player.rules.lists import pack, read_words, unpack
from treegen.games.weights import read_weights

if TYPE_CHECKING:
    from tests.conftest import RunCommand

SECRETS, OTHERS = ["crane", "slate", "adieu"], ["zebra", "vodka"]
NUMBERS = ["17", "3", "0.5"]
LINES = "crane\nslate\nadieu\n"
# The same three words in each form, and what is said of it behind the path.
FORMS = {
    "lines": (LINES, ""),
    "windows": ("\ufeffcrane\r\nslate\r\nadieu\r\n", ""),
    "blanks around": ("  crane \nslate\t\n adieu", ""),
    "comments": ("# mine\ncrane\n#slate\nslate  # this one\n\nadieu\n", ""),
    "heading": ("word\ncrane\nslate\nadieu", "line 1 is read as a heading"),
    "repeated": ("Crane\ncrane\nslate\nSLATE\nadieu\n", "repeated words (capitals do not count), counted once: 2"),
    "row": ("crane,slate,adieu\n", ""),
    "double quotes": ('"crane",\n"slate",\n"adieu"', ""),
    "typographic quotes": ("“crane”\n«slate»\n„adieu‟", ""),
    "csv": ("word,count\ncrane,17\nslate,3\nadieu,0.5\n", "line 1 is read as a heading"),
    "tsv": ("w\tn\tshare\ncrane\t17\t1.5\nslate\t3\t50%\nadieu\t1\t0\n", "line 1 is read as a heading"),
    "some numbers": ("crane 17\nslate\nadieu 3\n", "numbers behind words, not used (--weights takes them): 2"),
    "json": ('["crane", "slate", "adieu"]', ""),
    "an address": ('{"source": "https://x.org/[words]", "words": ["crane", "slate", "adieu"]}', ""),
    "javascript": ("['crane', 'slate', `adieu`]", ""),
    "export": ("// words\n\nexport default [ 'crane', 'slate',\n/* more */ 'adieu', ]", ""),
    "python": ('# mine\nwords = ["crane", "slate", "adieu"]\n', ""),
}


def name_of(secrets: list[str], guesses: list[str]) -> str:
    """The name of a game, apart from the program: the SHA-256 of both lists, sorted and with an empty line between."""
    lines = [*sorted(secrets), "", *sorted({*secrets, *guesses})]
    return f"words:{hashlib.sha256(chr(10).join(lines).encode()).hexdigest()}"


def write(folder: Path, text: str | bytes, name: str = "list.txt") -> Path:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


@pytest.mark.parametrize("form", FORMS)
def test_each_form_is_read_alike(form: str, tmp_path: Path, call_treegen: RunCommand) -> None:
    text, told = FORMS[form]
    path = write(tmp_path, text)
    rules = read_words(str(path))
    assert rules.name == name_of(SECRETS, [])
    assert rules.note.startswith(f"{path}: {told}" if told else "")
    assert bool(rules.note) == bool(told)
    assert call_treegen("next", f"words:{path}").stderr == rules.note + "\n" * bool(told)


TWO = {
    "json": '{"secrets": ["crane", "slate", "adieu"], "guesses": ["zebra", "vodka"]}',
    "the other way round": '{"allowed": ["zebra", "vodka"], "hiddenWords": ["crane", "slate", "adieu"]}',
    "javascript": "const La = 3, answers = ['crane', 'slate', 'adieu'],\n  Ta = ['zebra', 'vodka'];",
}


@pytest.mark.parametrize("form", TWO)
def test_two_lists_in_a_file_are_read_and_added(form: str, tmp_path: Path, call_treegen: RunCommand) -> None:
    path, env = write(tmp_path, TWO[form]), {"XDG_DATA_HOME": str(tmp_path)}
    assert read_words(str(path)).name == name_of(SECRETS, OTHERS)
    assert call_treegen("words", "add", "two", path, env=env).stdout.startswith("two: 3 secrets, 5 guesses")
    assert call_treegen("next", "two", env=env).stdout == call_treegen("next", f"words:{path}").stdout


MIXED = "crane\nant\nslate\nabacus\ncan't\nwe'll\nA\nphotographer\nadieu\n"


def test_a_list_of_mixed_lengths_names_them_and_one_is_taken(tmp_path: Path, call_treegen: RunCommand) -> None:
    plain = write(tmp_path, MIXED.replace("can't\nwe'll\n", ""), "plain.txt")
    with pytest.raises(BadInput) as caught:
        read_words(str(plain))
    assert str(caught.value) == (
        f"{plain}: line 2: 'ant' has 3 letters, not 5; it has words of 1 (1), 3 (1), 5 (3), 6 (1), "
        f"12 (1) letters; {plain}#5 takes those of 5"
    )
    path = write(tmp_path, MIXED)
    with pytest.raises(BadInput, match=r"line 5: \"can't\" is not a word: it holds U\+0027 APOSTROPHE"):
        read_words(str(path))
    rules = read_words(f"{path}#5")
    told = f"{path}#5: left out: words of other lengths (4), with signs that are not letters (2)"
    assert (rules.name, rules.note) == (name_of(SECRETS, []), told)
    assert rules.files == ("list.txt#5", hashlib.sha256(MIXED.encode()).hexdigest())
    assert f"words:{path.name}#5" in tg.build(f"words:{path}#5").made
    env = {"XDG_DATA_HOME": str(tmp_path)}
    done = call_treegen("words", "add", "five", "--", "-#5", input=MIXED, env=env)
    assert (done.returncode, done.stderr.partition(": ")[2]) == (0, told.partition(": ")[2] + "\n")
    for size, said in (("7", "no word has 7 letters; it has words of 1"), ("12", "words of 12 letters; marks")):
        with pytest.raises(BadInput, match=said):
            read_words(f"{path}#{size}")
    real = write(tmp_path, LINES, "list.txt#5")  # a file that has this name is this file
    assert read_words(str(real)).note == ""


def test_weights_are_read_from_the_same_columns(tmp_path: Path) -> None:
    path = write(tmp_path, "word,count\nCrane,17\ncrane,4\n\nslate,3 # often\nadieu,5\nant,2\ncan't,9\n")
    game = tg.game(f"words:{path}#5")
    weighed = read_weights(game, f"{path}#5")
    assert weighed.weights is not None
    assert dict(zip(weighed.secrets, weighed.weights.tolist(), strict=True)) == {"crane": 21, "slate": 3, "adieu": 5}
    with pytest.raises(BadInput, match="line 7: 'ant' is not a secret"):
        read_weights(game, str(path))
    with pytest.raises(BadInput, match="line 2: crane already has a weight"):
        read_weights(game, str(write(tmp_path, "crane 1\ncrane 2\n")))


# Beside the files in tests/attacks/words.
REFUSED = [
    (b"x" * 10**6, "words of 1000000 letters; marks are for at most 8"),
    ('["crane",\n"slate "adieu"]', "line 2: 'adieu\"]' is not a word in quotes"),
    ('["crane",\n"\\ud800late"]', "line 2: '?late' is not a word: it holds U+D800"),
    ('{"crane": 3, "slate": 4}', "0 lists of words (); expected one list, or two of which one is named secrets"),
    ("import a from 'b';\nexport default [...a, 'crane']", "line 2: '...a, ]' is not a word in quotes"),
    ("[crane, slate]", "line 1: 'crane, slate]' is not a word in quotes"),
    ("[" * 10**5, "line 1: '"),
    ("/**/" * 10**5 + "crane", "words of 400005 letters"),
    ("[" + "/*" * 10**5, "line 1: '**"),
    ("[" + "x" * 10**5, "line 1: 'x"),
]


@pytest.mark.parametrize(("text", "said"), REFUSED, ids=[said[:40] for _, said in REFUSED])
def test_what_cannot_be_read_is_one_line(
    text: str | bytes, said: str, tmp_path: Path, call_treegen: RunCommand
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(BadInput) as caught:
        read_words(str(path))
    message = str(caught.value)
    assert said in message
    assert message.startswith(f"{path}: ")
    assert message.isprintable()
    assert len(message) < 3 * len(str(path)) + 300
    done = call_treegen("words", "add", "mine", path, env={"XDG_DATA_HOME": str(tmp_path)})
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert not list(tmp_path.rglob("*.words"))


@settings(max_examples=300)
@given(st.text(st.sampled_from("ab\"'`[]{}()=,;:#/*\\ \n\t1İ\x1bé"), max_size=40))
def test_any_text_is_a_list_or_one_line(text: str) -> None:
    from player.rules.wordlists import gather

    secrets, guesses, note = ["good"], ["good"], ""
    with contextlib.suppress(BadInput):
        secrets, guesses, note = gather([("x", text, None)])
    assert note.isprintable()
    assert len({len(word) for word in {*secrets, *guesses}}) == 1
    assert all(word.isprintable() for word in secrets)
    assert not set("".join(secrets)) & set("\"'`[]{}(),;:# ")


GOOD = pack(SECRETS, OTHERS)
DAMAGED: dict[str, str | bytes] = {
    "long words": f"{'a' * 3000}\n{'b' * 3000}\n\n", "an escape": "cr\x1b[2J\nslate\n\n",
    "capitals": "Crane\nslate\n\n",
    "a repeated word": "crane\ncrane\n\n", "another length": "crane\nslate\n\nant\n", "blanks": "crane slate\n\n",
    "an empty line": "crane\n\nslate\n\nzebra\n", "no end": "crane\nslate", "no secret": "\n\ncrane\n",
    "more behind it": GOOD + b"\0", "too large": "crane\n" * 2_000_000 + "\n",
    "not UTF-8": lzma.compress(b"cr\xffne\n\n"),
}  # fmt: skip


@pytest.mark.parametrize("what", DAMAGED)
def test_a_list_with_a_name_is_checked(what: str, tmp_path: Path, call_treegen: RunCommand) -> None:
    folder = tmp_path / "guesstree" / "words"
    folder.mkdir(parents=True)
    data = DAMAGED[what]
    write(folder, lzma.compress(data.encode()) if isinstance(data, str) else data, "mine.words")
    for command in (["words"], ["next", "mine"]):
        done = call_treegen(*command, env={"XDG_DATA_HOME": str(tmp_path)})
        said = f"{folder / 'mine.words'}: damaged; remove it, and get or add it again\n"
        assert (done.returncode, done.stdout, done.stderr.partition("/")[1:]) == (2, "", ("/", said[1:]))
    assert unpack("x", GOOD) == (SECRETS, OTHERS)
