"""Pousse-blocs on paper: a track for every pair of seats, blocks to cut out, a pad for solo scores."""

from __future__ import annotations

from tablee.core.words import Text
from tablee.drawing import blocs as drawing
from tablee.drawing import forms
from tablee.games import blocs
from tablee.games.blocs import BLOCKS, Variant

from .pages import RULES, Page, Paper, array, fitted, headline, millimetres, note_form, note_height, quoted, said

PARTS = {
    "board": Text("la piste", "the track"),
    "blocks": Text("les blocs à découper", "the blocks to cut out"),
    "pad": Text("le carnet de scores du solo", "the score pad for solo"),
    "rules": RULES,
}
NOTES = Text("Nos lancers", "Our throws")
LEGEND = Text(
    "Case après case : les dés, puis les blocs poussés. « 45 | 4,5 » : dés 4 et 5, blocs 4 et 5. Rien : un tiret.",
    "Box after box: the dice, then the blocks pushed. “45 | 4,5”: dice 4 and 5, blocks 4 and 5. Nothing: a dash.",
)
LEVELS = Text("Niveau 1 : +      2 : + −      3 : + − × ÷", "Level 1: +      2: + −      3: + − × ÷")
CUT = Text(
    "Découpez sur les pointillés, pliez chaque bloc en deux : il tient debout et se lit des deux côtés. "
    "Posez-le sur sa glissière.",
    "Cut along the dashes and fold each block in two: it stands up and reads from both sides. Set it on its groove.",
)
SPARE = Text(
    "Le second jeu sert à deux en rapide, à trois ou à quatre ; sinon, gardez-le en réserve.",
    "The second set is for two in the fast game, for three or for four; otherwise keep it to spare.",
)
DATE = (Text("Date :", "Date:"), 24.0)
PLAYERS = (Text("Qui joue :", "Players:"), 70.0)
TRACK = drawing.plan(blocs.variant({}))  # the drawing of one track
CUT_BLOCK = 140.0  # how wide a block to cut out is in its own drawing


def tracks(variant: Variant) -> tuple[tuple[str, dict[int, Text]], ...]:
    """Each track to print: the mode whose drawing it takes, and who sits at its two ends."""

    def seat(number: int) -> Text:
        return Text(f"Place {number}", f"Seat {number}")

    def player(number: int) -> Text:
        return Text(f"Joueur {number}", f"Player {number}")

    if variant.mode in ("three", "four"):  # B15, B16: seats 1 and 3, 2 and 4
        return ("duel", {1: seat(1), 2: seat(3)}), ("duel", {1: seat(2), 2: seat(4)})
    if variant.mode == "fast":  # B14
        return ("solo", {1: player(1)}), ("solo", {1: player(2)})
    return ((variant.mode, {number: player(number) for number in range(1, blocs.seats(variant) + 1)}),)


def board(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """The track of the mode, with a form to note the game; two tracks are two pages, laid side by side."""
    pages = []
    for number, (mode, names) in enumerate(tracks(variant), 1):
        key = f"blocs-track-{variant.mode}-{number}"
        state = blocs.start(blocs.variant({"mode": mode, "level": variant.level}))
        picture = drawing.board(
            state,
            lang=lang,
            theme="print",
            bare=True,
            names={place: name.said(lang) for place, name in names.items()},
            prefix=f"track{number}-",
        )
        across = _track_width(paper)
        count = 2 * 15
        level = f"#align(center, text(8pt, fill: pencil, {said(LEVELS, lang)}))\n"
        body = (
            headline(blocs.TITLE, lang, PLAYERS, DATE)
            + "#v(1.5mm, weak: true)\n"
            + f'#align(center, picture("{key}", width: {millimetres(across)}))\n#v(0.5mm, weak: true)\n{level}'
            + "#v(1.5mm, weak: true)\n"
            + note_form(NOTES, LEGEND, [str(n + 1) for n in range(count)], lang, columns=15, height=9, split=38)
        )
        pages.append(Page(body, {key: picture}, landscape=True))
    return pages


def _track_width(paper: Paper) -> float:
    width, height = paper.room(landscape=True)
    return fitted((TRACK.width, TRACK.height), width, height - 8 - note_height(30, 15, 9) - 7)


def blocks(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """The ten blocks to cut out, as wide as a lane of the printed track; a second set for two tracks, or to spare."""
    lane = TRACK.lane * _track_width(paper) / TRACK.width
    width = 0.92 * lane * forms.STRIP_SIZE[0] / CUT_BLOCK
    tall = width * forms.STRIP_SIZE[1] / forms.STRIP_SIZE[0]
    title = Text("Les blocs à découper", "The blocks to cut out")
    room = paper.room()[1] - 8 - 2 * (tall + 5) - 10
    lines = int((room - 6) // 9)
    strip = f'picture("blocs-strip", width: {millimetres(width)})'
    spare = f"text(10pt, {said(SPARE, lang)})"
    text = f"[#scissors #h(1mm) #text(10pt, {said(CUT, lang)})]"
    body = (
        headline(title, lang, DATE)
        + "#v(4mm, weak: true)\n"
        + f"#grid(columns: (auto, 1fr), column-gutter: 7mm, row-gutter: 5mm, align: (left + horizon, left + horizon),"
        f" {strip}, {text}, {strip}, {spare})\n#v(6mm, weak: true)\n"
        + note_form(NOTES, LEGEND, [str(n + 1) for n in range(10 * lines)], lang, columns=10, height=9, split=38)
    )
    return [Page(body, {"blocs-strip": forms.strip(lang=lang, prefix="cut-")})]


def pad(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """The solo score pad: a line a game, ten numbers to cross out, the sum of what is left."""
    title = Text("Pousse-blocs en solo : carnet de scores", "Push the blocks alone: score pad")
    heads = [
        Text("partie", "game"),
        Text("prénom ou date", "name or date"),
        Text("niveau", "level"),
        Text("barrez les blocs poussés", "cross out the blocks you push"),
        Text("il reste", "left"),
    ]
    rows = int((paper.room()[1] - HEAD_OF_PAD - note_height(20, 10, 9)) // 9.6)
    numbers = array(quoted(str(block)) for block in BLOCKS)
    body = (
        headline(title, lang)
        + f"#v(3.5mm, weak: true)\n#text(8.5pt, fill: pencil, {said(PAD_WORDS, lang)})\n#v(2mm, weak: true)\n"
        + f"#pad({array(said(head, lang) for head in heads)}, {rows}, {numbers})\n"
        + "#v(3mm, weak: true)\n"
        + note_form(NOTES, LEGEND, [str(n + 1) for n in range(20)], lang, columns=10, height=9, split=38)
    )
    return [Page(body)]


HEAD_OF_PAD = 28.0  # millimetres of the title, the words and the head of the table
PAD_WORDS = Text(
    "Un 7 se relance. La partie finit au premier lancer sans poussée ; additionnez les blocs restants. 0 : parfait !",
    "A 7 is rolled again. The game ends at the first roll that pushes nothing; add up the blocks left. 0 is perfect!",
)
