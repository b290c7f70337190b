"""The board of « À l'assaut du Cadeau ! »: a sheet of paper, the Gift down its middle, Lutins against Gnomes. The Gift
is the axis: its ribbon carries the number of every zone, to its left the Lutins' cells (round corners, blue), to its
right the Gnomes' (cut corners, grey). A finished zone gets a label that says who holds it and with what."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import chain

from tablee.core.words import Text, count_noun
from tablee.drawing import hand, svg
from tablee.drawing.objects import Arts, art
from tablee.drawing.palette import Theme
from tablee.drawing.svg import Anchor, Box, Layout, Markup, Region
from tablee.games import cadeau
from tablee.games.cadeau import CELLS, GNOMES, LUTINS, State, Variant, Verdict

from .words import EMPTY, SIDE_NAMES, zone_text

COLOURS = {LUTINS: "lutin", GNOMES: "gnome"}


@dataclass(frozen=True, slots=True, eq=False)  # one of a kind, and looked up for every cell
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


@lru_cache(maxsize=32)
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
    plan_ = plan(variant, layout)
    return plan_.width, plan_.height


# --- what can be touched --------------------------------------------------------------------------------------


def regions(state: State, layout: Layout = "wide", actions: Collection[str] | None = None) -> Sequence[Region]:
    """Every cell of both sides, with the spoken name of each."""
    return _regions(state, layout, frozenset(actions or ()))


@lru_cache(maxsize=64)  # asked for by the drawing and by the page
def _regions(state: State, layout: Layout, actions: frozenset[str]) -> Sequence[Region]:
    where = plan(state.variant, layout)
    mover = cadeau.players(state)
    write = Text(f" : y écrire le {state.die} ; ", f": write the {state.die} there; ")
    regions = []
    for player in (LUTINS, GNOMES):
        for zone in range(1, state.variant.zones + 1):
            for cell in range(3):
                x, y = where.corner(player, zone, cell)
                token = f"{zone}{CELLS[cell]}"
                plays = player in mover and token in actions
                label = _label_cell(player, zone, cell, state.sides[player - 1][3 * zone - 3 + cell])
                if plays and state.die:
                    label += write + zone_text(state, zone)
                regions.append(Region(f"{player}-{token}", x, y, *where.cell, label, token if plays else None))
    return regions


@cache
def _label_cell(player: int, zone: int, cell: int, value: int) -> Text:
    return Text.fill(
        "zone {zone}, case {cell}, {value} ({side})",
        "zone {zone}, cell {cell}, {value} ({side})",
        zone=zone,
        cell=CELLS[cell],
        value=value or EMPTY,
        side=SIDE_NAMES[player],
    )


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
    """The whole board. `actions`: the tokens that are legal now; `last`: the token last played, which is marked;
    `bare`: for paper, without saying whose turn it is."""
    where = plan(state.variant, layout)
    margin, zones = hand.MARGIN, range(1, state.variant.zones + 1)
    lutins, gnomes = (side.count(0) for side in state.sides)
    written = f"{LUTINS if lutins < gnomes else GNOMES}-{last}"  # C1, C4: the Lutins are ahead
    due = () if bare else cadeau.players(state)
    counts = {player: None if bare else cadeau.count_zones(state)[player] for player in (LUTINS, GNOMES)}
    cells = []
    for region, value in zip(regions(state, layout, actions), chain(*state.sides), strict=True):
        die = state.die if region.token else 0
        drawn = _cell(where, region.key, region.box, region.token, value, die, region.key == written, prefix)
        cells.append(drawn if theme == "page" else svg.label(drawn, region.label, lang))
    parts = [
        hand.sheet(margin, margin, where.width - 2 * margin, where.height - 2 * margin - 2),
        _fields(where, state.variant.zones),
        _gift(where, state.variant.zones),
        *(_side(where, player, counts[player], lang, (names or {}).get(player), player in due) for player in counts),
        *(_zone(where, cadeau.zone(state, zone), zone, lang) for zone in zones),
        *cells,
    ]
    return svg.board(cadeau, state, (where.width, where.height), parts, names, lang, prefix, layout, theme, actions)


@lru_cache(maxsize=32)
def _fields(where: Plan, zones: int) -> Markup:
    """The two camps as washes of colour behind the cells."""
    pad = 5.0 if where.layout == "tall" else 12.0
    width = 3 * where.cell[0] + 2 * where.gap + 2 * pad
    height = (zones - 1) * where.pitch + where.cell[1] + 2 * pad + (26 if where.layout == "tall" else 0)
    fields = (
        svg.path(
            hand.rounded_box(start - pad, where.top - pad, width, height, 14, "field", player, sway=2.5),
            f"{COLOURS[player]}-field",
        )
        for player, start in ((LUTINS, where.left), (GNOMES, where.right))
    )
    return svg.group(*fields)


@lru_cache(maxsize=32)
def _gift(where: Plan, zones: int) -> Markup:
    """The Gift, as tall as there are zones to fight over."""
    tall = where.layout == "tall"
    x, width = where.gift
    middle, inset = x + width / 2, width * 0.04
    top = where.top - where.slack - 8
    bottom = where.top + zones * where.pitch + where.slack - (4 if tall else 0)
    inside, high = width - 2 * inset, bottom - top
    ribbon, lid, bow = (width * 0.3, 20.0, 0.66) if tall else (width * 0.15, 28.0, 1.5)
    dots = (
        svg.circle(
            x + width * (0.5 + side * (0.3 + 0.1 * hand.jitter("dot", row, side))),
            top + 24 + row * 26 + 6 * hand.jitter("dot", row, side, "y"),
            width * 0.016 + 1.2,
            "gift-dot",
        )
        for row in range(int((high - 24) / 26))
        for side in (-1, 1)
    )
    return svg.group(
        svg.path(hand.box(x + inset + 4, top + 6, inside, high, "gift", sway=1), "gift-shadow"),
        svg.path(hand.box(x + inset, top, inside, high, "gift", sway=1.5), "gift"),
        *dots,
        svg.rect(x + width * 0.8, top + 2, width * 0.15, high - 4, None, "gift-shade"),
        svg.path(hand.box(middle - ribbon / 2, top, ribbon, high, "ribbon", sway=1), "ribbon"),
        svg.path(hand.rounded_box(x - 3, top - lid, width + 6, lid, 3, "lid", sway=1), "gift"),
        svg.path(hand.box(middle - ribbon / 2 - 1, top - lid, ribbon + 2, lid, "lid ribbon", sway=0.6), "ribbon"),
        svg.group(art("bow"), transform=svg.at(middle, top - lid + 1, scale=bow)),
        class_="gift",
        aria_hidden="true",
    )


@lru_cache(maxsize=256)
def _side(where: Plan, player: int, zones: int | None, lang: str, person: str | None, due: bool) -> Markup:
    """Who sits here: portrait, name, zones held."""
    count = "" if zones is None else count_noun(zones, "zone", "zone").in_lang(lang)
    name = SIDE_NAMES[player].in_lang(lang)
    tall = where.layout == "tall"
    size, edge, words = (38.0, 12.0, 58.0) if tall else (88.0, 26.0, 130.0)
    x, spot = (edge, words) if player == LUTINS else (where.width - edge - size, where.width - words)
    anchor: Anchor = "start" if player == LUTINS else "end"
    room = where.gift[0] - words - (7 if tall else 4)  # the bow is a little wider than the Gift
    mark = None
    if due:  # a felt-pen loop around whoever is to play
        loop = hand.ring(x + size / 2, 14 + size / 2, size / 2 + 3, size / 2 + 4, "turn")
        mark = svg.path(loop, "loop", class_="turn")
    if person:  # whose side it is, the portrait shows
        name = svg.brief({player: person}, int(room * svg.FINE[where.layout] / where.width / 0.58))[player]
    fit = svg.fit_font_size(name, room, 21 if tall else 28, 0.58)
    low, small, kind = (59, where.width / svg.BOLD["tall"], "bold") if tall else (86, 26, "fine")
    return svg.group(
        svg.element("title", person) if person and name != person else None,
        Arts().piece(COLOURS[player], x, 14, size),
        svg.write(spot, 33 if tall else 54, name, fit, f"{COLOURS[player]} title", anchor, class_="fine"),
        svg.write(spot, low, count, small, "pencil semi", anchor, class_=kind),
        mark,
    )


@lru_cache(maxsize=1024)
def _zone(where: Plan, verdict: Verdict | None, zone: int, lang: str) -> Markup:
    """The number of a zone on the ribbon, and its verdict once it is finished."""
    x, width = where.gift
    middle, y = x + width / 2, where.top + (zone - 1) * where.pitch
    centre, below = y + where.cell[1] / 2, y + where.cell[1] + 2
    attributes = {"class_": "zone", "data_zone": zone, "data_holder": verdict.holder if verdict else None}
    if verdict is None:
        return svg.group(_tag(middle, centre, where, zone), **attributes)
    if where.layout == "tall":
        tag = _tag(middle, centre, where, zone, verdict.holder)
        return svg.group(tag, _strip(where, below, verdict, lang, zone), **attributes)
    return svg.group(_label(where, middle, centre, width - 22, zone, verdict, lang), **attributes)


def _tag(x: float, y: float, where: Plan, zone: int, holder: int | None = None) -> Markup:
    """A round tag; a held zone's points at its holder like an arrow, a drawn one's has no point."""
    size = where.width / svg.BOLD[where.layout]
    radius = size * 0.66
    look, point = "tag" if holder is None else "tag-drawn", None
    if holder:
        look, way = f"tag-{COLOURS[holder]}", -1 if holder == LUTINS else 1
        tip, near = x + way * (radius + 10), x + way * (radius - 3)
        point = svg.path(f"M{hand.points((near, y - 9), (tip, y), (near, y + 9))} Z", f"point-{COLOURS[holder]}")
    number = svg.write(x, y + size * 0.34, str(zone), size, "ink title", class_="bold")
    return svg.group(point, svg.circle(x, y, radius, look), number)


def _strip(where: Plan, y: float, verdict: Verdict, lang: str, zone: int) -> Markup:
    """On a narrow board: what each side has, under its cells; the holder's on a strip of paper with a star."""
    width = 3 * where.cell[0] + 2 * where.gap
    parts: list[Markup] = []
    for player, x, count in ((LUTINS, where.left, verdict.lutins), (GNOMES, where.right, verdict.gnomes)):
        words, holds = count.text.in_lang(lang), player == verdict.holder
        if holds:
            strip = hand.box(x, y, width, 21, "strip", zone, sway=1.2)
            parts.append(svg.path(strip, f"strip-{COLOURS[player]}", class_="fine"))
        words = f"★ {words}" if holds else words if verdict.holder else f"= {words}"
        size = svg.fit_font_size(words, width - 4, where.width / svg.FINE["tall"], 0.53)
        parts.append(
            svg.write(x + width / 2, y + 16, words, size, f"{'ink' if holds else 'pencil'} semi", class_="fine")
        )
    return svg.group(*parts)


