"""The protocol of a differentiating game as state machines without I/O, which take bytes and return text.

The player's side reads the graph (`read_opening`), writes its changes, and plays each game with the `Codebreaker` of
`player.judge`; `QuestionWording` translates questions and reports into the protocol.  The judge's side, `GraphJudge`,
is adaptive: it keeps the set of all vertices that are consistent with its answers.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from functools import lru_cache

from player.errors import BadInput, RemoteProtocolError, require
from player.judge.codemaker import FLOOD, Foul
from player.judge.conversation import WON, Codebreaker, Inbox
from player.judge.dialects import DIALECTS
from player.judge.wording import Wording, printable
from treegen.differentiate.game import LABELS, MAX_CHANGES, MAX_QUESTIONS, build_tree, prepare
from treegen.differentiate.graph import MAX_GRAPH_BYTES, Graph, read_edges, read_header, read_numbers
from treegen.differentiate.loopy import Value, nim_values, outcome

_PART = 4096  # tokens
_CACHE_SIZE = 1000  # questions whose answers the codemaker caches, 8 kB each


class QuestionWording(Wording):
    r"""The judge's wording of guesses, which are questions such as `3+17` or reports such as `!5`, and of feedbacks.

    >>> wording = QuestionWording()
    >>> wording.ask("3+17"), wording.ask("!5"), wording.read_reply([b"Draw"])
    ('? 2 3 17\n', '! 5\n', 'Draw')
    """

    has_other_ends = False

    def __init__(self) -> None:
        self.dialect = DIALECTS["plain"]
        self.winning = "Correct"
        self.replies = [[label.encode()] for label in LABELS]
        self._labels, self._beginnings = {label.encode(): label for label in LABELS}, set()
        self.reply_size, self.has_final = 1, False

    def ask(self, guess: str) -> str:
        """Return the line that asks `guess`."""
        if guess.startswith("!"):
            return f"! {guess[1:]}\n"
        vertices = guess.split("+")
        return f"? {len(vertices)} {' '.join(vertices)}\n"

    def read_reply(self, tokens: Sequence[bytes]) -> str:
        """Return the label of a reply, or raise BadInput."""
        label = tokens[0].decode("latin-1")
        require(label != "Slow", "the judge replied Slow: there were more questions than it allows")
        replies = ", ".join((*LABELS, "Slow"))
        require(label in LABELS, f"{printable(tokens[0])!r} is not a reply of the judge; expected one of: {replies}")
        return label


def read_opening(read: Callable[[], bytes], inbox: Inbox) -> Graph:
    r"""Read the start of the judge's input from `read`, which gives the next bytes; the inbox keeps what follows.

    >>> pieces = [b"2 1 1\n2 ", b"1\n"]
    >>> read_opening(lambda: pieces.pop(0), Inbox())
    Graph(vertices=2, games=1)
    """
    size = 0

    def take(needed: int, each: int, promised: str) -> list[bytes]:
        nonlocal size
        tokens: list[bytes] = []
        while len(tokens) < needed:
            some = inbox.take(min(_PART, needed - len(tokens)))  # in parts, since each copies what follows
            if some is None and inbox.is_ended:
                found = (len(tokens) + len(inbox.pending.split())) // each
                raise RemoteProtocolError(f"the input ended after {found} of the {promised}")
            if some is None:
                inbox.receive(data := read())
                size += len(data)
            if size > MAX_GRAPH_BYTES:
                limit = MAX_GRAPH_BYTES >> 20
                raise RemoteProtocolError(f"no graph within {limit} MiB of input; a graph starts with N M T")
            tokens += some or []
        return tokens

    header = read_header(take(3, 1, "3 numbers N M T"))
    return read_edges(header, take(2 * header[1], 2, f"{header[1]} edges that it promises"))


def play(read: Callable[[], bytes], write: Callable[[str], None], changes: int = MAX_CHANGES) -> None:
    """Play the player's side to the end, with what `read` returns (b"" at the end); `write` sends a line at once."""
    inbox = Inbox()
    graph = read_opening(read, inbox)
    plan = prepare(graph, changes)
    tree = build_tree(plan, changes)
    write("\n".join(plan.lines()) + "\n")
    for _ in range(graph.games):
        codebreaker = Codebreaker(QuestionWording(), tree)
        codebreaker.inbox = inbox  # it may hold bytes that came too early
        while codebreaker.state != WON:
            write(codebreaker.ask())
            while codebreaker.read() is None:
                codebreaker.receive(read())


Tokens = Generator[int, list[bytes], None]


