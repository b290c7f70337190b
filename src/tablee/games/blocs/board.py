"""The board of Pousse-blocs: a wooden track from above, ten blocks that slide from side to side. Wide, the lanes run up
and down, seats 1 and 2 sit below their track, and two tracks lie one above the other; tall (a phone), the lanes run
across, those seats sit at the left, and two tracks lie side by side. Nothing tells the seats apart by colour alone:
every side bears a name plate, and the plate of whoever plays has a pointer."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import lru_cache

from tablee.core.words import Text, count_noun, player_ref
from tablee.drawing import hand, signs, svg
from tablee.drawing.palette import Theme
from tablee.drawing.svg import Box, Layout, Markup, Region
from tablee.games import blocs
from tablee.games.blocs import BLOCKS, MODES, State, Variant

from . import words as telling

MARK = "block-accent"  # the colour of marks on a block
# The seats on each track: (near, far). A far side without a seat only collects what has been pushed.
TRACKS = {
    name: tuple((seat, mode.facing.get(seat)) for seat, full in enumerate(mode.full) if full)
    for name, mode in MODES.items()
}


@dataclass(frozen=True, slots=True, eq=False)  # one of a kind, and looked up for every block
class Plan:
    """Where things lie. A lane's length runs from the near side to the far one."""

    layout: Layout
    width: float
    height: float
    frames: tuple[tuple[float, float, float, float], ...]  # each track: x, y, width, height
    lane: float  # the breadth of a lane
    rim: float  # of wood around the lanes
    block: tuple[float, float]  # along the lane, across it
    plate: float  # the height of a name plate

    def lane_middle(self, track: int, index: int) -> float:
        x, y, _, _ = self.frames[track]
        return (x if self.layout == "wide" else y) + self.rim + (index + 0.5) * self.lane

    def block_corner(self, track: int, index: int, near: float) -> tuple[float, float, float, float]:
        """x, y, width, height of a block; `near` 1 is at the near side, 0 at the far one."""
        x, y, width, height = self.frames[track]
        long, broad = self.block
        middle = self.lane_middle(track, index)
        if self.layout == "wide":
            free = height - 2 * self.rim - long
            return middle - broad / 2, y + self.rim + near * free, broad, long
        free = width - 2 * self.rim - long
        return x + self.rim + (1 - near) * free, middle - broad / 2, long, broad


@lru_cache(maxsize=32)
def plan(variant: Variant, layout: Layout = "wide") -> Plan:
    tracks = TRACKS[variant.mode]
    both = any(far is not None for _, far in tracks)  # do people sit on both sides?
    if layout == "tall":
        lane, rim, plate = 45.0, 9.0, 34.0
        high = 10 * lane + 2 * rim
        if len(tracks) == 1:
            top = plate + 6
            return Plan(layout, 360, top + high + 10, ((4, top, 352, high),), lane, rim, (88, 43), plate)
        top = (2 if both else 1) * plate + 6
        frames = ((3.0, top, 174.0, high), (183.0, top, 174.0, high))
        return Plan(layout, 360, top + high + 10, frames, lane, rim, (62, 43), plate)
    if len(tracks) == 1:
        lane, rim, plate, high = 68.0, 20.0, 44.0, 400.0
        broad = 10 * lane + 2 * rim
        top = plate + 4
        return Plan(layout, broad + 16, top + high + plate + 8, ((8, top, broad, high),), lane, rim, (108, 60), plate)
    lane, rim, plate, high = 60.0, 14.0, 36.0, 176.0
    broad = 10 * lane + 2 * rim
    above = plate if both else 2.0
    step = above + high + plate + 8
    frames = ((6.0, above + 2, broad, high), (6.0, above + 2 + step, broad, high))
    return Plan(layout, broad + 12, 2 * step, frames, lane, rim, (62, 53), plate)


def size(variant: Variant, layout: Layout = "wide") -> tuple[float, float]:
    where = plan(variant, layout)
    return where.width, where.height


# --- where the blocks are and what they are called ------------------------------------------------------------


def owner(state: State, track: int, block: int) -> int | None:
    """The seat in front of which a block lies; None: pushed over to where nobody plays it."""
    near, far = TRACKS[state.variant.mode][track]
    return near if state.seats[near] >> block & 1 else far


