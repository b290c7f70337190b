"""Whole games by ear and keyboard: roles, names, focus and what live regions say. No selector of ours: what
is not in the accessibility tree does not exist here."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, TimeoutError, expect

from tablee.core import record as records
from tablee.core.registry import load
from tests.browser.conftest import Opener
from tests.browser.test_together import joined
from tests.positions import recorded
from tools.screenshots import laaancez_choose, opened, roll, touch, upload

# What a screen reader says by itself: what comes into a live region that was there, and alerts.
LISTEN = """() => {
  window.heard = [];
  const live = '[aria-live="polite"], [role="log"], [role="status"]';
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) for (const node of addedNodes) {
      const element = node.nodeType === 1 ? node : null;
      const alerts = element ? [element, ...element.querySelectorAll('*')].filter((one) => one.role === 'alert') : [];
      for (const words of target.closest(live) ? [node] : alerts) window.heard.push(words.textContent.trim());
    }
  }).observe(document.body, { subtree: true, childList: true });
}"""
NOW = "() => { window.before = [window.heard.length, document.activeElement]; }"
CHANGED = "() => window.heard.length > window.before[0] || document.activeElement !== window.before[1]"
OVER = re.compile(r"Vous avez gagné|qui gagne|a gagné|gagnent cette fois|ont gagné|Égalité|C’est fini")
MOST = 400  # things that are done in a game
PATIENT = 20  # presses of the same key


class Listener:
    """Somebody who hears a page and has a keyboard."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.evaluate(LISTEN)

    @property
    def heard(self) -> list[str]:
        return [" ".join(words.split()) for words in self.page.evaluate("window.heard")]

    @property
    def focus(self) -> tuple[str, str]:
        """The role and the name of what has the focus."""
        at = self.page.locator(":focus")
        found = re.match(r"""- '?(\w+)(?: "(.*?)")?""", at.aria_snapshot()) if at.count() else None
        return (found[1], found[2] or "") if found else ("", "")

    def tab(self, name: str) -> None:
        """Tab until the focus is on what has that name."""
        for _ in range(MOST):
            if re.match(name, self.focus[1]):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{name} cannot be reached")

    def press(self, key: str = "Enter") -> None:
        """Press until something is heard or the focus has moved: a press that comes too early counts for nothing."""
        self.page.evaluate(NOW)
        for _ in range(PATIENT):
            self.page.keyboard.press(key)
            try:
                self.page.wait_for_function(CHANGED, timeout=900, polling=30)
                return
            except TimeoutError:
                continue
        raise AssertionError(f"{key} does nothing on {self.focus}")

    def ask(self, line: str) -> str:
        """Type a line; returns what is heard next."""
        before = len(self.heard)
        self.page.keyboard.type(line)
        self.page.keyboard.press("Enter")
        self.page.wait_for_function("(count) => window.heard.length > count", arg=before, polling=30)
        return " ".join(self.heard[before:])


def by_focus(ear: Listener) -> None:
    """Do what the focus is on; wait where nothing can be done."""
    role, name = ear.focus
    if role == "button" and not name.startswith("Plus vite"):
        assert "·" not in name
        ear.press()
    else:
        before = len(ear.heard)
        ear.page.wait_for_function("(count) => window.heard.length > count", arg=before, polling=30)


def by_line(ear: Listener) -> None:
    """Roll, ask what can be done, and push what the answer names."""
    if ear.focus[0] != "textbox":
        ear.press("/")
    sentence = ear.ask("lancer")
    if "À vous !" not in sentence:
        return
    assert re.search(r"Faire \d|\d, ou 2 blocs au choix", sentence)  # a roll says what is to be made
    helped = ear.ask("?")
    pushed = re.search(r"(?:en poussant|pousser|le bloc) ((?:le |et |, |\d+ ?)+)[.,]", helped)
    assert pushed, helped
    assert "pousse" in ear.ask(" ".join(re.findall(r"\d+", pushed[1])))


def play(ear: Listener, step: Callable[[Listener], None]) -> None:
    for _ in range(MOST):
        if OVER.search(" ".join(ear.heard[-4:])):
            return
        step(ear)
    raise AssertionError("the game does not end")


def expect_told_once(ear: Listener, since: int = 0) -> None:
    """Every event of the game from there on was heard once, in order; and how it ended."""
    text = ear.page.request.get(f"{ear.page.url.partition('?')[0]}/record").text()
    record = records.parse(text, load)
    sentence = [record.describe(index).with_names(record.names).fr for index in range(since, len(record.events))]
    sentence = [line.removesuffix(" Le combat commence !") for line in sentence]  # L4: said with the choice made last
    heard, at, before = " ".join(ear.heard), 0, 0
    for event, line in zip(record.events[since:], sentence, strict=True):
        both = str(event).startswith("2.")  # L4: of two hidden choices either may have been made first
        at, before = heard.find(line, before if both else at), at
        assert at >= 0, f"not heard, or not in order: {line}"
        heard = heard[:at] + "|" * len(line) + heard[at + len(line) :]
    assert not [line for line in sentence if line in heard]
    assert record.outcome
    assert record.outcome.reason.with_names(record.names).fr in heard


