DROP TABLE problem;
