"""The common part of conversations with a person: commands, prompts, phrases, and the end of a game; no I/O."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Mapping, Sequence
from math import log2

from player.rules.history import Pairs, show_history
from player.rules.names import AnyRules
from player.rules.titles import command_line, count, show_word
from player.tree.columns import State

WIDTH = 78
MAX_SHOWN = 100  # the most candidates that `list` shows
# The commands that a person may type, each with the name, but for its underscore, of the method that replies.
COMMANDS = {
    "undo": "undo", "u": "undo", "restart": "restart", "help": "help", "h": "help", "?": "help",
    "quit": "quit", "q": "quit", "exit": "quit",
}  # fmt: skip
ASIDE = {"hint": "hint", "left": "left", "list": "list"}
_ANSWERS = {"yes": "restart", "y": "restart", "no": "quit", "n": "quit"}


def plain(line: str) -> str:
    """Return a line in the form of a command.

    >>> plain("  Give  UP! ")
    'give up'
    """
    return " ".join(line.lower().split()).rstrip(".!")


class Talk(State):
    """A conversation with a person: print `start()`, then `reply(line)` until `is_over`, or `end()` without more input.

    A role has a `_greeting`, a `_prompt`, and `_take` for lines that are not commands; its replies hold neither the
    prompt nor the texts at the end of a game.  `asks_again`: offer another game after the end of one.
    """

    commands: Mapping[str, str] = COMMANDS
    after_end: Sequence[str] = ("restart", "quit")  # commands when a game is over
    again = "Play again? (yes, no)\n"
    # The replies when a game is over, and when the input ends within a game; {} is the text of `reveal`.
    over, no_more = "The game is over. {}", ""

    _greeting: Callable[[], str]
    _prompt: Callable[[], str]
    _take: Callable[[str], str]
    _reviews: Callable[[], Iterable[tuple[str, Pairs]]]  # the games to review, each with words before its command
    moves: Callable[[], list[str]]  # the lines that lead here from the start
    reveal: Callable[[], str]  # the secret, in a sentence if it is the program's

    lies = 0  # the most answers that may be false
    restarts = 0  # the number of times that secrets were drawn again by the seed in `options`
    has_many = False  # whether there are several boards

    def __init__(self, rules: AnyRules, asks_again: bool) -> None:
        self.rules, self.asks_again = rules, asks_again
        self.is_over = False  # whether the conversation has ended
        self.is_done = False  # whether this game has ended, won or not
        self.is_prompted = True  # whether the prompt follows the reply

    def start(self) -> str:
        """Return the greeting and the first prompt."""
        return self._greeting() + self._prompt()

    def reply(self, line: str) -> str:
        """Return the text to print after the person typed `line`; a line that makes no sense changes nothing."""
        self.is_prompted = True
        was_done = self.is_done
        text = self._after_end(line) if was_done else self.respond(line)
        if self.is_over or not self.is_prompted:
            return text
        if not self.is_done:
            return text + self._prompt()
        if not was_done:
            source = self.rules.source
            game = ["lies", f"{source}~{self.lies}"] if self.lies else ["review", source]
            for title, steps in self._reviews():
                command = command_line(["treegen", *game, "--history", show_history(steps)])
                text += f"{title}: {command}\n" * bool(steps)
            self.is_over = not self.asks_again
        return text + self.again * self.asks_again

    def _warning(self, found: str) -> str:
        most = count(self.lies, "answer")
        return f"Up to {most} may be false, but not that {found} it.\n" if self.lies else ""

    @property
    def goes_on(self) -> bool:
        """Return whether the game is not over, and a terminal names the command that opens it again."""
        return self.asks_again and not self.is_done and bool(self.moves())

    def prompt(self) -> str:
        """Return the question that waits for a line."""
        return self.again if self.is_done else self._prompt()

    def options(self) -> list[str]:
        """Return the options that open this game again."""
        return []

    def respond(self, line: str) -> str:
        """Return the reply to a line within a game, without the prompt."""
        command = self.commands.get(plain(line))
        return self._run(command) if command else self._take(line)

    def end(self) -> str:
        """Return the text to print when the input ends."""
        text = self.no_more.format("" if self.goes_on else self.reveal()).replace("  ", " ")
        return "" if self.is_over or self.is_done else f"\n{text}\n"

    def _after_end(self, line: str) -> str:
        word = plain(line)
        command = _ANSWERS.get(word) or self.commands.get(word, "")
        return self._run(command) if command in self.after_end else f"{self.over.format(self.reveal())}\n"

    def _run(self, command: str) -> str:
        return str(getattr(self, f"_{command}")())

    def _quit(self) -> str:
        self.is_over = True
        return f"{'' if self.is_done or self.goes_on else self.reveal()} Bye.\n".lstrip()


def feedback_in_words(rules: AnyRules, label: str) -> str:
    """Return a feedback in words if the family has words for it, or else its label."""
    if rules.rule.meaning == ("bulls", "cows"):
        return f"{count(int(label[0]), 'bull')}, {count(int(label[1]), 'cow')}"
    return label


def bits_to_go(left: int) -> str:
    """Return the number of candidates left, and the bits that tell them apart, in words."""
    return f"{count(left, 'candidate')} left, {log2(left):.2f} bits to go"


def list_candidates(rules: AnyRules, candidates: list[str]) -> str:
    """Return the first candidates in lines of at most 78 characters, and the number of the others."""
    words = " ".join(show_word(rules, word) for word in candidates[:MAX_SHOWN])
    lines = textwrap.wrap(words, WIDTH, break_long_words=False, break_on_hyphens=False)
    more = len(candidates) - MAX_SHOWN
    return "".join(f"{line}\n" for line in lines) + (f"and {more} more\n" if more > 0 else "")
