"""Games whose secrets are listed: numbers of a range, and words of a file or of a list with a name of its own.

The lists with names are those that treegen has, and those in the user's folder.  Each is a file NAME.words, compressed
with xz: the secrets, one a line, an empty line, and the other guesses.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from hashlib import sha256
from importlib.util import find_spec

from player.errors import BadInput, reason, require, shorten
from player.rules.feedback import FEEDBACK_RULES, HOW_TO_MARK, FeedbackRule, mark_labels, marks
from player.rules.letters import fold, letters_of
from player.rules.numbers import read_whole
from player.rules.titles import LIST, brief, command_name, files_of, title_of_other

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MAX_LIST_BYTES = 64 << 20
NAME = re.compile("[a-z][a-z0-9-]{0,39}")
_MAX_TEXT = 8 << 20  # the most bytes of an unpacked list; more take long to check
_MAX_MEMORY = 256 << 20  # the most bytes that unpacking may take; the files that pack() makes take 65 MiB
UNSHIPPED = {"wordle"}  # lists that are not shipped, but that `treegen words get` gets
SYNONYMS = {"absurdle": "words-5"}  # other names of lists; `player play absurdle` also means a way to answer
MAX_NUMBER = 10**9


def _answer(question: str, number: str) -> str:
    limit, secret = int(question[2:]), int(number)
    if question[:2] == "eq":
        return "right" if limit == secret else "wrong"
    return "yes" if secret > limit else "no"


def _answers(questions: Any, numbers: Any) -> Any:
    """Return the indices of the answers for numpy arrays; a question is a pair (number, 1 for `eq` or 0 for `gt`)."""
    limits, is_equal = questions[:, :1], questions[:, 1:]
    return is_equal * (2 - (numbers == limits)) + (1 - is_equal) * 3 * (numbers > limits)


NUMBER_RULE = FeedbackRule(
    "number", "yes or no to gt, right or wrong to eq", "binary search",
    lambda _: ("no", "right", "wrong", "yes"), _answer, is_mutual=False, vectorised=_answers,
    label_form="yes or no to gt, right or wrong to eq",
    spelled={"yes": ("y",), "no": ("n",), "right": ("r", "correct"), "wrong": ("w", "incorrect")}, naming="eq",
)  # fmt: skip

# The rule of games whose feedbacks are in a table.
UNKNOWN_RULE = FeedbackRule("", "what the game's table says", "", is_mutual=False)
BY_COLUMNS = "a sign for each column (= x ~ ^ v, or squares and arrows)"
_COLUMNS = re.compile(r"(?:[=x]|~[v^]?|[v^]|[gyb]+|[0-9]+[<>]?[v^]?|/)+").fullmatch


class ListRules:
    """The common part of the games whose secrets are listed; each game has its own rule and lists."""

    family = ""
    may_repeat = True
    rule = UNKNOWN_RULE
    symbols, names = "", tuple[str, ...]()  # only codes have symbols
    admitted = tuple[str, ...]()  # secrets that `admit` added to the list
    same: Mapping[str, str] = {}  # letters that are read as others
    label_form = UNKNOWN_RULE.label_form
    noun = "secrets"  # the plural noun for them; this one is for games in tables
    guess_form, secret_form = "one of the guesses of its list", "one of the secrets of its list"

    def __init__(
        self, name: str, labels: tuple[str, ...], winning: int, secrets: Collection[str] | range,
        guesses: Collection[str] = (), losing: tuple[int, ...] = (),
    ) -> None:  # fmt: skip
        self.name, self.labels, self.winning, self.losing = name, labels, winning, losing
        self.source = name  # the name of the game on a command line
        self.files: tuple[str, ...] = ()  # names and hashes (see player.rules.titles)
        self.called = ""  # the title that its maker chose, if any
        self.note = ""  # the changes and omissions when files were read
        self._secrets, self.guess_list = secrets, guesses
        self.secret_count, self.guess_count = len(secrets), len(guesses)

    @property
    def brief(self) -> str:
        """Return the name for messages."""
        return brief(self.name, self.files)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.brief!r})"

    def __deepcopy__(self, memo: object) -> ListRules:
        return self

    @property
    def title(self) -> str:
        """Return the name of the game for people, such as `Guess the Number, 0 to 100`."""
        return self.called or title_of_other(self.name, self.source)

    def secrets(self) -> list[str]:
        """Return all secrets in the order of their text."""
        return sorted(map(str, self._secrets))

    def guesses(self) -> list[str]:
        """Return all guesses in the order of their text."""
        return sorted(self.guess_list)

    def is_secret(self, text: str) -> bool:
        """Return whether `text` can be the secret."""
        return text in self._secrets

    def is_guess(self, text: str) -> bool:
        """Return whether `text` is a guess of the game."""
        return text in self.guess_list

    def admit(self, word: str) -> ListRules:
        """Return the game with one more secret, which is also a guess."""
        wider = copy(self)
        wider._secrets = dict.fromkeys([*self._secrets, word])
        wider.guess_list = dict.fromkeys(sorted({*self.guess_list, word}))
        wider.secret_count, wider.guess_count = len(wider._secrets), len(wider.guess_list)
        wider.admitted = (*self.admitted, word)
        return wider

    def feedback(self, guess: str, secret: str) -> str:
        """Return the label of the feedback."""
        return self.rule.compare(guess, secret)


class NumberRules(ListRules):
    """Guess a number from `least` to `greatest`: `gt50` asks whether it is above 50, `eq50` whether it is 50.

    Unless `is_free`, `eq` is allowed only when the number is certain.
    """

    family = "number"
    rule, label_form, noun = NUMBER_RULE, NUMBER_RULE.label_form, "numbers"

    def __init__(self, least: int, greatest: int, is_free: bool = False) -> None:
        self.least, self.greatest, self.is_free = least, greatest, is_free
        name = f"number-{least}..{greatest}{'-free' * is_free}"
        super().__init__(name, self.rule.labels(1), 1, range(least, greatest + 1), losing=() if is_free else (2,))
        certain = "" if is_free else ", allowed only when it is certain"
        self.guess_form = (
            f"gtN (is it greater than N?), N from {least} to {greatest - 1}, "
            f"or eqN (is it N{certain}?), N from {least} to {greatest}"
        )
        self.secret_form = f"a number from {least} to {greatest}"
        self.guess_count = 2 * self.secret_count - 1  # an `eq` for each number, a `gt` for each but the greatest

    def guesses(self) -> list[str]:
        """Return all questions in the order of their text."""
        names = [f"eq{number}" for number in range(self.least, self.greatest + 1)]
        return sorted(names + [f"gt{number}" for number in range(self.least, self.greatest)])

    def is_secret(self, text: str) -> bool:
        """Return whether `text` is a number of the range."""
        return self._is_number(text, self.greatest)

    def is_guess(self, text: str) -> bool:
        """Return whether `text` is a guess of the game."""
        is_greater = text[:2] == "gt"
        return (is_greater or text[:2] == "eq") and self._is_number(text[2:], self.greatest - is_greater)

    def _is_number(self, text: str, most: int) -> bool:
        number = read_whole(text, self.least, most)
        return number is not None and str(number) == text


class WordRules(ListRules):
    """Guess a word, with a mark for each letter: 2 right, 1 elsewhere in the word, 0 neither (Wordle).

    `secrets` and `guesses` are words of one length, of at most eight letters; every secret is also a guess.  Words from
    files are in small letters (see player.rules.letters).
    """

    family = "words"
    rule, label_form, noun = FEEDBACK_RULES["marks"], f"a mark for each letter ({HOW_TO_MARK})", "words"

    def __init__(self, secrets: Sequence[str], guesses: Sequence[str]) -> None:
        self.positions = len(letters_of(secrets[0]))
        every = sorted({*secrets, *guesses})
        ordered = sorted(secrets)
        digest = sha256("\n".join([*ordered, "", *every]).encode()).hexdigest()
        labels = mark_labels(self.positions)
        super().__init__(f"words:{digest}", labels, len(labels) - 1, dict.fromkeys(ordered), dict.fromkeys(every))
        self.guess_form = f"a word of the list, of {self.positions} letters"
        self.secret_form = f"a word of the list of secrets, of {self.positions} letters"


class TreeRules(ListRules):
    """The rules of a game in files, known only from its tree: the secrets, the labels, and the marks of a word game."""

    def __init__(self, tree: Any) -> None:
        secrets, guesses = dict.fromkeys(tree.found()), dict.fromkeys(sorted(tree.guesses))
        super().__init__(tree.game, tree.labels, tree.winning, secrets, guesses, tree.losing)
        self.source = command_name(tree.game, tree.files)
        self.files, self.called = tree.files, tree.called
        self._width = len(letters_of(tree.guesses[0]))
        # A word with ı, ς or the dot of a small İ is no guess if no word of the tree has it: `find_word` tries others.
        self._foreign = {"ı", "ς", "\u0307"}.difference("".join(guesses))
        self._is_of_words = tree.game.startswith("words:") and self.labels == mark_labels(self._width)
        if tree.game.startswith("table:") and all(map(_COLUMNS, tree.labels)):
            self.label_form = BY_COLUMNS
        if self._is_of_words:
            self.positions = self._width
            self.rule, self.label_form, self.noun = WordRules.rule, WordRules.label_form, WordRules.noun
            self.guess_form = f"a word of {self._width} letters; the tree does not know which words its list has"

    def is_guess(self, text: str) -> bool:
        """Return whether `text` can be a guess: one that the tree makes, or any word of the right length."""
        is_word = self._is_of_words and len(letters_of(text)) == self._width and self._foreign.isdisjoint(text)
        return super().is_guess(text) or (is_word and text == fold(text))

    def feedback(self, guess: str, secret: str) -> str:
        """Return the marks of a word. Raises BadInput for a game whose rules are in a file."""
        where = ", ".join(self.files[::2]) or "its files"
        require(self._is_of_words, f"{self.brief}: its feedbacks are only in {where}")
        return marks(fold(guess), fold(secret))


def read_number(name: str, text: str) -> NumberRules:
    """Return the game `name` of a range, `A..B` or `A..B-free`. Raises BadInput if the range is malformed."""
    least, _, greatest = text.removesuffix("-free").partition("..")
    first, last = (read_whole(number, 1 - MAX_NUMBER, MAX_NUMBER - 1) for number in (least, greatest))
    if first is None or last is None or first >= last:
        raise BadInput(f"{shorten(name)}: no such game; a range of two numbers or more is written number-0..100")
    return NumberRules(first, last, text.endswith("-free"))


def read_words(names: str) -> WordRules:
    """Return the word game of `SECRETS` or `SECRETS,GUESSES`, which are names of files as in `read_lists`."""
    paths = names.split(",") if names else []
    require(1 <= len(paths) <= 2 and all(paths), "words: takes a file of secrets, or two: words:SECRETS,GUESSES")
    files, secrets, guesses, note = read_lists(paths)
    rules = WordRules(secrets, guesses)
    rules.source, rules.note, rules.files = f"words:{names}", note, files_of(files)
    return rules


def read_lists(paths: Sequence[str]) -> tuple[list[tuple[str, bytes]], list[str], list[str], str]:
    """Return the names and bytes of one or two files, the secrets, the guesses, and a note on changes and omissions.

    `FILE#5` takes the words of five letters.  Raises BadInput for lists that `player.rules.wordlists` does not read.
    """
    from player.rules.wordlists import gather

    files, texts = [], []
    for file, size in map(split_size, paths):
        data, name = read_data(file, MAX_LIST_BYTES), file if size is None else f"{file}#{size}"
        files.append((name, data))
        texts.append((name, to_text(file, data), size))
    return files, *gather(texts)


def split_size(path: str) -> tuple[str, int | None]:
    """Return the file and the length in `FILE#LENGTH`; the length is None without #, or if a file has this name."""
    path = os.path.expanduser(path)  # shells do not expand ~ after the prefix `words:`
    file, mark, text = path.rpartition("#")
    size = read_whole(text, 1, MAX_LIST_BYTES) if mark and file and not os.path.exists(path) else None
    return (path, None) if size is None else (file, size)