def begin(page: Page, way: str, **settings: str) -> Listener:
    """From the page of a game, by the names of its settings and of the way to play."""
    page.get_by_text("Réglages").first.click()
    for name, value in settings.items():
        page.get_by_role("combobox", name=name).select_option(value)
    page.get_by_role("button", name=way).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/table/*")
    return Listener(page)


def test_a_whole_cadeau_by_ear(visit: Opener) -> None:
    ear = begin(visit("/game/cadeau"), "Lapin", Zones="1")
    words = ear.page.get_by_role("list", name="Le plateau en mots")
    expect(words.get_by_role("listitem")).to_have_text(["Zone 1 : Lutins tout vide ; Gnomes tout vide."])
    ear.tab("Lancer le dé")
    ear.press()
    assert re.fullmatch(
        r"zone 1, case a, vide \(Lutins\) : y écrire le [1-6] ; zone 1 : Lutins tout vide ; .*", ear.focus[1]
    )
    play(ear, by_focus)
    expect_told_once(ear)
    expect(words.get_by_role("listitem")).to_have_text([re.compile(r"Zone\s1\s: Lutins .*\s; (aux|à) ")])


def test_a_whole_solo_of_blocs_by_the_typed_line(visit: Opener) -> None:
    ear = begin(visit("/game/blocs"), "Ici, ensemble", **{"À combien ?": "solo"})
    ear.press("/")
    assert ear.focus[0] == "textbox"
    assert "2, 3, 4, 5, 6, 8, 9, 10, 11, 12" in ear.ask("plateau")
    assert "qui font 70" in ear.ask("score")
    assert "Lancez d’abord" in ear.ask("coups")
    assert "tuteur 2 : des indices" in ear.ask("tuteur").replace("\u00a0", " ")
    assert "demande un tuteur" in ear.ask("tuteur 2")
    play(ear, by_line)
    expect_told_once(ear)
    assert "Il reste" in ear.ask("score")  # nor is the last question the end of it


def test_the_first_choice_of_laaancez_by_ear(visit: Opener) -> None:
    """L4: offers say what they are worth; what the other has chosen in secret is heard when it is opened."""
    ear = begin(visit("/game/laaancez"), "Lapin")
    ear.tab("Lancer le dé")
    while not re.search("Chat (dessine|recopie)", " ".join(ear.heard)):
        by_focus(ear)
    heard = " ".join(ear.heard)
    assert re.search(r"Le \d offre, au choix : .*cœurs?, Dégât \d.* À vous !.*dans quelle case", heard)
    assert re.search("Lapin (dessine|recopie)", heard)


def test_an_offer_pressed_again_says_what_comes_next(visit: Opener, base: str) -> None:
    page = visit()
    laaancez_choose(page, base)
    ear = Listener(page)
    for _ in range(2):  # the first press leads to the squares
        ear.tab(".*cœurs?, Dégât")
        ear.press()
    first, again = (words for words in ear.heard if "dans quelle case" in words)
    assert again in first


def test_the_last_throws_of_laaancez_by_ear(visit: Opener, base: str) -> None:
    """Both sit here: an object is picked, the focus goes to the targets, which say what will be left of them."""
    page = visit()
    game = recorded("laaancez", {}, 5)
    upload(page, base, "game: laaancez\n\n" + " ".join(map(str, game.events[:-6])) + "\n")
    ear = Listener(page)
    ear.tab(".*à lancer")
    play(ear, by_focus)
    expect_told_once(ear, len(game.events) - 6)
    assert "éteint" in " ".join(ear.heard)


def test_who_pressed_nothing_is_led_to_what_is_needed(visit: Opener, base: str) -> None:
    """By a link, when it is their turn; who reads something stays there."""
    ann = visit()
    opened(ann, base, "cadeau", "link")
    ben = Listener(joined(visit, ann))
    roll(ann)
    touch(ann)
    expect(ben.page.get_by_role("button", name="Lancer le dé")).to_be_focused()
    for _ in range(2):
        ben.press()
    ben.tab("Règles")
    roll(ann)
    touch(ann)
    expect(ben.page.get_by_role("heading", name="à vous de lancer")).to_be_visible()
    assert ben.focus[1].startswith("Règles")


def test_what_is_taken_back_is_named(visit: Opener) -> None:
    ear = begin(visit("/game/cadeau"), "Ici, ensemble", Zones="1")
    for wanted in ("Lancer le dé", "zone 1"):
        ear.tab(wanted)
        ear.press()
    ear.press("u")
    taken = r"écrivent un (\d)\s: zone\s1, case a. \(repris\) .* reprend son coup. Le dé montre \1. .*à vous\s!"
    assert re.search(taken, ear.heard[-1])


def test_a_hand_over_leaves_no_secret_to_be_read(visit: Opener) -> None:
    """L4: on one device the other's pick may not be found by who browses the page."""
    ear = begin(visit("/game/laaancez"), "Ici, ensemble")
    ear.tab("Lancer le dé")
    while "a choisi" not in " ".join(ear.heard):
        by_focus(ear)
    assert "offre, au choix" in " ".join(ear.heard)
    assert not re.search("offre, au choix|dans quelle case", ear.page.locator("main").aria_snapshot())


@pytest.mark.slow
@pytest.mark.parametrize(("game", "step"), [("cadeau", by_focus), ("laaancez", by_focus)])
def test_a_whole_game_against_a_bot_by_ear(visit: Opener, game: str, step: Callable[[Listener], None]) -> None:
    ear = begin(visit(f"/game/{game}"), "Lapin")
    ear.tab("Lancer le dé")
    play(ear, step)
    expect_told_once(ear)
