"""A bot that adapts says what it does, when asked."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from tablee import bots

from ..frame.form_data import hall_of
from ..frame.http_errors import HttpError
from ..frame.page import render
from ..frame.work_queue import run_in_thread


async def page(request: Request) -> Response:
    table = await hall_of(request).open(request.path_params["table_id"])
    place = request.path_params["place"]
    level = table.seating.bot(place) if place < table.seating.people else ""
    if level not in bots.WISHES:
        raise HttpError(404, "Aucun robot ne s’adapte à cette place.", "No bot adapts at this seat.")
    history, player = table.history, table.seating.player(place)
    bot = await run_in_thread(bots.make, level, table.game)
    assert isinstance(bot, bots.Follower)
    said = await run_in_thread(bot.says, player, tuple(history.states), tuple(history.events))
    return render(
        request, "robot.html", name=table.seating.name(place), said=said, level=level, url=f"/table/{table.id}"
    )
