"""What a game is: events, options, dice, records, words and errors. Standard library only."""
