"""Calls of the npm package that make no sense, and what each is told."""

from __future__ import annotations

BYTES = "openTree takes the bytes of a tree file, as a Uint8Array or an ArrayBuffer"
DAMAGED = "not a tree file, or one that was changed or cut short: its checksum is wrong"
AFTER_01 = "to 1456 fits no secret after 0123:01; possible: 00 01 02 03 04 10 11 12 13 20 21 22 30 40"
OVER = "the secret is found; reset() begins again"
NO_GAME = "a game is a name, a tree, a list of words, or an object with secrets, winning, isGuess and feedback"
UNKNOWN = (
    "the rules of this game are not known; names are as bulls-4x10, bulls-4x10-any or mastermind-4x6, and any other "
    "game is a list of words, or an object with secrets, winning, isGuess and feedback"
)
NO_HISTORY = "is no history; write guess:feedback, as in 0123:01,4561:02"
LIST = "a list of words has words of one length, without blanks, commas, colons, #, quotation marks and brackets"
EVASIVE = "an evasive keeper has no secret; leave out one of the two"


NONSENSE = [
    ("g.openTree('bulls.tree')", f"TypeError: {BYTES}"),
    ("g.openTree(new Uint8Array(50))", f"TreeError: {DAMAGED}"),
    ("new g.Opponent('bulls-4x10')", "TypeError: an Opponent takes a tree, as openTree gives it"),
    ("o.answer('31')", f'RangeError: "31" {AFTER_01}'),
    ("o.answer(1)", f"RangeError: 1 {AFTER_01}"),
    ("(o.reset(), o.answer('40'), o.answer('40'))", f"RangeError: {OVER}"),
    ("new g.Keeper('bulls-4x10', {secret: '1123'})", 'RangeError: "1123" is not a secret of this game'),
    ("new g.Keeper('bulls-4x10', {secret: '0123', evasive: true})", f"RangeError: {EVASIVE}"),
    ("new g.Keeper('bulls-4x10').score('12')", 'RangeError: "12" is not a guess of this game'),
    ("k.score('0123') + k.score('0123')", f"RangeError: {OVER}"),
    ("new g.Keeper({secrets: []})", f"TypeError: {NO_GAME}"),
    ("new g.Keeper(null)", f"TypeError: {NO_GAME}"),
    ("g.game('bulls-4x11')", f'RangeError: "bulls-4x11": {UNKNOWN}'),
    ("g.game('number-5..5')", f'RangeError: "number-5..5": {UNKNOWN}'),
    ("g.game(['ab', 'a'])", f"RangeError: {LIST}"),
    ("g.game([])", f"RangeError: {LIST}"),
    *(
        (f"g.game([{word!r}])", f"RangeError: {LIST}")
        for word in ('"ab"', "“ab”", "«ab»", "「ab」", "a`b", "a;b", "(ab)")
    ),
    ("g.score(['ab', 'ba'], 'aa', 'ab')", 'RangeError: "aa" is not a guess of this game'),
    ("g.candidates('bulls-4x10', '0123')", f'RangeError: "0123" {NO_HISTORY}'),
    ("g.candidates('bulls-4x10', [{guess: '0123'}])", f"RangeError: [object Object] {NO_HISTORY}"),
    ("g.candidates('bulls-4x10', '012:01')", 'RangeError: "012" is not a guess of this game'),
    ("g.score('bulls-4x10', '0123', null)", "RangeError: null is not a secret of this game"),
    ("g.review(t, '0123:00,0123:10')", 'RangeError: "10" to 0123 fits no secret after 0123:00; possible: 00'),
    ("g.review(t, '0123:40,0123:40')", "RangeError: the history goes on after the secret was found"),
    ("g.review('bulls-4x10', '')", "TypeError: review takes a tree, as openTree gives it"),
]
BEGIN = (
    "const t = g.openTree(tree('bulls-4x10.total')), o = new g.Opponent(t), k = new g.Keeper(t, {secret: '0123'});"
    "o.answer('01');"
)
