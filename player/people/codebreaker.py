"""The conversation with a person who guesses the program's secret: lines in, text out, no I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from math import log2, prod

from player.errors import BadInput
from player.people.hints import Hints
from player.people.keeper import Keeper
from player.people.talk import ASIDE, COMMANDS, Steps, Talk, feedback_in_words, list_candidates, plain
from player.rules.names import AnyRules
from player.rules.outside import tell_outside
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

    `draw` gives the secret of each game; without it the keeper is evasive.  `tree`, if any, gives the hints.  Each of
    several `boards` has a secret of its own, and a guess goes to all that are open.
    """

    commands: Mapping[str, str] = {**COMMANDS, **ASIDE, "give up": "give_up", "lost": "give_up"}
    no_more = "No more guesses. {} Bye."

    def __init__(
        self, rules: AnyRules, draw: Callable[[], str] | None, tree: Tree | None = None, asks_again: bool = False,
        boards: int = 1, lies: int = 0,
    ) -> None:  # fmt: skip
        super().__init__(rules, asks_again)
        self.games = [Keeper.of(rules, draw, lies) for _ in range(boards)]
        self.game, self.has_many, self.lies = self.games[0], boards > 1, lies
        self.hints = Hints(rules, tree)

    @property
    def steps(self) -> Steps:
        """The guesses so far, with the answers on the board that is open longest."""
        return max((game.steps for game in self.games), key=len)

    def _each(self, told: Callable[[Keeper], str]) -> str:
        """What is told of each board, one a line."""
        lines = [f"board {number}: {told(game)}" for number, game in enumerate(self.games, 1)]
        return "\n".join(lines) if self.has_many else told(self.game)

    def _greeting(self) -> str:
        rules = self.rules
        total, boards = rules.secret_count, len(self.games)
        kept, it = (f"{boards} secrets", "them, all with each guess") if self.has_many else ("a secret", "it")
        return (
            f"I keep {kept} of {rules.title}: {rules.secret_form}.\n"
            f"Guess {it}: {count(total, 'candidate')}{' each' * self.has_many}, {boards * log2(total):.2f} bits to go; "
            "hint proposes a guess, type help for more.\n"
            f"{self._liable('you have found')}"
        )

    def _prompt(self) -> str:
        return f"guess {len(self.steps) + 1}?\n"

    def reveal(self) -> str:
        """A sentence that shows the secret, or what an evasive keeper still keeps open."""
        return self._each(self._reveal)

    def _reveal(self, game: Keeper) -> str:
        left = game.counted()
        if game.is_evasive and left is not None and left > 1:
            return f"It could still be any of {left} secrets, such as {show_word(self.rules, game.example())}."
        return f"The secret was {show_word(self.rules, game.example())}.{self._remarks()}"

    def _remarks(self) -> str:
        """Whether the secret stands outside the list, and which answers were lies, once a single secret is left."""
        outside = [word for game in self.games if (word := game.secret) and word in getattr(self.rules, "admitted", ())]
        if outside:
            return f" {tell_outside(self.rules, outside)}."
        secret, feedback = self.game.example(), self.rules.feedback
        told = [(show_word(self.rules, guess), label, feedback(guess, secret)) for guess, label in self.game.steps]
        lies = ", ".join(f"{guess}:{label} (it gets {true})" for guess, label, true in told if label != true)
        return f" Lies: {lies}." * bool(lies)

    def moves(self) -> list[str]:
        """The guesses."""
        return [guess for guess, _ in self.steps]

    def options(self) -> list[str]:
        """The role, and the secret of this game."""
        secrets = "/".join(game.secret or "" for game in self.games)
        kept = ["--level", "evasive"] if self.game.is_evasive else ["--secret", secrets]
        return ["--role", "guesser", *(["--boards", str(len(self.games))] if self.has_many else []), *kept]

    def _reviews(self) -> Iterable[tuple[str, Steps]]:
        if not self.has_many:
            return [("Review it", self.game.steps)]
        return [(f"Review board {number}", game.steps) for number, game in enumerate(self.games, 1)]

    def _take(self, line: str) -> str:
        rules = self.rules
        text = " ".join(line.split())
        if not text:
            return self._help()
        try:
            guess = read_guess(rules, text[6:] if plain(text).startswith("guess ") else text)
        except BadInput as error:
            return f"{error} (or type help)\n"
        asked = [game for game in self.games if not game.is_found]
        labels = [game.answer(guess) for game in asked]
        is_won, is_lost = all(game.is_found for game in asked), any(game.is_lost for game in asked)
        self.is_done = is_won or is_lost
        answer = f"{show_word(rules, guess)}: {feedback_in_words(rules, labels[0])}"
        gap = "   "
        if self.has_many:
            answer, gap = "\n".join(self._rows()), "\n"
        if is_won:
            return f"{answer}{gap}Found with {count(len(self.steps), 'guess', 'guesses')}.{self._remarks()}\n"
        if is_lost:
            return f"{answer}\nThat loses. {self.reveal()}\n"
        return f"{answer}{gap}{self._progress(asked)}\n"

    def _rows(self) -> Iterable[str]:
        """Each guess with the answers of all boards, `-` for one that was found."""
        for row, (guess, _) in enumerate(self.steps):
            told = (game.steps[row][1] if row < len(game.steps) else "-" for game in self.games)
            yield f"{show_word(self.rules, guess)}: {' '.join(told)}"

    def _progress(self, asked: list[Keeper]) -> str:
        lefts = [(game.counted(1), game.counted()) for game in asked]
        after = [left for _, left in lefts if left is not None]
        before = [left for left, _ in lefts if left is not None]
        if len(after) < len(lefts):
            return "(left counts the candidates)"
        shown = f"{' '.join(map(str, after))} candidates" if self.has_many else count(after[0], "candidate")
        to_go = log2(prod(after))
        if len(before) < len(lefts):
            return f"({shown} left; {to_go:.2f} bits to go)"
        of = "" if self.has_many else f" of {before[0]}"
        return f"({shown} left{of}; {log2(prod(before)) - to_go:.2f} bits gained, {to_go:.2f} to go)"

    def _too_many(self) -> str:
        return f"{self.rules.brief} has {self.rules.secret_count} secrets: too many to list."

    def _hint(self) -> str:
        boards = [game.candidates() for game in self.games if not game.is_found]
        known = [candidates for candidates in boards if candidates is not None]
        if len(known) < len(boards):
            guess = self.hints.from_tree(self.steps)
            return f"hint: {show_word(self.rules, guess)}, says the tree\n" if guess else f"{self._too_many()}\n"
        position = self.game.position()
        if self.lies and position:
            from player.people.sceptic import propose

            guess = propose(self.rules, position, self.hints.guesses())
            return f"hint: {show_word(self.rules, guess)}, says a search\n"
        hint = self.hints.propose(self.steps, *known)
        about = "" if hint.is_exact else "about "
        kind = "may be the secret" if hint.is_candidate else "cannot be the secret"
        leaves = f"{hint.expected:.1f}" if hint.expected < 100 else f"{hint.expected:.0f}"
        worth = f"worth {about}{hint.bits:.2f} bits, leaves {about}{leaves} candidates on average"
        return f"hint: {show_word(self.rules, hint.guess)}, says {hint.source}: {kind}; {worth}\n"

    def _left(self) -> str:
        return f"{self._each(self._left_of)}\n"

    def _left_of(self, game: Keeper) -> str:
        left = game.counted() or game.left
        if left is None:
            return self._too_many()
        return f"{count(left, 'candidate')} left, {log2(left):.2f} bits to go"

    def _list(self) -> str:
        return f"{self._each(self._list_of)}\n"

    def _list_of(self, game: Keeper) -> str:
        candidates = game.candidates()
        if candidates is None:
            return self._too_many()
        return list_candidates([show_word(self.rules, word) for word in candidates]).rstrip("\n")

    def _undo(self) -> str:
        steps = self.steps[:]
        if not steps:
            return "Nothing to undo: no guess was made.\n"
        for game in self.games:
            if len(game.steps) == len(steps):
                game.undo()
        return f"Taken back: {show_word(self.rules, steps[-1][0])}.\n"

    def _restart(self) -> str:
        for game in self.games:
            game.restart()
        self.is_done = False
        chosen = "Again" if self.game.is_evasive else "I chose again"
        return f"{chosen}: {count(self.rules.secret_count, 'candidate')}{' each' * self.has_many}.\n"

    def _give_up(self) -> str:
        self.is_done = True
        return f"{self.reveal()}\n"

    def _help(self) -> str:
        return f"{HELP}A guess is {self.rules.guess_form}.\n"
