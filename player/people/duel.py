"""The duel: the person and the program guess each other's secret in turn; lines in, text out, no I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from player.people.codebreaker import PersonAsCodebreaker
from player.people.codemaker import PersonAsCodemaker
from player.people.talk import ASIDE, COMMANDS, Steps, Talk, plain
from player.rules.symbols import show_word
from player.rules.titles import count
from player.tree import Tree

HELP = """\
In each round you guess my secret, then I guess yours; whoever needs fewer rounds wins.
  your turn    a guess
  my turn      the feedback to my guess, as in 01; lost, when your secret is not there
  any time     hint, left, list (a good guess for you, and your candidates; once you have found my secret, which
               answers to my guess are possible, and my candidates)
               undo (takes your last answer back: guesses stand), give up, restart, help, quit
h and ? mean help, u undo, and q and exit quit.
"""
_NEVER = 1 << 30  # rounds of who has not found it


class Duel(Talk):
    """Both guess in turn: print `start()`, then `reply(line)` until `is_over`."""

    commands: Mapping[str, str] = {**COMMANDS, "give up": "give_up"}
    over, no_more = "The duel is over.", "No more input. {} Bye."

    def __init__(self, tree: Tree, draw: Callable[[], str] | None, asks_again: bool = False) -> None:
        self.mine = PersonAsCodemaker(tree)
        super().__init__(self.mine.rules, asks_again)
        self.yours = PersonAsCodebreaker(self.rules, draw, tree)

    @property
    def is_your_turn(self) -> bool:
        """Whether the person guesses now; else the program waits for an answer to its own."""
        return len(self.yours.game.steps) == len(self.mine.player.steps)

    def _greeting(self) -> str:
        return (
            f"A duel at {self.rules.title}: {self.rules.secret_form}.\n"
            "I keep a secret; think of one, too. We guess in turn, and fewer rounds win; type help for more.\n"
        )

    def _prompt(self) -> str:
        if self.mine.is_naming:
            return ""
        if self.is_your_turn:
            return f"round {len(self.yours.game.steps) + 1}, your guess?\n"
        player = self.mine.player
        shown, guess = count(self.mine.left, "candidate"), show_word(self.rules, str(player.guess))
        return f"round {len(player.steps) + 1}, I guess {guess}   ({shown}): {self.rules.asked}?\n"

    def reveal(self) -> str:
        """The program's secret."""
        return self.yours.reveal()

    def moves(self) -> list[str]:
        """The guesses of the person, and the answers to the program's, in turn."""
        yours, mine = self.yours.moves(), self.mine.moves()
        rounds = [step for both in zip(yours, mine, strict=False) for step in both]
        return rounds + yours[len(mine) : len(mine) + 1]

    def options(self) -> list[str]:
        """The role, and the secret of this game."""
        return ["--role", "duel", *self.yours.options()[2:]]

    def _reviews(self) -> Iterable[tuple[str, Steps]]:
        return [("Review yours", self.yours.game.steps), ("Review mine", self.mine.player.steps)]

    def respond(self, line: str) -> str:
        """The reply within a duel: its own commands end the naming of the person's secret."""
        self.mine.is_naming &= plain(line) not in self.commands
        return super().respond(line)

    def _take(self, line: str) -> str:
        """Give the line to the half whose turn it is; hint, left and list are about the person's guesses."""
        word, yours, mine = plain(line), self.yours, self.mine
        if not word and not mine.is_naming:
            return HELP
        if self.is_your_turn or (word in ASIDE and not yours.is_done and not mine.is_naming):
            rounds = len(yours.game.steps)
            text = yours.respond(line)
            if len(yours.game.steps) > rounds:
                return f"you    {text}"
            return self._give_up() if yours.is_done else text  # without a guess: "lost"
        rounds = len(mine.player.steps)
        text = mine.respond(line)
        if len(mine.player.steps) == rounds:
            return text
        verdict = self._verdict()
        self.is_done = bool(verdict)
        return text + (verdict or self._score())

    def _give_up(self) -> str:
        self.is_done = True
        return f"You give up, and I win. {self.reveal()}\n"

    def _verdict(self) -> str:
        """Who has won, in a sentence; nothing while the rounds played decide nothing."""
        player, game = self.mine.player, self.yours.game
        if not player.finished and not self.is_your_turn:
            return ""  # the answers are catching up after an undo
        yours = len(game.steps) if game.is_won else _NEVER
        mine = len(player.steps) if player.finished else _NEVER
        rounds = count(min(mine, yours), "round")
        if game.is_lost:
            return f"I win: your last guess loses. {self.reveal()}\n"
        if mine == yours:
            return f"A draw: both with {rounds}.\n" if player.finished else ""
        if yours < mine:
            more = "." if mine == _NEVER else f", I with {mine}."
            return f"You win, with {rounds}{more}\n"
        more = f", you with {yours}.\n" if yours < _NEVER else f". {self.reveal()}\n"
        return f"I win, with {rounds}{more}"

    def _score(self) -> str:
        if not self.is_your_turn:
            return ""
        left = self.yours.game.left
        shown = "?" if left is None else str(left)
        return f"score  candidates left: you {shown}, I {self.mine.left}\n"

    def _undo(self) -> str:
        if not self.mine._undo():
            return "Your last answer is taken back.\n"
        return "Nothing to undo: you gave no answer yet, and guesses stand.\n"

    def _restart(self) -> str:
        self.mine._restart()
        self.yours.game.restart()
        self.yours.is_done = self.is_done = False
        return "A new duel.\n"

    def _help(self) -> str:
        return HELP
