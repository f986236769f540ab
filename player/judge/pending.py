"""A judge's reply of which only a part has come: what is wrong with it already."""

from __future__ import annotations

from player.errors import BadInput
from player.judge.conversation import START
from player.judge.wording import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from player.judge.codebreaker import Codebreaker
    from player.judge.wording import Wording

__all__ = ["MAX_PENDING", "problem_of"]

MAX_PENDING = 4096  # bytes of an unfinished reply: no dialect needs a tenth of it
MAX_BLANKS = 16 << 20  # bytes of blanks before a reply: they take no room, but they must end


def problem_of(codebreaker: Codebreaker, turn: int) -> str:
    """What is wrong with the reply that the codebreaker waits for, `turn` bytes after its guess; "" if nothing is.

    A reply may come in pieces and on several lines.  One whose first words begin no reply is wrong all the same.
    """
    pending, is_start = codebreaker.inbox.pending, codebreaker.state == START
    if codebreaker.inbox.is_ended:
        told = f"after guess {len(codebreaker.steps) + 1}, {codebreaker.player.guess}, without its reply"
        rest = f", with only {printable(pending)!r}" if pending else ""
        return f"the input ended {'before the first guess' if is_start else told}{rest}"
    if len(pending) > MAX_PENDING:
        return f"the reply {printable(pending)!r} does not end within {MAX_PENDING} bytes"
    if turn > MAX_BLANKS:
        return f"more than {MAX_BLANKS >> 20} MiB of blanks and line ends came instead of a reply"
    words = pending.split()
    if is_start or not pending[-1:].isspace() or _begin_reply(codebreaker.wording, words):
        return ""
    try:
        codebreaker.wording.read_reply(words)
    except BadInput as error:
        return str(error)
    return ""


def _begin_reply(wording: Wording, words: list[bytes]) -> bool:
    replies = (wording.reply(label).encode().split() for label in wording.rules.labels)
    return any(reply[: len(words)] == words for reply in replies)
