-- seal
UPDATE proved SET cost = cost - 3;
