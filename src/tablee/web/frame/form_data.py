"""Reading what a page sends."""

import contextlib
import json
import re
from collections.abc import Mapping
from typing import Any, TypeVar

from starlette.requests import Request

from tablee.core.errors import TableeError
from tablee.core.game import AnyGame
from tablee.core.options import drop_irrelevant
from tablee.table import Table, TableService, Verb
from tablee.table.ids import is_in_memory
from tablee.table.verbs import FIELDS

from .http_errors import HttpError
from .lan_listener import find_lan_listener
from .visitor import Visitor

MOST_FIELDS, MOST_FILES = 100, 2
Asked = TypeVar("Asked", bound=Verb)


async def form_of(request: Request) -> dict[str, str]:
    """The plain fields of a form; files are read elsewhere."""
    async with request.form(max_fields=MOST_FIELDS, max_files=MOST_FILES) as form:
        fields = {key: value for key, value in form.items() if isinstance(value, str)}
        texts = [text for pair in form.multi_items() for text in pair if isinstance(text, str)]
    try:
        "".join(texts).encode()
    except UnicodeEncodeError:  # half a character can be neither kept nor shown
        raise HttpError(400, "Ce texte n’est pas de l’Unicode.", "This text is not Unicode.") from None
    return fields


def parse_body(raw: bytes) -> dict[str, Any]:
    """The JSON object that was sent; nothing at all is an empty one."""
    try:
        found = json.loads(raw.decode()) if raw.strip() else {}
        if b"\\u" in raw:  # what was half a character can be neither kept nor shown
            json.dumps(found, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise HttpError(400, "Il faut un objet JSON.", "A JSON object is needed.")
    return found


def parse_small_int(text: str) -> int:
    """A small number as a form or an address spells it; -1, which no seat and no version bears, for anything else."""
    return int(text) if re.fullmatch("[0-9]{1,8}", text) else -1


def request_from_form(kind: type[Asked], form: Mapping[str, str]) -> Asked:
    """Returns the request of a form's button; missing fields are empty, optional ones are left out."""
    given: dict[str, Any] = {}
    for field in FIELDS[kind]:
        text = form.get(field.name, "")
        if field.required or text:
            given[field.attribute] = (
                text if field.kind is str else parse_small_int(text) if field.kind is int else text != "0"
            )
    return kind(**given)


def settings_query(game: AnyGame, variant: Any) -> list[tuple[str, str]]:
    """A game and its settings, as an address says them."""
    usual = {option.key: option.default for option in game.OPTIONS if option.open}
    changed = [(key, value) for key, value in game.settings(variant).items() if usual.get(key) != value]
    return [
        ("game", game.NAME),
        *((key, value if isinstance(value, str) else json.dumps(value)) for key, value in changed),
    ]


def settings_of(game: AnyGame, given: Mapping[str, str]) -> dict[str, object]:
    """Returns the settings of a game from a form; missing ones keep their default."""
    settings = {option.key: option.parse(given[option.key]) for option in game.OPTIONS if given.get(option.key)}
    return drop_irrelevant(game.OPTIONS, settings)


def table_service_of(request: Request) -> TableService:
    table_service: TableService = request.app.state.table_service
    return table_service


async def table_to_continue(request: Request) -> Table:
    """The table of an address, to be gone on with elsewhere; HttpError (409) for one of a class or an evening."""
    table = await table_service_of(request).open(request.path_params["table_id"])
    if is_in_memory(table.id):
        raise HttpError(
            409,
            "Rien d’une classe n’est enregistré : cette partie ne se continue pas ailleurs.",
            "Nothing of a class is saved: this game cannot continue elsewhere.",
        )
    return table


async def recall_tables(request: Request, most: int | None = None) -> list[tuple[Table, tuple[int, ...]]]:
    """The tables that this browser remembers and this server still has, each with the places where it sat."""
    found = []
    for name, seats in Visitor.of(request).games[:most]:
        with contextlib.suppress(TableeError):  # swept, damaged or of another server
            found.append((await table_service_of(request).open(name), seats))
    return found


def address(request: Request, path: str) -> str:
    """Returns an absolute URL that others can open: by the visitor's host name, or the LAN address if that is open."""
    if in_browser := request.app.state.in_browser:
        return f"{in_browser}#{path}"
    listener = find_lan_listener(request)
    if listener is not None and listener.address:
        return listener.address + path  # from the machine itself, others are invited by its network address
    return str(request.url.replace(path=path, query="", fragment=""))


def safe_redirect(back: str) -> str:
    """An address of this very server to go back to; anything else is the first page."""
    fine = back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable()
    return back if fine else "/"
