"""The live table: its page and all that changes it, the stream that keeps it fresh, and a look back at the game."""
