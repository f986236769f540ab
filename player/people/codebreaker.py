"""The conversation with a person who guesses the program's secret: lines in, text out, no I/O."""

from __future__ import annotations

from math import log2

from player.errors import BadInput
from player.people.hints import Hints
from player.people.kept import Kept
from player.people.phrases import count, list_candidates, review, tell_feedback
from player.rules.spelling import read_guess
from player.rules.symbols import show_word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from player.rules.names import AnyRules
    from player.tree import Tree

__all__ = ["HELP", "PersonAsCodebreaker"]

HELP = """\
Type a guess; the answer tells how near it is to the secret. ("guess hint" asks the word hint.)
  hint     a good guess              undo     take the last guess back
  left     how many are left         restart  begin again
  list     which are left            give up  show the secret
  help     these lines               quit     stop
h and ? mean help, u undo, lost give up, and q and exit quit.
"""
_AGAIN = "Play again? (yes, no)\n"


class PersonAsCodebreaker:
    """The program keeps a secret, the person guesses: print `start()`, then `reply(line)` until `is_over`.

    `draw` gives the secret of each game; without it the keeper is evasive.  `tree`, if any, gives the hints.
    `asks_again`: offer another game after the end of one.

    >>> from player.rules.names import parse
    >>> play = PersonAsCodebreaker(parse("bulls-4x10"), lambda: "9876")
    >>> print(play.reply("4567"), end="")
    4567: 0 bulls, 2 cows   (1260 candidates left of 5040; 2.00 bits gained, 10.30 to go)
    guess 2?
    """

    def __init__(
        self, rules: AnyRules, draw: Callable[[], str] | None, tree: Tree | None = None, asks_again: bool = False
    ) -> None:
        self.rules, self.asks_again = rules, asks_again
        self.game = Kept(rules, draw)
        self.hints = Hints(rules, tree)
        self.is_over = False  # nothing more can be said
        self.is_done = False  # this game has ended, won or not
        self.commands: dict[str, Callable[[], str]] = {
            "hint": self._hint, "left": self._left, "list": self._list, "undo": self._undo, "u": self._undo,
            "restart": self._restart, "give up": self._give_up, "lost": self._give_up, "help": self._help,
            "h": self._help, "?": self._help, "quit": self._quit, "q": self._quit, "exit": self._quit,
        }  # fmt: skip

    def start(self) -> str:
        """The greeting and the first prompt."""
        rules = self.rules
        total = rules.secret_count
        return (
            f"I keep a secret of {rules.title}: {rules.describe_secret()}.\n"
            f"Guess it: {count(total, 'candidate')}, {log2(total):.2f} bits to go; hint proposes a guess, "
            f"type help for more.\n{self._prompt()}"
        )

    def reply(self, line: str) -> str:
        """What to print after the person typed `line`; a line that makes no sense changes nothing."""
        text = " ".join(line.split())
        word = text.lower().rstrip(".!")
        if self.is_done:
            return self._after_end(word)
        if word in self.commands:
            return self.commands[word]()
        if not text:
            return self._help()
        return self._guess(text[6:] if word.startswith("guess ") else text)

    def end(self) -> str:
        """What to print when the input ends."""
        return "" if self.is_over or self.is_done else f"\nNo more guesses. {self.reveal()} Bye.\n"

    def reveal(self) -> str:
        """A sentence that shows the secret, or what an evasive keeper still keeps open."""
        game = self.game
        left = game.left
        if game.is_evasive and left is not None and left > 1:
            return f"It could still be any of {left} secrets, such as {show_word(self.rules, game.example())}."
        return f"The secret was {show_word(self.rules, game.example())}."

    def _prompt(self) -> str:
        return f"guess {len(self.game.steps) + 1}?\n"

    def _guess(self, text: str) -> str:
        game, rules = self.game, self.rules
        try:
            label = game.guess(read_guess(rules, text))
        except BadInput as error:
            return f"{error} (or type help)\n{self._prompt()}"
        answer = f"{show_word(rules, game.steps[-1][0])}: {tell_feedback(rules, label)}"
        if game.is_won:
            answer += f"   Found with {count(len(game.steps), 'guess', 'guesses')}.\n"
            return answer + self._finish()
        if game.is_lost:
            return f"{answer}\nThat loses. {self.reveal()}\n{self._finish()}"
        return f"{answer}{self._progress()}\n{self._prompt()}"

    def _progress(self) -> str:
        """How far the last guess led; nothing where the candidates were not listed."""
        before, after = self.game.left_before, self.game.left
        if after is None:
            return "   (left counts the candidates)"
        shown = count(after, "candidate")
        if before is None:
            return f"   ({shown} left; {log2(after):.2f} bits to go)"
        gained = log2(before) - log2(after)
        return f"   ({shown} left of {before}; {gained:.2f} bits gained, {log2(after):.2f} to go)"

    def _finish(self) -> str:
        """The end of this game: how to review it, and whether to play again."""
        self.is_done = True
        self.is_over = not self.asks_again
        steps = self.game.steps
        reviewed = f"Review it: {review(self.rules, steps)}\n" if steps else ""
        return reviewed + (_AGAIN if self.asks_again else "")

    def _after_end(self, word: str) -> str:
        if word in ("yes", "y", "restart"):
            return self._restart()
        if word in ("no", "n", "quit", "q", "exit"):
            return self._quit()
        return f"The game is over. {self.reveal()}\n{_AGAIN}"

    def _too_many(self) -> str:
        return f"{self.rules.brief} has {self.rules.secret_count} secrets: too many to list.\n{self._prompt()}"

    def _hint(self) -> str:
        candidates = self.game.candidates()
        if candidates is None:
            guess = self.hints.from_tree(self.game.steps)
            return (
                self._too_many()
                if guess is None
                else f"hint: {show_word(self.rules, guess)}, says the tree\n{self._prompt()}"
            )
        hint = self.hints.propose(self.game.steps, candidates)
        about = "" if hint.is_exact else "about "
        kind = "may be the secret" if hint.is_candidate else "cannot be the secret"
        leaves = f"{hint.expected:.1f}" if hint.expected < 100 else f"{hint.expected:.0f}"
        worth = f"worth {about}{hint.bits:.2f} bits, leaves {about}{leaves} candidates on average"
        return f"hint: {show_word(self.rules, hint.guess)}, says {hint.source}: {kind}; {worth}\n{self._prompt()}"

    def _left(self) -> str:
        candidates = self.game.candidates() if self.game.left is None else None
        left = self.game.left if candidates is None else len(candidates)
        if left is None:
            return self._too_many()
        return f"{count(left, 'candidate')} left, {log2(left):.2f} bits to go\n{self._prompt()}"

    def _list(self) -> str:
        candidates = self.game.candidates()
        if candidates is None:
            return self._too_many()
        return list_candidates([show_word(self.rules, word) for word in candidates]) + self._prompt()

    def _undo(self) -> str:
        guess = self.game.undo()
        done = (
            "Nothing to undo: no guess was made." if guess is None else f"Taken back: {show_word(self.rules, guess)}."
        )
        return f"{done}\n{self._prompt()}"

    def _restart(self) -> str:
        self.game.restart()
        self.is_done = False
        chosen = "Again" if self.game.is_evasive else "I chose again"
        return f"{chosen}: {count(self.rules.secret_count, 'candidate')}.\n{self._prompt()}"

    def _give_up(self) -> str:
        return f"{self.reveal()}\n{self._finish()}"

    def _help(self) -> str:
        return f"{HELP}A guess is {self.rules.describe_guess()}.\n{self._prompt()}"

    def _quit(self) -> str:
        self.is_over = True
        return "Bye.\n" if self.is_done else f"{self.reveal()} Bye.\n"
