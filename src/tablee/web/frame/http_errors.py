"""Errors as the network sees them: a status and a sentence, mapped once, here."""

import logging

from starlette.exceptions import HTTPException

from tablee.core.errors import GameOver, IllegalEvent, NotationError, RequestError, TableeError, VariantError
from tablee.core.record import RecordError
from tablee.core.words import Text
from tablee.table import (
    NotYourTurn,
    Refused,
    SeatError,
    StaleMove,
    StoreError,
    StoreFull,
    StoreLocked,
    TableDamaged,
    UnknownTable,
)

log = logging.getLogger("tablee.web")

# The first that fits counts.
STATUSES: tuple[tuple[tuple[type[TableeError], ...], int], ...] = (
    ((UnknownTable,), 404),
    ((SeatError,), 403),
    ((NotYourTurn, StaleMove, Refused, GameOver), 409),
    ((NotationError, IllegalEvent, VariantError, RecordError, RequestError), 422),
    ((StoreError,), 503),
    ((TableDamaged,), 500),
)
PLAIN = {
    404: Text("Il n’y a rien à cette adresse.", "There is nothing at this address."),
    405: Text("Cette adresse n’accepte pas ce genre de demande.", "This address does not accept this kind of request."),
    400: Text("Cette demande est illisible.", "This request cannot be read."),
    500: Text(
        "Quelque chose s’est mal passé ici. Votre partie est enregistrée : rechargez la page.",
        "Something went wrong here. Your game is saved: reload the page.",
    ),
}
# What is said in place of a store's private sentence. The first that fits counts.
STORE: dict[type[StoreError], Text] = {
    StoreFull: Text(
        "Le disque du serveur est plein : ce coup n’est pas enregistré, tous les précédents le sont. "
        "Faites-y de la place, puis rejouez.",
        "The server’s disk is full: this move is not saved, all earlier ones are. Make room, then play again.",
    ),
    StoreLocked: Text(
        "Un autre programme occupe les parties : ce coup n’est pas enregistré. Réessayez dans un instant.",
        "Another program is busy with the games: this move is not saved. Try again in a moment.",
    ),
    StoreError: Text(
        "Le serveur n’arrive pas à lire ou à enregistrer les parties ; ce qui était enregistré le reste. Réessayez "
        "dans un instant, ou prévenez la personne qui s’occupe du serveur : son journal dit pourquoi.",
        "The server cannot read or save the games; what was saved is safe. Try again in a moment, or tell whoever "
        "runs the server: its log says why.",
    ),
}


class HttpError(Exception):
    """A refusal of the web itself."""

    def __init__(self, status: int, text: Text | str, en: str = "") -> None:
        self.status, self.text = status, Text(text, en) if isinstance(text, str) else text
        super().__init__(self.text.en)


def status_of(error: TableeError) -> int:
    return next((status for kinds, status in STATUSES if isinstance(error, kinds)), 400)


def to_http_error(error: Exception) -> HttpError:
    """Any exception as an HttpError; an unexpected one is logged and says nothing of the machine."""
    if isinstance(error, HttpError):
        return error
    if isinstance(error, StoreError) and error.private:
        log.error("store: %s", error.text.en)
        return HttpError(status_of(error), next(text for kind, text in STORE.items() if isinstance(error, kind)))
    if isinstance(error, TableeError):
        return HttpError(status_of(error), error.text)
    if isinstance(error, HTTPException):
        return HttpError(error.status_code, PLAIN.get(error.status_code, PLAIN[400]))
    log.error("unforeseen", exc_info=error)
    return HttpError(500, PLAIN[500])
