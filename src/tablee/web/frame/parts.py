"""The parts of a page: a script that already has some of them is sent only the others.

While a page is rendered each part is set aside under a digest of its markup, and a gap stands in its place; a part may
hold others. Then the gaps are filled, but for those parts that the script says it has: it puts its own there.
"""

import base64
import hashlib
import re
from functools import lru_cache

from jinja2 import pass_context
from jinja2.runtime import Context
from starlette.requests import Request

from tablee.drawing.svg import Markup

HEADER = "x-tablee"  # what our own script sends: the digests of all it has, or any word if it has nothing
LENGTH = 8  # of a digest
GAP = re.compile(rf'<g data-keep="([\w-]{{{LENGTH}}})"></g>')
TAG = re.compile(r"(<\w+)")
GROUP = re.compile("<g(?: [^>]*)?>|</g>")
LEAST = 120  # characters of a drawing that are worth a gap


def is_fragment(request: Request) -> bool:
    """Does our own script ask, which only wants what changes?"""
    return HEADER in request.headers


def set_aside(markup: str, aside: dict[str, str]) -> Markup:
    """The gap in whose place the markup belongs."""
    name = digest_of(markup)
    aside[name] = markup
    return Markup(f'<g data-keep="{name}"></g>')


@lru_cache(maxsize=4096)  # most of a page is as it was
def digest_of(markup: str) -> str:
    hashed = hashlib.blake2b(markup.encode(), digest_size=LENGTH * 6 // 8).digest()
    return base64.urlsafe_b64encode(hashed).decode()


@pass_context
def part(context: Context, markup: str) -> Markup:
    """The template filter that makes some markup, of one element, a part."""
    return set_aside(str(markup).strip(), context["aside"])


@pass_context
def pieces(context: Context, svg: str) -> Markup:
    """The template filter that makes each group of a drawing a part."""
    outline, found = split(svg)
    context["aside"].update(found)
    return outline


@lru_cache(maxsize=64)  # all who watch a table see the same drawing
def split(svg: str) -> tuple[Markup, dict[str, str]]:
    """A drawing with gaps, and what stands in them: its outermost groups, those of its definitions too."""
    outline, found = list[str](), dict[str, str]()
    depth = begin = done = 0
    for tag in GROUP.finditer(svg):
        if not depth:
            begin = tag.start()
        depth += -1 if tag[0] == "</g>" else 0 if tag[0].endswith("/>") else 1
        if not depth and tag.end() - begin > LEAST:
            outline += (svg[done:begin], set_aside(svg[begin : tag.end()], found))
            done = tag.end()
    return Markup("".join((*outline, svg[done:]))), found


def fill(page: str, aside: dict[str, str], has: str | None) -> str:
    """The page with its parts, each of which says its digest. For a script, which says what it `has`: its head and
    nothing but the parts that the script does not have."""
    kept = {has[at : at + LENGTH] for at in range(0, len(has), LENGTH)} if has else ()

    def replacement(found: re.Match[str]) -> str:
        name = found[1]
        if name in kept or name not in aside:
            return found[0]
        tag, markup = TAG.split(aside[name], maxsplit=1)[1:]
        return f'{tag} data-part="{name}"{GAP.sub(replacement, markup)}'

    if has and aside:
        page = page[: page.index("<body")] + "".join(found[0] for found in GAP.finditer(page))
    return GAP.sub(replacement, page)
