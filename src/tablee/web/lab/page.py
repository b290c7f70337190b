"""The page of the lab: the wish, what has been measured of it, and stopping."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.core.extras import tablee
from tablee.core.game import AnyGame, Variant
from tablee.core.options import fitting
from tablee.core.words import Text, listed, same, typeset
from tablee.drawing import plots
from tablee.games import load, names
from tablee.lab import Study, report
from tablee.lab.block import Job
from tablee.lab.studies import job
from tablee.solvers import handicap

from ..frame.cost import aside
from ..frame.forms import form_of, ours
from ..frame.page import render
from ..frame.visitor import Visitor
from ..play.objects import own
from .studies import Running, studies_of

BESIDE = "with."  # what the settings of the second variant begin with
LARGEST_SEED = 1 << 53
FOUND = "#lab-found"  # where the page shows what was measured


def wanted(query: Mapping[str, str]) -> tuple[AnyGame, list[Variant]]:
    """The variant that is asked for, and the one beside it if there is one: the same but for what is said of it."""
    game = load(query.get("game") or names()[0])

    def said(begin: str) -> dict[str, object]:
        given = {option.key: query.get(begin + option.key, "").strip() for option in game.OPTIONS}
        return {option.key: option.read(given[option.key]) for option in game.OPTIONS if given[option.key]}

    first, other = said(""), said(BESIDE)
    variants = [game.variant(fitting(game.OPTIONS, first))]
    if other:
        variants.append(game.variant(fitting(game.OPTIONS, first | other)))
    return game, variants


def key_of(game: AnyGame, variants: Sequence[Variant], seed: int) -> object:
    return (game.NAME, *variants, seed)


def seed_of(query: Mapping[str, str]) -> int | None:
    text = query.get("seed", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 16 else None


async def page(request: Request) -> Response:
    query = {name: value for name, value in request.query_params.items() if value}
    seed = seed_of(query)
    if seed is None and "seed" in query:
        drawn = urlencode(query | {"seed": str(secrets.randbelow(LARGEST_SEED))})
        return RedirectResponse(f"/lab?{drawn}{FOUND}", 303)
    game, variants = wanted(query)
    if seed is None:
        return _shown(request, game, query, variants)
    studies, key = studies_of(request), key_of(game, variants, seed)
    running = studies.get(key)
    if running is None:
        jobs = await aside(_jobs, game, variants, seed)
        running = studies.get(key) or studies.begin(key, jobs)  # meanwhile somebody else may have asked, too
    if running.failed is not None:
        raise running.failed
    running.seen = time.monotonic()
    soon = not running.over  # from here on it may be over: one page says one thing
    found = await aside(_found, running, soon, Visitor.of(request).lang)
    return _shown(request, game, query, variants, running=running, soon=soon, found=found)


def _jobs(game: AnyGame, variants: Sequence[Variant], seed: int) -> list[Job]:
    return [job(game.NAME, variant, None, seed) for variant in variants]


def _shown(
    request: Request,
    game: AnyGame,
    query: Mapping[str, str],
    variants: Sequence[Variant],
    **measured: Any,
) -> Response:
    lang = Visitor.of(request).lang
    titles = [named(game, variant, lang) for variant in variants]
    return render(
        request,
        "lab.html",
        name=game.NAME,
        options=game.OPTIONS,
        given=query,
        own=own(request),
        beside=BESIDE,
        compared=len(variants) > 1,
        titles=titles,
        **({"running": None, "soon": False} | measured),
        even=_even(game, query, variants) if len(variants) == 1 else None,
        here="/lab?" + urlencode(query),
    )


def _found(running: Running, soon: bool, lang: str) -> dict[str, Any]:
    """What the templates show of a study: its figures in words, and, once it is over, its pictures."""
    studies = running.studies()
    if not studies:
        return {"rows": []}
    return {
        "rows": [[typeset(cell, lang) for cell in row] for row in report.rows(studies, lang)],
        "marks": [mark for mark, _ in report.marked(studies)],
        "played": [report.played(one) for one in studies],
        "verdicts": [(mark, said) for mark, one in report.marked(studies) for said in report.verdicts(one)],
        "different": report.COMPARED,
        "plots": [
            (mark, [Markup(one) for one in _drawn(study, lang, f"lab{mark}-")])
            for mark, study in report.marked(studies)
            if not soon
        ],
        "commands": [command(one) for one in studies],
    }


def _drawn(study: Study, lang: str, prefix: str) -> list[str]:
    return list(map(str, plots.figures(report.plots(study, lang), lang=lang, width=plots.NARROW, prefix=prefix)))


def named(game: AnyGame, variant: Variant, lang: str) -> str:
    """A variant in words: only what differs from the usual game, or that nothing does."""
    usual, told = game.settings(game.variant({})), []
    settings: Mapping[str, Any] = game.settings(variant)
    for key, value in settings.items():
        if value != usual.get(key):
            option = next(one for one in game.OPTIONS if one.key == key)
            said = same(value["name"]) if isinstance(value, dict) else option.name(value)
            asks = option.label.fr.endswith("?")
            told.append(option.label + (same(" ") if asks else Text(" : ", ": ")) + said)
    words = (
        game.TITLE
        + same(" · ")
        + (listed(told, last=same(", ")) if told else Text("le jeu habituel", "the usual game"))
    )
    return typeset(words.said(lang), lang)


def command(study: Study) -> str:
    """What plays the same games again in a terminal; empty where a sheet would have to be a file first."""
    rules = study.job.rules
    settings = rules.settings(study.job.variant)
    if any(isinstance(value, dict) for value in settings.values()):
        return ""
    said = " ".join(f"--set {key}={value}" for key, value in settings.items() if value != "")
    return f"{tablee()} lab {rules.NAME} {said} --games {study.games} --seed {study.job.seed}"


def _even(game: AnyGame, query: Mapping[str, str], variants: Sequence[Variant]) -> tuple[Text, str] | None:
    """How to make the chances even, where that is known, and the address that measures it, where settings say it."""
    found = handicap.handicap(game, variants[0])
    if found is None or not found.position or not found.needed:
        return None
    told = Text("Pour égaliser les chances : ", "For even chances: ") + handicap.told(found)
    begin = game.from_position(found.position)
    if begin != game.start(begin.variant):
        return told, ""
    before, after = game.settings(variants[0]), game.settings(begin.variant)
    changed = {BESIDE + key: value for key, value in after.items() if value != before.get(key)}
    return told, "/lab?" + urlencode({**query, "game": game.NAME, **changed, "seed": "new"})


async def stop(request: Request) -> Response:
    """Enough: what has been played stays."""
    back = ours((await form_of(request)).get("back", "/lab"))
    query = dict(parse_qsl(urlsplit(back).query))
    seed = seed_of(query)
    if urlsplit(back).path != "/lab" or seed is None:
        return RedirectResponse("/lab", 303)
    try:
        running = studies_of(request).get(key_of(*wanted(query), seed))
    except TableeError:
        running = None
    if running is not None:
        running.stopped = True
    return RedirectResponse(back + FOUND, 303)


ROUTES = [Route("/lab", page), Route("/lab/stop", stop, methods=["POST"])]
