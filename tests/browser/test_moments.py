"""What happens is seen and told; questions stand where they are answered; bots hurry; the keyboard is enough."""

import json
import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import HOLD, LET_GO, Opener, box, ripe
from tests.browser.test_layout import SMALL
from tests.browser.test_together import joined
from tests.positions import recorded
from tools.screenshots import opened, roll, touch, upload

CELL = "#board .spot.can[name=move]"


def typed(page: Page, *faces: int) -> None:
    """Type what real dice show, and wait until they lie there."""
    for face in faces[:-1]:
        page.locator(f"#face-{face}").click()
        page.locator("#face-again").wait_for()
    touch(page, f"#face-{faces[-1]}")


# --- moments ----------------------------------------------------------------------------------------------------


def test_a_throw_that_ends_nothing_well_is_shown_and_says_why(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "blocs", mode="duel", level="1", dice="typed", first="me")
    page.evaluate(HOLD)
    typed(page, 4, 5)
    for block in (4, 5):
        page.locator(f"#wb-1-{block}").click()
        expect(page.locator(f"#wb-1-{block}")).to_have_attribute("aria-pressed", "true")
    touch(page, "#do-push")
    typed(page, 3, 4)
    expect(page.locator("#table")).to_have_attribute("data-moment", "lost")
    page.keyboard.press("Shift")
    expect(page.locator("#table[data-moment]")).to_have_count(0)
    expect(page.locator("#last-event")).to_contain_text(re.compile("Un 7\\s: le tour passe"))  # it stays in the hand
    expect(page.locator("#dice.done .die")).to_have_count(2)
    expect(page.locator("#news")).to_contain_text("Un 7")


def test_a_moment_ends_by_itself_or_by_the_next_event(visit: Opener, base: str) -> None:
    """The next event also where it is asked for without a tap or a key, as helping tools do."""
    page = visit(reduced_motion="no-preference")
    opened(page, base, "cadeau")
    page.evaluate(HOLD)
    shown = page.locator("#table")
    roll(page)
    expect(shown).to_have_attribute("data-moment", "roll")
    page.evaluate(LET_GO)  # it ends by itself
    expect(page.locator("#table[data-moment]")).to_have_count(0)
    touch(page, CELL)
    roll(page)
    expect(shown).to_have_attribute("data-moment", "roll")
    page.evaluate(f"() => document.querySelector('{CELL}').click()")
    expect(shown).to_have_attribute("data-moment", "write")


def test_a_zone_won_is_a_moment(visit: Opener, base: str) -> None:
    page = visit(reduced_motion="no-preference")
    upload(page, base, "game: cadeau\nzones: 2\n\nd4 1a d1 1a d4 1b d2 1b d4 1c d6\n")
    page.evaluate(HOLD)
    touch(page, f"{CELL}[value='1c']")
    expect(page.locator("#table")).to_have_attribute("data-moment", "zone")
    expect(page.locator("#board .ring")).to_have_count(1)  # around the cells; the reason grows where it stands
    expect(page.locator("#last-event")).to_contain_text("trois 4")
    page = visit("/", viewport={"width": 360, "height": 640}, reduced_motion="no-preference")
    upload(page, base, "game: cadeau\n\nd4 1a d1 1a d4 1b d2 1b d4 1c d6 1c d4 2a d1 2a d4 2b d2 2b d4 2c d6\n")
    page.evaluate(HOLD)
    touch(page, f"{CELL}[value='2c']")
    above = box(page, "#board .only-tall [data-zone='1']")
    assert box(page, "#board .ring")["y"] > above["y"] + above["height"] - 1  # nor over the reason above it


# Whether what flies over the board is an object's picture.
FLOWN = """() => {
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...all) {
    if (this.matches('svg.tablee-board > g:not([id])')) window.flown = this.firstElementChild.localName;
    return animate.apply(this, all);
  };
}"""


