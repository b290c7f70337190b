"""What is needed to play is in the window: nothing has to be scrolled for."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Opener
from tools.screenshots import after, played, upload

# How far a thing sticks out of the window.
HIDDEN = """
(name) => {
  const box = [...document.querySelectorAll(`#panel ${name}`)].map((one) => one.getBoundingClientRect())
    .find((one) => one.width);
  return Math.max(0, -box.top, box.bottom - innerHeight);
}
"""


@pytest.mark.parametrize("mode", ["duel", "fast", "three", "four"])
def test_the_dice_are_never_under_the_panel(visit: Opener, base: str, mode: str) -> None:
    page = visit("/", viewport={"width": 360, "height": 740})
    upload(page, base, played("blocs", {"mode": mode}, after(12)))
    for name in (".die", ".goal"):
        assert page.evaluate(HIDDEN, name) <= 1, name
