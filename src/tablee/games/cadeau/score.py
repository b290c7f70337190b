"""Who holds each zone of a board that is filled in already, counted without a game."""

from tablee.core.words import Text
from tablee.games.cadeau import Variant

from .reader import read_board, verdict
from .words import standing

TITLE = Text("Qui gagne la zone ?", "Who wins the zone?")
ABOUT = Text(
    "Lutins / Gnomes, trois dés par zone, par exemple 3 4 2 / 5 5 1.",
    "Elves / Gnomes, three dice per zone, for example 3 4 2 / 5 5 1.",
)
OPTION = "straights"


def count(variant: Variant, dice: str, more: str = "", most: int = 0) -> tuple[Text | None, list[tuple[Text, bool]]]:
    """How the zones stand that the dice show, and how many each side holds if there are several."""
    board = read_board(dice, variant)
    return verdict(board) if board.variant.zones > 1 else None, standing(board)
