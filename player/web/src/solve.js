// Guesses without a tree: the candidates that are left, and a good next guess by its entropy.

// The number of feedbacks to compute for one guess.  In Node 20 on two busy x86-64 cores, 4 million took about 0.1 s.
const EFFORT = 4e6;

/** The candidates among `words` that agree with every step. */
export function consistent(rules, steps, words = rules.secrets) {
  return words.filter((word) => steps.every(({ guess, label }) => rules.feedback(guess, word) === label));
}

/** Words as numbers for the inner loop: the symbol at each position, and how often each symbol occurs. */
function encode(rules, words) {
  const { positions, symbols } = rules;
  const places = new Uint8Array(words.length * positions);
  const counts = new Uint8Array(words.length * symbols.length);
  words.forEach((word, w) => {
    for (let i = 0; i < positions; i++) {
      const symbol = symbols.indexOf(word[i]);
      places[w * positions + i] = symbol;
      counts[w * symbols.length + symbol]++;
    }
  });
  return { places, counts };
}

/** Adds the sizes of the cells that a guess makes of encoded words to `cells`, at bulls × (positions + 1) + cows. */
function countCells(rules, guess, words, n, cells) {
  const positions = rules.positions;
  const kinds = rules.symbols.length;
  const { places: mine, counts: times } = encode(rules, [guess]);
  const { places, counts } = words;
  const used = Uint8Array.from(new Set(mine));
  const usedLength = used.length;
  for (let w = 0, place = 0, kind = 0; w < n; w++, place += positions, kind += kinds) {
    let index = 0; // bulls × (positions + 1) + cows = bulls × positions + bulls and cows
    for (let i = 0; i < positions; i++) if (mine[i] === places[place + i]) index += positions;
    for (let k = 0; k < usedLength; k++) {
      const symbol = used[k];
      const there = counts[kind + symbol];
      const wanted = times[symbol];
      index += there < wanted ? there : wanted;
    }
    cells[index]++;
  }
}

/** At most `most` of the guesses, evenly spaced. */
function spread(guesses, most) {
  if (guesses.length <= most) return guesses;
  return Array.from({ length: most }, (_, i) => guesses[Math.floor((i * guesses.length) / most)]);
}

/** The guess with the most entropy; among equals a candidate, then the first one. */
export function bestGuess(rules, candidates) {
  if (candidates.length <= 2) return candidates[0];
  const most = Math.max(50, Math.floor(EFFORT / candidates.length));
  const isCandidate = new Set(candidates);
  const pool = new Set([...spread(candidates, most >> 1), ...spread(rules.guesses, most >> 1)]);
  const words = encode(rules, candidates);
  const cells = new Uint32Array((rules.positions + 1) * (rules.positions + 1));
  let best = null;
  for (const guess of pool) {
    cells.fill(0);
    countCells(rules, guess, words, candidates.length, cells);
    let score = 0;
    for (const n of cells) if (n > 1) score += n * Math.log2(n);
    // Sums of the same terms in another order differ in their last digits.
    score = Math.round(score * 1e6) - (isCandidate.has(guess) ? 0.5 : 0);
    if (best === null || score < best.score || (score === best.score && guess < best.guess)) best = { guess, score };
  }
  return best.guess;
}

/** The cells of a guess: the candidates by label. */
export function partition(rules, guess, candidates) {
  const cells = new Map();
  for (const secret of candidates) {
    const label = rules.feedback(guess, secret);
    if (!cells.has(label)) cells.set(label, []);
    cells.get(label).push(secret);
  }
  return cells;
}

/** The label of the largest cell; of several the least one, and the winning one only where nothing else is left. */
export function widest(cells, winning) {
  const isBefore = ([one, a], [two, b]) => b.length - a.length || (one === winning) - (two === winning) || (one < two ? -1 : 1);
  return [...cells].sort(isBefore)[0][0];
}
