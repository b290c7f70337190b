"""The gatherings of a server, and what they do at the tables of its table service: rounds, late pupils, the end.

They live in the memory of one process; where several share a store, the table service refuses their tables in a
sentence.
"""

import asyncio
import contextlib
import logging
import secrets
import time
import zlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from tablee import bots
from tablee.core import registry as games
from tablee.core.errors import CalculationError, NotationError, RequestError, VariantError
from tablee.core.game import AnyGame, State, Variant
from tablee.core.record import Record
from tablee.core.words import Text, suggest
from tablee.engine import handicap
from tablee.table import Chair, Refused, SeatError, Setup, Table, TableService, UnknownTable, log_format, new_secret
from tablee.table.entry import check_fields, check_value, value_error
from tablee.table.secret import digest, new_id
from tablee.table.verbs import Invite, Move, Roll, Take, Tutor

from . import dice, summary
from .gathering import (
    ACTIVITIES,
    HIGHEST,
    KINDS,
    LOST,
    PAIRED,
    WRONG,
    Gathering,
    Group,
    Member,
    NotHere,
    Round,
    Stage,
)

log = logging.getLogger("tablee.gathering")
CODE_LENGTH = 4  # behind the sign of the shard, which is no secret
MOST = 200  # gatherings at a time
# Seconds without a sign of life from which on one makes room for another, where there are too many: before its first
# round, and later.
QUIET, ABANDONED = 120.0, 1800.0
MOST_ROUNDS = 200  # of one
MOST_TABLES = 200  # of one at a time, each about 8 kB: three rounds of everybody alone
BY_LEVEL = ("ecureuil", "lapin", "ecureuil", "renard")  # the bot of the odd one: as usual, and of each level
OWN = {
    "game": "",  # another one for this round
    "odd": "bot",  # what the odd one does: play a bot, join a pair (where the game is for three), or wait
    "bot": "",  # of which level
    "tutor": False,
    "again": True,  # who has finished may play once more
    "even": False,  # an exact head start for who plays second
    "seconds": 0,  # until the round ends by itself; 0: `SUMS_TIME` to find sums, else no clock
    "throws": 0,  # together: how often the class chooses; 0: until somebody has won
    "dice": "",  # the code of a round's dice, as it was printed
}
"""Settings of a round beside those of its game, with what they are usually."""
SUMS_TIME = 180  # seconds
UNKNOWN = Text(
    "Pas d’avance : avec ces réglages, on ne connaît pas les chances exactes.",
    "No head start: with these settings the exact chances are not known.",
)
NAMES = {"class": Text("La classe", "The class"), "game-night": Text("Tous ensemble", "All together")}
THE_END = Text("La fin", "The end")
ROUND_OVER = Text("La manche est finie : on ne joue plus ici.", "The round is over: no more play here.")
END_SEEN = 6.0  # seconds that somebody sees the end of a game before the next one in a row
WATCH = 2.0  # seconds between two looks for what is over


