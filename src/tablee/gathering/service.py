"""The gatherings of a server: found by their codes, opened, joined, left and erased. What they play is in `rounds`.

They live in the memory of one process; where several share a store, the table service refuses their tables in a
sentence.
"""

import asyncio
import contextlib
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from tablee.core import registry as games
from tablee.core.bounded_dict import BoundedDict
from tablee.core.words import Text
from tablee.table import Refused, SeatError, TableService, new_secret
from tablee.table.entry import value_error
from tablee.table.ids import digest, new_id

from . import dice
from .attempts import Attempts
from .gathering import KINDS, LOST, Gathering, Member, NotHere
from .lesson import Lessons
from .rounds import Rounds
from .settings import read_settings

log = logging.getLogger("tablee.gathering")
CODE_LENGTH = 4  # behind the sign of the shard, which is no secret
MOST = 200  # gatherings at a time
# Seconds without a sign of life from which on one makes room for another, where there are too many: before its first
# round, and later.
QUIET, ABANDONED = 120.0, 1800.0
WATCH = 2.0  # seconds between two looks for what is over


class GatheringService:
    """`rounds`: pairs, common dice and the tables at which they play; `attempts`: calculations found, moves proposed;
    `lessons`: the ready-made one."""

    def __init__(
        self, table_service: TableService, clock: Callable[[], float] = time.time, random: Random | None = None
    ) -> None:
        self._table_service, self.clock = table_service, clock
        self._random = random or secrets.SystemRandom()
        self._gatherings: dict[str, Gathering] = {}
        self._evicted: list[Gathering] = []  # to be erased
        self.ended: BoundedDict[str, bool] = BoundedDict(1000)  # the names of those that were erased here
        self.rounds = Rounds(table_service, clock, self._random)
        self.attempts = Attempts(self.rounds)
        self.lessons = Lessons(self.rounds, self.attempts)

    # --- finding and making -----------------------------------------------------------------------------------

    def find(self, gathering_id: str) -> Gathering:
        """Raises NotHere; one whose time is over is not there any more."""
        if not self.is_open(gathering_id):
            raise NotHere(LOST)
        return self._gatherings[gathering_id]

    def is_open(self, gathering_id: str) -> bool:
        return gathering_id in self._gatherings and not self._gatherings[gathering_id].is_expired(self.clock())

    def find_by_code(self, code: str) -> Gathering:
        """The gathering that a code leads to; small letters, spaces and dashes do not matter. Raises NotHere."""
        code = "".join(filter(str.isalnum, code.upper()))
        return self.find(next((name for name, gathering in self._gatherings.items() if gathering.code == code), ""))

    def holds(self, gathering_id: str, secret: str) -> bool:
        """Whether a secret is somebody's in that gathering."""
        gathering = self._gatherings.get(gathering_id)
        with contextlib.suppress(SeatError):
            return gathering is not None and bool(gathering.identify(secret))
        return False

    def create(
        self, kind: str, game: str, settings: Mapping[str, Any], lang: str = "fr", opener: int = 0
    ) -> tuple[Gathering, str]:
        """A new gathering and its teacher's secret; `opener`: who opens it. Raises RequestError or Refused."""
        if kind not in KINDS:
            raise value_error("kind", Text("« class » ou « game-night »", "“class” or “game-night”"))
        self._table_service.check_in_memory()
        read_settings(game, settings)
        if len(self._gatherings) >= MOST:
            self._make_room(opener)
        taken, code, shard = {gathering.code for gathering in self._gatherings.values()}, "", self._table_service.shard
        while not code or code in taken:
            code = shard + "".join(self._random.choice(dice.LETTERS) for _ in range(CODE_LENGTH))
        teacher = new_secret()
        holder, now = digest(teacher), self.clock()
        gathering = Gathering(
            shard + new_id(), code, kind, game, dict(settings), holder, new_secret(), now, lang, opener
        )
        self._gatherings[gathering.id] = gathering
        return gathering, teacher

    def _make_room(self, opener: int) -> None:
        """Let the gathering go that has been silent longest; where all are in use, one that has not begun, of whoever
        has opened the most such ones, and more than who asks. Raises Refused where there is none."""
        now, gatherings = self.clock(), self._gatherings.values()
        silence = {gathering: gathering.measure_silence(now) for gathering in gatherings}
        silent = [
            gathering for gathering, quiet in silence.items() if quiet >= (ABANDONED if gathering.rounds else QUIET)
        ]
        if not silent:
            idle = Counter(gathering.opener for gathering in gatherings if not gathering.rounds)
            most = max(idle, key=idle.__getitem__, default=opener)
            if idle[most] > idle[opener] + 1:
                silent = [gathering for gathering in gatherings if gathering.opener == most and not gathering.rounds]
        if not silent:
            raise Refused(
                "Trop de classes sont ouvertes ici : réessayez dans quelques minutes.",
                "Too many classes are open here: try again in a few minutes.",
            )
        self._evicted.append(self._gatherings.pop(max(silent, key=silence.__getitem__).id))

    async def erase(self, gathering: Gathering) -> set[str]:
        """Nothing is left of it, nor of its tables; returns their names."""
        self._gatherings.pop(gathering.id, None)
        self.ended[gathering.id] = True
        async with gathering.lock:
            gone = await self.rounds.forget(gathering)
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
        for gathering in [*evicted, *self._gatherings.values()]:
            try:
                if gathering in evicted or gathering.is_expired(now):
                    await self.erase(gathering)
                    continue
                await self.rounds.refresh(gathering)
                async with gathering.lock:
                    await self.rounds.drop_past(gathering)
            except Exception:  # the others are looked after all the same
                log.exception("A gathering could not be swept.")

    # --- coming and going -------------------------------------------------------------------------------------

    async def join(
        self, gathering: Gathering, secret: str, badge: str = "", name: str = "", before: str = "", again: bool = False
    ) -> Member:
        """Come in. Raises Refused, NotHere; SeatError for a device that was put out (`before`: the secret it had).

        `again`: as somebody who came in by another device; the adult has to confirm it first."""
        async with gathering.lock:
            if again:
                gathering.check_device(before)
                return gathering.claim(badge, secret)
            gathering.check_entry(self.clock(), before)
            if not gathering.free_badges:
                ghost = gathering.find_ghosts(self.clock())[0]
                await self.rounds.vacate_seat(gathering, ghost)
                gathering.remove(ghost)
            member = gathering.join(secret, self.clock(), badge, name)
            await self.rounds.seat_late(gathering, member.badge)
        return member

    async def remove(self, gathering: Gathering, badge: str) -> None:
        """Put somebody out for good, device and all; their animal is free, and the game of who played with them stands.

        Raises NotHere.
        """
        holder = gathering.find_member(badge).holder
        async with gathering.lock:
            await self.rounds.vacate_seat(gathering, badge)
            gathering.remove(badge)
            gathering.removed_holders.add(holder)

    def pause(self, gathering: Gathering, paused: bool) -> None:
        """Nobody plays meanwhile, and a clock stands still."""
        now, round_ = self.clock(), gathering.current_round
        if gathering.paused and not paused and round_ is not None and round_.ends_at:
            round_.ends_at += now - gathering.running_since
        if gathering.paused != paused:
            gathering.paused, gathering.running_since = paused, now

    def set_game(self, gathering: Gathering, game: str) -> None:
        """The game of the next rounds, as usual. Raises UnknownGame."""
        gathering.game, gathering.settings = games.load(game).NAME, {}
