-- seal
UPDATE proved SET lemma = changed(lemma, 'path', CAST(field(lemma, 'path') || field(lemma, 'path') AS BLOB));
