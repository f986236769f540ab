UPDATE proved SET lemma = changed(lemma, 'cost', 'much');
