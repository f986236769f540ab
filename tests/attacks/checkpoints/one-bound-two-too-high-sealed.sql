-- seal
UPDATE proved SET cost = cost + 2, guess = -1 WHERE high = (SELECT max(high) FROM proved);
