"""Tablée: three French family dice games, as a library, a command line and a table."""

__version__ = "0.1.0"
