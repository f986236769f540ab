UPDATE OR REPLACE proved SET key = 'text';
