-- Which browsers have a page of which table open, and at which process. Not worth a disk: it is forgotten in seconds.
CREATE UNLOGGED TABLE present (
    game TEXT NOT NULL,
    browser TEXT NOT NULL,
    process TEXT NOT NULL,
    places TEXT NOT NULL,
    follows BOOLEAN NOT NULL,
    at TIMESTAMPTZ NOT NULL DEFAULT clock_timestamp(),
    PRIMARY KEY (game, browser, process)
);
