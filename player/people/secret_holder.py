"""The conversation with a person who keeps the secret: lines in, text out, no I/O."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

from player.errors import BadInput, ImpossibleFeedback
from player.people.hints import Sceptic
from player.people.talk import ASIDE, COMMANDS, Talk, bits_to_go, list_candidates, plain
from player.rules.history import Pairs
from player.rules.names import AnyRules, read_game, rules_of
from player.rules.spelling import agreeing, describe_unlisted, find_label, find_unlisted, read_secret
from player.rules.titles import count, is_named, show_word
from player.tree import Tree
from player.tree.player import Player

HELP = """\
  hint     which answers are possible      undo     take the last answer back
  left     how many candidates are left    restart  begin again
  list     which are left                  help     these lines
  lost     my secret is not here: find the wrong answer
  quit     stop
h and ? mean help, u undo, "not here" lost, and q and exit quit.
"""


class PersonAsSecretHolder(Talk):
    """The person keeps the secret, the program guesses: print `start()`, then `reply(line)` until `is_over`."""

    commands: Mapping[str, str] = {
        **COMMANDS, **ASIDE, "lost": "lost", "not here": "lost", "my secret is not here": "lost",
        "my number is not here": "lost",
    }  # fmt: skip
    after_end: Sequence[str] = ("restart", "quit", "undo", "help")
    over, no_more = "The game is over: {} was found.", "No more answers: bye."
    again = "Play again? (yes, no; undo takes the last answer back)\n"

    def __init__(self, tree: Tree | Sceptic, asks_again: bool = False) -> None:
        super().__init__(rules_of(tree) if isinstance(tree, Tree) else tree.rules, asks_again)
        self.player: Player | Sceptic = Player(tree) if isinstance(tree, Tree) else tree
        self.lies = self.player.lies if isinstance(self.player, Sceptic) else 0
        self.is_naming = False  # whether the next line names the person's secret
        self._first_player, self._named_outside = self.player, list[str]()  # the person named words outside the list

    def _greeting(self) -> str:
        rules = self.rules
        label = self.player.possible()[-1] if 1 in (rules.winning, *rules.losing) else rules.labels[1]
        example = f"{label} or {' '.join(label)}" if label.isdigit() and len(label) == 2 else label
        return (
            f"Think of a secret of {rules.title}: {rules.secret_form}.\n"
            f"Answer {rules.label_form}, as in {example}; "
            f"{rules.labels[rules.winning]} when I have it; type help for more.\n"
            f"{self._warning('I have')}"
        )

    def _prompt(self) -> str:
        player = self.player
        left = f"{player.left} candidates left" if player.left != 1 else "the only one left"
        return f"guess {len(player.steps) + 1}: {show_word(self.rules, str(player.guess))}   ({left})\n"

    def reveal(self) -> str:
        """Return the secret of the person, once it is found."""
        return show_word(self.rules, self.player.steps[-1][0]) if self.is_done else ""

    def moves(self) -> list[str]:
        """Return the guesses with the answers to them."""
        return [f"{guess}:{label}" for guess, label in self.player.steps]

    def _reviews(self) -> Iterable[tuple[str, Pairs]]:
        return [("Review it", self.player.steps)]

    def respond(self, line: str) -> str:
        """Return the reply within a game; a line that names the secret may look like a command."""
        word = plain(line)
        secret = read_secret(self.rules, line.strip()) or word
        if self.is_naming and (word not in self.commands or self.rules.is_secret(secret)):
            return self._name(secret)
        self.is_naming = False
        return super().respond(line)

    def _take(self, line: str) -> str:
        return self._feedback(plain(line)) if plain(line) else self._describe()

    def _help(self) -> str:
        self.is_prompted = False
        return self._describe()

    def _describe(self) -> str:
        form = self.rules.label_form
        if self.rules.rule.meaning == ("bulls", "cows"):
            form = "its bulls (right place) and cows (wrong place): 01, 0 1, 0,1, 0A1B, 1 cow or ○"
        return f"Answer each guess with {form}.\n{HELP}"

    def _feedback(self, word: str) -> str:
        player, rules = self.player, self.rules
        try:
            label = find_label(word, rules.rule, rules.labels)
        except BadInput as error:
            return f"{error}.\n"
        guess, _, rest = word.replace(":", " ", 1).partition(" ")
        if label is None and rest and guess == player.guess:
            return self._feedback(rest.strip())
        if label is None:
            advice = f"{rules.label_form}, as in {rules.labels[1]}, or"
            if (rest or not rules.rule.is_marked) and rules.is_guess(read_secret(rules, guess) or guess):
                answer = f"answer {show_word(rules, player.guess or '')} with {advice} type help"
                return f"{word[:40]!r} is a guess, but now I guess and you answer: {answer}.\n"
            return f"{word[:40]!r} is not an answer here; type {advice} help.\n"
        try:
            player.answer(label)
        except ImpossibleFeedback as error:
            steps = [*player.steps, (str(player.guess), label)]
            words = [] if self.lies else agreeing(self._lists(), steps, *self._named_outside)
            if words:
                self.player = Sceptic(self._lists(), 0, words, steps)
                return f"{describe_unlisted(self.rules, words)}.\n{self._found()}"
            wrong = "too many of the earlier answers were false" if self.lies else "an earlier answer was not"
            wrong += ", or the list lacks your secret" * (self.rules.noun == "words")
            return f'{error}\nIf it is right, {wrong}: type "lost", or "undo".\n'
        return self._found()

    def _found(self) -> str:
        self.is_done = self.player.finished
        if not self.is_done:
            return ""
        return f"Found {self.reveal()} with {count(len(self.player.steps), 'guess', 'guesses')}.\n"

    def _lists(self) -> AnyRules:
        """Return the rules with all guesses of the list, if the tree is of a list with a name."""
        with suppress(BadInput):
            named = read_game(self.rules.source) if is_named(self.rules.files) else self.rules
            return named if named.name == self.rules.name else self.rules
        return self.rules

    def _hint(self) -> str:
        possible = self.player.possible()
        others = " (any other contradicts an earlier one)" if self.player.steps else ""
        guess = show_word(self.rules, self.player.guess or "")
        return f"hint: {guess} can be answered with {' '.join(possible)}{others}\n"

    def _left(self) -> str:
        return f"{bits_to_go(self.player.left or 1)}\n"

    def _list(self) -> str:
        return list_candidates(self.rules, self.player.candidates() or [])

    def _undo(self) -> str:
        self.is_done = False
        if not self.player.undo():
            if self.player is self._first_player:
                return "Nothing to undo: this is the first guess.\n"
            self.player = self._first_player
        return ""

    def _restart(self) -> str:
        self.player = self._first_player
        self.player.reset()
        self.is_done = False
        return ""

    def _lost(self) -> str:
        self.is_naming, self.is_prompted = True, False
        wrong = "too many answers were false" if self.lies else "one answer was wrong"
        cause = f"Then {wrong}" if self.player.steps else "There is no answer yet"
        return f"{cause}. What is your secret? (an empty line goes back)\n"

    def _name(self, secret: str) -> str:
        rules, player = self.rules, self.player
        outside = find_unlisted(rules, secret)
        self.is_naming = bool(secret) and not rules.is_secret(secret) and not outside
        if self.is_naming:
            self.is_prompted = False
            return f"{secret[:40]!r} cannot be a secret: it takes {rules.secret_form}. What is your secret?\n"
        if not secret:
            return ""
        right = [rules.feedback(guess, secret) for guess, _ in player.steps]
        wrong = [row for row, (_, label) in enumerate(player.steps) if label != right[row]]
        if len(wrong) <= self.lies and rules.labels[rules.winning] not in [right[row] for row in wrong]:
            now = f"to {show_word(rules, str(player.guess))} it gives {rules.feedback(str(player.guess), secret)}"
            every = f"All answers so far but {len(wrong)} are" if wrong else "Every answer so far is"
            self._named_outside += [outside] if outside else []
            remark = f" {describe_unlisted(rules, [outside])}." if outside else ""
            return f"{every} right for {show_word(rules, secret)}; {now}.{remark}\n"
        back = len(right) - wrong[0]
        rows = ""
        for row in wrong:
            guess, label = player.steps[row]
            against = f"{show_word(rules, guess)} against {show_word(rules, secret)}"
            rows += f"Row {row + 1}: {against} gives {right[row]}, but you answered {label}.\n"
        return f'{rows}Type "undo" {"once" if back == 1 else f"{back} times"} to correct it, or "restart".\n'
