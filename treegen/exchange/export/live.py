"""Programs for words that come at run time: they hold the strategy, and no tree."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from random import Random
from string import Formatter, ascii_lowercase
from typing import Any

from player.errors import BadInput
from player.judge.children import Programs
from player.judge.codemaker import Codemaker
from player.judge.wording import Wording
from player.judge.wrong_tree import find_worded
from player.rules.feedback import FEEDBACK_RULES
from player.rules.lists import WordRules
from treegen.exchange.export.harness import TIME_LIMIT, compiled
from treegen.exchange.export.languages import LANGUAGES, literal, render_template
from treegen.games.game import Game
from treegen.insight.rows import plays_of
from treegen.optimal.build import build

NUMBERS = {"cpp": "std::to_string({})", "python": "str({})"}  # the languages, and how each writes a number
STRATEGIES = ("entropy", "minimax")
WORDS, LETTERS = 100, 6  # a test draws lists of this size, as those of LeetCode 843


def render_live(language: str, form: str, rule: str | None, strategy: str, options: Mapping[str, Any]) -> str:
    """Return the program or the library; `options` are those of wording.  Raise BadInput for other wordings."""
    if language not in NUMBERS or form not in ("program", "library") or strategy not in STRATEGIES:
        words = ", ".join([*NUMBERS, "--form program, --form library", *(f"--strategy {name}" for name in STRATEGIES)])
        raise BadInput(f"--live writes programs and libraries, not --to {language} --form {form}; it knows {words}")
    wording = _wording(rule, options)
    dialect, row = wording.dialect, wording.rules.rule
    about = f"{strategy} over lists of words that come at run time. Feedback: {row.about}."
    reads = "Reads lists, as many as there are: how many words, then the words; then asks, and reads replies."
    return render_template(f"live.{language}.j2", {
        "head": (about, *[reads] * (form == "program"),
                 "Licence: 0BSD. Use it anywhere, for anything; no notice needed."),
        "form": form, "near": row.counting, "takes_greatest": strategy == "minimax",
        "reply": _say(dialect.reply, wording, language),
        "win": dialect.win and _say(dialect.win, wording, language),
        "reply_size": wording.reply_size, "question": wording.question,
    }, language)  # fmt: skip


def _wording(rule: str | None, options: Mapping[str, Any], words: Sequence[str] = ("a" * LETTERS,)) -> Wording:
    """Return the wording of a judge for lists like `words`.  Raise BadInput if a program cannot speak it."""
    row, rules = FEEDBACK_RULES.get(rule or ""), WordRules(words, words)
    if row is None:
        raise BadInput(f"--rule {rule!r}: it takes one of: {', '.join(FEEDBACK_RULES)}")
    rules.rule, rules.labels = row, row.labels(LETTERS)
    rules.winning = len(rules.labels) - 1
    wording = Wording(find_worded("plain", options), rules)
    is_plain = not (re.search("{signs}|{letters}|{spaced}|:", wording.dialect.reply) or wording.question.words)
    if not is_plain or wording.has_final or wording.dialect.rounds != 1 or len({*map(len, wording.replies)}) > 1:
        what = "--final, --rounds, {signs}, {letters}, {spaced} in replies, maps"
        raise BadInput(f"--live takes no {what}, and a --win of as many words as replies")
    return wording


def _say(line: str, wording: Wording, language: str) -> str:
    """Return an expression for a line: `bulls` and `cows` are numbers, `marks` is a text."""
    rule, terms = wording.rules.rule, []
    line = line.replace("{feedback}", " ".join(f"{{{name}}}" for name in rule.meaning))
    for text, name, _, _ in Formatter().parse(line):
        number = {"bulls": "bulls", "cows": "cows", "matches": "bulls + cows"}.get(name or "", "")
        terms += [literal(text, language)] * bool(text)
        terms += [NUMBERS[language].format(number)] if number else [name] if name else []
    return " + ".join(terms)


def check_live(
    language: str, rule: str | None, strategy: str, options: Mapping[str, Any], lists: int, seed: int
) -> dict[str, Any]:
    """Play a secret of each of `lists` drawn lists with a program; return its average and ours, and the worst game.

    Ours is the greedy tree of the strategy for each list, sent the same secret.
    """
    source, draw = render_live(language, "program", rule, strategy, options), Random(seed)
    counts, ours = list[int](), list[int]()
    with compiled(language, {LANGUAGES[language].program: source}) as command, Programs() as programs:
        program = programs.start(command)
        for _ in range(lists):
            letters = draw.sample(ascii_lowercase, draw.randint(4, 26))
            words = sorted({"".join(draw.choices(letters, k=LETTERS)) for _ in range(WORDS)})
            wording, secret = _wording(rule, options, words), draw.choice(words)
            program.write(f"{len(words)} {' '.join(draw.sample(words, len(words)))}\n".encode())
            codemaker = Codemaker(wording, [secret])
            while not codemaker.is_over:
                codemaker.receive(program.listen(TIME_LIMIT) or b"")
                if codemaker.read():
                    program.write(codemaker.answer().encode())
            counts.append(len(codemaker.steps))
            game = Game.from_function(wording.rules.feedback, words, winning=wording.winning)
            ours.append(dict(plays_of(build(game, strategy, max_depth=None)))[secret].count(":"))
    return {
        "to": language, "rule": rule, "strategy": strategy, "source_bytes": len(source.encode()), "lists": lists,
        "average": sum(counts) / lists, "ours": sum(ours) / lists, "worst": max(counts), "ours_worst": max(ours),
    }  # fmt: skip
