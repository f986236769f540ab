"""The conversation with a person who guesses the program's secret: lines in, text out, no I/O."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from math import log2, prod

from player.errors import BadInput
from player.people.hints import Hint, search
from player.people.keeper import Keeper
from player.people.talk import ASIDE, COMMANDS, Talk, bits_to_go, feedback_in_words, list_candidates, plain
from player.rules.history import Pairs
from player.rules.names import AnyRules
from player.rules.spelling import describe_unlisted, read_guess
from player.rules.titles import count, show_word
from player.tree import Tree

HELP = """\
Type a guess; the answer shows how near it is to the secret. ("guess hint" guesses the word hint.)
  hint     a good guess              undo     take the last guess back
  left     how many are left         restart  begin again
  list     which are left            give up  show the secret
  help     these lines               quit     stop
h and ? mean help, u undo, lost give up, and q and exit quit.
"""


class PersonAsGuesser(Talk):
    """The program keeps a secret, the person guesses: print `start()`, then `reply(line)` until `is_over`.

    `draw` returns the secrets of a new game; without it the keeper is evasive.  `tree`, if any, gives the hints.  Each
    of several `boards` has a secret of its own, and a guess goes to all open boards.  `drawn` are options of a
    command that draws the same secrets.
    """

    commands: Mapping[str, str] = {**COMMANDS, **ASIDE, "give up": "give_up", "lost": "give_up"}
    no_more = "No more guesses. {} Bye."

    def __init__(
        self, rules: AnyRules, draw: Callable[[], Sequence[str]] | None, tree: Tree | None = None,
        asks_again: bool = False, boards: int = 1, lies: int = 0, drawn: Sequence[str] = ("--level", "evasive"),
    ) -> None:  # fmt: skip
        super().__init__(rules, asks_again)
        self._draw: Callable[[], Sequence[str | None]] = draw or partial(list, [None] * boards)
        self.games = [Keeper(rules, secret, lies=lies) for secret in self._draw()]
        self.game, self.has_many, self.lies = self.games[0], boards > 1, lies
        self.tree, self.drawn = tree, drawn

    @property
    def steps(self) -> Pairs:
        """Return the guesses so far, with the answers on the board that is open longest."""
        return max((game.steps for game in self.games), key=len)

    def _each(self, describe: Callable[[Keeper], str]) -> str:
        """Describe each board, one a line."""
        lines = [f"board {number}: {describe(game)}" for number, game in enumerate(self.games, 1)]
        return "\n".join(lines) if self.has_many else describe(self.game)

    def _greeting(self) -> str:
        rules = self.rules
        total, boards = rules.secret_count, len(self.games)
        secrets, it = (f"{boards} secrets", "them, all with each guess") if self.has_many else ("a secret", "it")
        return (
            f"I keep {secrets} of {rules.title}: {rules.secret_form}.\n"
            f"Guess {it}: {count(total, 'candidate')}{' each' * self.has_many}, {boards * log2(total):.2f} bits to go; "
            "hint proposes a guess, type help for more.\n"
            f"{self._warning('you have found')}"
        )

    def _prompt(self) -> str:
        return f"guess {len(self.steps) + 1}?\n"

    def reveal(self) -> str:
        """Return a sentence with the secret, or with the number of secrets that an evasive keeper keeps open."""
        return self._each(self._reveal)

    def _reveal(self, game: Keeper) -> str:
        left = game.counted()
        if game.secret is None and left is not None and left > 1:
            return f"It could still be any of {left} secrets, such as {show_word(self.rules, game.example())}."
        return f"The secret was {show_word(self.rules, game.example())}.{self._remarks()}"

    def _remarks(self) -> str:
        """Return sentences about a secret outside the list, and about answers that were lies; "" if there are none."""
        outside = [word for game in self.games if (word := game.secret) and word in getattr(self.rules, "admitted", ())]
        if outside:
            return f" {describe_unlisted(self.rules, outside)}."
        secret, feedback = self.game.example(), self.rules.feedback
        steps = [(show_word(self.rules, guess), label, feedback(guess, secret)) for guess, label in self.game.steps]
        lies = ", ".join(f"{guess}:{label} (it gets {true})" for guess, label, true in steps if label != true)
        return f" Lies: {lies}." * bool(lies)

    def moves(self) -> list[str]:
        """Return the guesses."""
        return [guess for guess, _ in self.steps]

    def options(self) -> list[str]:
        """Return the role, and the options that draw the same secrets; a seed does not show them."""
        return ["--role", "guesser", *(["--boards", str(len(self.games))] if self.has_many else []), *self.drawn]

    def _reviews(self) -> Iterable[tuple[str, Pairs]]:
        boards = [f"board {number}" for number in range(1, len(self.games) + 1)] if self.has_many else ["it"]
        return [(f"Review {board}", game.steps) for board, game in zip(boards, self.games, strict=True)]

    def _take(self, line: str) -> str:
        rules = self.rules
        text = " ".join(line.split())
        if not text:
            return self._help()
        try:
            guess = read_guess(rules, text[6:] if plain(text).startswith("guess ") else text)
        except BadInput as error:
            return f"{error} (or type help)\n"
        games = [game for game in self.games if not game.is_found]
        labels = [game.answer(guess) for game in games]
        is_won, is_lost = all(game.is_found for game in games), any(game.is_lost for game in games)
        self.is_done = is_won or is_lost
        answer = f"{show_word(rules, guess)}: {feedback_in_words(rules, labels[0])}"
        gap = "   "
        if self.has_many:
            answer, gap = "\n".join(self._rows()), "\n"
        if is_won:
            return f"{answer}{gap}Found with {count(len(self.steps), 'guess', 'guesses')}.{self._remarks()}\n"
        if is_lost:
            return f"{answer}\nThat loses. {self.reveal()}\n"
        return f"{answer}{gap}{self._progress(games)}\n"

    def _rows(self) -> Iterable[str]:
        """Yield each guess with the answers of all boards, `-` for a board that is finished."""
        for row, (guess, _) in enumerate(self.steps):
            labels = (game.steps[row][1] if row < len(game.steps) else "-" for game in self.games)
            yield f"{show_word(self.rules, guess)}: {' '.join(labels)}"

    def _progress(self, games: list[Keeper]) -> str:
        before, after = ([left for game in games if (left := game.counted(back)) is not None] for back in (1, 0))
        if len(before) + len(after) < 2 * len(games):
            return "(left counts the candidates)"
        candidates = f"{' '.join(map(str, after))} candidates" if self.has_many else count(after[0], "candidate")
        of, to_go = "" if self.has_many else f" of {before[0]}", log2(prod(after))
        return f"({candidates} left{of}; {log2(prod(before)) - to_go:.2f} bits gained, {to_go:.2f} to go)"

    def _hint(self) -> str:
        boards = [game.candidates() or [] for game in self.games if not game.is_found]
        position = self.game.position()
        if self.lies and position:
            guess = search(self.rules, [position])
            return f"hint: {show_word(self.rules, guess)}, says a search\n"
        hint = Hint(self.rules, self.tree, self.steps, *boards)
        kind = "may be the secret" if hint.is_candidate else "cannot be the secret"
        leaves = f"{hint.expected:.1f}" if hint.expected < 100 else f"{hint.expected:.0f}"
        worth = f"worth {hint.bits:.2f} bits, leaves {leaves} candidates on average"
        return f"hint: {show_word(self.rules, hint.guess)}, says {hint.source}: {kind}; {worth}\n"

    def _left(self) -> str:
        return self._each(lambda game: bits_to_go(game.left or 1)) + "\n"

    def _list(self) -> str:
        return self._each(lambda game: list_candidates(self.rules, game.candidates() or []).rstrip("\n")) + "\n"

    def _undo(self) -> str:
        steps = self.steps[:]
        if not steps:
            return "Nothing to undo: no guess was made.\n"
        for game in self.games:
            if len(game.steps) == len(steps):
                game.undo()
        return f"Taken back: {show_word(self.rules, steps[-1][0])}.\n"

    def _restart(self) -> str:
        for game, secret in zip(self.games, self._draw(), strict=True):
            game.secret = secret
            game.reset()
        self.is_done = False
        self.restarts += "--seed" in self.drawn
        chosen = "Again" if self.game.secret is None else "I chose again"
        return f"{chosen}: {count(self.rules.secret_count, 'candidate')}{' each' * self.has_many}.\n"

    def _give_up(self) -> str:
        self.is_done = True
        return f"{self.reveal()}\n"

    def _help(self) -> str:
        return f"{HELP}A guess is {self.rules.guess_form}.\n"
