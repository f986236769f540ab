UPDATE proved SET lemma = changed(lemma, 'guess', abs(random()) % 1680);
