"""The pages without a browser: what they say, what their forms do, what they remember."""

import asyncio
import contextlib
import gzip
import html
import re
from pathlib import Path
from typing import Any

import pytest
from httpx import Client

from tablee.core.errors import TableeError
from tablee.core.record import Record
from tablee.core.registry import NAMES, load
from tablee.core.words import LANGS, typeset
from tablee.paper.commands import parse_command
from tablee.paper.typed_input import ROLLING, plain, read_move
from tablee.table import Chair, Setup
from tablee.web.frame import assets
from tablee.web.frame.visitor import Visitor, choose_language
from tablee.web.frame.words import WORDS
from tablee.web.play.table_page import TablePage
from tablee.web.play.view_params import ViewParams
from tests.positions import walk
from tests.table_kit import open_service
from tests.web_kit import do, link_of, opened, somebody_else

ROOM = Path(__file__).parents[2] / "src" / "tablee" / "web"


def state(client: Client, table: str) -> dict[str, Any]:
    found: dict[str, Any] = client.get(f"/api/v1/tables/{table.rpartition('/')[2]}").json()
    return found


def test_a_goal_stays_in_sight_and_even_chances_are_told(client: Client) -> None:
    alone = opened(client, game="blocs", mode="solo", goal="50", dice="typed")
    assert "Votre objectif" in client.get(alone).text
    assert 'id="aim"' not in client.get(alone).text, "at first it is what has just been said"
    do(client, alone, "roll", dice="d12")
    do(client, alone, "move", move="3")
    assert 'id="aim"' in client.get(alone).text
    even = opened(client, game="blocs", even="1")
    assert "Chances égales" in client.get(even).text


def test_one_tap_throws_for_all_at_one_device_who_begins(client: Client) -> None:
    against = client.get(opened(client, game="blocs", way="bot")).text
    assert "Lancer le dé" in against
    assert "Lancer pour" not in against
    for mode in ("duel", "four"):
        here = opened(client, game="blocs", way="here", mode=mode)
        assert "Tout le monde lance" in client.get(here).text
        do(client, here, "roll")
        assert 'data-phase="roll"' in client.get(here).text, "equal dice fall again by themselves"


# --- words ------------------------------------------------------------------------------------------------------


def test_every_word_exists_in_both_languages_and_is_used() -> None:
    sentence = [*ROOM.rglob("*.py"), *ROOM.parent.glob("games/*/*.py"), *ROOM.glob("templates/*.html")]
    sources = "".join(path.read_text() for path in sentence)
    built = ("theme_", "side_", "_about", "_facts")  # put together in a template
    for key, text in WORDS.items():
        assert text.fr.strip(), key
        assert text.en.strip(), key
        used = re.search(rf"""(w\.{key}\b|["']{key}["'])""", sources.replace(f'    "{key}": Text(', "", 1))
        assert used or any(part in key for part in built), f"nobody says {key}"


def test_pages_speak_the_language_that_is_asked_for(client: Client) -> None:
    asked = {
        "de,fr-CA;q=0.8": "fr",
        "": "fr",
        "de": "fr",
        "en-GB,fr;q=0.5": "en",
        "fr;q=0.2,en;q=0.9": "en",
        "en;q=x": "en",
    }
    assert {header: choose_language(header) for header in asked} == asked
    for path in ("/", "/rules/cadeau", "/rules/blocs", "/rules/laaancez", "/mine", "/table/nowhere"):
        pages = {lang: client.get(path, headers={"accept-language": lang}) for lang in LANGS}
        for lang, page in pages.items():
            assert f'<html lang="{lang}"' in page.text
            assert page.headers["content-language"] == lang
        assert pages["fr"].text != pages["en"].text


def test_switches_are_remembered(client: Client) -> None:
    answer = client.post("/settings", data={"lang": "en", "theme": "dark", "back": "/rules/blocs"})
    assert answer.headers["location"] == "/rules/blocs#lang"
    page = client.get("/").text
    assert '<html lang="en" data-theme="dark">' in page
    client.post("/settings", data={"lang": "xx", "theme": "pink"})
    assert '<html lang="en" data-theme="dark">' in client.get("/").text


def test_a_switch_never_leads_elsewhere(client: Client) -> None:
    for back in ("//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", ""):
        assert client.post("/settings", data={"lang": "en", "back": back}).headers["location"] == "/#lang"


# --- the first page ---------------------------------------------------------------------------------------------


