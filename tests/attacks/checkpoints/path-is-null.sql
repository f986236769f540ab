UPDATE proved SET lemma = changed(lemma, 'path', NULL);
