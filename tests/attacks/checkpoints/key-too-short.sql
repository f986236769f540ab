UPDATE OR REPLACE proved SET high = zeroblob(3);
