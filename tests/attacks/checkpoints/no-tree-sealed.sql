-- seal
UPDATE proved SET cost = 2305843009213693952, guess = -1;
