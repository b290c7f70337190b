"""Words about a position of « À l'assaut du Cadeau ! »."""

import re
from functools import lru_cache

from tablee.core.record import Record
from tablee.core.words import Text, and_list, capital, count_noun, or_list, untranslated
from tablee.games import cadeau
from tablee.games.cadeau import CELLS, GNOMES, LUTINS, State, Verdict
from tablee.words import Moves

MOST_FACTS = 3  # of what a die would complete
SIDE_NAMES = {LUTINS: Text("Lutins", "Elves"), GNOMES: Text("Gnomes", "Gnomes")}
EMPTY = Text("vide", "empty")


def message(state: State, player: int = 0) -> Text:
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
    name, opponent = SIDE_NAMES[mover], SIDE_NAMES[3 - mover]
    if not state.die:
        sentences = [
            Text("C’est à vous : lancez le dé.", "Your turn: roll the die.")
            if mine
            else Text.fill("C’est aux {name} de lancer le dé.", "It’s the {name}’ turn to roll the die.", name=name),
            Text.fill(
                "Le chiffre ira dans une case vide de {whose} camp ; il en reste {left}.",
                "The number will go into an empty cell of {whose} side: {left} left.",
                whose=Text("votre", "your") if mine else Text("ce", "that"),
                left=left,
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
        words = "Les {name} écrivent leur {die}.", "The {name} are writing their {die}."
        sentences = [Text.fill(*words, name=name, die=state.die)]
    if mover == GNOMES and left == 1:  # C4: the Gnomes write last
        last = Text("C’est le dernier dé ! Ensuite, on compte les zones.", "Last die! Then count the zones.")
        return [*sentences, last]
    return [
        *sentences,
        Text.fill(
            "Ensuite, c’est aux {opponent} ; quand tout est plein, on compte les zones.",
            "Then it’s the {opponent}’ turn; when every cell is full, the zones are counted.",
            opponent=opponent,
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
    """A zone in words: the dice of both sides, what they make once it is finished, and whose it is."""
    lutins, gnomes = (side[3 * zone - 3 : 3 * zone] for side in state.sides)
    return _zone_text(zone, lutins, gnomes, cadeau.zone(state, zone))


@lru_cache(maxsize=4096)  # a move changes one zone
def _zone_text(zone: int, lutins: tuple[int, ...], gnomes: tuple[int, ...], verdict: Verdict | None) -> Text:
    text = Text(f"zone {zone} : ", f"zone {zone}: ")
    for player, dice, made in (
        (LUTINS, lutins, verdict and verdict.lutins),
        (GNOMES, gnomes, verdict and verdict.gnomes),
    ):
        listed = or_list([untranslated(die) if die else EMPTY for die in dice], last=untranslated(", "))
        text += Text.fill(
            "{gap}{side} {dice}{made}",
            "{gap}{side} {dice}{made}",
            gap=Text(" ; ", "; ") if player == GNOMES else "",
            side=SIDE_NAMES[player],
            dice=listed if any(dice) else Text("tout vide", "all empty"),
            made=untranslated(", ") + made.text if made else "",
        )
    if verdict is None:
        return text
    if not verdict.holder:
        return text + Text(" ; à personne", "; nobody wins it")
    return text + Text.fill(" ; aux {side}", "; the {side} win it", side=SIDE_NAMES[verdict.holder])


def standing(state: State) -> list[tuple[Text, bool]]:
    zones = range(1, state.variant.zones + 1)
    return [
        (capital(zone_text(state, zone)) + untranslated("."), cadeau.zone(state, zone) is not None) for zone in zones
    ]


def score(state: State, player: int = 0) -> Text:
    zones = cadeau.count_zones(state)
    both = or_list(
        [
            (Text(f"vous ({name.fr})", f"you ({name.en})") if side == player else cadeau.TEAMS[side])
            + Text(" : ", ": ")
            + count_noun(zones[side], "zone", "zone")
            for side, name in SIDE_NAMES.items()
        ],
        last=Text(" ; ", "; "),
    )
    left = sum(cadeau.zone(state, zone) is None for zone in range(1, state.variant.zones + 1))
    return Text.fill("{both} ; il en reste {left}.", "{both}; {left} left to win.", both=capital(both), left=left)


def about(state: State, text: str) -> list[Text]:
    found = re.fullmatch(r"(?:zone *)?([1-9])", text)
    return [standing(state)[int(found[1]) - 1][0]] if found and int(found[1]) <= state.variant.zones else []


def explain(state: State, player: int) -> Text:
    move = cadeau.moves(state, player)[0]
    return Text(
        f"Écrivez le {state.die} dans une case vide de votre camp : une zone et une case, par exemple {move}. "
        f"Pour revoir une zone : zone {move.zone}.",
        f"Write the {state.die} in an empty cell of your side: a zone and a cell, for example {move}. "
        f"To hear a zone again: zone {move.zone}.",
    )


def group_moves(state: State) -> Moves:
    groups: dict[int, list[tuple[str, Text]]] = {}
    for move in cadeau.moves(state, cadeau.players(state)[0]):
        letter = CELLS[move.cell]
        groups.setdefault(move.zone, []).append((str(move), Text(f"case {letter}", f"cell {letter}")))
    return [(untranslated(f"zone {zone}"), moves) for zone, moves in groups.items()]


def tale(record: Record) -> list[Text]:
    if record.outcome is None:
        return []
    sentences = [zone_text(record.state, zone) for zone in range(1, record.variant.zones + 1)]
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
