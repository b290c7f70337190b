"""The page that checks dice: the shared vectors, an honest game, a cheat, and not one request to the server."""

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Opener
from tests.browser.test_together import CELL, joined
from tests.core.test_fair import VECTORS, changed, played
from tests.web_kit import served
from tools.screenshots import opened, roll, touch

WORK = """async (vectors) => {
  const script = document.querySelector('script[src*="verify.js"]').src;
  const { dice } = await import(script);
  const bytes = (hex) => Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
  return Promise.all(vectors.map((one) =>
    dice(bytes(one.secret), `tablee-dice-1|${one.table}|${one.number}|${one.salt}`, one.dice.length)));
}"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A table whose dice are promised."""
    with served(tmp_path_factory.mktemp("browser"), seed=None) as address:
        yield address


def test_the_shared_vectors_in_the_browser(visit: Opener) -> None:
    found = visit("/verify").evaluate(WORK, VECTORS)
    assert found == ["".join(map(str, vector["dice"])) for vector in VECTORS]


def test_a_game_is_checked_and_nothing_is_asked(visit: Opener, tmp_path: Path) -> None:
    page = visit("/verify")
    page.wait_for_load_state("networkidle")  # fonts and the icon come with the page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    record = played("cadeau", zones=2, later=((bytes(32), 6),))
    file = tmp_path / "game.tablee"
    file.write_text(str(record), encoding="utf-8")
    page.set_input_files("#file", file)
    verdict = page.locator("#verdict.good")
    verdict.wait_for()
    assert "12" in verdict.inner_text()
    assert "2 en tout" in verdict.inner_text()
    salts = record.headers["salts"].split()
    page.fill("#record", str(changed(record, salts=" ".join(["f" * 16, *salts[1:]]))))
    page.click("#verify-now")
    page.locator("#verdict:not(.good)").filter(has_text="✗").wait_for()
    page.fill("#record", str(record).replace(" from 6", " from 7"))
    page.click("#verify-now")
    page.locator("#verdict:not(.good)").filter(has_text="7").wait_for()
    assert asked == []


def test_a_game_at_the_table_leads_there_and_fits(visit: Opener, base: str) -> None:
    """The page sends a salt of its own with every throw; when the game is over its dice can be checked."""
    page = visit("/")
    form = "game=blocs&mode=solo&way=here"
    sent = {"origin": base, "content-type": "application/x-www-form-urlencoded"}
    table = page.request.post("/tables", data=form, headers=sent).url
    page.goto(table)
    page.click("#do-roll")
    while int(page.locator("#turn").get_attribute("data-seq") or 0) < 3:
        page.wait_for_timeout(50)
    page.goto(f"{table}?stop=1")
    page.click("#resign-yes")
    page.locator("#turn.over").wait_for()
    link = page.locator("#check-dice").get_attribute("href")
    page.goto(f"{base}{link}")
    page.locator("#verdict.good").wait_for()
    assert len(page.locator("#record").input_value().split("salts: ")[1].split()[0]) == 16


def test_each_page_says_for_how_many_rolls_of_the_others_its_numbers_were_used(visit: Opener, base: str) -> None:
    """Of two, all: the first throw is made with the number that came when the other sat down."""
    ann = visit()
    opened(ann, base, "cadeau", "link", zones="1")
    ben = joined(visit, ann)
    salts: list[str] = []
    ben.on("request", lambda sent: salts.extend(parse_qs(sent.post_data or "").get("salt", ())))
    for page in (ann, ben) * 3:
        if page is ben and not salts:  # what does not arrive is sent again: nobody gets another number by refusing it
            expect(page.locator("#do-roll")).to_be_visible()
            page.context.set_offline(True)
            page.locator("#do-roll").click()
            expect(page.locator(".offline")).to_be_visible()
            page.context.set_offline(False)
            expect(page.locator(".offline")).to_be_hidden()
        roll(page)
        touch(page, CELL)
    assert salts[0] == salts[1]
    assert len(set(salts)) == len(salts) - 1
    for page in (ann, ben):
        page.locator("#turn.over").wait_for()
        expect(page.locator("#salted")).to_have_text("Lancers des autres mélangés par cet appareil : 3 sur 3.")
        assert "3 sur 3" in page.locator("#news").inner_text()
        page.reload()
        expect(page.locator("#salted")).to_be_visible()
