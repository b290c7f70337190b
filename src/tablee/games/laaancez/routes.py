"""A sheet of objects of one's own for « Laaancez ! » (L13): made on the page, kept in its address or in the browser.
The whole sheet travels in the address, so that a link shares it and nothing is stored; a field is named as the sheet
spells it, and an error of the sheet stands at its field."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.core.errors import SheetError
from tablee.drawing.svg import Markup
from tablee.games import laaancez
from tablee.games.laaancez.sheet import DRAWINGS, format_sheet, parse_sheet, parse_value, plain
from tablee.web.frame.form_data import address, form_of
from tablee.web.frame.page import render
from tablee.web.frame.visitor import Visitor, own_sheet, remember

from . import board as drawing
from . import item_art

NUMBERS = ("hits", "damage", "limit")
OBJECT_KINDS = tuple(kind for kind in DRAWINGS if kind in laaancez.load_shipped("noel").things and kind != "bougie")
LARGEST = 3500  # characters of a cookie
NAME = "maison"


def fields(data: Mapping[str, Any], lang: str) -> dict[str, str]:
    """A sheet's plain values as the fields of the form, with the names in that language."""
    fields = {"rows": " ".join(map(str, data["rows"]))}
    objects = {f"objects.{key}": thing for key, thing in data["objects"].items()}
    for path, thing in {"candle": data["candle"], **objects}.items():
        fields[f"{path}.fr"] = thing[lang]
        fields |= {f"{path}.{key}": str(thing[key]) for key in NUMBERS if key in thing}
        if thing.get("shield"):
            fields[f"{path}.shield"] = "1"
        if path != "candle":
            fields[f"{path}.used"] = "1"
    for face, pair in data["faces"].items():
        fields |= {f"faces.{face}.{index}": option for index, option in enumerate(pair)}
    return fields


def values(given: Mapping[str, str]) -> dict[str, Any]:
    """The plain values that the fields spell; whether they make a sheet, `read` says."""
    objects = {kind: _thing(given, f"objects.{kind}") for kind in OBJECT_KINDS if given.get(f"objects.{kind}.used")}
    return {
        "name": NAME,
        "rows": [_number(part) for part in given.get("rows", "").split()],
        "candle": {"name": "bougie", "en": "candle"} | _thing(given, "candle"),
        "objects": objects,
        "faces": {str(face): [given.get(f"faces.{face}.{index}", "") for index in (0, 1)] for face in range(1, 7)},
    }


def _thing(given: Mapping[str, str], path: str) -> dict[str, Any]:
    title = given.get(f"{path}.fr", "").strip()
    entry: dict[str, Any] = {"fr": title, "en": title}
    entry |= {key: _number(text) for key in NUMBERS if (text := given.get(f"{path}.{key}", "").strip())}
    return entry | ({"shield": True} if given.get(f"{path}.shield") else {})


def _number(text: str) -> int | str:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else text


async def page(request: Request) -> Response:
    given, lang, noel = dict(request.query_params), Visitor.of(request).lang, laaancez.load_shipped("noel").things
    if "rows" not in given:  # the sheet that this browser keeps, or else the one that comes with the game
        given = fields(plain(parse_value(own_sheet(request) or "noel")), lang)
    wrong: SheetError | None = None
    card, line, signs = Markup(), "", {}
    try:
        sheet = parse_sheet(values(given))
        line = format_sheet(sheet)
        card = Markup(drawing.card(sheet, lang=lang, theme="light", prefix="own-"))
        signs = {thing.name: item_art.signs(sheet, thing) for thing in (*sheet.objects, sheet.candle)}
    except SheetError as error:
        wrong = error
    return render(
        request,
        "objects.html",
        name=laaancez.NAME,
        status=200 if wrong is None else 422,
        given=given,
        kinds=OBJECT_KINDS,
        titles={**{kind: noel[kind].title for kind in OBJECT_KINDS}, "candle": noel["bougie"].title},
        numbers=NUMBERS,
        tick=laaancez.TICK,
        wrong=wrong,
        saved="kept" in request.query_params,
        card=card,
        signs=signs,
        spelled=line,
        quoted=quote(line),
        link=address(request, "/objects") + f"?{request.url.query}" if "rows" in request.query_params else "",
    )


async def keep(request: Request) -> Response:
    """This browser keeps a sheet until it keeps another."""
    given = (await form_of(request)).get("sheet", "")
    written = quote(format_sheet(parse_value(given)), safe=":,")
    if len(written) > LARGEST:
        raise SheetError("elle est trop longue pour ce navigateur.", "it is too long for this browser.", key="sheet")
    response = RedirectResponse("/objects?kept=1", 303)
    remember(response, request, "sheet", written)
    return response


ROUTES = [Route("/objects", page), Route("/objects/keep", keep, methods=["POST"])]
