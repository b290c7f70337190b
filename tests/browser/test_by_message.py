"""A game by messages in the app, between two browsers that share nothing but the links."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import LONG_PATIENCE, USUAL, accessible
from tests.offline_kit import TOUCH, given_out, site

pytestmark = pytest.mark.usefixtures("patient")
PHONE = {"width": 390, "height": 844}
Pair = tuple[Page, Page]


@pytest.fixture(scope="module")
def pair(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pair]:
    """The app in two profiles, one of them on a phone."""
    complaints: list[str] = []
    with ExitStack() as stack:
        base = stack.enter_context(given_out(site(tmp_path_factory.mktemp("site"))))
        contexts = [browser.new_context(**USUAL | {"viewport": size}) for size in (USUAL["viewport"], PHONE)]
        for context in contexts:
            stack.callback(context.close)
            context.set_default_timeout(LONG_PATIENCE)
            context.grant_permissions(["clipboard-read", "clipboard-write"])
            context.on("weberror", lambda error: complaints.append(str(error.error)))
        host, guest = (context.new_page() for context in contexts)
        host.goto(f"{base}#/by-message")
        yield host, guest
    assert not complaints


def invited(pair: Pair, game: str, **fields: str) -> str:
    """The link of the guest who has taken an invitation."""
    host, guest = pair
    host.evaluate("location.hash = '#/by-message'")
    host.locator(f"#{game}-name").fill("Léa")
    for name, value in fields.items():
        host.locator(f"#{game}-{name}").select_option(value)
    host.locator(f"#{game}-invite").click()
    guest.goto(link_of(host, 1))
    expect(guest.locator("#accept")).to_have_text("Jouer avec Léa")
    guest.locator("#accept-name").fill("Tom")
    guest.locator("#accept").click()
    return link_of(guest, 2)


def link_of(page: Page, messages: int) -> str:
    """The link that a page offers to send, once it is about so many messages."""
    expect(page.locator("#letter")).to_have_attribute("data-messages", str(messages))
    return page.locator("#letter-link").input_value()


def take_turn(page: Page, link: str, messages: int) -> str:
    """Open a message, play whatever comes first, and read the answer."""
    page.goto(link)
    expect(page.locator("#headline")).to_contain_text("À vous")
    while page.locator(f"#letter[data-messages='{messages}']").count():
        shown = page.locator("#letter").inner_html()
        page.evaluate(TOUCH)
        page.wait_for_function("(shown) => document.querySelector('#letter').innerHTML !== shown", arg=shown)
    return link_of(page, messages + 1)


def test_a_whole_game_between_two_profiles(pair: Pair) -> None:
    link, players = invited(pair, "cadeau", zones="1"), list(pair)
    for messages in range(2, 8):
        assert len(link) < 250
        link = take_turn(players[0], link, messages)
        players.reverse()
    expect(players[1].locator("#headline")).to_have_text("La partie est finie.")
    players[0].goto(link)  # who has made the last move sends it, too
    expect(players[0].locator("#headline")).to_have_text("La partie est finie.")
    accessible(players[0], "the end of a game by messages")
    players[0].locator("#letter-replay").click()
    expect(players[0].locator("#table[data-replay]")).to_be_visible()


def test_choices_travel_sealed_and_what_is_sent_is_kept_and_shared(pair: Pair) -> None:
    host, guest = pair
    accepted = invited(pair, "laaancez")
    sealed = take_turn(host, accepted, 2)
    expect(host.locator("#words")).to_contain_text("Votre choix est scellé")
    answer = take_turn(guest, sealed, 3)
    # The same browser, opened again: the seed and the message are there, and an old link changes nothing.
    host.goto("about:blank")
    host.goto(accepted.partition("#")[0])
    expect(host.locator("#resume-message")).to_contain_text("À l’autre de jouer")
    accessible(host, "the first page with a game by message")
    host.locator("#resume-message").click()
    assert link_of(host, 3) == sealed
    host.goto(accepted)
    assert link_of(host, 3) == sealed
    take_turn(host, answer, 4)
    accessible(host, "a message to send")
    host.locator("#letter-send").click()
    expect(host.locator("#letter-send")).to_have_text("Lien copié")
    assert host.evaluate("navigator.clipboard.readText()") == link_of(host, 5)
    host.locator("#words summary").click()
    expect(host.locator("#words .code-card svg")).to_be_visible()
    # Where the system shares, it gets the link.
    host.evaluate("() => { navigator.share = async ({ url }) => { window.shared = url; }; }")
    host.locator("#letter-send").click()
    host.wait_for_function("(link) => window.shared === link", arg=link_of(host, 5))
