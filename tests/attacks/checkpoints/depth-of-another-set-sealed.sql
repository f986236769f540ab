-- seal
UPDATE proved SET depth = 3;
