DELETE FROM proved;
