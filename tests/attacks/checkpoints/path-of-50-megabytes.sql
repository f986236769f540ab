UPDATE proved SET path = zeroblob(50000000);
