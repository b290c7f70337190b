"""The application: routes, the guard around them, and the table service they share."""

import asyncio
import contextlib
import gc
from collections.abc import AsyncIterator, Collection

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.exceptions import ExceptionMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount, Route

from tablee.core.errors import TableeError
from tablee.core.registry import NAMES, brings, part
from tablee.gathering.service import GatheringService
from tablee.table import TableService

from . import home, rulebook
from .api import routes as api
from .frame import assets, metrics
from .frame.http_errors import HttpError
from .frame.page import handle
from .frame.pages import LazyRoutes, pages
from .frame.rate_limit import Limits, RateLimit
from .frame.security import Guard
from .play import my_games, poster, privacy, replay, review, share_link, statistics, stream, tables, tutoring
from .play.bot_driver import BotDriver
from .play.presence import Presence

TABLE = "/table/{table_id}"
JOINS_BACK = 0.2  # more a second that may come into one class from one address
WRONG_CODES, WRONG_CODES_BACK = 60, 0.5  # of gatherings that an address may try at once, and more a second
FIRST_CODES = 5  # tries of an address in a day that do not count with those of others
ROUTES = [  # what is asked for most comes first: each is tried in turn
    Route(TABLE, tables.look),
    Route(f"{TABLE}/fork", replay.fork, methods=["POST"]),
    Route(f"{TABLE}/rematch", tables.rematch, methods=["POST"]),
    Route(f"{TABLE}/invite", tables.invite, methods=["POST"]),
    Route(f"{TABLE}/erase", privacy.erase_at, methods=["POST"]),
    Route(f"{TABLE}/tutor", tutoring.choose, methods=["POST"]),
    Route(f"{TABLE}/hurry", tables.hurry, methods=["POST"]),
    Route(f"{TABLE}/{{action}}", tables.change, methods=["POST"]),
    Route(f"{TABLE}/replay", replay.page),
    Route(f"{TABLE}/review", review.page),
    Route(f"{TABLE}/review.{{form}}", review.file),
    Route(f"{TABLE}/record", tables.record),
    Route(f"{TABLE}/send", share_link.send),
    Route(f"{TABLE}/picture", poster.small),
    Route(f"{TABLE}/robot/{{seat:int}}", tables.robot),
    Route(f"{TABLE}/poster", poster.page),
    Route(f"{TABLE}/next", tables.follow),
    Route(f"{TABLE}/invite", tables.lobby),
    Route(f"{TABLE}/join/{{seat}}/{{invitation}}", tables.join, methods=["GET", "POST"]),
    Mount("/api/v1", routes=api.ROUTES),
    Route("/", home.home),
    Route("/game/{game}", home.choose),
    Route("/tables", home.create, methods=["POST"]),
    Route("/records", home.upload, methods=["POST"]),
    Route("/open", share_link.look),
    Route("/open", share_link.bring, methods=["POST"]),
    Route("/mine", my_games.page),
    Route("/mine/play", statistics.page),
    LazyRoutes("tablee.web.puzzles.mistakes", "/mine/again"),
    Route("/mine/forget", my_games.forget, methods=["POST"]),
    Route("/mine/games.zip", my_games.download),
    Route(privacy.PAGE, privacy.page),
    Route(f"{privacy.PAGE}.json", privacy.download),
    Route("/mine/erase", privacy.erase, methods=["POST"]),
    Route("/lan-access", home.change_lan_access, methods=["POST"]),
    Route("/app.zip", home.download_app),
    Route("/profile", home.change_profile, methods=["POST"]),
    Route("/settings", home.settings, methods=["POST"]),
    Route("/rules/{game}", rulebook.page),
    Route("/by-ear", rulebook.by_ear),
    Route("/verify", home.verify),
    Route("/events", stream.events),
    Route("/events/{shard}", stream.events),
    LazyRoutes("tablee.web.play.by_message", "/by-message"),
    LazyRoutes("tablee.web.gathering.pages", "/class", "/c"),
    LazyRoutes("tablee.web.lessons.visit", "/learn/"),
    LazyRoutes("tablee.web.puzzles.visit", "/puzzle"),
    LazyRoutes("tablee.web.paper.pages", "/paper", "/companion", "/import", "/score"),
    Route("/static/{tag}/{name}", assets.serve),
    Route("/favicon.ico", assets.serve),
    *metrics.ROUTES,
    *(route for name in NAMES if brings(name, "routes") for route in getattr(part(name, "routes"), "ROUTES", ())),
]


def create_app(
    table_service: TableService,
    *,
    pace: float | None = None,
    limits: Limits | None = None,
    tally: metrics.Counts | None = None,
    hosts: Collection[str] | None = None,
    in_browser: str = "",
) -> Starlette:
    """The application over a table service. `pace`: seconds between the steps of a bot; each level has its own.

    `hosts`: the only names it answers to, beside addresses and localhost; any unless told. `in_browser`: it runs inside
    the browser, in a page at that address; nobody else can reach it, and what needs a network is not offered. `tally`:
    where it counts, beside other processes of the server.
    """

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        app.state.loop = asyncio.get_running_loop()
        app.state.driver = BotDriver(table_service, pace)
        beside = [
            asyncio.create_task(work)
            for work in (
                app.state.presence.share(),
                app.state.streams.run(),
                app.state.counts.share(table_service),
                app.state.gatherings.run(),
                *([] if in_browser else [guard.load.watch()]),  # a browser lets a page that is not seen wait
            )
        ]
        yield
        if app.state.lan_listener is not None:
            await app.state.lan_listener.close()
        app.state.streams.close()
        guard.queue.close()
        for close in app.state.closing:
            close()
        for task in beside:
            task.cancel()
        await app.state.driver.close()
        await table_service.close()

    more = [] if in_browser else [page.routes for page in pages().values()]
    app = Starlette(routes=[*ROUTES, *more], lifespan=lifespan)
    answers = ExceptionMiddleware(app.router, {HttpError: handle, TableeError: handle, HTTPException: handle})
    packed = GZipMiddleware(answers, minimum_size=600, compresslevel=2)
    # Replaces Starlette's error middleware; Guard handles all exceptions.
    limits = limits or Limits()
    app.middleware_stack = guard = Guard(packed, limits, hosts)
    app.state.table_service = table_service
    app.state.closing = []  # what pages of other packages want called at the end
    app.state.in_browser = in_browser
    app.state.lan_listener = None  # a LanListener, where the server can open one
    app.state.app_zip = None  # the app that needs no server, where the host has it
    app.state.presence = Presence(table_service.shared)
    app.state.streams = stream.Streams()
    app.state.reviews = review.Reviews()
    app.state.gatherings = GatheringService(table_service)
    app.state.new_gatherings = RateLimit(1 / 600, limits.gatherings)
    app.state.joins = RateLimit(JOINS_BACK, limits.joins)
    app.state.wrong_codes = RateLimit(WRONG_CODES_BACK, WRONG_CODES)
    app.state.first_codes = RateLimit(FIRST_CODES / 86400, FIRST_CODES)
    app.state.counts = tally or metrics.Counts()
    return app


def settle() -> None:
    """Once a server has all that it will keep: look for garbage among the rest only, and seldom."""
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


def stop_streams(app: Starlette) -> None:
    """End every open stream, so that a server that stops need not wait for it. Safe from a signal's handler."""
    loop = getattr(app.state, "loop", None)
    if loop is not None and not loop.is_closed():
        loop.call_soon_threadsafe(app.state.streams.close)
