"""« Laaancez ! » on paper: combat sheets with fold lines, and the object card of any sheet of objects."""

from __future__ import annotations

from tablee.core.words import Text
from tablee.drawing import forms, kit
from tablee.games.laaancez import TICK, Sheet, Variant

from .pages import RULES, Page, Paper, array, fitted, headline, millimetres, note_form, note_height, quoted, said

PARTS = {
    "board": Text("les feuilles de combat, une par personne", "the combat sheets, one each"),
    "card": Text("la carte des objets", "the object card"),
    "cards": Text("les objets en cartes à découper", "the objects as cards to cut out"),
    "notes": Text("la feuille pour noter toute la partie", "the page to note the whole game"),
    "rules": RULES,
}
CHOICES = Text("Recrutement", "Recruitment")
CHOICES_LEGEND = Text(
    "Chaque lancer : le dé, puis ce que j’ai fait. « {face} | {one} a1 » ; « {tick} | +a1 » : un Dégât coché ; "
    "« − » : passé.",
    "Each roll: the die, then what I did. “{face} | {one} a1”; “{tick} | +a1”: a damage ticked; “−”: passed.",
)
PAIR_LEGEND = Text(
    "Par exemple « {face} », « {one} a1 », « {other} b1 » ; « +a1 » : un Dégât coché en a1 ; « − » : passé.",
    "For example “{face}”, “{one} a1”, “{other} b1”; “+a1”: a damage ticked on a1; “−”: passed.",
)
THROWS = Text("Combat", "Combat")
THROWS_LEGEND = Text(
    "Mes lancers : ma case, puis la case visée. « a1 | a2 ».", "My throws: my cell, then the cell aimed at. “a1 | a2”."
)
SIGNS = Text(
    "Cœurs : points de vie. Cases cochées : Dégât au départ. Cases blanches : Dégât qu’on peut cocher. "
    "Cases noires : au-delà de la limite.",
    "Hearts: hit points. Ticked boxes: damage at first. White boxes: damage that can be ticked. "
    "Black boxes: beyond the limit.",
)
COLUMNS, ROWS = 12, 5  # of boxes for the rolls, at most
THROW_COLUMNS = 15
NAME = (Text("Prénom :", "Name:"), 40.0)
BOX = 7.5