def test_first_page_is_light_and_all_files_may_be_kept(client: Client) -> None:
    """Under 60 kB in all, as it travels: the page, its stylesheets, its fonts; it needs no script."""
    page = client.get("/").text
    addresses = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page))
    names = {address.rpartition("/")[2] for address in addresses} | {"fredoka.woff2", "manrope.woff2"}
    assert names >= {"table.css", "themes.css", "icon.svg"}
    assert "<script" not in page
    total = len(gzip.compress(page.encode(), 5)) + sum(len(assets.pack(name)) for name in names)
    assert total < 60_000, total
    scripts = re.findall(r'<link rel="modulepreload" href="([^"]+)"', client.get(opened(client, game="cadeau")).text)
    assert {address.rpartition("/")[2] for address in scripts} == set(assets.scripts()), "asked for beforehand"
    for address in (*addresses, *scripts):
        assert "immutable" in client.get(address).headers["cache-control"], "a browser may keep it"


@pytest.mark.parametrize("name", ["table.css", "people.css", "hand.css"])
def test_no_has_reaches_everything_below(name: str) -> None:
    """Chromium keeps one list of what any `:has()` may change: with `*` in it, a tap styles a whole page."""
    assert not re.findall(r":has\([^{}]*\)[^{},()]* (?:\*|:not\()[^{}]*\{", assets.asset(name).body.decode())


@pytest.mark.parametrize("game", NAMES)
@pytest.mark.parametrize("way", ["here", "bot", "link"])
def test_one_touch_opens_a_table_where_one_can_roll(client: Client, game: str, way: str) -> None:
    page = client.get(opened(client, game=game, way=way)).text
    assert 'id="do-roll"' in page
    assert ('id="url-1"' in page) == (way == "link")


