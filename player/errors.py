"""The exceptions of the runtime, and the texts in their messages; treegen's own hang below the same root."""

from __future__ import annotations


class GuesstreeError(Exception):
    """Root of every exception raised on purpose; `exit_code` is that of the command."""

    exit_code = 2


class BadInput(GuesstreeError, ValueError):
    """Invalid input; the message names it and says how to mend it."""


class TreeFormatError(BadInput):
    """A tree file that cannot be trusted: damaged, foreign, or of a newer version."""


class ImpossibleFeedback(BadInput):
    """A feedback that no remaining secret gives; `possible` lists the labels that can come."""

    def __init__(self, message: str, possible: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.possible = possible


class ProtocolError(GuesstreeError):
    """The conversation with a judge went wrong."""


class LocalProtocolError(ProtocolError):
    """The state machine was used in an order it does not allow."""


class RemoteProtocolError(ProtocolError):
    """The other side broke the protocol."""


class NoSuchTree(GuesstreeError):
    """It is proved that no such tree exists."""

    exit_code = 1


class GaveUp(GuesstreeError):
    """The effort or time ran out before an answer was found."""

    exit_code = 3


def check_text(what: str, value: object, example: str) -> None:
    """Raise TypeError, with an example of a valid text, unless an argument is a text."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is a text such as {example!r}, not {type(value).__name__}")


def require(is_right: object, problem: str) -> None:
    """Raise BadInput with the problem unless something is right."""
    if not is_right:
        raise BadInput(problem)


def reason(error: Exception) -> str:
    """Return the reason why a file cannot be read or written, in small letters."""
    return (getattr(error, "strerror", None) or str(error)).lower()


def quote(text: str) -> str:
    """Return a text for a message, in quotes and not too long."""
    return repr(shorten(text, 40))


def shorten(text: str, width: int = 60) -> str:
    """Return a text for a message, with unprintable symbols as `?`, and not too long."""
    text = "".join(symbol if symbol.isprintable() else "?" for symbol in text[: width + 1])
    return text if len(text) <= width else text[: width - 3] + "..."
