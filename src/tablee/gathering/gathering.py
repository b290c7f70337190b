"""A gathering as a value that changes: who came, who is there, the rounds. No clock, no tables, no network in it.

Somebody is `here` after a sign of life, `idle` after 20 seconds without one, `gone` after 60: partners are then offered
a bot or somebody else, and who comes back plays on. `absent` is what the teacher says, until they say otherwise. Who
joins while a round is on is `late`. Who is removed is gone for good: the animal is free, that device stays out.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from tablee.core.errors import RequestError
from tablee.core.game import clip
from tablee.core.words import Text, untranslated
from tablee.drawing.animals import BADGES, badge_name
from tablee.table import Refused, SeatError, Table, UnknownTable
from tablee.table.entry import value_error
from tablee.table.ids import digest
from tablee.table.seating import clean_name

KINDS = ("class", "game-night")
ACTIVITIES = ("pairs", "same-dice", "sums", "together")
PAIRED = ("pairs", "same-dice")  # those with a table for each, or for each pair
LOST = Text(
    "Aucune séance n’a ce code : le bon est au tableau. Si Tablée a été relancée ou la séance effacée, "
    "tout ce qui était en mémoire est parti. L’adulte en ouvre une nouvelle et donne son code.",
    "No session has this code: the right one is on the big screen. If Tablée was restarted or the session erased, "
    "all that was in memory is gone. The teacher opens a new one and gives its code.",
)
IDLE, GONE = 20.0, 60.0  # seconds without a sign of life
LIFETIME = 12 * 3600.0  # seconds until a gathering erases itself
WISHES = {"together": True, "apart": False, "any": None}  # of the adult for two animals
HIGHEST = {"level": 3, "head_start": 2}  # what the teacher sets for an animal: 0, or up to this
STILL, WRONG = 60.0, 3  # seconds without a move, wrong calculations in a row: somebody is stuck


class NotHere(UnknownTable):
    """No gathering of that name or code, or nobody in it of that badge (404)."""


@dataclass(slots=True)
class Member:
    """`holder`: the digest of their secret. `level`: 0 is the round's. `head_start`: 0 none, 1 small, 2 large. `byes`:
    how often they were the odd one. `start_balance`: how much more often they began than their partners did. `helped`:
    hints for them alone, over the rounds. `wrong_in_a_row`: calculations; `last_acted`: when they last found or
    proposed something. `met`: how often each other one."""

    badge: str
    holder: str = field(repr=False)
    joined_at: float
    last_seen: float
    name: str = ""
    late: bool = False
    absent: bool = False
    level: int = 0
    head_start: int = 0
    byes: int = 0
    start_balance: int = 0
    helped: bool = False
    wrong_in_a_row: int = 0
    last_acted: float = 0.0
    met: Counter[str] = field(default_factory=Counter)

    def state(self, now: float) -> str:
        """`here`, `idle`, `gone` or `absent`."""
        silent = now - self.last_seen
        return "absent" if self.absent else "here" if silent < IDLE else "idle" if silent < GONE else "gone"


@dataclass(eq=False, slots=True)
class Group:
    """Who sits at a table of a round, in the order of its seats, with the secret that holds each seat and how many
    requests of each were seen so far: a new one is a sign of life. One alone plays a bot or solo.

    `head_start_note`: who has a head start, and what it is worth between perfect players; `start_note`: what the table
    says of how its game begins. Of a past round the table itself is gone: `packed_log` is its log, compressed, and
    `winners` who has won there."""

    table_id: str
    badges: tuple[str, ...]
    secrets: Mapping[str, str] = field(repr=False)
    head_start_note: Text | None = None
    start_note: Text | None = None
    entry_counts: Counter[int] = field(default_factory=Counter)
    dissolved: bool = False  # nobody of it plays there any more
    over: bool = False
    game_number: int = 1  # which one of several in a row
    packed_log: bytes = field(default=b"", repr=False)
    winners: tuple[str, ...] | None = None


@dataclass(eq=False, slots=True)
class Round:
    """`dice_code`: what its common dice follow from (`dice`), if they are. `ended`: they may be shown."""

    activity: str
    settings: dict[str, Any]
    seats: int = 2  # at a table, as the settings have it
    number: int = 0  # from 1, once it has begun
    groups: list[Group] = field(default_factory=list)
    unplayed_tables: int = 0  # tables at which nothing had happened when the next round came
    dice_code: str = field(default="", repr=False)
    ended: bool = False
    found_sums: dict[str, dict[str, None]] = field(default_factory=dict)  # sums: by badge, calculations in normal form
    last_finder: str = ""  # sums: the badge of who was the first to find the last new one
    slips: Counter[str] = field(default_factory=Counter)  # sums: calculations that made another number, of nobody
    proposals: dict[str, str] = field(default_factory=dict)  # together: by badge, a move
    seat_secret: str = field(default="", repr=False)  # together: the secret of the class's own seat
    state: Any = None  # sums: the position with its roll
    ends_at: float = 0.0  # when time is up; 0 without a clock

    @property
    def active_groups(self) -> list[Group]:
        return [group for group in self.groups if not group.dissolved]

    @property
    def finished_groups(self) -> list[Group]:
        """Those whose game is over; one more that they play because they like to counts no less."""
        return [group for group in self.active_groups if group.over or (group.game_number > 1 and not self.dice_code)]

    @property
    def is_played_out(self) -> bool:
        """Whether all its games are over."""
        return bool(self.active_groups) and all(group.over for group in self.active_groups)

    def group_of(self, badge: str) -> Group | None:
        """Where somebody sits; the whole class is at its one table."""
        if self.activity == "together":
            return next(iter(self.groups), None)
        return next((group for group in reversed(self.active_groups) if badge in group.badges), None)

    def count_found(self) -> Counter[str]:
        """The calculations that were found, each with by how many."""
        return Counter(calculation for sums in self.found_sums.values() for calculation in sums)

    def count_proposals(self) -> list[tuple[str, int]]:
        """The moves that were proposed, the most frequent first; of equals the one that came first."""
        return Counter(self.proposals.values()).most_common()


class Stage(NamedTuple):
    """A round of a ready-made lesson, or its end, without an activity."""

    title: Text
    activity: str
    settings: Mapping[str, Any]


@dataclass(eq=False, repr=False)
class Gathering:
    """`teacher_digest` is of a secret, `projector_secret` is one. `lang`: that animals are named in at the tables.

    For the adult's page: `last_settings` are those of the last rounds, to begin the next one with; `claims` the animals
    that another device says it is, each with the digest of that device's secret; `wishes` pairs of animals, True to
    play together, False never to."""

    id: str
    code: str
    kind: str
    game: str
    settings: dict[str, Any]
    teacher_digest: str
    projector_secret: str
    created_at: float
    lang: str
    opener: int = 0  # what stands for the address that opened it
    members: dict[str, Member] = field(default_factory=dict)
    rounds: list[Round] = field(default_factory=list)
    paused: bool = False
    shows: bool = True  # the projector
    locked: bool = False  # the door
    last_seen: float = 0.0  # when the adult or the projector last gave a sign of life
    removed_holders: set[str] = field(default_factory=set)  # the secrets, as digests, of those who were
    last_settings: dict[str, Any] = field(default_factory=dict)
    claims: dict[str, str] = field(default_factory=dict)
    wishes: dict[frozenset[str], bool] = field(default_factory=dict)
    running_since: float = 0.0  # since when play is on: the round has begun, or the pause has ended
    step: int = 0  # of what came of a round, as the projector shows it
    plan: tuple[Stage, ...] = ()  # what is still to come of a ready-made lesson
    last_times: dict[str, dict[str, int]] = field(default_factory=dict)  # by activity
    finished: bool = False
    host: str = ""  # the badge by which the adult plays too, at an evening
    listeners: set[Callable[[], None]] = field(default_factory=set)  # of pages, told that there is news
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)  # one change of the rounds after another

    # --- who asks ---------------------------------------------------------------------------------------------

    def identify(self, secret: str) -> Member | Literal["teacher", "projector"]:
        """Whose secret that is. Raises SeatError: nobody's here."""
        holder = digest(secret) if secret else ""
        if holder == self.teacher_digest:
            return "teacher"
        if holder == digest(self.projector_secret):
            return "projector"
        for member in self.members.values():
            if holder == member.holder:
                return member
        raise SeatError(
            "Cet appareil n’est pas encore entré dans la classe : d’abord, le code.",
            "You haven’t joined this class on this device: enter the code first.",
        )

    def find_member(self, badge: str) -> Member:
        """Raises NotHere where nobody here goes by it."""
        if badge not in self.members:
            raise NotHere(f"Personne ici n’est « {clip(badge)} ».", f"Nobody here is “{clip(badge)}”.")
        return self.members[badge]

    # --- coming and going -------------------------------------------------------------------------------------

    @property
    def free_badges(self) -> tuple[str, ...]:
        """The badges that nobody has."""
        return tuple(badge for badge in BADGES if badge not in self.members)

    def find_ghosts(self, now: float) -> list[str]:
        """Who came in and never gave another sign of life: they make room where it is full."""
        unseen = (member for member in self.members.values() if member.last_seen == member.joined_at)
        return [member.badge for member in unseen if member.state(now) == "gone"]

    def measure_silence(self, now: float) -> float:
        """Seconds since anybody's last sign of life."""
        return now - max(self.created_at, self.last_seen, *(member.last_seen for member in self.members.values()))

    def check_device(self, before: str) -> None:
        """Raises SeatError for a device that was put out; `before`: the secret that it had here, if any."""
        if before and digest(before) in self.removed_holders:
            raise SeatError(
                "L’adulte a fait sortir cet appareil : il faut lui demander, ou en prendre un autre.",
                "The teacher has removed this device: ask them, or take another one.",
            )

    def check_entry(self, now: float, before: str = "") -> None:
        """Whether somebody may come in; `before`: the secret that the device had here, if any.

        Raises SeatError where it was put out, Refused where the door is locked or all animals are taken."""
        self.check_device(before)
        if self.locked:
            raise Refused(
                "La porte est fermée : il faut demander à l’adulte de l’ouvrir.",
                "The door is locked: ask the teacher to open it.",
            )
        if not self.free_badges and not self.find_ghosts(now):
            raise Refused(
                f"C’est complet : {len(self.members)} sont déjà entrés.",
                f"It is full: {len(self.members)} have already joined.",
            )

    def join(self, secret: str, now: float, badge: str = "", name: str = "") -> Member:
        """Come in, as the animal that was picked or a free one. Raises Refused where it or the name is taken."""
        self.check_entry(now)
        if badge and badge not in BADGES:
            raise NotHere(f"Il n’y a pas d’animal « {clip(badge)} ».", f"There is no animal “{clip(badge)}”.")
        if badge in self.members:
            raise Refused(
                f"{badge_name(badge).fr} vient d’être pris : il reste d’autres animaux.",
                f"{badge_name(badge).en} has just been taken: pick another animal.",
            )
        if name and self.kind != "game-night":
            raise Refused(
                "En classe, pas de prénoms : un animal suffit.", "No first names in a class: an animal will do."
            )
        name = clean_name(name)
        if name and name.casefold() in {member.name.casefold() for member in self.members.values()}:
            raise Refused(
                f"Il y a déjà quelqu’un du nom de {name} : il faut une lettre de plus, ou un surnom.",
                f"Somebody here is called {name} already: add a letter, or take a nickname.",
            )
        badge = badge or self.free_badges[0]
        self.members[badge] = Member(badge, digest(secret), now, now, name, late=self.current_round is not None)
        return self.members[badge]

    def claim(self, badge: str, secret: str) -> Member:
        """Another device is somebody's who came in already: it waits until the adult says so. Raises NotHere."""
        member = self.find_member(badge)
        self.claims[badge] = digest(secret)
        return member

    def settle_claim(self, badge: str, same: bool) -> None:
        """The adult says whether it is; then the device before opens nothing any more. Raises NotHere."""
        if badge not in self.claims:
            raise NotHere(
                f"Aucun autre appareil ne demande « {clip(badge)} ».", f"No other device asks for “{clip(badge)}”."
            )
        claimed = self.claims.pop(badge)
        if same:
            self.find_member(badge).holder = claimed

    def name_of(self, badge: str) -> Text:
        """What somebody is called at a table."""
        name = self.members[badge].name
        return untranslated(name) if name else badge_name(badge)

    def set_absent(self, badge: str, absent: bool) -> None:
        """The teacher says so. Who is absent does not wait; who is back waits for a partner. Raises NotHere."""
        self.find_member(badge).absent = absent

    def set_for(self, badge: Sequence[str], **given: int) -> None:
        """The `level` or the `head_start` of one or several, from the next round on. Raises NotHere."""
        for member in [self.find_member(name) for name in badge]:
            for key, value in given.items():
                setattr(member, key, value)

    def adjust(self, **given: bool | int) -> None:
        """Whether the door is `locked`, what the projector `shows`, and the `step` of a walk that it is at."""
        for key, value in given.items():
            setattr(self, key, value)

    def remove(self, badge: str) -> None:
        """Forget somebody; their secret opens nothing any more, and their animal is free. Raises NotHere."""
        del self.members[self.find_member(badge).badge]
        self.claims.pop(badge, None)
        self.host = "" if self.host == badge else self.host
        self.wishes = {pair: together for pair, together in self.wishes.items() if badge not in pair}
        for member in self.members.values():
            del member.met[badge]
        for round_ in self.rounds:
            round_.found_sums.pop(badge, None)
            round_.proposals.pop(badge, None)
            round_.last_finder = "" if round_.last_finder == badge else round_.last_finder
            for group in round_.groups:  # what was played there is told of nobody, not of who gets the animal next
                group.badges = tuple("" if seated == badge else seated for seated in group.badges)
                group.winners = group.winners and tuple("" if winner == badge else winner for winner in group.winners)
                group.secrets = {seated: secret for seated, secret in group.secrets.items() if seated != badge}

    @property
    def groups_in_memory(self) -> list[Group]:
        """Those whose tables are still in memory, rematches too."""
        return [group for round_ in self.rounds for group in round_.groups if not group.packed_log]

    @property
    def present(self) -> list[str]:
        """All but the absent: a device that sleeps while somebody listens is no absence."""
        return [badge for badge, member in self.members.items() if not member.absent]

    @property
    def waiting(self) -> list[str]:
        """Who is there and sits at no table of the round that is on."""
        round_ = self.current_round
        return [badge for badge in self.present if round_.group_of(badge) is None] if round_ is not None else []

    @property
    def current_round(self) -> Round | None:
        """The round that is on."""
        return self.rounds[-1] if self.rounds else None

    def is_helped(self, badge: str) -> bool:
        """Whether the adult wants somebody to have help now: they themselves, or everybody in this round."""
        everybody = self.current_round is not None and bool(self.current_round.settings["tutor"])
        return everybody or (badge in self.members and self.members[badge].helped)

    # --- playing ----------------------------------------------------------------------------------------------

    def wish(self, badge: Sequence[str], wish: str) -> None:
        """Two animals `together`, `apart`, or `any` way, from the next round on. Raises NotHere, RequestError."""
        if wish not in WISHES:
            raise value_error("wish", Text(f"un de : {', '.join(WISHES)}", f"one of: {', '.join(WISHES)}"))
        pair, together = frozenset(self.find_member(name).badge for name in badge), WISHES[wish]
        if len(pair) != 2:
            raise RequestError("Choisissez deux animaux.", "Choose two animals.")
        self.wishes = {
            earlier: wished
            for earlier, wished in self.wishes.items()
            if earlier != pair and not (together and wished and earlier & pair)
        }
        if together is not None:
            self.wishes[pair] = together

    def find_stuck(self, now: float, tables: Mapping[str, Table]) -> dict[str, str]:
        """Who needs the adult while a round is on, and why, the worst first: `wrong` calculations three times in a row,
        `still`: no move for a minute though it is theirs, `gone`: no sign of life for a minute."""
        round_, stuck = self.current_round, dict[str, str]()
        if round_ is None or round_.ended or self.paused:
            return stuck
        for badge in self.present:
            member, group = self.members[badge], round_.group_of(badge)
            table = tables.get(group.table_id) if group and round_.activity in PAIRED else None
            to_move = table is not None and group is not None and group.badges.index(badge) in table.acting
            acted = max(member.last_acted, table.touched if table else 0.0, member.joined_at, self.running_since)
            if table is not None and table.over:
                continue
            if member.wrong_in_a_row >= WRONG:
                stuck[badge] = "wrong"
            elif member.state(now) == "gone":
                stuck[badge] = "gone"
            elif (to_move or round_.activity == "sums") and now - acted >= STILL:
                stuck[badge] = "still"
        return dict(sorted(stuck.items(), key=lambda item: ("wrong", "still", "gone").index(item[1])))

    def find_stranded(self, now: float) -> list[str]:
        """Who has nobody to play with though a round is on: late, back, or left alone by one who is absent or gone."""
        round_ = self.current_round
        if round_ is None:
            return []
        stranded = []
        for badge in self.present:
            group = round_.group_of(badge)
            partners = [self.members.get(name) for name in group.badges if name != badge] if group else []
            away = all(partner is None or partner.state(now) in ("gone", "absent") for partner in partners)
            lonely = group is None or (partners and away and not group.over)
            if lonely and self.members[badge].state(now) in ("here", "idle"):
                stranded.append(badge)
        return stranded

    def begin(self, round_: Round, now: float) -> None:
        """A new round is on; the one before it has ended."""
        if self.current_round is not None:
            self.current_round.ended = True
        self.rounds.append(round_)
        round_.number = len(self.rounds)
        self.step, self.plan, self.finished, self.running_since = 0, (), False, now
        self.last_settings |= round_.settings
        for member in self.members.values():
            member.late, member.wrong_in_a_row = False, 0

    def count_seconds_left(self, now: float) -> int | None:
        """Of a round with a clock, which stands still in a pause; None without one."""
        if self.current_round is None or not self.current_round.ends_at:
            return None
        return max(0, round(self.current_round.ends_at - (self.running_since if self.paused else now)))

    def tell(self) -> None:
        """There is news: every page that is open looks where it belongs."""
        for listener in tuple(self.listeners):
            listener()

    def is_expired(self, now: float) -> bool:
        return now - self.created_at >= LIFETIME
