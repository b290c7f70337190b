"""The lab in the browser: what a variant, a head start or a sheet of one's own is like to play, also beside another.
The whole wish stands in the address, with the seed of its games. A process of its own plays them, few at once on a
server. The page shows what they say so far and comes again by itself, until they are sure enough, time is over, or
somebody stops them."""

import asyncio
import logging
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import closing
from functools import cache
from importlib import resources
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from jinja2 import ChoiceLoader, PackageLoader, Template
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from tablee.core.errors import TableeError
from tablee.core.extras import command_name
from tablee.core.game import AnyGame, Variant
from tablee.core.options import drop_irrelevant
from tablee.core.registry import NAMES, load, names
from tablee.core.words import Text, or_list, typeset, untranslated
from tablee.drawing import plots
from tablee.drawing.svg import Markup
from tablee.engine import handicap
from tablee.web.frame.form_data import form_of, safe_redirect
from tablee.web.frame.http_errors import HttpError
from tablee.web.frame.page import environment, render
from tablee.web.frame.rate_limit import ADDRESS, RateLimit
from tablee.web.frame.visitor import Visitor, own_sheet
from tablee.web.frame.work_queue import run_in_thread
from tablee_lab import runs
from tablee_lab.lab import Study, report
from tablee_lab.lab.block import Block, Job
from tablee_lab.lab.studies import MOST as MOST_BLOCKS
from tablee_lab.lab.studies import SECONDS, SURE, fraction_done, job, play_one

log = logging.getLogger("tablee.web")

MOST = 8  # studies that are kept
UNSEEN = 20.0  # seconds after which one that nobody looks at ends
EVERY, AT_ONCE = 0.1, 6  # studies a second from one address, and at once
BESIDE = "with."  # what the settings of the second variant begin with
LARGEST_SEED = 1 << 53
FOUND = "#lab-found"  # where the page shows what was measured
TOO_MANY = Text(
    "Le labo a déjà beaucoup mesuré pour cette adresse : attendez dix secondes, puis recommencez.",
    "The lab is already busy with work for this address: wait ten seconds, then try again.",
)

# --- working it out ---------------------------------------------------------------------------------------------------


class Running:
    """A study, or two side by side: under way, or over."""

    def __init__(self, jobs: Sequence[Job]) -> None:
        self.jobs = jobs
        self.blocks: list[list[Block]] = [[] for _ in jobs]
        self.begun = self.seen = time.monotonic()
        self.over = self.stopped = False
        self.failed: Exception | None = None

    @property
    def part(self) -> float:
        """How much is done, of what comes first: the time, or being sure enough of every one."""
        if not all(self.blocks):
            return 0.0
        passed = (time.monotonic() - self.begun) / SECONDS
        several = (
            fraction_done(job, blocks, None, passed, SURE) for job, blocks in zip(self.jobs, self.blocks, strict=True)
        )
        return min(1.0, *several)

    @property
    def under_way(self) -> bool:
        """Whether the study is still running; a block that arrives later is ignored."""
        return not self.over and self.part < 1.0

    def take(self, played: tuple[int, Block]) -> bool:
        """Keep a block, unless the page may have been told that it is over; whether more are wanted."""
        if self.part >= 1.0:
            return False
        self.blocks[played[0]].append(played[1])
        return not self.stopped and self.part < 1.0 and time.monotonic() - self.seen < UNSEEN

    def drain(self) -> None:
        if self.stopped or time.monotonic() - self.seen > UNSEEN:
            return  # nobody looks at it any more
        # A process of its own does not know games that are registered in this one only.
        executor = runs.processes(1) if all(job.game in NAMES for job in self.jobs) else runs.here
        parts = [(index, number) for number in range(MOST_BLOCKS) for index in range(len(self.jobs))]
        with closing(executor(play_one, self.jobs, parts)) as coming:
            for played in coming:
                if not self.take(played):
                    break

    def studies(self) -> list[Study]:
        """The studies so far; empty until all of them have begun."""
        played = [list(blocks) for blocks in self.blocks]
        return [Study(job, blocks) for job, blocks in zip(self.jobs, played, strict=True)] if all(played) else []


