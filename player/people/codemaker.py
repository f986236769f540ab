"""The conversation with a person who keeps the secret: lines in, text out, no I/O."""

from __future__ import annotations

from math import log2

from player.errors import BadInput, ImpossibleFeedback
from player.people.phrases import count, list_candidates, review, what_is_asked
from player.rules import names as grammar
from player.rules.spelling import find_label, near_label, read_secret
from player.rules.symbols import show_word
from player.tree.player import Player

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from player.tree import Tree

__all__ = ["HELP", "PersonAsCodemaker"]

HELP = """\
  hint     which answers are possible      undo     take the last answer back
  left     how many candidates are left    restart  begin again
  list     which are left                  help     these lines
  lost     my secret is not here: find the wrong answer
  quit     stop
h and ? mean help, u undo, "not here" lost, and q and exit quit.
"""
_AGAIN = "Play again? (yes, no; undo takes the last answer back)\n"


class PersonAsCodemaker:
    """The person keeps the secret, the program guesses: print `start()`, then `reply(line)` until `is_over`.

    `asks_again`: offer another game after a win; otherwise the win is the end.

    >>> from player.tree import open_tree
    >>> play = PersonAsCodemaker(open_tree("bulls-4x10.entropy"))
    >>> print(play.reply("0A1B"), end="")
    guess 2: 1456   (1440 candidates left)
    """

    def __init__(self, tree: Tree, asks_again: bool = False) -> None:
        self.rules = grammar.rules_of(tree)
        self.player = Player(tree)
        self.asks_again = asks_again
        self.is_over = False
        self.is_naming = False  # the next line tells the person's secret
        self._counts = tree.candidate_counts()
        self._commands: dict[str, Callable[[], str]] = {
            "undo": self._undo, "u": self._undo, "restart": self._restart, "quit": self._quit, "q": self._quit,
            "exit": self._quit, "hint": self._hint, "left": self._left, "list": self._list, "help": self._help,
            "h": self._help, "?": self._help, "lost": self._lost,
            "not here": self._lost, "my secret is not here": self._lost, "my number is not here": self._lost,
        }  # fmt: skip

    @property
    def left(self) -> int:
        """How many candidates are left for the program."""
        return self._counts[self.player.node]

    def start(self) -> str:
        """The greeting and the first guess."""
        rules = self.rules
        return (
            f"Think of a secret of {rules.title}: {rules.describe_secret()}.\n"
            f"Answer {what_is_asked(rules)}, as in {self._example()}; "
            f"{rules.labels[rules.winning]} when I have it; type help for more.\n"
            f"{self._guess()}"
        )

    def reply(self, line: str) -> str:
        """What to print after the person typed `line`; a line that makes no sense changes nothing."""
        word = " ".join(line.lower().split()).rstrip(".!")
        if self.is_naming and self.rules.is_secret(self._as_secret(line.strip(), word)):
            return self._name(self._as_secret(line.strip(), word))  # a secret may be called like a command
        if word in self._commands:
            self.is_naming = False
            return self._commands[word]()
        if self.player.finished:
            return self._after_win(word)
        if self.is_naming:
            return self._name(self._as_secret(line.strip(), word))
        return self._feedback(word) if word else self._help() + self._guess()

    def end(self) -> str:
        """What to print when the input ends."""
        return "" if self.is_over or self.player.finished else "\nNo more answers: bye.\n"

    def _as_secret(self, text: str, word: str) -> str:
        """The secret that is meant, whatever its case."""
        return read_secret(self.rules, text) or word

    def _example(self) -> str:
        label = self.rules.labels[1]
        return f"{label} or {' '.join(label)}" if label.isdigit() and len(label) == 2 else label

    def _help(self) -> str:
        asked = what_is_asked(self.rules)
        if self.rules.rule.tells == ("bulls", "cows"):
            asked = "its bulls (right place) and cows (wrong place): 01, 0 1, 0,1, 0A1B, 1 cow or ○"
        return f"Answer each guess with {asked}.\n{HELP}"

    def _guess(self) -> str:
        player = self.player
        shown = f"{self.left} candidates left" if self.left > 1 else "the only one left"
        return f"guess {len(player.steps) + 1}: {show_word(self.rules, str(player.guess))}   ({shown})\n"

    def _feedback(self, word: str) -> str:
        player = self.player
        rule = self.rules.rule
        try:
            label = find_label(word, rule, self.rules.labels)
        except BadInput as error:
            return f"{error}.\n{self._guess()}"
        if label is None:
            example = self.rules.labels[1]
            asked = what_is_asked(self.rules)
            if not rule.is_marked and self.rules.is_guess(self._as_secret(word, word)):
                answer = (
                    f"answer {show_word(self.rules, player.guess or '')} with {asked}, as in {example}, or type help"
                )
                return f"{word[:40]!r} is a guess, but now I guess and you answer: {answer}.\n{self._guess()}"
            near = near_label(word, rule, self.rules.labels)
            say = f"type {asked}, as in {example}, or help{near or '.'}"
            return f"{word[:40]!r} is not an answer here; {say}\n{self._guess()}"
        try:
            player.answer(label)
        except ImpossibleFeedback as error:
            return f'{error}\nIf it is right, an earlier answer was not: type "lost", or "undo".\n{self._guess()}'
        if not player.finished:
            return self._guess()
        steps = player.steps
        found = show_word(self.rules, steps[-1][0])
        return f"Found {found} with {count(len(steps), 'guess', 'guesses')}.\n{self._finish()}"

    def _finish(self) -> str:
        """The end of this game: how to review it, and whether to play again."""
        self.is_over = not self.asks_again
        reviewed = f"Review it: {review(self.rules, self.player.steps)}\n"
        return reviewed + (_AGAIN if self.asks_again else "")

    def _after_win(self, word: str) -> str:
        if word in ("yes", "y"):
            return self._restart()
        if word in ("no", "n"):
            return self._quit()
        return f"The game is over: {show_word(self.rules, self.player.steps[-1][0])} was found.\n{_AGAIN}"

    def _hint(self) -> str:
        if self.player.finished:
            return self._after_win("hint")
        possible = self.player.possible()
        others = " (any other contradicts an earlier one)" if self.player.steps else ""
        guess = show_word(self.rules, self.player.guess or "")
        return f"hint: {guess} can be answered with {' '.join(possible)}{others}\n{self._guess()}"

    def _left(self) -> str:
        if self.player.finished:
            return self._after_win("left")
        return f"{count(self.left, 'candidate')} left, {log2(self.left):.2f} bits to go\n{self._guess()}"

    def _list(self) -> str:
        if self.player.finished:
            return self._after_win("list")
        return (
            list_candidates([show_word(self.rules, word) for word in sorted(self.player.candidates())]) + self._guess()
        )

    def _undo(self) -> str:
        undone = self.player.undo()
        return self._guess() if undone else f"Nothing to undo: this is the first guess.\n{self._guess()}"

    def _restart(self) -> str:
        self.player.reset()
        return self._guess()

    def _quit(self) -> str:
        self.is_over = True
        return "Bye.\n"

    def _lost(self) -> str:
        if self.player.finished:
            return self._after_win("lost")
        self.is_naming = True
        cause = "Then one answer was wrong" if self.player.steps else "You have given no answer yet"
        return f"{cause}. What is your secret? (an empty line goes back)\n"

    def _name(self, word: str) -> str:
        """Compare every answer with what the named secret gives."""
        self.is_naming = bool(word)
        if not word:
            return self._guess()
        rules, player = self.rules, self.player
        if not rules.is_secret(word):
            return f"{word[:40]!r} cannot be a secret: it takes {rules.describe_secret()}. What is your secret?\n"
        self.is_naming = False
        rows = [(row, guess, label, rules.feedback(guess, word)) for row, (guess, label) in enumerate(player.steps, 1)]
        wrong = [
            (row, f"Row {row}: {guess} against {word} gives {right}, but you answered {label}.\n")
            for row, guess, label, right in rows
            if right != label
        ]
        if wrong:
            back = len(rows) + 1 - wrong[0][0]
            times = "once" if back == 1 else f"{back} times"
            told = "".join(text for _, text in wrong)
            return f'{told}Type "undo" {times} to correct it, or "restart".\n{self._guess()}'
        guess = str(player.guess)
        right = f"Every answer so far is right for {word}; to {guess} it gives {rules.feedback(guess, word)}.\n"
        return right + self._guess()
