"""“What can I do now?”: two to four plain sentences about any position of any game, for whoever looks at it.

    now("blocs", view.state, view.player, lang) -> ("C’est à vous : …", …)

`state` is what that player may see (`game.view`), `player` 0 for somebody who only watches. Facts only: what is
allowed, what it would make, what comes next; never which of it is best.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tablee.core.game import AnyGame, State
from tablee.core.words import Text, listed, same
from tablee.drawing import blocs as draw_blocs
from tablee.games import blocs, cadeau, laaancez, load
from tablee.games.blocs.calculation import OPERATIONS

from ..frame.words import typeset

AND = Text(" et ", " and ")
MOST_FACTS = 3  # of what a die would complete
SIDE_NAMES = {cadeau.LUTINS: "Lutins", cadeau.GNOMES: "Gnomes"}


def now(game: AnyGame | str, state: State, player: int, lang: str) -> tuple[str, ...]:
    """Whose turn it is, what is legal, what happens next: sentences in one language, ready for a page."""
    rules = load(game) if isinstance(game, str) else game
    outcome = rules.outcome(state)
    if outcome is not None:
        told = [
            outcome.reason,
            Text("La partie est finie : rejouez quand vous voulez.", "The game is over: play again."),
        ]
    else:
        told = SAYINGS[rules.NAME](state, player)
    return tuple(typeset(sentence.said(lang), lang) for sentence in told)


def capital(text: Text) -> Text:
    return Text(text.fr[:1].upper() + text.fr[1:], text.en[:1].upper() + text.en[1:])


def all_of(words: Iterable[object]) -> Text:
    return listed((word if isinstance(word, Text) else same(word) for word in words), last=AND)


# --- cadeau -----------------------------------------------------------------------------------------------------


def _cadeau(state: cadeau.State, player: int) -> list[Text]:
    mover = cadeau.players(state)[0]
    mine, left = mover == player, state.sides[mover - 1].count(0)
    name, other = SIDE_NAMES[mover], SIDE_NAMES[3 - mover]
    if not state.die:
        told = [
            Text("C’est à vous : lancez le dé.", "It is your turn: roll the die.")
            if mine
            else Text(f"C’est aux {name} de lancer le dé.", f"It is the {name}’ turn to roll the die."),
            Text(
                f"Le chiffre ira dans une case vide de ce côté-là : il en reste {left}.",
                f"The number will go into an empty cell of that side: {left} left.",
            ),
        ]
    elif mine:
        cells = Text(f"une de vos {left} cases vides", f"one of your {left} empty cells")
        if left == 1:
            cells = Text("votre dernière case vide", "your last empty cell")
        told = [
            Text(
                f"C’est à vous : écrivez votre {state.die} dans {cells.fr}.",
                f"It is your turn: write your {state.die} in {cells.en}.",
            ),
            *_completed(state, mover),
        ]
    else:
        told = [Text(f"Les {name} écrivent leur {state.die}.", f"The {name} are writing their {state.die}.")]
    if mover == cadeau.GNOMES and left == 1:  # C4: the Gnomes write last
        last = Text(
            "C’est le dernier dé : ensuite, on compte les zones.", "It is the last die: then zones are counted."
        )
        return [*told, last]
    return [
        *told,
        Text(
            f"Ensuite, c’est aux {other} ; quand tout est écrit, le plus de zones gagne.",
            f"Then it is the {other}’ turn; when all is written, most zones win.",
        ),
    ]


def _completed(state: cadeau.State, player: int) -> list[Text]:
    """What the die would make of the zones that lack only one of one's own dice (C5)."""
    facts = []
    for move in cadeau.moves(state, player):
        after = cadeau.play(state, move).sides[player - 1][3 * move.zone - 3 : 3 * move.zone]
        if 0 not in after:
            made = cadeau.combination(state.variant.straights, (after[0], after[1], after[2])).text
            facts.append(Text(f"en {move} il ferait : {made.fr}", f"in {move} it would make: {made.en}"))
    if not facts:
        return []
    shown = facts[:MOST_FACTS]
    return [capital(Text(" ; ".join(fact.fr for fact in shown), "; ".join(fact.en for fact in shown)) + same("."))]


# --- blocs ------------------------------------------------------------------------------------------------------


