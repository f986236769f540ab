// A program of an app's developer: every secret in both roles, and the types of the package.

import { game, Keeper, openTree, Opponent, review, Tree, TreeError } from "guesstree";
import type { Game, History, KeeperOptions, ReviewRow, Step } from "guesstree";

/** Bulls, then cows, written down anew. */
function compare(guess: string, secret: string): string {
  let bulls = 0;
  const rest: string[] = [];
  for (let i = 0; i < secret.length; i++) {
    if (guess[i] === secret[i]) bulls++;
    else rest.push(secret.charAt(i));
  }
  let cows = 0;
  for (let i = 0; i < guess.length; i++) {
    const at = guess[i] === secret[i] ? -1 : rest.indexOf(guess.charAt(i));
    if (at >= 0) {
      rest.splice(at, 1);
      cows++;
    }
  }
  return `${bulls}${cows}`;
}

/** How many secrets are found at each guess; the keeper has to agree with `compare`, and both have to count right. */
export function games(data: ArrayBuffer): number[] {
  const tree: Tree = openTree(data, "mine");
  const rules: Game = game(tree);
  const opponent = new Opponent(tree);
  const found: number[] = [];
  for (const secret of rules.secrets) {
    opponent.reset();
    const options: KeeperOptions = { secret };
    const keeper = new Keeper(tree.game, options);
    const check = (isRight: boolean, what: string): void => {
      if (!isRight) throw new Error(`${secret}: ${what} after ${keeper.history} and ${opponent.history}`);
    };
    let rounds = 0;
    for (let guess: string | null = opponent.guess; guess !== null; rounds++) {
      check(!keeper.isFinished && !opponent.isFinished, "not at its end");
      const label = keeper.score(guess);
      check(label === compare(guess, secret) && opponent.possible().includes(label), label);
      guess = rounds % 2 ? opponent.answer(label) : opponent.answer(Number(label[0]), Number(label[1]));
    }
    const [last, ...more]: string[] = opponent.candidates();
    check(last === secret && !more.length && keeper.reveal() === secret, "another secret");
    check(opponent.isFinished && opponent.isCertain && opponent.left === 1 && keeper.isFinished, "no end");
    const steps: Step[] = keeper.steps;
    check(keeper.history === opponent.history && steps.length === rounds, "other steps");
    const isUndone = found.length % 97 !== 0 || (keeper.undo() && opponent.undo() && keeper.left === opponent.left);
    check(isUndone, `${keeper.left} and ${opponent.left} left`);
    found.push(rounds);
  }
  return found.reduce<number[]>((all, n) => ((all[n - 1] = (all[n - 1] ?? 0) + 1), all), []);
}

export function reviews(data: ArrayBuffer, histories: readonly History[]): ReviewRow[][] {
  const tree = openTree(data);
  return histories.map((history) => review(tree, history));
}

export function why(data: Uint8Array): string {
  try {
    return openTree(data).game;
  } catch (error) {
    return error instanceof TreeError ? error.why : "no TreeError";
  }
}

// What the types refuse.
export function wrong(): void {
  // @ts-expect-error: a tree is not made by hand
  new Tree();
  // @ts-expect-error: an opponent needs a tree, not its name
  new Opponent("bulls-4x10");
  // @ts-expect-error: no such option
  new Keeper("bulls-4x10", { level: "evasive" });
  // @ts-expect-error: a label is text
  new Opponent(openTree(new Uint8Array())).answer(4);
}
