-- seal
UPDATE proved SET lemma = changed(lemma, 'guess', 1000000);
