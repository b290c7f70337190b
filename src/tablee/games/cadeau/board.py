"""The board of « À l'assaut du Cadeau ! »: a sheet of paper, the Gift down its middle, Lutins against Gnomes.

The Gift is the axis: its ribbon carries the number of every zone, to its left the Lutins' cells (round corners, blue),
to its right the Gnomes' (cut corners, grey). A finished zone gets a label that says who holds it and with what.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from tablee.core.words import Text, counted
from tablee.drawing import hand, objects, paper
from tablee.drawing.palette import Palette, Theme
from tablee.drawing.svg import (
    BOLD,
    FINE,
    HAND_FONT,
    PLAIN_FONT,
    TITLE_FONT,
    Anchor,
    Layout,
    Markup,
    Region,
    at,
    brief,
    circle,
    element,
    fitted,
    group,
    join,
    path,
    picture,
    rect,
    thing,
)
from tablee.games import cadeau
from tablee.games.cadeau import CELLS, GNOMES, LUTINS, State, Variant, Verdict

from .words import SIDE_NAMES, message, zone_text

COLOURS = {LUTINS: "lutin", GNOMES: "gnome"}


@dataclass(frozen=True, slots=True)
class Plan:
    """Where things lie, in board coordinates."""

    layout: Layout
    width: float
    height: float
    cell: tuple[float, float]
    gap: float
    top: float  # of the first zone
    pitch: float  # from zone to zone
    left: float  # of the Lutins' first cell
    right: float  # of the Gnomes' first cell
    gift: tuple[float, float]  # left edge and width
    slack: float = 0  # how far the Gift reaches beyond the zones, above and below

    def corner(self, player: int, zone: int, cell: int) -> tuple[float, float]:
        start = self.left if player == LUTINS else self.right
        return start + cell * (self.cell[0] + self.gap), self.top + (zone - 1) * self.pitch


def plan(variant: Variant, layout: Layout) -> Plan:
    zones = variant.zones
    if layout == "tall":
        high, pitch = (46.0, 71.0) if zones <= 6 else (41.0, 64.0)
        slack = max(0, 3 - zones) * pitch / 2
        top = 76 + slack
        return Plan(layout, 360, top + zones * pitch + slack + 8, (46, high), 2, top, pitch, 12, 206, (158, 44), slack)
    side = 72.0 if zones <= 6 else 60.0
    pitch, gap = side + 14, 6.0
    slack = max(0, 4 - zones) * pitch / 2  # so that few zones lie in the middle of a board of the usual form
    top, span = 118 + slack, 3 * side + 2 * gap
    middle = 380.0
    return Plan(
        layout,
        2 * middle,
        top + zones * pitch + slack + 12,
        (side, side),
        gap,
        top,
        pitch,
        middle - 126 - span,
        middle + 126,
        (middle - 112, 224),
        slack,
    )


def size(variant: Variant, layout: Layout = "wide") -> tuple[float, float]:
    """The width and height of the viewBox."""
    plan_ = plan(variant, layout)
    return plan_.width, plan_.height


# --- words ----------------------------------------------------------------------------------------------------


def cell_label(state: State, player: int, zone: int, cell: int) -> Text:
    value = state.sides[player - 1][3 * zone - 3 + cell]
    side = SIDE_NAMES[player]
    return Text(
        f"zone {zone}, case {CELLS[cell]}, {value or 'vide'} ({side.fr})",
        f"zone {zone}, cell {CELLS[cell]}, {value or 'empty'} ({side.en})",
    )


def description(state: State) -> Text:
    zones = [zone_text(state, zone) for zone in range(1, state.variant.zones + 1)]
    told = message(state)
    return Text(
        f"{told.fr} {' ; '.join(zone.fr for zone in zones)}.", f"{told.en} {'; '.join(zone.en for zone in zones)}."
    )


def held(state: State) -> dict[int, int]:
    """How many finished zones each side holds."""
    verdicts = [cadeau.zone(state, zone) for zone in range(1, state.variant.zones + 1)]
    return {player: sum(verdict is not None and verdict.holder == player for verdict in verdicts) for player in COLOURS}


def last_writer(state: State) -> int:
    lutins, gnomes = (side.count(0) for side in state.sides)
    return LUTINS if lutins < gnomes else GNOMES  # C1, C4: the Lutins are the ones ahead


# --- what can be touched --------------------------------------------------------------------------------------


def regions(state: State, layout: Layout = "wide", actions: Collection[str] | None = None) -> list[Region]:
    """Every cell of both sides, with the spoken name of each."""
    where = plan(state.variant, layout)
    mover = cadeau.players(state)
    found = []
    for player in (LUTINS, GNOMES):
        for zone in range(1, state.variant.zones + 1):
            for cell in range(3):
                x, y = where.corner(player, zone, cell)
                token = f"{zone}{CELLS[cell]}"
                plays = actions is not None and player in mover and token in actions
                label = cell_label(state, player, zone, cell)
                found.append(Region(f"{player}-{token}", x, y, *where.cell, label, token if plays else None))
    return found


# --- drawing --------------------------------------------------------------------------------------------------


def board(
    state: State,
    *,
    lang: str = "fr",
    actions: Collection[str] | None = None,
    theme: Theme = "light",
    last: str | None = None,
    layout: Layout = "wide",
    names: Mapping[int, str] | None = None,
    bare: bool = False,
    prefix: str = "cadeau-",
) -> str:
    """The whole board.

    `actions`: the tokens that are legal now; `last`: the token last played, which is marked; `bare`: for paper, without
    saying whose turn it is.
    """
    palette = Palette(theme)
    where = plan(state.variant, layout)
    zones = range(1, state.variant.zones + 1)
    parts = [
        paper.sheet(
            paper.MARGIN, paper.MARGIN, where.width - 2 * paper.MARGIN, where.height - 2 * paper.MARGIN - 2, palette
        ),
        _fields(where, state.variant.zones, palette),
        _gift(where, state.variant.zones, palette),
        *(_side(where, state, player, lang, palette, (names or {}).get(player), bare) for player in (LUTINS, GNOMES)),
        *(_zone(where, state, zone, lang, palette) for zone in zones),
        *(_cell(where, state, region, lang, palette, last, prefix) for region in regions(state, layout, actions)),
    ]
    return picture(
        (where.width, where.height),
        parts,
        cadeau.TITLE.said(lang),
        description(state).said(lang),
        lang,
        prefix,
        f"tablee-board cadeau {layout}",
        data_phase=cadeau.phase(state),
        data_tokens=" ".join(sorted(actions)) if actions is not None else None,
    )


def _fields(where: Plan, zones: int, palette: Palette) -> Markup:
    """The two camps as washes of colour behind the cells."""
    pad = 5.0 if where.layout == "tall" else 12.0
    span = 3 * where.cell[0] + 2 * where.gap
    height = (zones - 1) * where.pitch + where.cell[1]
    if where.layout == "tall":
        height += 26
    return join(
        path(
            hand.rounded(start - pad, where.top - pad, span + 2 * pad, height + 2 * pad, 14, "field", player, sway=2.5),
            fill=palette[f"{COLOURS[player]}-field"],
            stroke=palette[COLOURS[player]],
            stroke_width=1.4,
            stroke_dasharray=None if player == LUTINS else "7 3",
            stroke_opacity=0.55,
        )
        for player, start in ((LUTINS, where.left), (GNOMES, where.right))
    )


def _gift(where: Plan, zones: int, palette: Palette) -> Markup:
    """The Gift, as tall as there are zones to fight over."""
    x, width = where.gift
    middle = x + width / 2
    top = where.top - where.slack - 8
    bottom = where.top + zones * where.pitch + where.slack - (4 if where.layout == "tall" else 0)
    inset = width * 0.04
    ribbon = width * (0.3 if where.layout == "tall" else 0.15)
    lid = 20.0 if where.layout == "tall" else 28.0
    dots = [
        circle(
            x + width * (0.5 + side * (0.3 + 0.1 * hand.jitter("dot", row, side))),
            top + 24 + row * 26 + 6 * hand.jitter("dot", row, side, "y"),
            width * 0.016 + 1.2,
            fill=palette["gift-dot"],
        )
        for row in range(int((bottom - top - 24) / 26))
        for side in (-1, 1)
    ]
    return group(
        path(
            hand.box(x + inset + 4, top + 6, width - 2 * inset, bottom - top, "gift", sway=1),
            fill=palette["shadow"],
            opacity=0.25,
        ),
        palette.shape(
            hand.box(x + inset, top, width - 2 * inset, bottom - top, "gift", sway=1.5), "gift", "art-ink", 2.4
        ),
        *dots,
        rect(x + width * 0.8, top + 2, width * 0.15, bottom - top - 4, fill=palette["gift-shade"], opacity=0.55),
        palette.shape(
            hand.box(middle - ribbon / 2, top, ribbon, bottom - top, "ribbon", sway=1), "ribbon", "art-ink", 2
        ),
        palette.shape(hand.rounded(x - 3, top - lid, width + 6, lid, 3, "lid", sway=1), "gift", "art-ink", 2.4),
        palette.shape(
            hand.box(middle - ribbon / 2 - 1, top - lid, ribbon + 2, lid, "lid ribbon", sway=0.6),
            "ribbon",
            "art-ink",
            2,
        ),
        group(
            objects.art("bow", palette.theme),
            transform=at(middle, top - lid + 1, scale=0.66 if where.layout == "tall" else 1.5),
        ),
        class_="gift",
        aria_hidden="true",
    )


def _side(
    where: Plan, state: State, player: int, lang: str, palette: Palette, person: str | None, bare: bool
) -> Markup:
    """Who sits here: portrait, name, zones held."""
    won = held(state)[player]
    count = "" if bare else counted(won, "zone", "zone").said(lang)
    name = SIDE_NAMES[player].said(lang)
    start = player == LUTINS
    tall = where.layout == "tall"
    size, edge, words = (38.0, 12.0, 55.0) if tall else (88.0, 26.0, 130.0)
    across = where.width
    x, spot = (edge, words) if start else (across - edge - size, across - words)
    anchor: Anchor = "start" if start else "end"
    room = where.gift[0] - words - (7 if tall else 4)  # the bow is a little wider than the Gift
    fine = where.width / FINE[where.layout]
    mark = None
    if player in cadeau.players(state) and not bare:  # a felt-pen loop around whoever is to play
        loop = hand.ring(x + size / 2, 14 + size / 2, size / 2 + 3, size / 2 + 4, "turn")
        mark = palette.stroke(loop, "accent", 3, class_="turn")
    if person:  # whose side it is, the portrait shows
        name = brief({player: person}, int(room / fine / 0.58))[player]
    return group(
        element("title", person) if person and name != person else None,
        objects.piece(COLOURS[player], x, 14, size, palette),
        palette.text(
            spot,
            33 if tall else 54,
            name,
            fitted(name, room, 21 if tall else 28, 0.58),
            COLOURS[player],
            TITLE_FONT,
            class_="fine",
            anchor=anchor,
        ),
        palette.text(
            spot,
            59 if tall else 86,
            count,
            where.width / BOLD["tall"] if tall else 26,
            "pencil",
            PLAIN_FONT,
            class_="bold" if tall else "fine",
            anchor=anchor,
            font_weight=600,
        ),
        mark,
    )


def _zone(where: Plan, state: State, zone: int, lang: str, palette: Palette) -> Markup:
    """The number of a zone on the ribbon, and its verdict once it is finished."""
    verdict = cadeau.zone(state, zone)
    x, width = where.gift
    middle = x + width / 2
    y = where.top + (zone - 1) * where.pitch
    centre = y + where.cell[1] / 2
    attributes = {"class_": "zone", "data_zone": zone, "data_holder": verdict.holder if verdict else None}
    if verdict is None:
        return group(_tag(middle, centre, where, zone, palette), **attributes)
    if where.layout == "tall":
        return group(
            _tag(middle, centre, where, zone, palette, verdict.holder),
            _strip(where, y + where.cell[1] + 2, verdict, lang, palette, zone),
            **attributes,
        )
    return group(_label(where, middle, centre, width - 22, zone, verdict, lang, palette), **attributes)


def _tag(x: float, y: float, where: Plan, zone: int, palette: Palette, holder: int | None = None) -> Markup:
    """A round tag; a held zone's points at its holder like an arrow, a drawn one's has no point."""
    size = where.width / BOLD[where.layout]
    radius = size * 0.66
    colour = COLOURS[holder] if holder else "ink"
    point = None
    if holder:
        way = -1 if holder == LUTINS else 1
        tip = x + way * (radius + 10)
        near = x + way * (radius - 3)
        point = palette.shape(f"M{hand.points((near, y - 9), (tip, y), (near, y + 9))} Z", colour, colour, 2)
    return group(
        point,
        circle(x, y, radius, fill=palette["label"], stroke=palette[colour], stroke_width=2.2 if holder is None else 3),
        palette.text(x, y + size * 0.34, str(zone), size, "ink", TITLE_FONT, class_="bold"),
    )


def _strip(where: Plan, y: float, verdict: Verdict, lang: str, palette: Palette, zone: int) -> Markup:
    """On a narrow board: what each side has, under its cells; the holder's on a strip of paper with a star."""
    width = 3 * where.cell[0] + 2 * where.gap
    parts: list[Markup | None] = []
    for player, x, count in ((LUTINS, where.left, verdict.lutins), (GNOMES, where.right, verdict.gnomes)):
        words, holds = count.text.said(lang), player == verdict.holder
        if holds:
            strip = hand.box(x, y, width, 21, "strip", zone, sway=1.2)
            parts.append(palette.shape(strip, "label", COLOURS[player], 1.6, class_="fine"))
        words = f"★ {words}" if holds else words if verdict.holder else f"= {words}"
        size = fitted(words, width - 4, where.width / FINE["tall"], 0.53)
        ink = "ink" if holds else "pencil"
        parts.append(palette.text(x + width / 2, y + 16, words, size, ink, font_weight=600, class_="fine"))
    return group(*parts)


