"""The first page and what it leads to: a new table, an uploaded record, the visitor's own settings."""

from collections.abc import Mapping
from dataclasses import replace

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response

from tablee import bots
from tablee.core.game import AnyGame, Variant
from tablee.core.record import Record, parse
from tablee.core.registry import load, part
from tablee.core.words import LANGS
from tablee.engine import handicap
from tablee.engine.solution import Unsolved
from tablee.table import Chair, Setup, Table, name_bots, new_secret
from tablee.table.entry import NOBODY
from tablee.table.match import LENGTHS
from tablee.table.seating import clean_name
from tablee.table.verbs import Invite

from .frame.form_data import form_of, parse_small_int, recall_tables, safe_redirect, settings_of, table_service_of
from .frame.http_errors import HttpError
from .frame.lan_listener import find_lan_listener
from .frame.page import render
from .frame.people import COLOURS, DEFAULT_BADGES, Profile, introduce, is_badge, pick_badge
from .frame.visitor import MOST_FAMILY, OWN_COOKIE, THEMES, Visitor, keep_family, keep_links, remember, sit
from .frame.work_queue import run_in_thread
from .play.my_games import summary
from .web_game import load_web_game

WAYS = ("here", "bot", "link")
MOST_RECENT = 6  # tables among which the first page finds one to go on with
FAVOURITE = "lapin"  # the level that is offered first, as long as it exists


def warm(request: Request, table: Table) -> None:
    """Bots that have to work something out begin to, before it is their turn."""
    for seat in table.seating.seats():
        if seat.bot:
            request.app.state.driver.warm(seat.bot, table.game, table.variant)


async def home(request: Request) -> Response:
    visitor, own_class = Visitor.of(request), request.cookies.get(OWN_COOKIE, "")
    recent = await recall_tables(request, MOST_RECENT)
    resume = next((summary(table, seats, visitor.lang) for table, seats in recent if not table.over), None)
    return render(
        request,
        "home.html",
        own_class=own_class if request.app.state.gatherings.is_open(own_class) else "",
        colours=COLOURS,
        resume=resume,
        message=min(visitor.messages, key=lambda game: not game[2], default=None),  # one where it is our turn, first
    )


async def choose(request: Request) -> Response:
    """The page of a game: whom to play it with, and its settings."""
    rules = load(request.path_params["game"])
    return render(
        request,
        "game.html",
        name=rules.NAME,
        rules=rules,
        shown=load_web_game(rules.NAME),
        levels=bots.available(rules),
        favourite=FAVOURITE,
        lengths=LENGTHS,
        evens=handicap.list_served(),
        uneven=handicap.advise_even,
    )


async def download_app(request: Request) -> Response:
    """The app that needs no server, as one file. HttpError: the host has not put it beside the games."""
    if request.app.state.app_zip is None:
        raise HttpError(
            404,
            "L’application n’est pas là. Pour l’offrir, tapez tablee build-app -o tablee-app.zip, posez ce fichier "
            "dans le dossier des parties, puis relancez la table.",
            "The app is not here. To offer it, type tablee build-app -o tablee-app.zip, put that file in the games "
            "folder, then start the table again.",
        )
    return FileResponse(request.app.state.app_zip, filename="tablee-app.zip")


# --- a new table ------------------------------------------------------------------------------------------------


async def create(request: Request) -> Response:
    form = await form_of(request)
    visitor = Visitor.of(request)
    asked = (form, visitor.lang, visitor.profile, visitor.family)
    # A guest's even chances are searched; anything else is quick, and a whole class may begin at once.
    setup = await run_in_thread(request, setup_of, *asked) if form.get("even") else setup_of(*asked)
    opened = await table_service_of(request).create(setup)
    warm(request, opened.table)
    response = RedirectResponse(f"/table/{opened.table.id}", 303)
    sit(response, request, opened.table, opened.secret)
    if opened.invitations:
        common = new_secret()
        await table_service_of(request).ask(opened.table.id, opened.secret, Invite(NOBODY, common))
        keep_links(response, request, opened.table.id, {**opened.invitations, NOBODY: common})
    if any(form.get(f"name{seat}") for seat in setup.my_seats[1:]):
        named = [Profile(setup.seats[seat].badge, setup.seats[seat].name) for seat in setup.my_seats[1:]]
        keep_family(response, request, [*named, *visitor.family[len(named) :]])
    if load_web_game(setup.game).ACCEPTS_TYPED:
        remember(response, request, "say", "1" if form.get("say") == "1" else "0")
    return response


def setup_of(form: Mapping[str, str], lang: str, profile: Profile, family: tuple[Profile, ...] = ()) -> Setup:
    """The table that the form of the first page asks for; what is missing has a default."""
    name, way = form.get("game", ""), form.get("way", "here")
    way, _, met = way.partition(":")
    if way not in WAYS:
        raise HttpError(
            422, "On joue ici, contre un robot ou par un lien.", "Play here, against a bot, or with a link."
        )
    game = load(name)
    settings = settings_of(game, form)
    variant = game.variant(settings)
    people = game.seats(variant)
    mine = min(people - 1, 1) if form.get("side") == "1" else 0
    able = bots.available(game)
    level = met or form.get("bot") or (FAVOURITE if FAVOURITE in able else next(iter(able)))
    chairs, here = [], []
    for seat in range(people):
        kind = form.get(f"seat{seat}") or ("here" if seat == mine else {"bot": f"bot:{level}"}.get(way, way))
        given = form.get(f"name{seat}", "")
        if kind.startswith("bot:"):
            chairs.append(Chair(given, kind.removeprefix("bot:")))
            continue
        chairs.append(Chair(given))
        if kind == "here":
            here.append(seat)
    if not here:
        # Somebody has to hold the table, if only to hand out its links.
        here = [seat for seat, chair in enumerate(chairs) if not chair.bot][:1]
    opening = form.get("first", "roll") == "roll" if game.opening(variant) else None
    dice = "typed" if form.get("dice") == "typed" else "virtual"
    worn = dict(zip(here, (profile, *family), strict=False))
    seats = introduce(name_bots(chairs, lang), lang, worn)
    best = parse_small_int(form.get("match", "")) if people > 1 and form.get("match") else 0
    setup = Setup(name, settings, seats, tuple(here), dice, opening, best_of=best)  # type: ignore[arg-type]
    goal = part(game.NAME, "goal")
    if people == 1 and goal and form.get("goal", "") in map(str, bots.WISHES.values()):
        aim = goal.describe(variant, int(form["goal"]) / 100).in_lang(lang)
        return replace(setup, record=Record(game, variant, comments={-1: aim}))
    return _make_even(setup, game, variant, lang) if form.get("even") == "1" else setup


