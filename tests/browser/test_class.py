"""A class in real browsers: from the first page to the table, back after a reload, pages that everybody can read."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Opener, accessible, box

SIZES = ((360, 640), (768, 1024), (1366, 768))


PLAY = """async (home) => {  // what a show of hands would be: the first move there is
  const page = new DOMParser().parseFromString(await (await fetch(home)).text(), "text/html");
  const moves = [...page.querySelectorAll("[name=move] option[value], button[name=move]")].map((one) => one.value);
  const body = new URLSearchParams({ move: moves.find(Boolean) ?? "" });
  await fetch(`${home}/do/play`, { method: "POST", body });
}"""

MOVES = """async (home) => {  // what may be played by a show of hands
  const page = new DOMParser().parseFromString(await (await fetch(home)).text(), "text/html");
  return [...page.querySelectorAll("[name=move] option[value], button[name=move]")].map((move) => move.value)
    .filter(Boolean);
}"""


def write(kid: Page, *pieces: str) -> None:
    """Touch blocks and signs."""
    for piece in pieces:
        kid.locator(f'.keyboard [data-key="{piece}"]').click()


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
            parseFloat(getComputedStyle(one).fontSize) < (one.closest('.count, .sum, .ten, .n, .vote') ? 33 : 48))
            .map((one) => one.className + ' ' + one.textContent)"""
        )
        assert not small, f"readable from 8 metres at {width}"
        covered = wall.evaluate(
            """() => { const { top } = document.querySelector('.shelf').getBoundingClientRect();
            return [...document.querySelectorAll('.scene *')].filter((part) => !part.closest('svg, .unseen') &&
            part.getBoundingClientRect().bottom > top + 6).map((part) => part.className + ' ' + part.textContent); }"""
        )
        assert not covered, f"all is above the shelf at {width}"
        beyond = wall.evaluate(
            """() => [...document.querySelectorAll('.duo > :not(.unseen)')].filter((part) => { const card =
            part.parentElement.getBoundingClientRect(), { left, right } = part.getBoundingClientRect();
            return left < card.left || right > card.right; }).length"""
        )
        assert not beyond, f"animals and numbers are inside their card at {width}"
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
        expect(kid.locator("h1")).to_have_text(re.compile("jaune$|Yellow"))
    kids[0].set_viewport_size({"width": 360, "height": 640})
    assert kids[0].evaluate("document.documentElement.scrollHeight") <= 640, "nothing scrolls"
    expect(kids[0].locator(".crowd .beast")).to_have_count(2)  # who came later
    accessible(kids[0], "waiting")
    kids[0].click("#change")  # back to the choice, and the same again
    kids[0].locator("[name=kind][value=souris]").check()
    kids[0].click("#come-in")
    fits(kids[0], "waiting")
    expect(teacher.locator(".chip")).to_have_count(2)  # the page renews itself
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
        expect(kid.locator("#news")).to_have_text(re.compile("lancer|Au tour|Your roll|turn", re.IGNORECASE))
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
    kid, news = kids[0], kids[0].locator("#news")
    goal = kid.locator(".keys .strong").get_attribute("value") or ""
    write(kid, "2", "+", "3")
    expect(kid.locator("#key-2")).to_have_attribute("aria-disabled", "true")  # each block once
    kid.locator(".keys .strong").click()
    expect(news).to_have_text(re.compile(f"pas {goal}|make {goal}"))  # not what it makes
    expect(kid.locator("#calculation")).to_have_value("2 + 3")
    for _ in range(3):
        kid.locator('.line [data-key=""]').click()
    for sentence in ("Oui|Yes", "Déjà|Already"):
        write(kid, goal)  # of every target of level 1 there is a block
        kid.locator(".keys .strong").click()
        expect(news).to_have_text(re.compile(sentence))
    expect(kid.locator(".found li")).to_have_text([goal])
    expect(wall.locator(".lamps .new")).to_have_count(1)
    accessible(kids[0], "sums")
    fits(kids[0], "sums")
    expect(wall.locator(".strip .code-tiles")).to_have_text(code)
    accessible(wall, "the projector")
    read_from_afar(wall)
    teacher.click("[popovertarget=finish]")  # it asks once
    teacher.locator("form[action$='/do/end'] button").click()
    expect(kid.locator("#calculation")).to_have_count(0)
    expect(news).to_have_text(re.compile("finie|over"))
    expect(wall.locator(".try .hole")).to_have_count(1)  # the question first
    read_from_afar(wall)
    teacher.locator("form[action$='/do/next'] button").click()
    expect(wall.locator(".try .in")).to_have_count(1)
    teacher.goto(f"{teacher.url}/end")
    accessible(teacher, "the end")
    fits(teacher, "the end")
    assert not re.search("Chat|cat", teacher.locator("main").inner_text())


