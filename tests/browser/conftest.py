"""Chromium as Debian ships it, a table of its own, and pages that fail a test when they complain."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.base import AXE_SCRIPT, AxeResults
from playwright.sync_api import Browser, BrowserContext, FloatRect, Page, expect

from tests.web_kit import served
from tools.screenshots import FLAGS

Opener = Callable[..., Page]
PATIENCE = 30_000  # milliseconds for what is not there yet, on a machine that may be busy
LONG_PATIENCE = 90_000
MOST_TABS = 60
expect.set_options(timeout=PATIENCE)
USUAL: dict[str, Any] = {"locale": "fr", "viewport": {"width": 1000, "height": 900}, "reduced_motion": "reduce"}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    found = shutil.which("chromium") or shutil.which("chromium-browser")
    assert found, "chromium is needed: apt install chromium"
    return {"executable_path": found, "args": FLAGS}


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("browser"), pace=0.02) as address:
        yield address


@pytest.fixture(scope="module")
def patient() -> Iterator[None]:
    """Wait longer for what is expected: Python starts in the browser."""
    expect.set_options(timeout=LONG_PATIENCE)
    yield
    expect.set_options(timeout=PATIENCE)


@pytest.fixture
def visit(browser: Browser, base: str) -> Iterator[Opener]:
    """Open a page in a browser of its own; nothing may be logged as an error in it, nothing break the policy."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_page(path: str = "/", **options: Any) -> Page:
        context = browser.new_context(base_url=base, **{**USUAL, **options})
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda sentence: complaints.append(sentence.text) if sentence.type == "error" else None)
        page.goto(path)
        return page

    yield open_page
    for context in contexts:
        context.close()
    expected = ("ERR_CONNECTION", "ERR_IN", "status of 4", "ERR_NETWORK", "ERR_FAILED")
    assert not [sentence for sentence in complaints if not any(word in sentence for word in expected)]


def box(page: Page, where: str) -> FloatRect:
    """Where the first of these is in the window."""
    found = page.locator(where).first.bounding_box()
    assert found, f"{where} cannot be seen"
    return found


def tab_to(page: Page, wanted: str, key: str = "Tab") -> None:
    """Go on by keyboard from where the focus is, until it is on this."""
    for _ in range(MOST_TABS):
        if page.evaluate("(wanted) => document.activeElement.matches(wanted)", wanted):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{wanted} cannot be reached by keyboard from here")


def by_name(base: str) -> str:
    """The same table as others reach it: by a name, which leads here all the same."""
    return base.replace("127.0.0.1", "tablee.localhost")


def ripe(page: Page) -> None:
    """Wait until a key counts on all that can be pressed."""
    page.wait_for_function("() => !document.getAnimations().some(({ id }) => id === 'fresh')", polling=30)


# What would end by itself after a while waits until it is let go: a test may be slower than that.
HOLD = """() => {
  const soon = window.setTimeout;
  window.held = [];
  window.setTimeout = (then, wait = 0) => (wait < 150 ? soon(then, wait) : window.held.push(then));
}"""
LET_GO = "() => { for (const then of window.held.splice(0)) then(); }"


def accessible(page: Page, where: str) -> None:
    """Axe finds nothing. A document is given its script once: by its second look it has warmed up."""
    if page.evaluate("typeof axe") == "undefined":
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate("axe.run({ resultTypes: ['violations'] })")
    assert not found["violations"], f"{where}: {AxeResults(found).generate_report()}"
