UPDATE proved SET guess = abs(random()) % 1680;
