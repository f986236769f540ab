"""Lists of words in the forms that people have, read alike by words:FILE and `treegen words add`; what is refused."""

from __future__ import annotations

import contextlib
import hashlib
import json
import lzma
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import treegen as tg
from player.errors import BadInput
from player.rules.lists import pack, read_words, unpack

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import RunCommand

SECRETS, OTHERS = ["crane", "slate", "adieu"], ["zebra", "vodka"]
NUMBERS = ["17", "3", "0.5"]
LINES = "crane\nslate\nadieu\n"
# The same three words in each form, and what is said of it behind the path.
FORMS = {
    "lines": (LINES, ""),
    "no line at the end": ("crane\nslate\nadieu", ""),
    "windows": ("\ufeffcrane\r\nslate\r\nadieu\r\n", ""),
    "old line ends": ("crane\rslate\radieu", ""),
    "empty lines": ("\n\ncrane\n\nslate\n \t\nadieu\n\n\n", ""),
    "blanks around": ("  crane \nslate\t\n adieu", ""),
    "comments": ("# mine\ncrane\n#slate\nslate  # this one\n\nadieu\n", ""),
    "capitals": ("CRANE\nSlate\nadieu", ""),
    "heading": ("word\ncrane\nslate\nadieu", "line 1 is read as a heading"),
    "heading in capitals": ("\nAnswers\ncrane\nslate\nadieu", "line 2 is read as a heading"),
    "row": ("crane,slate,adieu\n", ""),
    "row with blanks": ("crane slate\tadieu\n", ""),
    "semicolons": ("crane; slate;\nadieu;", ""),
    "double quotes": ('"crane",\n"slate",\n"adieu"', ""),
    "single quotes": ("'crane', 'slate',\n'adieu'", ""),
    "typographic quotes": ("“crane”\n«slate»\n„adieu‟", ""),
    "backticks": ("`crane`\n`slate`\n`adieu`", ""),
    "csv": ("word,count\ncrane,17\nslate,3\nadieu,0.5\n", "line 1 is read as a heading"),
    "csv in quotes": ('"Word","Count"\n"crane","17"\n"slate","3"\n"adieu","0.5"\n', "line 1 is read as a heading"),
    "csv without a heading": (
        "crane,17\nslate,3\nadieu,1e-5\n",
        "numbers behind words, not used (--weights takes them): 3",
    ),
    "tsv": ("w\tn\tshare\ncrane\t17\t1.5\nslate\t3\t50%\nadieu\t1\t0\n", "line 1 is read as a heading"),
    "some numbers": ("crane 17\nslate\nadieu 3\n", "numbers behind words, not used (--weights takes them): 2"),
    "json": ('["crane", "slate", "adieu"]', ""),
    "json on lines": ('[\n  "crane",\n  "slate",\n  "adieu"\n]\n', ""),
    "json in an object": ('{"name": "mine", "words": ["crane", "slate", "adieu"]}', ""),
    "an address": ('{"source": "https://x.org/[words]", "words": ["crane", "slate", "adieu"]}', ""),
    "escapes": ('["cr\\u0061ne", "slate", "adieu"]', ""),
    "comma at the end": ('["crane", "slate", "adieu",]', ""),
    "javascript": ("['crane', 'slate', `adieu`]", ""),
    "const": ("const WORDS = ['crane', 'slate', 'adieu'];\n", ""),
    "export": ("// words\n\nexport default [ 'crane', 'slate',\n/* more */ 'adieu', ]", ""),
    "typescript": ("export const words: string[] = ['crane', 'slate', 'adieu'];", ""),
    "module": ("module.exports = ['crane', 'slate', 'adieu']", ""),
    "python": ('# mine\nwords = ["crane", "slate", "adieu"]\n', ""),
    "set": ("let w = new Set(['crane', 'slate', 'adieu'])", ""),
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
    assert ("numbers behind words, not used (--weights takes them): 3" in rules.note) == (
        "csv" in form or form == "tsv"
    )
    env = {"XDG_DATA_HOME": str(tmp_path)}
    added = call_treegen("words", "add", "mine", path, env=env)
    assert (added.returncode, added.stderr) == (0, rules.note + "\n" * bool(told))
    assert call_treegen("next", "mine", env=env).stdout == call_treegen("next", f"words:{path}").stdout


TWO = {
    "json": '{"secrets": ["crane", "slate", "adieu"], "guesses": ["zebra", "vodka"]}',
    "the other way round": '{"allowed": ["zebra", "vodka"], "hiddenWords": ["crane", "slate", "adieu"]}',
    "solutions": '{"herrings": ["zebra", "vodka"],\n"solutions": ["crane", "slate", "adieu"]}',
    "valid": '{"validAnswers": ["crane", "slate", "adieu"], "validGuesses": ["zebra", "vodka"]}',
    "javascript": "const La = 3, answers = ['crane', 'slate', 'adieu'],\n  Ta = ['zebra', 'vodka'];",
    "keys": "export default { answers: ['crane', 'slate', 'adieu'], more: ['zebra', 'vodka'], }",
}


@pytest.mark.parametrize("form", TWO)
def test_two_lists_in_a_file(form: str, tmp_path: Path, call_treegen: RunCommand) -> None:
    path = write(tmp_path, TWO[form])
    assert read_words(str(path)).name == name_of(SECRETS, OTHERS)
    added = call_treegen("words", "add", "two", path, env={"XDG_DATA_HOME": str(tmp_path)})
    assert added.stdout.startswith("two: 3 secrets, 5 guesses")


def test_lists_that_were_read_before_are_the_same_games(tmp_path: Path) -> None:
    lists: tuple[list[str], ...] = (
        SECRETS, ["12345", "54321"], ["1+2=3", "3-2=1"], ["größe", "türen"], ["οδος", "σάος"], ["ılık", "isim", "ipek"],
        ["слово", "песня"], ["漢字", "仮名"], ["word", "crab"], ["guess", "words"], ["a-b", "x_y"], ["!&r", "$%r"],
        ["crane", "12345"], ["word", "3.14"], ["🔴🟢", "🟢🔴"],
    )  # fmt: skip
    for words in lists:
        for text in ("\n".join(words), json.dumps(words), json.dumps(words, ensure_ascii=False, indent=1)):
            path = write(tmp_path, text)
            assert read_words(str(path)).name == name_of(words, [])
            assert read_words(str(path)).note == ""


# ------------------------------------------------------------------------------------------------ lengths and repeats


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
    tree = tg.build(f"words:{path}#5")
    assert f"words:{path.name}#5" in tree.made
    env = {"XDG_DATA_HOME": str(tmp_path)}
    for done in (
        call_treegen("next", f"words:{path}#5"),
        call_treegen("words", "add", "five", f"{path}#5", env=env),
        call_treegen("words", "add", "five", "--", "-#5", input=MIXED, env=env),
    ):
        assert (done.returncode, done.stderr.partition(": ")[2]) == (0, told.partition(": ")[2] + "\n")
    assert tg.game(f"words:{path}#1").secrets == ("a",)
    for size, said in (
        ("7", "no word has 7 letters; it has words of 1"),
        ("12", "words of 12 letters; marks"),
    ):
        with pytest.raises(BadInput, match=said):
            read_words(f"{path}#{size}")
    real = write(tmp_path, LINES, "list.txt#5")  # a file that has this name is this file
    assert read_words(str(real)).note == ""


def test_guesses_of_another_length_are_named(tmp_path: Path) -> None:
    secrets, guesses = write(tmp_path, LINES), write(tmp_path, MIXED.replace("'", "i"), "more.txt")
    with pytest.raises(BadInput, match=r"more.txt: line 2: 'ant' has 3 letters, not 5; .*more.txt#5 takes those of 5"):
        read_words(f"{secrets},{guesses}")
    assert read_words(f"{secrets},{guesses}#5").guess_count == 5
    write(tmp_path, "ant\n", "more.txt")
    with pytest.raises(BadInput, match=r"'ant' has 3 letters, not 5; it has words of 3 \(1\) letters$"):
        read_words(f"{secrets},{guesses}")


def test_repeated_words_are_one_word(tmp_path: Path, call_treegen: RunCommand) -> None:
    path = write(tmp_path, "Crane\ncrane\nslate\nSLATE\nslate\nadieu\n")
    told = f"{path}: repeated words (capitals do not count), taken once: 3"
    assert (read_words(str(path)).name, read_words(str(path)).note) == (name_of(SECRETS, []), told)
    done = call_treegen("next", f"words:{path}")
    assert (done.returncode, done.stderr) == (0, told + "\n")


def test_the_home_folder_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, LINES)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert read_words("~/list.txt").name == read_words("~/list.txt#5").name == name_of(SECRETS, [])
    assert read_words("~/list.txt").files[0] == "list.txt"


