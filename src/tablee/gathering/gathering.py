"""A gathering as a value that changes: who came, who is there, the rounds. No clock, no tables, no network in it.

Somebody is `here` after a sign of life, `idle` after 20 seconds without one, `gone` after 60: partners are then offered
a bot or somebody else, and who comes back plays on. `absent` is what the teacher says, until they say otherwise. Who
joins while a round is on is `late`: they wait, and the next pairing has them.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from tablee.core.game import clip
from tablee.core.words import Text
from tablee.table.seating import clean_name
from tablee.table.secret import digest

from . import badges
from .errors import NotNow, NotYours, UnknownBadge
from .pairing import pair

Kind = Literal["class", "evening"]
KINDS: tuple[Kind, ...] = ("class", "evening")
Activity = Literal["pairs", "same-dice", "sums", "together"]
ACTIVITIES: tuple[Activity, ...] = ("pairs", "same-dice", "sums", "together")
State = Literal["here", "idle", "gone", "absent"]
IDLE, GONE = 20.0, 60.0  # seconds without a sign of life
LIFETIME = 12 * 3600.0  # seconds until a gathering erases itself
LEVELS = (1, 2, 3)
ROUND_ROBIN = 8  # people at an evening: everybody meets everybody; above that, those who stand alike


@dataclass(slots=True)
class Member:
    """`holder`: the digest of their secret. `out`: how often they were the odd one. `lead`: how much more often they
    began than their partners did."""

    badge: str
    holder: str = field(repr=False)
    seen: float
    name: str = ""
    late: bool = False
    absent: bool = False
    level: int = 0
    out: int = 0
    lead: int = 0
    met: Counter[str] = field(default_factory=Counter)

    def state(self, now: float) -> State:
        if self.absent:
            return "absent"
        silent = now - self.seen
        return "here" if silent < IDLE else "idle" if silent < GONE else "gone"


@dataclass(slots=True)
class RoundTable:
    """A table of a round: who sits there in the order of the places, the secret that holds each place, and how many
    requests of each place were seen so far: a new one is a sign of life. `badges` alone at a table play a bot or solo.
    """

    table: str
    badges: tuple[str, ...]
    secrets: Mapping[str, str] = field(repr=False)
    doings: dict[str, int] = field(default_factory=dict)
    left: set[str] = field(default_factory=set)  # who plays elsewhere since


@dataclass(slots=True)
class Round:
    """`code`: what its common dice follow from (`dice`), if they are. `ended`: they may be shown."""

    number: int
    activity: Activity
    settings: dict[str, Any]
    began: float
    tables: list[RoundTable] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)
    code: str = field(default="", repr=False)
    ended: bool = False
    found: dict[str, dict[str, None]] = field(default_factory=dict)  # sums: by badge, calculations in normal form
    proposals: dict[str, str] = field(default_factory=dict)  # together: by badge, a move
    holder: str = field(default="", repr=False)  # together: the secret of the class's own place
    state: Any = None  # sums: the position with its throw
    until: float = 0.0  # sums: when time is up

    def table_of(self, badge: str) -> RoundTable | None:
        """Where somebody sits; the whole class is at its one table."""
        if self.activity == "together":
            return next(iter(self.tables), None)
        return next((one for one in reversed(self.tables) if badge in one.badges and badge not in one.left), None)


class Gathering:
    """`teacher` and `projector` are digests. `lang`: the language that animals are named in at the tables."""

    def __init__(
        self,
        name: str,
        code: str,
        kind: Kind,
        game: str,
        settings: dict[str, Any],
        teacher: str,
        projector: str,
        now: float,
        *,
        lang: str = "fr",
        random: Random,
    ) -> None:
        self.id, self.code, self.kind, self.game, self.settings = name, code, kind, game, settings
        self._teacher, self._projector = digest(teacher), digest(projector)
        self.projector = projector
        self.made, self.lang = now, lang
        self.members: dict[str, Member] = {}
        self.rounds: list[Round] = []
        self.paused = False
        self.shows = True  # the projector
        self.step = 0  # of the walk through common throws that the projector shows
        self._random = random
        self.lock = asyncio.Lock()  # one change of the rounds after another

    # --- who asks ---------------------------------------------------------------------------------------------

    def role(self, secret: str) -> Member | Literal["teacher", "projector"]:
        """Whose secret that is. Raises NotYours: nobody's here."""
        found = digest(secret) if secret else ""
        if found == self._teacher:
            return "teacher"
        if found == self._projector:
            return "projector"
        for member in self.members.values():
            if found == member.holder:
                return member
        raise NotYours(
            "Cela ne vous ouvre rien ici : entrez d’abord par le code.",
            "This opens nothing here: come in by the code first.",
        )

    def member(self, badge: str) -> Member:
        """Raises UnknownBadge where nobody here goes by it."""
        if badge not in self.members:
            raise UnknownBadge(f"Personne ici n’est « {clip(badge)} ».", f"Nobody here is “{clip(badge)}”.")
        return self.members[badge]

    # --- coming and going -------------------------------------------------------------------------------------

    @property
    def free(self) -> tuple[str, ...]:
        """The badges that nobody has."""
        return tuple(badge for badge in badges.BADGES if badge not in self.members)

    def join(self, secret: str, now: float, badge: str = "", name: str = "") -> Member:
        """Come in, as the animal that was picked or a free one. Raises NotNow where it is taken, or all are."""
        if not self.free:
            raise NotNow(
                f"C’est complet : {len(self.members)} sont déjà entrés.",
                f"It is full: {len(self.members)} have come in already.",
            )
        if badge and badge not in badges.BADGES:
            raise UnknownBadge(f"Il n’y a pas d’animal « {clip(badge)} ».", f"There is no animal “{clip(badge)}”.")
        if badge in self.members:
            raise NotNow(
                f"{badges.name(badge).fr} vient d’être pris : choisissez un autre animal.",
                f"{badges.name(badge).en} has just been taken: pick another animal.",
            )
        if name and self.kind != "evening":
            raise NotNow(
                "En classe, pas de prénoms : un animal suffit.", "No first names in a class: an animal will do."
            )
        badge = badge or self.free[0]
        member = Member(badge, digest(secret), now, clean_name(name), late=self.playing is not None)
        self.members[badge] = member
        if self.playing is not None:
            self.playing.waiting.append(badge)
        return member

    def called(self, badge: str) -> str:
        """What somebody is called at a table."""
        return self.members[badge].name or badges.name(badge).said(self.lang)

    def set_absent(self, badge: str, absent: bool) -> None:
        """The teacher says so. Who was waiting and is absent no longer waits; who is back waits for a partner."""
        member, playing = self.member(badge), self.playing
        member.absent = absent
        if playing is None:
            return
        if absent and badge in playing.waiting:
            playing.waiting.remove(badge)
        elif not absent and badge not in playing.waiting and playing.table_of(badge) is None:
            playing.waiting.append(badge)

    @property
    def present(self) -> list[str]:
        """All but the absent: a device that sleeps while somebody listens is no absence."""
        return [badge for badge, member in self.members.items() if not member.absent]

    @property
    def playing(self) -> Round | None:
        """The round that is on."""
        return self.rounds[-1] if self.rounds else None

    # --- pairs ------------------------------------------------------------------------------------------------

    def pair(
        self, people: Iterable[str], standing: Mapping[str, float] | None = None
    ) -> tuple[list[tuple[str, str]], str | None]:
        """Pairs, who begins first, and the odd one. They count as having met from now on."""
        people = list(people)
        apart = None
        if standing is not None and len(people) > ROUND_ROBIN:

            def apart(one: str, other: str) -> float:
                return abs(standing.get(one, 0.0) - standing.get(other, 0.0)) ** 2

        pairs, odd = pair(
            people,
            lambda one, other: self.members[one].met[other],
            lambda one: self.members[one].out,
            self._random,
            apart,
        )
        ordered = []
        for one, other in pairs:
            first, second = sorted((one, other), key=lambda who: (self.members[who].lead, self._random.random()))
            for who, whom, step in ((first, second, 1), (second, first, -1)):
                self.members[who].met[whom] += 1
                self.members[who].lead += step
            ordered.append((first, second))
        if odd is not None:
            self.members[odd].out += 1
        return ordered, odd

    def stranded(self, now: float) -> list[str]:
        """Who has nobody to play with though a round is on: late, back, or left alone by one who is absent or gone."""
        playing = self.playing
        if playing is None:
            return []
        found = []
        for badge in self.present:
            table = playing.table_of(badge)
            others = [self.members[other] for other in table.badges if other != badge] if table else []
            lonely = table is None or (others and all(other.state(now) in ("gone", "absent") for other in others))
            if lonely and self.members[badge].state(now) in ("here", "idle"):
                found.append(badge)
        return found

    def dissolve(self, table: RoundTable) -> None:
        """Nobody plays at a table any more; who sat there waits."""
        playing = self.playing
        table.left = set(table.badges)
        if playing is not None:
            there = [one for one in table.badges if not self.members[one].absent and one not in playing.waiting]
            playing.waiting += [one for one in there if playing.table_of(one) is None]

    def begin(self, made: Round) -> None:
        """A new round is on; the one before it has ended."""
        if self.playing is not None:
            self.playing.ended = True
        self.rounds.append(made)
        for member in self.members.values():
            member.late = False

    def expired(self, now: float) -> bool:
        return now - self.made >= LIFETIME


GONE_CODE = Text(
    "Ce code ne mène nulle part : vérifiez-le au tableau. Si Tablée a été relancée ou la classe effacée, tout ce qui "
    "était en mémoire est parti ; l’adulte rouvre une classe et donne le nouveau code.",
    "This code leads nowhere: check it on the board. If Tablée was restarted or the class erased, all that was in "
    "memory is gone; the adult opens a new class and gives the new code.",
)
GONE_GATHERING = Text(
    "Cette séance n’est plus là : elle a été effacée, ou Tablée a été relancée. Pour continuer, l’adulte ouvre une "
    "nouvelle séance et donne son code.",
    "This session is not here any more: it was erased, or Tablée was restarted. To go on, the adult opens a new one "
    "and gives its code.",
)
