/** A guess and the label of the feedback to it. */
export interface Step {
  guess: string;
  label: string;
}

/** What a game is to this package: `game()` gives those it knows, and an app may bring its own. */
export interface Game {
  readonly secrets: readonly string[];
  /** The label of the feedback that ends the game. */
  readonly winning: string;
  /** Whether a text may be asked. */
  isGuess(text: string): boolean;
  /** The label of the feedback to a guess, when this is the secret. */
  feedback(guess: string, secret: string): string;
}

/** Words of one length: those that may be the secret, and others that may be asked. */
export interface Lists {
  readonly secrets: readonly string[];
  readonly guesses: readonly string[];
}

/** A game by its name, that of a tree, a list of words of one length or two, or one of the app's own. */
export type Source = string | Tree | Game | Lists | readonly string[];

/** A history: steps, or a text such as `0123:01,4561:02`. */
export type History = string | readonly Step[];

/** A file that is not a tree file, or a damaged one. */
export declare class TreeError extends Error {
  readonly why: "checksum" | "shape" | "version" | "columns";
}

/** A decision tree; a node is a number, and the first guess is node 0. */
export declare class Tree {
  private constructor();
  /** The name of the game, as `bulls-4x10`. */
  readonly game: string;
  /** The labels of all feedbacks of the game. */
  readonly labels: readonly string[];
  /** The label of the feedback that ends the game. */
  readonly winning: string;
  /** The guesses that the unluckiest secret needs. */
  readonly depth: number;
  readonly nodes: number;
  /** Whether the file says that the tree is proved best for what it was made for. */
  readonly proved: boolean;
  guess(node: number): string;
  /** The node that a label leads to, or -1. */
  child(node: number, label: string): number;
  /** The labels that can answer the guess of a node. */
  possible(node: number): string[];
  /** The secrets still possible at a node, sorted. */
  candidates(node: number): string[];
  /** Figures of the part of the tree that begins at a node. */
  statistics(node: number): {
    /** How many secrets are found at guess 1, 2, 3, … */
    histogram: number[];
    total: number;
    depth: number;
    average: number;
    secrets: number;
    nodes: number;
  };
}

/**
 * The tree in the bytes of a tree file; `name` is for your own use.  Throws a TreeError where the file is damaged, or
 * breaks a rule that trees/FORMAT.md has for the readers of guesstree.
 */
export declare function openTree(data: ArrayBuffer | ArrayBufferView, name?: string): Tree;

/**
 * The rules of a game by its name (`bulls-4x10-any`, `mastermind-4x6=RGBYOW`, `match-4x6`, `marks-4x6`, `number-1..100`, …),
 * of a tree, or of a list of words.  Throws a RangeError where they are not known.
 */
export declare function game(source: Source): Game;

/** The label of the feedback to a guess, when this is the secret: `score("bulls-4x10", "0123", "3145")` is `"11"`. */
export declare function score(source: Source, guess: string, secret: string): string;

/**
 * The secrets that agree with a history; none where feedbacks contradict each other.  Of words, where no secret of the
 * list agrees, they are the words outside it that may be asked and do, and so is one whose feedback says it was found.
 */
export declare function candidates(source: Source, history?: History): string[];

/** What both sides of one game have; JSON and `structuredClone` keep the steps, not the tree or the game. */
export interface Side {
  /** How many secrets agree with all feedbacks so far. */
  readonly left: number;
  readonly isFinished: boolean;
  /** The guesses so far, with the feedbacks to them. */
  readonly steps: Step[];
  /** The same as a text, `0123:01,4561:02`. */
  readonly history: string;
  candidates(): string[];
  /** Takes the last feedback back; false at the start. */
  undo(): boolean;
}

export interface Opponent extends Side {}
export declare class Opponent {
  /** `source` gives the lists of a game of words: the tree does not know all words that may be asked. */
  constructor(tree: Tree, source?: Source);
  readonly tree: Tree;
  /** The next guess; null when the secret is found. */
  readonly guess: string | null;
  /** Whether the guess is the only secret left. */
  readonly isCertain: boolean;
  possible(): string[];
  /** Takes the feedback to the guess and gives the next one; throws a RangeError where no secret answers so. */
  answer(label: string): string | null;
  /** The same with two numbers, bulls and cows. */
  answer(bulls: number, cows: number): string | null;
  reset(): void;
}

/** The guess after a history, null when it found the secret; a RangeError where the tree does not go that way. */
export declare function nextGuess(tree: Tree, history?: History, source?: Source): string | null;

export interface KeeperOptions {
  /** Keep no secret: each answer leaves as many candidates as it can. */
  evasive?: boolean;
  /** The secret to keep; drawn where it is missing. */
  secret?: string;
  /** Draws the secret; `Math.random` by default. */
  random?: () => number;
}

export interface Keeper extends Side {}
export declare class Keeper {
  constructor(source: Source, options?: KeeperOptions);
  readonly game: Game;
  readonly isEvasive: boolean;
  /** The secret; null while an evasive keeper has none. */
  readonly secret: string | null;
  /** The label of the feedback to a guess; throws a RangeError for what is no guess of the game. */
  score(guess: string): string;
  /** The secret; of an evasive keeper any that agrees with all answers. */
  reveal(): string;
  /** Begins again, with this secret or a new one. */
  reset(secret?: string): void;
}

/** A guess of a game that was played.  Figures are null where the tree does not tell them. */
export interface ReviewRow extends Step {
  /** 1 for the first guess. */
  round: number;
  /** Candidates before the guess, and after the feedback. */
  before: number;
  after: number;
  /** What the tree asks here. */
  bestGuess: string | null;
  /** The guesses still needed on average: before this guess, if this guess is asked, and after the feedback. */
  expectedBefore: number | null;
  expectedWithGuess: number | null;
  expectedAfter: number | null;
  /** What the guess lost against the tree, in guesses. */
  lost: number | null;
  /** What the feedback gave beyond expectation, in guesses and in bits. */
  luck: number | null;
  luckBits: number;
  /** The information that the guess was expected to give, and gave. */
  bitsExpected: number;
  bitsGot: number;
  /** Whether all figures are there, and those of best play. */
  exact: boolean;
}

/**
 * A row for each guess of a game that was played.  Positions on the tree have all figures, also where the symbols and
 * places of a code are exchanged; off the tree those of one or two candidates.  Throws a RangeError where feedbacks
 * contradict each other.  `source` gives the rules where only the tree knows the game.
 */
export declare function review(tree: Tree, history: History, source?: Source): ReviewRow[];
