"""Words about a position of Pousse-blocs."""

import re

from tablee.core.game import Roll
from tablee.core.record import Record
from tablee.core.words import Text, and_list, capital, count_noun, or_list, player_ref, untranslated
from tablee.games import blocs
from tablee.games.blocs import MODES, State, Variant
from tablee.games.blocs.calculation import OPERATIONS
from tablee.words import Moves

from .reader import read_move


def seat_name(variant: Variant, seat: int, *, within: bool = False) -> Text:
    """Whoever sits there, at the beginning of a sentence or within one; in `three` the third person's two seats are
    told apart (B16)."""
    player = MODES[variant.mode].holder[seat]
    name = player_ref(player, "le" if within else "")
    if MODES[variant.mode].holder.count(player) > 1:
        name += Text(f", place {seat + 1}", f", seat {seat + 1}")
    return name


def goal(state: State) -> Text | None:
    """What the dice ask for (B3, B7)."""
    if not state.dice:
        return None
    goals = or_list(map(untranslated, blocs.targets(state.variant.level, state.dice)))
    if state.dice[0] == state.dice[1]:
        return Text.fill("{goals}, ou 2 blocs au choix", "{goals}, or any 2 blocks", goals=goals)
    return Text.fill("faire {goals}", "make {goals}", goals=goals)


def message(state: State, player: int = 0) -> Text:
    name, wanted = seat_name(state.variant, state.seat), goal(state)
    if wanted is None:
        return name + Text(" lance les dés.", " rolls.")
    return name + Text.fill(" : {wanted}.", ": {wanted}.", wanted=wanted)


def now(state: State, player: int) -> list[Text]:
    mine = blocs.players(state) == (player,)
    name = seat_name(state.variant, state.seat)
    here = blocs.numbers(state.seats[state.seat])
    solo = state.variant.mode == "solo"
    left = and_list(here) if here else Text("aucun bloc", "no blocks")
    if not state.dice:
        first = (
            Text("C’est à vous : lancez les deux dés.", "Your turn: roll both dice.")
            if mine
            else name + Text(" lance les deux dés.", " rolls the two dice.")
        )
        if mine and state.variant.mode == "three" and player == 3:
            first = Text(
                f"C’est à vous, à la place {state.seat + 1} : lancez les deux dés.",
                f"Your turn, at seat {state.seat + 1}: roll both dice.",
            )
        where = Text("Devant vous", "In front of you") if mine else Text("Devant cette place", "In front of that seat")
        lines = [first, Text.fill("{where} : {left}.", "{where}: {left}.", where=where, left=left)]
        if not here:
            passes = Text("Rien à pousser ? On passe son tour.", "Nothing to push? The turn passes.")
            return [*lines, passes]
        again = solo or not state.opened
        return [
            *lines,
            Text(
                "Avec un 7, on relance ; avec un double, on pousse deux blocs au choix.",
                "On a 7, roll again; on a double, push any two.",
            )
            if again
            else Text(
                "Avec un 7, on passe son tour ; avec un double, on pousse deux blocs au choix.",
                "On a 7, the turn ends; on a double, push any two.",
            ),
        ]
    low, high = state.dice
    goals = or_list(map(untranslated, blocs.targets(state.variant.level, state.dice)))
    signs = blocs.pretty(" ".join(OPERATIONS[state.variant.level]))
    aim = (Text("C’est à vous", "Your turn") if mine else name + Text(" joue", " is playing")) + Text(
        f" : avec {low} et {high}, il faut faire {goals.fr} avec un, deux ou trois blocs (signes : {signs}).",
        f": with {low} and {high} the target is {goals.en}, with one, two or three blocks (signs: {signs}).",
    )
    return [aim, *_pushes(state), _after(state)]


def _pushes(state: State) -> list[Text]:
    """How the legal pushes come about: by a sum, by a double (B7), by a single die (B9)."""
    player = blocs.players(state)[0]
    pushes = [push for push in blocs.moves(state, player) if push.blocks]
    possible = [push for push in pushes if blocs.ways(state, push)]
    sentences = []
    if possible:
        sample = blocs.name_blocks(possible[0].blocks)
        sentences.append(
            Text.fill(
                "Il y a {count} façons d’y arriver, par exemple en poussant {sample}.",
                "There are {count} ways to do it, for instance by pushing {sample}.",
                count=len(possible),
                sample=sample,
            )
            if len(possible) > 1
            else Text.fill(
                "Une seule façon d’y arriver : pousser {sample}.", "One way to do it: push {sample}.", sample=sample
            )
        )
    if state.dice[0] == state.dice[1]:
        sentences.append(
            Text(
                "C’est un double : on peut aussi pousser deux blocs au choix, sans calcul.",
                "A double! You may push any two blocks instead, no calculation needed.",
            )
            if len(blocs.numbers(state.seats[state.seat])) > 1
            else Text("C’est un double : on peut pousser le dernier bloc.", "A double! You may push the last block.")
        )
    elif not possible:
        sentences.append(
            Text(
                f"Aucun calcul ne marche : on pousse le {pushes[0]}, le chiffre d’un des dés.",
                f"No calculation works: push the {pushes[0]}, the number of one of the dice.",
            )
        )
    return sentences


def _after(state: State) -> Text:
    """What follows the push: another roll (B6), the next turn (B9), or alone perhaps the end (B17)."""
    variant = state.variant
    if blocs.goes_on(variant.level, state.seats[state.seat], state.dice) or (
        variant.mode == "solo" and variant.single == "again"
    ):
        sentence = Text("Ensuite, on relance les dés.", "Then roll again.")
    elif variant.mode == "solo":
        sentence = Text("Ensuite, la partie est finie.", "Then the game is over.")
    else:
        sentence = Text("Ensuite, le tour passe.", "Then the turn passes.")
    if variant.push == "may":
        sentence += Text(" On peut aussi ne pas pousser.", " You may also choose not to push.")
    return sentence


