"""The app that needs no server, in a real browser, with the network cut after the first visit."""

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, Route, expect
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import TimeoutError as PlaywrightTimeout

from tests.browser.conftest import LONG_PATIENCE as PATIENCE
from tests.browser.conftest import USUAL, accessible
from tests.offline_kit import COMPLETE, GAMES, REMEMBERED, SHOWN, TOUCH, given_out, site
from tools.screenshots import roll, touch

pytestmark = pytest.mark.usefixtures("patient")
CELL = "#board .spot.can[name=move]"
AGAIN = 15_000  # milliseconds after which a person taps again
LANGS = ["fr", pytest.param("en", marks=pytest.mark.slow)]
JAVASCRIPT = {"content-type": "text/javascript"}
DAMAGE = """async () => {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys())
      if (request.url.endsWith("library.zip")) await cache.put(request, new Response("damaged"));
  }
}"""


class App:
    """A browser that has visited the app once; `cut()` ends the network."""

    def __init__(self, context: BrowserContext, base: str, cut: Callable[[], None]) -> None:
        self.context = context
        self.context.set_default_timeout(PATIENCE)
        self.base, self.cut = f"{base}?pace=0", cut
        self.complaints: list[str] = []
        self.context.on(
            "console", lambda sentence: self.complaints.append(sentence.text) if sentence.type == "error" else None
        )
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def open(self, path: str = "") -> Page:
        page = self.context.new_page()
        page.goto(self.base + (f"#{path}" if path else ""))
        return page

    def start(self, game: str, way: str = "bot", **fields: str) -> Page:
        page = self.open(f"/game/{game}")
        page.locator(f"#{game}-here").wait_for()
        page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
        for name, value in fields.items():
            page.locator(f"#{game}-{name}").select_option(value)
        page.locator(f"#{game}-{way}").click()
        page.locator("#turn").wait_for(state="attached")
        return page


def begin(page: Page) -> None:
    page.locator("#tile-cadeau").click()
    page.locator("#cadeau-here").click()