class Studies:
    def __init__(self) -> None:
        self._made: OrderedDict[object, Running] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._turn = asyncio.Semaphore(max(1, (os.cpu_count() or 1) // 2))
        self._rate = RateLimit(EVERY, AT_ONCE)

    def get(self, key: object) -> Running | None:
        return self._made.get(key)

    def begin(self, key: object, jobs: Sequence[Job]) -> Running:
        if not self._rate.take(ADDRESS.get()):
            raise HttpError(429, TOO_MANY)
        running = self._made[key] = Running(jobs)
        while len(self._made) > MOST:
            self._made.popitem(last=False)[1].stopped = True
        task = asyncio.create_task(self._drive(running))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return running

    async def _drive(self, running: Running) -> None:
        try:
            async with self._turn:
                running.begun = time.monotonic()  # the start of the process counts: people wait for it, too
                await asyncio.to_thread(running.drain)
        except Exception as error:
            log.exception("a study has failed")
            running.failed = error
        finally:
            running.over = True

    def close(self) -> None:
        for running in self._made.values():
            running.stopped = True


def studies_of(request: Request) -> Studies:
    state = request.app.state
    if not hasattr(state, "studies"):
        state.studies = Studies()
        state.closing.append(state.studies.close)
    studies: Studies = state.studies
    return studies


# --- the page ---------------------------------------------------------------------------------------------------------


def parse_query(query: Mapping[str, str]) -> tuple[AnyGame, list[Variant]]:
    """The variant that is asked for, and the one beside it if there is one: the same but for what is said of it."""
    game = load(query.get("game") or names()[0])

    def settings_with_prefix(begin: str) -> dict[str, object]:
        given = {option.key: query.get(begin + option.key, "").strip() for option in game.OPTIONS}
        return {option.key: option.parse(given[option.key]) for option in game.OPTIONS if given[option.key]}

    first, second = settings_with_prefix(""), settings_with_prefix(BESIDE)
    variants = [game.variant(drop_irrelevant(game.OPTIONS, first))]
    if second:
        variants.append(game.variant(drop_irrelevant(game.OPTIONS, first | second)))
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
        fresh = urlencode(query | {"seed": str(secrets.randbelow(LARGEST_SEED))})
        return RedirectResponse(f"/lab?{fresh}{FOUND}", 303)
    game, variants = parse_query(query)
    if seed is None:
        return _show(request, game, query, variants)
    studies, key = studies_of(request), key_of(game, variants, seed)
    running = studies.get(key)
    if running is None:
        jobs = await run_in_thread(request, lambda: [job(game.NAME, variant, None, seed) for variant in variants])
        running = studies.get(key) or studies.begin(key, jobs)  # meanwhile somebody else may have asked, too
    if running.failed is not None:
        raise running.failed
    running.seen = time.monotonic()
    soon = running.under_way  # from here on it may be over: one page says one thing
    described = await run_in_thread(request, _describe_study, running, soon, Visitor.of(request).lang)
    return _show(request, game, query, variants, running=running, soon=soon, found=described)


def _show(
    request: Request, game: AnyGame, query: Mapping[str, str], variants: Sequence[Variant], **measured: Any
) -> Response:
    lang = Visitor.of(request).lang
    titles = [describe_variant(game, variant, lang) for variant in variants]
    return render(
        request,
        template(),
        name=game.NAME,
        options=game.OPTIONS,
        given=query,
        own=own_sheet(request),
        beside=BESIDE,
        compared=len(variants) > 1,
        titles=titles,
        **({"running": None, "soon": False} | measured),
        even=_even(game, query, variants) if len(variants) == 1 else None,
        here="/lab?" + urlencode(query),
    )


def _describe_study(running: Running, soon: bool, lang: str) -> dict[str, Any]:
    """What the templates show of a study: its figures in words, and, once it is over, its pictures."""
    studies = running.studies()
    if not studies:
        return {"rows": []}
    return {
        "rows": [[typeset(cell, lang) for cell in row] for row in report.rows(studies, lang)],
        "marks": [mark for mark, _ in report.mark_studies(studies)],
        "played": [report.describe_plays(each) for each in studies],
        "verdicts": [(mark, note) for mark, each in report.mark_studies(studies) for note in report.verdicts(each)],
        "different": report.COMPARED,
        "plots": [
            (mark, [Markup(each) for each in _draw(study, lang, f"lab{mark}-")])
            for mark, study in report.mark_studies(studies)
            if not soon
        ],
        "commands": [command(each) for each in studies],
    }


def _draw(study: Study, lang: str, prefix: str) -> list[str]:
    return list(map(str, plots.figures(report.plots(study, lang), lang=lang, width=plots.NARROW, prefix=prefix)))


def describe_variant(game: AnyGame, variant: Variant, lang: str) -> str:
    """A variant in words: only what differs from the usual game, or that nothing does."""
    usual, parts = game.settings(game.variant({})), []
    settings: Mapping[str, Any] = game.settings(variant)
    for key, value in settings.items():
        if value != usual.get(key):
            option = next(choice for choice in game.OPTIONS if choice.key == key)
            name = untranslated(value["name"]) if isinstance(value, dict) else option.name(value)
            parts.append(option.label + Text(" : ", ": ") + name)
    words = (
        game.TITLE
        + untranslated(" · ")
        + (or_list(parts, last=untranslated(", ")) if parts else Text("le jeu habituel", "the usual game"))
    )
    return typeset(words.in_lang(lang), lang)


def command(study: Study) -> str:
    """What plays the same games again in a terminal; empty where a sheet would have to be a file first."""
    rules = study.job.rules
    settings = rules.settings(study.job.variant)
    if any(isinstance(value, dict) for value in settings.values()):
        return ""
    settings_written = " ".join(f"--set {key}={value}" for key, value in settings.items() if value != "")
    return f"{command_name()} lab {rules.NAME} {settings_written} --games {study.games} --seed {study.job.seed}"


def _even(game: AnyGame, query: Mapping[str, str], variants: Sequence[Variant]) -> tuple[Text, str] | None:
    """How to make the chances even, where that is known, and the address that measures it, where settings say it."""
    found_handicap = handicap.find_handicap(game, variants[0])
    if found_handicap is None or not found_handicap.position or not found_handicap.needed:
        return None
    sentence = Text("Pour égaliser les chances : ", "To even the chances: ") + handicap.describe(found_handicap)
    begin = game.from_position(found_handicap.position)
    if begin != game.start(begin.variant):
        return sentence, ""
    before, after = game.settings(variants[0]), game.settings(begin.variant)
    changed = {BESIDE + key: value for key, value in after.items() if value != before.get(key)}
    return sentence, "/lab?" + urlencode({**query, "game": game.NAME, **changed, "seed": "new"})


async def stop(request: Request) -> Response:
    """Enough: what has been played stays."""
    back = safe_redirect((await form_of(request)).get("back", "/lab"))
    query = dict(parse_qsl(urlsplit(back).query))
    seed = seed_of(query)
    if urlsplit(back).path != "/lab" or seed is None:
        return RedirectResponse("/lab", 303)
    try:
        running = studies_of(request).get(key_of(*parse_query(query), seed))
    except TableeError:
        running = None
    if running is not None:
        running.stopped = True
    return RedirectResponse(back + FOUND, 303)


async def style(request: Request) -> Response:
    body = (resources.files("tablee_lab") / "static" / "lab.css").read_bytes()
    return Response(body, media_type="text/css", headers={"cache-control": "no-cache"})


@cache
def template() -> Template:
    shared = environment()
    assert shared.loader is not None
    return shared.overlay(loader=ChoiceLoader([shared.loader, PackageLoader("tablee_lab")])).get_template("lab.html")


ROUTES = [Route("/lab", page), Route("/lab/stop", stop, methods=["POST"]), Route("/lab/style.css", style)]