def read_text(path: str) -> str:
    """Return the text of a file, "-" being standard input. Raises BadInput, in one line, if it is not UTF-8 text."""
    return to_text(path, read_data(path, MAX_LIST_BYTES))


def to_text(path: str, data: bytes) -> str:
    """Return the text of a file. Raises BadInput, with the line, if it is not UTF-8."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadInput(f"{show_path(path)}: line {line}: not UTF-8; save it as UTF-8 text") from None


def read_data(path: str, most: int, hint: str = "") -> bytes:
    """Return the bytes of a file ("-": standard input). Raises BadInput, with `hint`, on errors and beyond `most`."""
    hint = f"; {hint}" * bool(hint)
    try:
        with open(0 if path == "-" else path, "rb", closefd=path != "-") as file:
            data = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise BadInput(f"{show_path(path)}: {reason(error)}{hint}") from None
    require(len(data) <= most, f"{show_path(path)}: larger than {most >> 20} MiB{hint}")
    return data


def show_path(path: str) -> str:
    """Return the name of a file for messages, "-" being standard input."""
    return "standard input" if path == "-" else shorten(path, 200)


def user_folder() -> str:
    """Return the folder of the user's own lists, in XDG_DATA_HOME."""
    home = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.join(home, "guesstree", "words")


