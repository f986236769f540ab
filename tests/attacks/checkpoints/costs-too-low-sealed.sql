-- seal
UPDATE proved SET lemma = changed(lemma, 'cost', field(lemma, 'cost') - 3);
