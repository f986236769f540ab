"""What every conversation with a person shares: commands, prompts, phrases, and how a game ends; no I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log2

from player.rules.history import show_history
from player.rules.names import AnyRules
from player.rules.titles import count, show_word
from player.tree.columns import State

Steps = list[tuple[str, str]]

WIDTH = 78
MAX_SHOWN = 100  # candidates that `list` shows
# What a person may type, and the method, behind an underscore, that replies.
COMMANDS = {
    "undo": "undo", "u": "undo", "restart": "restart", "help": "help", "h": "help", "?": "help",
    "quit": "quit", "q": "quit", "exit": "quit",
}  # fmt: skip
ASIDE = {"hint": "hint", "left": "left", "list": "list"}
_ANSWERS = {"yes": "restart", "y": "restart", "no": "quit", "n": "quit"}


def plain(line: str) -> str:
    """A line as commands are written.

    >>> plain("  Give  UP! ")
    'give up'
    """
    return " ".join(line.lower().split()).rstrip(".!")


class Talk(State):
    """A conversation with a person: print `start()`, then `reply(line)` until `is_over`, or `end()` without more input.

    A role has a `_greeting` and a `_prompt`, and takes what is not a command (`_take`); its replies hold neither the
    prompt nor what is said at the end of a game.  `asks_again`: offer another game after the end of one.
    """

    commands: Mapping[str, str] = COMMANDS
    after_end: Sequence[str] = ("restart", "quit")  # what is understood when a game is over
    again = "Play again? (yes, no)\n"
    # What is said then, and where the input ends within a game, with what `reveal` says.
    over, no_more = "The game is over. {}", ""

    _greeting: Callable[[], str]
    _prompt: Callable[[], str]
    _take: Callable[[str], str]
    _reviews: Callable[[], Iterable[tuple[str, Steps]]]  # the games to review, each with words before its command
    moves: Callable[[], list[str]]  # the lines that lead here from the start
    reveal: Callable[[], str]  # the secret, in a sentence where it is the program's

    lies = 0  # so many answers may be false
    restarts = 0  # how often secrets were drawn again by the seed that `options` names
    has_many = False  # boards: answers to a guess stand in one line

    def __init__(self, rules: AnyRules, asks_again: bool) -> None:
        self.rules, self.asks_again = rules, asks_again
        self.is_over = False  # nothing more can be said
        self.is_done = False  # this game has ended, won or not
        self.is_prompted = True  # the reply is followed by the prompt

    def start(self) -> str:
        """The greeting and the first prompt."""
        return self._greeting() + self._prompt()

    def reply(self, line: str) -> str:
        """What to print after the person typed `line`; a line that makes no sense changes nothing."""
        self.is_prompted = True
        was_done = self.is_done
        text = self._after_end(line) if was_done else self.respond(line)
        if self.is_over or not self.is_prompted:
            return text
        if not self.is_done:
            return text + self._prompt()
        if not was_done:
            lines = (f"{title}: {review(self.rules, steps, self.lies)}\n" for title, steps in self._reviews() if steps)
            text += "".join(lines)
            self.is_over = not self.asks_again
        return text + self.again * self.asks_again

    def _liable(self, found: str) -> str:
        most = count(self.lies, "answer")
        return f"Up to {most} may be false, but not that {found} it.\n" if self.lies else ""

    @property
    def goes_on(self) -> bool:
        """Whether the game is not over and a command can open it again, as it is named on a terminal."""
        return self.asks_again and not self.is_done and bool(self.moves())

    def prompt(self) -> str:
        """The question that waits for a line."""
        return self.again if self.is_done else self._prompt()

    def options(self) -> list[str]:
        """The options that open this game again."""
        return []

    def respond(self, line: str) -> str:
        """The reply to a line within a game, without what follows each."""
        command = self.commands.get(plain(line))
        return self._run(command) if command else self._take(line)

    def end(self) -> str:
        """What to print when the input ends."""
        told = self.no_more.format("" if self.goes_on else self.reveal()).replace("  ", " ")
        return "" if self.is_over or self.is_done else f"\n{told}\n"

    def _after_end(self, line: str) -> str:
        word = plain(line)
        command = _ANSWERS.get(word) or self.commands.get(word, "")
        return self._run(command) if command in self.after_end else f"{self.over.format(self.reveal())}\n"

    def _run(self, command: str) -> str:
        text: str = getattr(self, f"_{command}")()
        return text

    def _quit(self) -> str:
        self.is_over = True
        return f"{'' if self.is_done or self.goes_on else self.reveal()} Bye.\n".lstrip()


def feedback_in_words(rules: AnyRules, label: str) -> str:
    """A feedback in words, where the family has words for it, else its label."""
    if rules.rule.tells == ("bulls", "cows"):
        return f"{count(int(label[0]), 'bull')}, {count(int(label[1]), 'cow')}"
    return label


def review(rules: AnyRules, steps: list[tuple[str, str]], lies: int = 0) -> str:
    """The command that reviews a game, ready for a shell."""
    import shlex

    game = ["lies", f"{rules.source}~{lies}"] if lies else ["review", rules.source]
    return shlex.join(["treegen", *game, "--history", show_history(steps)])


def bits_to_go(left: int) -> str:
    """How many candidates are left, and the bits that tell them apart."""
    return f"{count(left, 'candidate')} left, {log2(left):.2f} bits to go"


def list_candidates(rules: AnyRules, candidates: list[str]) -> str:
    """The first candidates in lines of at most 78 characters, and how many more there are."""
    import textwrap

    words = " ".join(show_word(rules, word) for word in candidates[:MAX_SHOWN])
    lines = textwrap.wrap(words, WIDTH, break_long_words=False, break_on_hyphens=False)
    more = len(candidates) - MAX_SHOWN
    return "".join(f"{line}\n" for line in lines) + (f"and {more} more\n" if more > 0 else "")
