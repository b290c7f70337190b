"""The rounds of gatherings, and the tables in a table service at which they are played."""

import contextlib
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple

from tablee import bots
from tablee.core import registry as games
from tablee.core.errors import RequestError
from tablee.core.words import Text
from tablee.engine import handicap
from tablee.table import Chair, Refused, Table, TableService, UnknownTable, log_format, new_secret
from tablee.table.entry import check_value, value_error
from tablee.table.verbs import Invite, Take, Tutor

from . import dice, summary
from .gathering import ACTIVITIES, HIGHEST, LOST, PAIRED, Gathering, Group, NotHere, Round
from .pairing import pair_members
from .settings import UNKNOWN, choose_bot, choose_head_start, choose_start, find_setting, read_settings, set_up_table

MOST_ROUNDS = 200  # of one gathering
MOST_TABLES = 200  # of one gathering at a time, each about 8 kB: three rounds of everybody alone
SUMS_TIME = 180  # seconds
END_SEEN = 6.0  # seconds that somebody sees the end of a game before the next one in a row
NAMES = {"class": Text("La classe", "The class"), "game-night": Text("Toute la tablée", "The whole table")}
PAUSED = Text("Pause : on attend l’adulte.", "Paused: wait for the teacher.")
ROUND_OVER = Text("La manche est finie : on ne joue plus ici.", "The round is over: no more play here.")


class KnownTable(NamedTuple):
    """Where a table belongs."""

    gathering: Gathering
    round: Round
    group: Group