def track_of(state: State) -> int:
    """The track that the seat whose turn it is plays on."""
    return next(track for track, sides in enumerate(TRACKS[state.variant.mode]) if state.seat in sides)


def seat_name(variant: Variant, seat: int, names: Mapping[int, str] | None = None) -> Text:
    return telling.seat_name(variant, seat).with_names(names or {})


# --- what can be touched --------------------------------------------------------------------------------------


def regions(
    state: State,
    layout: Layout = "wide",
    actions: Collection[str] | None = None,
    picked: Collection[int] = (),
    names: Mapping[int, str] | None = None,
) -> list[Region]:
    """Every block. A block's token is the push of it alone, where that is legal and nothing is picked."""
    where = plan(state.variant, layout)
    at, legal = track_of(state), () if picked else actions or ()
    whom = {
        seat: telling.seat_name(state.variant, seat, within=True).with_names(names or {})
        for sides in TRACKS[state.variant.mode]
        for seat in sides
        if seat is not None
    }
    regions = []
    for track, (near, _) in enumerate(TRACKS[state.variant.mode]):
        for index, block in enumerate(BLOCKS):
            seat, alone = owner(state, track, block), str(block)
            mine = seat == state.seat and track == at
            going = 0.08 if mine and block in picked else 0.0  # a finger's breadth on its way
            box = where.block_corner(track, index, 1.0 - going if seat == near else going)
            token = alone if mine and alone in legal else None
            label = _label_block(block, None if seat is None else whom[seat])
            if going:
                label += Text(", choisi", ", picked")
            regions.append(Region(f"{track + 1}-{block}", *box, label, token))
    return regions


@lru_cache(maxsize=1024)  # a push changes few blocks
def _label_block(block: int, whom: Text | None) -> Text:
    if whom is None:
        return Text(f"bloc {block}, déjà poussé", f"block {block}, pushed across")
    return Text(f"bloc {block}, devant ", f"block {block}, in front of ") + whom


def _numbers(token: str) -> frozenset[int]:
    """The blocks of a push; none where it is left (`-`)."""
    blocks = token.partition(":")[0]
    return frozenset(map(int, blocks.split(","))) if blocks != "-" else frozenset()


# --- drawing --------------------------------------------------------------------------------------------------


def board(
    state: State,
    *,
    lang: str = "fr",
    actions: Collection[str] | None = None,
    theme: Theme = "light",
    last: str | None = None,
    layout: Layout = "wide",
    picked: Collection[int] = (),
    names: Mapping[int, str] | None = None,
    bare: bool = False,
    prefix: str = "blocs-",
) -> str:
    """The whole board. `actions`: the legal pushes; `picked`: blocks chosen so far, drawn on their way; `last`: the
    push just played, whose blocks are marked where they came to lie; `bare`: for paper, the track without blocks and
    turns."""
    where = plan(state.variant, layout)
    # The blocks that a legal push holds together with all those picked already.
    can = frozenset[int]().union(*(blocks for blocks in map(_numbers, actions or ()) if blocks >= set(picked)))
    pushed = _last_blocks(state, last)
    at = track_of(state)
    near = state.seat == TRACKS[state.variant.mode][at][0]  # whose turn it is
    blocks = []
    for region in regions(state, layout, actions, picked, names):
        track, block = int(region.key[0]) - 1, int(region.key[2:])
        mine = track == at and owner(state, track, block) == state.seat
        marks = {
            "can": mine and block in can and block not in picked,
            "picked": mine and block in picked,
            "last": (track, block) in pushed and not (mine and block in can),
        }
        shown = tuple(name for name in marks if marks[name])
        words = region.label + Text(", peut être poussé", ", can be pushed") if marks["can"] else region.label
        drawn = _block(where, track, block, region.box, region.token, shown, prefix, near)
        blocks.append(drawn if theme == "page" else svg.label(drawn, words, lang))
    tracks = TRACKS[state.variant.mode]
    plates = (
        _plate(where, state, track, side, seat, lang, names, bare)
        for track, sides in enumerate(tracks)
        for side, seat in enumerate(sides)
    )
    parts = [*(_frame(where, track) for track in range(len(tracks))), *filter(None, plates)]
    content = parts if bare else parts + blocks
    return svg.board(blocs, state, (where.width, where.height), content, names, lang, prefix, layout, theme, actions)


