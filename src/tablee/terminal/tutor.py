"""A tutor at the keyboard: hints in three steps, a word before a costly move, every chance, or a coach for sums.

Off unless somebody types `tuteur`; the choice is a request like any other, so the story tells of it.
"""

from tablee import words
from tablee.core.game import Event
from tablee.core.words import Text, untranslated
from tablee.review.report import format_worth
from tablee.review.tutor import ESTIMATE, SILENT, STEPS, RankedMoves, advise_last, coach_of
from tablee.table import Table

from .boards import list_moves
from .screen import Screen

MOST = 8  # moves whose chances are told: a screen is small
KEEP = Text(" (Entrée : je garde mon coup ; n : je cherche encore)", " (Enter: keep my move; n: let me look again)")


def find_mode(table: Table, seat: int) -> str:
    return table.tutors.get(seat, "off")


def find_advice(table: Table, seat: int) -> RankedMoves | None:
    return advise_last(table.game, table.history.states, table.seating.player(seat))


def describe_chances(table: Table, seat: int) -> list[Text]:
    """What stands beside the board: how many calculations there are, or the chances of the moves, best first."""
    if find_mode(table, seat) == "coach":
        return [coach_of(table.game).count_ways(table.state)]
    if find_mode(table, seat) != "full" or (advised := find_advice(table, seat)) is None:
        return []
    text = Text("Après chaque coup, ", "After each move, ") + (
        Text("la somme qui restera en moyenne :", "the total that will be left on average:")
        if advised.solo
        else Text("les chances de gagner :", "the chances of winning:")
    )
    for move, worth in list(advised.chances.items())[:MOST]:
        text += untranslated(f"\n  {move}  ") + format_worth(worth, advised.solo)
    if len(advised.losses) > MOST:
        text += untranslated("\n  …")
    return [text if advised.exact else text + untranslated("\n") + ESTIMATE]


def print_hint(screen: Screen, table: Table, seat: int, step: int) -> bool:
    """Print the next hint: the tutor's, or without a tutor the options, then one move. Returns False after the last."""
    player = table.seating.player(seat)
    view = table.game.view(table.state, player)
    if find_mode(table, seat) != "off":
        texts = find_hints(table, seat, step)
        if texts:
            screen.say(texts)
        return texts is not None
    if step == 1:
        for texts in words.now(table.game, view, player):
            screen.say(texts)
        screen.say(Text("Tapez encore ? pour un coup possible.", "Type ? again for a possible move."), "quiet")
    elif step == 2:
        screen.say(Text("Par exemple :", "For example:"))
        screen.lines(list_moves(screen.look, words.list_moves(table.game, view, player, most=1)))
        screen.say(Text("Tapez encore ? pour tous les coups.", "Type ? again for every move."), "quiet")
    return step < 3


def find_hints(table: Table, seat: int, step: int) -> Text | None:
    """Returns the tutor's next hint; None after the last."""
    advised = find_advice(table, seat)
    if find_mode(table, seat) == "coach":
        player = table.seating.player(seat)
        order = [move for move, _ in advised.losses] if advised else table.game.moves(table.state, player)
        numbers: list[Text] = coach_of(table.game).numbers(table.state, order)
        return numbers[step - 1] if len(numbers) >= step else None
    if step > STEPS:
        return None
    return advised.hint(step)[-1] if advised else SILENT


def find_doubt(table: Table, seat: int, move: Event) -> Text | None:
    """The question before a move; None: it may pass in silence."""
    asks = find_mode(table, seat) not in ("off", "hints", "coach", "full")
    advised = find_advice(table, seat) if asks else None
    question = advised.doubt(str(move), find_mode(table, seat)) if advised else None
    return question + KEEP if question else None


def find_unseen(table: Table, seat: int, move: Event) -> Text | None:
    """Returns a calculation that a player with a coach misses by this move."""
    found: Text | None = coach_of(table.game).unseen(table.state, move) if find_mode(table, seat) == "coach" else None
    return found
