"""The conversation with a person who guesses the program's secret: lines in, text out, no I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import log2

from player.errors import BadInput
from player.people.hints import Hints
from player.people.secret_keeper import SecretKeeper
from player.people.talk import ASIDE, COMMANDS, Steps, Talk, feedback_in_words, list_candidates, plain
from player.rules.names import AnyRules
from player.rules.spelling import read_guess
from player.rules.symbols import show_word
from player.rules.titles import count
from player.tree import Tree

HELP = """\
Type a guess; the answer tells how near it is to the secret. ("guess hint" asks the word hint.)
  hint     a good guess              undo     take the last guess back
  left     how many are left         restart  begin again
  list     which are left            give up  show the secret
  help     these lines               quit     stop
h and ? mean help, u undo, lost give up, and q and exit quit.
"""


class PersonAsCodebreaker(Talk):
    """The program keeps a secret, the person guesses: print `start()`, then `reply(line)` until `is_over`.

    `draw` gives the secret of each game; without it the keeper is evasive.  `tree`, if any, gives the hints.
    """

    commands: Mapping[str, str] = {**COMMANDS, **ASIDE, "give up": "give_up", "lost": "give_up"}
    no_more = "No more guesses. {} Bye."

    def __init__(
        self, rules: AnyRules, draw: Callable[[], str] | None, tree: Tree | None = None, asks_again: bool = False
    ) -> None:
        super().__init__(rules, asks_again)
        self.game = SecretKeeper(rules, draw)
        self.hints = Hints(rules, tree)

    def _greeting(self) -> str:
        rules = self.rules
        total = rules.secret_count
        return (
            f"I keep a secret of {rules.title}: {rules.secret_form}.\n"
            f"Guess it: {count(total, 'candidate')}, {log2(total):.2f} bits to go; hint proposes a guess, "
            "type help for more.\n"
        )

    def _prompt(self) -> str:
        return f"guess {len(self.game.steps) + 1}?\n"

    def reveal(self) -> str:
        """A sentence that shows the secret, or what an evasive keeper still keeps open."""
        game = self.game
        left = game.left
        if game.is_evasive and left is not None and left > 1:
            return f"It could still be any of {left} secrets, such as {show_word(self.rules, game.example())}."
        return f"The secret was {show_word(self.rules, game.example())}."

    def moves(self) -> list[str]:
        """The guesses."""
        return [guess for guess, _ in self.game.steps]

    def options(self) -> list[str]:
        """The role, and the secret of this game."""
        kept = ["--secret", self.game.secret] if self.game.secret else ["--level", "evasive"]
        return ["--role", "guesser", *kept]

    def _reviews(self) -> Iterable[tuple[str, Steps]]:
        return [("Review it", self.game.steps)]

    def _take(self, line: str) -> str:
        game, rules = self.game, self.rules
        text = " ".join(line.split())
        if not text:
            return self._help()
        try:
            label = game.guess(read_guess(rules, text[6:] if plain(text).startswith("guess ") else text))
        except BadInput as error:
            return f"{error} (or type help)\n"
        answer = f"{show_word(rules, game.steps[-1][0])}: {feedback_in_words(rules, label)}"
        self.is_done = game.is_won or game.is_lost
        if game.is_won:
            return f"{answer}   Found with {count(len(game.steps), 'guess', 'guesses')}.\n"
        if game.is_lost:
            return f"{answer}\nThat loses. {self.reveal()}\n"
        return f"{answer}{self._progress()}\n"

    def _progress(self) -> str:
        before, after = self.game.left_before, self.game.left
        if after is None:
            return "   (left counts the candidates)"
        shown = count(after, "candidate")
        if before is None:
            return f"   ({shown} left; {log2(after):.2f} bits to go)"
        gained = log2(before) - log2(after)
        return f"   ({shown} left of {before}; {gained:.2f} bits gained, {log2(after):.2f} to go)"

    def _too_many(self) -> str:
        return f"{self.rules.brief} has {self.rules.secret_count} secrets: too many to list.\n"

    def _hint(self) -> str:
        candidates = self.game.candidates()
        if candidates is None:
            guess = self.hints.from_tree(self.game.steps)
            return f"hint: {show_word(self.rules, guess)}, says the tree\n" if guess else self._too_many()
        hint = self.hints.propose(self.game.steps, candidates)
        about = "" if hint.is_exact else "about "
        kind = "may be the secret" if hint.is_candidate else "cannot be the secret"
        leaves = f"{hint.expected:.1f}" if hint.expected < 100 else f"{hint.expected:.0f}"
        worth = f"worth {about}{hint.bits:.2f} bits, leaves {about}{leaves} candidates on average"
        return f"hint: {show_word(self.rules, hint.guess)}, says {hint.source}: {kind}; {worth}\n"

    def _left(self) -> str:
        candidates = self.game.candidates() if self.game.left is None else None
        left = self.game.left if candidates is None else len(candidates)
        if left is None:
            return self._too_many()
        return f"{count(left, 'candidate')} left, {log2(left):.2f} bits to go\n"

    def _list(self) -> str:
        candidates = self.game.candidates()
        if candidates is None:
            return self._too_many()
        return list_candidates([show_word(self.rules, word) for word in candidates])

    def _undo(self) -> str:
        guess = self.game.undo()
        if guess is None:
            return "Nothing to undo: no guess was made.\n"
        return f"Taken back: {show_word(self.rules, guess)}.\n"

    def _restart(self) -> str:
        self.game.restart()
        self.is_done = False
        chosen = "Again" if self.game.is_evasive else "I chose again"
        return f"{chosen}: {count(self.rules.secret_count, 'candidate')}.\n"

    def _give_up(self) -> str:
        self.is_done = True
        return f"{self.reveal()}\n"

    def _help(self) -> str:
        return f"{HELP}A guess is {self.rules.guess_form}.\n"
