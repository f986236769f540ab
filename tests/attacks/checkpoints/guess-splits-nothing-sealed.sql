-- seal
UPDATE proved SET lemma = changed(lemma, 'guess', 0) WHERE field(lemma, 'guess') >= 0;
