"""A review of a game: the luck of every roll, the loss of every move, what each event did to everybody's chances.

A position is worth what best play of all makes of it. A roll moves that worth: luck. A move can only lower it, for
whoever makes it: loss. Nothing else happens in a game, so luck and losses add up to the result. Only where two choose
at once (L4) is there a third thing, the encounter: how the two choices met, which is neither's doing.

Alone, a position is worth the expected sum left, and less is better: luck and loss are signed so that luck is good
and loss is not, all the same.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any, Literal

from tablee.core.game import AnyGame, Event, Roll, State, Variant
from tablee.core.registry import part
from tablee.core.words import Text
from tablee.engine import solvers
from tablee.engine.solution import Advice, Progress, Values, quiet

Worth = Mapping[int, float]  # by player
SAME = 1e-9  # moves whose values differ by less are equally good


def error_of(game: AnyGame, variant: Variant) -> float:
    """How far an estimate of worth, luck or loss may be off, 95 times in 100; 1.0 where nobody has measured it."""
    is_trained = getattr(solvers.solver(game.NAME, variant), "is_trained", None)
    bound: float = getattr(part(game.NAME, "supported"), "ERROR", 1.0)
    return bound if is_trained is None or is_trained(variant) else 1.0


DOING = Text("analyse de la partie", "reviewing the game")


@dataclass(frozen=True, slots=True)
class Entry:
    """The effect of one event. `amount`: the luck of a roll, the loss of a move; `worth`: the value afterwards. `best`:
    every move without loss. `stake`: what the worst move would have lost. `encounter`: of the second of two choices,
    how they met, for player 1. `error`: how far an estimate may be off."""

    kind: Literal["roll", "move"]
    player: int
    amount: float
    change: Worth
    worth: Worth
    best: tuple[Event, ...] = ()
    stake: float = 0.0
    encounter: float | None = None
    exact: bool = True
    error: float = 0.0

    @property
    def open(self) -> bool:
        """Whether there was something to decide: not all legal moves were equally good."""
        return self.stake >= SAME


@dataclass(frozen=True, slots=True)
class Tally:
    """A player's game: all their luck, all their losses, and how often they had something to decide."""

    luck: float = 0.0
    loss: float = 0.0
    decisions: int = 0


@dataclass(frozen=True, slots=True)
class Review:
    """A game under review; `result` is None while it is not over. One entry for each event."""

    start: Worth
    result: Worth | None
    entries: tuple[Entry, ...]
    exact: bool
    left: bool = False  # whether values are sums left, of which less is better; elsewhere they are chances

    @property
    def players(self) -> dict[int, Tally]:
        tallies = dict.fromkeys(self.start, Tally())
        for entry in self.entries:
            luck, loss, decisions = (
                (entry.amount, 0.0, 0) if entry.kind == "roll" else (0.0, entry.amount, int(entry.open))
            )
            old = tallies[entry.player]
            tallies[entry.player] = Tally(old.luck + luck, old.loss + loss, old.decisions + decisions)
        return tallies

    @property
    def skill(self) -> dict[int, float]:
        """Of two, what is left of each one's result when everybody's luck is taken away; nothing before the end. Luck
        has mean 0 even where values are estimates, so this is an unbiased estimate of what the choices of both were
        worth to each, whatever the values. Where they are exact it is the losses and the encounters."""
        if self.result is None or len(self.start) != 2:
            return {}
        tallies, result = self.players, self.result
        return {
            player: result[player] - self.start[player] - tallies[player].luck + tallies[3 - player].luck
            for player in self.start
        }

    @property
    def skill_margin(self) -> float:
        """How far `skill` may be off, 95 times in 100. Each roll's luck is off by its error, with mean 0 whatever came
        before: the squares add up."""
        return min(1.0, 2 * sqrt(sum(entry.error**2 for entry in self.entries if entry.kind == "roll")))

    @property
    def encounters(self) -> float:
        """How all joint choices met, for player 1."""
        return sum(entry.encounter or 0.0 for entry in self.entries)


