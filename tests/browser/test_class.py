"""A class in real browsers: from the first page to the table, back after a reload, pages that everybody can read."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, accessible, box

SIZES = ((360, 640), (768, 1024), (1366, 768))


def fits(page: Page, where: str) -> None:
    """Nothing is cut off sideways at any size."""
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollWidth") <= width, f"{where} at {width}"


def read_from_afar(wall: Page) -> None:
    """Words are 48 pixels high and more, labels beside a large number 33; the small code aside. Nothing scrolls."""
    for width, height in ((1280, 720), (1024, 768), (1920, 1080)):
        wall.set_viewport_size({"width": width, "height": height})
        small = wall.evaluate(
            """() => [...document.querySelectorAll('main *')].filter((one) =>
            !one.closest('svg, .unseen, .mark, .door') &&
            [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim()) &&
            parseFloat(getComputedStyle(one).fontSize) < (one.closest('.count, .sum, .ten, .n') ? 33 : 48))
            .map((one) => one.className + ' ' + one.textContent)"""
        )
        assert not small, f"readable from 8 metres at {width}"
        assert wall.evaluate("document.documentElement.scrollHeight") <= height


@pytest.mark.parametrize(("lang", "theme"), [("fr", "light"), pytest.param("en", "dark", marks=pytest.mark.slow)])
def test_a_lesson(visit: Opener, lang: str, theme: str) -> None:
    teacher = visit("/class", locale=lang, color_scheme=theme)
    teacher.click("#open-class")
    code = teacher.locator(".code-tiles").text_content() or ""
    kids = [visit(f"/c/{code}", locale=lang, color_scheme=theme) for _ in range(2)]
    accessible(kids[0], "coming in")
    fits(kids[0], "coming in")
    for kid, animal in zip(kids, ("souris", "ours"), strict=True):
        kid.locator(f"[name=kind][value={animal}]").check()
        kid.locator(f"[name={animal}]:visible").nth(3).check()
        kid.click("#come-in")
        expect(kid.locator("h1")).to_have_text(re.compile("jaune$|yellow"))
    kids[0].set_viewport_size({"width": 360, "height": 640})
    assert kids[0].evaluate("document.documentElement.scrollHeight") <= 640, "nothing scrolls"
    expect(kids[0].locator(".crowd .beast")).to_have_count(2)  # who came later
    accessible(kids[0], "waiting")
    kids[0].click("#change")  # back to the choice, and the same again
    kids[0].locator("[name=kind][value=souris]").check()
    kids[0].click("#come-in")
    fits(kids[0], "waiting")
    expect(teacher.locator(".roll-call li")).to_have_count(2)  # the page renews itself
    fits(teacher, "the adult's")
    wall = teacher.context.new_page()
    wall.goto(f"{teacher.url}/projector")
    expect(wall.locator(".crowd li")).to_have_count(2)
    read_from_afar(wall)
    accessible(wall, "the projector")
    teacher.click("#begin-pairs")
    expect(wall.locator(".duo")).to_have_count(1)  # by itself
    read_from_afar(wall)
    for kid in kids:
        kid.wait_for_url("**/table/**")  # by itself
    seat = kids[0].url
    kids[0].reload()
    assert kids[0].url == seat
    starter = next(kid for kid in kids if kid.locator("#do-roll").count())
    starter.click("#do-roll")
    expect(starter.locator("#dice")).to_be_visible()
    accessible(teacher, "the adult's")
    teacher.click("#begin-sums")
    teacher.click("#ask-round .strong")
    kids[0].wait_for_url("**/class/**")
    kids[0].wait_for_selector("#calculation")
    for key in ("9", "9"):
        kids[0].locator(f'[data-key="{key}"]').click()
    expect(kids[0].locator("#calculation")).to_have_value("99")
    kids[0].click("#add")
    expect(kids[0].locator(".notice")).to_contain_text("99")
    accessible(kids[0], "sums")
    fits(kids[0], "sums")
    expect(wall.locator(".strip .code-tiles")).to_have_text(code)
    accessible(wall, "the projector")
    read_from_afar(wall)
    teacher.locator("form[action$='/do/end'] button").click()
    kids[0].wait_for_url(re.compile(r"/class/[^/]+$"))  # and what was sent last is not sent again
    expect(kids[0].locator(".notice")).to_have_count(0)
    teacher.goto(f"{teacher.url}/end")
    accessible(teacher, "the end")
    fits(teacher, "the end")
    assert not re.search("Chat|cat", teacher.locator("article").inner_text())


def test_sixteen_moves_and_the_board_fit_a_phone(visit: Opener) -> None:
    teacher = visit("/class")
    teacher.select_option("#class-game", "laaancez")
    teacher.click("#open-class")
    kid = visit(f"/c/{teacher.locator('.code-tiles').text_content()}")
    kid.click("#come-in")
    teacher.click("#begin-together")
    teacher.locator("form[action$='/do/play'] button").click()
    kid.locator(".moves select").select_option(index=2)
    kid.locator(".moves button").click()
    expect(kid.locator(".notice")).to_be_visible()
    for width, height in ((360, 640), (740, 360)):
        kid.set_viewport_size({"width": width, "height": height})
        for part in (".moves", ".small-board"):
            place = box(kid, part)
            assert place["y"] + place["height"] <= height, part
    expect(teacher.locator(".now")).to_contain_text("1 enfant veut")
