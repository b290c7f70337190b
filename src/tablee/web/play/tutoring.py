"""The tutor at the table: off unless somebody chooses it for a seat; hints on demand, and a word before a costly move.

Only where everybody plays at this device, among themselves or against bots. It makes no move and hides none: a move
that it wonders about is sent again by the same button's request, or not at all. The browser keeps the choice.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee import games
from tablee.analysis import figures
from tablee.analysis.tutor import STEPS, Advised, advised
from tablee.bots.oracle import missing
from tablee.bots.warming import warm
from tablee.core.errors import TableeError
from tablee.core.words import Text
from tablee.table import Table

from ..frame.forms import form_of, hall_of
from ..frame.visitor import Visitor, remember
from .scene import Scene, name_of

AMOUNTS = {"fine": (0.02, 0.2), "clear": (0.05, 0.5), "large": (0.10, 1.0)}  # worth a word: several players, alone
MODES = ("off", "hints", *AMOUNTS)
WORDS = {
    "title": Text("Un tuteur à côté de vous", "A tutor beside you"),
    "about": Text(
        "Il ne joue pas à votre place. Un indice vient quand on le demande, en trois pas.",
        "It does not play for you. A hint comes when asked for, in three steps.",
    ),
    "afar": Text(
        "Le tuteur n’est là que si tout le monde joue sur cet appareil, entre vous ou contre Tablée.",
        "The tutor is only there when everybody plays at this device, together or against Tablée.",
    ),
    "choose": Text("Choisir", "Choose"),
    "off": Text("sans tuteur", "no tutor"),
    "hints": Text("des indices à la demande", "hints on demand"),
    "hint": Text("Un indice ?", "A hint?"),
    "further": Text("Encore un peu", "A little more"),
    "books": Text("Le tuteur ouvre ses livres : un instant…", "The tutor opens its books: one moment…"),
    "sure": Text("Vous êtes sûr ? Il y a mieux.", "Are you sure? There is better."),
    "again": Text("Je cherche encore", "I look again"),
    "go_on": Text("Je garde mon coup", "I keep my move"),
    "estimate": Text("C’est une estimation.", "This is an estimate."),
}


@dataclass(frozen=True, slots=True)
class Desk:
    """What the page shows of the tutor. `seats`: one's seats, what each chose. `doubt`: a move, and a question."""

    offered: bool
    seats: tuple[tuple[int, Text, str], ...] = ()
    modes: tuple[tuple[str, Text], ...] = ()
    helps: bool = False
    step: int = 0
    hint: tuple[Text, ...] = ()
    doubt: tuple[str, Text] | None = None
    last: int = STEPS
    words: Mapping[str, Text] = field(default_factory=lambda: WORDS)


# --- who has chosen what ------------------------------------------------------------------------------------------


def chosen(request: Request) -> dict[int, str]:
    """The choice of each seat, as this browser keeps it for this table: `0:hints.1:fine`."""
    pairs = (part.partition(":") for part in request.cookies.get("tutor", "").split("."))
    return {int(place): mode for place, _, mode in pairs if place in ("0", "1", "2", "3") and mode in MODES[1:]}


def offered(table: Table, mine: tuple[int, ...]) -> bool:
    """Everybody here, and a game whose moves can be weighed."""
    here = bool(mine) and all(seat.bot or seat.place in mine for seat in table.seating.seats())
    return here and games.brings(table.game.NAME, "analysis") and games.brings(table.game.NAME, "solvers")


async def choose(request: Request) -> Response:
    """A choice for one's seats, before or during a game."""
    table = await hall_of(request).open(request.path_params["table_id"])
    form, mine = await form_of(request), table.places(Visitor.of(request).seat)
    response = RedirectResponse(f"/table/{table.id}", 303)
    if offered(table, mine):
        modes = {place: mode for place in mine if (mode := form.get(f"tutor{place}", "off")) in MODES[1:]}
        remember(response, request, "tutor", ".".join(f"{p}:{mode}" for p, mode in modes.items()), f"/table/{table.id}")
        if modes and not missing():
            warm(table.game, table.variant)
    return response


# --- what it says -------------------------------------------------------------------------------------------------


async def advice(table: Table, player: int) -> Advised | None:
    """What the solvers say of a player's choice, away from the event loop; None while their tables are not there."""
    states = table.history.states
    hidden = table.game.view(states[-1], player) != states[-1]
    if missing() or (hidden and len(states) < 2) or not warm(table.game, table.variant).ready:
        return None
    try:
        return await asyncio.to_thread(advised, table.game, states[-2] if hidden else states[-1], player)
    except TableeError:
        return None


async def wonders(request: Request, table: Table, token: str) -> Text | None:
    """The question before a move that would give away more than its player likes; None: it may pass in silence."""
    mine = table.places(Visitor.of(request).seat)
    modes = chosen(request)
    if not modes or request.query_params.get("sure") == "1" or table.phase != "move" or not offered(table, mine):
        return None
    try:
        player = table.game.doer(table.state, table.game.parse(token))
    except TableeError:
        return None  # the rules say what is wrong with it
    amounts = AMOUNTS.get(modes.get(table.seating.place_of(player), ""))
    if amounts is None or player not in table.game.players(table.state):
        return None
    found = await advice(table, player)
    if found is None or found.loss(token) <= amounts[found.alone]:
        return None
    return WORDS["sure"] if found.exact else WORDS["sure"] + Text(" ", " ") + WORDS["estimate"]


async def hinted(request: Request, table: Table, place: int | None, step: int) -> tuple[Text, ...]:
    """The hints up to a step for a seat that has to choose and has a tutor."""
    mine = table.places(Visitor.of(request).seat)
    if not step or place not in chosen(request) or place not in table.acting or not offered(table, mine):
        return ()
    found = await advice(table, table.seating.player(place)) if table.phase == "move" else None
    if found is None:
        return (WORDS["books"],)
    told = [text.named(table.seating.names) for text in found.hint(min(step, STEPS))]
    if not found.exact:
        told[-1] += Text(" ", " ") + WORDS["estimate"]
    return tuple(told)


def desk(request: Request, here: Scene, hint: tuple[Text, ...] = (), doubt: tuple[str, Text] | None = None) -> Desk:
    table = here.table
    if here.view.phase == "over" or not offered(table, here.mine):
        return Desk(False)
    modes, alone = chosen(request), table.game.seats(table.variant) == 1
    named = [("off", WORDS["off"]), ("hints", WORDS["hints"])]
    for mode, amounts in AMOUNTS.items():
        least = figures.amount(amounts[alone], alone)
        named.append(
            (
                mode,
                Text(
                    f"des indices, et « Vous êtes sûr ? » au-delà de {least.fr}",
                    f"hints, and “Are you sure?” beyond {least.en}",
                ),
            )
        )
    seats = {seat.place: seat for seat in table.seating.seats()}
    return Desk(
        True,
        tuple((place, name_of(table, seats[place]), modes.get(place, "off")) for place in here.mine),
        tuple(named),
        helps=here.place in modes and here.yours and here.view.phase == "move",
        step=min(here.look.hint, STEPS) if hint else 0,
        hint=hint,
        doubt=doubt,
    )
