UPDATE proved SET cost = NULL;
