"""The terminal table: people around one keyboard, simple bots, boards in colour or in plain text."""
