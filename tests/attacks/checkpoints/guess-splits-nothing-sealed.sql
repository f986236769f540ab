-- seal
UPDATE proved SET guess = 0 WHERE guess >= 0;
