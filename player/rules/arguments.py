"""What is said of arguments of a wrong type."""

from __future__ import annotations


def wrong_type(caller: str, accepted: str, *values: object) -> TypeError:
    """The exception for arguments of a wrong type: what the function takes, and what it was given, in one line."""
    return TypeError(f"{caller}() takes {accepted}, not {' and '.join(type(value).__name__ for value in values)}")


def check_text(what: str, value: object, example: str) -> None:
    """Raise TypeError, with an example of what is accepted, unless an argument is a text."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is a text such as {example!r}, not {type(value).__name__}")