def review(game: AnyGame, states: Sequence[State], events: Sequence[Event], progress: Progress = quiet) -> Review:
    """The review of the events that led from the first of the states to the last."""
    return _Reviewer(game, states, events, progress).review()


class _Reviewer:
    """One review while it is made; `worths`: what each state is worth, as far as it is known."""

    def __init__(self, game: AnyGame, states: Sequence[State], events: Sequence[Event], progress: Progress) -> None:
        self.game, self.states, self.events, self.progress = game, states, events, progress
        self.people = range(1, game.seats(states[0].variant) + 1)
        self.left = solvers.counts_points(game.NAME, states[0].variant)
        self.sign = -1.0 if self.left else 1.0
        self.solver: Any = solvers.solver(game.NAME, states[0].variant)
        self.worths: dict[int, Values] = {}
        self.advices: dict[State, Advice] = {}
        # Where advice is a search, a position before a roll is worth the mean of what it finds after each.
        self.foresees = hasattr(self.solver, "SEARCHES") and not solvers.exact(game.NAME, states[0].variant)
        self.entries: list[Entry] = []

    def review(self) -> Review:
        self.progress(0.0, DOING)
        start = self.worth(0)
        for index, event in enumerate(self.events):
            self.progress(index / len(self.events), DOING)
            joint = self.joint(index)
            if isinstance(event, Roll):
                self.roll(index)
            elif joint is None:
                self.move(index)
            else:
                self.choice(index, joint)
        last = len(self.events)
        over = self.game.phase(self.states[last]) == "over"
        worths = [self.worths[index] for index in sorted(self.worths)]
        return Review(
            start=start.players,
            result=self.worth(last).players if over else None,
            entries=tuple(self.entries),
            exact=all(worth.exact for worth in worths) and all(entry.exact for entry in self.entries),
            left=self.left,
        )

    # --- what a state is worth ------------------------------------------------------------------------------------

    def worth(self, index: int) -> Values:
        """What a state is worth under best play; before a move, what its best makes of it."""
        if index not in self.worths:
            state = self.states[index]
            if self.game.phase(state) == "move" and self.joint(index) is None:
                advice = self.advice(state)
                self.worths[index] = self.after(index, advice.moves[0], advice)
            elif self.foresees and self.game.phase(state) == "roll":
                self.worths[index] = self.foresee(state)
            else:
                self.worths[index] = self.ask_values(state)
        return self.worths[index]

    def ask_values(self, state: State) -> Values:
        values: Values = self.solver.values(state, self.progress)
        return values

    def foresee(self, state: State) -> Values:
        """The mean over all rolls of what the best move then makes of it. Luck against this mean has mean 0, however
        good the values are (as AIVAT corrects): what is left of a result when luck is taken away is an unbiased
        estimate of what the choices were worth."""
        total, exact = 0.0, True
        for roll, weight in self.game.rolls(state):
            after = self.game.play(state, roll)
            advice = self.advice(after)
            best = advice.moves[0][1]
            total += float(weight) * (best if advice.player == 1 else 1.0 - best)
            exact = exact and advice.exact
        return Values.of_two(total, exact)

    def advice(self, state: State) -> Advice:
        if state not in self.advices:
            self.advices[state] = self.solver.advise(state, self.game.players(state)[0], self.progress, "quick")
        return self.advices[state]

    def after(self, index: int, option: tuple[Event, float], advice: Advice) -> Values:
        """What a move makes of a state, for everybody: its value to the mover says it all, but for three or four."""
        move, value = option
        if len(self.people) > 2:
            return self.ask_values(self.game.play(self.states[index], move))
        players = {advice.player: value} | {player: 1.0 - value for player in self.people if player != advice.player}
        return Values(dict(sorted(players.items())), advice.exact)

    def error(self, exact: bool) -> float:
        return 0.0 if exact else error_of(self.game, self.states[0].variant)

    def change(self, before: Values, after: Values) -> dict[int, float]:
        return {player: after.players[player] - before.players[player] for player in self.people}

    # --- the three kinds of event ---------------------------------------------------------------------------------

    def roll(self, index: int) -> None:
        player = self.game.players(self.states[index])[0]
        before, after = self.worth(index), self.worth(index + 1)
        change = self.change(before, after)
        exact = before.exact and after.exact
        luck = self.sign * change[player]
        self.entries.append(Entry("roll", player, luck, change, after.players, exact=exact, error=self.error(exact)))

    def move(self, index: int) -> None:
        advice = self.advice(self.states[index])
        token = str(self.events[index]).partition(":")[0]  # B5: a push may say its calculation
        played = next((move, value) for move, value in advice.moves if str(move) == token)
        before = self.worth(index)
        if not self.foresees:
            self.worths[index + 1] = self.after(index, played, advice)
        after = self.worth(index + 1)
        loss = max(0.0, self.sign * (advice.moves[0][1] - played[1]))
        self.add_move(advice, loss, self.change(before, after), before, after)

    def add_move(
        self, advice: Advice, loss: float, change: Worth, before: Values, after: Values, encounter: float | None = None
    ) -> None:
        best, worst = advice.moves[0][1], advice.moves[-1][1]
        among = tuple(move for move, value in advice.moves if abs(value - best) < SAME)
        exact = before.exact and after.exact and advice.exact
        rest = among, abs(best - worst), encounter, exact, self.error(exact)
        self.entries.append(Entry("move", advice.player, loss, change, after.players, *rest))

    # --- two who choose at once -----------------------------------------------------------------------------------

    def joint(self, index: int) -> int | None:
        """Where the joint choice began that this state belongs to; None if one player alone has to choose."""
        for begin in (index, index - 1):
            if begin >= 0 and len(self.game.players(self.states[begin])) > 1:
                return begin
        return None

    def choice(self, index: int, begin: int) -> None:
        """One of two choices: its loss against the other's best mixture; the second settles both."""
        state, event = self.states[begin], self.events[index]
        player = self.game.actor(state, event)
        advice = self.solver.advise(state, player, self.progress, "quick")
        before = self.worth(begin)
        change, after, encounter = dict.fromkeys(self.people, 0.0), before, None
        loss = max(0.0, advice.moves[0][1] - dict(advice.moves)[event])
        if index > begin:
            after = self.worth(index + 1)
            change = self.change(before, after)
            losses = {player: loss, self.entries[-1].player: self.entries[-1].amount}
            encounter = change[1] + losses[1] - losses[2]
        else:
            self.worths[index + 1] = before
        self.add_move(advice, loss, change, before, after, encounter)