def folders() -> list[str]:
    """Return the folders of lists, the user's own first, then that of treegen if it is installed."""
    spec = find_spec("treegen")
    places = () if spec is None else spec.submodule_search_locations or ()
    return [user_folder(), *(os.path.join(place, "words") for place in places)]


def find_list(name: str) -> str | None:
    """Return the path of the list of this name, or None. Raises BadInput if `treegen words get` must get it first."""
    name = SYNONYMS.get(name.lower(), name.lower())
    if not NAME.fullmatch(name):
        return None
    places = folders()
    path = next(filter(os.path.isfile, (os.path.join(folder, name + LIST) for folder in places)), None)
    if path is None and name in named_lists():
        commands = ["pip install guesstree"] * (len(places) == 1)  # the player is alone
        commands += [f"treegen words get {name}"] * (name in UNSHIPPED)
        raise BadInput(f"{name}: its lists are not installed; this gets them: {', and then '.join(commands)}")
    return path


def named_lists() -> list[str]:
    """Return the names of the lists that are there, and of those that can be installed."""
    files = [file for folder in folders() if os.path.isdir(folder) for file in os.listdir(folder)]
    return sorted({file.removesuffix(LIST) for file in files if file.endswith(LIST)} | UNSHIPPED | {*SYNONYMS.values()})


def read_named(name: str) -> WordRules | None:
    """Return the word game of the list of this name, or None. Raises BadInput like `find_list` and `unpack`."""
    path = find_list(name)
    if path is None:
        return None
    name, data = os.path.basename(path).removesuffix(LIST), read_data(path, MAX_LIST_BYTES)
    rules = WordRules(*unpack(path, data))
    rules.source, rules.files, rules.called = name, files_of([(path, data)]), name
    return rules


def pack(secrets: list[str], others: list[str]) -> bytes:
    """Return the bytes of the file of a list. Raises BadInput if it is too large."""
    text = "\n".join([*secrets, "", *others, ""]).encode()
    require(len(text) <= _MAX_TEXT, f"lists of {len(text)} bytes; a list with a name has at most {_MAX_TEXT}")
    import lzma

    return lzma.compress(text, preset=9 | lzma.PRESET_EXTREME)


def unpack(path: str, data: bytes) -> tuple[list[str], list[str]]:
    """Return the secrets of a file, and its guesses that are not secrets. Raises BadInput for a damaged file."""
    import lzma

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
    require(is_good, f"{path}: damaged; remove it, and get or add it again")
    return own, more