def _label(
    where: Plan, x: float, y: float, width: float, zone: int, verdict: Verdict, lang: str, palette: Palette
) -> Markup:
    """On a wide board: the verdict on a label stuck to the Gift, with a point on the holder's side."""
    half = where.cell[1] / 2 - 3
    left, right, top, bottom = x - width / 2, x + width / 2, y - half, y + half
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if verdict.holder == LUTINS:
        corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left - 15, y)]
    elif verdict.holder == GNOMES:
        corners = [(left, top), (right, top), (right + 15, y), (right, bottom), (left, bottom)]
    won = (verdict.gnomes if verdict.holder == GNOMES else verdict.lutins).text.said(lang)
    name = SIDE_NAMES[verdict.holder].said(lang) if verdict.holder else Text("personne", "nobody").said(lang)
    size, colour = where.width / FINE["wide"], COLOURS.get(verdict.holder, "ink")
    middle, room = x + 27, width - 58
    above, below = (name, won) if len(won) * size * 0.53 <= room else won.rsplit(" ", 1)
    return group(
        palette.shape(hand.polygon(corners, "label", zone, sway=1.2), "label", colour, 2.6),
        _tag(left + 29, y, where, zone, palette, None),
        palette.text(middle, y - 4, above, size, colour, TITLE_FONT, class_="fine"),
        palette.text(middle, y + 18, below, size, "ink", font_weight=700, class_="fine"),
    )


