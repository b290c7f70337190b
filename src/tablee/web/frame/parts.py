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

from tablee.drawing.svg import Markup, Picture

HEADER = "x-tablee"  # what our own script sends: the digests of all it has, or any word if it has nothing
LENGTH = 8  # of a digest
GAP = re.compile(rf'<g data-keep="([\w-]{{{LENGTH}}})"></g>')
TAG = re.compile(r"(<\w+)")
GROUP = re.compile("<g(?: [^>]*)?(?<!/)>|</g>")
LEAST, LARGE = 120, 600  # characters of a drawing that are worth a gap, and of a part of it


def is_fragment(request: Request) -> bool:
    """Does our own script ask, which only wants what changes?"""
    return HEADER in request.headers


def set_aside(markup: str, aside: dict[str, str]) -> Markup:
    """The gap in whose place the markup belongs."""
    name = digest_of(markup)
    aside[name] = markup
    return Markup(gap(name))


@lru_cache(maxsize=1024)  # faces, dice, and what is rendered once
def digest_of(markup: str) -> str:
    hashed = hashlib.blake2b(markup.encode(), digest_size=LENGTH * 6 // 8).digest()
    return base64.urlsafe_b64encode(hashed).decode()


def gap(name: str) -> str:
    return f'<g data-keep="{name}"></g>'


@pass_context
def part(context: Context, markup: str) -> Markup:
    """The template filter that makes some markup, of one element, a part."""
    return set_aside(markup, context["aside"])


@pass_context
def pieces(context: Context, svg: str) -> Markup:
    """The template filter that makes each group of a drawing a part."""
    lines = [split(line) for line in (svg.lines if isinstance(svg, Picture) else svg.split("\n"))]
    for _, found in lines:
        context["aside"].update(found)
    return Markup("\n".join(outline for outline, _ in lines))


@lru_cache(maxsize=4096)  # nearly all lines of a drawing are as they were
def split(drawn: str, least: int = LEAST) -> tuple[str, dict[str, str]]:
    """Some of a drawing with gaps, and what stands in them: its outermost groups, and what is large in these."""
    outline, found = "", dict[str, str]()
    depth = done = 0
    for tag in GROUP.finditer(drawn):
        if not depth:
            head = tag
        depth += -1 if tag[0] == "</g>" else 1
        if not depth and tag.end() - head.start() > least:
            inside = drawn[head.end() : tag.start()]
            if least < LARGE < len(inside):
                inside, within = split(inside, LARGE)
                found |= within
            outline += drawn[done : head.start()] + set_aside(head[0] + inside + tag[0], found)
            done = tag.end()
    return outline + drawn[done:], found


def fill(page: str, aside: dict[str, str], has: str | None) -> str:
    """The page with its parts, each of which says its digest. For a script, which says what it `has`: its head and
    nothing but the parts that the script does not have."""
    kept = {has[at : at + LENGTH] for at in range(0, len(has), LENGTH)} if has else set[str]()
    sent = aside.keys() - kept

    def part_of(gap: re.Match[str]) -> str:
        if gap[1] not in sent:
            return gap[0]
        tag, markup = TAG.split(aside[gap[1]], maxsplit=1)[1:]
        return f'{tag} data-part="{gap[1]}"{GAP.sub(part_of, markup) if "<g data-keep=" in markup else markup}'

    if has and aside:
        return page[: page.index("<body")] + "".join(map(part_of, GAP.finditer(page)))
    return GAP.sub(part_of, page)
