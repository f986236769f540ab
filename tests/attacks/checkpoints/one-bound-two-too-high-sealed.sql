-- seal
UPDATE proved SET lemma = changed(changed(lemma, 'cost', field(lemma, 'cost') + 2), 'guess', -1) WHERE field(lemma, 'path') = x'0000000001000000fc00000006000000';
