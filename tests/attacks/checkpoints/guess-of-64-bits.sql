UPDATE proved SET lemma = changed(lemma, 'guess', 9223372036854775807);