class GatheringService:
    def __init__(
        self, table_service: TableService, clock: Callable[[], float] = time.time, random: Random | None = None
    ) -> None:
        self._table_service, self.clock = table_service, clock
        self._random = random or secrets.SystemRandom()
        self._all: dict[str, Gathering] = {}
        self._at: dict[str, tuple[Gathering, Text | None]] = {}  # by table, with what is said of its head start
        self._evicted: list[Gathering] = []  # to be erased
        table_service.on_rematch = self._follow
        table_service.why_still = self.why_still

    # --- finding and making -----------------------------------------------------------------------------------

    def find(self, name: str) -> Gathering:
        """Raises NotHere; one whose time is over is not there any more."""
        if not self.is_open(name):
            raise NotHere(LOST)
        return self._all[name]

    def is_open(self, name: str) -> bool:
        return name in self._all and not self._all[name].is_expired(self.clock())

    def by_code(self, code: str) -> Gathering:
        """The gathering that a code leads to; small letters and spaces do not matter. Raises NotHere."""
        typed = "".join(code.upper().split())
        return self.find(next((name for name, one in self._all.items() if one.code == typed), ""))

    def at_table(self, table_id: str) -> tuple[Gathering | None, Text | None]:
        """The gathering that a table belongs to, and why the game there does not begin as usual.

        It is known of a table of the last rounds, too, that is not there any more.
        """
        return self._at.get(table_id, (None, None))

    def why_still(self, table_id: str) -> Text | None:
        """Why nobody may play at a table now, if so: its class has a pause, or its round is over."""
        gathering, _ = self.at_table(table_id)
        number = gathering.table_rounds.get(table_id, 0) if gathering is not None else 0
        if gathering is None or not number:
            return None
        if gathering.paused:
            return Text("Pause : on attend l’adulte.", "Paused: wait for the teacher.")
        round_ = gathering.rounds[number - 1] if number <= len(gathering.rounds) else None
        return ROUND_OVER if round_ is not None and round_.ended else None

    def holds(self, name: str, secret: str) -> bool:
        """Whether a secret is somebody's in that gathering."""
        found = self._all.get(name)
        with contextlib.suppress(SeatError):
            return found is not None and bool(found.identify(secret))
        return False

    def create(
        self, kind: str, game: str, settings: Mapping[str, Any], lang: str = "fr", opener: int = 0
    ) -> tuple[Gathering, str]:
        """A new gathering and its teacher's secret; `opener`: who opens it. Raises RequestError or Refused."""
        if kind not in KINDS:
            raise value_error("kind", Text("« class » ou « game-night »", "“class” or “game-night”"))
        self._table_service.check_in_memory()
        _settings(game, settings)
        if len(self._all) >= MOST:
            self._make_room(opener)
        teacher, code, taken = new_secret(), "", {"", *(one.code for one in self._all.values())}
        shard = self._table_service.shard
        while code in taken:
            code = shard + "".join(self._random.choice(dice.LETTERS) for _ in range(CODE_LENGTH))
        held = digest(teacher), new_secret()
        gathering = Gathering(
            shard + new_id(), code, kind, game, dict(settings), *held, self.clock(), lang, self._random, opener
        )
        self._all[gathering.id] = gathering
        return gathering, teacher

    def _make_room(self, opener: int) -> None:
        """Let the gathering go that has been silent longest; where all are in use, one that has not begun, of whoever
        has opened the most such ones, and more than who asks. Raises Refused where there is none.
        """
        now = self.clock()
        silent = [one for one in self._all.values() if one.measure_silence(now) >= (ABANDONED if one.rounds else QUIET)]
        if not silent:
            idle = Counter(one.opener for one in self._all.values() if not one.rounds)
            most = max(idle, key=idle.__getitem__, default=opener)
            if idle[most] > idle[opener] + 1:
                silent = [one for one in self._all.values() if one.opener == most and not one.rounds]
        if not silent:
            raise Refused(
                "Trop de classes sont ouvertes ici : réessayez dans quelques minutes.",
                "Too many classes are open here: try again in a few minutes.",
            )
        self._evicted.append(self._all.pop(max(silent, key=lambda one: one.measure_silence(now)).id))

    async def erase(self, gathering: Gathering) -> set[str]:
        """Nothing is left of it, nor of its tables; returns their names."""
        self._all.pop(gathering.id, None)
        async with gathering.lock:
            gone = await self._table_service.forget(
                *(table for table, (one, _) in self._at.items() if one is gathering)
            )
            gathering.table_rounds.clear()
            gathering.dropped_tables.clear()
            self._at = {table: known for table, known in self._at.items() if known[0] is not gathering}
            gathering.members.clear()
            gathering.rounds.clear()
        gathering.tell()
        return gone

    async def run(self) -> None:
        """Erase those whose time is over and end the rounds that are, for as long as the server runs."""
        while True:
            await asyncio.sleep(WATCH)
            await self.prune()  # a call of its own: no variable here may hold on to what is erased meanwhile

    async def prune(self) -> None:
        """Erase what has expired or made room, see what is new at the tables of the others, and drop past ones."""
        now, evicted = self.clock(), self._evicted
        self._evicted = []
        for found in [*evicted, *self._all.values()]:
            try:
                if found in evicted or found.is_expired(now):
                    await self.erase(found)
                    continue
                await self.refresh(found)
                async with found.lock:
                    await self._drop_past(found)
            except Exception:  # the others are looked after all the same
                log.exception("A gathering could not be swept.")

    # --- looking ----------------------------------------------------------------------------------------------

    async def table(self, table_id: str) -> Table | None:
        """A table of a gathering; None where it is gone, by an `erase` of those who sat there."""
        try:
            return await self._table_service.open(table_id)
        except UnknownTable:
            return None

    async def tables(self, gathering: Gathering) -> dict[str, Table]:
        """Every table of a gathering that is still there, by its name."""
        names = [group.table_id for round_ in gathering.rounds for group in round_.groups if not group.packed_log]
        return {name: table for name in names if (table := await self.table(name)) is not None}

    async def _drop_past(self, gathering: Gathering) -> None:
        """Drop tables of past rounds, and left ones where nothing has happened, as soon as nobody follows them.

        What the last page tells of is kept, packed. To be called under the gathering's lock.
        """
        now = len(gathering.rounds)
        dissolved = (
            {group.table_id for group in gathering.current_round.groups if group.dissolved}
            if gathering.current_round
            else set()
        )
        idle = [
            name
            for name, number in gathering.table_rounds.items()
            if (number < now or name in dissolved) and not self._table_service.count_listeners(name)
        ]
        if not idle:
            return
        seats = {
            group.table_id: (round_, group)
            for round_ in gathering.rounds
            for group in round_.groups
            if not group.packed_log
        }
        gone = []
        for name in idle:
            round_, group = seats.get(name, (None, None))  # none of a rematch
            table = await self.table(name)
            if round_ is not None and group is not None and table is not None and table.history.events:
                if round_.number == now:
                    continue
                group.packed_log = zlib.compress("\n".join(self._table_service.read_log(name)).encode())
                group.winners, group.secrets, group.entry_counts = summary.winners(group, table), {}, {}
            elif round_ is not None and group is not None:
                round_.groups.remove(group)
                round_.unplayed_tables += not group.dissolved
            gone.append(name)
        gathering.dropped_tables |= {name: gathering.table_rounds.pop(name) for name in gone}
        await self._table_service.forget(*gone)

    def _follow(self, table_id: str) -> Callable[[Table], None]:
        """A rematch is a table of the round, too. Raises Refused where the adult or the next round is in the way."""
        gathering, edge = self.at_table(table_id)
        if gathering is None or gathering.current_round is None:
            raise NotHere(LOST)
        self._check_capacity(gathering, len(gathering.members) + 1)
        round_ = gathering.current_round
        before = next((group for group in round_.groups if group.table_id == table_id), None)
        if round_.dice_code:  # a rematch would throw dice of its own
            raise Refused("Mêmes dés : la partie suivante s’ouvre seule.", "Same dice: the next game opens by itself.")
        if before is None or round_.ended or not round_.settings["again"]:
            raise Refused(
                "Une seule partie cette fois : on attend les autres.", "One game this time: wait for the others."
            )

        def note(following: Table) -> None:
            self._note(gathering, round_, following.id, edge)
            seats = [following.seating.badge(seat) for seat in range(following.seating.people)]
            badges = tuple(badge for badge in seats if badge in before.secrets)
            round_.groups.append(Group(following.id, badges, before.secrets, before.head_start_note))

        return note

    async def note_wrong(self, table: Table, secret: str, said: str = "") -> Text | None:
        """Somebody at a table of a round has tried a move that does not work out; what they are told of it where the
        child computes: never the result, until it has gone wrong too often."""
        gathering, _ = self.at_table(table.id)
        if gathering is None or gathering.current_round is None:
            return None
        await self.refresh(gathering)  # a move made before is no move made after
        held = [group.secrets for group in gathering.current_round.groups if group.table_id == table.id]
        part: Any = games.part(table.game.NAME, "sums")
        for badge in [badge for one in held for badge, holder in one.items() if holder == secret]:
            member = gathering.members[badge]
            member.wrong_in_a_row += 1
            alone = gathering.kind == "class" and not gathering.is_helped(badge) and member.wrong_in_a_row < WRONG
            if alone and part is not None and part.is_well_formed(table.state, said):
                return _miscounted(part.keys(table.state)[2])
        return None

    async def is_running(self, gathering: Gathering) -> bool:
        """Whether a round is on that a new one would cut short."""
        await self.refresh(gathering)
        round_ = gathering.current_round
        tables = [group for group in round_.groups if not group.dissolved] if round_ else []
        return round_ is not None and not round_.ended and not (tables and all(group.over for group in tables))

    async def refresh(self, gathering: Gathering) -> None:
        """See who has played since the last look, and whether a round of common dice is over at all its tables."""
        round_ = gathering.current_round
        if round_ is None:
            return
        over, before = [], (round_.ended, len(round_.groups))
        for group in [one for one in round_.groups if not one.dissolved]:
            table = await self.table(group.table_id)
            if table is None or not all(map(table.seats_of, group.secrets.values())):  # somebody has erased themselves
                if round_.activity != "together":
                    gathering.dissolve(group)
                continue
            over.append(table.over)
            group.over = table.over
            for seat, badge in enumerate(group.badges if group.secrets else ()):
                if badge in group.secrets and table.entry_counts[seat] > group.entry_counts.get(badge, 0):
                    member = gathering.members[badge]
                    member.last_seen, member.wrong_in_a_row = max(member.last_seen, table.touched), 0
                group.entry_counts[badge] = table.entry_counts[seat]
        if round_.activity == "same-dice" and not round_.ended and over and all(over) and not round_.ends_at:
            async with gathering.lock:
                await self._end(round_)
        if round_.activity == "same-dice" and round_.ends_at:
            await self._begin_next_games(gathering, round_)
        if round_.activity == "together" and not round_.ended and round_.groups:
            table = await self.table(round_.groups[0].table_id)
            most = round_.settings["throws"]
            round_.ended = table is None or table.over or (most and summary.has_seen_rules(table, most))
        if not round_.ended and gathering.count_seconds_left(self.clock()) == 0:
            async with gathering.lock:
                await self._end(round_)
        if before != (round_.ended, len(round_.groups)):
            gathering.tell()

    # --- coming and going -------------------------------------------------------------------------------------

    async def join(
        self, gathering: Gathering, secret: str, badge: str = "", name: str = "", before: str = "", again: bool = False
    ) -> Member:
        """Come in. Raises Refused, NotHere; SeatError for a device that was put out (`before`: the secret it had).

        `again`: as somebody who came in by another device; the adult has to confirm it first.

        Who is late for a round of pairs plays at once if somebody is free for it, or if everybody plays alone.
        """
        async with gathering.lock:
            if again:
                gathering.check_device(before)
                return gathering.claim(badge, secret)
            gathering.check_entry(self.clock(), before)
            if not gathering.free_badges:
                await self._remove(gathering, gathering.find_ghosts(self.clock())[0])
            member, round_ = gathering.join(secret, self.clock(), badge, name), gathering.current_round
            room = len(gathering.table_rounds) < MOST_TABLES
            if round_ is not None and round_.activity in PAIRED and not round_.ended and room:
                free = await self._free(gathering, round_, [member.badge])
                if free or _seats(round_) == 1:
                    await self._seat(gathering, round_, [member.badge, *free])
        return member

    async def _free(self, gathering: Gathering, round_: Round, people: Sequence[str]) -> list[str]:
        """One more for an odd number of people, if anybody is: who waits, whose game against a bot has not begun, or
        whose game is over."""
        alone = [group.badges[0] for group in round_.groups if not group.dissolved and len(group.badges) == 1]
        done = [badge for group in round_.groups if group.over for badge in group.badges]
        for badge in [*round_.waiting, *alone, *done] if len(people) % 2 and _seats(round_) > 1 else ():
            group = round_.group_of(badge)
            table = await self.table(group.table_id) if group else None
            alone_at = group is not None and len(group.badges) == 1 and table is not None and not table.history.events
            begun = group is not None and not alone_at and (table is None or not table.over)
            apart = any(gathering.wishes.get(frozenset((badge, one))) is False for one in people)
            if badge not in gathering.present or badge in people or begun or apart:
                continue
            member = gathering.members[badge]
            if member.state(self.clock()) in ("here", "idle"):
                member.byes = max(0, member.byes - (badge not in done))
                if group is not None and not group.over:
                    gathering.dissolve(group)
                return [badge]
        return []

    def set_game(self, gathering: Gathering, game: str) -> None:
        """The game of the next rounds, as usual. Raises UnknownGame."""
        gathering.game, gathering.settings, gathering.last_settings = games.load(game).NAME, {}, {}

    def pause(self, gathering: Gathering, paused: bool) -> None:
        """Nobody plays meanwhile, and a clock stands still."""
        now, round_ = self.clock(), gathering.current_round
        if gathering.paused and not paused and round_ is not None and round_.ends_at:
            round_.ends_at += now - gathering.running_since
        if gathering.paused != paused:
            gathering.paused, gathering.running_since = paused, now

    def set_clock(self, gathering: Gathering, minutes: int) -> None:
        """The round ends by itself so many minutes from now; 0: it has no clock. Raises Refused."""
        _round(gathering).ends_at = self.clock() + 60 * minutes if minutes else 0.0

    async def remove(self, gathering: Gathering, badge: str) -> None:
        """Put somebody out for good, device and all; their animal is free, and the game of who played with them stands.

        Raises NotHere.
        """
        holder = gathering.find_member(badge).holder
        async with gathering.lock:
            await self._remove(gathering, badge)
            gathering.removed_holders.add(holder)

    async def _remove(self, gathering: Gathering, badge: str) -> None:
        group = gathering.current_round.group_of(badge) if gathering.current_round else None
        if group is not None and badge in group.secrets:
            with contextlib.suppress(UnknownTable):  # the game stands, and nobody holds this seat any more
                link, seat = new_secret(), group.badges.index(badge)
                await self._table_service.ask(group.table_id, group.secrets[badge], Invite(seat, link))
                await self._table_service.take(group.table_id, Take(seat, link))
        gathering.remove(badge)

    # --- rounds -----------------------------------------------------------------------------------------------

    async def begin_round(
        self,
        gathering: Gathering,
        activity: str,
        settings: Mapping[str, Any],
        levels: Mapping[str, int] = {},
        head_starts: Mapping[str, int] = {},
    ) -> Round:
        """Begin the next round; the one before ends. Raises a TableeError if it cannot be, and nothing has changed."""
        if activity not in ACTIVITIES:
            raise value_error("activity", Text(f"un de : {', '.join(ACTIVITIES)}", f"one of: {', '.join(ACTIVITIES)}"))
        if len(gathering.rounds) >= MOST_ROUNDS:
            raise Refused("Assez de manches pour aujourd’hui !", "Enough rounds for today!")
        game = check_value("game", settings.get("game") or gathering.game, str)
        merged = {**(gathering.settings if game == gathering.game else {}), **settings, "game": game}
        rules, variant, own = _settings(game, merged)
        wanted = [("level", *one) for one in levels.items()] + [("head_start", *one) for one in head_starts.items()]
        for what, badge, given in wanted:
            gathering.find_member(badge)
            check_value(badge, given, int, 1 if what == "level" else 0, HIGHEST[what])
        if not gathering.present and activity in PAIRED:
            raise Refused("Personne n’est encore là.", "Nobody is here yet.")
        round_, seats = Round(activity, {**own, **rules.settings(variant)}), rules.seats(variant)
        if activity != "sums" and seats not in ((1, 2) if activity == "same-dice" else (2,)):
            raise RequestError(
                "Cette activité se joue à deux ; avec les mêmes dés, aussi en solo.",
                "This activity is for two; with the same dice, also solo.",
            )
        if activity == "sums":
            part: Any = games.part(rules.NAME, "sums")
            if part is None:
                raise Refused("Ce jeu n’a pas de calculs à chercher.", "This game has no calculations to find.")
            before = [one.state.dice for one in gathering.rounds if one.state is not None]
            round_.state = part.throw(variant.level, self._random, before)
        seconds = own["seconds"] or (SUMS_TIME if activity == "sums" else 0)
        round_.ends_at = self.clock() + seconds if seconds else 0.0
        if activity == "same-dice":
            round_.dice_code = dice.read_code(own["dice"]) if own["dice"] else dice.new_code()
        if own["even"] and seats == 2:
            handicap.even_start(rules, variant)  # raises where nobody knows one
        async with gathering.lock:
            await self._drop_past(gathering)
            self._check_capacity(gathering, len(gathering.present))
            for name in [one for one, number in gathering.dropped_tables.items() if number < len(gathering.rounds) - 1]:
                del self._at[name], gathering.dropped_tables[name]
            if gathering.current_round is not None:
                await self._end(gathering.current_round)
            for what, badge, given in wanted:
                setattr(gathering.members[badge], what, given)
            if activity == "together":  # its one table is there when the round is
                await self._open_together(gathering, round_, rules)
            gathering.begin(round_, self.clock())
            gathering.plan = ()
            if "seconds" in settings:
                gathering.last_times[activity] = {"seconds": own["seconds"]}
            if activity == "sums":
                round_.waiting = gathering.present
            elif activity != "together":
                await self._seat(gathering, round_, gathering.present)
        return round_

    async def pair_again(self, gathering: Gathering, badge: str = "") -> None:
        """Tables for all who have nobody to play with (`badge`: for one of them, against a bot). Raises Refused."""
        round_ = _round(gathering)
        if round_.activity not in PAIRED or round_.ended:
            raise Refused("Aucune manche à deux n’est en cours.", "No pairs round is running.")
        async with gathering.lock:
            people = gathering.find_stranded(self.clock())
            if badge and badge not in people:
                raise Refused("Cet animal a déjà quelqu’un avec qui jouer.", "This animal has somebody to play with.")
            self._check_capacity(gathering, len(people))
            people = [badge] if badge else [*people, *await self._free(gathering, round_, people)]
            for one in people:
                if (group := round_.group_of(one)) and not group.over:  # who else has finished there stays with its end
                    gathering.dissolve(group)
            await self._seat(gathering, round_, people, alone=bool(badge))

    def _check_capacity(self, gathering: Gathering, more: int) -> None:
        """Raises Refused where a gathering would have too many tables: they are all in memory."""
        if len(gathering.table_rounds) + more > MOST_TABLES:
            raise Refused(
                "Trop de tables sont ouvertes dans cette classe : attendez que chacun ait quitté les anciennes.",
                "Too many tables are open in this class: wait until everybody has left the old ones.",
            )

    def _note(self, gathering: Gathering, round_: Round, name: str, edge: Text | None) -> None:
        """A new table of a round."""
        self._at[name] = gathering, edge
        gathering.table_rounds[name] = (
            round_.number or len(gathering.rounds) + 1
        )  # one for all is there before its round

    async def end_round(self, gathering: Gathering) -> None:
        """The round is over: common dice are shown."""
        if gathering.current_round is not None:
            async with gathering.lock:
                await self._end(gathering.current_round)

    async def _end(self, round_: Round) -> None:
        if round_.ended:
            return
        round_.ended = True
        for group in round_.groups if round_.dice_code else ():
            if await self.table(group.table_id) is not None:
                await self._table_service.unseal(group.table_id)

    async def _seat(self, gathering: Gathering, round_: Round, people: list[str], *, alone: bool = False) -> None:
        """Open tables for these people: one each (`alone`, or a solo game), else in pairs; the odd one as settled."""
        round_.waiting = [badge for badge in round_.waiting if badge not in people]
        if alone or _seats(round_) == 1:
            groups: list[tuple[str, ...]] = [(badge,) for badge in people]
        else:
            standing: dict[str, float] = {}
            if gathering.kind == "game-night":
                ranked = summary.standings(gathering, await self.tables(gathering), skill=False)
                standing = {one.badge: one.points for one in ranked}
            groups, odd = gathering.pair(people, standing, three=round_.settings["odd"] == "three")
            if odd is not None and round_.settings["odd"] == "wait":
                round_.waiting.append(odd)
            elif odd is not None:
                groups.append((odd,))
        for group in groups:
            round_.groups.append(await self._open(gathering, round_, group))

    async def _open(self, gathering: Gathering, round_: Round, people: tuple[str, ...], game: int = 1) -> Group:
        """A table for these, in the order in which they play; a bot fills it up. `game`: which one in a row.

        A pair of two levels plays by the lower one: who plays by more signs can play by fewer.
        """
        rules, chosen = games.load(round_.settings["game"]), dict(round_.settings)
        graded = next((option.key for option in rules.OPTIONS if option.graded), "")
        levels = [gathering.members[badge].level or chosen.get(graded, 0) for badge in people]
        if graded:
            chosen[graded] = min(levels)
        if len(people) == 3:
            chosen |= setting_for(3, rules, chosen)
        begin, edge = _begin(rules, chosen)
        one, other = gathering.members[people[0]], gathering.members[people[-1]]
        gap = one.head_start - other.head_start
        ahead = gap or (levels[-1] - levels[0] if 0 not in levels else 0)
        shown = edge
        if len(people) == 2 and ahead:
            called = gathering.name_of(people[ahead < 0])
            begin, edge, first = _head_start(rules, chosen, abs(gap), called, moved=not round_.dice_code)
            shown = None if edge is UNKNOWN else edge
            if shown and gathering.kind == "class":  # the chances are for the adult
                shown = Text.fill("{who} commence avec une avance.", "{who} starts with a head start.", who=called)
            if first is not None and first != (ahead > 0):
                people = people[::-1]
        for badge, step in zip(people, (1, -1), strict=False) if len(people) > 1 else ():
            gathering.members[badge].start_balance += step
        chairs = [Chair(gathering.name_of(badge).in_lang(gathering.lang), badge=badge) for badge in people]
        for _ in range(rules.seats(begin.variant) - len(people)):
            level = chosen["bot"] or _bot(rules, max(gathering.members[badge].level for badge in people))
            chairs.append(Chair(bots.KINDS[level].animal.in_lang(gathering.lang), level))
        opened = await self._table_service.create(_setup(rules, begin, chairs, round_.dice_code, game), in_memory=True)
        self._note(gathering, round_, opened.table.id, shown)
        held = {people[0]: opened.secret}
        for seat, badge in enumerate(people[1:], 1):
            held[badge] = (await self._table_service.take(opened.table.id, Take(seat, opened.invitations[seat]))).secret
        table = await self._table_service.open(opened.table.id)
        done = {badge: table.entry_counts[seat] for seat, badge in enumerate(people)}
        group = Group(opened.table.id, people, held, edge, done, game_number=game)
        await self._help(gathering, group)
        return group

    async def _begin_next_games(self, gathering: Gathering, round_: Round) -> None:
        """Who has seen the end of a game by common dice gets the next one, until the time is over."""
        async with gathering.lock:
            for group in [one for one in round_.groups if not one.dissolved and not round_.ended]:
                table, room = await self.table(group.table_id), len(gathering.table_rounds) < MOST_TABLES
                seen = table is not None and table.over and self.clock() - table.touched >= END_SEEN
                if seen and room and set(group.badges) <= set(gathering.present):
                    round_.groups.append(await self._open(gathering, round_, group.badges, group.game_number + 1))
                    group.dissolved = True

    async def set_tutor(self, gathering: Gathering, tutor: bool, badge: Sequence[str] = ()) -> None:
        """Help for these animals from now on, or for everybody in the round that is on; or none. Raises Refused."""
        round_ = gathering.current_round if badge else _round(gathering)
        for member in [gathering.find_member(one) for one in badge] or gathering.members.values():
            member.helped = tutor and bool(badge)
        if round_ is not None:
            async with gathering.lock:
                round_.settings["tutor"] = round_.settings["tutor"] if badge else tutor
                for group in [one for one in round_.groups if not one.dissolved]:
                    await self._help(gathering, group)

    async def _help(self, gathering: Gathering, group: Group) -> None:
        """Hints at a table for those whom the adult wants to have them, and for nobody else."""
        table, given = await self.table(group.table_id), []
        for seat, badge in enumerate(group.badges if table is not None and not table.over and group.secrets else ()):
            mode = "hints" if gathering.is_helped(badge) else "off"
            if table is not None and table.tutors.get(seat, "off") != mode:
                given.append(Tutor(seat, mode, given=True))
        if given:
            await self._table_service.note(group.table_id, *given)

    # --- the class against a bot ------------------------------------------------------------------------------

    async def _open_together(self, gathering: Gathering, round_: Round, rules: AnyGame) -> None:
        begin, edge = _begin(rules, round_.settings)
        level = round_.settings["bot"] or _bot(rules, 0)
        chairs = (
            Chair(NAMES[gathering.kind].in_lang(gathering.lang)),
            Chair(bots.KINDS[level].animal.in_lang(gathering.lang), level),
        )
        opened = await self._table_service.create(_setup(rules, begin, chairs), in_memory=True)
        round_.seat_secret = opened.secret
        self._note(gathering, round_, opened.table.id, edge)
        round_.groups.append(Group(opened.table.id, tuple(gathering.present), {}))

    async def propose(self, gathering: Gathering, member: Member, move: str) -> Text:
        """One move of the class's, from one of them; a later one replaces it. Returns it in words; raises what the
        rules raise."""
        round_ = _round(gathering, "together")
        table = await self._table_service.open(round_.groups[0].table_id)
        if round_.ended or table.phase != "move" or 0 not in table.acting:
            raise Refused("Ce n’est pas au tour de la classe.", "It’s not the class’s turn.")
        reader: Any = games.part(table.game.NAME, "reader")
        player = table.seating.player(0)
        try:
            try:
                event = table.game.parse(move)
            except NotationError:
                if reader is None:
                    raise
                event = reader.read_move(table.state, player, move)
            table.game.play(table.state, event)
        except CalculationError:
            self._refuse_sum(round_, member, table.state, *map(str.strip, move.partition("=")[::2]))
            raise
        if table.game.actor(table.state, event) != player:
            raise Refused("Ce n’est pas au tour de la classe.", "It’s not the class’s turn.")
        round_.proposals[member.badge] = str(event).partition(":")[0]  # a calculation is no other move
        member.wrong_in_a_row, member.last_acted = 0, self.clock()
        return summary.spell(table.game, table.state, player, str(event))

    async def play_on(self, gathering: Gathering, move: str = "") -> Table:
        """The class throws; or this move is played, else what most have proposed. Raises Refused where nobody has."""
        round_ = _round(gathering, "together")
        await self.refresh(gathering)
        if round_.ended:
            raise Refused("La partie est finie : choisissez la suite.", "The game is over: choose what comes next.")
        table = await self._table_service.open(round_.groups[0].table_id)
        if 0 not in table.acting:
            raise Refused("Le robot joue encore : un instant.", "The bot is still playing: one moment.")
        if table.phase == "roll":
            return await self._table_service.ask(table.id, round_.seat_secret, Roll(), version=table.version)
        if not move and not round_.proposals:
            raise Refused("Personne n’a encore proposé de coup.", "Nobody has suggested a move yet.")
        move = move or count_proposals(round_)[0][0]
        table = await self._table_service.ask(table.id, round_.seat_secret, Move(move), version=table.version)
        round_.proposals.clear()
        return table

    # --- find the sums ----------------------------------------------------------------------------------------

    def _refuse_sum(self, round_: Round, member: Member, state: State, stated: str, claim: str) -> None:
        """Count a wrong calculation. Raises RequestError where it only makes another number, and says not which."""
        part: Any = games.part(round_.settings["game"], "sums")
        member.wrong_in_a_row, member.last_acted = member.wrong_in_a_row + 1, self.clock()
        if part.is_well_formed(state, stated):
            round_.slips[part.pretty(stated)] += 1
            raise RequestError(_miscounted([claim] if claim else part.keys(state)[2]))

    async def add_sum(self, gathering: Gathering, member: Member, typed: str) -> Text:
        """Note a calculation that somebody has found; what is said of it. Raises CalculationError, Refused."""
        round_ = _round(gathering, "sums")
        await self.refresh(gathering)
        if round_.ended:
            raise Refused("Le temps est écoulé.", "Time is up.")
        part: Any = games.part(round_.settings["game"], "sums")
        stated, _, claim = map(str.strip, typed.partition("="))
        noted = part.sums(round_.state, [stated])
        if noted.refused or claim not in ("", str(part.value(noted.found[0]))):
            self._refuse_sum(round_, member, round_.state, stated, claim)
            raise RequestError(noted.refused[0][1])
        mine, written = round_.found_sums.setdefault(member.badge, {}), noted.found[0]
        member.wrong_in_a_row, member.last_acted = 0, self.clock()
        if written in mine:
            return Text(f"Déjà trouvé : {part.pretty(written)}", f"Already found: {part.pretty(written)}")
        if not any(written in theirs for theirs in round_.found_sums.values()):
            round_.last_finder = member.badge
        mine[written] = None
        return Text(f"Oui ! {part.equation(written)}", f"Yes! {part.equation(written)}")

    # --- a ready-made lesson ----------------------------------------------------------------------------------

    async def begin_lesson(self, gathering: Gathering) -> None:
        """Begin the first round of a ready-made lesson; `go_on` leads through it. Raises Refused."""
        plan = make_plan(gathering)
        await self.begin_round(gathering, plan[0].activity, plan[0].settings)
        gathering.plan = plan[1:]

    async def go_on(self, gathering: Gathering) -> None:
        """What comes next: the class throws or plays, the round ends, one more step of what came of it is shown, the
        next round of the lesson begins, or the lesson is over. Raises Refused where that is for the adult to choose.
        """
        await self.refresh(gathering)
        round_ = gathering.current_round
        if round_ is not None and not round_.ended:
            await (self.play_on(gathering) if round_.activity == "together" else self.end_round(gathering))
        elif round_ is not None and gathering.step + 1 < await self.count_steps(gathering):
            gathering.step += 1
        elif gathering.plan and gathering.plan[0].activity:
            stage, *rest = gathering.plan
            await self.begin_round(gathering, stage.activity, stage.settings)
            gathering.plan = tuple(rest)
        elif round_ is not None and not gathering.finished:
            gathering.finished, gathering.plan = True, ()
        else:
            raise Refused("Choisissez une activité.", "Choose an activity.")

    async def count_steps(self, gathering: Gathering) -> int:
        """How many steps the projector shows of what came of the round that is over."""
        round_ = gathering.current_round
        if round_ is None or not round_.ended:
            return 0
        if round_.activity == "sums":
            return 1 + (summary.ask_missed(round_) is not None)
        return summary.STEPS * summary.count_steps(round_, await self.tables(gathering)) if round_.dice_code else 0


