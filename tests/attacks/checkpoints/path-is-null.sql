UPDATE proved SET path = NULL;
