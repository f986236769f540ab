UPDATE OR REPLACE proved SET key = zeroblob(3);
