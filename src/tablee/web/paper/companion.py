"""The pocket referee: people play on paper, this page keeps count. The whole game travels in the address.

`e` holds the events so far, `add` what happened next (a button, or typed as people write it), `die` the first of two
dice. Undo is the address without the last event.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from tablee.core.record import Record, write
from tablee.core.words import Text
from tablee.drawing import battlefield
from tablee.drawing import blocs as draw_blocs
from tablee.drawing import cadeau as draw_cadeau
from tablee.drawing import laaancez as draw_laaancez
from tablee.drawing.svg import Layout
from tablee.games import NAMES, blocs, cadeau, laaancez, load
from tablee.sheets import filled, notes
from tablee.sheets.mistake import Mistake

from ..frame.page import die, render
from ..frame.visitor import Visitor
from .words import said, settings

LONGEST = 8_000
HEADERS = {"dice": "typed"}
LAYOUTS: tuple[Layout, ...] = ("wide", "tall")


# --- the address ------------------------------------------------------------------------------------------------


def pairs(record: Record) -> list[tuple[str, str]]:
    """What the address says of a game, without its events."""
    settings = record.game.settings(record.variant)
    return [("game", record.game.NAME), *((key, str(value)) for key, value in settings.items() if _plain(key, record))]


def _plain(key: str, record: Record) -> bool:
    return not next(option for option in record.game.OPTIONS if option.key == key).open


def address(record: Record, count: int | None = None, **more: str) -> str:
    """The address of a game after so many events (all, unless told)."""
    events = " ".join(map(str, record.events[:count]))
    return "/companion?" + urlencode([*pairs(record), ("e", events), *more.items()])


def game_of(query: Mapping[str, str]) -> tuple[Record, Mistake | None]:
    """The game that an address holds; of a damaged one the good part, and where it is damaged."""
    game = load(query.get("game", ""))
    settings = {option.key: option.read(query[option.key]) for option in game.OPTIONS if query.get(option.key)}
    start = Record(game, game.variant(settings), headers=HEADERS)
    events = query.get("e", "")[:LONGEST]
    if not events.strip():
        return start, None
    reading = notes.read(events, game.NAME, game.settings(start.variant))
    return reading.record or start, reading.mistake


# --- the page ---------------------------------------------------------------------------------------------------


async def page(request: Request) -> Response:
    query = request.query_params
    lang = Visitor.of(request).lang
    words = said(lang)
    frame: dict[str, Any] = {"p": words, "here": "companion", **settings(lang)}
    if not query.get("game"):
        offered = {
            name: [(one.key, [str(value) for value in one.values]) for one in load(name).OPTIONS if not one.open]
            for name in NAMES
        }
        return render(request, "paper_begin.html", options=offered, **frame)
    record, mistake = game_of(query)
    typed = query.get("add", "")[:LONGEST]
    if typed.strip() and mistake is None:
        reading = _with(record, typed)
        if reading.mistake is None and reading.record is not None:
            return RedirectResponse(address(reading.record), 303)
        # What was good of it is kept, the rest stands in the field again.
        record = reading.record or record
        mistake = reading.mistake
        assert mistake is not None
        shown, carets = mistake.pointed(reading.typed)
        typed = reading.typed[mistake.start :]
    else:
        shown, carets = mistake.pointed(query.get("e", "")[:LONGEST]) if mistake else ("", "")
    return render(
        request,
        "paper_companion.html",
        record=record,
        game_name=record.game.NAME,
        phase=record.game.phase(record.state),
        message=message(record),
        latest=story(record)[-1:],
        story=story(record),
        stand=stand(record),
        next=following(record),
        boards=boards(record.game.NAME, record.state, lang, str(record.events[-1]) if record.events else None),
        pairs=[*pairs(record), ("e", " ".join(map(str, record.events)))],
        undo=address(record, max(0, len(record.events) - 1)),
        face_art=die,
        die=query.get("die", "") if query.get("die", "") in tuple("123456") else "",
        mistake=mistake,
        pointed=f"{shown}\n{carets}" if mistake else "",
        typed=typed if mistake else "",
        **frame,
    )


def _with(record: Record, typed: str) -> notes.Reading:
    """The game and what was typed after it. Places of mistakes count in what was typed."""
    settings = record.game.settings(record.variant)
    before = " ".join(map(str, record.events)) + " "
    reading = notes.read(before + typed, record.game.NAME, settings)
    if reading.mistake is None:
        return reading
    found = reading.mistake
    start = max(0, found.start - len(before))
    return notes.Reading(typed, reading.record, mistake=Mistake(found.text, start, found.length))


async def record(request: Request) -> Response:
    """The game as a file."""
    found, _ = game_of(request.query_params)
    name = f"{found.game.NAME}.tablee"
    return Response(
        write(found),
        media_type="text/plain; charset=utf-8",
        headers={"content-disposition": f'attachment; filename="{name}"'},
    )


# --- what the referee says --------------------------------------------------------------------------------------


def message(record: Record) -> Text:
    """Whose turn it is and what for, or how it ended."""
    state = record.state
    if record.game.NAME == "cadeau":
        return draw_cadeau.message(state)
    if record.game.NAME == "blocs":
        return draw_blocs.message(state)
    return battlefield.message(state)


def story(record: Record) -> list[Text]:
    """Every event in words."""
    return [record.game.tell(before, event) for before, event in zip(record.states[:-1], record.events, strict=True)]


def stand(record: Record) -> list[tuple[Text, bool]]:
    """How the game stands, line by line; marked where something is settled."""
    state = record.state
    if record.game.NAME == "cadeau":
        return [
            (line, cadeau.zone(state, number) is not None) for number, line in enumerate(filled.zone_lines(state), 1)
        ]
    if record.game.NAME == "blocs":
        return _tracks(state)
    return _sheets(state)


def _tracks(state: blocs.State) -> list[tuple[Text, bool]]:
    lines = []
    for seat, mask in enumerate(state.seats):
        name = draw_blocs.seat_name(state.variant, seat)
        left = ", ".join(map(str, blocs.numbers(mask)))
        told = Text(f"{name.fr} : {left or 'aucun bloc'}", f"{name.en}: {left or 'no block'}")
        lines.append((told, not mask))
    if not state.opened and not state.over:
        lines.append(
            (
                Text(
                    "Aucun bloc n’a encore été poussé : un 7 se relance.",
                    "No block has been pushed yet: a 7 is thrown again.",
                ),
                False,
            )
        )  # B8
    return lines


def _sheets(state: laaancez.State) -> list[tuple[Text, bool]]:
    """L6: when recruitment ends; L10: which rows are folded."""
    form = state.variant.sheet
    lines = []
    for player, cells in enumerate(state.sheets, 1):
        if not laaancez.fighting(state):
            full, of = sum(item is not None for item in cells[:-1]), len(cells) - 1
            lines.append(
                (
                    Text(f"Joueur {player} : {full} cases sur {of}.", f"Player {player}: {full} cells of {of}."),
                    full == of,
                )
            )
            continue
        front = laaancez.front(form, cells)
        row, folded = laaancez.LETTERS[front], ", ".join(laaancez.LETTERS[:front])
        told = Text(f"Joueur {player} : ligne {row} au front", f"Player {player}: row {row} in front")
        if folded:
            told += Text(f", pliées : {folded}", f", folded: {folded}")
        lines.append((told + Text(".", "."), bool(front)))
    if not laaancez.fighting(state):
        lines.append(
            (
                Text(
                    "Le recrutement finit dès qu’une feuille est pleine, les deux ayant joué.",
                    "Recruitment ends as soon as a sheet is full, once both have chosen.",
                ),
                False,
            )
        )
    elif not laaancez.winner(state):
        lines.append((Text("Le recrutement est fini : au combat !", "Recruitment is over: to combat!"), True))
    return lines


def following(record: Record) -> list[tuple[Text, list[tuple[str, Text]]]]:
    """What is legal now, in groups: a heading, and tokens with their words."""
    game, state = record.game, record.state
    if game.phase(state) != "move":
        return []
    if game.NAME == "cadeau":
        return _writes(state)
    if game.NAME == "blocs":
        return _pushes(state)
    return _choices(state) if state.die else _throws(state)


def _writes(state: cadeau.State) -> list[tuple[Text, list[tuple[str, Text]]]]:
    groups: dict[int, list[tuple[str, Text]]] = {}
    for move in cadeau.moves(state, cadeau.players(state)[0]):
        letter = cadeau.CELLS[move.cell]
        groups.setdefault(move.zone, []).append((str(move), Text(f"case {letter}", f"cell {letter}")))
    return [(Text(f"zone {zone}", f"zone {zone}"), moves) for zone, moves in groups.items()]


def _pushes(state: blocs.State) -> list[tuple[Text, list[tuple[str, Text]]]]:
    groups: dict[int, list[tuple[str, Text]]] = {}
    for move in blocs.moves(state, blocs.players(state)[0]):
        ways = blocs.ways(state, move)
        named = ", ".join(map(str, move.blocks))
        sum_up = f" : {blocs.shown(ways[0])}" if ways and len(move.blocks) > 1 else ""
        groups.setdefault(len(move.blocks), []).append((str(move), Text(named + sum_up, named + sum_up)))
    heads = {
        1: Text("un bloc", "one block"),
        2: Text("deux blocs", "two blocks"),
        3: Text("trois blocs", "three blocks"),
    }
    return [(heads[size], groups[size]) for size in sorted(groups)]


def _choices(state: laaancez.State) -> list[tuple[Text, list[tuple[str, Text]]]]:
    """For each who still has to choose."""
    groups = []
    things = state.variant.sheet.things
    for player in laaancez.players(state):
        moves: list[tuple[str, Text]] = []
        for move in laaancez.moves(state, player):
            if isinstance(move, laaancez.Copy):
                title = things[move.kind].title
                moves.append((str(move), Text(f"{title.fr} en {move.cell}", f"{title.en} into {move.cell}")))
            elif isinstance(move, laaancez.Tick):
                moves.append((str(move), Text(f"+1 Dégât en {move.cell}", f"+1 damage on {move.cell}")))
            else:
                moves.append((str(move), Text("passer", "pass")))
        groups.append((Text(f"Joueur {player}", f"Player {player}"), moves))
    return groups


def _throws(state: laaancez.State) -> list[tuple[Text, list[tuple[str, Text]]]]:
    groups = []
    player, form = state.turn, state.variant.sheet
    for own in laaancez.throwers(state, player):
        item = state.sheets[player - 1][form.index[own]]
        assert item is not None  # what can be thrown is there
        title = form.things[item.kind].title
        head = Text(f"{own} ({title.fr}, {item.damage}) sur", f"{own} ({title.en}, {item.damage}) at")
        groups.append((head, [(f"{own}x{aim}", Text(aim, aim)) for aim in laaancez.targets(state, player)]))
    return groups


def boards(name: str, state: Any, lang: str, last: str | None = None) -> list[Markup]:
    """The board for a wide and for a narrow page."""
    drawn = []
    for layout in LAYOUTS:
        prefix = f"paper-{layout[0]}-"
        if name == "cadeau":
            drawn.append(draw_cadeau.board(state, lang=lang, layout=layout, last=last, prefix=prefix))
        elif name == "blocs":
            drawn.append(draw_blocs.board(state, lang=lang, layout=layout, last=last, prefix=prefix))
        else:
            drawn.append(draw_laaancez.board(state, lang=lang, layout=layout, last=last, prefix=prefix))
    return [Markup(svg) for svg in drawn]
