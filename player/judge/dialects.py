"""One row per judge protocol: how a judge words its questions and answers, and which trees can be played there."""

from __future__ import annotations


class Dialect:
    """One judge protocol.

    `game` is the judge's game ("" for that of the tree), `tree` the default tree, and `limit` the number of guesses
    granted (0: no limit).  `ask` is the line of a guess, with `{guess}` or `{spaced}` (a blank between symbols) in it,
    `reply` the answer with fields of `REPLY_FIELDS`, and `win` the answer to the secret, if it has a line of its own; a
    blank in either line matches any blanks and line ends.  `rounds` is the number of secrets played one after the
    other, 0 if the judge's first line has it.  `final` is the line that names the secret once it is certain ("": a
    guess names it); the judge neither replies to this line nor counts it as a guess.  With `explains`, exported
    programs report replies that they cannot read.  `letters` are those of the field `{letters}`.
    """

    def __init__(
        self, name: str, game: str, limit: int, ask: str, reply: str, about: str, *, tree: str = "", win: str = "",
        rounds: int = 1, final: str = "", explains: bool = False, letters: str = "",
    ) -> None:  # fmt: skip
        self.name, self.game, self.limit, self.ask, self.reply, self.about = name, game, limit, ask, reply, about
        self.tree, self.win, self.rounds = tree or game, win, rounds
        self.final, self.explains, self.letters = final, explains, letters

    @property
    def called(self) -> str:
        """The name of the dialect in messages."""
        return "your dialect" if self.name == "custom" else self.name


DIALECTS = {
    row.name: row
    for row in (
        Dialect(
            "codeforces-753", "bulls-4x10-any", 7, "{guess}", "{bulls} {cows}", "Codeforces 753C, Luogu (B: 50)",
            tree="bulls-4x10-any.total",
        ),
        Dialect(
            "gym-101192d", "bulls-4x10", 8, "{guess}", "{bulls}{cows}", "Codeforces gym 101192D, distinct digits",
            tree="bulls-4x10.total",
        ),
        Dialect("plain", "", 0, "{guess}", "{feedback}", "any game, that of the tree, without a limit"),
        Dialect(
            "spj-int1c", "bulls-4x10-any-each", 0, "! {guess}", "{bulls}A{cows}B",
            "fjnuacm SPJINT1C: each digit of the guess that stands elsewhere is a cow", tree="bulls-4x10.total",
        ),
        Dialect(
            "spoj-mstrmnd", "marks-4x6", 10, "{spaced}", "{signs}", "SPOJ MSTRMND: 1, 0 or -1 for each position",
        ),
        Dialect(
            "qoj-18331", "match-4x10", 12, "? {guess}", "{bulls}", "QOJ 18331: T rounds, then ! is not a question",
            rounds=0, final="! {guess}",
        ),
    )
}  # fmt: skip
DEFAULT = "codeforces-753"
