"""Both sides of every game, by the exported library: a line for each secret, and one of a game with an evasive keeper."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from opponent import Keeper, Opponent, feedback, secrets


def play(keeper, number, secret):
    game, steps = Opponent(), []
    while game.guess is not None:
        guess = game.guess
        if number % 97 == 0:
            assert game.candidates() == keeper.candidates()
            assert game.left == keeper.left == len(game.candidates())
        label = keeper.answer(guess)
        assert secret is None or label == feedback(guess, secret)
        if number % 2:
            game.answer(int(label[0]), int(label[1]))
        else:
            game.answer(label)
        steps.append(guess + ":" + label)
    assert keeper.is_found
    assert game.candidates() == [guess]
    assert number % 97 or keeper.candidates() == [guess]
    return ",".join(steps)


for number, secret in enumerate(secrets()):
    print(secret, play(Keeper(secret), number, secret))
print("evasive", play(Keeper(), 0, None))
refused = 0
for call in (lambda: Keeper("x"), lambda: Keeper().answer("x"), lambda: feedback("x", "123"), lambda: feedback("123", "x")):
    try:
        call()
    except ValueError:
        refused += 1
print("refused", refused)