def test_the_next_round_finds_everybody_whatever_they_pressed(visit: Opener) -> None:
    """At the end of a game six pupils press something else each; then one round finds all of them."""
    teacher = visit("/class")
    teacher.click("#open-class")
    home = teacher.url
    code = teacher.locator(".code-tiles").text_content() or ""
    kids = []
    for _ in range(6):
        kids.append(visit(f"/c/{code}"))
        kids[-1].click("#come-in")
        expect(kids[-1].locator(".crowd")).to_be_visible()
    press(teacher, home, "round", activity="pairs")
    for kid in kids:
        kid.wait_for_url("**/table/**")
    secrets = [kid.context.cookies()[0]["value"] for kid in kids]
    for kid, secret in zip(kids, secrets, strict=True):  # every game is over
        mine = kid.request.get(f"/api/v1/gatherings/{home.rpartition('/')[2]}", headers=held(secret)).json()
        table = f"/api/v1/tables/{mine['table']}"
        seen = kid.request.get(table, headers=held(mine["table_secret"])).json()
        if seen["phase"] != "over":
            body = {"version": seen["version"]}
            kid.request.post(f"{table}/resign", data=body, headers=held(mine["table_secret"]))
    rules, replay, review, reloaded, asleep, dead = kids
    for kid in kids:
        expect(kid.locator(".end")).to_be_visible()
        expect(kid.locator("a[href='/']")).to_have_count(0)
    rules.locator("#quiet a[href*='/rules/']").click()
    expect(rules.locator(".rules")).to_be_visible()
    replay.click("#replay")
    expect(replay.locator("#moment")).to_be_visible()
    review.click("#review")
    review.wait_for_url("**/review")
    reloaded.reload()
    asleep.context.set_offline(True)
    taken = dead.evaluate("document.querySelector('.people').textContent")
    dead.close()
    other = visit(f"/c/{code}")
    other.click("#again")
    other.locator(f"[name=kind][value={mine['badge'].partition('-')[0]}]").check()
    other.locator(f"[type=radio][value={mine['badge']}]:visible").check()
    other.click("#come-in")
    expect(other.locator("#asked")).to_be_visible()
    expect(teacher.locator("form[action$='/do/device'] [value='1']")).to_be_visible()
    press(teacher, home, "device", badge=mine["badge"], same="1")
    other.wait_for_url("**/table/**")
    assert other.evaluate("document.querySelector('.people').textContent") == taken
    old = [kid.url for kid in (rules, replay, review, reloaded, asleep, other)]
    asked: list[str] = []
    reloaded.on("request", lambda request: asked.append(request.url))
    press(teacher, home, "round", activity="pairs")
    asleep.context.set_offline(False)
    for kid, before in zip((rules, replay, review, reloaded, asleep, other), old, strict=True):
        expect(kid).to_have_url(re.compile(f"{home}/table/(?!{before.split('/table/')[-1][:11]})"))
        assert [cookie["name"] for cookie in kid.context.cookies()] == ["seat"]
    assert home not in asked, "straight to the new table"
    press(teacher, home, "erase")
    for kid in (rules, asleep, other):
        expect(kid.locator("#gone")).to_be_visible()


def press(teacher: Page, home: str, action: str, **form: str | float | bool) -> None:
    """A button of the adult's page, wherever it is."""
    done = teacher.request.post(f"{home}/do/{action}", form=form, headers={"origin": home.partition("/class")[0]})
    assert done.ok, done.text()


