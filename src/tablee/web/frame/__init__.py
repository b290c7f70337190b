"""What every page stands in: the visitor, the words, the clothes, the guard, and an apology when something fails."""
