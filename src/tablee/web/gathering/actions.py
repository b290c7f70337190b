"""What is done in a class by whoever may: the same for its pages and its API.

Who asks is known by a bearer token or by the cookie of the pages. `ACTIONS` lists what only the teacher may do.
"""

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from starlette.requests import Request

from tablee.core.errors import TableeError
from tablee.core.words import typeset
from tablee.gathering.gathering import HIGHEST, Gathering, Member
from tablee.gathering.service import GatheringService
from tablee.table import SeatError
from tablee.table.entry import check_value

from ..frame.http_errors import HttpError
from ..frame.page import once
from ..frame.parts import digest_of, split
from ..frame.security import TOO_FAST, client_of
from ..frame.visitor import Visitor, lang_of, read_bearer
from ..play import board
from ..play.share_link import code
from ..web_game import fill_names


def gatherings_of(request: Request) -> GatheringService:
    service: GatheringService = request.app.state.gatherings
    return service


def open_gathering(request: Request, kind: str, game: str, settings: Mapping[str, object]) -> tuple[Gathering, str]:
    """Returns a new gathering and its adult's secret; refused (429) to an address that has opened many."""
    address = client_of(request.scope)
    if not request.app.state.new_gatherings.take(address):
        raise HttpError(
            429,
            "Beaucoup de classes viennent d’être ouvertes d’ici : attendez quelques minutes.",
            "Many classes have just been opened from here: wait a few minutes.",
        )
    try:
        return gatherings_of(request).create(kind, game, settings, lang_of(request), hash(address))
    except TableeError:
        request.app.state.new_gatherings.take(address, -1)  # who is refused may ask again
        raise


def find_by_code(request: Request, code: str) -> Gathering:
    """The gathering of a code. Who tries many wrong ones has to wait; right ones cost nothing.

    All addresses together have twenty times what one has, and the networks of one IPv6 site (/48) four times: who has
    many addresses finds no code sooner. The first tries of an address in a day have half of that to themselves, so that
    those who have tried before shut no pupil out. An address that has opened a class is a school's, and counts alone.
    """
    tries, address = request.app.state.wrong_codes, client_of(request.scope)
    prices = {address: 1.0}
    if address not in request.app.state.new_gatherings:
        prices |= {f"{address[:14]}/48": 0.25} if ":" in address else {}
        prices["first" if request.app.state.first_codes.take(address) else "again"] = 0.1
    if not all(tries.take(key, price) for key, price in prices.items()):
        raise HttpError(429, TOO_FAST)
    gathering = gatherings_of(request).find_by_code(code)
    for key, price in prices.items():
        tries.take(key, -price)
    return gathering


async def let_in(
    request: Request, gathering: Gathering, secret: str, badge: str, name: str, *, again: bool = False
) -> Member:
    """Let somebody in; refused (429) to an address from which more than a class has just come in. Raises as `join`."""
    come = str(hash((gathering.id, client_of(request.scope))))  # the address itself is not kept with a class
    if not request.app.state.joins.take(come):
        raise HttpError(
            429,
            "Beaucoup viennent d’entrer d’ici : encore quelques secondes de patience.",
            "Many have just joined from here: wait a few seconds, then try again.",
        )
    before = read_bearer(request) or Visitor.of(request).secret or ""
    member = await gatherings_of(request).join(gathering, secret, badge, name, before, again)
    gathering.tell()
    return member


def identify(request: Request) -> tuple[Gathering, Member | str]:
    """The gathering of an address, and who asks, by a bearer token or by the cookie of its pages: a sign of life.

    Raises NotHere, SeatError.
    """
    service = gatherings_of(request)
    gathering = service.find(request.path_params["gathering_id"])
    role = gathering.identify(read_bearer(request) or Visitor.of(request).secret or "")
    asker = role if isinstance(role, Member) else gathering
    asker.last_seen = max(asker.last_seen, service.clock())
    if role == "teacher" and gathering.host:
        gathering.members[gathering.host].last_seen = gathering.last_seen
    return gathering, role


def identify_player(request: Request) -> tuple[Gathering, Member | str]:
    """As `identify`; the host of an evening who plays too is one of its members. Raises NotHere, SeatError."""
    gathering, role = identify(request)
    return gathering, gathering.members.get(gathering.host, role) if role == "teacher" else role


def home_of(gathering: Gathering) -> str:
    """Where the pages of a class are."""
    return f"/class/{gathering.id}"


