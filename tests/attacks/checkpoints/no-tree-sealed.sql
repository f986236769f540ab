-- seal
UPDATE proved SET lemma = changed(changed(lemma, 'cost', 2305843009213693952), 'guess', -1);