@pytest.fixture(scope="module")
def app(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[App]:
    with ExitStack() as stack:
        network = stack.enter_context(ExitStack())
        base = network.enter_context(given_out(site(tmp_path_factory.mktemp("site"))))
        made = App(browser.new_context(**USUAL), base, network.close)
        page = made.open()
        page.wait_for_function(COMPLETE, polling=100)
        remembered(page)
        page.close()
        made.cut()
        yield made
        made.context.close()
    expected = ("ERR_CONNECTION", "ERR_INTERNET", "ERR_FAILED", "status of 4")
    assert not [sentence for sentence in made.complaints if not any(word in sentence for word in expected)]


@pytest.fixture(autouse=True)
def closed(app: App) -> Iterator[None]:
    """No page stays open behind a test, however it ends: it would lead those of the next."""
    yield
    for page in app.context.pages:
        page.close()


def remembered(page: Page) -> None:
    """Until the next start begins from a snapshot."""
    for _ in range(PATIENCE // 100):
        if page.evaluate(REMEMBERED):
            return
        page.wait_for_timeout(100)
    raise AssertionError("no snapshot was taken")


def phase(page: Page) -> str:
    return page.locator("#turn").get_attribute("data-phase") or ""


OTHER = f"(shown) => ({SHOWN})() !== shown"


def play(page: Page, steps: int = 500) -> None:
    """A whole game, taking whatever can be taken; a tap that meets a page just being drawn is made again."""
    for _ in range(steps):
        shown, still = page.evaluate(SHOWN), f"unchanged: {page.locator('#turn').inner_text()}"
        if phase(page) == "over":  # looked at after what is shown, which may be the end already
            return
        tap(page, shown, still)
    raise AssertionError("the game does not end")


def tap(page: Page, shown: str, still: str) -> None:
    """Take what can be taken, until something else is shown."""
    for _ in range(PATIENCE // AGAIN):
        page.evaluate(TOUCH)
        with suppress(PlaywrightTimeout):
            page.wait_for_function(OTHER, arg=shown, timeout=AGAIN, polling=100)
            return
    raise AssertionError(still)


def with_small_sheet(app: App) -> dict[str, str]:
    """The settings of laaancez on a sheet of one's own, on which a game is short."""
    page = app.open("/objects")
    page.locator("details:has(#rows) > summary").click()
    page.locator("#rows").fill("3 1")
    page.locator("#own-see").click()
    page.locator("#own-keep").click()
    page.locator("#own-saved").wait_for()
    page.close()
    return {"sheet": "la mienne"}


@pytest.mark.parametrize(
    "game", ["cadeau", *(pytest.param(one, marks=pytest.mark.slow) for one in ("blocs", "laaancez", "noel"))]
)
def test_a_whole_game_against_a_bot_without_a_network(app: App, game: str) -> None:
    fields = with_small_sheet(app) if game == "laaancez" else GAMES.get(game, {})
    page = app.start("laaancez" if game == "noel" else game, **fields)
    play(page)
    expect(page.locator("#rematch")).to_be_visible()
    assert "Lapin" in page.locator(".people").inner_text()
    assert "a eu un souci" not in (page.locator("#log").text_content() or "")  # it played by itself to the end


def test_what_was_opened_and_chosen_before_python_came_stays(app: App) -> None:
    page = app.context.new_page()
    page.add_init_script(
        """const timer = setInterval(() => {
          const level = document.querySelector("#blocs-level");
          if (!level) return;
          clearInterval(timer);
          for (const one of document.querySelectorAll("details")) one.open = true;
          level.value = "3";
          document.body.dataset.first = "";
        }, 5)"""
    )
    page.goto(f"{app.base}#/game/blocs")
    page.locator("body:not([data-first]) #blocs-level").wait_for()  # drawn again, and visible
    assert page.locator("#blocs-level").input_value() == "3"


def test_a_tab_killed_in_the_middle_of_a_move_loses_nothing(app: App) -> None:
    page = app.start("cadeau", "here")
    roll(page)
    touch(page, CELL)
    roll(page)
    story = [line.strip() for line in page.locator("#log li").all_inner_texts()]
    address = page.url
    page.evaluate(TOUCH)  # under way…
    with pytest.raises(PlaywrightError):
        page.goto("chrome://crash")
    again = app.context.new_page()
    again.goto(address)
    again.locator("#log li").first.wait_for(state="attached")
    assert [line.strip() for line in again.locator("#log li").all_inner_texts()][-len(story) :] == story
    tap(again, again.evaluate(SHOWN), "it does not go on, from before that move or after it")


def some_rolls(app: App) -> list[str]:
    """What the first rolls of a game show."""
    page = app.start("cadeau", "here")
    assert page.locator("html").get_attribute("data-from") == "snapshot"
    shown = []
    for _ in range(6):
        roll(page)
        shown.append(page.locator("#last-event").inner_text())
        touch(page, CELL)
    page.close()
    return shown


def test_two_starts_from_one_snapshot_do_not_roll_the_same(app: App) -> None:
    assert some_rolls(app) != some_rolls(app)


SPOILT = """async () => {
  const cache = await caches.open((await caches.keys()).find((name) => name.startsWith("snapshot-")));
  const [request] = await cache.keys();
  const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
  bytes[20_000_000] ^= 1;
  await cache.put(request, new Response(bytes));
}"""


@pytest.mark.slow
def test_a_damaged_snapshot_is_not_used_and_taken_anew(app: App) -> None:
    page = app.open()
    expect(page.locator("html")).to_have_attribute("data-from", "snapshot")
    page.evaluate(SPOILT)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-from", "files")
    begin(page)
    roll(page)
    assert page.evaluate(REMEMBERED) == 0
    app.complaints[:] = [sentence for sentence in app.complaints if "a damaged snapshot" not in sentence]
    page.reload()
    remembered(page)
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-from", "snapshot")


def test_two_tabs_play_one_game(app: App) -> None:
    one = app.start("cadeau", "here")
    two = app.context.new_page()
    two.goto(one.url)
    two.locator("#do-roll").wait_for()
    assert len(one.workers) == 1
    assert not two.workers
    roll(one)
    expect(two.locator("#do-roll")).to_have_count(0)  # told by the one that leads
    touch(two, CELL)
    expect(one.locator("#do-roll")).to_be_visible()
    one.close()  # the other one leads from now on
    roll(two)
    touch(two, CELL)


def test_both_languages_and_the_pages_beside_the_games(app: App) -> None:
    page = app.open()
    page.get_by_role("button", name="English").click()
    expect(page.locator("h1")).to_have_text(re.compile("Choose|What|game", re.I))
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.locator("#tile-cadeau").click()
    expect(page.locator("#cadeau-here")).to_be_visible()
    assert page.locator("#cadeau-link").count() == 0
    page.locator("a[href='#/rules/cadeau']").click()
    expect(page.locator("h1")).to_be_visible()
    page.goto(f"{app.base}#/")
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    page.get_by_role("button", name="Français").click()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("#alone")).to_contain_text("Sans serveur")


@pytest.mark.parametrize("lang", LANGS)
def test_axe_finds_nothing_on_the_screens_of_the_app(app: App, lang: str) -> None:
    page = app.start("cadeau", "here")
    if lang == "en":
        page.evaluate("localStorage.setItem('lang', 'en')")
    roll(page)
    table = page.url.partition("#")[2]
    for path in ("/", table, f"{table}/send", "/mine", "/paper", "/open?game=1cut"):
        page.evaluate("document.body.dataset.before = ''")
        page.goto(f"{app.base}#{path}")
        expect(page.locator("body:not([data-before]) h1")).to_be_visible()  # of the page itself, not of the one before
        expect(page).to_have_url(re.compile(re.escape(f"#{path}")))
        page.wait_for_function("() => !document.querySelector('#app-news')")
        accessible(page, path)
    page.evaluate("localStorage.removeItem('lang')")


# --- when something is wrong ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def online(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Callable[[], App]]:
    """New browsers, with a network."""
    with given_out(site(tmp_path_factory.mktemp("online"))) as base:
        yield lambda: App(browser.new_context(**USUAL), base, lambda: None)


def test_without_webassembly_the_rules_can_be_read(online: Callable[[], App]) -> None:
    app = online()
    app.context.add_init_script("delete globalThis.WebAssembly")
    page = app.open()
    expect(page.locator("#app-news")).to_contain_text("trop ancien")
    expect(page.locator("#app-news")).to_contain_text("Les règles se lisent")
    page.locator("a[href='#/game/cadeau']").click()
    page.locator("a[href='#/rules/cadeau']").click()
    expect(page).to_have_url(re.compile("#/rules/cadeau"))
    expect(page.locator("h1")).to_contain_text("Cadeau")
    app.context.close()


@pytest.mark.slow
def test_a_browser_that_keeps_nothing_plays_and_says_so(online: Callable[[], App]) -> None:
    app = online()

    def refusing(route: Route) -> None:
        body = route.fetch().text()
        route.fulfill(body=f"Object.defineProperty(self, 'indexedDB', {{ value: null }});\n{body}", headers=JAVASCRIPT)

    app.context.route("**/worker.js", refusing)
    page = app.start("cadeau", "here")
    expect(page.locator("#app-news")).to_contain_text("n’enregistre rien")
    roll(page)
    app.context.close()


@pytest.mark.slow
def test_a_game_moves_to_another_device_by_a_link(online: Callable[[], App]) -> None:
    """Sent in the middle from one browser, gone on with in another, finished, sent again, watched and reviewed."""
    here, there = online(), online()
    page = here.start("cadeau", "bot", zones="1")
    roll(page)
    dice = page.locator("#last-event").inner_text()
    page.goto(f"{page.url}/send")
    expect(page.locator("#send svg.code")).to_be_visible()
    link = page.locator("#send-link").input_value()
    assert link.startswith(here.base.partition("?")[0] + "#/open?game=1")
    here.context.close()

    page = there.context.new_page()
    page.goto(link[:-9])
    expect(page.locator("main")).to_contain_text("Il manque un bout à ce lien")
    page.goto(link.replace("#", "?pace=0#"))
    expect(page.locator("#open")).to_contain_text("seront vérifiables ici")
    page.locator("#open-play").click()
    expect(page.locator("#last-event")).to_have_text(dice)
    assert "Lapin" in page.locator(".people").inner_text()
    play(page)
    page.locator("#send-game").click()
    link = page.locator("#send-link").input_value()
    for way, shown in (("replay", "#moment"), ("review", "#outcome")):
        page.goto(link)
        page.locator(f"#open-{way}").click()
        expect(page.locator(shown)).to_be_visible()
    there.context.close()


@pytest.mark.parametrize("lang", LANGS)
def test_what_is_said_on_the_way_and_when_nothing_comes(online: Callable[[], App], lang: str) -> None:
    """How far it is, then that it did not come: both in words, and nothing for axe to find."""
    app = online()
    held: list[Route] = []
    app.context.route("**/library.zip", lambda route: held.append(route))
    page = app.open()
    if lang == "en":
        page.evaluate("localStorage.setItem('lang', 'en')")
        page.reload()
    expect(page.locator("#app-news")).to_contain_text(("arrive", "arriving")[lang == "en"])
    accessible(page, "on the way")
    begin(page)
    expect(page.locator("#app-news")).to_contain_text(
        ("Règles et leçons se lisent", "can be read already")[lang == "en"]
    )
    page.wait_for_function("() => true")
    held[-1].abort()
    expect(page.locator("#app-news")).to_contain_text(("n’a pas pu démarrer", "could not start")[lang == "en"])
    accessible(page, "nothing comes")
    app.complaints.clear()
    app.context.close()


@pytest.mark.slow
def test_where_there_is_no_room_nothing_begins_until_there_is(
    browser_type: BrowserType, browser_type_launch_args: dict[str, Any], tmp_path: Path
) -> None:
    """Only a browser that keeps its files on disk lets us say, before it has kept any, how much room there is."""
    context = browser_type.launch_persistent_context(tmp_path / "browser", **browser_type_launch_args, **USUAL)
    with given_out(site(tmp_path / "site")) as base:
        app, room = App(context, base, lambda: None), {"origin": base.rstrip("/")}
        page = context.new_page()
        page.goto(f"{base}tablee.webmanifest")
        devtools = context.new_cdp_session(page)
        devtools.send("Storage.overrideQuotaForOrigin", {**room, "quotaSize": 1})
        page.goto(app.base)
        begin(page)
        expect(page.locator("main")).to_contain_text("pleine")
        devtools.send("Storage.overrideQuotaForOrigin", room)
        page.goto(f"{app.base}#/")
        begin(page)
        roll(page)
        page.reload()
        expect(page.locator("#turn")).to_have_attribute("data-phase", "move")
        context.close()


def renewed(folder: Path) -> str:
    """The same app as another version, in the same place; the new version's name."""
    old = next((folder / "app").iterdir()).name
    new = "0123456789ab"
    for file in [*folder.rglob("*.js"), *folder.rglob("*.html")]:
        file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    (folder / "app" / old).rename(folder / "app" / new)
    return new


@pytest.mark.slow
def test_a_new_version_is_offered_between_games_and_never_in_the_middle_of_one(
    browser: Browser, tmp_path: Path
) -> None:
    folder = site(tmp_path / "site")
    with given_out(folder) as base:
        app = App(browser.new_context(**USUAL), base, lambda: None)
        page = app.open()
        page.wait_for_function(COMPLETE, polling=100)
        expect(page.locator("#app-news")).to_have_count(0)  # nothing is on its way any more
        begin(page)
        page.locator("#do-roll").wait_for()
        new = renewed(folder)
        page.evaluate("() => navigator.serviceWorker.getRegistration().then((one) => { one.update(); })")
        waits = "() => navigator.serviceWorker.getRegistration().then((one) => Boolean(one.waiting))"
        page.wait_for_function(waits, polling=500)
        page.wait_for_timeout(6000)  # longer than it waits between two looks
        assert page.locator("#app-take").count() == 0
        roll(page)
        page.locator(".bar .brand").click()
        page.locator("#app-take").click()
        page.wait_for_function(f"() => document.querySelector('script[src*=\"{new}\"]')", polling=100)
        page.locator("#resume").click()  # the game is still there
        expect(page.locator("#turn")).to_have_attribute("data-phase", "move")
        app.context.close()


NEWER = """() => new Promise((resolve, reject) => { // as a newer version would
  const request = indexedDB.open("tablee", 99);
  request.onsuccess = () => { request.result.close(); resolve(); };
  request.onerror = () => reject(request.error);
})"""


PLAINLY = """() => { // no start from a snapshot, which would not need the files
  localStorage.setItem(`tries-${document.querySelector("script[src*='/app.js']").src.split("/").at(-2)}`, 3);
}"""


@pytest.mark.slow
def test_damaged_files_come_back_with_the_network_and_games_of_a_newer_version_are_not_touched(
    browser: Browser, tmp_path: Path
) -> None:
    folder = site(tmp_path / "site")
    with given_out(folder) as base:
        app = App(browser.new_context(**USUAL), base, lambda: None)
        page = app.open()
        page.evaluate(PLAINLY)
        page.reload()
        page.wait_for_function(COMPLETE, polling=100)
        begin(page)
        roll(page)
        game = page.url
    page.evaluate(DAMAGE)
    page.reload()  # without a network: what is left stays, and it is said what to do
    expect(page.locator("#app-news")).to_contain_text(
        "Vos parties sont enregistrées : rechargez la page, avec le réseau"
    )
    page.goto(app.base)
    page.locator("#tile-cadeau").click()
    page.locator("a[href='#/rules/cadeau']").click()
    expect(page.locator("h1")).to_contain_text("Cadeau")
    with given_out(folder, int(base.rstrip("/").rpartition(":")[2])):
        page.goto(game)
        page.reload()
        expect(page.locator("#turn")).to_have_attribute("data-phase", "move")
        page.evaluate(NEWER)
        page.reload()
        expect(page.locator("#app-news")).to_contain_text("version plus récente")
    app.context.close()


@pytest.mark.slow
def test_games_of_an_older_version_go_on(browser: Browser, online: Callable[[], App]) -> None:
    base = online().base.partition("?")[0]
    app = App(browser.new_context(**USUAL, service_workers="block"), base, lambda: None)
    page = app.start("cadeau", "here")
    roll(page)
    game, dice = page.url, page.locator("#last-event").inner_text()
    page.close()

    def later(route: Route) -> None:  # a version whose database has a number more, and another store
        body = route.fetch().text().replace("VERSION = 1", "VERSION = 2").replace('"cookies"]', '"cookies", "more"]')
        route.fulfill(body=body, headers=JAVASCRIPT)

    app.context.route("**/database.js", later)
    page = app.context.new_page()
    page.goto(game)
    expect(page.locator("#last-event")).to_have_text(dice)
    touch(page, CELL)
    roll(page)
    app.context.close()