def _make_even(setup: Setup, game: AnyGame, variant: Variant, lang: str) -> Setup:
    """The same table, begun so that both win as often: by a setting, or from a position; where nobody knows how, begun
    as usual, and it says so."""
    try:
        begin = handicap.even_start(game, variant)
    except Unsolved as error:
        return replace(setup, record=Record(game, variant, comments={-1: error.text.in_lang(lang)}))
    comments = {-1: handicap.EVENED.in_lang(lang)}
    if begin == game.start(begin.variant):
        record = Record(game, begin.variant, comments=comments)
        return replace(setup, settings=game.settings(begin.variant), record=record)
    return replace(setup, opening=False, record=Record(game, begin.variant, comments=comments, begin=begin))


async def open_table(request: Request, setup: Setup, onward: str = "") -> Response:
    """Open a table for a game that was brought along, with faces and names for all, and go to a page of it."""
    setup = replace(setup, seats=introduce(setup.seats, Visitor.of(request).lang))
    opened = await table_service_of(request).create(setup)
    response = RedirectResponse(f"/table/{opened.table.id}{onward}", 303)
    sit(response, request, opened.table, opened.secret)
    return response


async def upload(request: Request) -> Response:
    """A .tablee file: to go on with, everybody here, or to watch."""
    async with request.form(max_files=1, max_fields=10) as form:
        given, to = form.get("record"), form.get("to")
        if not isinstance(given, UploadFile) or not given.size:
            raise HttpError(422, "Choisissez d’abord un fichier .tablee.", "Choose a .tablee file first.")
        raw = await given.read()
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise HttpError(422, "Ce fichier n’est pas du texte UTF-8.", "This file is not UTF-8 text.") from None
    found = await run_in_thread(request, parse, text, load)
    setup = Setup.of_record(found, my_seats=tuple(range(found.game.seats(found.variant))))
    return await open_table(request, setup, "/replay" if to == "review" or found.outcome else "")


# --- the visitor's settings -------------------------------------------------------------------------------------


async def settings(request: Request) -> Response:
    form = await form_of(request)
    pressed = next((f"#{key}" for key in ("lang", "theme") if key in form), "")  # without script, it keeps the focus so
    response = RedirectResponse(safe_redirect(form.get("back", "/")) + pressed, 303)
    for key, allowed in (("lang", LANGS), ("theme", THEMES), ("flat", ("0", "1")), ("say", ("0", "1"))):
        if form.get(key) in allowed:
            remember(response, request, key, form[key])
    return response


async def change_lan_access(request: Request) -> Response:
    """Open the table to the home network, or shut it again: only from the machine that it runs on."""
    form, found = await form_of(request), find_lan_listener(request)
    if found is None:
        raise HttpError(
            403,
            "Seul l’ordinateur qui tient la table peut l’ouvrir au réseau.",
            "Only the computer that runs the table can open it to the network.",
        )
    await (found.open() if form.get("open") == "1" else found.close())
    return RedirectResponse(safe_redirect(form.get("back", "/")), 303)


async def change_profile(request: Request) -> Response:
    """How the visitor wants to be known: an animal, a colour, a first name, any of them."""
    form, worn = await form_of(request), Visitor.of(request).profile
    badge = form.get("badge", "") or worn.badge
    badge = badge if is_badge(badge) else DEFAULT_BADGES[0]
    pressed = badge if "badge" in form else "profile-keep"
    if form.get("colour") in COLOURS:
        pressed = form["colour"]
        badge = f"{badge.partition('-')[0]}-{pressed}"
    response = RedirectResponse(f"/#{pressed}", 303)
    remember(response, request, "guise", Profile(badge, clean_name(form.get("name", worn.name))).to_cookie())
    if "name1" in form:
        names = [clean_name(form.get(f"name{seat}", "")) for seat in range(1, MOST_FAMILY + 1)]
        keep_family(response, request, family_profiles(badge, names, Visitor.of(request).family))
    return response


def family_profiles(badge: str, names: list[str], before: tuple[Profile, ...]) -> list[Profile]:
    """Profiles of the others on this device: each keeps their animal, or gets a free one."""
    family: list[Profile] = []
    for seat, name in enumerate(names):
        taken = [badge, *(profile.badge for profile in family)]
        old = before[seat].badge if seat < len(before) else ""
        if name:
            family.append(Profile(old if old and old not in taken else pick_badge(taken), name))
    return family


async def verify(request: Request) -> Response:
    """The page that checks the dice of a game. It asks the server nothing: a record reaches it in its own address."""
    return render(request, "verify.html")