def _blocs(state: blocs.State, player: int) -> list[Text]:
    mine = blocs.players(state) == (player,)
    name = draw_blocs.seat_name(state.variant, state.seat)
    here = blocs.numbers(state.seats[state.seat])
    solo = state.variant.mode == "solo"
    left = all_of(here) if here else Text("aucun bloc", "no block")
    if not state.dice:
        first = (
            Text("C’est à vous : lancez les deux dés.", "It is your turn: throw the two dice.")
            if mine
            else Text(f"{name.fr} lance les deux dés.", f"{name.en} throws the two dice.")
        )
        if mine and state.variant.mode == "three" and player == 3:
            first = Text(
                f"C’est à vous, à la place {state.seat + 1} : lancez les deux dés.",
                f"It is your turn, at seat {state.seat + 1}: throw the two dice.",
            )
        where = Text("Devant vous", "In front of you") if mine else Text("Devant cette place", "In front of that seat")
        told = [first, Text(f"{where.fr} : {left.fr}.", f"{where.en}: {left.en}.")]
        if not here:
            return [*told, Text("Sans bloc à pousser, le tour passera.", "With no block to push, the turn will pass.")]
        again = solo or not state.opened
        return [
            *told,
            Text(
                "Un 7 se relance ; un double pousse deux blocs au choix.",
                "A 7 is thrown again; a double pushes any two.",
            )
            if again
            else Text(
                "Un 7 passe le tour ; un double pousse deux blocs au choix.",
                "A 7 ends the turn; a double pushes any two.",
            ),
        ]
    return [_aim(state, mine, name), *_pushes(state), _after(state)]


def _aim(state: blocs.State, mine: bool, name: Text) -> Text:
    low, high = state.dice
    goals = listed(map(same, blocs.targets(state.variant.level, state.dice)))
    signs = blocs.shown(" ".join(OPERATIONS[state.variant.level]))
    who = Text("C’est à vous", "It is your turn") if mine else Text(f"{name.fr} joue", f"{name.en} is playing")
    return Text(
        f"{who.fr} : avec {low} et {high}, le but est {goals.fr}, avec un, deux ou trois blocs (signes : {signs}).",
        f"{who.en}: with {low} and {high} the goal is {goals.en}, with one, two or three blocks (signs: {signs}).",
    )


def _pushes(state: blocs.State) -> list[Text]:
    """How the legal pushes come about: by a sum, by a double (B7), by a single die (B9)."""
    player = blocs.players(state)[0]
    pushes = blocs.moves(state, player)
    made = [push for push in pushes if blocs.ways(state, push)]
    told = []
    if made:
        sample = all_of(made[0].blocks)
        told.append(
            Text(
                f"Il y a {len(made)} façons d’y arriver, par exemple en poussant {sample.fr}.",
                f"There are {len(made)} ways to do it, for instance by pushing {sample.en}.",
            )
            if len(made) > 1
            else Text(f"Une seule façon d’y arriver : pousser {sample.fr}.", f"One way to do it: push {sample.en}.")
        )
    if state.dice[0] == state.dice[1]:
        told.append(
            Text(
                "C’est un double : on peut aussi pousser deux blocs au choix, sans calcul.",
                "It is a double: any two blocks may be pushed instead, with no sum.",
            )
            if len(blocs.numbers(state.seats[state.seat])) > 1
            else Text("C’est un double : le dernier bloc part.", "It is a double: the last block may go.")
        )
    elif not made:
        told.append(
            Text(
                f"Aucun calcul n’y arrive : on pousse le bloc {pushes[0]}, le chiffre d’un des dés.",
                f"No sum can do it: block {pushes[0]} is pushed, the number of one of the dice.",
            )
        )
    return told


def _after(state: blocs.State) -> Text:
    again = state.variant.mode == "solo" or blocs.goes_on(state.variant.level, state.seats[state.seat], state.dice)
    if again:
        return Text("Ensuite, on relance les dés.", "Then the dice are thrown again.")
    return Text("Ensuite, le tour passe.", "Then the turn passes.")


# --- laaancez ---------------------------------------------------------------------------------------------------


def _laaancez(state: laaancez.State, player: int) -> list[Text]:
    if laaancez.fighting(state):
        return _combat(state, player)
    if not state.die:
        return [
            Text("C’est à vous de lancer le dé.", "It is your turn to roll the die.")
            if state.turn == player
            else Text(f"Le joueur {state.turn} lance le dé.", f"Player {state.turn} rolls the die."),
            Text(
                "Ensuite, chacun choisit en secret l’une des deux options du chiffre sorti.",
                "Then each chooses in secret one of the two options of the number rolled.",
            ),
            _cells_left(state, player),
        ]
    return _recruiting(state, player)


