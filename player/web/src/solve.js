// Candidates without a tree, and answers that contradict each other.

export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** The words, of all secrets or of those that some of the steps leave, that agree with all steps.  If none does in a game
 *  of words, the words outside the list of secrets that do: of the allowed guesses, and of the guesses of a `game`. */
export function consistent(rules, steps, words = rules.secrets, game = steps) {
  const agrees = (word) => steps.every(({ guess, label }) => rules.feedback(guess, word) === label);
  const found = words.filter(agrees);
  return found.length || !rules.isWords ? found : [...new Set([...rules.guesses, ...game.map(({ guess }) => guess)])].filter(agrees);
}

export function partition(rules, guess, candidates) {
  const cells = new Map();
  for (const secret of candidates) {
    const label = rules.feedback(guess, secret);
    if (!cells.has(label)) cells.set(label, []);
    cells.get(label).push(secret);
  }
  return cells;
}

export const answersOf = (labels, cells, weigh = ({ length }) => length) =>
  labels.filter((label) => cells.has(label)).map((label) => ({ label, count: cells.get(label).length, weight: weigh(cells.get(label)) }));

export function bitsOf(sizes) {
  const all = sum(sizes);
  return sum(sizes.map((n) => (n / all) * Math.log2(all / n)));
}

/** The least cost of n candidates, if every guess is answered in all ways, of which there are `answers`. */
export function leastCost(n, answers) {
  let cost = 0;
  for (let [depth, found] = [1, 1]; n > 0; depth++, found *= answers - 1) {
    cost += depth * Math.min(n, found);
    n -= found;
  }
  return cost;
}

/** The candidate that splits the candidates into most cells, the first of several; of many, only some are tried. */
export function splitter(rules, candidates) {
  const cells = candidates.slice(0, 100).map((guess) => partition(rules, guess, candidates).size);
  return candidates[cells.indexOf(Math.max(...cells))];
}

/** The label of the largest cell; of equally large ones, the least one that does not win. */
export function widest(cells, winning) {
  const isBefore = ([one, a], [two, b]) => b.length - a.length || (one === winning) - (two === winning) || (one < two ? -1 : 1);
  return [...cells].sort(isBefore)[0][0];
}

/** The earlier steps, by their rows, that the last one contradicts: no secret agrees with all of them, and each of them is
 *  needed for that.  There are none if no secret ever gives the last answer. */
export function conflict(rules, steps) {
  const last = steps.at(-1);
  const words = rules.isWords ? [...rules.secrets, ...rules.guesses] : rules.secrets;
  const isOpen = (rows) => words.some((secret) => [...rows.map((row) => steps[row]), last].every(({ guess, label }) => rules.feedback(guess, secret) === label));
  let needed = [...steps.keys()].slice(0, -1);
  for (const row of needed) {
    const fewer = needed.filter((other) => other !== row);
    if (!isOpen(fewer)) needed = fewer;
  }
  return needed;
}
