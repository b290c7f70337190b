"""Games on paper: sheets to print, the companion that referees, scores, and a played game brought home."""
