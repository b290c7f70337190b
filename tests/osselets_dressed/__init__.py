"""Osselets once more, with something for paper, for other frameworks and for the conformance kit."""

from osselets import *  # noqa: F403 (the same rules)
