UPDATE proved SET cost = 'much';
