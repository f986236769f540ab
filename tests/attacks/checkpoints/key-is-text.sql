UPDATE OR REPLACE proved SET high = 'text';
