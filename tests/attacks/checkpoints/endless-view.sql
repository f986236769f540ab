ALTER TABLE proved RENAME TO old; CREATE VIEW proved AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT 1 AS problem, x AS key, zeroblob(40) AS lemma, x AS seal FROM n;
