"""What can be counted after a push."""

from functools import cache

from tablee.core.game import TWO_DICE
from tablee.core.words import Text, count_noun, untranslated
from tablee.games import blocs
from tablee.games.blocs import State
from tablee.games.blocs.calculation import value
from tablee.games.blocs.supported import SUPPORTED
from tablee.review.reasons import Measure

from . import coach

__all__ = ["MEASURES", "SUPPORTED", "coach", "count_finishing", "count_useful", "hints"]
SMALL = 6  # blocks up to this one are small: they serve in more calculations than large ones
THROWS = [(roll.dice, int(36 * weight)) for roll, weight in TWO_DICE]


@cache
def count_useful(level: int, mask: int) -> int:
    """Of the 36 rolls, those that allow a push with these blocks in front."""
    return sum(ways for dice, ways in THROWS if blocs.pushes(level, mask, dice))


@cache
def count_finishing(level: int, mask: int) -> int:
    """Of the 36 rolls, those that can push all these blocks at once."""
    return sum(
        ways for dice, ways in THROWS if any(blocs.mask_of(push) == mask for push in blocs.pushes(level, mask, dice))
    )


def _theirs(before: State, after: State, player: int) -> int | None:
    order = blocs.MODES[before.variant.mode].order
    beside = order[(order.index(before.seat) + 1) % len(order)]
    return None if beside == before.seat else count_finishing(before.variant.level, after.seats[beside])


def _rolls(count: int, verb: tuple[str, str], doing: str, english: str, others: int) -> Text:
    """So many rolls do it; count is at least 1, since it is more than the other."""
    rolls = count_noun(count, "lancer", "roll")
    return Text(
        f"Avec ce qui reste devant soi, {rolls.fr} sur 36 {verb[count > 1]} {doing}, au lieu de {others}.",
        f"With what is left in front, {rolls.en} of 36 {english}, instead of {others}.",
    )


MEASURES = (
    Measure(
        "ends",
        lambda before, after, player: int(not after.seats[before.seat]),
        lambda a, b: Text("Le dernier bloc est poussé.", "The last block is pushed."),
        for_children=Text("c’est le dernier bloc !", "it’s the last block!"),
    ),
    Measure(
        "stays",
        lambda before, after, player: int(after.seat == before.seat) if before.variant.mode != "solo" else None,
        lambda a, b: Text("On relance.", "You roll again."),
        for_children=Text("comme ça, on rejoue tout de suite.", "that way you roll again at once."),
    ),
    Measure(
        "finish",
        lambda before, after, player: count_finishing(before.variant.level, after.seats[before.seat]),
        lambda a, b: _rolls(a, ("peut", "peuvent"), "tout finir", "can finish the game", b),
        for_children=Text(
            "avec ce qui reste, on peut finir d’un coup plus souvent.",
            "what’s left can be finished at once more often.",
        ),
    ),
    Measure(
        "useful",
        lambda before, after, player: count_useful(before.variant.level, after.seats[before.seat]),
        lambda a, b: _rolls(a, ("permet", "permettent"), "de pousser", "allow a push", b),
        for_children=Text(
            "les blocs qui restent servent plus souvent aux prochains lancers.",
            "the blocks that are left help with more of the next rolls.",
        ),
    ),
    Measure(
        "theirs",
        _theirs,
        lambda a, b: Text.fill(
            "La personne suivante peut tout finir avec {rolls} sur 36, au lieu de {b}.",
            "The next player can finish the game with {rolls} of 36, instead of {b}.",
            rolls=count_noun(a, "lancer", "roll"),
            b=b,
        ),
        more=False,
        for_children=Text("l’autre aura plus de mal à finir.", "the other will find it harder to finish."),
    ),
    Measure(
        "blocks",
        lambda before, after, player: None if before.variant.mode == "solo" else after.seats[before.seat].bit_count(),
        lambda a, b: Text.fill(
            "Il reste {blocks} à pousser, au lieu de {b}.",
            "{blocks} left to push, instead of {b}.",
            blocks=count_noun(a, "bloc", "block"),
            b=b,
        ),
        more=False,
        for_children=Text("il reste moins de blocs devant nous.", "fewer blocks are left in front of us."),
    ),
    Measure(
        "sum",
        lambda before, after, player: sum(blocs.numbers(after.seats[0])) if before.variant.mode == "solo" else None,
        lambda a, b: Text(f"La somme qui reste est {a}, au lieu de {b}.", f"The total left is {a}, instead of {b}."),
        more=False,
        for_children=Text("les gros blocs sont partis.", "the big blocks are gone."),
    ),
    Measure(
        "small",
        lambda before, after, player: sum(block <= SMALL for block in blocs.numbers(after.seats[before.seat])),
        lambda a, b: Text(
            f"On garde {a} des petits blocs (2 à {SMALL}) pour la suite, au lieu de {b}.",
            f"You keep {a} of the small blocks (2 to {SMALL}) for later, instead of {b}.",
        ),
        for_children=Text(
            "les petits blocs restent, et ils servent plus souvent.", "the small blocks stay, and they help more often."
        ),
    ),
)


def hints(state: State, player: int, best: blocs.Push) -> tuple[Text, Text, Text]:
    """Where to look for the best push, then which blocks, then the push."""
    count, pushes = len(best.blocks), [push for push in blocs.moves(state, player) if push.blocks]
    if not count:
        return (
            Text("Faut-il vraiment pousser cette fois ?", "Do you really have to push this time?"),
            Text("Aucun bloc : regardez ce que l’on garde.", "No block: look at what stays."),
            Text("ne pas pousser", "leave the blocks alone"),
        )
    blocks, which = blocs.name_blocks(best.blocks), Text("Regardez ", "Look at ")
    ways = blocs.ways(state, best) if count > 1 else ()
    how = Text(" : ", ": ") + untranslated(blocs.equation(ways[0])) if ways else untranslated("")
    push = Text("pousser ", "push ") + blocks + how
    possible = Text(f"Il y a {len(pushes)} poussées possibles. ", f"There are {len(pushes)} possible pushes. ")
    if len(pushes) == 1:
        possible = Text("Une seule poussée est possible. ", "Only one push is possible. ")
    return possible + _aim(state, best), which + blocks + untranslated("."), push


def _aim(state: State, best: blocs.Push) -> Text:
    """What the best push makes and with how many blocks; not which."""
    count, ways = len(best.blocks), blocs.ways(state, best)
    if not ways:
        return (
            Text("Regardez les blocs qui portent le nombre d’un dé.", "Look at blocks with the number of a die.")
            if state.dice[0] != state.dice[1]
            else Text("C’est un double : on peut choisir librement.", "A double: the choice is free.")
        )
    result = value(ways[0])
    if count == 1:
        return Text("Un seul bloc suffit.", "One block alone will do.")
    return Text(f"Cherchez à faire {result} avec {count} blocs.", f"Try to make {result} with {count} blocks.")
