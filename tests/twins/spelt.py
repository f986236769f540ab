"""The usual spellings of feedbacks, which every reader has to take."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

from player.errors import BadInput
from player.rules.feedback import FeedbackRule
from player.rules.spelling import MARKS, PAIRS, find_label


def spellings(rule: FeedbackRule, labels: Sequence[str], label: str) -> list[str]:
    """The usual spellings of a label of a game with this rule, the label itself first."""
    found = [label, " ".join(label), ",".join(label)] if label.isdigit() else [label]
    for row in MARKS if rule.is_marked else ():
        most = max(len(row[int(mark)]) for mark in label)
        found += ["".join(row[int(mark)][: i + 1][-1] for mark in label) for i in range(most)]
    found += rule.spelled.get(label, ())
    counts = rule.counts(label)
    for pair in PAIRS if counts else ():
        told = [(counts[kind], word) for kind, word in zip(("bulls", "cows"), pair, strict=True) if kind in counts]
        for terms in [*permutations(told), *([term] for term in told)]:
            gap = " " if len(terms[0][1]) > 1 else ""
            named = [(str(n), f"{word}{'s' * (n != 1 and bool(gap))}") for n, word in terms]
            found += [gap.join(gap.join(term) for term in named), gap.join(gap.join(term[::-1]) for term in named)]
            found.append(gap.join(word for n, word in terms for _ in range(n)) or "none")
    return [text for text in dict.fromkeys(found) if means(text, rule, labels) == label]


def means(text: str, rule: FeedbackRule, labels: Sequence[str]) -> str | None:
    """The label that a text means; None where it means none or several."""
    try:
        return find_label(text, rule, labels)
    except BadInput:
        return None
