-- seal
UPDATE proved SET path = x'';