def test_an_object_whose_throw_folds_a_row_is_seen_to_fly(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 360, "height": 640}, reduced_motion="no-preference")
    recruited = (
        "d3 1.sucre@a1 2.sucre@a1 d1 1.boule@b1 2.boule@a2 d1 1.boule@b2 2.boule@a3 d1 1.bouclier@a5 2.boule@a4"
        " d1 1.bouclier@a4 2.boule@a5 d1 1.bouclier@a3 2.boule@b1 d4 1.+a1 2.cadeau@b2"
    )
    upload(page, base, f"game: laaancez\nsheet: {json.dumps(SMALL)}\n\n{recruited} a1xa2\n")
    page.evaluate(FLOWN)
    page.locator("#tb-2-a1").click()
    expect(page.locator("#tb-2-a1")).to_have_attribute("aria-pressed", "true")
    touch(page, f"{CELL}[value='a1xa1']")
    expect(page.locator("#last-event")).to_contain_text("plie")
    assert page.evaluate("window.flown") == "use"


def test_a_game_by_a_link_whose_end_is_said_to_each(visit: Opener, base: str) -> None:
    ann = visit()
    opened(ann, base, "cadeau", "link", zones="1", dice="typed")
    ben = joined(visit, ann, "Ben")
    expect(ann.locator("#invite")).to_be_hidden()
    expect(ann.locator(".people")).to_contain_text("Ben")
    for number, face in enumerate((4, 1, 4, 2, 4, 6)):
        player, other = (ann, ben)[:: 1 - 2 * (number % 2)]
        expect(player.locator("#turn")).to_have_attribute("data-mine", "yes")
        expect(player.locator("#face-1")).to_be_visible()
        assert other.locator("#face-1").count() == 0
        typed(player, face)
        touch(player, CELL)
    expect(ann.locator("#headline")).to_have_text("Vous avez gagné\u202f!")
    expect(ben.locator("#headline")).to_contain_text("Bien joué")
    for page in (ann, ben):
        expect(page.locator("#last-event")).to_contain_text("sauvé")
        expect(page.locator("#turn .champion svg, #turn .won .face-art:not(.side-art) svg")).to_have_count(2)
        expect(page.locator("#rematch")).to_be_visible()
        expect(page.locator("#board .ending .why.l.held")).to_contain_text("trois 4")  # why, in the place of the board
        expect(page.locator("#board .camp.winner.l .prize")).to_be_visible()
        expect(page.locator("#turn.cheers")).to_have_count(int(page is ann))  # confetti for who has won
    ben.locator("#rematch").click()
    ben.wait_for_url(lambda url: url != ann.url)
    ann.locator("#next").click()
    ann.wait_for_url(ben.url)
    expect(ben.locator("#face-1")).to_be_visible()  # the seats are swapped


# --- questions --------------------------------------------------------------------------------------------------


def test_a_question_is_worded_for_who_reads_it(visit: Opener, base: str) -> None:
    ann = visit()
    opened(ann, base, "cadeau", "link")
    ben = joined(visit, ann, "Ben")
    expect(ann.locator("#invite")).to_be_hidden()
    roll(ann)
    touch(ann, CELL)
    roll(ben)
    touch(ben, CELL)
    ben.locator("#undo").click()
    expect(ann.locator("#panel .question")).to_contain_text(
        re.compile("Ben voudrait reprendre son coup. D’accord\\s\\?")
    )
    expect(ben.locator("#panel .question")).to_contain_text("Vous voudriez reprendre votre coup")
    assert ben.locator("#agree").count() == 0
    ann.locator("#decline").click()
    expect(ben.locator("#panel .question")).to_have_count(0)


def test_giving_up_is_asked_in_the_hand(visit: Opener, base: str) -> None:
    page = visit("/", viewport={"width": 360, "height": 640})
    opened(page, base, "cadeau", "lapin")
    page.locator("#menu").click()
    page.locator("#resign").click()
    expect(page.locator("#panel .question")).to_contain_text("Vraiment abandonner")
    expect(page.locator("#panel .question .strong")).to_have_id("resign-no")  # what cannot be taken back does not lead
    expect(page.locator("#side")).to_be_hidden()
    page.locator("#resign-no").click()
    expect(page.locator("#panel .question")).to_have_count(0)
    page.locator("#menu").click()
    page.locator("#resign").click()
    page.locator("#resign-yes").click()
    expect(page.locator("#headline")).to_contain_text("Bien joué")


