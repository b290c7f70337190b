"""What can be counted after a choice, and after a throw."""

from collections.abc import Callable

from tablee.core.words import Text
from tablee.games import laaancez
from tablee.games.laaancez import Item, State
from tablee.games.laaancez.supported import SUPPORTED as SUPPORTED
from tablee.review.reasons import Measure

from .words import find_protected

Count = Callable[[State, int], int]


def _items(state: State, player: int) -> list[Item]:
    """A player's standing objects, the candle too."""
    return [item for item in state.sheets[player - 1] if item is not None and item.hits]


def _find_items(state: State, player: int, cells: tuple[str, ...]) -> list[Item]:
    index = state.variant.sheet.index
    return [item for cell in cells if (item := state.sheets[player - 1][index[cell]]) is not None]


def strongest(state: State, player: int) -> int:
    """The most damage that a throw of this player would do."""
    return max((item.damage for item in _find_items(state, player, laaancez.throwers(state, player))), default=0)


def count_exposed(state: State, player: int) -> int:
    """The player's objects that one throw of the other could cross out."""
    blow = strongest(state, 3 - player)
    return sum(item.hits <= blow for item in _find_items(state, player, laaancez.targets(state, 3 - player)))


def count_guarded(state: State, player: int) -> int:
    """The player's standing objects with a shield beside them, in all rows."""
    return sum(len(find_protected(state, player, row)) for row in range(len(state.variant.sheet.rows)))


def _count_in_combat(count: Count) -> Callable[[State, State, int], int | None]:
    return lambda before, after, player: count(after, player) if laaancez.fights(before) else None


def _count_in_recruitment(count: Count) -> Callable[[State, State, int], int | None]:
    return lambda before, after, player: None if laaancez.fights(before) else count(after, player)


MEASURES = (
    Measure(
        "candle",
        _count_in_combat(lambda state, player: int(laaancez.winner(state) == player)),
        lambda a, b: Text("La bougie d’en face s’éteint.", "The other candle goes out."),
        for_children=Text("la bougie d’en face s’éteint !", "the other candle goes out!"),
    ),
    Measure(
        "row",
        _count_in_combat(lambda state, player: laaancez.front(state.variant.sheet, state.sheets[2 - player])),
        lambda a, b: Text("La ligne d’en face se plie.", "The other front row folds."),
        for_children=Text("la ligne d’en face se plie.", "the other front row folds."),
    ),
    Measure(
        "exposed",
        _count_in_combat(count_exposed),
        lambda a, b: Text(
            f"Le prochain lancer {'peut' if a else 'ne peut'} détruire {a or 'aucun'} de vos objets, au lieu de {b}.",
            f"The next throw could destroy {a or 'none'} of your objects, instead of {b}.",
        ),
        more=False,
        for_children=Text("moins de nos objets peuvent tomber.", "fewer of our objects can fall."),
    ),
    Measure(
        "blow",
        _count_in_combat(lambda state, player: strongest(state, 3 - player)),
        lambda a, b: Text(
            f"Dégâts du plus fort lancer d’en face : {a}, au lieu de {b}.",
            f"The other’s strongest throw would do {a} damage, instead of {b}.",
        ),
        more=False,
        for_children=Text(
            "en face, on ne peut plus lancer aussi fort.", "the other side can’t throw as hard any more."
        ),
    ),
    Measure(
        "standing",
        _count_in_combat(lambda state, player: len(_items(state, 3 - player))),
        lambda a, b: Text(
            f"Objets encore debout en face : {a}, au lieu de {b}.",
            f"Objects still standing on the other side: {a}, instead of {b}.",
        ),
        more=False,
        for_children=Text("il reste moins d’objets debout en face.", "fewer objects still stand on the other side."),
    ),
    Measure(
        "targets",
        _count_in_combat(lambda state, player: len(laaancez.targets(state, player))),
        lambda a, b: Text(f"Cibles à découvert : {a}, au lieu de {b}.", f"Targets in the open: {a}, instead of {b}."),
        for_children=Text("on peut viser plus de choses.", "there is more to aim at."),
    ),
    Measure(
        "damage",
        _count_in_recruitment(lambda state, player: sum(item.damage for item in _items(state, player))),
        lambda a, b: Text(
            f"Dégâts sur la feuille : {a} en tout, au lieu de {b}.",
            f"Damage on your sheet: {a} in all, instead of {b}.",
        ),
        for_children=Text("nos objets font plus de dégâts.", "our objects do more damage."),
    ),
    Measure(
        "guarded",
        _count_in_recruitment(count_guarded),
        lambda a, b: Text(
            f"Objets protégés par un Bouclier : {a}, au lieu de {b}.", f"Objects beside a Shield: {a}, instead of {b}."
        ),
        for_children=Text("plus d’objets sont protégés par un Bouclier.", "more objects stand beside a Shield."),
    ),
    Measure(
        "hits",
        _count_in_recruitment(lambda state, player: sum(item.hits for item in _items(state, player))),
        lambda a, b: Text(
            f"Points de vie sur la feuille : {a} en tout, au lieu de {b}.",
            f"Hit points on your sheet: {a} in all, instead of {b}.",
        ),
        for_children=Text("nos objets tiennent plus longtemps.", "our objects last longer."),
    ),
)


def hints(state: State, player: int, best: laaancez.Choice | laaancez.Throw) -> tuple[Text, Text, Text]:
    """What to aim at or to do, then which cells, then the move."""
    sheet = state.variant.sheet
    if isinstance(best, laaancez.Throw):
        aimed = state.sheets[2 - player][sheet.index[best.target]]
        assert aimed is not None
        title = sheet.things[aimed.kind].title
        return (
            Text.fill("Cherchez la bonne cible : {title}.", "Look for the right target: {title}.", title=title),
            Text(f"La cible est en {best.target}.", f"The target is in {best.target}."),
            Text(f"lancer {best.thrower} sur {best.target}", f"throw {best.thrower} at {best.target}"),
        )
    if isinstance(best, laaancez.Pass):
        passes = Text("Il n’y a rien à choisir : on passe.", "There is nothing to choose: pass.")
        return passes, passes, Text("passer", "pass")
    row = best.cell[0]
    if isinstance(best, laaancez.Copy):
        move = Text("recopier ", "copy ") + laaancez.name_copy(sheet.things[best.kind].title, best.cell)
    else:
        move = Text(f"cocher un Dégât en {best.cell}", f"tick a damage box on {best.cell}")
    return (
        Text(
            f"Regardez votre ligne {row} : quel objet y recopier ?",
            f"Look at your row {row}: which object to copy there?",
        )
        if isinstance(best, laaancez.Copy)
        else Text(
            f"Regardez votre ligne {row} : un objet pourrait y frapper plus fort.",
            f"Look at your row {row}: an object there could hit harder.",
        ),
        Text(f"Regardez la case {best.cell}.", f"Look at cell {best.cell}."),
        move,
    )