def make_plan(gathering: Gathering) -> tuple[Stage, ...]:
    """The rounds of a ready-made lesson in the game of a class, by the level and the times that it chose last."""
    rules = games.load(gathering.game)
    alone = setting_for(1, rules, {})
    keys = [option.key for option in rules.OPTIONS if isinstance(option.default, int)]  # the level, and the like
    chosen = {key: gathering.last_settings[key] for key in keys if key in gathering.last_settings}
    stages = (
        Stage(Text("Les règles, en jouant", "The rules, by playing"), "together", {"throws": 3}),
        Stage(Text("Trouver les calculs", "Find the calculations"), "sums", {"seconds": 180}),
        Stage(Text("Mêmes dés", "Same dice"), "same-dice", {**alone, "seconds": 300}),
        Stage(Text("À deux", "In pairs"), "pairs", {}),
        Stage(THE_END, "", {}),
    )
    return tuple(
        stage._replace(settings={**chosen, **stage.settings, **gathering.last_times.get(stage.activity, {})})
        for stage in stages
        if stage.activity != "sums" or games.brings(gathering.game, "sums")
    )


def read_past(gathering: Gathering) -> dict[str, Table]:
    """The tables of past rounds as they were when they were dropped, by name: long work."""
    past = [group for round_ in gathering.rounds for group in round_.groups if group.packed_log]
    texts = {group.table_id: zlib.decompress(group.packed_log).decode().split("\n") for group in past}
    return {name: Table.fold(name, map(log_format.parse, lines)) for name, lines in texts.items()}


