"""Stylesheets, scripts and fonts, all served by this server.

Every asset is made once, compressed once, and addressed by a digest of its content, so that a browser may keep it.
"""

import gzip
import hashlib
import json
import pkgutil
import re
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable

from starlette.requests import Request
from starlette.responses import Response

from tablee.core.game import clip
from tablee.drawing import palette

from .http_errors import HttpError

FONT = re.compile(r'url\("([\w-]+\.(?:ttf|woff2|svg))"\)')  # what a stylesheet brings along
IMPORT = re.compile(r'from "\./(\w+\.js)"')
STEP = 4  # quarters of a percent: where a button may lie on a board
FORMS = 100  # forms of a board, from square to twice as wide
FONTS = {  # what pages seldom need; the others are made by tools/fonts.py
    "manrope.ttf": ("font_manrope", "Manrope-Medium.ttf"),
    "manrope-bold.ttf": ("font_manrope", "Manrope-ExtraBold.ttf"),
}
TYPES = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "ttf": "font/ttf"}
TYPES |= {"svg": "image/svg+xml", "woff2": "font/woff2", "txt": "text/plain; charset=utf-8"}


@dataclass(frozen=True, slots=True)
class Asset:
    body: bytes
    kind: str
    tag: str


def places_css() -> str:
    """Positions in percent as classes: a strict policy allows no style attribute, and a board has many buttons."""
    rules = []
    for name, edge in (("x", "left"), ("y", "top"), ("w", "width"), ("h", "height")):
        rules += [f".{name}{n}{{{edge}:{n / STEP:g}%}}" for n in range(100 * STEP + 1)]
    rules += [f".form{n}{{--form:{n / FORMS:g}}}" for n in range(FORMS // 4, 4 * FORMS)]
    return "\n".join(rules)


def form_class(size: tuple[float, float]) -> str:
    """The class of a board of that size: how much wider than high it is, so that a page can fit it into any room."""
    return f"form{min(4 * FORMS - 1, max(FORMS // 4, round(FORMS * size[0] / size[1])))}"


@lru_cache(maxsize=4096)
def place_classes(box: tuple[float, float, float, float], size: tuple[float, float]) -> str:
    """The classes of a box on a board of that size."""
    x, y, width, height = box
    across, down = 100 * STEP / size[0], 100 * STEP / size[1]
    parts = (("x", x * across), ("y", y * down), ("w", width * across), ("h", height * down))
    return " ".join(f"{name}{min(100 * STEP, max(0, round(value)))}" for name, value in parts)


def themes_css() -> str:
    """The boards' own colours, for both lights, and their looks; paper is always light."""
    light, dark = palette.css("light").replace("\n", ""), palette.css("dark").replace("\n", "")
    return (
        f":root{{{light}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{:root[data-theme=auto]{{{dark}}}}}\n"
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}\n{palette.LOOKS_CSS}"
    )


PAGES = ("table.js", "verify.js", "lobby.js", "class.js")  # what pages themselves load
GENERATED = {"places.css": places_css, "themes.css": themes_css}


@cache
def asset(name: str) -> Asset:
    if name in GENERATED:
        body = GENERATED[name]().encode()
    elif name in FONTS:
        package, file = FONTS[name]
        body = (resources.files(package) / "files" / file).read_bytes()
    else:
        if name not in static():
            raise HttpError(404, f"Pas de fichier « {clip(name)} » ici.", f"There is no file “{clip(name)}” here.")
        body = static()[name].read_bytes()
        if name.endswith((".css", ".js")):
            body = _rewrite_addresses(body.decode()).encode()
    digest = hashlib.sha256(body).hexdigest()[:12]
    return Asset(body, TYPES[name.rpartition(".")[2]], digest)


@cache
def pack(name: str) -> bytes:
    return gzip.compress(asset(name).body, 9, mtime=0)


def _rewrite_addresses(source: str) -> str:
    """A stylesheet with its fonts, a module with what it imports, at their lasting addresses, seen from its own."""
    source = FONT.sub(lambda found: f'url("..{url(found[1]).removeprefix("/static")}")', source)
    return IMPORT.sub(lambda found: f'from "..{url(found[1]).removeprefix("/static")}"', source)


def scripts() -> list[str]:
    """The modules that the script imports, so that a browser may fetch them all at once."""
    return sorted(name for name in list_names() if name.endswith(".js") and name not in PAGES)


@cache
def tags() -> dict[str, str]:
    """The file names of the assets, fixed when the app was built; empty on a server, which reads the disk."""
    try:
        found: dict[str, str] = json.loads(pkgutil.get_data("tablee.web", "tags.json") or b"{}")
    except OSError:
        return {}
    return found


@cache
def static() -> dict[str, Traversable]:
    """The files that stand beside this package, by name."""
    return {file.name: file for file in (resources.files("tablee.web") / "static").iterdir() if file.is_file()}


def list_names() -> set[str]:
    """The name of every file that pages are dressed in."""
    return set(tags()) or {*GENERATED, *FONTS, *static()}


def url(name: str) -> str:
    return f"/static/{tags().get(name) or asset(name).tag}/{name}"


async def serve(request: Request) -> Response:
    name = request.path_params.get("name", "icon.svg")  # what a browser asks for by itself
    found = asset(name)
    fresh = request.path_params.get("tag") == found.tag
    headers = {
        "etag": f'"{found.tag}"',
        "cache-control": "public, max-age=31536000, immutable" if fresh else "no-cache",
        "vary": "accept-encoding",
    }
    if request.headers.get("if-none-match") == headers["etag"]:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(pack(name), media_type=found.kind, headers={**headers, "content-encoding": "gzip"})
    return Response(found.body, media_type=found.kind, headers=headers)
