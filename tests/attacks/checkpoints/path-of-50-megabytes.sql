UPDATE proved SET lemma = changed(lemma, 'path', zeroblob(50000000));
