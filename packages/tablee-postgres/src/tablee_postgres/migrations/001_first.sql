-- The log, as in SQLite: the primary key is what makes one of several racing writers fail.
CREATE TABLE entry (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    link TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);
-- One line a table. `changed`: by the database's own clock, for those who missed a notification.
CREATE TABLE game (
    id TEXT NOT NULL PRIMARY KEY,
    made BIGINT NOT NULL,
    touched BIGINT NOT NULL,
    length INTEGER NOT NULL,
    head TEXT NOT NULL,
    changed TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX game_touched ON game (touched);
CREATE INDEX game_changed ON game (changed);
