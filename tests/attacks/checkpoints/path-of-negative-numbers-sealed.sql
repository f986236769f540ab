-- seal
UPDATE proved SET lemma = changed(lemma, 'path', x'ffffffffffffffff');