def _cells_left(state: laaancez.State, player: int) -> Text:
    sheets = state.sheets if player not in (1, 2) else (state.sheets[player - 1],)
    left = min(cells.count(None) for cells in sheets)
    whose = (
        Text("votre feuille", "your sheet")
        if player in (1, 2)
        else Text("la feuille la plus remplie", "the fuller sheet")
    )
    return Text(
        f"Cases libres sur {whose.fr} : {left} ; dès qu’une feuille est pleine, le combat commence.",
        f"Free cells on {whose.en}: {left}; as soon as one sheet is full, the battle begins.",
    )


def _offer(state: laaancez.State, kind: str) -> Text:
    if kind == laaancez.TICK:
        return Text("+1 Dégât à cocher", "+1 damage to tick")
    return state.variant.sheet.things[kind].title


def _recruiting(state: laaancez.State, player: int) -> list[Text]:
    offers = listed(_offer(state, kind) for kind in dict.fromkeys(state.variant.sheet.faces[state.die - 1]))
    offered = Text(f"Le {state.die} offre, au choix : {offers.fr}.", f"The {state.die} offers a choice: {offers.en}.")
    if player not in laaancez.players(state):
        chosen = player in (1, 2)
        return [
            offered,
            Text(
                "Votre choix est fait et reste secret : on attend l’autre.",
                "Your choice is made and stays secret: we wait for the other.",
            )
            if chosen
            else Text("Les joueurs choisissent en secret.", "The players are choosing in secret."),
        ]
    moves = laaancez.moves(state, player)
    if isinstance(moves[0], laaancez.Pass):
        what = Text("Aucune des deux options n’est possible : vous passez.", "Neither option is possible: you pass.")
    else:
        what = Text(
            "Choisissez une option, puis une case de votre feuille ; l’autre ne voit pas votre choix.",
            "Choose an option, then a cell of your sheet; the other does not see your choice.",
        )
    return [offered, what, _cells_left(state, player)]


def _named(state: laaancez.State, player: int, cells: Iterable[str]) -> Text:
    """`a1 (bonnet du Père Noël), a3 (renne)`."""
    sheet = state.variant.sheet
    items = [(cell, state.sheets[player - 1][sheet.index[cell]]) for cell in cells]
    named = [(cell, sheet.things[item.kind].title) for cell, item in items if item is not None]
    return all_of(Text(f"{cell} ({title.fr})", f"{cell} ({title.en})") for cell, title in named)


def _combat(state: laaancez.State, player: int) -> list[Text]:
    turn = state.turn
    own = _named(state, turn, laaancez.throwers(state, turn))
    aims = _named(state, 3 - turn, laaancez.targets(state, turn))
    if turn == player:
        told = [
            Text(f"C’est à vous de lancer : {own.fr}.", f"It is your turn to throw: {own.en}."),
            Text(f"Vous pouvez viser {aims.fr}.", f"You can aim at {aims.en}."),
        ]
    else:
        told = [
            Text(f"Le joueur {turn} peut lancer {own.fr}.", f"Player {turn} can throw {own.en}."),
            Text(f"Il peut viser {aims.fr}.", f"They can aim at {aims.en}."),
        ]
    hidden = _protected(state, 3 - turn)
    if hidden:
        safe = _named(state, 3 - turn, hidden)
        told.append(Text(f"Un Bouclier protège {safe.fr}.", f"A Shield protects {safe.en}."))
    told.append(
        Text(
            "Une ligne qui n’a plus rien à lancer se plie ; la bougie éteinte, c’est gagné.",
            "A row with nothing left to throw folds; whoever puts out the candle wins.",
        )
    )
    return told


def _protected(state: laaancez.State, player: int) -> list[str]:
    sheet, cells = state.variant.sheet, state.sheets[player - 1]
    begin, end = sheet.spans[laaancez.front(sheet, cells)]
    return [
        sheet.cells[place]
        for place in range(begin, end)
        if (item := cells[place]) is not None and item.hits and laaancez.shielded(sheet, cells, place, begin, end)
    ]


SAYINGS: dict[str, Callable[[State, int], list[Text]]] = {"cadeau": _cadeau, "blocs": _blocs, "laaancez": _laaancez}
