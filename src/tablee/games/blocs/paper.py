"""Pousse-blocs on paper: a track for every pair of seats, blocks to cut out, a pad for solo scores."""

from tablee.core.words import Text
from tablee.drawing.objects import art
from tablee.drawing.svg import picture
from tablee.games import blocs
from tablee.games.blocs import BLOCKS, Variant
from tablee.paper import tree
from tablee.paper.summary import Summary
from tablee.paper.tree import RULES, Node, Page, Paper, Picture

from . import board as drawing

PARTS = {
    "board": Text("la piste", "the track"),
    "blocks": Text("les blocs à découper", "the blocks to cut out"),
    "pad": Text("le carnet de scores du solo", "the score pad for solo"),
    "rules": RULES,
}
COVER = Text("de 1 à 4 · deux dés, des ciseaux", "1 to 4 players · two dice, scissors")
NOTES = Text("Nos lancers", "Our rolls")
LEGEND = Text(
    "Case après case : les dés, puis les blocs poussés. « 45 | 4,5 » : dés 4 et 5, blocs 4 et 5. Rien poussé : un "
    "tiret.",
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
    "The second set is for two in the fast game, for three or for four; otherwise keep it as a spare.",
)
DATE = (Text("Date :", "Date:"), 24.0)
PLAYERS = (Text("Qui joue :", "Players:"), 70.0)
TRACK = drawing.plan(blocs.variant({}))  # the drawing of one track
CUT_BLOCK = (140.0, 440.0)  # a block to cut out, before it is folded
STRIP_SIZE = (720.0, 900.0)


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
        state = blocs.start(blocs.variant({"mode": mode, "level": variant.level}))
        picture = drawing.board(
            state,
            lang=lang,
            theme="print",
            bare=True,
            names={seat: name.in_lang(lang) for seat, name in names.items()},
            prefix=f"track{number}-",
        )
        body = (
            tree.headline(blocs.TITLE, PLAYERS, DATE),
            tree.space(1.5),
            tree.centre(Picture(picture, width=tree.mm(_track_width(paper)))),
            tree.space(0.5),
            tree.centre(tree.text(LEVELS, 8, faint=True)),
            tree.space(1.5),
            _notes(2 * 15, 15),
        )
        pages.append(Page(body, landscape=True))
    return pages


def _notes(count: int, columns: int) -> Node:
    return tree.note_form(NOTES, LEGEND, tree.numbers(count), columns=columns, height=9, split=38)


def _track_width(paper: Paper) -> float:
    width, height = paper.room(landscape=True)
    return tree.fit_width((TRACK.width, TRACK.height), width, height - 8 - tree.note_height(30, 15, 9) - 7)


def blocks(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """The ten blocks to cut out, as wide as a lane of the printed track; a second set for two tracks, or to spare."""
    lane = TRACK.lane * _track_width(paper) / TRACK.width
    width = 0.92 * lane * STRIP_SIZE[0] / CUT_BLOCK[0]
    tall = width * STRIP_SIZE[1] / STRIP_SIZE[0]
    title = Text("Les blocs à découper", "The blocks to cut out")
    room = paper.room()[1] - 8 - tall - 30
    lines = int((room - 6) // 9)
    cuts = Picture(strip(lang=lang, prefix="cut-"), width=tree.mm(width))
    cut = tree.together(tree.node("scissors"), tree.gap(1), tree.text(CUT, 10))
    both = tree.grid(cut, tree.text(SPARE, 10), cuts, cuts, align="left", gutter=3, row_gutter=4)
    return [Page((tree.headline(title, DATE), tree.space(4), both, tree.space(5), _notes(10 * lines, 10)))]


def strip(*, lang: str = "fr", prefix: str = "strip-") -> str:
    """The ten blocks to cut out; folded, they stand like a tent and are read from either side of the track (B1)."""
    title = Text("Les dix blocs à découper", "The ten blocks to cut out").in_lang(lang)
    label = ", ".join(map(str, BLOCKS)) + "."
    blocks = art("strip", "tablee.games.blocs")
    return picture(STRIP_SIZE, [blocks], title, label, lang, prefix, "tablee-strip blocs", "print")


def pad(variant: Variant, paper: Paper, lang: str, *, two: bool = False) -> list[Page]:
    """The solo score pad: a line a game, ten numbers to cross out, the sum of what is left."""
    title = Text("Pousse-blocs en solo : carnet de scores", "Push the blocks, solo: score pad")
    heads = [
        Text("partie", "game"),
        Text("prénom ou date", "name or date"),
        Text("niveau", "level"),
        Text("barrez les blocs poussés", "cross out the blocks you push"),
        Text("il reste", "left"),
    ]
    rows = int((paper.room()[1] - HEAD_OF_PAD - tree.note_height(20, 10, 9)) // 9.6)
    lines = tree.node("pad", tuple(heads), rows, tuple(map(str, BLOCKS)))
    about = tree.text(PAD_WORDS, 8.5, faint=True)
    return [Page((tree.headline(title), tree.space(3.5), about, tree.space(2), lines, tree.space(3), _notes(20, 10)))]


HEAD_OF_PAD = 28.0  # millimetres of the title, the words and the head of the table
PAD_WORDS = Text(
    "Avec un 7, on relance. La partie finit au premier lancer sans poussée ; additionnez ce qui reste. 0 : parfait !",
    "On a 7, roll again. The game ends at the first roll that pushes nothing; add up the blocks left. 0 is perfect!",
)


# --- the page of rules ---------------------------------------------------------------------------------------------


SUMMARY = Summary(
    10.8,
    lambda variant, lang: (
        drawing.board(blocs.start(variant), lang=lang, theme="print", prefix="figure-"),  # before the first push
        drawing.size(variant),
    ),
    tally=(
        Text("date", "date"),
        Text("qui a joué, à quel niveau", "who played, at which level"),
        Text("qui a gagné, ou ce qui restait", "who won, or what was left"),
    ),
)
