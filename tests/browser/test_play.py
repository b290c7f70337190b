"""Playing in a real browser: by keyboard alone, without script, saying the sum oneself, with sound and voice."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, ripe, tab_to
from tools.screenshots import opened, roll


def seq(page: Page) -> int:
    return int(page.locator("#turn").get_attribute("data-seq") or -1)


def over(page: Page) -> bool:
    return page.locator("#turn").get_attribute("data-phase") == "over"


def test_a_tap_touches_only_what_it_changes(visit: Opener, base: str) -> None:
    """What is taken out and put back, or told its language again, a phone styles and lays out anew."""
    page = visit()
    opened(page, base, "cadeau", zones="1")
    page.evaluate(
        """() => {
          window.touched = new Set();
          new MutationObserver((all) => all.forEach(({ target, attributeName, removedNodes }) => {
            if (attributeName) touched.add(target.localName);
            for (const one of removedNodes) if (one.localName === "g") touched.add(one.id.slice(2) || "drawn");
          })).observe(document.documentElement, { attributeFilter: ["lang"], childList: true, subtree: true });
        }"""
    )
    roll(page)
    lutins = ["1-1a", "1-1b", "1-1c"]  # that can be written into now
    assert page.evaluate("[...touched].sort()") == lutins


def test_a_board_is_the_same_swapped_or_loaded(visit: Opener, base: str) -> None:
    """Also at the first tap, which brings one layout to a page that has both."""
    page = visit(viewport={"width": 390, "height": 844})
    opened(page, base, "laaancez")
    roll(page)
    drawn = page.locator("#board .only-tall svg").inner_html()
    page.reload()
    assert page.locator("#board .only-tall svg").inner_html() == drawn


def test_a_tap_that_the_server_has_no_time_for_says_so(visit: Opener, base: str) -> None:
    """It answers without a page of the table."""
    page = visit()
    opened(page, base, "cadeau", zones="1")
    fault = '<section data-part id="fault"><p class="sentence">Too many people are here.</p></section>'
    page.route("**/roll", lambda route: route.fulfill(status=429, content_type="text/html", body=fault))
    before = seq(page)
    page.locator("#do-roll").click()
    expect(page.locator(".slip")).to_have_text("Too many people are here.")
    assert seq(page) == before
    page.unroute("**/roll")
    roll(page)
    assert seq(page) > before


def test_keyboard_alone(visit: Opener) -> None:
    """Tab and Enter only, from the first page to the end of the game; focus never gets lost."""
    page = visit()
    tab_to(page, "#tile-cadeau")
    page.keyboard.press("Enter")
    page.wait_for_url("**/game/cadeau")
    tab_to(page, "#cadeau-settings summary")
    page.keyboard.press("Enter")
    tab_to(page, "#cadeau-zones")
    page.keyboard.press("1")
    assert page.locator("#cadeau-zones").input_value() == "1"
    tab_to(page, "#cadeau-here", "Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    tab_to(page, "#do-roll")
    for _ in range(12):
        before = seq(page)
        assert page.evaluate("document.activeElement.matches('#do-roll, .spot.can')"), "focus is where one plays"
        ripe(page)
        page.keyboard.press("Enter")
        page.wait_for_function("seq => Number(document.querySelector('#turn').dataset.seq) > seq", arg=before)
    page.wait_for_function("() => document.activeElement.id === 'rematch'")
    assert over(page)


def follow(page: Page, where: str) -> None:
    """Without script every click leads to a new page: wait for it."""
    with page.expect_navigation():
        page.locator(where).first.click()


def test_without_script(visit: Opener) -> None:
    page = visit("/game/blocs", java_script_enabled=False)
    page.locator("#blocs-settings summary").first.click()
    page.locator("#blocs-mode").select_option("fast")  # a duel may be over in two pushes
    follow(page, "#blocs-here")
    for _ in range(40):
        if page.locator(".opening").count() == 0:
            break
        follow(page, "#do-roll")
    moved = 0
    while moved < 2:
        if page.locator("#do-roll").count():
            follow(page, "#do-roll")
            continue
        tokens = (page.locator("#board .only-wide svg").get_attribute("data-tokens") or "").split()
        if not page.locator("#do-push").count():
            for block in tokens[0].split(","):
                follow(page, f"#board .only-wide .spot.can[id$='-{block}'][aria-pressed=false]")
        follow(page, "#do-push")
        moved += 1
    expect(page.locator("#last-event")).to_contain_text("pousse")
    assert page.locator(".scripted").first.is_hidden()


def test_say_it_yourself(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "blocs", mode="solo", level="2", dice="typed", say="1")
    page.locator("#face-3").click()
    page.locator("#face-again").wait_for()
    page.locator("#face-6").click()
    page.locator("#formula").wait_for()
    page.locator("#wb-1-4").click()
    expect(page.locator("#formula")).to_have_value("4")
    page.locator("#key-plus").click()
    expect(page.locator("#formula")).to_have_value("4+")
    page.locator("#wb-1-6").click()
    expect(page.locator("#formula")).to_have_value("4+6")
    page.locator("#do-push").click()
    expect(page.locator("#notice")).to_contain_text("Presque")
    expect(page.locator("#notice")).to_contain_text("9")
    page.locator("#key-clear").click()
    expect(page.locator("#formula")).to_have_value("")
    page.locator("#formula").press_sequentially("12-3")
    expect(page.locator("#formula")).to_have_value("12−3")  # with the signs of school
    page.locator("#formula").press("Enter")
    expect(page.locator("#last-event")).to_contain_text("12 − 3 = 9")
    page.locator("#face-1").click()  # B7: a double takes any two blocks
    page.locator("#face-again").wait_for()
    page.locator("#face-1").click()
    page.locator("#wb-1-8").click()
    page.locator("#key-and").click()
    expect(page.locator("#formula")).to_have_value("8 et ")
    page.locator("#wb-1-9").click()
    expect(page.locator("#formula")).to_have_value("8 et 9")
    page.locator("#do-push").click()
    expect(page.locator("#last-event")).to_contain_text("le 8 et le 9")


# What was said aloud, and what has moved: it may be over before anybody looks.
WITNESS = """() => {
  window.spoken = [];
  speechSynthesis.speak = (said) => window.spoken.push(said.text);
  window.moved = [];
  const begin = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.moved.push(this); return begin.apply(this, how); };
}"""


def test_sound_voice_and_motion(visit: Opener, base: str) -> None:
    """With motion allowed a whole round runs without complaint, and what was said aloud can be heard."""
    page = visit(reduced_motion="no-preference")
    opened(page, base, "blocs", mode="solo", level="1", dice="typed")
    page.evaluate(WITNESS)
    page.locator("#voice").click()
    expect(page.locator("#voice")).to_have_attribute("aria-pressed", "true")
    page.locator("#sound").click()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    page.locator("#face-4").click()
    page.locator("#face-again").wait_for()
    page.locator("#face-5").click()
    page.locator("#wb-1-4").click()
    expect(page.locator("#wb-1-4")).to_have_attribute("aria-pressed", "true")
    page.locator("#wb-1-5").click()
    page.locator("#do-push").click()
    page.wait_for_function("() => window.moved.some((one) => one.closest('#board svg'))")
    expect(page.locator("#last-event")).to_contain_text("5 + 4 = 9")
    page.wait_for_function("() => window.spoken.some((words) => words.includes('5 + 4'))")