class Rounds:
    def __init__(self, table_service: TableService, clock: Callable[[], float], random: Random) -> None:
        self.table_service, self.clock, self._random = table_service, clock, random
        self._known: dict[str, KnownTable] = {}
        table_service.on_rematch = self._check_rematch
        table_service.explain_stop = self.explain_stop

    # --- tables -----------------------------------------------------------------------------------------------

    def look_up(self, table_id: str) -> KnownTable | None:
        """Where a table belongs, also one of the last rounds that is not there any more; None: to no gathering."""
        return self._known.get(table_id)

    def explain_stop(self, table_id: str) -> Text | None:
        """Why nobody may play at a table now, if so: its class has a pause, or its round is over."""
        known = self.look_up(table_id)
        if known is None or not (known.gathering.paused or known.round.ended):
            return None
        return PAUSED if known.gathering.paused else ROUND_OVER

    async def find_table(self, table_id: str) -> Table | None:
        """A table of a gathering; None where it is gone, by an `erase` of those who sat there."""
        try:
            return await self.table_service.open(table_id)
        except UnknownTable:
            return None

    async def find_tables(self, gathering: Gathering) -> dict[str, Table]:
        """Every table of a gathering that is still there, by its name."""
        names = [group.table_id for group in gathering.groups_in_memory]
        return {name: table for name in names if (table := await self.find_table(name)) is not None}

    async def forget(self, gathering: Gathering) -> set[str]:
        """Nothing is left of the tables of a gathering; returns their names. To be called under its lock."""
        names = {name for name, known in self._known.items() if known.gathering is gathering}
        self._known = {name: known for name, known in self._known.items() if name not in names}
        return await self.table_service.forget(*names)

    async def drop_past(self, gathering: Gathering) -> None:
        """Drop tables of past rounds, and those of dissolved groups where nothing has happened, as soon as nobody
        follows them. What the last page tells of is kept, compressed. To be called under the gathering's lock."""
        dropped = []
        for round_ in gathering.rounds:
            past = round_ is not gathering.current_round
            for group in [group for group in round_.groups if not group.packed_log and (past or group.dissolved)]:
                if self.table_service.count_listeners(group.table_id):
                    continue
                table = await self.find_table(group.table_id)
                if table is None or not (table.history.events or table.over):
                    round_.groups.remove(group)
                    round_.unplayed_tables += not group.dissolved
                elif past:
                    group.packed_log = zlib.compress("\n".join(self.table_service.read_log(table.id)).encode())
                    group.winners = summary.find_winners(group, {table.id: table})
                    group.secrets, group.entry_counts = {}, Counter()
                else:
                    continue
                dropped.append(group.table_id)
        await self.table_service.forget(*dropped)

    def _check_capacity(self, gathering: Gathering, more: int) -> None:
        """Raises Refused where a gathering would have too many tables: they are all in memory."""
        if len(gathering.groups_in_memory) + more > MOST_TABLES:
            raise Refused(
                "Trop de tables sont ouvertes dans cette classe : attendez que chacun ait quitté les anciennes.",
                "Too many tables are open in this class: wait until everybody has left the old ones.",
            )

    def _check_rematch(self, table_id: str) -> Callable[[Table], None]:
        """A rematch is a table of the round, too. Raises Refused where the adult or the next round is in the way."""
        known = self.look_up(table_id)
        if known is None:
            raise NotHere(LOST)
        gathering, round_, before = known
        self._check_capacity(gathering, len(gathering.members) + 1)
        if round_.dice_code:  # a rematch would roll dice of its own
            raise Refused("Mêmes dés : la partie suivante s’ouvre seule.", "Same dice: the next game opens by itself.")
        if round_ is not gathering.current_round or round_.ended or not round_.settings["again"]:
            raise Refused(
                "Une seule partie cette fois : on attend les autres.", "One game this time: wait for the others."
            )

        def add(table: Table) -> None:
            seats = [table.seating.badge(seat) for seat in range(table.seating.people)]
            badges = tuple(badge for badge in seats if badge in before.secrets)
            notes, number = (before.head_start_note, before.start_note), before.game_number + 1
            self._add_group(gathering, round_, Group(table.id, badges, before.secrets, *notes, game_number=number))
            before.dissolved = True

        return add

    def _add_group(self, gathering: Gathering, round_: Round, group: Group) -> None:
        self._known[group.table_id] = KnownTable(gathering, round_, group)
        round_.groups.append(group)

    async def vacate_seat(self, gathering: Gathering, badge: str) -> None:
        """The game of somebody who leaves for good stands, and nobody holds their seat any more."""
        group = gathering.current_round.group_of(badge) if gathering.current_round else None
        if group is not None and badge in group.secrets:
            with contextlib.suppress(UnknownTable):
                link, seat = new_secret(), group.badges.index(badge)
                await self.table_service.ask(group.table_id, group.secrets[badge], Invite(seat, link))
                await self.table_service.take(group.table_id, Take(seat, link))

    # --- the round that is on ---------------------------------------------------------------------------------

    async def is_running(self, gathering: Gathering) -> bool:
        """Whether a round is on that a new one would cut short."""
        await self.refresh(gathering)
        round_ = gathering.current_round
        return round_ is not None and not round_.ended and not round_.is_played_out

    async def refresh(self, gathering: Gathering) -> None:
        """See who has played since the last look, and whether the round is over: its time, or all its games."""
        round_ = gathering.current_round
        if round_ is None:
            return
        before = round_.ended, len(round_.groups)
        for group in round_.active_groups:
            table = await self.find_table(group.table_id)
            if table is None or not all(
                map(table.find_seats, group.secrets.values())
            ):  # somebody has erased themselves
                if round_.activity != "together":
                    group.dissolved = True
                continue
            group.over = table.over
            for seat, badge in enumerate(group.badges):
                if badge in group.secrets and table.entry_counts[seat] > group.entry_counts[seat]:
                    member = gathering.members[badge]
                    member.last_seen, member.wrong_in_a_row = max(member.last_seen, table.touched), 0
            group.entry_counts = table.entry_counts.copy()
        if not round_.ended and await self._is_over(gathering, round_):
            async with gathering.lock:
                await self._end(round_)
        if before != (round_.ended, len(round_.groups)):
            gathering.tell()

    async def _is_over(self, gathering: Gathering, round_: Round) -> bool:
        if round_.activity == "same-dice":
            if not round_.ends_at:
                return round_.is_played_out
            await self._begin_next_games(gathering, round_)
        if round_.activity == "together" and round_.groups:
            table, throws = await self.find_table(round_.groups[0].table_id), round_.settings["throws"]
            if table is None or table.over or (throws and summary.has_seen_rules(table, throws)):
                return True
        return gathering.count_seconds_left(self.clock()) == 0

    def set_clock(self, gathering: Gathering, minutes: int) -> None:
        """The round ends by itself so many minutes from now; 0: it has no clock. Raises Refused."""
        get_round(gathering).ends_at = self.clock() + 60 * minutes if minutes else 0.0

    async def set_tutor(self, gathering: Gathering, tutor: bool, badge: Sequence[str] = ()) -> None:
        """Help for these animals from now on, or for everybody in the round that is on; or none. Raises Refused."""
        round_ = gathering.current_round if badge else get_round(gathering)
        for member in [gathering.find_member(name) for name in badge] or gathering.members.values():
            member.helped = tutor and bool(badge)
        if round_ is not None:
            async with gathering.lock:
                round_.settings["tutor"] = round_.settings["tutor"] if badge else tutor
                for group in round_.active_groups:
                    await self._set_hints(gathering, group)

    async def _set_hints(self, gathering: Gathering, group: Group) -> None:
        """Hints at a table for those whom the adult wants to have them, and for nobody else."""
        table, changes = await self.find_table(group.table_id), []
        for seat, badge in enumerate(group.badges if table is not None and not table.over and group.secrets else ()):
            mode = "hints" if gathering.is_helped(badge) else "off"
            if table is not None and table.tutors.get(seat, "off") != mode:
                changes.append(Tutor(seat, mode, given=True))
        if changes:
            await self.table_service.note(group.table_id, *changes)

    async def end(self, gathering: Gathering) -> None:
        """The round is over: common dice are shown."""
        if gathering.current_round is not None:
            async with gathering.lock:
                await self._end(gathering.current_round)

    async def _end(self, round_: Round) -> None:
        if round_.ended:
            return
        round_.ended = True
        for group in round_.groups if round_.dice_code else ():
            if await self.find_table(group.table_id) is not None:
                await self.table_service.unseal(group.table_id)

    # --- the next one -----------------------------------------------------------------------------------------

    async def begin(
        self,
        gathering: Gathering,
        activity: str,
        settings: Mapping[str, Any],
        levels: Mapping[str, int] = {},
        head_starts: Mapping[str, int] = {},
    ) -> Round:
        """Begin the next round; the one before ends. Raises a TableeError if it cannot be, and nothing has changed."""
        round_ = self._make_round(gathering, activity, settings)
        changes = [("level", *item) for item in levels.items()]
        changes += [("head_start", *item) for item in head_starts.items()]
        for key, badge, value in changes:
            gathering.find_member(badge)
            check_value(badge, value, int, 1 if key == "level" else 0, HIGHEST[key])
        async with gathering.lock:
            await self.drop_past(gathering)
            self._check_capacity(gathering, len(gathering.present))
            recent, in_memory = gathering.rounds[-2:], gathering.groups_in_memory
            for name, known in list(self._known.items()):  # of dropped tables only those of the last rounds
                if known.gathering is gathering and known.round not in recent and known.group not in in_memory:
                    del self._known[name]
            if gathering.current_round is not None:
                await self._end(gathering.current_round)
            for key, badge, value in changes:
                gathering.set_for([badge], **{key: value})
            if activity == "together":  # its one table is there when the round is
                await self._open_together(gathering, round_)
            gathering.begin(round_, self.clock())
            if "seconds" in settings:
                gathering.last_times[activity] = {"seconds": settings["seconds"]}
            if activity in PAIRED:
                await self._seat(gathering, round_, gathering.present)
        return round_

    def _make_round(self, gathering: Gathering, activity: str, settings: Mapping[str, Any]) -> Round:
        """The round that is asked for. Raises a TableeError if it cannot be."""
        if activity not in ACTIVITIES:
            raise value_error("activity", Text(f"un de : {', '.join(ACTIVITIES)}", f"one of: {', '.join(ACTIVITIES)}"))
        if len(gathering.rounds) >= MOST_ROUNDS:
            raise Refused("Assez de manches pour aujourd’hui !", "Enough rounds for today!")
        game = check_value("game", settings.get("game") or gathering.game, str)
        usual = gathering.settings if game == gathering.game else {}
        rules, variant, own = read_settings(game, {**usual, **settings, "game": game})
        if not gathering.present and activity in PAIRED:
            raise Refused("Personne n’est encore là.", "Nobody is here yet.")
        round_ = Round(activity, {**own, **rules.settings(variant)}, rules.seats(variant))
        if activity != "sums" and round_.seats not in ((1, 2) if activity == "same-dice" else (2,)):
            raise RequestError(
                "Cette activité se joue à deux ; avec les mêmes dés, aussi en solo.",
                "This activity is for two; with the same dice, also solo.",
            )
        if activity == "sums":
            part: Any = games.part(rules.NAME, "sums")
            if part is None:
                raise Refused("Ce jeu n’a pas de calculs à chercher.", "This game has no calculations to find.")
            before = [earlier.state.dice for earlier in gathering.rounds if earlier.state is not None]
            round_.state = part.draw_roll(variant.level, self._random, before)
        seconds = own["seconds"] or (SUMS_TIME if activity == "sums" else 0)
        round_.ends_at = self.clock() + seconds if seconds else 0.0
        if activity == "same-dice":
            round_.dice_code = dice.read_code(own["dice"]) if own["dice"] else dice.new_code()
        if own["even"] and round_.seats == 2:
            handicap.even_start(rules, variant)  # raises where nobody knows one
        return round_

    async def pair_again(self, gathering: Gathering, badge: str = "") -> None:
        """Tables for all who have nobody to play with (`badge`: for one of them, against a bot). Raises Refused."""
        round_ = get_round(gathering)
        if round_.activity not in PAIRED or round_.ended:
            raise Refused("Aucune manche à deux n’est en cours.", "No pairs round is running.")
        async with gathering.lock:
            people = gathering.find_stranded(self.clock())
            if badge and badge not in people:
                raise Refused("Cet animal a déjà quelqu’un avec qui jouer.", "This animal has somebody to play with.")
            self._check_capacity(gathering, len(people))
            people = [badge] if badge else [*people, *await self._find_partner(gathering, round_, people)]
            for name in people:
                if (group := round_.group_of(name)) and not group.over:  # who else has finished stays with its end
                    group.dissolved = True
            await self._seat(gathering, round_, people, alone=bool(badge))

    async def seat_late(self, gathering: Gathering, badge: str) -> None:
        """Who is late for a round of pairs plays at once if somebody is free for it, or if everybody plays alone."""
        round_, room = gathering.current_round, len(gathering.groups_in_memory) < MOST_TABLES
        if round_ is not None and round_.activity in PAIRED and not round_.ended and room:
            partner = await self._find_partner(gathering, round_, [badge])
            if partner or round_.seats == 1:
                await self._seat(gathering, round_, [badge, *partner])

    async def _find_partner(self, gathering: Gathering, round_: Round, people: Sequence[str]) -> list[str]:
        """One more for an odd number of people, if anybody is: who waits, whose game against a bot has not begun, or
        whose game is over."""
        if len(people) % 2 == 0 or round_.seats == 1:
            return []
        alone = [group.badges[0] for group in round_.active_groups if len(group.badges) == 1]
        done = [badge for group in round_.groups if group.over for badge in group.badges]
        for badge in [*gathering.waiting, *alone, *done]:
            group = round_.group_of(badge)
            table = await self.find_table(group.table_id) if group else None
            unbegun = group is not None and len(group.badges) == 1 and table is not None and not table.history.events
            free = group is None or unbegun or (table is not None and table.over)
            apart = any(gathering.wishes.get(frozenset((badge, person))) is False for person in people)
            if not free or apart or badge not in gathering.present or badge in people:
                continue
            member = gathering.members[badge]
            if member.state(self.clock()) in ("here", "idle"):
                member.byes = max(0, member.byes - (badge not in done))
                if group is not None and not group.over:
                    group.dissolved = True
                return [badge]
        return []

    async def _seat(self, gathering: Gathering, round_: Round, people: list[str], *, alone: bool = False) -> None:
        """Open tables for these people: one each (`alone`, or a solo game), else in pairs; the odd one as settled."""
        if alone or round_.seats == 1:
            groups: list[tuple[str, ...]] = [(badge,) for badge in people]
        else:
            points: dict[str, float] = {}
            if gathering.kind == "game-night":
                ranking = summary.rank(gathering, await self.find_tables(gathering), skill=False)
                points = {standing.badge: standing.points for standing in ranking}
            groups, odd = pair_members(gathering, people, points, self._random, three=round_.settings["odd"] == "three")
            if odd is not None and round_.settings["odd"] != "wait":
                groups.append((odd,))
        for badges in groups:
            await self._open(gathering, round_, badges)

    async def _open(self, gathering: Gathering, round_: Round, badges: tuple[str, ...], game_number: int = 1) -> None:
        """A table for these, in the order in which they play; a bot fills it up. `game_number`: of several in a row.

        A pair of two levels plays by the lower one: who plays by more signs can play by fewer."""
        rules, settings = games.load(round_.settings["game"]), dict(round_.settings)
        graded = next((option.key for option in rules.OPTIONS if option.graded), "")
        members = [gathering.members[badge] for badge in badges]
        levels = [member.level or settings.get(graded, 0) for member in members]
        if graded:
            settings[graded] = min(levels)
        if len(badges) == 3:
            settings |= find_setting(3, rules, settings)
        start, note = choose_start(rules, settings)
        size = members[0].head_start - members[-1].head_start
        ahead = size or (levels[-1] - levels[0] if 0 not in levels else 0)
        start_note = note
        if len(badges) == 2 and ahead:
            name = gathering.name_of(badges[ahead < 0])
            start, note, first = choose_head_start(rules, settings, abs(size), name, moved=not round_.dice_code)
            start_note = None if note is UNKNOWN else note
            if start_note and gathering.kind == "class":  # the chances are for the adult
                start_note = Text.fill("{who} commence avec une avance.", "{who} starts with a head start.", who=name)
            if first is not None and first != (ahead > 0):
                badges = badges[::-1]
        for badge, change in zip(badges, (1, -1), strict=False) if len(badges) > 1 else ():
            gathering.members[badge].start_balance += change
        chairs = [Chair(gathering.name_of(badge).in_lang(gathering.lang), badge=badge) for badge in badges]
        for _ in range(rules.seats(start.variant) - len(badges)):
            level = choose_bot(rules, settings, max(member.level for member in members))
            chairs.append(Chair(bots.KINDS[level].animal.in_lang(gathering.lang), level))
        setup = set_up_table(rules, start, chairs, round_.dice_code, game_number)
        opened = await self.table_service.create(setup, in_memory=True)
        table, secrets = opened.table, {badges[0]: opened.secret}
        for seat, badge in enumerate(badges[1:], 1):
            secrets[badge] = (await self.table_service.take(table.id, Take(seat, opened.invitations[seat]))).secret
        group = Group(table.id, badges, secrets, note, start_note, table.entry_counts.copy(), game_number=game_number)
        self._add_group(gathering, round_, group)
        await self._set_hints(gathering, group)

    async def _open_together(self, gathering: Gathering, round_: Round) -> None:
        rules = games.load(round_.settings["game"])
        start, start_note = choose_start(rules, round_.settings)
        level = choose_bot(rules, round_.settings)
        bot = Chair(bots.KINDS[level].animal.in_lang(gathering.lang), level)
        setup = set_up_table(rules, start, (Chair(NAMES[gathering.kind].in_lang(gathering.lang)), bot))
        opened = await self.table_service.create(setup, in_memory=True)
        round_.seat_secret = opened.secret
        group = Group(opened.table.id, tuple(gathering.present), {}, start_note=start_note)
        self._add_group(gathering, round_, group)

    async def _begin_next_games(self, gathering: Gathering, round_: Round) -> None:
        """Who has seen the end of a game by common dice gets the next one, until the time is over."""
        async with gathering.lock:
            for group in round_.active_groups:
                table, room = await self.find_table(group.table_id), len(gathering.groups_in_memory) < MOST_TABLES
                seen = table is not None and table.over and self.clock() - table.touched >= END_SEEN
                if seen and room and set(group.badges) <= set(gathering.present) and not round_.ended:
                    await self._open(gathering, round_, group.badges, group.game_number + 1)
                    group.dissolved = True


def get_round(gathering: Gathering, activity: str = "") -> Round:
    """The round that is on, and of that activity. Raises Refused."""
    round_ = gathering.current_round
    if round_ is None or (activity and round_.activity != activity):
        raise Refused("Cette activité n’est pas en cours.", "This activity isn’t running.")
    return round_


def read_past(gathering: Gathering) -> dict[str, Table]:
    """The tables of past rounds as they were when they were dropped, by name: long work."""
    packed = [group for round_ in gathering.rounds for group in round_.groups if group.packed_log]
    logs = {group.table_id: zlib.decompress(group.packed_log).decode().split("\n") for group in packed}
    return {name: Table.fold(name, map(log_format.parse, log)) for name, log in logs.items()}
