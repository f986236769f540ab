UPDATE proved SET lemma = changed(lemma, 'depth', -9223372036854775808);
