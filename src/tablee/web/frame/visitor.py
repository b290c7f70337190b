"""Who is asking: the language, the colours and the seats that a browser remembers in its cookies."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import Response

from tablee.core.errors import TableeError
from tablee.core.registry import is_known, load, names
from tablee.core.words import LANGS, Lang, Text
from tablee.table import Table
from tablee.table.entry import NOBODY
from tablee.table.ids import is_in_memory

from ..web_game import load_web_game
from .http_errors import HttpError
from .people import Profile

YEAR = 365 * 86400
HALF_A_DAY = 43200
OWN_COOKIE = "class"  # of an adult's browser: the gathering that it has opened
THEMES = ("auto", "light", "dark")
MOST_FAMILY = 3  # others that play on one device
MOST_GAMES = 60  # that a browser remembers
BY_MESSAGE = "/by-message"  # where games by messages are, and their cookies, one for each
BY_MESSAGE_COOKIES = tuple(f"letter{number}" for number in range(8))
MESSAGES_COOKIE = "messages"  # for the first page: which of these games are going on, without their secrets
TABLE_ID = re.compile(r"[A-Za-z0-9]{4,40}")
GAME = re.compile(rf"({TABLE_ID.pattern})(?:-([0-3]{{1,4}}))?")  # a table, and the places where this browser sits
PLACES = {"0": 0, "1": 1, "2": 2, "3": 3, "any": NOBODY}
BY_MESSAGE_GAME = re.compile(r"([0-9a-f]{12})-(\w+)-([01])")
TOKEN = re.compile(r"[A-Za-z0-9_-]{20,80}")
BROWSER = re.compile("[0-9a-f]{16}")


@dataclass(frozen=True, slots=True)
class ClassFrame:
    """A page of a table that is shown inside a class: where the class is, its pupil's stamp, and their own page."""

    url: str = ""
    stamp: str = ""
    home: str = ""


@dataclass(frozen=True, slots=True)
class Visitor:
    """`secret` holds a seat at the table of this very address; the browser sends it only there."""

    lang: Lang
    theme: str = "auto"
    say: bool = False
    helped: bool = True  # what can be played is marked; in a class only if the adult wants it
    flat: bool = False  # the tablet lies between the players: the table turns to the player to move
    profile: Profile = field(default_factory=Profile)
    family: tuple[Profile, ...] = ()  # who else plays on this device, in the order of their seats
    games: tuple[tuple[str, tuple[int, ...]], ...] = ()  # the newest first
    messages: tuple[tuple[str, str, bool], ...] = ()  # by message: which, of which game, whether it is our turn
    secret: str | None = field(default=None, repr=False)
    links: dict[int, str] = field(default_factory=dict, repr=False)
    stop: Text | None = None  # why nobody may play now, in a class

    @staticmethod
    def of(request: Request) -> Visitor:
        """The visitor who sent a request; read from it once."""
        visitor: Visitor = request.scope.get("tablee.visitor") or _read_visitor(request)
        request.scope["tablee.visitor"] = visitor
        return visitor


def _read_visitor(request: Request) -> Visitor:
    cookies = request.cookies
    theme = cookies.get("theme", "auto")
    games = (GAME.fullmatch(name) for name in cookies.get("recent", "").split("."))
    messages = (BY_MESSAGE_GAME.fullmatch(name) for name in cookies.get(MESSAGES_COOKIE, "").split("."))
    seat = cookies.get("seat", "")
    return Visitor(
        lang_of(request),
        theme if theme in THEMES else "auto",
        cookies.get("say") == "1",
        True,
        cookies.get("flat") == "1",
        Profile.from_cookie(cookies.get("guise", "")),
        tuple(Profile.from_cookie(cookie) for cookie in cookies.get("family", "").split("|") if cookie)[:MOST_FAMILY],
        tuple((game[1], tuple(map(int, game[2] or ""))) for game in games if game)[:MOST_GAMES],
        tuple((game[1], game[2], game[3] == "1") for game in messages if game and is_known(game[2])),
        seat if TOKEN.fullmatch(seat) else None,
        _links(cookies.get("links", "")),
    )