def _last_blocks(state: State, last: str | None) -> frozenset[tuple[int, int]]:
    """The track and number of the blocks pushed last; none where the position does not tell who pushed them."""
    if last is None or last.startswith("d"):
        return frozenset()
    blocks = _numbers(last)
    order, tracks = MODES[state.variant.mode].order, TRACKS[state.variant.mode]
    # B6, B9: several blocks leave the turn where it was; a single one may have ended it.
    seats = [state.seat] if len(blocks) > 1 else [state.seat, order[order.index(state.seat) - 1]]
    pushers = [seat for seat in seats if not any(state.seats[seat] >> block & 1 for block in blocks)]
    pushed = {track for track, sides in enumerate(tracks) for seat in pushers if seat in sides}
    return frozenset((track, block) for track in pushed for block in blocks) if len(pushed) == 1 else frozenset()


@lru_cache(maxsize=32)
def _frame(where: Plan, track: int) -> Markup:
    """A track: a board with a rim, its grain, ten grooves, and the line in the middle over which a block is pushed."""
    x, y, width, height = where.frames[track]
    rim, wide, breadth = where.rim, where.layout == "wide", where.block[1] * 0.3
    grain, lines = [], 16 if wide else 12
    for i in range(lines):
        down = y + (i + 0.5 + 0.3 * hand.jitter("grain", track, i)) * height / lines
        sway = 7 * hand.jitter("sway", track, i)
        handles = (x + width * 0.3, down + sway), (x + width * 0.6, down - sway)
        grain.append(f"M{hand.points((x + 3, down))} C{hand.points(*handles, (x + width - 3, down + sway / 2))}")
    starts = [where.lane_middle(track, index) - breadth / 2 for index in range(10)]
    if wide:
        grooves = [(start, y + rim, breadth, height - 2 * rim) for start in starts]
        middle = hand.through((x + 10, y + height / 2), (x + width - 10, y + height / 2))
    else:
        grooves = [(x + rim, start, width - 2 * rim, breadth) for start in starts]
        middle = hand.through((x + width / 2, y + 8), (x + width / 2, y + height - 8))
    return svg.group(
        svg.rect(x + 4, y + 7, width, height, 16, "track-shadow"),
        svg.rect(x, y, width, height, 16, "track"),
        svg.rect(x + 3, y + 3, width - 6, height - 6, 13, "track-rim"),
        svg.path(" ".join(grain), "track-grain"),
        *(_groove(*groove) for groove in grooves),
        svg.path(middle, "middle"),
        class_="track",
        data_track=track + 1,
    )


def _groove(x: float, y: float, width: float, height: float) -> Markup:
    shade = svg.rect(x + 1.5, y + 1.5, width - 3, min(4.0, height / 3), 2, "groove-shade")
    return svg.join((svg.rect(x, y, width, height, min(width, height) / 2, "groove"), shade))


