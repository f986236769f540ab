import assert from "assert";
import { Keeper, Opponent, feedback, secrets } from "./opponent.mjs";

function play(keeper, number, secret) {
  const game = new Opponent(), steps = [];
  let last;
  assert(!game.undo());
  while (game.guess !== null) {
    const guess = last = game.guess;
    if (number % 97 === 0) {
      assert.deepStrictEqual(game.candidates(), keeper.candidates());
      assert(game.left === keeper.left && game.left === game.candidates().length);
    }
    const label = keeper.answer(guess);
    assert(!secret || label === feedback(guess, secret));
    if (number % 2) game.answer(Number(label[0]), Number(label[1])); else // two numbers
    game.answer(label);
    if (number % 97 === 0) {
      assert(game.undo() && game.guess === guess);
      game.answer(label);
    }
    steps.push(guess + ":" + label);
  }
  assert(keeper.isFound);
  assert.deepStrictEqual([game.candidates(), keeper.candidates()], [[last], [last]]);
  game.reset();
  assert(game.left === secrets().length && !game.undo());
  return steps.join(",");
}

for (const [number, secret] of secrets().entries()) console.log(secret, play(new Keeper(secret), number, secret));
console.log("evasive", play(new Keeper(), 0));
const calls = [() => new Keeper("x"), () => new Keeper().answer("x"), () => new Opponent().answer("x"), () => feedback("x", "123"), () => feedback("123", "x")];
for (const call of calls) assert.throws(call, RangeError);
console.log("refused", calls.length);