def read_bearer(request: Request) -> str:
    """The secret that a program sends as `Authorization: Bearer …`; empty: none. Raises HttpError."""
    scheme, _, secret = request.headers.get("authorization", "").partition(" ")
    if not scheme:
        return ""
    if scheme.lower() != "bearer" or not TOKEN.fullmatch(secret.strip()):
        raise HttpError(401, "Il faut « Authorization: Bearer SECRET ».", "“Authorization: Bearer SECRET” is needed.")
    return secret.strip()


def lang_of(request: Request) -> Lang:
    """The language that was chosen, or the one that the browser asks for."""
    chosen = next((lang for lang in LANGS if lang == request.cookies.get("lang")), None)
    return chosen or choose_language(request.headers.get("accept-language", ""))


@lru_cache(maxsize=1024)
def choose_language(header: str) -> Lang:
    """The first of our languages that an Accept-Language header asks for; French if it asks for neither."""
    ranked: list[tuple[float, int, Lang]] = []
    for rank, part in enumerate(header.lower().split(",")[:20]):
        tag, _, rest = part.strip().partition(";")
        found = re.fullmatch(r"\s*q=([01](?:\.\d{1,3})?)\s*", rest)
        weight = float(found[1]) if found else 1.0
        ranked += [(-weight, rank, lang) for lang in LANGS if tag.split("-")[0] == lang and weight > 0]
    return min(ranked)[2] if ranked else "fr"


def _links(cookie: str) -> dict[int, str]:
    """`1:token.any:token`: the invitations this browser has made and may show again."""
    pairs = (part.partition(":") for part in cookie.split("."))
    return {PLACES[seat]: link for seat, _, link in pairs if seat in PLACES and TOKEN.fullmatch(link)}


def browser_of(request: Request) -> str:
    """The name that this browser was given; empty for one that has none."""
    name = request.cookies.get("browser", "")
    return name if BROWSER.fullmatch(name) else ""


# --- what a browser is asked to remember ------------------------------------------------------------------------


def remember(response: Response, request: Request, key: str, value: str, path: str = "/", seconds: int = YEAR) -> None:
    """A cookie that scripts cannot read and other sites cannot send with a form."""
    secure = request.url.scheme == "https"
    response.set_cookie(key, value, max_age=seconds, path=path, httponly=True, samesite="lax", secure=secure)


def remember_seat(response: Response, request: Request, secret: str, path: str) -> None:
    """A seat in a class, or at a table of it: for half a day, and nothing else is remembered."""
    remember(response, request, "seat", secret, path, HALF_A_DAY)


def sit(response: Response, request: Request, table: Table, secret: str) -> None:
    """Remember a seat, whose cookie only goes to the pages of that table, and that there was a game."""
    if is_in_memory(table.id):
        remember_seat(response, request, secret, f"/table/{table.id}")
        return
    remember(response, request, "seat", secret, f"/table/{table.id}")
    older = [game for game in Visitor.of(request).games if game[0] != table.id]
    keep_games(response, request, [(table.id, table.find_seats(secret)), *older])


def keep_games(response: Response, request: Request, games: Iterable[tuple[str, tuple[int, ...]]]) -> None:
    written = (f"{name}-{''.join(map(str, seats))}".rstrip("-") for name, seats in games)
    remember(response, request, "recent", ".".join(list(written)[:MOST_GAMES]))


def keep_messages(response: Response, request: Request, games: Iterable[tuple[str, str, bool]]) -> None:
    """Which games by message are going on, the newest first."""
    written = ".".join(f"{name}-{game}-{int(yours)}" for name, game, yours in games)
    remember(response, request, MESSAGES_COOKIE, written)


def keep_family(response: Response, request: Request, family: Iterable[Profile]) -> None:
    """Who plays here, for the next time."""
    remember(response, request, "family", "|".join(profile.to_cookie() for profile in list(family)[:MOST_FAMILY]))


def keep_links(response: Response, request: Request, table_id: str, links: dict[int, str]) -> None:
    written = ".".join(f"{name}:{links[seat]}" for name, seat in PLACES.items() if seat in links)
    remember(response, request, "links", written, f"/table/{table_id}")


def own_sheet(request: Request) -> str:
    """The sheet of objects that this browser keeps, as one line; empty where it keeps none that can be played."""
    for name in names():
        kept = unquote(request.cookies.get(load_web_game(name).OWN or "-", ""))
        with contextlib.suppress(TableeError):
            if kept and load(name).variant({load_web_game(name).OWN: kept}):
                return kept
    return ""
