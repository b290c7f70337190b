-- The log: every entry of every table. The primary key is what makes one of several racing writers fail.
CREATE TABLE entry (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;
