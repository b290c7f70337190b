"""Pages of a table, its replay, its review and the rules, as somebody in a class sees them: below the class's own
address, so that its one cookie opens them, and nothing on them leads out of the class.

They are the same pages. A request below `/class/…/` is answered as if it had been made without that beginning, by
whoever sits at that table; where it leads elsewhere, it leads to the same place inside the class.
"""

import re
from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.types import Message, Receive, Scope, Send

from tablee.gathering.gathering import Member
from tablee.table import SeatError

from ..frame.http_errors import PLAIN, HttpError
from ..frame.visitor import ClassFrame, Visitor
from ..play.stream import EventStream
from .actions import gatherings_of, identify, identify_player, own_home_of
from .round_view import find_turn, make_stamp

LED = (b"/table/", b"/rules/")  # addresses that exist inside a class, too
OUT = re.compile("/table/[^/]+/(invite|join/.*|fork|send|record|erase|tutor|rename|poster)")  # what is not for a class


class ClassResponse(Response):
    """The answer of the whole application to a request as if it were made at `path`."""

    def __init__(self, request: Request, path: str, url: str, scope: Scope) -> None:
        super().__init__()
        self._request, self._url = request, url
        self._scope = {**request.scope, **scope, "path": path, "raw_path": path.encode()}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":  # one cookie opens all of a class: no other is set
                message["headers"] = [
                    (name, self._url.encode() + value if name == b"location" and value.startswith(LED) else value)
                    for name, value in message["headers"]
                    if name != b"set-cookie"
                ]
            await send(message)

        await self._request.app.router(self._scope, receive, sending)


async def answer(request: Request) -> Response:
    """A page of a table of the class, or its rules, for a pupil; to the way in for a stranger."""
    home, path = f"/class/{request.path_params['gathering_id']}", f"/{request.path_params['path']}"
    try:
        gathering, role = identify_player(request)
    except SeatError:
        return RedirectResponse(f"{home}/in", 303)
    known = gatherings_of(request).rounds.look_up(path.split("/")[2])
    elsewhere = known is None or known.gathering is not gathering
    if OUT.fullmatch(path) or (path.startswith("/table/") and elsewhere):
        raise HttpError(404, PLAIN[404])
    visitor = Visitor.of(request)
    if not isinstance(role, Member):
        return RedirectResponse(path, 303)
    stamp = make_stamp(gathering, role, await find_turn(request, gathering.current_round))
    inside = ClassFrame(home, stamp, own_home_of(gathering, role))
    secret = known.group.secrets.get(role.badge) if known is not None else None
    stop = gatherings_of(request).rounds.explain_stop(known.group.table_id) if known is not None else None
    alone = gathering.kind == "class"  # the child computes
    helped = not alone or gathering.is_helped(role.badge)
    say = alone or visitor.say
    pupil = replace(visitor, secret=secret, games=(), links={}, say=say, helped=helped, stop=stop, flat=False)
    return ClassResponse(request, path, home, {"tablee.inside": inside, "tablee.visitor": pupil})


async def events(request: Request) -> Response:
    """The stream of a class: that there is news of it, and what changes at a table of it that the page shows."""
    gathering, _ = identify(request)
    rounds = gatherings_of(request).rounds
    known = rounds.look_up(request.query_params.get("table", ""))
    table = await rounds.find_table(known.group.table_id) if known and known.gathering is gathering else None
    if table is not None:
        request.app.state.driver.wake(table.id, table)
    return EventStream(request, [table] if table is not None else [], gathering)
