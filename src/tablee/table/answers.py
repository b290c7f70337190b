"""What a table answers to questions about it: the same sentences in a terminal and on its page."""

from tablee import words
from tablee.core.errors import RequestError
from tablee.core.game import Roll
from tablee.core.words import Text, untranslated

from .table import Table

ANSWERED = ("help", "board", "about", "score", "last", "dice", "moves")  # by their names among the commands
ALSO = Text(
    "On peut aussi écrire : plateau, score, dernier, dés, coups.", "You can also type: board, score, last, dice, moves."
)


def answer(table: Table, seat: int | None, name: str, about: str = "") -> list[Text]:
    """What somebody at a seat is told who asks one of `ANSWERED`; RequestError: there is nothing to tell."""
    view, telling = table.view(seat), words.load(table.game.NAME)
    texts: list[Text] = []
    match name:
        case "board":
            texts = [line for line, _ in telling.standing(view.state)]
        case "about":
            texts = telling.about(view.state, about)
        case "score":
            alone = sum(seat.mine for seat in view.seats) == 1
            texts = [telling.score(view.state, view.player if alone else 0)]
        case "last":
            texts = [line.text for line in table.story(seat, most=1)]
        case "dice":
            thrown = [at for at, event in enumerate(table.events) if isinstance(event, Roll)][-1:]
            texts = [table.game.tell(table.history.states[at], table.events[at]) for at in thrown]
            texts += words.now(table.game, view.state, view.player)[:1] if thrown and table.phase == "move" else []
        case "moves":
            if view.may_roll:
                raise RequestError("Lancez d’abord les dés.", "Roll the dice first.")
            if not view.moves:
                raise RequestError("Attendez votre tour.", "Wait for your turn.")
            texts = [line + untranslated(".") for line in words.list_moves(table.game, view.state, view.player)]
        case "help":
            texts = words.now(table.game, view.state, view.player)
            texts += [telling.explain(view.state, view.player)] if view.moves else []
            texts.append(ALSO)
    if not texts:
        raise RequestError("Je n’ai pas compris. Tapez ? pour l’aide.", "I didn’t understand. Type ? for help.")
    return [text.with_names(table.seating.names) for text in texts]
