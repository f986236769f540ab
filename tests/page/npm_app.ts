// A program of an app's developer: every secret in both roles, and every name of the package at least once.

import { candidates, game, Keeper, openTree, Opponent, review, score, Tree, TreeError } from "guesstree";
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

/** How many secrets the opponent finds at each guess; it is told what `compare` says. */
export function opponents(data: ArrayBuffer): number[] {
  const tree: Tree = openTree(data, "mine");
  const opponent = new Opponent(tree);
  const found: number[] = [];
  for (const secret of tree.candidates(0)) {
    opponent.reset();
    let rounds = 0;
    for (let guess: string | null = opponent.guess; guess !== null; rounds++) {
      const label = compare(guess, secret);
      if (!opponent.possible().includes(label)) throw new Error(`${secret}: ${label} to ${guess} is possible`);
      guess = rounds % 2 ? opponent.answer(label) : opponent.answer(Number(label[0]), Number(label[1]));
    }
    const [last, ...more]: string[] = opponent.candidates();
    if (last !== secret || more.length || !opponent.isFinished || !opponent.isCertain || opponent.left !== 1) {
      throw new Error(`${secret}: ${opponent.history}`);
    }
    found[rounds - 1] = (found[rounds - 1] ?? 0) + 1;
  }
  return found;
}

/** The same with a keeper in place of `compare`, which has to agree with it at every guess, and count right. */
export function keepers(data: ArrayBuffer): number[] {
  const tree = openTree(data);
  const rules: Game = game(tree);
  const found: number[] = [];
  let count = 0;
  for (const secret of rules.secrets) {
    const options: KeeperOptions = { secret };
    const keeper = new Keeper(tree.game, options);
    const opponent = new Opponent(tree);
    for (let guess = opponent.guess; guess !== null; guess = opponent.answer(keeper.score(guess))) {
      if (keeper.isFinished) throw new Error(`${secret}: not at its end after ${keeper.history}`);
    }
    if (keeper.steps.some((step: Step) => step.label !== compare(step.guess, secret))) throw new Error(keeper.history);
    if (!keeper.isFinished || keeper.reveal() !== secret || keeper.history !== opponent.history) throw new Error(secret);
    const rounds = keeper.steps.length;
    if (count++ % 97 === 0 && keeper.undo() && opponent.undo() && keeper.left !== opponent.left) {
      throw new Error(`${secret}: ${keeper.left} and ${opponent.left} are left after ${keeper.history}`);
    }
    found[rounds - 1] = (found[rounds - 1] ?? 0) + 1;
  }
  return found;
}

/** What an evasive keeper answers to guesses, and the candidates that this leaves, which `candidates` finds, too. */
export function evasive(name: string, guesses: readonly string[]): [string, number][] {
  const keeper = new Keeper(name, { evasive: true, random: () => 0.5 });
  return guesses.map((guess) => {
    const label = keeper.score(guess);
    const history: History = keeper.history;
    const left = candidates(name, history);
    if (left.join() !== keeper.candidates().join() || !left.includes(keeper.reveal())) throw new Error(history);
    if (left.some((secret) => score(keeper.game, guess, secret) !== label)) throw new Error(history);
    return [label, keeper.left];
  });
}

export function reviews(data: ArrayBuffer, histories: readonly string[]): ReviewRow[][] {
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
