"""A judge's reply of which only a part has come: what is wrong with it already."""

from __future__ import annotations

from player.errors import BadInput
from player.judge.wording import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.judge.conversation import Inbox
    from player.judge.wording import Wording

__all__ = ["MAX_PENDING", "problem_of"]

MAX_PENDING = 4096  # bytes of an unfinished reply: no dialect needs a tenth of it
MAX_BLANKS = 16 << 20  # bytes of blanks before a reply: they take no room, but they must end


def problem_of(wording: Wording, inbox: Inbox, turn: int, asked: str) -> str:
    """What is wrong with a reply of which `turn` bytes have come; "" if nothing is.

    `asked` is the guess that it replies to, as in `guess 1, 0123`, "" before the first one.

    A reply may come in pieces and on several lines.  One whose first words begin no reply is wrong all the same.
    """
    pending = inbox.pending
    if inbox.is_ended:
        where = f"after {asked}, without its reply" if asked else "before the first guess"
        return f"the input ended {where}{f', with only {printable(pending)!r}' if pending else ''}"
    if len(pending) > MAX_PENDING:
        return f"the reply {printable(pending)!r} does not end within {MAX_PENDING} bytes"
    if turn > MAX_BLANKS:
        return f"more than {MAX_BLANKS >> 20} MiB of blanks and line ends came instead of a reply"
    words = pending.split()
    if not asked or not pending[-1:].isspace() or _begin_reply(wording, words):
        return ""
    try:
        wording.read_reply(words)
    except BadInput as error:
        return str(error)
    return ""


def _begin_reply(wording: Wording, words: list[bytes]) -> bool:
    replies = (wording.reply(label).encode().split() for label in wording.rules.labels)
    return any(reply[: len(words)] == words for reply in replies)
