-- seal
UPDATE proved SET lemma = changed(lemma, 'depth', 3);
