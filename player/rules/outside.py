"""Words outside the list of secrets of a game of words, which may be the secret nevertheless."""

from __future__ import annotations

from collections.abc import Sequence

from player.rules.letters import fold, not_letters
from player.rules.lists import ListRules, WordRules
from player.rules.names import AnyRules


def find_outside(rules: AnyRules | None, text: str) -> str | None:
    """The word that a text means in a game of words, if it is not in the list of secrets; else None."""
    if rules is None or rules.noun != WordRules.noun:
        return None
    word = fold(text.strip())
    is_word = len(word) == getattr(rules, "positions", 0) and not not_letters(word)
    return word if is_word and not rules.is_secret(word) else None


def agreeing(rules: AnyRules | None, steps: Sequence[tuple[str, str]], *named: str) -> list[str]:
    """The words outside the list of secrets that agree with these guesses and feedbacks: candidates if no secret does.

    They may be asked, are `named`, or were found.  None in other games than those of words.
    """
    if rules is None or rules.noun != WordRules.noun:
        return []
    words = dict.fromkeys([*rules.guesses(), *named, *(guess for guess, _ in steps)])
    fits = [word for word in words if all(rules.feedback(guess, word) == label for guess, label in steps)]
    return [word for word in fits if find_outside(rules, word)]


def tell_outside(rules: AnyRules, words: Sequence[str]) -> str:
    """The sentence about candidates outside the list of secrets."""
    count = rules.secret_count - len(getattr(rules, "admitted", ()))
    if len(words) == 1:
        return f"{words[0]} is not one of the {count} secrets; it is treated as one more"
    few = ", ".join(words[:5]) + ", ..." * (len(words) > 5)
    return f"none of the {count} secrets is left; {len(words)} other words are treated as more: {few}"


def admit(rules: AnyRules, text: str | None) -> AnyRules:
    """The game in which the word that a text names may be the secret, although the list of secrets lacks it."""
    word = find_outside(rules, text or "")
    return rules.admit(word) if word and isinstance(rules, ListRules) else rules