def rounds(sheet: Sheet) -> tuple[int, int]:
    """Boxes for the rolls of a recruitment and for one's throws; the shipped sheet takes up to 34 and 30."""
    free = len(sheet.cells) - 1
    lines = min(ROWS, -(-(2 * free + 4) // COLUMNS))
    return COLUMNS * lines, THROW_COLUMNS * min(3, -(-9 * free // 75))


def _legend(words: Text, sheet: Sheet) -> Text:
    """An example with objects of the sheet: those of a face that offers two, or else one twice."""
    offers = [(face, [kind for kind in pair if kind != TICK]) for face, pair in enumerate(sheet.faces, 1)]
    face, kinds = max(offers, key=lambda offer: len(set(offer[1])))
    tick = next((number for number, pair in enumerate(sheet.faces, 1) if TICK in pair), face)
    named = {"face": face, "tick": tick, "one": (kinds or "?")[0], "other": (kinds or "?")[-1]}
    return Text(words.fr.format(**named), words.en.format(**named))


def board(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """A combat sheet for each player; with `two`, both on one page, to be cut apart, and the notes on its back."""
    sheet = variant.sheet
    pictures = {"laaancez-sheet": forms.sheet(sheet, lang=lang, prefix="paper-")}
    if two:
        width, height = paper.room(landscape=True)
        across = fitted(forms.sheet_size(sheet), width / 2 - 5, height - 2)
        one = f'picture("laaancez-sheet", width: {millimetres(across)})'
        fold = 'line(angle: 90deg, length: 100%, stroke: (paint: pencil, thickness: 0.7pt, dash: "dashed"))'
        body = (
            f"#block(height: {millimetres(height)}, grid(columns: (1fr, auto, 1fr), rows: 1fr, column-gutter: 3mm,"
            f" align: center + top, {one}, {fold}, {one}))"
        )
        lines = sum(-(-count // 6) for count in rounds(sheet))
        written = _forms(sheet, lang, 6, 6, min(12.0, (height - 30) / lines))
        half = f"[{headline(Text('Mes notes', 'My notes'), lang, NAME)}#v(4mm, weak: true)\n{written}]"
        back = (
            f"#block(height: {millimetres(height)}, grid(columns: (1fr, auto, 1fr), rows: 1fr, column-gutter: 3mm,"
            f" align: left + top, {half}, {fold}, {half}))"
        )
        return [Page(body, pictures, landscape=True), Page(back, landscape=True)]
    rolls, throws = rounds(sheet)
    width, height = paper.room()
    left = height - note_height(rolls, COLUMNS, BOX) - note_height(throws, THROW_COLUMNS, BOX) - 5
    across = fitted(forms.sheet_size(sheet), width, left)
    body = f'#align(center, picture("laaancez-sheet", width: {millimetres(across)}))\n#v(2mm, weak: true)\n' + _forms(
        sheet, lang, COLUMNS, THROW_COLUMNS, BOX
    )
    page = Page(body, pictures)
    return [page, page]


def _forms(sheet: Sheet, lang: str, columns: int, throw_columns: int, height: float) -> str:
    """The boxes for one's rolls and one's throws."""
    (rolls, throws), legend = rounds(sheet), _legend(CHOICES_LEGEND, sheet)
    return (
        note_form(CHOICES, legend, _numbers(rolls), lang, columns=columns, height=height, split=30)
        + "#v(2mm, weak: true)\n"
        + note_form(THROWS, THROWS_LEGEND, _numbers(throws), lang, columns=throw_columns, height=height, split=50)
    )


def _numbers(count: int) -> list[str]:
    return [str(number + 1) for number in range(count)]


def card(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """What each face offers, and under it how to type the objects; `two` puts two cards on one page."""
    sheet = variant.sheet
    pictures = {"laaancez-card": forms.card(sheet, lang=lang, prefix="paper-")}
    landscape = two
    width, height = paper.room(landscape=landscape)
    if two:
        across = fitted(forms.CARD_SIZE, width / 2 - 4, height - 24)
        one = f'picture("laaancez-card", width: {millimetres(across)})'
        body = (
            f"#grid(columns: (1fr, 1fr), align: center, {one}, {one})\n#v(3mm, weak: true)\n{_spellings(sheet, lang)}"
        )
        return [Page(body, pictures, landscape=True)]
    across = fitted(forms.CARD_SIZE, width, height - 45)
    body = (
        f'#align(center, picture("laaancez-card", width: {millimetres(across)}))\n#v(4mm, weak: true)\n'
        + _spellings(sheet, lang)
        + f"#v(3mm, weak: true)\n#align(center, text(9.5pt, {said(SIGNS, lang)}))\n"
    )
    return [Page(body, pictures)]


def cards(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """Every object, the candle and the tick as cards, twelve to a page, with shared cut lines."""
    sheet = variant.sheet
    ticking = [None] if any(TICK in pair for pair in sheet.faces) else []
    things = [*sheet.objects, sheet.candle, *ticking]
    pictures = {
        f"laaancez-thing-{number}": kit.thing_card(sheet, thing, lang=lang, prefix=f"thing{number}-")
        for number, thing in enumerate(things)
    }
    width, height = paper.room()
    across = fitted(kit.CARD_SIZE, width / 4, (height - 14) / 3)
    keys = list(pictures)
    pages = []
    for start in range(0, len(keys), 12):
        shown = keys[start : start + 12]
        drawn = "".join(f'picture("{key}", width: {millimetres(across)}), ' for key in shown)
        body = (
            headline(Text("Les objets en cartes", "The objects as cards"), lang)
            + f"#v(2mm, weak: true)\n#cut-grid({millimetres(across)}, {drawn})\n"
        )
        pages.append(Page(body, {key: pictures[key] for key in shown}))
    return pages


def _spellings(sheet: Sheet, lang: str) -> str:
    """How each object is written in the notes."""
    told = Text("Pour noter : ", "To note them: ").said(lang)
    pairs = [f"{thing.title.said(lang)} = {thing.name}" for thing in sheet.objects]
    return f"#align(center, text(8.5pt, fill: pencil, {quoted(told + ' · '.join(pairs))}))\n"


def notes(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """A whole game on one page: every roll with both choices, then every throw."""
    title = Text("Laaancez ! en notes", "Throoow! in notes")
    height = paper.room()[1]
    lines = 18
    throws = int((height - 10 - 10 - (lines + 1) * 7.2 - 12) // 9)
    heads = ["", Text("dé", "die").said(lang), Text("joueur 1", "player 1").said(lang)]
    heads.append(Text("joueur 2", "player 2").said(lang))
    halves = ", ".join(f"rolls({array(map(quoted, heads))}, {start}, {lines})" for start in (0, lines))
    legend = _legend(PAIR_LEGEND, variant.sheet)
    aim = Text(
        "Lancer après lancer, le joueur 1 d’abord : la case de l’objet, puis la case visée. « a1 | a2 ».",
        "Throw after throw, player 1 first: the object’s cell, then the cell aimed at. “a1 | a2”.",
    )
    body = (
        headline(title, lang, (Text("1 :", "1:"), 30.0), (Text("2 :", "2:"), 30.0), (Text("Date :", "Date:"), 22.0))
        + "#v(4mm, weak: true)\n"
        + f"#text(font: shown, 10pt, {said(CHOICES, lang)}) #h(3mm) #text(7pt, fill: pencil, {said(legend, lang)})\n"
        + "#v(1.5mm, weak: true)\n"
        + f"#grid(columns: (1fr, 1fr), column-gutter: 5mm, {halves})\n#v(3mm, weak: true)\n"
        + note_form(
            THROWS, aim, _numbers(10 * throws), lang, columns=10, height=9, split=50, shaded=_second(10 * throws)
        )
    )
    return [Page(body)]


def _second(count: int) -> range:
    """Player 2's boxes are grey."""
    return range(1, count, 2)
