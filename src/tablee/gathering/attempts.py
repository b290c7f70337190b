"""What members of a class try: calculations that make a number, and moves for the class against a bot."""

from collections.abc import Sequence
from typing import Any

from tablee.core import registry as games
from tablee.core.errors import CalculationError, RequestError
from tablee.core.game import State
from tablee.core.words import Text
from tablee.paper.typed_input import read_move
from tablee.table import Refused, Table
from tablee.table.verbs import Move, RollDice

from . import summary
from .gathering import WRONG, Gathering, Member, Round
from .rounds import Rounds, get_round


class Attempts:
    def __init__(self, rounds: Rounds) -> None:
        self._rounds, self._table_service, self._clock = rounds, rounds.table_service, rounds.clock

    async def add_sum(self, gathering: Gathering, member: Member, typed: str) -> Text:
        """Note a calculation that somebody has found; returns the verdict. Raises CalculationError, Refused."""
        round_ = get_round(gathering, "sums")
        await self._rounds.refresh(gathering)
        if round_.ended:
            raise Refused("Le temps est écoulé.", "Time is up.")
        part: Any = games.part(round_.settings["game"], "sums")
        calculation, _, claim = map(str.strip, typed.partition("="))
        checked = part.sums(round_.state, [calculation])
        if checked.refused or claim not in ("", str(part.value(checked.found[0]))):
            self._refuse_sum(round_, member, round_.state, calculation, claim)
            raise RequestError(checked.refused[0][1])
        (written,) = checked.found
        known, earlier = round_.count_found(), round_.found_sums.setdefault(member.badge, {})
        member.wrong_in_a_row, member.last_acted = 0, self._clock()
        if written in earlier:
            return Text(f"Déjà trouvé : {part.pretty(written)}", f"Already found: {part.pretty(written)}")
        if written not in known:
            round_.last_finder = member.badge
        earlier[written] = None
        return Text(f"Oui ! {part.equation(written)}", f"Yes! {part.equation(written)}")

    def _refuse_sum(self, round_: Round, member: Member, state: State, calculation: str, claim: str) -> None:
        """Count a wrong calculation. Raises RequestError where it only makes another number, and says not which."""
        part: Any = games.part(round_.settings["game"], "sums")
        member.wrong_in_a_row, member.last_acted = member.wrong_in_a_row + 1, self._clock()
        if part.is_well_formed(state, calculation):
            round_.slips[part.pretty(calculation)] += 1
            raise RequestError(_deny([claim] if claim else part.keys(state)[2]))

    async def note_wrong(self, table: Table, secret: str, typed: str = "") -> Text | None:
        """Somebody at a table of a round has typed a move that does not work out; what they are told of it where the
        child computes: never the result, until it has gone wrong too often."""
        known = self._rounds.look_up(table.id)
        if known is None or known.round is not known.gathering.current_round:
            return None
        await self._rounds.refresh(known.gathering)  # a move made before is no move made after
        part: Any = games.part(table.game.NAME, "sums")
        badge = next((badge for badge, seat_secret in known.group.secrets.items() if seat_secret == secret), None)
        if badge is None:
            return None
        member = known.gathering.members[badge]
        member.wrong_in_a_row += 1
        alone = known.gathering.kind == "class" and not known.gathering.is_helped(badge)
        if alone and member.wrong_in_a_row < WRONG and part is not None and part.is_well_formed(table.state, typed):
            return _deny(part.keys(table.state)[2], "Recomptez")
        return None

    async def propose(self, gathering: Gathering, member: Member, typed: str) -> Text:
        """One move of the class's, from one of them; a later one replaces it. Returns it in words; raises what the
        rules raise."""
        round_ = get_round(gathering, "together")
        table = await self._table_service.open(round_.groups[0].table_id)
        if round_.ended or table.phase != "move" or 0 not in table.acting:
            raise Refused("Ce n’est pas au tour de la classe.", "It’s not the class’s turn.")
        player = table.seating.player(0)
        try:
            move = read_move(table.game, table.state, 0, typed)
            table.game.play(table.state, move)
        except CalculationError:
            self._refuse_sum(round_, member, table.state, *map(str.strip, typed.partition("=")[::2]))
            raise
        if table.game.actor(table.state, move) != player:
            raise Refused("Ce n’est pas au tour de la classe.", "It’s not the class’s turn.")
        round_.proposals[member.badge] = str(move).partition(":")[0]  # a calculation is no other move
        member.wrong_in_a_row, member.last_acted = 0, self._clock()
        return summary.spell(table.game, table.state, player, str(move))

    async def play(self, gathering: Gathering, move: str = "") -> Table:
        """The class rolls; or this move is played, else what most have proposed. Raises Refused where nobody has."""
        round_ = get_round(gathering, "together")
        await self._rounds.refresh(gathering)
        if round_.ended:
            raise Refused("La partie est finie : choisissez la suite.", "The game is over: choose what comes next.")
        table = await self._table_service.open(round_.groups[0].table_id)
        if 0 not in table.acting:
            raise Refused("Le robot joue encore : un instant.", "The bot is still playing: one moment.")
        if table.phase == "roll":
            return await self._table_service.ask(table.id, round_.seat_secret, RollDice(), version=table.version)
        if not move and not round_.proposals:
            raise Refused("Personne n’a encore proposé de coup.", "Nobody has suggested a move yet.")
        move = move or round_.count_proposals()[0][0]
        table = await self._table_service.ask(table.id, round_.seat_secret, Move(move), version=table.version)
        round_.proposals.clear()
        return table


def _deny(goals: Sequence[object], again: str = "Recompte") -> Text:
    """What a child is told whose calculation makes something else, and not what; `again`: as that page speaks."""
    names = list(map(str, goals))
    return Text(
        f"Cela ne fait {'pas ' if len(names) == 1 else 'ni '}{' ni '.join(names)}. {again} !",
        f"That doesn’t make {' or '.join(names)}. Count again!",
    )