def count_proposals(round_: Round) -> list[tuple[str, int]]:
    """The moves that were proposed, the most frequent first; of equals the one that came first."""
    return Counter(round_.proposals.values()).most_common()


def _round(gathering: Gathering, activity: str = "") -> Round:
    """The round that is on, and of that activity. Raises Refused."""
    round_ = gathering.current_round
    if round_ is None or (activity and round_.activity != activity):
        raise Refused("Cette activité n’est pas en cours.", "This activity isn’t running.")
    return round_


def _miscounted(goals: Sequence[object]) -> Text:
    """What a child is told whose calculation makes something else, and not what."""
    names = list(map(str, goals))
    return Text(
        f"Cela ne fait {'pas ' if len(names) == 1 else 'ni '}{' ni '.join(names)}. Recompte !",
        f"That doesn’t make {' or '.join(names)}. Count again!",
    )


def _settings(game: str, given: Mapping[str, Any]) -> tuple[AnyGame, Variant, dict[str, Any]]:
    """A game, its variant and the settings of our own. Raises RequestError or VariantError."""
    rules = games.load(game)
    check_fields(given, (*OWN, *(option.key for option in rules.OPTIONS)))
    own: dict[str, Any] = {"game": rules.NAME, **{key: OWN[key] for key in OWN if key != "game"}}
    for key in set(own) & set(given):
        own[key] = check_value(key, given[key], type(OWN[key]), 0, 3600)
    if own["odd"] not in ("bot", "three", "wait"):
        raise value_error("odd", Text("« bot », « three » ou « wait »", "“bot”, “three” or “wait”"))
    if own["odd"] == "three" and not setting_for(3, rules, given):
        raise RequestError("Ce jeu ne se joue pas à trois.", "This game can’t be played by three.")
    if own["bot"] and own["bot"] not in bots.available(rules):
        able = ", ".join(bots.available(rules))
        raise RequestError(
            Text(f"Le robot se choisit parmi : {able}.", f"The bot is one of: {able}.")
            + suggest(own["bot"], bots.available(rules))
        )
    if own["dice"]:
        dice.read_code(own["dice"])
    return rules, _variant(rules, given), own