def _plate(
    where: Plan,
    state: State,
    track: int,
    side: int,
    seat: int | None,
    lang: str,
    names: Mapping[int, str] | None,
    bare: bool,
) -> Markup | None:
    """The name of a side: who sits there and how much is left, or that pushed blocks end up here."""
    x, y, width, height = where.frames[track]
    wide, alone = where.layout == "wide", len(where.frames) == 1
    size = 22.0 if wide else where.width / svg.FINE["tall"]
    if wide:
        middle, room = x + width / 2, width
        centre = y + height + where.plate / 2 if side == 0 else y + 1 - where.plate / 2
    elif alone:  # both names in one line: the near seat's at the left, the far one's at the right
        middle, room = x + width * (0.25 if side == 0 else 0.75), width / 2 - 4
        centre = y - 4 - where.plate / 2
    else:
        middle, room = x + width / 2, width
        centre = y - 4 - where.plate * (0.5 if side or y < 2 * where.plate else 1.5)
    if seat is None:
        if not alone:
            return None
        words = Text("de l’autre côté", "the far side").in_lang(lang)
        return svg.write(middle, centre + size * 0.34, words, size, "pencil title", class_="fine")
    turn = seat == state.seat and not state.over and not bare
    outcome = blocs.outcome(state)
    won = seat == state.seat and outcome is not None and bool(outcome.winners)
    left = blocs.numbers(state.seats[seat])
    count = count_noun(len(left), "bloc", "block")
    if state.variant.mode == "solo":
        count = Text(f"reste {sum(left)}", f"{sum(left)} left")
    if wide:
        name = seat_name(state.variant, seat, svg.brief(names)).in_lang(lang)
        name = name if bare else f"{name} · {count.in_lang(lang)}"
    else:  # so short that it can be read on a phone, with an arrow to where their blocks lie
        name = player_ref(blocs.MODES[state.variant.mode].holder[seat]).with_names(svg.brief(names, 10)).in_lang(lang)
        if not bare:
            name = count.in_lang(lang) if state.variant.mode == "solo" else f"{name} · {len(left)}"
        name = f"◀ {name}" if side == 0 else f"{name} ▶"
    high = where.plate - 6
    return signs.plate(middle, centre, high, room, name, size, turn=turn, won=won, data_seat=seat + 1)


@lru_cache(maxsize=4096)  # a push changes few blocks
def _block(
    where: Plan, track: int, block: int, box: Box, token: str | None, marks: tuple[str, ...], prefix: str, near: bool
) -> Markup:
    """A block but for its label. `near`: whether who sits near is to push."""
    x, y, width, height = box
    wide = where.layout == "wide"
    radius, size = (8.0, min(width, height) * 0.72) if wide else (7.0, min(width, height) * 0.9)
    lifted = "can" in marks or "picked" in marks
    grain = []
    for share in (0.18, 0.38, 0.62, 0.84):
        end = share + 0.06 * hand.jitter(block, share)
        seed = ("block", block, share)
        grain.append(hand.line(x + 6, y + height * share, x + width - 6, y + height * end, *seed, sway=3))
    middle = x + width / 2
    if "can" in marks and width < 70 and not wide:  # beside the arrow
        left, _, broad, _ = where.frames[track]
        middle += -6 if x < left + broad / 2 else 6
    foot = None
    if block in (6, 9):  # a stroke, so that they can be told apart from across the table
        low = y + height / 2 + size * 0.46
        line = hand.line(middle - size * 0.26, low, middle + size * 0.26, low, "foot", block, sway=0.8)
        foot = svg.path(line, "block-foot", stroke_width=size * 0.08)
    return svg.thing(
        f"{track + 1}-{block}",
        svg.rect(x + 2, y + (6 if lifted else 3.5), width, height, radius, "lifted" if lifted else "lying"),
        svg.rect(x, y, width, height, radius, "block-side"),
        svg.rect(x, y, width, height - 4, radius, "block"),
        svg.path(" ".join(grain), "block-grain"),
        svg.rect(x + 2.5, y + 2, width - 5, 4, 2, "block-light"),
        svg.write(middle, y + height / 2 + size * 0.33, str(block), size, "block-ink title"),
        foot,
        _mark(where, box, marks, near),
        prefix=prefix,
        class_=" ".join(["block", *marks]),
        data_block=block,
        data_track=track + 1,
        data_token=token,
    )


def _mark(where: Plan, box: Box, marks: tuple[str, ...], near: bool) -> Markup | None:
    """A dashed outline and an arrow invite, a full outline and a tick show what is picked, a dot what came last."""
    x, y, width, height = box
    if marks == ("last",):
        return svg.circle(x + 10, y + 10, 4, MARK)
    if not marks:
        return None
    mark = signs.sign("tick", x + width - 13, y + 13, MARK)
    if "can" in marks:  # the way it would go
        if where.layout == "wide":
            way = svg.at(x + width / 2, y + 13 if near else y + height - 15, turn=0 if near else 180)
        else:
            way = svg.at(x + width - 12 if near else x + 12, y + height / 2, turn=90 if near else 270)
        mark = svg.path("M-7 4 L0 -4 L7 4", "way", transform=way)
    outline = signs.frame(x, y, width, height, picked="picked" in marks, look=MARK)
    return svg.group(outline, mark, class_="invitation")
