"""The duel: the person and the program guess each other's secret in turn; lines in, text out, no I/O."""

from __future__ import annotations

from player.people.codebreaker import PersonAsCodebreaker
from player.people.codemaker import PersonAsCodemaker
from player.people.phrases import count, review, what_is_asked
from player.rules.symbols import show_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from player.tree import Tree

__all__ = ["HELP", "Duel"]

HELP = """\
In each round you guess my secret, then I guess yours; whoever needs fewer rounds wins.
  your turn    a guess
  my turn      the feedback to my guess, as in 01; lost, when your secret is not there
  any time     hint, left, list (a good guess for you, and your candidates; once you have found my secret, which
               answers to my guess are possible, and my candidates)
               undo (takes your last answer back: guesses stand), give up, restart, help, quit
h and ? mean help, u undo, and q and exit quit.
"""
_AGAIN = "Play again? (yes, no)\n"
_ASIDE = ("hint", "left", "list")  # about the person's guesses, on either turn
_NEVER = 1 << 30  # rounds of who has not found it


class _Guesses(PersonAsCodebreaker):
    """The person's half: the duel prompts and ends, not this."""

    def _prompt(self) -> str:
        return ""

    def _finish(self) -> str:
        self.is_done = True
        return ""


class _Answers(PersonAsCodemaker):
    """The program's half: the duel prompts and ends, not this."""

    def _guess(self) -> str:
        return ""

    def _finish(self) -> str:
        return ""


class Duel:
    """Both guess in turn: print `start()`, then `reply(line)` until `is_over`.

    `draw` gives the program's secret (None: evasive); the program guesses down `tree`.

    >>> from player.tree import open_tree
    >>> play = Duel(open_tree("bulls-4x10.entropy"), lambda: "9876")
    >>> play.reply("4567").splitlines()[1]
    'round 1, I guess 0123   (5040 candidates): bulls and cows?'
    """

    def __init__(self, tree: Tree, draw: Callable[[], str] | None, asks_again: bool = False) -> None:
        self.mine = _Answers(tree)
        self.rules = self.mine.rules
        self.yours = _Guesses(self.rules, draw, tree)
        self.asks_again = asks_again
        self.is_over = False
        self.is_done = False
        self._common: dict[str, Callable[[], str]] = {
            "help": self._help, "h": self._help, "?": self._help, "restart": self._restart,
            "undo": self._undo, "u": self._undo, "give up": self._give_up,
            "quit": self._quit, "q": self._quit, "exit": self._quit,
        }  # fmt: skip

    @property
    def is_your_turn(self) -> bool:
        """Whether the person guesses now; else the program waits for an answer to its own."""
        return len(self.yours.game.steps) == len(self.mine.player.steps)

    def start(self) -> str:
        """The greeting and the first prompt."""
        rules = self.rules
        return (
            f"A duel at {rules.title}: {rules.describe_secret()}.\n"
            "I keep a secret; think of one, too. We guess in turn, and fewer rounds win; type help for more.\n"
            f"{self._prompt()}"
        )

    def reply(self, line: str) -> str:
        """What to print after the person typed `line`; a line that makes no sense changes nothing."""
        word = " ".join(line.lower().split()).rstrip(".!")
        if self.is_done:
            return self._after_end(word)
        if word in self._common:
            self.mine.is_naming = False
            return self._common[word]()
        if not word and not self.mine.is_naming:
            return self._help()
        if self.is_your_turn or (word in _ASIDE and not self.yours.is_done and not self.mine.is_naming):
            return self._your_turn(line)
        return self._my_turn(line)

    def end(self) -> str:
        """What to print when the input ends."""
        return "" if self.is_over or self.is_done else f"\nNo more input. {self.yours.reveal()} Bye.\n"

    def _your_turn(self, line: str) -> str:
        yours = self.yours
        rounds = len(yours.game.steps)
        text = yours.reply(line)
        if len(yours.game.steps) > rounds:
            return f"you    {text}{self._prompt()}"
        if yours.is_done:  # without a guess: "lost"
            return self._give_up()
        return text + self._prompt()

    def _give_up(self) -> str:
        return f"You give up, and I win. {self.yours.reveal()}\n{self._finish()}"

    def _my_turn(self, line: str) -> str:
        player = self.mine.player
        rounds = len(player.steps)
        text = self.mine.reply(line)
        if len(player.steps) == rounds:
            return text + self._prompt()
        verdict = self._verdict()
        return text + (verdict + self._finish() if verdict else self._score() + self._prompt())

    def _verdict(self) -> str:
        """Who has won, in a sentence; nothing while the rounds played decide nothing."""
        player, game = self.mine.player, self.yours.game
        if not player.finished and not self.is_your_turn:
            return ""  # the answers are catching up after an undo
        yours = len(game.steps) if game.is_won else _NEVER
        mine = len(player.steps) if player.finished else _NEVER
        rounds = count(min(mine, yours), "round")
        if game.is_lost:
            return f"I win: your last guess loses. {self.yours.reveal()}\n"
        if mine == yours:
            return f"A draw: both with {rounds}.\n" if player.finished else ""
        if yours < mine:
            more = "." if mine == _NEVER else f", I with {mine}."
            return f"You win, with {rounds}{more}\n"
        more = f", you with {yours}.\n" if yours < _NEVER else f". {self.yours.reveal()}\n"
        return f"I win, with {rounds}{more}"

    def _score(self) -> str:
        """Both sides after a round."""
        if not self.is_your_turn:
            return ""
        left = self.yours.game.left
        shown = "?" if left is None else str(left)
        return f"score  candidates left: you {shown}, I {self.mine.left}\n"

    def _prompt(self) -> str:
        if self.mine.is_naming:
            return ""
        if self.is_your_turn:
            return f"round {len(self.yours.game.steps) + 1}, your guess?\n"
        player = self.mine.player
        shown, guess = count(self.mine.left, "candidate"), show_word(self.rules, str(player.guess))
        return f"round {len(player.steps) + 1}, I guess {guess}   ({shown}): {what_is_asked(self.mine.rules)}?\n"

    def _finish(self) -> str:
        self.is_done = True
        self.is_over = not self.asks_again
        sides = (("Review yours", self.yours.game.steps), ("Review mine", self.mine.player.steps))
        text = "".join(f"{whose}: {review(self.rules, steps)}\n" for whose, steps in sides if steps)
        return text + (_AGAIN if self.asks_again else "")

    def _after_end(self, word: str) -> str:
        if word in ("yes", "y", "restart"):
            return self._restart()
        if word in ("no", "n", "quit", "q", "exit"):
            self.is_over = True
            return "Bye.\n"
        return f"The duel is over.\n{_AGAIN}"

    def _undo(self) -> str:
        if self.mine.player.undo():
            return f"Your last answer is taken back.\n{self._prompt()}"
        return f"Nothing to undo: you gave no answer yet, and guesses stand.\n{self._prompt()}"

    def _restart(self) -> str:
        self.mine.player.reset()
        self.yours.game.restart()
        self.yours.is_done = self.is_done = False
        return f"A new duel.\n{self._prompt()}"

    def _help(self) -> str:
        return HELP + self._prompt()

    def _quit(self) -> str:
        self.is_over = True
        return f"{self.yours.reveal()} Bye.\n"
