"""Laaancez on the pages: an offer is picked, then a cell (L4); one's own object, then what to throw it at (L7)."""

from collections.abc import Mapping, Sequence

from tablee.core.game import Event
from tablee.core.words import Text, capital
from tablee.drawing.svg import Markup, Region, join
from tablee.games import laaancez
from tablee.web.frame.icons import portrait
from tablee.web.web_game import NOTHING, Button, Card, DiceOnTable, Motion, Panel, Position, Touch, WebGame

from . import board as drawing
from . import item_art
from .battlefield import find_offer
from .words import explain_withheld, offer_text

LEARNER = 1


def throwers(position: Position) -> list[str]:
    """The cells from which something can be thrown."""
    state = position.state
    return list(laaancez.throwers(state, state.turn)) if position.moves and not state.die else []


def find_picked(position: Position) -> str | None:
    """The offer or the thrower picked so far, if it is one."""
    state = position.state
    kinds = state.variant.sheet.faces[state.die - 1] if state.die else ()
    return position.pick if position.moves and position.pick in (*throwers(position), *kinds) else None


class Laaancez(WebGame):
    REACH = {"wide": 1.5, "tall": 2}  # noqa: RUF012 half the gap between two cells
    OWN = "sheet"
    BY_MESSAGE = True
    ENDING = "ending_laaancez.html"
    MIDDLE = (
        {},
        "d3 1.bonnet@a2 2.sucre@a3 d5 1.etoile@b2 2.bonhomme@a2 d1 1.bouclier@a3 2.boule@a4 "
        "d6 1.renne@a4 2.renne@b3 d2",
    )

    def art(self) -> Markup:
        return join((portrait("bonhomme", "a6-"), portrait("etoile", "a7-"), portrait("bougie", "a8-")))

    def about(self) -> Text:
        return Text(
            "On recrute ses objets en secret, puis on les lance : éteignez la bougie d’en face !",
            "Recruit your objects in secret, then throw them: put out the other candle!",
        )

    def facts(self) -> Text:
        return Text("à 2 · dès 10 ans · 30 min", "2 players · from age 10 · 30 min")

    def sides(self) -> tuple[Text, ...]:
        return Text("à la place 1 (je commence)", "at seat 1 (I begin)"), Text("à la place 2", "at seat 2")

    # --- the board --------------------------------------------------------------------------------------------

    def board_options(self, position: Position) -> Mapping[str, object]:
        return {"viewer": position.near, "picked": find_picked(position), "names": dict(position.names)}

    def find_touch(self, position: Position, region: Region) -> Touch:
        """One's own objects are picked; cells and targets play."""
        does = super().find_touch(position, region)
        player, _, cell = region.key.partition("-")
        throws = position.moves if player == str(position.state.turn) and not position.state.die else ()
        if does != NOTHING or not any(throw.thrower == cell for throw in throws):
            return does
        chosen = find_picked(position)
        return Touch("look", "pick", "" if chosen == cell else cell, chosen == cell)

    def moves_through(self, position: Position, region: Region) -> tuple[str, ...]:
        """The throw; of one's own object, every throw of it; of a cell, whatever may be done there."""
        if region.token:
            return (region.token,)
        player, _, cell = region.key.partition("-")
        if player != str(position.player):
            return ()
        return tuple(
            str(move) for move in position.moves if cell in (getattr(move, "thrower", ""), getattr(move, "cell", ""))
        )

    def dice(self, state: laaancez.State) -> tuple[int, ...]:
        return (state.die,) if state.die else ()

    def dice_on_table(self, state: laaancez.State, events: Sequence[Event] = ()) -> DiceOnTable | None:
        return None if laaancez.fights(state) else super().dice_on_table(state, events)  # nobody rolls in a combat

    def near_player(self, state: laaancez.State, player: int, *, shared: bool) -> int:
        return 0 if shared and laaancez.fights(state) else player  # two people at one device keep their sides

    def motion(self, after: laaancez.State, event: Event) -> Motion:
        if not isinstance(event, laaancez.Throw):
            return Motion("reveal")  # L4: both choices are seen at once
        # L11: the other one is to throw next
        return Motion("throw", f"{3 - after.turn}-{event.thrower}", f"{after.turn}-{event.target}")

    def ending(self, state: laaancez.State, events: Sequence[Event]) -> Mapping[str, object]:
        """The candle that is out, large, and the object that did it."""
        throws = [event for event in events if isinstance(event, laaancez.Throw)]
        winner = laaancez.winner(state)
        if not winner:
            return {}
        sheet, cell = state.variant.sheet, throws[-1].thrower
        item = state.sheets[winner - 1][sheet.index[cell]]
        assert item is not None  # it has just been thrown
        count = len(throws)
        return {
            "picture": item_art.ending(sheet, item.kind),
            "how": sheet.things[item.kind].title
            + Text(f" {cell} : la bougie est éteinte !", f" {cell}: the candle is out!"),
            "points": Text(
                f"Dégât {item.damage}, au {count}{'er' if count == 1 else 'e'} lancer.",
                f"Damage {item.damage}, throw number {count}.",
            ),
        }

    # --- choosing ---------------------------------------------------------------------------------------------

    def first_chooser(self, state: laaancez.State) -> int:
        return state.turn  # whoever has rolled

    def panel(self, position: Position) -> Panel:
        if not laaancez.fights(position.state):
            return _recruiting(position)
        ready = find_picked(position) or len(throwers(position)) == 1  # L7
        if ready:
            return Panel("hint", Text("Choisissez qui viser en face.", "Pick a target opposite."))
        return Panel("hint", Text("Choisissez votre objet à lancer.", "Choose your object to throw."))

    def ask_move(self, state: laaancez.State) -> Text:
        return Text("", "") if state.die else Text("Quel objet, sur quelle cible ?", "Which object, at which target?")

    def uses_lists(self, state: laaancez.State) -> bool:
        return bool(state.die)

    def pictures(self, lang: str) -> list[str]:
        return [drawing.card(laaancez.load_shipped("noel"), lang=lang, theme="page", prefix="rule-c-")]

    # --- lessons ----------------------------------------------------------------------------------------------

    def attempted_move(self, position: Position, key: str) -> str:
        player, _, cell = key.partition("-")
        if player not in ("1", "2") or not position.moves:
            return ""
        chosen = find_picked(position)
        if position.state.die:
            if player != str(LEARNER) or chosen is None:
                return ""
            return f"{player}.{chosen}{cell}" if chosen == laaancez.TICK else f"{player}.{chosen}@{cell}"
        if player == str(LEARNER):
            return f"{cell}x{min(move.target for move in position.moves)}"
        ready = throwers(position) if chosen is None else [chosen]
        return f"{ready[0]}x{cell}" if len(ready) == 1 else ""

    def keep_picked(self, did: str) -> str:
        return did.partition("x")[0] if "x" in did else ""


