"""A game of two by messages, without a server: `tablee-letters-1` (docs/fair-dice.md says why nobody can cheat).

The one who invites sends the messages 0, 2, 4 …, the other 1, 3, 5 … Each message is the whole game as one word, and
adds one turn. Each player draws a seed and hashes it again and again; what comes last is sent first. So every value
that a message shows proves the one before it, seals the one after it, and shuffles the other's next roll:

    value[n - 2] = SHA-256(value[n])
    head[n] = SHA-256("HEAD[n - 1] VALUE[n] what message n says")
    roll of message n = tablee-dice-1 with the secret value[n], the table head[n - 1] and the number n

Where two choose at once, one seals a choice with a value to come, the other answers openly, and the next message opens
it. `Exchange` is a game so far; it holds nothing that the other may not see.
"""

from __future__ import annotations

import hashlib
import io
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import zip_longest

from tablee.core.errors import IllegalEvent, RequestError, TableeError
from tablee.core.fair import Verdict, digest, roll
from tablee.core.game import AnyGame, Event, Roll, Variant
from tablee.core.record import Record, at
from tablee.core.registry import load
from tablee.core.words import Text

from .seating import clean_name
from .share_link import CUT, from_word, to_word

LABEL = "tablee-letters-1"
SIZE = 32  # bytes of a seed, a value, a head or a seal
CHECK = 8  # bytes of the last head that travel along: a damaged link does not fit them
MOST = 500  # values of one player: far more than a game has turns
LONGEST = 4000  # bytes of settings and names
HEADER = "letters"  # of a record: the last message of its game
WORD = re.compile(r"/(?:letters|by-message)/([0-9a-f]{12})\?game=([A-Za-z0-9_-]+)")
# What most messages begin with: it need not travel. Never to change within a version.
COMMON = (
    b"1laaancez:...../...../.../.../g:...../...../.../.../g:1\n2cadeau/straights=any/zones=3:.../...:.../...\n"
    b"1cadeau:.../.../.../.../...:.../.../.../.../...\n"
)
FORK = Text(
    "Ce message dit autre chose que celui que vous avez déjà : il y a deux suites à la même partie. La première "
    "compte ; demandez à l’autre de répondre à votre dernier message.",
    "This message differs from the one you have: the same game continued in two ways. The first one counts; ask the "
    "other player to answer your last message.",
)
TAKEN = Text(
    "Deux personnes ont pris la même invitation : la partie continue avec la première dont la réponse est arrivée. "
    "L’autre a besoin d’une nouvelle invitation.",
    "Two people took the same invitation: the game continues with the one whose answer came first. The other needs "
    "a new invitation.",
)
BROKEN = Text(
    "Le secret montré n’est pas celui qui était scellé : les dés de ce message ne sont pas les vrais.",
    "The secret shown is not the one that was sealed: the dice of this message are not the true ones.",
)
SWAPPED = Text(
    "Le choix ouvert n’est pas celui qui était scellé : il a été changé après coup.",
    "The choice that was opened is not the one that was sealed: it was changed afterwards.",
)
TOO_LONG = Text(
    f"Une partie par messages a {2 * MOST - 1} messages au plus : finissez celle-ci à une table.",
    f"A game by message has at most {2 * MOST - 1} messages: finish this one at a table.",
)
OTHERS_TURN = Text("C’est à l’autre de jouer.", "It’s the other player’s turn.")
SEVERAL_ROLLS = Text(
    "Ce jeu ne se joue pas par messages : un tour y a plusieurs lancers, et qui joue verrait le suivant avant de "
    "choisir.",
    "This game can’t be played by message: a turn has several rolls, and the player could see the next one before "
    "choosing.",
)


@lru_cache(maxsize=4)
def derive_values(seed: bytes) -> list[bytes]:
    """The values of a seed in the order in which they are shown: each is the SHA-256 of the next."""
    values = [seed]
    for _ in range(MOST):
        values.append(hashlib.sha256(values[-1]).digest())
    return values[::-1]


def _seal(value: bytes, head: str, move: Event) -> bytes:
    """The seal of a choice: `value` is shown two messages later, `head` is of the message before."""
    return digest(value, f"{LABEL}|choice|{head}|{move}")


