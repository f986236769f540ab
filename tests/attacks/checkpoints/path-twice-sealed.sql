-- seal
UPDATE proved SET path = CAST(path || path AS BLOB);