def standing(state: State) -> list[tuple[Text, bool]]:
    lines = []
    for seat, mask in enumerate(state.seats):
        name = seat_name(state.variant, seat)
        left = ", ".join(map(str, blocs.numbers(mask)))
        sentence = name + Text(f" : {left or 'aucun bloc'}.", f": {left or 'no blocks'}.")
        lines.append((sentence, not mask))
    if not state.opened and not state.over:
        again = Text(
            "Aucun bloc n’a encore été poussé : avec un 7, on relance.",
            "No block has been pushed yet: on a 7, roll again.",
        )
        lines.append((again, False))  # B8
    return lines


def score(state: State, player: int = 0) -> Text:
    if state.variant.mode == "solo":
        left = blocs.numbers(state.seats[0])
        text = Text("Il reste ", "Left: ") + count_noun(len(left), "bloc", "block")
        return text + Text(f", qui font {sum(left)}.", f", which make {sum(left)}.")
    both = or_list(
        [
            (Text("Vous", "You") if holder == player else seat_name(state.variant, seat))
            + Text(" : ", ": ")
            + count_noun(len(blocs.numbers(state.seats[seat])), "bloc", "block")
            for seat, holder in enumerate(MODES[state.variant.mode].holder)
        ],
        last=untranslated(", "),
    )
    return both + untranslated(".")


def about(state: State, text: str) -> list[Text]:
    """Every calculation of the blocks that are named."""
    if not state.dice or not re.fullmatch(r"[0-9 ,;.&+et]+", text):
        return []
    push = blocs.Push(read_move(state, 0, text).blocks)
    ways = blocs.ways(state, push) if 1 <= len(push.blocks) <= 3 else ()
    none = Text(f"{push} : aucun calcul ne fait le nombre à faire.", f"{push}: no calculation makes the target.")
    return [untranslated(blocs.equation(way)) for way in ways] or [none]


def explain(state: State, player: int) -> Text:
    signs = blocs.pretty(" ".join(OPERATIONS[state.variant.level]))
    text = Text(
        f"Poussez un, deux ou trois blocs dont le calcul ({signs}) fait le nombre à faire. Tapez les blocs (4 5), "
        "ou dites le calcul vous-même (5+4, 5 plus 4). Pour voir tous les calculs de ces blocs : 4 5 ?",
        f"Push one, two or three blocks whose calculation ({signs}) makes the target. Type the blocks (4 5), or say "
        "the calculation yourself (5+4, 5 plus 4). To see every calculation of these blocks: 4 5 ?",
    )
    return text + Text(" Pour ne pas pousser : -", " Not to push: -") if state.variant.push == "may" else text


def group_moves(state: State) -> Moves:
    groups: dict[int, list[tuple[str, Text]]] = {}
    for move in blocs.moves(state, blocs.players(state)[0]):
        ways = blocs.ways(state, move)
        text = untranslated(", ".join(map(str, move.blocks)) or "-")
        if ways and len(move.blocks) > 1:
            text += Text(" : ", ": ") + untranslated(blocs.equation(ways[0]))
        groups.setdefault(len(move.blocks), []).append((str(move), text))
    heads = {
        0: Text("laisser", "leave it"),
        1: Text("un bloc", "one block"),
        2: Text("deux blocs", "two blocks"),
        3: Text("trois blocs", "three blocks"),
    }
    return [(heads[size], groups[size]) for size in sorted(groups)]


def tale(record: Record) -> list[Text]:
    throws = sum(isinstance(event, Roll) for event in record.events)
    pushes = [
        (before, event)
        for before, event in zip(record.states, record.events, strict=False)
        if isinstance(event, blocs.Push) and event.blocks
    ]
    sentences = [
        count_noun(throws, "lancer", "roll")
        + untranslated(", ")
        + count_noun(len(pushes), "poussée", "push|pushes")
        + untranslated(".")
    ]
    if pushes:
        before, best = max(pushes, key=lambda pair: (len(pair[1].blocks), sum(pair[1].blocks)))
        player = blocs.players(before)[0]
        blocks = blocs.name_blocks(best.blocks)
        sentences.append(
            Text.fill("La plus belle poussée : {blocks}, par ", "The best push: {blocks}, by ", blocks=blocks)
            + player_ref(player, "le")
            + untranslated(".")
        )
    return sentences


def head_start(state: State) -> Text:
    """Blocks that are given, or missing on both sides."""
    if state.opened:
        absent = [blocs.name_blocks(blocs.numbers(blocs.ALL & ~mask)) for mask in state.seats]
        first = (
            Text(f"joueur 1 sans {absent[0].fr}", f"player 1 without {absent[0].en}")
            if absent[0].fr
            else Text("joueur 1 avec ses dix blocs", "player 1 with all ten blocks")
        )
        return capital(first) + Text(
            f", joueur 2 sans {absent[1].fr} ; avec un 7, on passe toujours son tour.",
            f", player 2 without {absent[1].en}; a 7 always ends the turn.",
        )
    given = blocs.name_blocks(state.variant.given.split(","))
    if state.variant.mode == "solo":
        return Text.fill("On commence sans {given}.", "Begin without {given}.", given=given)
    if state.variant.mode == "fast":
        return Text.fill("Le joueur 2 commence sans {given}.", "Player 2 begins without {given}.", given=given)
    return Text.fill("Le joueur 2 a d’abord {given} devant soi.", "Player 2 begins with {given} in front.", given=given)
