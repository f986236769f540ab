"""Dialects that the command line words: a row of the table, changed."""

from __future__ import annotations

from player.errors import BadInput
from player.judge.dialects import Dialect
from player.judge.wording import line_parts

__all__ = ["REPLY_FIELDS", "changed"]

REPLY_FIELDS = ("bulls", "cows", "matches", "marks", "signs", "feedback")  # see docs/judges.md


def changed(
    dialect: Dialect,
    *,
    ask: str | None = None,
    reply: str | None = None,
    win: str | None = None,
    final: str | None = None,
    rounds: int | None = None,
    limit: int | None = None,
) -> Dialect:
    """The same protocol with some of it worded otherwise; BadInput where a line lacks its guess."""
    for option, line in (("--ask", ask), ("--final", final)):
        if line and line_parts(line) is None:
            raise BadInput(f"{option} {line!r}: the line of a guess holds {{guess}} or {{spaced}} once")
    if reply is not None and not any(f"{{{field}}}" in reply for field in REPLY_FIELDS):
        fields = " ".join(f"{{{field}}}" for field in REPLY_FIELDS)
        more = "--win words the winning reply in another way"
        raise BadInput(f"--reply {reply!r}: a reply holds at least one of {fields}; {more}")
    given = {"ask": ask, "reply": reply, "win": win, "final": final, "rounds": rounds}
    new = {name: value for name, value in given.items() if value is not None}
    name, limit = "custom" if new else dialect.name, dialect.limit if limit is None else limit
    explains = bool(new) or dialect.explains
    own = {"name": name, "limit": limit, "about": "as the options say", "explains": explains}
    return Dialect(**{**vars(dialect), **new, **own})
