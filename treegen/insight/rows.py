"""Rows: a list of dicts that notebooks display as a table; and what a tree needs at a node, or asks for a secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any, TypeVar

from player.tree import Tree

Row = TypeVar("Row", bound=Mapping[str, Any])


class Rows(list[Row]):
    """A list of rows (dicts with the same keys) that a notebook displays as a table with the caption `title`.

    `notes` has remarks, each in one line.

    >>> Rows([{"guess": "0123"}], "next guess").title
    'next guess'
    """

    def __init__(self, rows: Iterable[Row], title: str, notes: Iterable[str] = ()) -> None:
        super().__init__(rows)
        self.title, self.notes = title, list(notes)

    def _repr_html_(self) -> str:
        return rows_html(self, self.title)


def rows_html(rows: Sequence[Mapping[str, Any]], title: str = "") -> str:
    """Return the rows as an HTML table with a column for each key, in order of appearance; all text is escaped."""
    keys = list(dict.fromkeys(key for row in rows for key in row))
    head = "".join(f"<th>{escape(key)}</th>" for key in keys)
    body = "".join(f"<tr>{''.join(_cell(row.get(key)) for key in keys)}</tr>" for row in rows)
    caption = f"<caption>{escape(title)}</caption>" if title else ""
    return f"<table>{caption}<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _cell(value: Any) -> str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        text = f"{value:,}" if isinstance(value, int) else f"{value:.6g}"
        return f'<td style="text-align:right">{text}</td>'
    if isinstance(value, (list, tuple)):
        value = " ".join(map(str, value))
    return f"<td>{'' if value is None else escape(str(value).lower() if isinstance(value, bool) else str(value))}</td>"


def still_needed(tree: Tree) -> tuple[list[int], list[int]]:
    """Return, for each node, the most guesses that are still needed, its own included, and their sum by weight.

    In games of tables in which the last guess is not counted, these are questions.
    """
    most = [int(size > 0 or not tree.names_at_the_end) for size in tree.fanout]
    total, parents = [weight * own for weight, own in zip(tree.candidate_weights(), most, strict=True)], tree.parents()
    for node in range(len(tree) - 1, 0, -1):  # parents come before their children
        most[parents[node]] = max(most[parents[node]], 1 + most[node])
        total[parents[node]] += total[node]
    return most, total


def plays_of(tree: Tree) -> list[tuple[str, str]]:
    """Return pairs (secret, history of the whole game) for all secrets of a tree, sorted by the text of the secret."""
    last = f":{tree.labels[tree.winning]}"
    rows = [row for row in tree.rows() if row["is_candidate"]]
    return sorted((row["guess"], f"{row['history']},{row['guess']}".removeprefix(",") + last) for row in rows)