def _variant(rules: AnyGame, settings: Mapping[str, Any]) -> Variant:
    return rules.variant({key: given for key, given in settings.items() if key not in OWN})


def _begin(rules: AnyGame, settings: Mapping[str, Any]) -> tuple[State, Text | None]:
    """Where a game begins and, if it is not as usual, why. Raises Unsolved where even chances are not known."""
    variant = _variant(rules, settings)
    if settings["even"] and rules.seats(variant) == 2:
        return handicap.even_start(rules, variant), handicap.EVENED
    return rules.start(variant), None


def _head_start(
    rules: AnyGame, settings: Mapping[str, Any], size: int, called: Text, *, moved: bool
) -> tuple[State, Text | None, bool | None]:
    """Where a pair begins so that one of them is better off, what to say of it, and whether that one is to begin.

    `size`: of the head start; 0 is the better side alone, and so is any where the board shall not be `moved`.
    """
    variant = _variant(rules, settings)
    found = handicap.handicap(rules, variant, (handicap.EVEN, handicap.SMALL, handicap.LARGE)[size])
    if found is None:
        return rules.start(variant), UNKNOWN if size else None, None
    position, chance = found.start, found.plain
    if size and moved and found.position:
        position, chance = found.position, found.value
    if handicap.distance(chance, 0.5) <= handicap.NEAR:
        return rules.start(variant), None, None
    many = round(100 * max(chance, 1 - chance))
    sentence = Text(
        f"Avance : entre deux joueurs parfaits, {called.fr} gagnerait {many} parties sur 100.",
        f"Head start: between two perfect players, {called.en} would win {many} games in 100.",
    )
    return rules.from_position(position), sentence, chance > 0.5


def _setup(rules: AnyGame, begin: State, chairs: Sequence[Chair], code: str = "", game: int = 1) -> Setup:
    """A table of a round: no roll for who begins, the pairing has decided."""
    shared = (dice.label(game), dice.secret_of(code).hex()) if code else None
    record = None if begin == rules.start(begin.variant) else Record(rules, begin.variant, begin=begin)
    settings = rules.settings(begin.variant)
    return Setup(rules.NAME, settings, tuple(chairs), opening=False, record=record, shared=shared)


def _seats(round_: Round) -> int:
    rules = games.load(round_.settings["game"])
    return rules.seats(_variant(rules, round_.settings))


def setting_for(people: int, rules: AnyGame, settings: Mapping[str, Any]) -> dict[str, Any]:
    """The one setting that lets so many play with these others; {} where a game is not for so many."""
    for option in rules.OPTIONS:
        for one in option.values:
            with contextlib.suppress(VariantError):
                if rules.seats(_variant(rules, {**settings, option.key: one})) == people:
                    return {option.key: one}
    return {}


def _bot(rules: AnyGame, level: int) -> str:
    able = bots.available(rules)
    return BY_LEVEL[level] if BY_LEVEL[level] in able else able[0]
