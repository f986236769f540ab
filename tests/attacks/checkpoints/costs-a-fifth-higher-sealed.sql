-- seal
UPDATE proved SET cost = cost + cost / 5, guess = -1;
