// Candidates without a tree, and answers that contradict each other.

export const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);

/** Which of the words, all secrets or those that some of the steps leave, agree with all steps.  Where none does in a game
 *  of words, the words outside the list of secrets that do: of those that may be asked, and of the guesses of a `game`. */
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

/** The candidate that splits the candidates into most cells, the first of several; of many, only some are tried. */
export function splitter(rules, candidates) {
  const cells = candidates.slice(0, 100).map((guess) => partition(rules, guess, candidates).size);
  return candidates[cells.indexOf(Math.max(...cells))];
}

/** The label of the largest cell; of several the least one, and the winning one only where nothing else is left. */
export function widest(cells, winning) {
  const isBefore = ([one, a], [two, b]) => b.length - a.length || (one === winning) - (two === winning) || (one < two ? -1 : 1);
  return [...cells].sort(isBefore)[0][0];
}

/**
 * Why no secret agrees with all steps, of which the last one is the new answer: `{rows, fixes}`.  `rows` are earlier steps
 * of which each is needed for the contradiction; if there are none, no secret ever gives the new answer.  A fix is
 * `{row, label, count}`: with this label in place of the row's own, `count` secrets agree.  The likeliest fix comes first.
 */
export function contradiction(rules, steps) {
  const last = steps.length - 1;
  if (last > 30) return { rows: steps.slice(0, last).map((_, row) => row), fixes: [] }; // more than the bits of a number
  const all = 2 ** steps.length - 1;
  const agreements = new Set(); // of each secret, the steps that it agrees with, as bits
  const fixes = new Map();
  const outside = rules.isWords ? rules.guesses.filter((word) => !rules.isSecret(word)) : [];
  for (const [at, secret] of [...rules.secrets, ...outside].entries()) {
    let bits = 0;
    let missed;
    for (const [row, { guess, label }] of steps.entries()) {
      const right = rules.feedback(guess, secret);
      if (right === label) bits += 2 ** row;
      else missed = { row, label: right, count: 0 };
    }
    agreements.add(bits);
    if (missed.row === last || bits + 2 ** missed.row !== all) continue;
    const key = `${missed.row}:${missed.label}`;
    if (!fixes.has(key)) fixes.set(key, { ...missed, isOutside: at >= rules.secrets.length });
    // Words outside the list count only where no secret of it is left.
    if (at < rules.secrets.length || fixes.get(key).isOutside) fixes.get(key).count++;
  }
  let needed = all;
  for (let row = 0; row < last; row++) {
    const fewer = needed - 2 ** row;
    if (![...agreements].some((bits) => (bits & fewer) === fewer)) needed = fewer;
  }
  return {
    rows: [...steps.keys()].filter((row) => row < last && needed & (1 << row)),
    fixes: [...fixes.values()].sort((one, two) => two.count - one.count || one.row - two.row),
  };
}
