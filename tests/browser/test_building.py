"""A table of the solvers that is still being built: the page says so, tells how far it is, and stops saying so."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tablee.core import registry as games
from tablee.engine import background, tablebase
from tablee.web.play import stream
from tests.browser.conftest import Opener
from tools.screenshots import opened, roll, touch


class Slowly:
    """A build that is as far as the test says."""

    describe, trouble = background.Build.describe, None

    def __init__(self) -> None:
        self.over, self.done = False, 0.0


def test_progress_moves_while_the_bot_plays_by_search_and_goes_when_the_table_is_there(
    visit: Opener, base: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEE_CACHE", str(tmp_path))
    tablebase.forget()
    monkeypatch.setattr(stream, "TICK", 0.1)
    cadeau, building = games.load("cadeau"), Slowly()
    monkeypatch.setattr(background, "_BUILDING", {("cadeau", cadeau.variant({"zones": 3})): building})
    page = visit()
    with page.expect_response("**/events?*"):  # what changes before the stream is open is no news to it
        opened(page, base, "cadeau", "hibou", zones="3")
    sentence = page.locator("#not-yet")
    expect(sentence).to_contain_text("pas encore exacts")
    expect(sentence).to_contain_text("0 %")
    building.done = 0.42
    expect(sentence).to_contain_text("42 %")
    roll(page)
    touch(page, "#board .spot.can[name=move]")
    expect(page.locator("#do-roll")).to_be_visible(timeout=60_000)  # the bot has played meanwhile
    expect(sentence).to_contain_text("42 %")
    building.over = True
    expect(sentence).to_have_count(0)
