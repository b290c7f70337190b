"""Reading what a page sends."""

from __future__ import annotations

from starlette.requests import Request

from tablee.table import Hall

MOST_FIELDS, MOST_FILES = 60, 2


async def form_of(request: Request) -> dict[str, str]:
    """The plain fields of a form; files are read elsewhere."""
    async with request.form(max_fields=MOST_FIELDS, max_files=MOST_FILES) as form:
        return {key: value for key, value in form.items() if isinstance(value, str)}


def hall_of(request: Request) -> Hall:
    hall: Hall = request.app.state.hall
    return hall


def address(request: Request, path: str) -> str:
    """A whole address of this server, as the visitor reached it."""
    return str(request.url.replace(path=path, query="", fragment=""))
