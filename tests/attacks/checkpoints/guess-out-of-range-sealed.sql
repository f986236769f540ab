-- seal
UPDATE proved SET guess = 1000000;
