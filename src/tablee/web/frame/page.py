"""Rendering: one environment of templates, what every page needs, and faults as pages."""

import contextlib
import re
from collections.abc import Hashable, Iterable, MutableMapping
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from jinja2 import (
    BaseLoader,
    Environment,
    FileSystemBytecodeCache,
    ModuleLoader,
    PackageLoader,
    StrictUndefined,
    Template,
)
from jinja2.bccache import Bucket
from jinja2.runtime import Macro
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from tablee import bots
from tablee.core import registry as games
from tablee.core.bounded_dict import BoundedDict
from tablee.core.paths import cache_directory
from tablee.core.words import LANGS, typeset
from tablee.drawing.svg import Markup
from tablee.paper import pdf

from ..web_game import load_web_game
from . import assets, parts, people
from .http_errors import to_http_error
from .icons import die, portrait
from .lan_listener import find_lan_listener, is_only_here
from .pages import pages
from .visitor import THEMES, ClassFrame, Visitor, own_sheet
from .words import Words

SHARED: BoundedDict[Hashable, str] = BoundedDict(64)  # what was answered to scripts of those who only watch
WORDS = {lang: Words(lang) for lang in LANGS}


def templates() -> BaseLoader:
    """The templates; in the app as they were compiled when it was built, so that nothing has to be read first."""
    compiled = find_spec("tablee.web.compiled")
    return PackageLoader("tablee.web") if compiled is None else ModuleLoader(compiled.submodule_search_locations or ())


class TemplateCache(FileSystemBytecodeCache):
    """Templates as they were compiled at an earlier start; a disk that is full keeps none, and no page away."""

    def dump_bytecode(self, bucket: Bucket) -> None:
        with contextlib.suppress(OSError):
            Path(self.directory).mkdir(mode=0o700, parents=True, exist_ok=True)
            super().dump_bytecode(bucket)


class Templates(Environment):
    """Templates with one plain dict of globals, not a chain of them that each page would walk through."""

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        return {**self.globals, **(d or {})}


@lru_cache(maxsize=2048)
def once(macro: Macro, *inputs: Hashable) -> str:
    """What a macro makes of its inputs, made again only when they change. It is imported without context and sees
    nothing else."""
    return macro(*inputs)


def once_each(macro: Macro, things: Iterable[Hashable], *inputs: Hashable) -> Markup:
    """`once` for each of several things, one after the other."""
    return Markup("".join([once(macro, thing, *inputs) for thing in things]))


@cache
def environment() -> Environment:
    made = Templates(
        loader=templates(),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
        bytecode_cache=TemplateCache(str(cache_directory() / "templates")),
    )
    made.filters.update(part=parts.part, pieces=parts.pieces)
    made.globals.update(
        asset=assets.url,
        once=once,
        once_each=once_each,
        object=portrait,
        die=die,
        someone=people.face,
        animal_name=people.animal_name,
        choices=people.choices,
        names=games.names,
        game=games.load,
        people=games.people,
        web_game=load_web_game,
        scripts=assets.scripts(),
        wishes=bots.WISHES,
        pdf=pdf,
        pages=pages,
        focus=(),  # what a board of a lesson puts the focus on
        inside=ClassFrame(),
    )
    made.globals["kept"] = made.get_template("kept_macros.html").module
    return made


def render(
    request: Request, template: str | Template, *, status: int = 200, shared: Hashable = None, **context: object
) -> HTMLResponse:
    """A page, or for our own script only those parts of it that the script does not have. `shared`: what the parts
    show, where they show the same to all who ask with the same words; they are then rendered once."""
    visitor, has = Visitor.of(request), request.headers.get(parts.HEADER)
    key = (shared, visitor.lang, has)
    if shared is None or has is None or key not in SHARED:
        back = request.url.path
        if request.method == "GET" and request.url.query:
            back += "?" + urlencode([pair for pair in request.query_params.multi_items() if pair[0] != "layout"])
        aside: dict[str, str] = {}
        body = (
            environment()
            .get_template(template)
            .render(
                w=WORDS[visitor.lang],
                lang=visitor.lang,
                visitor=visitor,
                own_sheet=partial(own_sheet, request),
                lan_access=find_lan_listener(request),
                local=is_only_here(request),
                next_theme=THEMES[(THEMES.index(visitor.theme) + 1) % len(THEMES)],
                back=back if request.method == "GET" and status == 200 else "/",
                bare=has is not None,
                inside=request.scope.get("tablee.inside", ClassFrame()),
                confined=request.scope.get("tablee.confined", False),
                aside=aside,
                in_browser=getattr(request.app.state, "in_browser", ""),
                app_zip=getattr(request.app.state, "app_zip", None),
                **context,
            )
        )
        body = parts.fill(body, aside, has)
        if shared is not None and has is not None:
            SHARED[key] = body
    else:
        body = SHARED[key]
    headers = {"content-language": visitor.lang, "vary": "cookie, accept-language, x-tablee"}
    return HTMLResponse(body, status, headers)


def attachment(content: str | bytes, name: str, kind: str = "text/plain; charset=utf-8") -> Response:
    """A file to download."""
    return Response(content, media_type=kind, headers={"content-disposition": f'attachment; filename="{name}"'})


async def handle(request: Request, error: Exception) -> Response:
    """The answer to a request that raised: JSON under /api/, else a page."""
    visitor, fault = Visitor.of(request), to_http_error(error)
    sentence = typeset(fault.text.in_lang(visitor.lang), visitor.lang)
    if request.url.path.startswith("/api/"):
        return JSONResponse({"error": sentence}, fault.status, headers={"content-language": visitor.lang})
    in_class = re.match("/c(lass/[^/]+)?(?=/|$)", request.url.path)  # whoever is in a class stays there
    return render(request, "fault.html", status=fault.status, sentence=sentence, again=in_class[0] if in_class else "")
