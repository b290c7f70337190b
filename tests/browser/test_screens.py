"""Every screen: axe finds nothing in either theme, nothing scrolls sideways, targets are large enough."""

from collections.abc import Sequence
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, accessible
from tools.screenshots import FURTHER, SCREENS, cadeau_over

WIDTHS = (360, 820, 1440)


SIZES = ((360, 740), (1366, 657))
Theme = Literal["light", "dark"]
THEMES: tuple[Theme, ...] = ("light", "dark")
MIXTURES = [(size, theme) for size in SIZES for theme in THEMES]


def sound(
    visit: Opener, base: str, screen: str, lang: str, mixtures: Sequence[tuple[tuple[int, int], Theme]] = MIXTURES
) -> None:
    page = visit("about:blank", viewport={"width": 360, "height": 740}, locale=lang)
    (SCREENS | FURTHER)[screen](page, base)
    for size, theme in mixtures:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme)
        accessible(page, f"{size} {theme}")
        large_enough(page)
    not_sideways(page)


def not_sideways(page: Page) -> None:
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def large_enough(page: Page) -> None:
    small = page.evaluate(SMALL)
    assert not small, small


LANGS = ("fr", "en")


EVERY = [*SCREENS, *FURTHER]
USUAL = [(screen, LANGS[n % 2], MIXTURES[n // 2 % len(MIXTURES)]) for n, screen in enumerate(EVERY)]


@pytest.mark.parametrize(("screen", "lang", "mixture"), USUAL)
def test_a_screen_is_sound(
    visit: Opener, base: str, screen: str, lang: str, mixture: tuple[tuple[int, int], Theme]
) -> None:
    """By turns in each language, size and theme; every mixture is among the slow tests."""
    sound(visit, base, screen, lang, [mixture])


@pytest.mark.slow
@pytest.mark.parametrize("screen", EVERY)
@pytest.mark.parametrize("lang", LANGS)
def test_a_screen_is_sound_in_every_mixture(visit: Opener, base: str, screen: str, lang: str) -> None:
    sound(visit, base, screen, lang)


# Everything that is touched, unless it stands in a line of text, is at least 44 by 44 (a hair's breadth is forgiven).
SMALL = """
[...document.querySelectorAll(
  'button, select, input:not([type=hidden], [type=checkbox], [type=radio]), summary, a.button, a.quiet, a.chip')]
  .filter((one) => !one.disabled && one.getClientRects().length)
  .map((one) => [one.id || one.textContent.trim().slice(0, 30), one.getBoundingClientRect()])
  .filter(([, box]) => box.width < 43 || box.height < 43)
  .map(([name, box]) => `${name} ${Math.round(box.width)}x${Math.round(box.height)}`)
"""


def test_the_theme_switch_is_remembered(visit: Opener) -> None:
    page = visit()
    colours = set()
    for _ in range(3):
        page.locator("button[name=theme]").click()
        page.wait_for_load_state()
        colours.add((page.locator("html").get_attribute("data-theme"), background(page)))
    assert {theme for theme, _ in colours} == {"auto", "light", "dark"}
    assert len({colour for _, colour in colours}) == 2


def background(page: Page) -> str:
    return str(page.evaluate("getComputedStyle(document.body).backgroundColor"))


def test_replay_by_keys_slider_and_links(visit: Opener, base: str) -> None:
    page = visit()
    cadeau_over(page, base)
    page.goto(page.url + "/replay")
    turn = page.locator("#turn")
    expect(turn).to_have_attribute("data-at", "0")
    page.keyboard.press("ArrowRight")
    expect(turn).to_have_attribute("data-at", "1")
    page.keyboard.press("End")
    expect(turn).to_have_attribute("data-at", "60")
    page.keyboard.press("ArrowLeft")
    expect(turn).to_have_attribute("data-at", "59")
    page.locator("#moment").fill("10")
    expect(turn).to_have_attribute("data-at", "10")
    page.locator("#step-next").click()
    expect(turn).to_have_attribute("data-at", "11")
    assert page.url.endswith("?at=11")
    page.reload()
    expect(turn).to_have_attribute("data-at", "11")