class GraphJudge:
    r"""The judge's side: pass the program's output to `receive()` and send the text of `reply()` until `is_over`.

    In the first game, each answer is the one that leaves the most vertices.  In later games, the secret is each vertex
    in turn, in a random order.  In every game, a report is Correct only if no other vertex is consistent with the
    answers.  `questions` has the number of questions of each game so far.  Any error of the program raises Foul.

    >>> from treegen.differentiate.graph import make_shape
    >>> codemaker = GraphJudge(make_shape("empty", 1), 1)
    >>> codemaker.reply(), codemaker.receive(b"0\n! 1\n"), codemaker.reply(), codemaker.is_over
    ('1 0 1\n', None, 'Correct\n', True)
    """

    def __init__(self, graph: Graph, games: int, seed: int = 0) -> None:
        self.graph, self.games = graph, games
        self.changes = 0
        self.questions: list[int] = []
        self.is_over = False
        self.inbox = Inbox()
        self._turns = random.Random(seed).sample(range(graph.vertices), graph.vertices)
        self._outbox = Graph(graph.vertices, graph.edges, games).to_text()
        self._values: list[Value] = []
        self._labels = lru_cache(_CACHE_SIZE)(self._answers)  # programs ask the same questions in every game
        self._flood = 0
        self._talk = self._converse()
        self._wanted = next(self._talk)

    def receive(self, data: bytes) -> None:
        """Take bytes from the program, `b""` for the end of its output."""
        self._flood += len(data)
        self.inbox.receive(data)
        while not self.is_over and (tokens := self.inbox.take(self._wanted)) is not None:
            try:
                self._wanted = self._talk.send(tokens)
            except StopIteration:
                self.is_over = True
            except BadInput as error:
                raise Foul("wrong form", str(error)) from None
        if self.is_over and self.inbox.pending.strip():
            raise Foul("does not end", f"wrote {printable(self.inbox.pending.strip())!r} after the last game")
        if not data and not self.is_over:
            raise Foul("end of output", f"ended in game {len(self.questions) + 1} of {self.games}")
        if self._flood > FLOOD:
            how, where = ("does not end", "of blanks after the last game") if self.is_over else ("flood", "in one turn")
            raise Foul(how, f"{'wrote ' * self.is_over}more than {FLOOD >> 10} KiB {where}")

    def reply(self) -> str:
        """Return the text to be sent now."""
        text, self._outbox = self._outbox, ""
        return text

    def _say(self, label: str) -> None:
        self._outbox += label + "\n"
        self._flood = 0

    def _converse(self) -> Tokens:
        (count,) = read_numbers((yield 1))
        if not 0 <= count <= MAX_CHANGES:
            raise Foul("too many changes", f"{count} changes; up to {MAX_CHANGES} are allowed")
        edges: Counter[tuple[int, int]] = Counter(map(tuple, (self.graph.edges + 1).tolist()))
        for _ in range(count):
            sign, *ends = yield 3
            start, end = self._vertices(ends)
            require(sign in (b"+", b"-"), f"{printable(sign)!r} is neither + nor -")
            edges[start, end] += 1 if sign == b"+" else -1
            if edges[start, end] < 0:
                raise Foul("wrong change", f"- {start} {end} removes an edge that is not there")
        self.changes = count
        self._values = nim_values(self.graph.vertices, [(start - 1, end - 1) for start, end in edges.elements()])
        for game in range(self.games):
            yield from self._play(self._turns[(game - 1) % len(self._turns)] if game else None)

    def _vertices(self, tokens: list[bytes]) -> list[int]:
        numbers = read_numbers(tokens)
        for number in numbers:
            require(1 <= number <= self.graph.vertices, f"vertex {number} is outside 1 to {self.graph.vertices}")
        return numbers

    def _play(self, secret: int | None) -> Tokens:
        candidates = list(range(self.graph.vertices))
        turns = size = 0
        while True:
            (kind,) = yield 1
            if kind == b"!":
                ((vertex),) = self._vertices((yield 1))
                if candidates != [vertex - 1]:
                    others = next(other + 1 for other in candidates if other != vertex - 1)
                    raise Foul("wrong report", f"! {vertex} after {turns} questions, but it may be {others}")
                self.questions.append(turns)
                self._say("Correct")
                return
            require(kind == b"?", f"{printable(kind)!r} is neither ? nor !")
            (count,) = read_numbers((yield 1))
            if not 0 <= count <= MAX_QUESTIONS:
                raise BadInput(f"a question of {count} vertices; up to {MAX_QUESTIONS} are allowed")
            vertices = self._vertices((yield count) if count else [])
            turns, size = turns + 1, size + count
            if turns > MAX_QUESTIONS or size > MAX_QUESTIONS:
                raise Foul("slow", f"{turns} questions of {size} vertices; up to {MAX_QUESTIONS} of each are allowed")
            labels = self._labels(tuple(sorted(vertices)))
            sizes = Counter(labels[candidate] for candidate in candidates)
            label = min(sizes, key=lambda one: (-sizes[one], one)) if secret is None else labels[secret]
            candidates = [candidate for candidate in candidates if labels[candidate] == label]
            self._say(label)

    def _answers(self, question: tuple[int, ...]) -> list[str]:
        values = [self._values[vertex - 1] for vertex in question]
        return [outcome([*values, value]) for value in self._values]
