"""Everything that a browser keeps, as one file and back: for another browser, or before this one forgets."""

import json
from typing import Any

from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.core.words import Text
from tablee.table import Table, log_format
from tablee.web.frame.http_errors import HttpError
from tablee.web.frame.visitor import BY_MESSAGE, BY_MESSAGE_COOKIES, MESSAGES_COOKIE, TABLE_ID

from .browser_store import BrowserStore, CookieJar

FORM = "tablee-box-1"
SEAT = "/table/{} seat"  # where the jar keeps what holds a seat
MOST = 32_000_000  # bytes
UNREADABLE = Text(
    "Ce fichier ne vient pas de Tablée, ou il en manque un bout : rien n’a changé ici. Reprenez-le là d’où il vient.",
    "This file was not made by Tablée, or part of it is missing: nothing has changed here. Get it again from where it "
    "came.",
)


async def import_all(text: str, store: BrowserStore, jar: CookieJar) -> None:
    """Bring in every game that is not here yet, with its seat; one that is here stays as it is. Raises `HttpError`.
    Games by messages come in as far as there is room for them."""
    try:
        box = json.loads(text)
        assert box["form"] == FORM
        tables: dict[str, Any] = {name: table for name, table in box["tables"].items() if TABLE_ID.fullmatch(name)}
        for name, table in tables.items():
            Table.fold(name, map(log_format.parse, table["entries"]))
        cookies: dict[str, str] = {str(key): str(value) for key, value in box["cookies"].items()}
    except (ValueError, KeyError, TypeError, AttributeError, AssertionError, TableeError):
        raise HttpError(422, UNREADABLE) from None
    here = {table.table for table in store.tables()}
    fresh: dict[str, str] = {}
    new = [name for name in tables if name not in here]
    for name in new:
        await store.write_table(name, tables[name]["entries"], int(tables[name]["at"]))
        if SEAT.format(name) in cookies:
            fresh[SEAT.format(name)] = cookies[SEAT.format(name)]
    recent = [word for word in jar.get("recent").split(".") if word]
    brought = [word for word in cookies.get("/ recent", "").split(".") if word.partition("-")[0] in new]
    fresh["/ recent"] = ".".join([*recent, *brought])
    slots = [f"{BY_MESSAGE} {name}" for name in BY_MESSAGE_COOKIES]
    held = {slot: jar.all().get(slot, "") for slot in slots}
    here_by_message = {word.partition(".")[0] for word in held.values()}
    sent = [cookies[slot] for slot in slots if cookies.get(slot, "").partition(".")[0] not in here_by_message | {""}]
    by_message = dict(zip((slot for slot in slots if not held[slot]), sent, strict=False))
    brought_by_message = {word.partition(".")[0] for word in by_message.values()}
    going_on = cookies.get(f"/ {MESSAGES_COOKIE}", "").split(".")
    noted = [word for word in going_on if word.partition("-")[0] in brought_by_message]
    fresh |= by_message | {f"/ {MESSAGES_COOKIE}": ".".join([jar.get(MESSAGES_COOKIE), *noted])}
    for key in ("/ guise", "/ lang", "/ theme", "/ sheet"):
        if key in cookies and not jar.get(key[2:]):
            fresh[key] = cookies[key]
    await jar.put(fresh)


def routes(store: BrowserStore, jar: CookieJar) -> list[Route]:
    async def take(request: Request) -> Response:
        headers = {"content-disposition": 'attachment; filename="tablee-box.json"'}
        tables = {
            summary.table: {"at": summary.touched, "entries": store.load(summary.table)} for summary in store.tables()
        }
        box = json.dumps({"form": FORM, "cookies": jar.all(), "tables": tables}, ensure_ascii=False)
        return Response(box, media_type="application/json", headers=headers)

    async def bring(request: Request) -> Response:
        async with request.form(max_files=1, max_fields=2, max_part_size=MOST) as form:
            upload = form.get("box")
            text = (await upload.read()).decode(errors="replace") if isinstance(upload, UploadFile) else ""
        await import_all(text, store, jar)
        return RedirectResponse("/mine", 303)

    return [Route("/box", take), Route("/box", bring, methods=["POST"])]