@dataclass(frozen=True, slots=True)
class Turn:
    """What the next message is about to say: the game with its die rolled, and what may be chosen, if anything."""

    record: Record
    moves: tuple[Event, ...] = ()
    seals: bool = False  # is the choice sealed, because the other has still to choose, too?
    opened: tuple[int, int] | None = None  # the sealed choice that the message opens


@dataclass(frozen=True)
class Exchange:
    """A game after its last message. `values`, `heads` and `choices` have an entry for each message. `host`: the player
    who has invited. `choices`: which move was taken of how many, as one digit of a number; `(0, 1)` where there was
    none, or it is still sealed. `seal`: of the choice that message number `sealed` has made."""

    record: Record
    host: int
    values: tuple[bytes, ...] = ()
    heads: tuple[str, ...] = ()
    choices: tuple[tuple[int, int], ...] = ()
    seal: bytes = b""
    sealed: int = 0

    @staticmethod
    def invite(game: AnyGame, variant: Variant, host: int, name: str, seed: bytes) -> Exchange:
        """The first message. RequestError: the game is not for two."""
        if game.seats(variant) != 2:
            raise RequestError("Par messages, on joue à deux.", "By message, two people play.")
        return Exchange(Record(game, variant, players=("", "")), host)._join(clean_name(name), derive_values(seed)[0])

    @property
    def id(self) -> str:
        """What all messages of a game have in common."""
        return self.heads[0][:12]

    @property
    def over(self) -> bool:
        return self.record.outcome is not None

    def sender(self, number: int) -> int:
        """The player who sends the message of that number."""
        return self.host if number % 2 == 0 else 3 - self.host

    @property
    def writer(self) -> int:
        """The player who sends the next message."""
        return self.sender(len(self.values))

    @property
    def left(self) -> int:
        """How many more messages there may be: a link of more could not be read."""
        return 2 * MOST - 1 - len(self.values)

    def player(self, seed: bytes) -> int:
        """Whose seed it is; 0 for nobody's."""
        first = derive_values(seed)[0]
        return self.sender(self.values.index(first)) if first in self.values[:2] else 0

    def accept(self, name: str, seed: bytes) -> Exchange:
        """The second message: somebody takes the invitation. RequestError: somebody has."""
        if len(self.values) != 1:
            raise RequestError("Quelqu’un joue déjà.", "Somebody is playing already.")
        return self._join(clean_name(name), derive_values(seed)[0])

    def _join(self, name: str, value: bytes) -> Exchange:
        """Add the first message of a player, who says a name; that of the host says what is played, too."""
        record = self.record
        names = (name, record.players[1]) if self.writer == 1 else (record.players[0], name)
        begin = () if self.values else (f"{self.host}{record.game.position(record.state)}",)
        return replace(self, record=replace(record, players=names))._add(value, *begin, name)

    def turn(self, seed: bytes) -> Turn:
        """What the owner of a seed has to write next. RequestError: it is not their turn, or the game is too long."""
        if not self.left:
            raise RequestError(TOO_LONG)
        if self.over or len(self.values) < 2 or self.player(seed) != self.writer:
            raise RequestError(OTHERS_TURN)
        return self._turn(derive_values(seed)[len(self.values) // 2])

    def answer(self, seed: bytes, token: str = "") -> Exchange:
        """The game with one more message. RequestError: not this player's turn. IllegalEvent: not such a move."""
        turn = self.turn(seed)
        move = next((move for move in turn.moves if str(move) == token), None)
        if turn.moves and move is None:
            raise IllegalEvent("Choisissez un coup permis.", "Choose a legal move.")
        value, later = derive_values(seed)[len(self.values) // 2 :][:2]
        return self._write(value, turn, move, _seal(later, self.heads[-1], move) if turn.seals and move else b"")

    def _turn(self, value: bytes) -> Turn:
        """The turn of the next message, which shows that value. RequestError: the value does not open the seal. It has
        one roll at most, since the one who rolls knows the next already."""
        record, game, me = self.record, self.record.game, self.writer
        opened = None
        if self.seal and self.sealed + 2 == len(self.values):
            moves, head = game.moves(record.state, me), self.heads[self.sealed - 1]
            index = next((number for number, move in enumerate(moves) if _seal(value, head, move) == self.seal), None)
            if index is None:
                raise RequestError(SWAPPED)
            record, opened = record.play(moves[index]), (index, len(moves))
        if game.phase(record.state) == "roll":
            thrown = record.play(roll(value, self.heads[-1], len(self.values), "", game.rolls(record.state)))
            record = thrown if me in game.players(thrown.state) else record
        moves = game.moves(record.state, me)
        seals = bool(moves) and len(game.players(record.state)) > 1 and (not self.seal or opened is not None)
        return Turn(record, moves, seals, opened)

    def _write(self, value: bytes, turn: Turn, move: Event | None, seal: bytes) -> Exchange:
        """Add the message of a turn: what it opens, the die, and a choice, or the seal of one where it is sealed."""
        exchange, choice = self, (0, 1)
        record, game = turn.record, turn.record.game
        tokens = [str(event) for event in record.events[len(self.record.events) :]]
        if turn.opened:
            choices = (*self.choices[: self.sealed], turn.opened, *self.choices[self.sealed + 1 :])
            exchange = replace(exchange, choices=choices, seal=b"")
        if turn.seals:
            exchange = replace(exchange, seal=seal, sealed=len(self.values))
            tokens.append(seal.hex())
        elif move is not None:
            record, choice = record.play(move), (turn.moves.index(move), len(turn.moves))
            tokens.append(str(move))
            if game.phase(record.state) == "roll" and game.players(record.state) == (self.writer,):
                raise RequestError(SEVERAL_ROLLS)
        return replace(exchange, record=record)._add(value, *tokens, choice=choice)

    def _add(self, value: bytes, *tokens: str, choice: tuple[int, int] = (0, 1)) -> Exchange:
        words = " ".join((self.heads[-1] if self.heads else LABEL, value.hex(), *tokens))
        return replace(
            self,
            values=(*self.values, value),
            heads=(*self.heads, hashlib.sha256(words.encode()).hexdigest()),
            choices=(*self.choices, choice),
        )

    @cached_property
    def word(self) -> str:
        """The message: the whole game as one word that fits into an address."""
        record, number = self.record, 0
        for index, count in reversed(self.choices):
            number = number * count + index
        start = record.game.position(record.game.start(record.variant))
        packing = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, COMMON)
        about = packing.compress("\n".join((f"{self.host}{start}", *record.players)).encode()) + packing.flush()
        length = (2 * len(self.values) + bool(self.seal)).to_bytes(2)
        proof = b"".join(self.values[-2:]) + self.seal + bytes.fromhex(self.heads[-1])[:CHECK]
        return to_word(about + length + proof + number.to_bytes((number.bit_length() + 7) // 8))

    @property
    def path(self) -> str:
        """Where the message is opened, on any page of Tablée."""
        return f"/by-message/{self.id}?game={self.word}"

    def to_record(self) -> Record:
        """The game as a record, with its last message: so its dice can be checked."""
        return replace(self.record, headers={"dice": "virtual", HEADER: self.word})


def unpack(word: str) -> Exchange:
    """The game that a message holds, every roll worked out again. RequestError: it cannot be read."""
    try:
        return _unpack(from_word(word))
    except RequestError:
        raise
    except (ValueError, IndexError, zlib.error, TableeError):
        raise RequestError(CUT) from None


def _unpack(packed: bytes) -> Exchange:
    """`unpack` of its bytes; ValueError, IndexError or any error of the rules for what was never sent."""
    unpacking = zlib.decompressobj(-15, COMMON)
    start, *names = unpacking.decompress(packed, LONGEST).decode().split("\n")
    host, begin = int(start[0]), at(start[1:], load)
    rest = io.BytesIO(unpacking.unused_data)
    length, sealed = divmod(int.from_bytes(rest.read(2)), 2)
    values = [rest.read(SIZE) for _ in range(min(length, 2))]
    seal, check, number = rest.read(SIZE * sealed), rest.read(CHECK), int.from_bytes(rest.read())
    exchange = Exchange(Record(begin.game, begin.variant, players=("", "")), host)
    if not (unpacking.eof and 0 < length < 2 * MOST and host in (1, 2) and len(names) == 2):
        raise ValueError
    if begin.state != exchange.record.state or [clean_name(name) for name in names] != names:
        raise ValueError
    while len(values) < length:  # each proves the one before it of the same player
        values.insert(0, hashlib.sha256(values[1]).digest())
    for name in [names[host - 1], names[2 - host]][:length]:
        exchange = exchange._join(name, values[len(exchange.values)])
    for at_number, value in list(enumerate(values))[2:]:
        turn, move = exchange._turn(value), None
        waits = turn.seals and at_number + 2 >= length  # to be opened by a message to come
        if exchange.over or (waits and not sealed):
            raise ValueError
        if turn.moves and not waits:
            number, index = divmod(number, len(turn.moves))
            move = turn.moves[index]
        later = _seal(values[at_number + 2], exchange.heads[-1], move) if turn.seals and move else seal
        exchange = exchange._write(value, turn, move, later)
    if number or exchange.seal != seal or not exchange.heads[-1].startswith(check.hex()) or len(check) < CHECK:
        raise ValueError
    return exchange


def find_messages(text: str) -> list[Exchange]:
    """The messages in a text, such as a saved chat; of several games, those of the last. RequestError: one of them
    cannot be read, or does not belong to the game that its link names."""
    links = WORD.findall(text)
    messages = [unpack(word) for name, word in links if name == links[-1][0]]
    if any(message.id != links[-1][0] for message in messages):
        raise RequestError(BROKEN)
    return messages


def check(earlier: Exchange, new: Exchange) -> None:
    """RequestError if two messages are not of one game that has gone on in one way, and a sentence about how."""
    for number, heads in enumerate(zip(earlier.heads, new.heads, strict=False)):
        if heads[0] == heads[1]:
            continue
        if number == 1:
            raise RequestError(TAKEN)
        if number < len(new.heads) - 1 and earlier.values[number] != new.values[number]:
            raise RequestError(BROKEN)
        opened = earlier.seal and earlier.sealed == number < len(new.heads) - 2
        raise RequestError(SWAPPED if opened else FORK)


def verify(messages: Sequence[Exchange]) -> Verdict:
    """Whether messages of one game, in the order in which they were sent, follow from each other."""
    for number, message in enumerate(messages[1:], 1):
        try:
            check(messages[number - 1], message)
        except RequestError as error:
            return Verdict(False, Text(f"Message {number + 1} : ", f"Message {number + 1}: ") + error.text, at=number)
    last = max(messages, key=lambda message: len(message.values))
    throws = sum(isinstance(event, Roll) for event in last.record.events)
    missing = len(last.values) - len({len(message.values) for message in messages})
    text = Text(
        f"Les {throws} lancers découlent des secrets montrés.", f"All {throws} rolls follow from the secrets shown."
    )
    if missing:
        text += Text(
            f" Pour prouver qu’ils étaient scellés d’avance, il faut tous les messages : il en manque {missing}.",
            f" Only the complete set of messages can prove they were sealed beforehand: {missing} are missing.",
        )
        return Verdict(False, text, throws)
    return Verdict(True, text + Text(" Chacun était scellé d’avance.", " Each was sealed beforehand."), throws)


def verify_record(record: Record) -> Verdict:
    """Whether the events of a record are those of the message that it was kept with."""
    try:
        exchange = unpack(record.headers[HEADER])
    except RequestError as error:
        return Verdict(False, error.text)
    if record.states[0] != exchange.record.states[0]:
        text = Text("La partie ne commence pas comme ses messages.", "The game does not begin as its messages do.")
        return Verdict(False, text)
    for index, (event, sent) in enumerate(zip_longest(record.events, exchange.record.events)):
        if event != sent:
            text = Text(
                f"Événement {index + 1} : la partie dit {event or 'rien'}, les messages donnent {sent or 'rien'}.",
                f"Event {index + 1}: the game says {event or 'nothing'}, the messages give {sent or 'nothing'}.",
            )
            return Verdict(False, text, at=index)
    return verify([exchange])
