"""The lessons in a real browser: by keyboard alone, without script, at phone width, and nothing for axe to find."""

import pytest
from playwright.sync_api import Page, expect

from tablee.core.registry import NAMES
from tablee.web.lessons.lesson import lesson as find_lesson
from tests.browser.conftest import Opener, accessible, box, tab_to

# Each with the size of its text. The rest of them, and English, are among the slow tests.
WINDOWS = ((320, 640, 200), (360, 640, 100), (740, 360, 100))
FURTHER = ((320, 640, 100), (740, 360, 200), (1366, 657, 100))
EVERY = (*WINDOWS, *FURTHER)
MOST_ARROWS = 9
MOST_LETTERS = 110  # of what a step says

LESSONS = {name: found for name in NAMES if (found := find_lesson(name))}


def press_on(page: Page, wanted: str) -> None:
    """By Tab; over the board, which is one stop of it, by the arrows."""
    on_board = wanted.startswith("wb-")
    tab_to(page, "#board .spot.can" if on_board else f"#{wanted}")
    for _ in range(MOST_ARROWS if on_board else 0):
        across, down = (box(page, f"#{wanted}")[way] - box(page, ":focus")[way] for way in ("x", "y"))
        if abs(across) + abs(down) < 1:
            break
        key = ("ArrowLeft", "ArrowRight")[across > 0] if abs(across) > abs(down) else ("ArrowUp", "ArrowDown")[down > 0]
        page.keyboard.press(key)
    expect(page.locator(f"#{wanted}")).to_be_focused()
    page.keyboard.press("Enter")


def test_cadeau_by_keyboard(visit: Opener) -> None:
    """From the first roll to the invitation, with one wrong answer on the way."""
    page = visit("/learn/cadeau")
    keys = ("do-roll", "wb-1-1a", "wb-1-1c", "wb-1-3b", "wb-1-2c", "choice-1", "do-roll")
    for number, key in enumerate(keys, 1):
        expect(page.locator("[data-step]")).to_have_attribute("data-step", str(number))
        expect(page.locator("#headline")).to_be_focused()
        if number == 4:
            press_on(page, "wb-1-2c")
            expect(page.locator("#feedback")).to_be_focused()
            expect(page.locator("#feedback")).to_contain_text("pas une suite")
        press_on(page, key)
        expect(page.locator("#feedback")).to_be_focused()
        expect(page.locator("#feedback")).to_contain_text("Bravo")
        press_on(page, "next")
    expect(page.locator("h1")).to_have_text("Vous savez jouer\u202f!")
    press_on(page, "play-here")
    page.wait_for_url("**/table/*")
    expect(page.locator("#do-roll")).to_be_visible()


def test_blocs_without_script_on_a_phone(visit: Opener) -> None:
    """Pick two blocks, push them; build a calculation by touch."""
    page = visit("/learn/blocs/2", java_script_enabled=False, viewport={"width": 360, "height": 740})
    page.locator("#tb-1-4").click()
    page.locator("#tb-1-6").click()
    expect(page.locator("#panel .note")).to_contain_text("il faut faire 9")
    page.locator("#tb-1-6").click()
    page.locator("#tb-1-5").click()
    page.locator("#do-push").click()
    expect(page.locator("#feedback")).to_contain_text("5 + 4 = 9")
    page.goto("/learn/blocs/7")
    page.locator("#tb-1-12").click()
    page.locator("#key-minus").click()
    page.locator("#tb-1-4").click()
    expect(page.locator("#formula")).to_have_value("12−4")
    page.locator("#do-push").click()
    expect(page.locator("#feedback")).to_contain_text("12 − 4 = 8")


LOOKED_AT = ("cadeau/4?did=2c", "cadeau/6", "blocs/7?say=12-", "blocs/9?did=3,5", "laaancez/5?pick=a1", "laaancez/9")


def test_a_step_is_sound(visit: Opener) -> None:
    page = visit()
    for number, path in enumerate(LOOKED_AT):
        page.set_viewport_size({"width": 360, "height": 740})
        page.emulate_media(color_scheme="dark" if number % 2 else "light")
        page.goto(f"/learn/{path}")
        accessible(page, path)
        for width in (360, 820, 1200):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate("document.documentElement.scrollWidth") <= width


# What of a step is out of the window, only to be had by scrolling, cut, under something else, or hardly to be touched.
OUT = """
() => {
  const wrong = [];
  const box = (one) => one.getBoundingClientRect();
  const things = [...document.querySelectorAll(
    '#headline, #words p, #task, #panel button, #panel a, #formula, #dice, #board .stage, .quiet-side a')];
  for (const one of things.filter((one) => box(one).width)) {
    const { top, right, bottom, left } = box(one);
    const name = one.id || one.className || one.textContent;
    if (bottom > innerHeight + 1 || right > innerWidth + 1 || top < -1 || left < -1) wrong.push(`${name} is out`);
    if (one.matches('#words *') && bottom > box(words).bottom + 1) wrong.push(`${name} is cut`);
    for (const other of things) {
      const it = box(other);
      if (one === other || !it.width || one.contains(other) || other.contains(one)) continue;
      const width = Math.min(right, it.right) - Math.max(left, it.left);
      const height = Math.min(bottom, it.bottom) - Math.max(top, it.top);
      if (width > 2 && height > 2)
        wrong.push(`${name} lies over ${other.id || other.className}`);
    }
  }
  for (const one of document.querySelectorAll('#board .spot.can'))
    if (box(one).width && Math.min(box(one).width, box(one).height) < 24) wrong.push(`${one.id} is small`);
  return wrong;
}
"""


@pytest.mark.parametrize("game", LESSONS)
@pytest.mark.parametrize(
    ("lang", "windows"),
    [("fr", WINDOWS), *(pytest.param(*rest, marks=pytest.mark.slow) for rest in (("fr", FURTHER), ("en", EVERY)))],
)
def test_no_step_scrolls(visit: Opener, game: str, lang: str, windows: tuple[tuple[int, int, int], ...]) -> None:
    """Nor does anything lie over its words, and they are at most 110 letters."""
    page = visit("/", locale=lang)
    for number, step in enumerate(LESSONS[game].steps, 1):
        texts = (step.words, step.task, step.why, step.hint, *step.hints.values())
        assert [text.in_lang(lang) for text in texts if len(text.in_lang(lang)) > MOST_LETTERS] == []
        page.goto(f"/learn/{game}/{number}")
        for width, height, text in windows:
            where = (number, width, height, text)
            page.set_viewport_size({"width": width, "height": height})
            page.evaluate(f"document.documentElement.style.fontSize = {text} > 100 ? '{text}%' : ''")
            assert page.evaluate(OUT) == [], where
            assert page.evaluate("main.scrollHeight - main.clientHeight") <= 1, where
            board = box(page, "#board .stage:visible")
            assert min(board["width"], board["height"]) >= min(width, height) / 2, where
