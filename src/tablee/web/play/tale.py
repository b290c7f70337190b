"""The end of a game, told: what a family would say to someone who comes in late."""

from __future__ import annotations

from tablee.core.game import Roll
from tablee.core.record import Record
from tablee.core.words import Text, listed, same
from tablee.drawing.cadeau import zone_text
from tablee.games import blocs, laaancez


def tale(record: Record) -> list[Text]:
    """A few sentences about a game that is over."""
    return TALES[record.game.NAME](record)


def several(count: int, one: str, many: str = "") -> str:
    """`1 lancer`, `3 lancers`; in French none is singular, and `0 objet` reads well enough in English here too."""
    return f"{count} {one if count < 2 else many or one + 's'}"


def _cadeau(record: Record) -> list[Text]:
    zones = record.variant.zones
    return [zone_text(record.state, zone) for zone in range(1, zones + 1)] if record.outcome else []


def _blocs(record: Record) -> list[Text]:
    throws = sum(isinstance(event, Roll) for event in record.events)
    pushes = [
        (before, event)
        for before, event in zip(record.states, record.events, strict=False)
        if isinstance(event, blocs.Push)
    ]
    told = [
        Text(
            f"{several(throws, 'lancer')}, {several(len(pushes), 'poussée')}.",
            f"{several(throws, 'throw')}, {several(len(pushes), 'push', 'pushes')}.",
        )
    ]
    if pushes:
        before, best = max(pushes, key=lambda pair: (len(pair[1].blocks), sum(pair[1].blocks)))
        player = blocs.players(before)[0]
        blocks = listed(map(same, best.blocks), last=Text(" et ", " and "))
        told.append(
            Text(
                f"La plus belle poussée : {blocks.fr}, par le joueur {player}.",
                f"The finest push: {blocks.en}, by player {player}.",
            )
        )
    return told


def _laaancez(record: Record) -> list[Text]:
    throws = [event for event in record.events if isinstance(event, laaancez.Throw)]
    told = [Text(f"{several(len(throws), 'objet lancé', 'objets lancés')}.", f"{several(len(throws), 'throw')}.")]
    for player in (1, 2):
        cells = record.state.sheets[player - 1]
        lost = sum(1 for item in cells if item is not None and not item.hits)
        folded = laaancez.front(record.variant.sheet, cells) if throws else 0
        told.append(
            Text(
                f"Joueur {player} : {several(lost, 'objet perdu', 'objets perdus')}, "
                f"{several(folded, 'ligne pliée', 'lignes pliées')}.",
                f"Player {player}: {several(lost, 'object')} lost, {several(folded, 'row')} folded.",
            )
        )
    return told


TALES = {"cadeau": _cadeau, "blocs": _blocs, "laaancez": _laaancez}
