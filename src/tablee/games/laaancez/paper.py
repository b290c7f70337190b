"""« Laaancez ! » on paper: combat sheets with fold lines, and the object card of any sheet of objects."""

from tablee.core.words import Text, or_list
from tablee.games.laaancez import TICK, Sheet, Variant, load_shipped
from tablee.paper import tree
from tablee.paper.summary import Summary
from tablee.paper.tree import RULES, Node, Page, Paper, Picture, Unit

from . import item_art, sheet_art

PARTS = {
    "board": Text("les feuilles de combat, une par personne", "the combat sheets, one each"),
    "card": Text("la carte des objets", "the object card"),
    "cards": Text("les objets en cartes à découper", "the objects as cards to cut out"),
    "notes": Text("la feuille pour noter toute la partie", "the page to write the whole game down"),
    "rules": RULES,
}
COVER = Text(
    "à 2 · dès 10 ans · un dé, deux stylos, deux feutres rouges",
    "2 players · from age 10 · one die, two pens, two red felt pens",
)
COVER_PEOPLE = ("bonhomme", "bougie", "renne")
CHOICES = Text("Recrutement", "Recruitment")
CHOICES_LEGEND = Text(
    "Chaque lancer : le dé, puis ce que j’ai fait. « {face} | {one} a1 » ; « {tick} | +a1 » : un Dégât coché ; "
    "« − » : passé.",
    "Each roll: the die, then what I did. “{face} | {one} a1”; “{tick} | +a1”: a damage box ticked; “−”: passed.",
)
PAIR_LEGEND = Text(
    "Par exemple « {face} », « {one} a1 », « {other} b1 » ; « +a1 » : un Dégât coché en a1 ; « − » : passé.",
    "For example “{face}”, “{one} a1”, “{other} b1”; “+a1”: a damage box ticked on a1; “−”: passed.",
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
HEADS = (Text("dé", "die"), Text("joueur 1", "player 1"), Text("joueur 2", "player 2"))


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
    parts = {"face": face, "tick": tick, "one": (kinds or "?")[0], "other": (kinds or "?")[-1]}
    return Text(words.fr.format(**parts), words.en.format(**parts))


def board(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """A combat sheet for each player; with `two`, both on one page, to be cut apart, and the notes on its back."""
    sheet = variant.sheet
    svg = sheet_art.sheet(sheet, lang=lang, prefix="paper-")
    if two:
        width, height = paper.room(landscape=True)
        picture = Picture(svg, width=tree.mm(tree.fit_width(sheet_art.sheet_size(sheet), width / 2 - 5, height - 2)))
        lines = sum(-(-count // 6) for count in rounds(sheet))
        written = _forms(sheet, 6, 6, min(12.0, (height - 30) / lines))
        notes = tree.together(tree.headline(Text("Mes notes", "My notes"), NAME), tree.space(4), *written)
        front = tree.node("halves", tree.mm(height), Unit("center"), picture, picture)
        back = tree.node("halves", tree.mm(height), Unit("left"), notes, notes)
        return [Page((front,), landscape=True), Page((back,), landscape=True)]
    rolls, throws = rounds(sheet)
    width, height = paper.room()
    left = height - tree.note_height(rolls, COLUMNS, BOX) - tree.note_height(throws, THROW_COLUMNS, BOX) - 5
    picture = Picture(svg, width=tree.mm(tree.fit_width(sheet_art.sheet_size(sheet), width, left)))
    page = Page((tree.centre(picture), tree.space(2), *_forms(sheet, COLUMNS, THROW_COLUMNS, BOX)))
    return [page, page]


def _forms(sheet: Sheet, columns: int, throw_columns: int, height: float) -> tuple[Node, ...]:
    """The boxes for one's rolls and one's throws."""
    (rolls, throws), legend = rounds(sheet), _legend(CHOICES_LEGEND, sheet)
    return (
        tree.note_form(CHOICES, legend, tree.numbers(rolls), columns=columns, height=height, split=30),
        tree.space(2),
        tree.note_form(THROWS, THROWS_LEGEND, tree.numbers(throws), columns=throw_columns, height=height, split=50),
    )


def card(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """What each face offers, and under it how to type the objects; `two` puts two cards on one page."""
    sheet = variant.sheet
    svg = sheet_art.card(sheet, lang=lang, prefix="paper-")
    intro = Text("Pour noter : ", "To note them: ").in_lang(lang)  # how each object is written
    pairs = [f"{thing.title.in_lang(lang)} = {thing.name}" for thing in sheet.objects]
    spellings = tree.centre(tree.text(intro + " · ".join(pairs), 8.5, faint=True))
    width, height = paper.room(landscape=two)
    if two:
        picture = Picture(svg, width=tree.mm(tree.fit_width(sheet_art.CARD_SIZE, width / 2 - 4, height - 24)))
        return [Page((tree.grid(picture, picture), tree.space(3), spellings), landscape=True)]
    picture = Picture(svg, width=tree.mm(tree.fit_width(sheet_art.CARD_SIZE, width, height - 45)))
    return [Page((tree.centre(picture), tree.space(4), spellings, tree.space(3), tree.centre(tree.text(SIGNS, 9.5))))]


def cards(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """Every object, the candle and the tick as cards, twelve to a page, with shared cut lines."""
    sheet = variant.sheet
    ticking = [None] if any(TICK in pair for pair in sheet.faces) else []
    things = [*sheet.objects, sheet.candle, *ticking]
    width, height = paper.room()
    across = tree.mm(tree.fit_width(sheet_art.THING_SIZE, width / 4, (height - 14) / 3))
    pictures = [
        Picture(sheet_art.thing_card(sheet, thing, lang=lang, prefix=f"thing{number}-"), width=across)
        for number, thing in enumerate(things)
    ]
    head = tree.headline(Text("Les objets en cartes", "The objects as cards"))
    return [
        Page((head, tree.space(2), tree.node("cut-grid", across, *pictures[start : start + 12])))
        for start in range(0, len(pictures), 12)
    ]


def notes(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """A whole game on one page: every roll with both choices, then every throw."""
    title = Text("Laaancez ! en notes", "Throoow! score sheet")
    height = paper.room()[1]
    lines = 18
    throws = int((height - 10 - 10 - (lines + 1) * 7.2 - 12) // 9)
    halves = [tree.node("rolls", ("", *HEADS), start, lines) for start in (0, lines)]
    legend = _legend(PAIR_LEGEND, variant.sheet)
    aim = Text(
        "Lancer après lancer, le joueur 1 d’abord : la case de l’objet, puis la case visée. « a1 | a2 ».",
        "Throw after throw, player 1 first: the object’s cell, then the cell aimed at. “a1 | a2”.",
    )
    shaded = range(1, 10 * throws, 2)  # player 2's boxes
    body = (
        tree.headline(title, (Text("1 :", "1:"), 30.0), (Text("2 :", "2:"), 30.0), (Text("Date :", "Date:"), 22.0)),
        tree.space(4),
        tree.together(tree.text(CHOICES, 10, display=True), tree.gap(4.3), tree.text(legend, 7, faint=True)),
        tree.space(1.5),
        tree.grid(*halves, align="left", gutter=5),
        tree.space(3),
        tree.note_form(THROWS, aim, tree.numbers(10 * throws), columns=10, height=9, split=50, shaded=shaded),
    )
    return [Page(body)]


# --- the page of rules ---------------------------------------------------------------------------------------------


def _facts(variant: Variant, lang: str) -> dict[str, str]:
    sheet, usual = variant.sheet, load_shipped("noel")
    shields = [thing.title for thing in sheet.objects if thing.shield]
    return {
        "candle": "" if sheet.candle.title == usual.candle.title else sheet.candle.title.in_lang(lang),
        "shield": "yes" if shields else "",
        "shields": "" if shields == [usual.things["bouclier"].title] else or_list(shields).in_lang(lang),
        "tick": "yes" if any(TICK in pair for pair in sheet.faces) else "",
    }


SUMMARY = Summary(
    10.9,
    lambda variant, lang: (sheet_art.card(variant.sheet, lang=lang, prefix="figure-"), sheet_art.CARD_SIZE),
    lambda variant: tuple(
        item_art.art(variant.sheet, thing.name)
        for thing in (variant.sheet.candle, *reversed(variant.sheet.objects[-2:]))
    ),
    facts=_facts,
)
