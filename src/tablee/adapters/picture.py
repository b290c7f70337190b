"""A state as an environment renders it: plain text, or the drawing that the pages use."""

from __future__ import annotations

import gymnasium

from tablee.core.game import State
from tablee.core.words import language
from tablee.drawing import plain
from tablee.games import part

from .space import Space

MODES = ("human", "ansi", "svg")


def checked(mode: str | None) -> str | None:
    """The mode, if there is one of that name."""
    if mode is not None and mode not in MODES:
        raise gymnasium.error.UnsupportedMode(f"render_mode: {mode!r}; {', '.join(MODES)}")
    return mode


def render(mode: str | None, space: Space, state: State) -> str | None:
    """What `render()` returns in that mode; "human" prints the text and returns nothing."""
    if mode is None:
        return None
    game, lang = space.game, language()
    seen = game.view(state, 0)  # L4: whoever watches sees no pending choice
    lines = [(line, False) for line in space.lines(seen)]
    if mode == "svg":
        drawing = part(game.NAME, "drawing")
        drawn: str = drawing.board(seen, lang=lang) if drawing else plain.board(game.TITLE.said(lang), lines, lang=lang)
        return drawn
    outcome = game.outcome(state)
    text = "\n".join([game.TITLE.said(lang), space.text(seen), *([outcome.reason.said(lang)] if outcome else [])])
    if mode == "ansi":
        return text
    print(text)
    return None