# --- the line protocol ----------------------------------------------------------------------------------------


def answer(review: Review) -> dict[str, Any]:
    """A review as the line protocol writes it."""
    skill = {} if review.exact else review.skill  # where values are exact, losses say it
    return {
        "exact": review.exact,
        "start": _by_player(review.start),
        "result": None if review.result is None else _by_player(review.result),
        "players": {
            str(player): {"luck": tally.luck, "loss": tally.loss, "decisions": tally.decisions}
            | ({"skill": skill[player], "skill_margin": review.skill_margin} if skill else {})
            for player, tally in review.players.items()
        },
        "events": [_entry(entry) for entry in review.entries],
    }


def _by_player(worth: Worth) -> dict[str, float]:
    return {str(player): value for player, value in worth.items()}


def _entry(entry: Entry) -> dict[str, Any]:
    fields: dict[str, Any] = {"kind": entry.kind, "player": entry.player}
    if entry.kind == "roll":
        fields["luck"] = entry.amount
    else:
        fields |= {"loss": entry.amount, "best": [str(move) for move in entry.best]}
    fields["change"] = _by_player(entry.change)
    if entry.encounter is not None:
        fields["change"]["encounter"] = entry.encounter
    if not entry.exact:
        fields |= {"exact": False, "error": entry.error}
    return fields
