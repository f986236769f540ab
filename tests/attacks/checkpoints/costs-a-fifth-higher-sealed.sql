-- seal
UPDATE proved SET lemma = changed(changed(lemma, 'cost', field(lemma, 'cost') + field(lemma, 'cost') / 5), 'guess', -1);
