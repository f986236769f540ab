UPDATE proved SET lemma = changed(lemma, 'path', zeroblob(3));
