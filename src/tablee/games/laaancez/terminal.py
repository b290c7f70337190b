"""The combat sheets of Laaancez !: hearts, damage boxes, folded rows and the candle, both sheets side by side."""

from collections.abc import Sequence

from tablee.core.words import Text
from tablee.games import laaancez
from tablee.games.laaancez import LETTERS, TICK, Item, Sheet, State, Thing
from tablee.paper.typed_input import without_accents
from tablee.terminal import dice
from tablee.terminal.screen import FRAME, Look, clip, count_columns, lay_beside, pad, side_by_side

from .words import find_protected

INNER = 6  # columns of a cell between its borders
NARROWEST = 4  # columns of a cell: ♥2▣1
ENDING = 6  # lines that are told at the end
ROOM = 5  # hearts or boxes that can be drawn one by one
CROSSED = ("╲    ╱", "  ╳╳  ", "╱    ╲")
EMPTY = (" " * INNER, "  ··  ", " " * INNER)


def board(look: Look, state: State, names: Sequence[str]) -> list[str]:
    widest, room = max(state.variant.sheet.rows), look.height - FRAME - (0 if laaancez.players(state) else ENDING)
    whole = _board(look, state, names, INNER)
    if len(whole) <= room and max(map(count_columns, whole)) <= look.width:
        return whole
    small = _board(look, state, names, (look.width - 1) // widest - 1, small=True)
    inner = (look.width // 2 - 2) // widest - 1
    if len(small) <= room or inner < NARROWEST:
        return small
    return _board(look, state, names, inner, small=True, tiny=True)


def _board(
    look: Look, state: State, names: Sequence[str], inner: int, *, small: bool = False, tiny: bool = False
) -> list[str]:
    """`inner`: columns of a cell between its borders. `small`: what counts, in figures, the die as a word.

    `tiny`: without borders.
    """
    inner = min(inner, INNER)
    sheets = [_sheet(look, state, player, name, inner, small, tiny) for player, name in enumerate(names, 1)]
    wide = 2 * ((inner + 1) * max(state.variant.sheet.rows) + 1) + 2
    lines = side_by_side(*sheets, gap=2) if wide <= look.width else [line for sheet in sheets for line in sheet]
    if state.die:
        die = dice.render(look, 1 if small else look.height, state.die)
        lines += lay_beside(look, die, [*([] if small else [""]), *_offers(look, state)])
    return lines


def _sheet(look: Look, state: State, player: int, name: str, inner: int, small: bool, tiny: bool) -> list[str]:
    """One player's sheet, row a on top; while it recruits nothing is folded."""
    sheet, cells = state.variant.sheet, state.sheets[player - 1]
    fighting = laaancez.fights(state)
    front = laaancez.front(sheet, cells) if fighting else -1
    acting = player in laaancez.players(state)
    title = ("▸ " if acting else "  ") + clip(name, 14 if tiny else 24)
    lines = [look.paint("mine" if acting else "quiet", title)]
    across = (inner + 1) * max(sheet.rows) + 1
    candle = cells[-1]
    if small and candle is not None and front < len(sheet.rows) - 1:  # its row is still far from the front
        lit = look.paint("flame", "ʃ)") if candle.hits else look.paint("lost", "~")
        candle_text = f"{lit} {sheet.cells[-1]} {_figures(look, candle, sheet.candle)}"
        lines = [pad(lines[0], across - count_columns(candle_text)) + candle_text]
    if tiny:
        lines.append("  " + "".join(str(column).ljust(inner + 1) for column in range(1, max(sheet.rows) + 1)))
    for row, width in enumerate(sheet.rows):
        if row < front:
            folded = look.in_lang(Text(f" {LETTERS[row]} : pliée ", f" {LETTERS[row]}: folded "))
            lines.append(look.paint("lost", folded.center(across, "╌")))
            continue
        border = "front" if row == front else "first"
        if small and row == len(sheet.rows) - 1 and candle is not None and row != front:
            break
        if tiny:
            lines += _tiny_row(look, state, player, row, row == front, inner)
            continue
        if row > max(front, 0) and sheet.rows[row - 1] == width:
            border = "joined"
            lines.pop()  # one border between two rows of the same width
        indent = " " * ((across - (inner + 1) * width - 1) // 2)
        lines += [indent + line for line in _row(look, state, player, row, border, inner, small)]
    return lines


BORDERS = {"front": ("═", "╒", "╤", "╕"), "first": ("─", "┌", "┬", "┐"), "joined": ("─", "├", "┼", "┤")}


def _row(look: Look, state: State, player: int, row: int, border: str, inner: int, small: bool) -> list[str]:
    """A row under its border; the front row's is double."""
    sheet, cells = state.variant.sheet, state.sheets[player - 1]
    edge, left, middle, right = BORDERS[border]
    named = sheet.cells[slice(*sheet.spans[row])]
    names = [f" {name} "[: inner + 1].center(inner, edge)[:inner] for name in named]
    columns = _columns(look, state, player, row, border == "front", inner, small)
    lines = [left + middle.join(names) + right]
    lines += ["│" + "│".join(parts) + "│" for parts in zip(*columns, strict=True)]
    lines.append("└" + "┴".join("─" * inner for _ in columns) + "┘")
    if row == len(sheet.rows) - 1 and not small:
        candle = cells[-1]
        flame = look.paint("flame", "ʃ)") if candle is not None and candle.hits else look.paint("lost", " ~")
        lines = side_by_side(lines, [flame, " ▮", " ▮", " ▮", "▔▔▔"], gap=1)
    return lines


def _tiny_row(look: Look, state: State, player: int, row: int, facing: bool, inner: int) -> list[str]:
    """A row without borders, its letter before it; a double line marks the front row."""
    columns = _columns(look, state, player, row, facing, inner, small=True)
    labels = (LETTERS[row] + ("═" if facing else " "), "  ")
    return [label + " ".join(parts) for label, parts in zip(labels, zip(*columns, strict=True), strict=True)]


def _columns(
    look: Look, state: State, player: int, row: int, facing: bool, inner: int, small: bool
) -> list[tuple[str, ...]]:
    """The cells of a row; those of the front row show whether a Shield protects them."""
    sheet, cells = state.variant.sheet, state.sheets[player - 1]
    safe = find_protected(state, player, row) if facing else ()
    return [_cell(look, sheet, cells[index], index in safe, inner, small) for index in range(*sheet.spans[row])]


def _cell(look: Look, sheet: Sheet, item: Item | None, safe: bool, inner: int, small: bool) -> tuple[str, ...]:
    """Three lines: what it is, its hearts, its damage boxes; or two, in figures."""
    if small:
        return _small(look, sheet, item, safe, inner)
    if item is None:
        return tuple(look.paint("lost", line) for line in EMPTY)
    if not item.hits:
        return tuple(look.paint("lost", line) for line in CROSSED)
    thing = sheet.things[item.kind]
    name = pad(short(look, thing), INNER)
    hearts = _hearts(look, item, thing) + ("◗" if safe else "")
    return (
        look.paint("shield" if thing.shield else "strong", name),
        pad(hearts, INNER),
        pad(_boxes(look, item, thing, max(kind.limit for kind in sheet.things.values())), INNER),
    )


def _small(look: Look, sheet: Sheet, item: Item | None, safe: bool, inner: int) -> tuple[str, str]:
    if item is None or not item.hits:
        return look.paint("lost", "··".center(inner) if item is None else "╲╱".center(inner)), " " * inner
    thing = sheet.things[item.kind]
    name = pad(short(look, thing, inner - safe) + "◗" * safe, inner)
    return look.paint("shield" if thing.shield else "strong", name), pad(_figures(look, item, thing, inner), inner)


def _figures(look: Look, item: Item, thing: Thing, inner: int = INNER) -> str:
    """Hearts and damage as numbers; how far the damage may grow, where there is room for it."""
    hearts, damage = f"♥{item.hits}", f"▣{item.damage}"
    limit = f"/{thing.limit}" if thing.limit > item.damage else ""
    if len(hearts + damage + limit) > inner:
        limit, damage = "", damage if len(hearts + damage) <= inner else ""
    return look.paint("heart", hearts) + look.paint("damage", damage + limit)


def short(look: Look, thing: Thing, room: int = INNER) -> str:
    """A name that fits a cell: the word one types in French, the telling word of the English title."""
    name = thing.name if look.lang == "fr" else thing.title.en.split()[-1]
    return name if len(name) <= room else name[: room - 1] + "."


def _hearts(look: Look, item: Item, thing: Thing) -> str:
    if thing.hits > ROOM:
        return look.paint("heart", f"♥{item.hits}/{thing.hits}")
    return look.paint("heart", "♥" * item.hits) + look.paint("lost", "♡" * (thing.hits - item.hits))


def _boxes(look: Look, item: Item, thing: Thing, most: int) -> str:
    """Ticked boxes, free ones up to the limit, blackened ones beyond it (L3)."""
    if most > ROOM:
        return look.paint("damage", f"▣{item.damage}/{thing.limit}")
    ticked, free = "▣" * item.damage, "□" * (thing.limit - item.damage)
    return look.paint("damage", ticked + free) + look.paint("lost", "■" * (most - thing.limit))


def _offers(look: Look, state: State) -> list[str]:
    """The two options of the face, with what the objects are worth."""
    sheet = state.variant.sheet
    lines = []
    for option in dict.fromkeys(sheet.faces[state.die - 1]):
        if option == TICK:
            tick = Text("+  cocher un Dégât", "+  tick a damage box") + sheet.describe_tie(state.die)
            lines.append(look.in_lang(tick))
        else:
            thing = sheet.things[option]
            boxes = _boxes(look, sheet.fresh[option], thing, thing.limit) or "0"
            hearts = _hearts(look, sheet.fresh[option], thing)
            title = look.in_lang(thing.title)
            note = "" if without_accents(title) == thing.name else f"({title})  "
            lines.append(f"{option}  {note}{hearts} {boxes}")
    return lines


# --- asking -------------------------------------------------------------------------------------------------------


def question(state: State, player: int) -> Text:
    if state.die:
        return Text("que recopier, et où ?", "what to copy, and where?")
    return Text("lancer quoi, sur quoi ?", "throw what, at what?")