def _cell(
    where: Plan, state: State, region: Region, lang: str, palette: Palette, last: str | None, prefix: str
) -> Markup:
    player, token = int(region.key[0]), region.key[2:]
    zone, cell = int(token[0]), CELLS.index(token[1])
    value = state.sides[player - 1][3 * zone - 3 + cell]
    x, y, (width, height) = region.x, region.y, where.cell
    colour = COLOURS[player]
    outline = (
        hand.rounded(x + 1, y + 1, width - 2, height - 2, width * 0.2, player, token, sway=1.1)
        if player == LUTINS
        else hand.chamfered(x + 1, y + 1, width - 2, height - 2, width * 0.16, player, token, sway=0.9)
    )
    middle, centre = x + width / 2, y + height / 2
    size = height * 0.98
    inside: list[Markup] = []
    if value:
        turn = f"rotate({5 * hand.jitter(player, token, 'turn'):.1f} {middle:.1f} {centre:.1f})"
        inside.append(
            palette.text(
                middle + 2 * hand.jitter(player, token, "x"),
                centre + size * 0.36,
                str(value),
                size,
                colour,
                HAND_FONT,
                font_weight=700,
                transform=turn,
                stroke=palette[colour],
                stroke_width=height * 0.022,
            )
        )
        if last == token and player == last_writer(state):
            inside.append(_underline(x, y, width, height, palette))
    elif region.token:
        inside.append(_invitation(middle, centre, min(width, height), state.die, palette))
    else:
        inset = 10 if player == LUTINS else 15  # the Gnomes' corners are cut
        inside.append(
            palette.text(
                x + width - inset,
                y + height - 7,
                CELLS[cell],
                where.width / FINE[where.layout],
                "pencil",
                class_="fine",
            )
        )
    return thing(
        region.key,
        region.label.said(lang),
        palette.shape(outline, f"{colour}-cell", colour, 2),
        *inside,
        prefix=prefix,
        class_=f"cell {colour}{' can' if region.token else ''}{'' if value else ' empty'}",
        data_cell=token,
        data_player=player,
        data_token=region.token,
    )


def _invitation(x: float, y: float, width: float, die: int, palette: Palette) -> Markup:
    """An open target: a dashed ring with the die that would be written there."""
    return group(
        circle(
            x,
            y,
            width * 0.36,
            fill=palette["label"],
            stroke=palette["accent"],
            stroke_width=2.4,
            stroke_dasharray="5 4.2",
            stroke_linecap="round",
        ),
        palette.text(x, y + width * 0.28, str(die or "+"), width * 0.8, "accent", HAND_FONT, font_weight=700),
        class_="invitation",
    )


def _underline(x: float, y: float, width: float, height: float, palette: Palette) -> Markup:
    """Two quick strokes under what was written last."""
    low = y + height - 5
    return palette.stroke(
        hand.line(x + width * 0.2, low - 2, x + width * 0.82, low - 4, "under", sway=2)
        + " "
        + hand.line(x + width * 0.28, low + 1.5, x + width * 0.74, low, "under again", sway=2),
        "accent",
        2.4,
        class_="last",
    )
