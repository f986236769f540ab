UPDATE proved SET problem = NULL WHERE 0; UPDATE problem SET name = 'bulls-4x9 all 1,2,3,...';
