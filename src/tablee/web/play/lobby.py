"""Before everybody sits: the large code for a whiteboard, and the door to the home network."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from ..frame.form_data import form_of, hall_of, ours
from ..frame.http_errors import HttpError
from ..frame.lan_listener import door_of, only_here
from ..frame.page import render
from ..frame.visitor import Visitor
from .presence import note
from .table_page import name_of
from .tables import common


async def page(request: Request) -> Response:
    """One code for the whole table: each who scans it takes a free seat."""
    table = await hall_of(request).open(request.path_params["table_id"])
    await request.app.state.presence.ask(table.id)
    visitor = Visitor.of(request)
    mine = table.places(visitor.seat)
    if not mine:
        return RedirectResponse(f"/table/{table.id}", 303)
    seats = [(seat, name_of(table, seat)) for seat in table.seating.seats(mine[0])]
    response = render(
        request,
        "lobby.html",
        table=table,
        seats=seats,
        free=sum(not seat.taken for seat, _ in seats),
        here=request.app.state.presence.here(table),
        one=common(request, table, visitor.links),
        door=door_of(request),
        local=only_here(request),
    )
    note(request, response, table, mine)
    return response


async def door(request: Request) -> Response:
    """Open the table to the home network, or shut it again: only from the machine that it runs on."""
    form, found = await form_of(request), door_of(request)
    if found is None:
        raise HttpError(
            403,
            "Seul l’ordinateur qui tient la table peut l’ouvrir au réseau.",
            "Only the computer that runs the table can open it to the network.",
        )
    await (found.open() if form.get("open") == "1" else found.close())
    return RedirectResponse(ours(form.get("back", "/")), 303)
