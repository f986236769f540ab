UPDATE proved SET seal = NULL;