def held(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def test_an_object_and_its_cell_are_tapped_on_a_phone(visit: Opener) -> None:
    teacher = visit("/class")
    teacher.select_option("#class-game", "laaancez")
    teacher.click("#open-class")
    kid = visit(f"/c/{teacher.locator('.code-tiles').text_content()}")
    kid.click("#come-in")
    teacher.click("#begin-together")
    teacher.locator("form[action$='/do/next'] button").click()
    expect(kid.locator(".offer").first).to_be_visible()
    expect(kid.locator("#news")).to_have_text(re.compile(r"Le dé montre \d\. Que joue-t-on"))
    if kid.locator(".offer[aria-pressed=false]").count():  # else there is only one
        kid.locator(".offer").first.click()
        kid.wait_for_url("**pick=**")
    kid.locator(".spot.can").nth(2).click()
    expect(kid.locator("#news")).to_contain_text("Proposé")
    accessible(kid, "an object is suggested")
    for width, height in ((360, 640), (740, 360)):
        kid.set_viewport_size({"width": width, "height": height})
        for part in (".offers", ".small-board"):
            place = box(kid, part)
            assert place["y"] + place["height"] <= height, part


@pytest.mark.parametrize("game", ["blocs", "cadeau", "laaancez"])
def test_what_28_choose_fits_the_big_screen(visit: Opener, game: str) -> None:
    teacher = visit("/class")
    teacher.select_option("#class-game", game)
    teacher.click("#open-class")
    home, request = teacher.url, teacher.request
    code, base = teacher.locator(".code-tiles").first.text_content(), home.partition("/class/")[0]
    join = f"{base}/api/v1/gatherings/join"
    secrets = [request.post(join, data={"code": code}, headers={"origin": base}).json()["secret"] for _ in range(28)]
    wall = teacher.context.new_page()
    wall.goto(f"{home}/projector")
    read_from_afar(wall)
    teacher.goto("about:blank")
    room = f"{base}/api/v1/gatherings/{home.rpartition('/')[2]}"

    def play(secret: str, index: int) -> None:
        mine = request.get(room, headers=held(secret)).json()
        table = f"{base}/api/v1/tables/{mine['table']}"
        seat = {**held(mine["table_secret"]), "origin": base}
        seen = request.get(table, headers=seat).json()
        while seen.get("may_roll"):  # a 7 is rolled again
            seen = request.post(f"{table}/roll", data={"version": seen["version"]}, headers=seat).json()
        if seen.get("moves"):
            body = {"version": seen["version"], "move": seen["moves"][index % len(seen["moves"])]}
            assert request.post(f"{table}/move", data=body, headers=seat).ok

    press(teacher, home, "round", activity="same-dice", level=2)
    for index, secret in enumerate(secrets):
        play(secret, index)
    press(teacher, home, "end")
    for shown in (".ask", ".votes", ".best"):
        wall.reload()
        expect(wall.locator(shown).first).to_be_visible()
        read_from_afar(wall)
        press(teacher, home, "next")
    press(teacher, home, "round", activity="together", level=2, replace=1)
    wall.reload()
    aim = {"blocs": "dernier bloc", "cadeau": "gardez le Cadeau", "laaancez": "bougie d’en face"}[game]
    expect(wall.locator(".who")).to_contain_text(aim)  # before the first roll
    read_from_afar(wall)
    press(teacher, home, "next")
    wall.reload()
    expect(wall.locator(".who")).to_be_visible()
    read_from_afar(wall)
    moves = ("2,9", "4,7", "11", "3,8") if game == "blocs" else wall.evaluate(MOVES, home)
    for index, secret in enumerate(secrets):
        move = moves[index % len(moves)]
        request.post(f"{room}/proposal", data={"move": move}, headers={**held(secret), "origin": base})
    wall.reload()
    expect(wall.locator(".who b, .who")).not_to_have_count(0)
    read_from_afar(wall)


def test_the_class_plays_a_bot_to_the_end(visit: Opener) -> None:
    teacher = visit("/class")
    teacher.click("#open-class")
    home = teacher.url
    kid = visit(f"/c/{teacher.locator('.code-tiles').text_content()}")
    kid.click("#come-in")
    wall = teacher.context.new_page()
    wall.goto(f"{home}/projector")
    teacher.click("#begin-together")
    expect(kid.locator("#news")).to_contain_text("lancer les dés")
    while not wall.locator(".goal").count():
        wall.evaluate(PLAY, home)  # a 7 is rolled again
        wall.reload()
    goal = kid.locator(".keys .strong").get_attribute("value") or ""
    expect(kid.locator("#free")).to_be_visible()  # where no calculation works, one block is pushed
    write(kid, goal if kid.locator(f"#key-{goal}").count() else "2")
    kid.locator(".keys .strong").click()
    expect(kid.locator("#news")).to_have_text(re.compile("Proposé|Cela ne fait pas"))
    expect(wall.locator(".goal b")).to_have_text(goal)
    while not wall.locator(".verdict").count():
        wall.evaluate(PLAY, home)
        wall.reload()
    read_from_afar(wall)
    expect(kid.locator(".sentence")).to_contain_text("gagné")
    expect(teacher.locator(".bar")).to_contain_text("La fin")
    teacher.locator("form[action$='/do/next'] button").click()
    expect(wall.locator(".feast h1")).to_be_visible()
    expect(wall.locator(".party .beast")).to_have_count(1)
    read_from_afar(wall)


def test_a_page_whose_server_is_away_says_so(visit: Opener) -> None:
    """What the adult's and a pupil's page show is old while their server is down, or behind a proxy's 503."""
    teacher = visit("/class")
    teacher.click("#open-class")
    code = teacher.locator(".code-tiles").first.text_content()
    kid = visit(f"/c/{code}")
    kid.click("#come-in")
    expect(kid.locator(".crowd")).to_be_visible()
    look = "dispatchEvent(new Event('online'))"
    silent, refused = "async () => { throw new TypeError() }", "async () => new Response('', { status: 503 })"
    for page, away in ((teacher, silent), (teacher, refused), (kid, refused)):
        page.evaluate(f"window.ask = window.fetch; window.fetch = {away}; {look}")
        expect(page.locator(".offline[role=status]")).to_have_text("Connexion perdue, on réessaie…")
        page.evaluate(f"window.fetch = window.ask; {look}")
        expect(page.locator(".offline")).to_have_count(0)


def test_what_the_adult_needs_is_in_view_with_24(visit: Opener) -> None:
    teacher = visit("/class")
    teacher.click("#open-class")
    home, request = teacher.url, teacher.context.request
    code, base = teacher.locator(".code-tiles").first.text_content(), home.partition("/class/")[0]
    for _ in range(24):
        request.post(f"{base}/api/v1/gatherings/join", data={"code": code}, headers={"origin": base})
    teacher.goto("about:blank")  # an open page follows the news by itself
    request.post(f"{home}/do/round", form={"activity": "pairs", "seconds": "600"}, headers={"origin": base})
    for width, height in ((390, 844), (1366, 768)):
        teacher.set_viewport_size({"width": width, "height": height})
        teacher.goto(home)
        for part in (".bar", ".help", ".chip:nth-child(24)"):
            place = box(teacher, part)
            assert place["y"] + place["height"] <= height, f"{part} at {width}"
        assert teacher.evaluate("document.documentElement.scrollWidth") <= width
    chip = teacher.locator(".chip").first  # by keys: open, choose, and it is there
    name = chip.locator("span").nth(1).inner_text()
    chip.focus()
    teacher.keyboard.press("Enter")
    menu = teacher.get_by_role("dialog", name=name)
    expect(menu).to_be_visible()
    accessible(teacher, "an animal's menu")
    menu.locator("[name=level][value='2']").click()
    teacher.locator(".chip").first.click()
    expect(menu.locator("[name=level][value='2']")).to_have_attribute("aria-pressed", "true")
    teacher.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    news = teacher.locator("#news[role=status]")
    expect(news).not_to_contain_text("Pause")
    request.post(f"{home}/do/pause", form={"paused": "1"}, headers={"origin": base})
    expect(news).to_contain_text("Pause")  # heard, whoever has pressed it
    teacher.evaluate("document.documentElement.style.fontSize = '200%'")
    teacher.set_viewport_size({"width": 390, "height": 844})
    assert teacher.evaluate("document.documentElement.scrollWidth") <= 390
