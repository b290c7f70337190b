"""Osselets once more, with something for paper and for other frameworks."""

from osselets import *  # noqa: F403 (the same rules)
