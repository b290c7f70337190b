"""Tablée's games in a PostgreSQL database, which several processes may serve at once."""
