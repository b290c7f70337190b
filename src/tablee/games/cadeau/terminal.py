"""The sheet of À l'assaut du Cadeau !: zones side by side, Lutins above, Gnomes below, the Gift between them."""

from collections.abc import Sequence

from tablee.core.words import Text
from tablee.games import cadeau
from tablee.games.cadeau import CELLS, GNOMES, LUTINS, State
from tablee.terminal import dice
from tablee.terminal.screen import FRAME, Look, clip, side_by_side

from .words import SIDE_NAMES

LABEL, NARROW = 9, 8  # columns, those of a zone without spaces
STYLES = {LUTINS: "lutins", GNOMES: "gnomes"}


def board(look: Look, state: State, names: Sequence[str]) -> list[str]:
    room = look.height - FRAME
    zones = _zones(look, state, " ")
    if len(zones) > room - 3:
        zones = _zones(look, state, "")
    lines = [_sides(look, names), "", *zones]
    die = dice.render(look, room - len(lines), state.die) if state.die else []
    verdicts = []
    for number in range(1, state.variant.zones + 1):
        if verdict := cadeau.zone(state, number):
            reason = look.in_lang(Text(f"Zone {number}, {verdict.reason.fr}.", f"Zone {number}, {verdict.reason.en}."))
            wrapped = look.wrap(reason, first="  ", rest="    ")
            verdicts += [look.paint(STYLES.get(verdict.holder, "quiet"), line) for line in wrapped]
    # A star says who holds a zone, and `2 ?` why: where there is no room for all reasons there are none.
    return lines + (verdicts if len(lines) + len(verdicts) + len(die) <= room else []) + die


def _zones(look: Look, state: State, pad: str) -> list[str]:
    """The zones in bands; `pad` stands around every cell."""
    zones = range(1, state.variant.zones + 1)
    lutins, gnomes = (look.paint(STYLES[side], f" {SIDE_NAMES[side].in_lang(look.lang)}") for side in (LUTINS, GNOMES))
    labels = [" " * LABEL, lutins, look.paint("gift", "   ▐╋▌"), gnomes, ""]
    abreast = max(1, (look.width - LABEL) // (NARROW + 6 * len(pad)))  # five in 80 columns
    return [
        line
        for begin in range(0, len(zones), abreast)
        for line in side_by_side(
            labels, *(_zone(look, state, number, pad) for number in zones[begin : begin + abreast]), gap=1
        )
    ]


def _sides(look: Look, names: Sequence[str]) -> str:
    """Who plays which side."""
    colon, room = look.in_lang(Text(" : ", ": ")), min(24, (look.width - 30) // 2)
    parts = [
        look.paint(STYLES[side], side_name if name.endswith(side_name) else side_name + colon + clip(name, room))
        for side, name in zip((LUTINS, GNOMES), names, strict=True)
        for side_name in [look.in_lang(SIDE_NAMES[side])]
    ]
    return "  " + f"   {look.paint('gift', '▐╋▌')}   ".join(parts)


def _zone(look: Look, state: State, number: int, pad: str) -> list[str]:
    """One zone, 13 or 7 columns wide; a star marks who holds it, = that nobody does."""
    verdict = cadeau.zone(state, number)
    star, edge = look.paint("held", "★"), "─" * len(pad)
    above = star if verdict and verdict.holder == LUTINS else "─"
    below = star if verdict and verdict.holder == GNOMES else "=" if verdict and not verdict.holder else "─"
    return [
        f"╭{3 * edge}{above} {number} {above}{3 * edge}╮",
        _cells(look, state, number, LUTINS, pad),
        f"├{edge}" + f"{edge}┼{edge}".join(look.paint("quiet", cell) for cell in CELLS) + f"{edge}┤",
        _cells(look, state, number, GNOMES, pad),
        f"╰{3 * edge}{below}───{below}{3 * edge}╯",
    ]


def _cells(look: Look, state: State, number: int, side: int, pad: str) -> str:
    values = state.sides[side - 1][3 * number - 3 : 3 * number]
    shown = [look.paint(STYLES[side], str(die)) if die else look.paint("quiet", "·") for die in values]
    return f"│{pad}" + f"{pad}│{pad}".join(shown) + f"{pad}│"


# --- asking and reading -------------------------------------------------------------------------------------------


def question(state: State, player: int) -> Text:
    return Text(f"où écrire le {state.die} ?", f"where does the {state.die} go?")
