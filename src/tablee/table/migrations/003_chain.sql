-- Every entry carries the link of the chain up to it, every table the last one: see hash_chain.py.
ALTER TABLE entry ADD COLUMN link TEXT NOT NULL DEFAULT '';
ALTER TABLE game ADD COLUMN head TEXT NOT NULL DEFAULT '';
-- What was cut off a damaged table when it was repaired is kept here, and never read by a table.
CREATE TABLE damaged (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    link TEXT NOT NULL,
    found INTEGER NOT NULL
);
-- `open`: whether a server has the file open, or was cut short: see sqlite.py.
CREATE TABLE state (key TEXT NOT NULL PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