def test_the_rules_lead_back_to_the_game(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau")
    address = page.url
    page.locator("#quiet a[href^='/rules']").click()
    page.locator("#back").click()
    expect(page).to_have_url(address)


# --- taps while an answer is on its way --------------------------------------------------------------------------

SLOW = """() => {
  const ask = window.fetch;
  window.asked = [];
  window.fetch = (...what) => new Promise((answer) => window.asked.push(() => answer(ask(...what))));
}"""


def answer(page: Page) -> None:
    """Let the first of the requests that wait be answered, once there is one."""
    page.wait_for_function("() => window.asked.length", polling=30)
    page.evaluate("window.asked.shift()()")


def test_blocks_tapped_before_the_answer_are_all_picked(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "blocs", mode="duel", level="1", dice="typed", first="me")
    typed(page, 4, 5)
    page.evaluate(SLOW)
    for block in (2, 2, 3, 4):  # a second tap on what is being picked means the same
        page.locator(f"#wb-1-{block}").click()
    for _ in range(3):
        answer(page)
    for block in (2, 3, 4):
        expect(page.locator(f"#wb-1-{block}")).to_have_attribute("aria-pressed", "true")
    expect(page.locator("#do-push")).to_be_visible()


def test_a_tap_that_comes_too_late_is_refused_in_words(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau", dice="typed")
    typed(page, 4)
    page.evaluate(HOLD)
    page.evaluate(SLOW)
    first, second = page.locator(CELL).locator("visible=true").all()[:2]
    for cell in (first, first, second):  # a button tapped twice is one move
        cell.click()
    answer(page)
    expect(page.locator(".slip")).to_contain_text("Trop tard")
    expect(page.locator("#news")).to_contain_text("Trop tard")
    expect(page.locator("#turn")).to_have_attribute("data-count", "2")
    assert page.evaluate("window.asked.length") == 0


def test_a_tap_shows_at_once_and_nothing_is_replaced_under_a_finger(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau", dice="typed")
    page.evaluate(HOLD)
    page.evaluate(SLOW)
    page.locator("#face-4").click()
    expect(page.locator("#face-4")).to_have_class("face sent")
    page.evaluate("() => { setTimeout = (then, wait) => window.held.push(then); }")  # a tap that takes long
    page.mouse.move(5, 400)
    page.mouse.down()
    with page.expect_response("**/roll") as came:
        answer(page)
    came.value.finished()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    expect(page.locator("#face-4")).to_be_visible()
    page.mouse.up()
    page.evaluate(LET_GO)
    expect(page.locator(CELL).locator("visible=true").first).to_be_visible()
    expect(page.locator(".sent")).to_have_count(0)


# --- the keyboard -----------------------------------------------------------------------------------------------


def test_arrows_letters_and_one_tab_stop(visit: Opener, base: str) -> None:
    page = visit()
    opened(page, base, "cadeau")
    page.keyboard.press("r")
    expect(page.locator(CELL).locator("visible=true")).to_have_count(15)
    stops = "() => [...document.querySelectorAll('#board .spot.can')].filter((one) => one.tabIndex === 0).length"
    assert page.evaluate(stops) == 1
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.id") == "wb-1-1a"
    for key, there in (("ArrowRight", "1b"), ("ArrowRight", "1c"), ("ArrowDown", "2c"), ("ArrowLeft", "2b")):
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.id") == f"wb-1-{there}"
    assert page.evaluate(stops) == 1
    ripe(page)
    page.keyboard.press("Enter")
    expect(page.locator("#last-event")).to_contain_text("zone 2, case b")
    ripe(page)
    page.keyboard.press("u")
    expect(page.locator(CELL).locator("visible=true")).to_have_count(15)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("ArrowLeft")  # help beside the board does not keep anybody from it
    expect(page.locator("#board .spot.can:focus")).to_have_count(1)


def test_a_key_that_ends_the_last_moment_begins_no_rematch(visit: Opener, base: str) -> None:
    """The focus goes to the rematch while the key is down."""
    page = visit()
    game = recorded("cadeau", {"zones": 1}, 5)
    upload(page, base, "game: cadeau\nzones: 1\n\n" + " ".join(map(str, game.events[:-1])) + "\n")
    page.evaluate(HOLD)
    page.evaluate("() => { window.sent = []; addEventListener('submit', ({ target }) => sent.push(target.id)); }")
    ripe(page)
    page.locator(CELL).locator("visible=true").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#headline")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#rematch")).to_be_focused()
    assert page.evaluate("sent") == ["f-do"]
