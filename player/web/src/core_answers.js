// The form in which the core answers.

/**
 * A guess: the cost of the best tree found that begins with it, a bound that no such tree is below, whether both are the
 * same, and the most guesses that the tree takes.
 */
export const row = (guess, cost, bound, depth) => ({ guess, cost, bound, depth, exact: cost === bound });

/** Rows, the best first; the number of candidates; a bound that no tree at all is below. */
export const answer = (rows, total, bound) => ({ rows, total, bound });