def _label(where: Plan, x: float, y: float, width: float, zone: int, verdict: Verdict, lang: str) -> Markup:
    """On a wide board: the verdict on a label stuck to the Gift, with a point on the holder's side."""
    half = where.cell[1] / 2 - 3
    left, right, top, bottom = x - width / 2, x + width / 2, y - half, y + half
    corners = [(left, top), (right, top), (right, bottom), (left, bottom)]
    if verdict.holder == LUTINS:
        corners.append((left - 15, y))
    elif verdict.holder == GNOMES:
        corners.insert(2, (right + 15, y))
    won = (verdict.gnomes if verdict.holder == GNOMES else verdict.lutins).text.in_lang(lang)
    name = SIDE_NAMES[verdict.holder].in_lang(lang) if verdict.holder else Text("personne", "nobody").in_lang(lang)
    size, colour = where.width / svg.FINE["wide"], COLOURS.get(verdict.holder, "ink")
    middle, room = x + 27, width - 58
    above, below = (name, won) if len(won) * size * 0.53 <= room else won.rsplit(" ", 1)
    return svg.group(
        svg.path(hand.polygon(corners, "label", zone, sway=1.2), f"label-{colour}"),
        _tag(left + 29, y, where, zone),
        svg.write(middle, y - 4, above, size, f"{colour} title", class_="fine"),
        svg.write(middle, y + 18, below, size, "ink bold", class_="fine"),
    )