def test_weights_are_read_from_the_same_columns(tmp_path: Path) -> None:
    text = "word,count\nCrane,17\ncrane,4\n\nslate,3 # often\nadieu,5\nant,2\ncan't,9\n"
    path = write(tmp_path, text)
    weights = write(tmp_path, '"slate"\t3\n"crane"\t21\n"adieu"\t5\n', "weights.tsv")
    from treegen.games.weights import read_weights

    game = tg.game(f"words:{path}#5")
    for source in (f"{path}#5", str(weights)):
        weighed = read_weights(game, source)
        assert weighed.weights is not None
        assert dict(zip(weighed.secrets, weighed.weights.tolist(), strict=True)) == {
            "crane": 21,
            "slate": 3,
            "adieu": 5,
        }
    with pytest.raises(BadInput, match="line 7: 'ant' is not a secret"):
        read_weights(game, str(write(tmp_path, text)))
    with pytest.raises(BadInput, match="line 2: crane already has a weight"):
        read_weights(game, str(write(tmp_path, "crane 1\ncrane 2\n")))


# -------------------------------------------------------------------------------------------------------------- refused


REFUSED = [
    (b"", "it is empty; write one word a line"),
    (b"\n \n# nothing\n", "it is empty"),
    ("crane\n".encode("utf-16"), "line 1: not UTF-8; save it as UTF-8 text"),
    (b"crane\nsl\0te\n", "line 2: 'sl?te' is not a word: it holds U+0000 NUL"),
    (b"x" * 10**6, "words of 1000000 letters; marks are told for at most 8"),
    (b"crane\n---\nslate\n", "line 2: '---' has 3 letters, not 5"),
    (b"1 crane\n2 slate\n", "line 1: numbers stand behind a word, and not between words"),
    (b"crane noun 3\n", "line 1: numbers stand behind a word"),
    ('["crane",\n"slate "adieu"]', "line 2: 'adieu\"]' is not a word in quotes"),
    ('["crane",\n["slate"]]', "line 2: ']' is not a word in quotes"),
    ('["crane",\n17]', "line 2: '17]' is not a word in quotes"),
    ('["crane",\n{"word": "slate"}]', "line 2: '{: }]' is not a word in quotes"),
    ('\n["crane",\n"slate"', "line 3: 'the end' is not a word in quotes"),
    ('["crane",\n"slate', "line 2: '\"slate' is not a word in quotes"),
    ('{"words": ["crane",\n"slate"]', "line 2: 'the end' is not a word in quotes"),
    ('{"secrets": ["crane",\n"slate"],\n "gues', "line 3: 'the end' is not a word in quotes"),
    ('["crane"]\n]', "line 2: ']' is not a word in quotes"),
    ('["crane",\n"a\\x62c"]', "line 2: '\"a\\\\x62c\"]' is not a word in quotes"),
    ('["crane",\n"ant"]', "line 2: 'ant' has 3 letters, not 5; it has words of 3 (1), 5 (1) letters"),
    ('["crane",\n"sl te"]', "line 2: '\"sl' is not a word: it holds U+0022 QUOTATION MARK"),
    ('["crane",\n"\\ud800late"]', "line 2: '?late' is not a word: it holds U+D800"),
    ('["crane",\n"cr\\u001bne"]', "line 2: 'cr?ne' is not a word: it holds U+001B ESCAPE"),
    ('{"crane": 3, "slate": 4}', "0 lists of words (), of which one is to be named secrets"),
    ('{"a": ["crane"], "b": ["slate"], "c": ["adieu"]}', "3 lists of words ('a' and 'b' and 'c')"),
    ('{"a": ["crane"], "b": ["slate"]}', "2 lists of words ('a' and 'b'), of which one is to be named secrets"),
    ("import a from 'b';\nexport default [...a, 'crane']", "line 2: '...a, ]' is not a word in quotes"),
    ("[crane, slate]", "line 1: 'crane, slate]' is not a word in quotes"),
    ("[" * 10**5, "line 1: '"),
    ("{" * 10**5, "line 1: 'the end'"),
    ('["' * 10**5, "line 1: '"),
    ("/**/" * 10**5 + "crane", "words of 400005 letters"),
    ("/*" * 10**5 + "[", "is not a word"),
    ("[" + "/*" * 10**5, "line 1: '**"),
    ("[" + "x" * 10**5, "line 1: 'x"),
    ("[" + "'" * 10**5 + "a", "line 1: 'a'"),
    ("[" + "'" * (10**5 + 1), 'line 1: "\'"'),
    ("x = [" + "x " * 10**5, "line 1: 'x"),
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


def test_a_folder_and_a_third_list_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="is a directory"):
        read_words(str(tmp_path))
    two, one = write(tmp_path, TWO["json"]), write(tmp_path, LINES, "more.txt")
    with pytest.raises(BadInput, match="more than a list of secrets and a list of guesses"):
        read_words(f"{two},{one}")


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