def test_a_new_table_never_waits_for_other_work(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole class may begin at once; of one address the queue takes only a few."""
    monkeypatch.setattr("tablee.web.frame.work_queue.MOST_WAITING", -1)
    assert client.post("/tables", data={"game": "blocs", "way": "here"}).status_code == 303
    assert client.post("/tables", data={"game": "blocs", "way": "here", "even": "1"}).status_code == 429


@pytest.mark.parametrize(
    ("form", "seats"),
    [
        ({"game": "blocs", "mode": "four", "way": "bot"}, [False, True, True, True]),
        ({"game": "blocs", "mode": "solo", "way": "bot"}, [False]),
        ({"game": "cadeau", "way": "bot", "side": "1"}, [True, False]),
        ({"game": "blocs", "mode": "three", "way": "link", "seat2": "bot:random"}, [False, False, True]),
        ({"game": "laaancez", "seat0": "bot:greedy", "seat1": "bot:random"}, [True, True]),
    ],
)
def test_who_sits_where(client: Client, form: dict[str, str], seats: list[bool]) -> None:
    table = state(client, opened(client, **form))
    assert [bool(seat["bot"]) for seat in table["seats"]] == seats
    names = [seat["name"] for seat in table["seats"] if seat["bot"]]
    assert len(set(names)) == len(names)


def test_what_cannot_be_set_up_gets_a_sentence(client: Client) -> None:
    for form in (
        {"game": "chess"},
        {"zones": "12"},
        {"zones": "x"},
        {"way": "elsewhere"},
        {"bot": "nobody", "way": "bot"},
        {"game": "blocs", "mode": "five"},
        {"name0": "x" * 60},
    ):
        answer = client.post("/tables", data={"game": "cadeau", "way": "here", **form})
        assert answer.status_code in (409, 422), form
        assert 'class="sentence"' in answer.text


# --- playing without script ---------------------------------------------------------------------------------------


def test_a_whole_game_by_plain_forms(client: Client) -> None:
    table = opened(client, game="cadeau", zones="2")
    for _ in range(12):
        assert do(client, table, "roll").headers["location"] == table
        page = client.get(table).text
        token = re.findall(r'form="f-do" name="move" value="(\d[abc])"', page)[0]
        assert do(client, table, "move", move=token).status_code == 303
    page = client.get(table).text
    assert 'id="rematch"' in page
    assert 'class="story"' in page


def test_the_same_button_twice_is_one_move(client: Client) -> None:
    table = opened(client, game="cadeau")
    page = client.get(table).text
    fields = {name: page.split(f'name="{name}" value="', 1)[1].split('"', 1)[0] for name in ("version", "seq", "as")}
    first, second = (client.post(f"{table}/roll", data=fields) for _ in range(2))
    assert first.status_code == second.status_code == 303
    assert len(state(client, table)["events"]) == 1
    stale = client.post(f"{table}/move", data={**fields, "move": "1a"})
    assert stale.status_code == 409
    assert 'id="notice"' in stale.text
    assert len(state(client, table)["events"]) == 1


@pytest.mark.parametrize(("me", "offered"), [(1, True), (0, False)])
def test_who_lost_before_their_first_turn_is_offered_even_chances(
    client: Client, tmp_path: Path, me: int, offered: bool
) -> None:
    game = load("blocs")
    doubles = ["d66", "2,3", "d66", "4,5", "d66", "6,8", "d66", "9,10", "d66", "11,12"]
    record = Record(game, game.variant({"mode": "duel"}))
    for token in doubles:
        record = record.play(game.parse(token))
    chairs = tuple(Chair("Léa") if seat == me else Chair("Lapin", "lapin") for seat in range(2))

    async def ended() -> TablePage:
        table_service = open_service(tmp_path / "tables.sqlite")
        made = await table_service.create(Setup.of_record(record, chairs, my_seats=(me,)))
        found = TablePage(made.table, Visitor("fr", secret=made.secret), ViewParams())
        await table_service.close()
        return found

    asked = asyncio.run(ended()).even
    assert bool(asked) is offered
    if offered:
        page = client.get(opened(client, **asked)).text
        assert "Chances égales" in page
        assert "Lapin" in page


def test_typed_dice_and_their_correction(client: Client) -> None:
    table = opened(client, game="blocs", first="me", dice="typed")
    page = client.get(table).text
    assert 'name="die" value="3"' in page
    page = client.get(f"{table}?die=3").text
    assert 'name="dice" value="d35"' in page
    do(client, table, "roll", dice="d35")
    assert state(client, table)["events"] == ["d35"]
    assert 'id="fix"' in client.get(table).text
    assert 'formaction="' + table + '/correct"' in client.get(f"{table}?fix=1&die=3").text
    do(client, table, "correct", dice="d36")
    assert state(client, table)["events"] == ["d36"]
    assert do(client, table, "correct", dice="d99").status_code == 422


def test_blocs_writes_the_calculation(client: Client) -> None:
    table = opened(client, game="blocs", first="me", dice="typed", level="3")
    do(client, table, "roll", dice="d36")
    page = client.get(f"{table}?pick=2,3,6").text
    assert "6 × 3 ÷ 2 = 9" in page.replace("\u00a0", " ")
    assert 'name="move" value="2,3,6:' in page
    wrong = client.get(f"{table}?pick=2,12,11").text
    assert 'class="hint note"' in wrong
    assert 'id="do-push"' not in wrong


@pytest.mark.parametrize(("query", "say"), [("", "0"), ("?pick=3,6", "0"), ("?say=12-", "1")])
def test_whoever_may_leave_a_push_finds_a_button(client: Client, query: str, say: str) -> None:
    """B6: beside the blocks picked, and where one says the calculation oneself."""
    free, bound = (
        opened(client, game="blocs", first="me", dice="typed", level="2", push=push, say=say)
        for push in ("may", "must")
    )
    for table in (free, bound):
        do(client, table, "roll", dice="d36")
    assert 'id="no-push"' not in client.get(bound + query).text
    page = client.get(free + query).text
    assert 'id="no-push"' in page
    assert "Je ne pousse pas" in page
    assert do(client, free, "move", move="-").status_code == 303
    assert state(client, free)["events"] == ["d36", "-"]


def test_settings_that_do_not_serve_with_others_are_left_out_of_a_form(client: Client) -> None:
    """The first page always says `single` (B17) and may say `given` (B18)."""
    duel = opened(client, game="blocs", first="me", single="end", given="3,10")
    assert state(client, duel)["settings"] == {"mode": "duel", "level": 1, "given": "3,10"}
    solo = opened(client, game="blocs", mode="solo", single="end")
    assert state(client, solo)["settings"] == {"mode": "solo", "level": 1, "single": "end"}
    four = opened(client, game="blocs", mode="four", given="3")
    assert state(client, four)["settings"] == {"mode": "four", "level": 1}


@pytest.mark.parametrize(
    ("say", "block", "left"),
    [
        ("5", 5, ""),
        ("12-5", 5, "12"),
        ("12-5", 12, "5"),
        ("5+2", 5, "2"),
        ("(8-5)*2", 2, "(8-5)"),
        ("(8-5)*2", 8, "(5)*2"),
    ],
)
def test_a_block_that_is_said_already_is_put_back_by_a_second_tap(
    client: Client, say: str, block: int, left: str
) -> None:
    table = opened(client, game="blocs", first="me", dice="typed", level="3", say="1")
    do(client, table, "roll", dice="d36")
    (spot,) = re.findall(rf'<button[^>]*id="tb-1-{block}"[^>]*>', client.get(table, params={"say": say}).text)
    assert f'name="say" value="{left}"' in spot
    assert 'aria-pressed="true"' in spot


def test_say_it_yourself_answers_kindly(client: Client) -> None:
    table = opened(client, game="blocs", first="me", dice="typed", level="2", say="1")
    do(client, table, "roll", dice="d36")
    page = client.get(f"{table}?say=12-").text
    assert 'value="12-3"' in page
    wrong = do(client, table, "move", say="12-2")
    assert wrong.status_code == 422
    assert "10" in wrong.text
    assert 'value="12−2"' in wrong.text, "what was said stays to be mended"
    odd = do(client, table, "move", say="hello")
    assert odd.status_code == 422
    assert "« hello » : il faut des blocs" in re.sub(r"\s", " ", odd.text)
    assert do(client, table, "move", say="12 − 3").status_code == 303
    assert state(client, table)["events"] == ["d36", "3,12:12-3"]


TYPED = [
    (
        "blocs",
        {"first": "me", "level": "3"},
        "d45",
        ["5 plus 4", "6 fois 2 moins 3", "6·2−3", "5+4=9", "4 et 5", "4,5:5+4"],
    ),
    ("blocs", {"first": "me", "level": "3"}, "d12", ["6:2", "6 divisé par 2 = 3"]),
    ("blocs", {"first": "me"}, "d11", ["11 12", "11 et 12", "11, 12", "9+12", "coucou", "5+4=8", "", "()", "5++4"]),
    ("cadeau", {}, "d4", ["2a", "zone 2, case A", "a2", "9q", "coucou"]),
    ("laaancez", {}, "d5", ["étoile a3", "1.etoile@a3", "star in a3", "chaise a3", "2.etoile@a3", "+ a3"]),
]


@pytest.mark.parametrize(("name", "settings", "dice", "lines"), TYPED)
def test_a_typed_line_means_on_the_page_what_it_means_at_the_prompt(
    client: Client, name: str, settings: dict[str, str], dice: str, lines: list[str]
) -> None:
    game, table = load(name), ""
    level = {"level": int(settings["level"])} if "level" in settings else {}
    at = game.play(game.start(game.variant(level)), game.parse(dice))
    for typed in lines:
        if not table:
            table = opened(client, game=name, dice="typed", **settings)
            do(client, table, "roll", dice=dice)
        token, output = "", ""
        try:
            token = str(read_move(game, at, 1, typed))
            game.play(at, game.parse(token))
        except TableeError as error:
            output = typeset(error.text.fr, "fr")
        answer = do(client, table, "move", line=typed)
        if output:
            assert answer.status_code == 422, (typed, output)
            assert output in html.unescape(answer.text), (typed, output)
        else:
            assert answer.status_code == 303
            if name == "laaancez":  # L4: a choice is written down when both are made
                assert do(client, table, "move", line="bonhomme a5").status_code == 303
            assert f" {token}" in client.get(f"{table}/record").text
            table = ""


def test_a_line_rolls_answers_and_takes_back(client: Client) -> None:
    table = opened(client, game="cadeau", zones="2")
    assert "Pour lancer les dés, écrivez" in do(client, table, "move", line="2a").text
    assert do(client, table, "move", line="lancer").status_code == 303
    assert do(client, table, "move", line="2a").status_code == 303
    die = state(client, table)["events"][0][1]
    for asked, output in (
        ("plateau", f"Zone 2 : Lutins {die}, vide, vide ; Gnomes tout vide."),
        ("zone 1", "Zone 1 : Lutins tout vide ; Gnomes tout vide."),
        ("score", "Les Lutins du Chat : 0 zone"),
        ("last", f"écrivent un {die} : zone 2, case a."),
        ("dés", f"lancent le dé : {die}."),
        ("?", "On peut aussi écrire : plateau"),
    ):
        answer = do(client, table, "move", line=asked)
        assert (answer.status_code, output in re.sub(r"\s", " ", answer.text)) == (200, True), asked
    for refused, why in (("coups", "Lancez d’abord"), ("tuteur", "tuteur 1 : "), ("sauver", "dans le menu")):
        assert why in do(client, table, "move", line=refused).text.replace("\u00a0", " ")
    assert do(client, table, "move", line="annuler").status_code == 303
    assert len(state(client, table)["events"]) == 1
    listed = do(client, table, "move", line="moves").text.replace("\u00a0", " ")
    assert "zone 1  case a ; case b ; case c." in listed.replace("\u202f", " ")
    assert do(client, table, "move", line="tuteur 1").status_code == 303
    assert "demande un tuteur" in client.get(table).text
    real = opened(client, game="blocs", mode="solo", dice="typed")
    assert do(client, real, "move", line="4 et 5").status_code == 303
    assert state(client, real)["events"] == ["d45"]


@pytest.mark.parametrize("lang", LANGS)
def test_the_page_for_who_listens_tells_what_can_be_typed(client: Client, lang: str) -> None:
    """Every line of its table is a command, a roll, or a move of some game."""
    page = client.get("/by-ear", headers={"accept-language": lang}).text
    named = re.findall(r"<strong>(.*?)</strong>", page[page.index("<tbody>") : page.index("</tbody>")])
    states = {"cadeau": "d4", "blocs": "d45", "laaancez": "d5"}
    combat = [str(event) for _, event, _ in walk("laaancez", {}, 3)]
    fighting = next(index for index, event in enumerate(combat) if "x" in event)
    assert len(named) > 12
    for typed in named:
        read = parse_command(typed) is not None or plain(typed) in ROLLING
        for name, dice in (*states.items(), ("laaancez", " ".join(combat[:fighting]))):
            state = load(name).start(load(name).variant({}))
            for token in dice.split():
                state = load(name).play(state, load(name).parse(token))
            with contextlib.suppress(TableeError):
                read = bool(read_move(load(name), state, 1, typed)) or read
        assert read, typed


def test_laaancez_hands_the_device_over(client: Client) -> None:
    table = opened(client, game="laaancez", dice="typed")
    do(client, table, "roll", dice="d1")
    assert 'name="move" value="1.boule@a1"' not in client.get(table).text, "first the offer, then the cells"
    page = client.get(table, params={"pick": "boule"}).text
    assert 'name="move" value="1.boule@a1"' in page
    assert 'value="1.boule@a1"' not in client.get(f"{table}?pick=bouclier").text
    do(client, table, "move", move="1.boule@a1")
    page = client.get(table).text
    assert "1.boule@a1" not in page
    assert 'name="move"' not in page
    offers = page.split('class="handover ')[1].split("</section>")[0]  # what the die offers is no secret
    assert 'name="as" value="1"' in offers
    assert 'name="pick" value="boule"' in offers
    assert 'name="pick" value="bouclier"' in offers
    second = client.get(f"{table}?as=1&pick=boule").text
    assert 'value="2.boule@a1"' in second
    assert "boule de neige en a1" not in second


def test_undo_asks_the_others(client: Client) -> None:
    table = opened(client, game="cadeau", way="link")
    path, other = link_of(client, table), somebody_else(client)
    assert other.get(path).status_code == 200
    assert other.post(path, data={"name": "Léa"}).headers["location"] == table
    do(client, table, "roll")
    token = state_moves(client, table)[0]
    do(client, table, "move", move=token)
    assert do(client, table, "undo").status_code == 303
    assert 'id="agree"' in other.get(table).text
    assert 'id="agree"' not in client.get(table).text
    do(other, table, "agree")
    assert len(state(client, table)["events"]) == 1


def state_moves(client: Client, table: str) -> list[str]:
    return re.findall(r'form="f-do" name="move" value="([^"]+)"', client.get(table).text)


def test_resign_asks_first_then_rematch_keeps_seats(client: Client) -> None:
    table = opened(client, game="laaancez")
    assert 'id="resign-yes"' not in client.get(table).text
    assert 'id="resign-yes"' in client.get(f"{table}?stop=1").text
    do(client, table, "resign")
    assert client.get(f"{table}/next").headers["location"] == table
    again = client.post(f"{table}/rematch", data={"swap": "1"}).headers["location"]
    assert again != table
    assert 'id="do-roll"' in client.get(again).text
    assert client.get(f"{table}/next").headers["location"] == again


# --- links ------------------------------------------------------------------------------------------------------


def test_a_link_is_used_once_and_by_its_button_only(client: Client) -> None:
    table = opened(client, game="cadeau", way="link")
    link = link_of(client, table)
    other, third = somebody_else(client), somebody_else(client)
    for _ in range(2):
        assert 'id="join"' in other.get(link).text, "looking at a link takes no seat"
    other.post(link)
    assert "(vous)" in other.get(table).text
    assert other.get(link).headers["location"] == table, "one's own link leads back to one's seat"
    assert third.get(link).status_code == 403
    assert third.post(link).status_code == 403
    assert link not in other.get(table).text
    assert 'id="do-roll"' not in third.get(table).text


# --- records and replay -----------------------------------------------------------------------------------------


RECORD = "game: cadeau\nzones: 1\nplayers: Léa, Tom\n\nd4 1a d1 1a {bien} d5 1b d2 1b d6 1c d3 1c\n"


def send(client: Client, text: str | bytes, to: str = "continue") -> Any:
    return client.post("/records", data={"to": to}, files={"record": ("game.tablee", text, "text/plain")})


def test_records_travel(client: Client) -> None:
    table = str(send(client, RECORD.partition(" d6")[0] + "\n").headers["location"])
    assert 'id="do-roll"' in client.get(table).text
    file = client.get(f"{table}/record")
    assert "attachment" in file.headers["content-disposition"]
    assert "d4 1a d1 1a {bien} d5 1b d2 1b" in file.text
    assert "Léa, Tom" in file.text


def test_replay_steps_by_links(client: Client) -> None:
    replay = str(send(client, RECORD).headers["location"])
    assert replay.endswith("/replay")
    page = client.get(f"{replay}?at=4").text
    assert 'href="' + replay + '?at=3"' in page
    assert 'href="' + replay + '?at=5"' in page
    assert "bien" in page
    assert "volé" in client.get(f"{replay}?at=999").text or "sauvé" in client.get(f"{replay}?at=999").text
    assert client.get(f"{replay}?at=-1").status_code == 422
    fork = client.post(replay.removesuffix("/replay") + "/fork", data={"at": "4"}).headers["location"]
    assert state(client, fork)["events"] == ["d4", "1a", "d1", "1a"]


@pytest.mark.parametrize(
    ("text", "word"),
    [(b"\xff\xfe", "UTF-8"), ("game: cadeau\n\nd9\n", "Ligne 3"), ("nonsense", "Ligne 1"), (b"", "fichier")],
)
def test_damaged_records_get_a_sentence(client: Client, text: str | bytes, word: str) -> None:
    answer = send(client, text)
    assert answer.status_code == 422
    assert word in answer.text


def test_the_page_says_what_moved(client: Client) -> None:
    """The script moves what the page tells it to, and reads no move."""
    lines = (Path(__file__).parents[1] / "golden" / "laaancez.txt").read_text().splitlines()
    tokens = [line.split()[0] for line in lines if re.match(r"\S", line) and line[0] not in "#="]
    replay = str(send(client, "game: laaancez\n\n" + " ".join(tokens) + "\n").headers["location"])
    assert 'data-motion=""' in client.get(replay).text
    assert 'data-motion="reveal" data-from="" data-to=""' in client.get(f"{replay}?at=3").text
    assert tokens[-1] == "c3xe1"
    assert 'data-motion="throw" data-from="2-c3" data-to="1-e1"' in client.get(f"{replay}?at=999").text


# --- markup -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", NAMES)
def test_pages_hold_nothing_that_the_policy_forbids(client: Client, game: str) -> None:
    table = opened(client, game=game, way="link")
    do(client, table, "roll")
    for path in ("/", f"/game/{game}", table, f"/rules/{game}", f"{table}/replay", f"{table}?stop=1"):
        page = client.get(path).text
        assert " style=" not in page
        assert "<style" not in page
        assert not re.search(r"\son[a-z]+=", page)
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page))
        assert not re.findall(r'(?:href|src)="https?://', page), "nothing comes from elsewhere"
        ids = re.findall(r'\sid="([^"]+)"', page)
        assert len(ids) == len(set(ids)), sorted(one for one in ids if ids.count(one) > 1)