@lru_cache(maxsize=4096)  # a move changes few cells
def _cell(
    where: Plan, key: str, box: Box, plays: str | None, value: int, die: int, is_last: bool, prefix: str
) -> Markup:
    """A cell but for its label. `plays`: what touching it plays."""
    player, token = int(key[0]), key[2:]
    cell = CELLS.index(token[1])
    x, y, width, height = box
    middle, centre, colour = x + width / 2, y + height / 2, COLOURS[player]
    inside: list[Markup] = []
    if value:
        turn = f"rotate({5 * hand.jitter(player, token, 'turn'):.1f} {middle:.1f} {centre:.1f})"
        aside, pen = middle + 2 * hand.jitter(player, token, "x"), height * 0.022
        low, size, look = centre + height * 0.3528, height * 0.98, f"{colour} {colour}-pen hand"
        inside.append(svg.write(aside, low, str(value), size, look, transform=turn, stroke_width=pen))
        if is_last:
            inside.append(_underline(x, y, width, height))
    elif plays:
        inside.append(_invitation(middle, centre, min(width, height), die))
    else:
        inset = 10 if player == LUTINS else 15  # the Gnomes' corners are cut
        size = where.width / svg.FINE[where.layout]
        inside.append(svg.write(x + width - inset, y + height - 7, CELLS[cell], size, "pencil plain", class_="fine"))
    outline = (
        hand.rounded_box(x + 1, y + 1, width - 2, height - 2, width * 0.2, player, token, sway=1.1)
        if player == LUTINS
        else hand.chamfered_box(x + 1, y + 1, width - 2, height - 2, width * 0.16, player, token, sway=0.9)
    )
    return svg.thing(
        key,
        svg.path(outline, f"{colour}-cell"),
        *inside,
        prefix=prefix,
        class_=f"cell {colour}{' can' if plays else ''}{'' if value else ' empty'}",
        data_cell=token,
        data_player=player,
        data_token=plays,
    )


def _invitation(x: float, y: float, width: float, die: int) -> Markup:
    """An open target: a dashed ring with the die that would be written there."""
    number = svg.write(x, y + width * 0.28, str(die or "+"), width * 0.8, "accent hand")
    return svg.group(svg.circle(x, y, width * 0.36, "target"), number, class_="invitation")


def _underline(x: float, y: float, width: float, height: float) -> Markup:
    """Two quick strokes under what was written last."""
    low = y + height - 5
    first = hand.line(x + width * 0.2, low - 2, x + width * 0.82, low - 4, "under", sway=2)
    second = hand.line(x + width * 0.28, low + 1.5, x + width * 0.74, low, "under again", sway=2)
    return svg.path(f"{first} {second}", "underline", class_="last")
