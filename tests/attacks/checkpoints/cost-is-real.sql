UPDATE proved SET cost = 1e300;
