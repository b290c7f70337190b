-- One line a table, so that listing and sweeping need not read the whole log, and a gap in it cannot be written.
CREATE TABLE game (
    id TEXT NOT NULL PRIMARY KEY,
    made INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    length INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO game (id, made, touched, length)
    SELECT game, MIN(at), MAX(at), COUNT(*) FROM entry GROUP BY game;
CREATE INDEX game_touched ON game (touched);
