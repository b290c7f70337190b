"""Errors as the network sees them: a status and a sentence in the visitor's language, mapped once, here."""

from __future__ import annotations

import logging

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tablee.core.errors import (
    GameOver,
    IllegalEvent,
    NotationError,
    RequestError,
    TableeError,
    VariantError,
)
from tablee.core.record import RecordError
from tablee.core.words import Text
from tablee.table import (
    NotYourTurn,
    Refused,
    SeatError,
    StaleMove,
    StoreError,
    TableDamaged,
    UnknownTable,
)

from .visitor import Visitor
from .words import typeset

log = logging.getLogger("tablee.web")

# The first that fits counts.
STATUSES: tuple[tuple[type[TableeError], int], ...] = (
    (UnknownTable, 404),
    (SeatError, 403),
    (NotYourTurn, 409),
    (StaleMove, 409),
    (Refused, 409),
    (GameOver, 409),
    (NotationError, 422),
    (IllegalEvent, 422),
    (VariantError, 422),
    (RecordError, 422),
    (RequestError, 422),
    (StoreError, 503),
    (TableDamaged, 500),
)
PLAIN = {
    404: Text("Il n’y a rien à cette adresse.", "There is nothing at this address."),
    405: Text("Cette adresse ne se demande pas ainsi.", "This address is not asked for in this way."),
    400: Text("Cette demande ne se lit pas.", "This request cannot be read."),
    500: Text(
        "Quelque chose s’est mal passé ici. La partie est gardée : rechargez la page.",
        "Something went wrong here. The game is kept: reload the page.",
    ),
}


class Fault(Exception):  # noqa: N818
    """A refusal of the web itself."""

    def __init__(self, status: int, text: Text) -> None:
        super().__init__(text.en)
        self.status, self.text = status, text


def status_of(error: TableeError) -> int:
    return next((status for kind, status in STATUSES if isinstance(error, kind)), 400)


def fault_of(error: Exception) -> Fault:
    """Any exception as a fault; what nobody foresaw is logged and says nothing of the machine."""
    if isinstance(error, Fault):
        return error
    if isinstance(error, TableeError):
        return Fault(status_of(error), error.text)
    if isinstance(error, HTTPException):
        return Fault(error.status_code, PLAIN.get(error.status_code, PLAIN[400]))
    log.error("unforeseen", exc_info=error)
    return Fault(500, PLAIN[500])


def answer(request: Request, fault: Fault) -> Response:
    """The fault as the caller reads it: JSON for programs, a page for people."""
    visitor = Visitor.of(request)
    sentence = typeset(fault.text.said(visitor.lang), visitor.lang)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, fault.status, headers={"content-language": visitor.lang})
    from .page import render  # a page needs everything; the answer to a program nothing of it

    return render(request, "fault.html", status=fault.status, sentence=sentence)


async def handle(request: Request, error: Exception) -> Response:
    return answer(request, fault_of(error))
