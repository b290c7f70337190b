"""A state as an environment renders it: plain text, or the drawing that the pages use."""

import io
import re
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from tablee.core.game import State
from tablee.core.registry import part
from tablee.core.words import language
from tablee.drawing import plain_board
from tablee.paper import pdf
from tablee.paper.typst import Document

from .space import Space

MODES = ("human", "ansi", "svg", "rgb_array")
PAGE = """#set page(width: auto, height: auto, margin: 0pt)
#image(bytes(sys.inputs.picture), format: "svg", width: 480pt)"""  # at 72 pixels an inch, 480 pixels


def check_mode(mode: str | None) -> str | None:
    if mode is not None and mode not in MODES:
        raise gymnasium.error.UnsupportedMode(f"render_mode: {mode!r}; {', '.join(MODES)}")
    return mode


def pixels(svg: str) -> NDArray[np.uint8]:
    """A drawing as rows of red, green and blue."""
    coloured = re.sub(r"var\(--[^,()]+, ([^)]+)\)", r"\1", svg)  # no page gives it other colours
    try:
        (png,) = pdf.render(Document(PAGE, {"picture": coloured}, 1), "png", ppi=72)
        from PIL import Image
    except (pdf.PrintError, ModuleNotFoundError) as error:
        raise gymnasium.error.DependencyNotInstalled(str(error)) from error
    return np.asarray(Image.open(io.BytesIO(png)).convert("RGB"))


def render(mode: str | None, space: Space, state: State) -> Any:
    """What `render()` returns in that mode; "human" prints the text and returns nothing."""
    if mode is None:
        return None
    game, lang = space.game, language()
    seen = game.view(state, 0)  # L4: spectators see no pending choice
    lines = [(line, False) for line in space.lines(seen)]
    if mode in ("svg", "rgb_array"):
        drawing = part(game.NAME, "board")
        title = game.TITLE.in_lang(lang)
        picture: str = drawing.board(seen, lang=lang) if drawing else plain_board.board(title, lines, lang=lang)
        return picture if mode == "svg" else pixels(picture)
    outcome = game.outcome(state)
    text = "\n".join([game.TITLE.in_lang(lang), space.text(seen), *([outcome.reason.in_lang(lang)] if outcome else [])])
    if mode == "ansi":
        return text
    print(text)
    return None
