UPDATE proved SET lemma = changed(lemma, 'cost', 1e300);
