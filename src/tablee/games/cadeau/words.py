"""Words about a position of « À l'assaut du Cadeau ! »."""

from __future__ import annotations

from tablee.core.record import Record
from tablee.core.words import Text, and_list, capital, untranslated
from tablee.games import cadeau
from tablee.games.cadeau import CELLS, GNOMES, LUTINS, State
from tablee.words import Moves

MOST_FACTS = 3  # of what a die would complete
SIDE_NAMES = {LUTINS: Text("Lutins", "Elves"), GNOMES: Text("Gnomes", "Gnomes")}


def message(state: State, player: int = 0) -> Text:
    outcome = cadeau.outcome(state)
    if outcome:
        return outcome.reason
    side = SIDE_NAMES[cadeau.players(state)[0]]
    if state.die:
        return Text.fill(
            "Aux {side} d’écrire leur {die} dans une case vide.",
            "{side}: write your {die} in an empty cell.",
            side=side,
            die=state.die,
        )
    return Text.fill("Aux {side} de lancer le dé !", "{side}: roll the die!", side=side)


def now(state: State, player: int) -> list[Text]:
    mover = cadeau.players(state)[0]
    mine, left = mover == player, state.sides[mover - 1].count(0)
    name, opponent = SIDE_NAMES[mover].fr, SIDE_NAMES[3 - mover].fr
    if not state.die:
        sentences = [
            Text("C’est à vous : lancez le dé.", "Your turn: roll the die.")
            if mine
            else Text(f"C’est aux {name} de lancer le dé.", f"It’s the {name}’ turn to roll the die."),
            Text(
                f"Le chiffre ira dans une case vide de ce camp ; il en reste {left}.",
                f"The number will go into an empty cell of that side: {left} left.",
            ),
        ]
    elif mine:
        cells = Text(f"une de vos {left} cases vides", f"one of your {left} empty cells")
        if left == 1:
            cells = Text("votre dernière case vide", "your last empty cell")
        sentences = [
            Text.fill(
                "C’est à vous : écrivez votre {die} dans {cells}.",
                "Your turn: write your {die} in {cells}.",
                die=state.die,
                cells=cells,
            ),
            *_describe_completions(state, mover),
        ]
    else:
        sentences = [Text(f"Les {name} écrivent leur {state.die}.", f"The {name} are writing their {state.die}.")]
    if mover == GNOMES and left == 1:  # C4: the Gnomes write last
        last = Text("C’est le dernier dé ! Ensuite, on compte les zones.", "Last die! Then count the zones.")
        return [*sentences, last]
    return [
        *sentences,
        Text(
            f"Ensuite, c’est aux {opponent} ; quand tout est plein, on compte les zones.",
            f"Then it’s the {opponent}’ turn; when every cell is full, the zones are counted.",
        ),
    ]


def _describe_completions(state: State, player: int) -> list[Text]:
    """What the die would make of the zones that lack only one of one's own dice (C5)."""
    facts = []
    for move in cadeau.moves(state, player):
        after = cadeau.play(state, move).sides[player - 1][3 * move.zone - 3 : 3 * move.zone]
        if 0 not in after:
            combination = cadeau.combination(state.variant.straights, (after[0], after[1], after[2])).text
            facts.append(Text(f"en {move} il ferait : {combination.fr}", f"in {move} it would make: {combination.en}"))
    if not facts:
        return []
    shown = facts[:MOST_FACTS]
    listed = Text(" ; ".join(fact.fr for fact in shown), "; ".join(fact.en for fact in shown))
    return [capital(listed) + untranslated(".")]


def zone_text(state: State, zone: int) -> Text:
    """A zone in words: its verdict, or its dice so far."""
    verdict = cadeau.zone(state, zone)
    if verdict:
        return Text.fill("zone {zone}, {reason}", "zone {zone}, {reason}", zone=zone, reason=verdict.reason)
    ours, theirs = (" ".join(str(die or "·") for die in side[3 * zone - 3 : 3 * zone]) for side in state.sides)
    return Text(f"zone {zone}, Lutins {ours}, Gnomes {theirs}", f"zone {zone}, Elves {ours}, Gnomes {theirs}")


def zone_lines(state: State) -> list[Text]:
    """Every zone with its dice, who holds it and why."""
    lines = []
    for number in range(1, state.variant.zones + 1):
        dice = ["-".join(str(die or "·") for die in side[3 * number - 3 : 3 * number]) for side in state.sides]
        zone = cadeau.zone(state, number)
        why = zone.reason if zone else Text("pas encore finie", "not finished yet")
        lines.append(
            Text(
                f"Zone {number} : {dice[0]} / {dice[1]} → {why.fr}", f"Zone {number}: {dice[0]} / {dice[1]} → {why.en}"
            )
        )
    return lines


def standing(state: State) -> list[tuple[Text, bool]]:
    return [(line, cadeau.zone(state, number) is not None) for number, line in enumerate(zone_lines(state), 1)]


def following(state: State) -> Moves:
    groups: dict[int, list[tuple[str, Text]]] = {}
    for move in cadeau.moves(state, cadeau.players(state)[0]):
        letter = CELLS[move.cell]
        groups.setdefault(move.zone, []).append((str(move), Text(f"case {letter}", f"cell {letter}")))
    return [(untranslated(f"zone {zone}"), moves) for zone, moves in groups.items()]


def tale(record: Record) -> list[Text]:
    zones = range(1, record.variant.zones + 1)
    if record.outcome is None:
        return []
    sentences = [zone_text(record.state, zone) for zone in zones]
    if record.outcome.winners:
        sentences.append(Text("Dans les deux cas, bien joué !", "Either way, well played!"))
    return sentences


def head_start(state: State) -> Text:
    lutins, gnomes = (
        and_list(
            Text(f"{die} en {index // 3 + 1}{'abc'[index % 3]}", f"{die} in {index // 3 + 1}{'abc'[index % 3]}")
            for index, die in enumerate(side)
            if die
        )
        for side in state.sides
    )
    return Text.fill(
        "Avant de commencer, les Lutins écrivent {lutins}, les Gnomes {gnomes}.",
        "Before the start the Elves write {lutins}, the Gnomes {gnomes}.",
        lutins=lutins,
        gnomes=gnomes,
    )