# -------------------------------------------------------------------------------------------------- lists with names


def squeeze(text: str) -> bytes:
    return lzma.compress(text.encode())


GOOD = pack(SECRETS, OTHERS)
DAMAGED = {
    "long words": squeeze(f"{'a' * 3000}\n{'b' * 3000}\n\n"),
    "an escape": squeeze("cr\x1b[2J\nslate\n\n"),
    "quotes": squeeze('"crane"\n"slate"\n\n'),
    "capitals": squeeze("Crane\nslate\n\n"),
    "a capital Turkish letter": squeeze("İpek\n\n"),
    "a repeated word": squeeze("crane\ncrane\n\n"),
    "another length": squeeze("crane\nslate\n\nant\n"),
    "a comment": squeeze("crane\n# slate\n\n"),
    "json": squeeze('["crane"]\n\n'),
    "blanks": squeeze("crane slate\n\n"),
    "an empty line": squeeze("crane\n\nslate\n\nzebra\n"),
    "no end": squeeze("crane\nslate"),
    "no secret": squeeze("\n\ncrane\n"),
    "more behind it": GOOD + b"\0",
    "a second stream": GOOD + GOOD,
    "too large": squeeze("crane\n" * 2_000_000 + "\n"),
    "not UTF-8": lzma.compress(b"cr\xffne\n\n"),
}


@pytest.mark.parametrize("what", DAMAGED)
def test_a_list_with_a_name_is_checked_as_a_list_that_is_added(
    what: str, tmp_path: Path, call_treegen: RunCommand
) -> None:
    folder = tmp_path / "guesstree" / "words"
    folder.mkdir(parents=True)
    write(folder, DAMAGED[what], "mine.words")
    for command in (["words"], ["next", "mine"], ["build", "mine"]):
        done = call_treegen(*command, env={"XDG_DATA_HOME": str(tmp_path)})
        said = f"{folder / 'mine.words'}: damaged; remove it, and get or add it again\n"
        assert (done.returncode, done.stdout, done.stderr.partition("/")[1:]) == (2, "", ("/", said[1:]))


def test_what_is_packed_is_unpacked() -> None:
    assert unpack("x", GOOD) == (SECRETS, OTHERS)
    assert unpack("x", pack(SECRETS, [])) == (SECRETS, [])