def own_home_of(gathering: Gathering, member: Member) -> str:
    """Where somebody's own page is."""
    return home_of(gathering) + ("/me" if member.badge == gathering.host else "")


def require_teacher(request: Request) -> Gathering:
    """The gathering of an address, asked for by its teacher. Raises NotHere, SeatError."""
    gathering, role = identify(request)
    if role != "teacher":
        raise SeatError("Seul l’adulte de cette classe peut le faire.", "Only the teacher of this class can do this.")
    return gathering


def require_member(request: Request) -> tuple[Gathering, Member]:
    """The gathering of an address, asked for by one of its members. Raises NotHere, SeatError."""
    gathering, role = identify_player(request)
    if not isinstance(role, Member):
        raise SeatError("On entre d’abord par le code.", "Join with the code first.")
    return gathering, role


def wake(request: Request, gathering: Gathering) -> None:
    """Let the bots of the round play that is on, and every page look where it belongs."""
    gathering.tell()
    for group in gathering.current_round.groups if gathering.current_round else ():
        request.app.state.driver.wake(group.table_id)


LONGEST_CLOCK = 60  # minutes of a round
MOST_STEPS = 1000  # of a walk through the rolls of a round
Method = Callable[[GatheringService], Callable[..., Any]]
ACTIONS: dict[str, tuple[Method, dict[str, type | range]]] = {
    "absent": (lambda _: partial(Gathering.set_absent, absent=True), {"badge": str}),
    "present": (lambda _: partial(Gathering.set_absent, absent=False), {"badge": str}),
    "level": (lambda _: Gathering.set_for, {"badge": list, "level": range(HIGHEST["level"] + 1)}),
    "head_start": (lambda _: Gathering.set_for, {"badge": list, "head_start": range(HIGHEST["head_start"] + 1)}),
    "wish": (lambda _: Gathering.wish, {"badge": list, "wish": str}),
    "device": (lambda _: Gathering.settle_claim, {"badge": str, "same": bool}),
    "lock": (lambda _: Gathering.adjust, {"locked": bool}),
    "shows": (lambda _: Gathering.adjust, {"shows": bool}),
    "step": (lambda _: Gathering.adjust, {"step": range(MOST_STEPS + 1)}),
    "remove": (lambda service: service.remove, {"badge": str}),
    "pause": (lambda service: service.pause, {"paused": bool}),
    "game": (lambda service: service.set_game, {"game": str}),
    "again": (lambda service: service.rounds.pair_again, {"badge": str}),
    "end": (lambda service: service.rounds.end, {}),
    "clock": (lambda service: service.rounds.set_clock, {"minutes": range(LONGEST_CLOCK + 1)}),
    "tutor": (lambda service: service.rounds.set_tutor, {"tutor": bool, "badge": list}),
    "play": (lambda service: service.attempts.play, {"move": str}),
    "lesson": (lambda service: service.lessons.begin, {}),
    "next": (lambda service: service.lessons.go_on, {}),
}
"""What only the teacher may do, with what is sent along: of a number, from where to where it goes; a list of animals
may be one animal."""
OPTIONAL: dict[str, dict[str, object]] = {"again": {"badge": ""}, "play": {"move": ""}, "tutor": {"badge": []}}
"""What may be left out, and what then counts."""


async def perform(request: Request, gathering: Gathering, action: str, sent: Mapping[str, object]) -> None:
    """Do one of `ACTIONS` with what was sent along, and let bots play. Raises what it raises, or RequestError."""
    find_method, fields = ACTIONS[action]
    given, sent = {}, {**OPTIONAL.get(action, {}), **sent}
    for key, kind in fields.items():
        value = sent.get(key)
        if isinstance(kind, range):
            given[key] = check_value(key, value, int, kind.start, kind.stop - 1)
        elif kind is list:
            badges = [value] if isinstance(value, str) else check_value(key, value, list)
            given[key] = [check_value(key, badge, str) for badge in badges]
        else:
            given[key] = check_value(key, value, kind)
    result = find_method(gatherings_of(request))(gathering, **given)
    if inspect.isawaitable(result):
        await result
    wake(request, gathering)


async def forget(request: Request, gathering: Gathering) -> None:
    """Erase a gathering, and what pages remember of its tables."""
    request.app.state.reviews.forget(await gatherings_of(request).erase(gathering))
    for cached in (board.board, fill_names, typeset, split, digest_of, code, once):  # with names, or a secret
        cached.cache_clear()