def _recruiting(position: Position) -> Panel:
    """Choose one of the two offers of the die, then a cell (L4)."""
    state, tokens = position.state, position.tokens
    sheet, missing = state.variant.sheet, explain_withheld(state, position.player)
    if isinstance(position.moves[0], laaancez.Pass):
        return Panel(
            "hint",
            None,
            Text(" ".join(why.fr for why in missing), " ".join(why.en for why in missing)),
            buttons=(Button("do-move", Text("Je passe", "I pass"), "do", "move", "move", tokens[0], strong=True),),
        )
    taken = find_offer(state, tokens, position.pick)
    buttons = []
    for number, kind in enumerate(dict.fromkeys(sheet.faces[state.die - 1]), 1):
        ways = sum(f".{kind}" in token for token in tokens)
        card, label = _offer(sheet, state.die, kind, ways), offer_text(state, kind)
        if not ways:
            card = card._replace(signs=(), note=missing.pop(0))
            label += Text(" ; ", "; ") + card.note
            buttons.append(Button(f"offer-{number}", label, "look", card=card))
            continue
        if kind == laaancez.TICK:
            label += Text(" : ", ": ") + card.note
        chosen = taken == kind
        value = "" if chosen else kind
        buttons.append(Button(f"offer-{number}", label, "look", name="pick", value=value, pressed=chosen, card=card))
    if taken == laaancez.TICK:
        step = Text("Sur quel objet cocher ?", "Which object is ticked?")
    elif taken:
        step = capital(sheet.things[taken].title) + Text(" : dans quelle case ?", ": in which cell?")
    else:
        step = Text("Que choisissez-vous ?", "What do you choose?")
    return Panel("offers", step, buttons=tuple(buttons))


def _offer(sheet: laaancez.Sheet, die: int, kind: str, ways: int) -> Card:
    """An offer as a card; `ways`: in how many places it can be put."""
    if kind == laaancez.TICK:
        able = "peut" if ways < 2 else "peuvent"
        note = Text(f"{ways} de vos objets {able} le prendre", f"{ways} of your objects can take it")
        title = Text("+1 Dégât", "+1 damage") + sheet.describe_tie(die)
        return Card(item_art.row(item_art.box, ["ticked"]), title, (), note)
    thing = sheet.things[kind]
    note = Text(f"Dégât {thing.damage}", f"Damage {thing.damage}")
    if thing.limit > thing.damage:
        note += Text(f", jusqu’à {thing.limit}", f", up to {thing.limit}")
    return Card(portrait(item_art.art(sheet, kind), f"offer-{kind}-"), thing.title, item_art.signs(sheet, thing), note)


WEB_GAME = Laaancez
