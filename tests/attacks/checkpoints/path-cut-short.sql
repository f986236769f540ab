UPDATE proved SET path = zeroblob(3);
