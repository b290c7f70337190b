"""« Laaancez ! » on paper: combat sheets with fold lines, and the object card of any sheet of objects."""

from __future__ import annotations

from tablee.core.words import Text
from tablee.drawing import forms
from tablee.games.laaancez import Sheet, Variant

from .pages import Page, Paper, fitted, headline, millimetres, note_form, note_height, quoted, said

CHOICES = Text("Recrutement", "Recruitment")
CHOICES_LEGEND = Text(
    "Chaque lancer : le dé, puis ce que j’ai fait. « 3 | bonnet a2 » ; « 4 | +a2 » : un Dégât coché ; « − » : passé.",
    "Each roll: the die, then what I did. “3 | bonnet a2”; “4 | +a2”: a damage ticked; “−”: passed.",
)
THROWS = Text("Combat", "Combat")
THROWS_LEGEND = Text(
    "Mes lancers : ma case, puis la case visée. « a2 | a4 ».", "My throws: my cell, then the cell aimed at. “a2 | a4”."
)
SIGNS = Text(
    "Cœurs : points de vie. Cases cochées : Dégât au départ. Cases blanches : Dégât qu’on peut cocher. "
    "Cases noires : au-delà de la limite.",
    "Hearts: hit points. Ticked boxes: damage at first. White boxes: damage that can be ticked. "
    "Black boxes: beyond the limit.",
)
COLUMNS = 12
BOX = 8.0


def board(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """A combat sheet for each player; with `two`, both on one page, to be cut apart."""
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
        return [Page(body, pictures, landscape=True)]
    rolls = max(1, min(3, (len(sheet.cells) + 8) // COLUMNS)) * COLUMNS
    width, height = paper.room()
    left = height - note_height(rolls, COLUMNS, BOX) - note_height(COLUMNS, COLUMNS, BOX) - 5
    across = fitted(forms.sheet_size(sheet), width, left)
    body = (
        f'#align(center, picture("laaancez-sheet", width: {millimetres(across)}))\n#v(2mm, weak: true)\n'
        + note_form(CHOICES, CHOICES_LEGEND, _numbers(rolls), lang, columns=COLUMNS, height=BOX, split=30)
        + "#v(2mm, weak: true)\n"
        + note_form(THROWS, THROWS_LEGEND, _numbers(COLUMNS), lang, columns=COLUMNS, height=BOX, split=50)
    )
    page = Page(body, pictures)
    return [page, page]


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
    header = ", ".join(f"text(8pt, {quoted(head)})" for head in heads)
    half = (
        f"table(columns: (7mm, 10mm, 1fr, 1fr), rows: 7.2mm, align: center + horizon, stroke: 0.6pt + pencil,"
        f" inset: 1mm, table.header({header}), ..range(START, START + {lines}).map(n =>"
        " (text(7pt, fill: pencil, str(n + 1)), [], [], [])).flatten())"
    )
    legend = Text(
        "Par exemple « 3 », « bonnet a2 », « sucre b1 » ; « +a2 » : un Dégât coché en a2 ; « − » : passé.",
        "For example “3”, “bonnet a2”, “sucre b1”; “+a2”: a damage ticked on a2; “−”: passed.",
    )
    aim = Text(
        "Lancer après lancer, le joueur 1 d’abord : la case de l’objet, puis la case visée. « a2 | a4 ».",
        "Throw after throw, player 1 first: the object’s cell, then the cell aimed at. “a2 | a4”.",
    )
    body = (
        headline(title, lang, (Text("1 :", "1:"), 30.0), (Text("2 :", "2:"), 30.0), (Text("Date :", "Date:"), 22.0))
        + "#v(4mm, weak: true)\n"
        + f"#text(font: shown, 10pt, {said(CHOICES, lang)}) #h(3mm) #text(7pt, fill: pencil, {said(legend, lang)})\n"
        + "#v(1.5mm, weak: true)\n"
        + f"#grid(columns: (1fr, 1fr), column-gutter: 5mm, {half.replace('START', '0')},"
        f" {half.replace('START', str(lines))})\n#v(3mm, weak: true)\n"
        + note_form(
            THROWS, aim, _numbers(10 * throws), lang, columns=10, height=9, split=50, shaded=_second(10 * throws)
        )
    )
    return [Page(body)]


def _second(count: int) -> range:
    """Player 2's boxes are grey."""
    return range(1, count, 2)
