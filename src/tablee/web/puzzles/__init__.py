"""The puzzles of the week on the pages. Nothing is kept about who solves them: the answer stands in the address."""
