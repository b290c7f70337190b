"""What was played at a table: the events, the states between them, and what was taken back."""

from tablee.core.game import AnyGame, Event, Roll, State, Variant


class History:
    """The events of a game and all its states: `states[i]` is the one that `events[i]` met."""

    def __init__(self, game: AnyGame, variant: Variant, position: str = "") -> None:
        self.game = game
        self.events: list[Event] = []
        self.actors: list[int] = []  # the seat of each event
        self.begin: State | None = game.from_position(position) if position else None
        self.states: list[State] = [self.begin or game.start(variant)]
        self.public: list[Event] = []  # as a record writes them: player 1's choice first, and no hidden choice
        self.tokens: list[str] = []  # the same, spelled
        self.pending = False  # a hidden choice waits for the other one
        self.salts: list[str] = []  # of each roll
        # Rolls that were undone, and their salts: nobody rolls anew by undoing.
        self.undone_rolls: list[tuple[Roll, str]] = []
        self.comments: list[tuple[int, str]] = []  # after which event, and what it says

    @property
    def state(self) -> State:
        return self.states[-1]

    def joint(self, index: int) -> bool:
        """Did several have to choose at once where that event was played?"""
        return index >= 0 and len(self.game.players(self.states[index])) > 1

    def undo_length(self, seats: tuple[int, ...]) -> int | None:
        """How many events stay if the last choice of one of these seats is taken back; None: there is none. Of two
        simultaneous choices both go: the second was made when the first was already hidden on the table."""
        for index in range(len(self.events) - 1, -1, -1):
            if self.actors[index] in seats and not isinstance(self.events[index], Roll):
                while self.joint(index - 1):
                    index -= 1
                return index
        return None

    def conceals(self, length: int) -> bool:
        """Is a hidden choice all that was played after the first `length` events?"""
        return self.pending and length == len(self.events) - 1

    @property
    def number(self) -> int:
        """The number of public events, by which the next choice is numbered."""
        return len(self.events) - self.pending

    def _publish(self, first: int = 0) -> None:
        """Put what everybody may know in order, from that event on."""
        del self.public[first:], self.tokens[first:]
        for index in range(first, self.number):
            event, before, target = self.events[index], self.states[index - 1], index
            if self.joint(index - 1) and self.game.actor(before, event) < self.game.actor(before, self.public[-1]):
                target -= 1
            self.public.insert(target, event)
            self.tokens.insert(target, str(event))

    # --- changing ---------------------------------------------------------------------------------------------

    def play(self, seat: int, event: Event, after: State, salt: str = "") -> bool:
        """One more event, and the state after it; is it hidden from the others?"""
        before, hidden = self.states[-1], self.pending
        if isinstance(event, Roll):
            self.salts.append(salt)
            del self.undone_rolls[:1]
        self.events.append(event)
        self.actors.append(seat)
        self.states.append(after)
        # L4: the first of two simultaneous choices stays hidden, and the position looks the same to the other.
        self.pending = not isinstance(event, Roll) and len(self.game.players(before)) > 1
        if hidden:
            self._publish(len(self.public))
        elif not self.pending:
            self.public.append(event)
            self.tokens.append(str(event))
        return self.pending

    def correct(self, event: Event) -> None:
        """The last event was mistyped."""
        after = self.game.play(self.states[-2], event)
        self.events[-1], self.states[-1] = event, after
        self._publish()

    def take_back(self, length: int, *, keep: bool) -> None:
        """Keep the first `length` events. `keep`: the rolls that go will come again; else all that follow are new."""
        rolls = [event for event in self.events[length:] if isinstance(event, Roll)]
        remaining = len(self.salts) - len(rolls)
        self.undone_rolls = [*zip(rolls, self.salts[remaining:], strict=True), *self.undone_rolls] if keep else []
        del self.salts[remaining:]
        del self.events[length:], self.actors[length:], self.states[length + 1 :]
        self.comments = [comment for comment in self.comments if comment[0] < length]
        self.pending = False
        self._publish()
