"""Cadeau on the pages: a cell plays when it is touched."""

from collections.abc import Mapping, Sequence

from tablee.core.game import Event
from tablee.core.words import Text
from tablee.drawing.svg import Markup, join
from tablee.games import cadeau
from tablee.web.frame.icons import portrait
from tablee.web.web_game import Motion, Panel, Position, WebGame

LEARNER = cadeau.LUTINS


class Cadeau(WebGame):
    REACH = {"wide": 3, "tall": 1}  # noqa: RUF012 half the gap between two cells
    TOKENS = True
    ENDING = "ending_cadeau.html"
    BY_MESSAGE = True
    MIDDLE = ({"zones": 3}, "d4 1a d1 1a d5 1b d2 1b d6 1c d3 1c d6 2a d4 2b d4")

    def art(self) -> Markup:
        return join((portrait("lutin", "a1-"), portrait("grand-cadeau", "a2-"), portrait("gnome", "a3-")))

    def about(self) -> Text:
        return Text(
            "Un dé, des cases à remplir. Les Lutins gardent le Cadeau, les Gnomes veulent le voler.",
            "One die, cells to fill. The Elves guard the Gift, the Gnomes want to steal it.",
        )

    def facts(self) -> Text:
        return Text("à 2 · dès 7 ans · 5 min", "2 players · from age 7 · 5 min")

    def sides(self) -> tuple[Text, ...]:
        return (Text("les Lutins (ils commencent)", "the Elves (they begin)"), Text("les Gnomes", "the Gnomes"))

    def portrait(self, player: int) -> str:
        return {cadeau.LUTINS: "lutin", cadeau.GNOMES: "gnome"}.get(player, "")

    def dice(self, state: cadeau.State) -> tuple[int, ...]:
        return (state.die,) if state.die else ()

    def motion(self, after: cadeau.State, event: Event) -> Motion:
        return Motion("write")

    def ending(self, state: cadeau.State, events: Sequence[Event]) -> Mapping[str, object]:
        """The verdict of every zone with its digits, and how many each side holds."""
        if cadeau.phase(state) != "over":
            return {}
        zones = [
            (zone, cadeau.zone(state, zone), [side[3 * zone - 3 : 3 * zone] for side in state.sides])
            for zone in range(1, state.variant.zones + 1)
        ]
        return {"zones": zones, "scores": cadeau.count_zones(state)}

    def panel(self, position: Position) -> Panel:
        return Panel("hint", Text("Touchez une de vos cases vides.", "Tap one of your empty cells."))

    def ask_move(self, state: cadeau.State) -> Text:
        return Text("Où est-il écrit ?", "Where does it go?")

    def attempted_move(self, position: Position, key: str) -> str:
        player, _, cell = key.partition("-")
        return cell if player == str(LEARNER) else ""


WEB_GAME = Cadeau
