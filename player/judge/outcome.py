"""How a game against the referee ended."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from player.judge.codemaker import Codemaker

__all__ = ["LOSSES", "Outcome", "explain_loss"]

LOSSES = {
    "wrong form": "what was asked is not a guess of the game",
    "too many guesses": "the last guess granted was not the secret",
    "wrong answer": "the secret that was named at the end is not it",
    "silence": "no guess within the time limit",
    "crash": "ended by a signal or with an exit code other than 0",
    "end of output": "ended, or closed its output, before the secret was found",
    "flood": "more than 64 KiB in one turn",
    "does not listen": "asked on without reading the replies",
    "does not end": "asked on or went on running after the winning feedback",
    "dead branch": "the tree has no answer to a feedback that its secret gives",
}


class Outcome:
    """One game: its secret, `how` it was lost ("" when won), the detail, the steps and the slowest move in seconds."""

    __slots__ = ("detail", "how", "secret", "slowest", "steps")

    def __init__(self, codemaker: Codemaker, how: str, detail: str, slowest: float) -> None:
        self.secret, self.steps = codemaker.secrets[0], codemaker.steps
        self.how, self.detail, self.slowest = how, detail, slowest

    @property
    def is_won(self) -> bool:
        """Whether the secret was found as the protocol wants it."""
        return not self.how

    @property
    def history(self) -> str:
        """The guesses and feedbacks, written `0123:01,4561:02`."""
        return ",".join(f"{guess}:{label}" for guess, label in self.steps)

    def row(self) -> dict[str, Any]:
        """The game as a line of the log."""
        return {
            "secret": self.secret,
            "result": self.how or "won",
            "guesses": len(self.steps),
            "slowest_ms": round(1000 * self.slowest, 1),
            "history": self.history,
            "detail": self.detail,
        }


def explain_loss(codemaker: Codemaker) -> tuple[str, str]:
    """How a game was lost that the codemaker has ended, and the detail."""
    if codemaker.is_final:
        return "wrong answer", f"{codemaker.guess} is not the secret, or not the only one left"
    return "too many guesses", f"{len(codemaker.steps)} guesses"
