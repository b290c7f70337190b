"""A review in words: luck and skill as bars that add up to the result, the moments that decided, other ideas.

Nobody is marked: what could have been better is told as another idea.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablee.core.game import AnyGame, Event, State
from tablee.core.record import Record
from tablee.core.words import Text, capital, counted, same, who

from . import figures
from .reasons import MOST, NONE, reasons
from .review import SAME, Entry, Review, error_of

MOMENTS = 3
WIDTH = 24  # of the longest bar
WINS = Text("Bien suivie, elle gagne à coup sûr.", "Followed up well, it wins for certain.")
WORTH_TELLING = {False: 0.005, True: 0.05}  # a loss: half a point of chance; alone, a twentieth of a block
SEEN = {False: 0.001, True: 0.1}  # a change that shows in its figures


def story(record: Record, review: Review) -> list[Text]:
    """The review of a record, paragraph by paragraph; an empty Text parts them."""
    teller = _Teller(record, review)
    return [
        *teller.outcome(),
        same(""),
        *teller.account(),
        *teller.moments(),
        *teller.ideas(),
        same(""),
        sureness(record, review),
    ]


def turning(review: Review) -> list[tuple[int, Entry]]:
    """The events that changed most, in their order, each with its index."""
    least = SEEN[review.left]
    moved = [(at, entry) for at, entry in enumerate(review.entries) if abs(entry.change[entry.player]) >= least]
    most = sorted(moved, key=lambda item: -abs(item[1].change[item[1].player]))[:MOMENTS]
    return sorted(most, key=lambda item: item[0])


def happened(record: Record, review: Review, at: int) -> Text:
    """What happened there; of a joint choice (L4), which settles both, what both chose."""
    told = record.describe(at)
    return told if review.entries[at].encounter is None else record.describe(at - 1) + same(" ") + told


def spoken_for(game: AnyGame, state: State, entry: Entry, played: Event) -> list[Text]:
    """What speaks for the best move beside the one played; empty where nothing that we count does."""
    found = [reason.text for reason in reasons(game, state, entry.player, entry.best[0], played)]
    sure = entry.exact and len(entry.worth) > 1 and entry.amount > 1 - SAME  # alone, it is a sum that is lost
    return ([WINS, *found] if sure else found)[:MOST]


def improvable(review: Review) -> list[tuple[int, Entry]]:
    """The choices where another would have kept something worth telling, in their order."""
    least = WORTH_TELLING[review.left]
    return [(at, entry) for at, entry in enumerate(review.entries) if entry.kind == "move" and entry.amount > least]


def sureness(record: Record, review: Review) -> Text:
    """Returns the sentence on exactness: all exact, or the margin of error."""
    if review.exact:
        return Text("Tous ces nombres sont exacts.", "All these numbers are exact.")
    partly = any(entry.exact for entry in review.entries)
    told = (
        Text("Ces nombres sont en partie des estimations", "Some of these numbers are estimates")
        if partly
        else Text("Ces nombres sont des estimations", "These numbers are estimates")
    )
    error = error_of(record.game, record.variant)
    off = figures.points(error, review.left)
    bound = Text(f", à {off.fr[1:]} près par position.", f", to within {off.en[1:]} a position.")
    return told + (bound if error < 1 else Text(", sans garantie.", ", without a guarantee."))


class _Teller:
    def __init__(self, record: Record, review: Review) -> None:
        self.record, self.review = record, review
        self.alone = review.left

    # --- figures ------------------------------------------------------------------------------------------------

    def name(self, player: int) -> Text:
        """A given name; else the side, as the game calls it."""
        seat = self.record.game.seat_name(self.record.variant, player)
        return who(player) if self.record.names.get(player) else capital(seat)

    def worth(self, value: float) -> Text:
        return figures.worth(value, self.alone)

    def points(self, value: float) -> Text:
        return figures.points(value, self.alone)

    def bar(self, value: float, longest: float) -> str:
        return ("█" if value > 0 else "░") * round(WIDTH * abs(value) / longest) if longest else ""

    # --- paragraphs ---------------------------------------------------------------------------------------------

    def outcome(self) -> Iterator[Text]:
        yield self.record.game.TITLE
        ended = self.record.outcome
        yield ended.reason if ended else Text("La partie n’est pas finie.", "The game is not over.")

    def account(self) -> Iterator[Text]:
        """From the start to the end: who gained by their dice, who gave away by their choices."""
        last = self.review.entries[-1].worth if self.review.entries else self.review.start
        tallies = self.review.players
        # With three or four, what the dice and choices of all the others did; of two, the other's own bars say it.
        others = {
            player: last[player] - self.review.start[player] - tally.luck + tally.loss
            for player, tally in tallies.items()
            if len(tallies) > 2
        }
        longest = max(abs(part) for one in tallies.values() for part in (one.luck, one.loss, *others.values()))
        meaning = (
            Text("somme qui reste, si tout est bien joué", "sum left, if everything is played well")
            if self.alone
            else Text(
                "chances d’une partie sans faute, si tout est bien joué",
                "chance of a perfect game, if everything is played well",
            )
            if self.review.goal
            else Text("chances de gagner, si tout est bien joué", "chance of winning, if everything is played well")
        )
        for player, tally in tallies.items():
            start, end = self.worth(self.review.start[player]), self.worth(last[player])
            yield self.name(player) + Text(
                f" : {start.fr} → {end.fr} ({meaning.fr})", f": {start.en} → {end.en} ({meaning.en})"
            )
            luck, loss = figures.gain(tally.luck, self.alone), figures.gain(-tally.loss, self.alone)
            choices = counted(tally.decisions, "vrai choix|vrais choix", "real choice")
            yield Text(
                f"  dés    {self.bar(tally.luck, longest):<{WIDTH}} {luck.fr}",
                f"  dice   {self.bar(tally.luck, longest):<{WIDTH}} {luck.en}",
            )
            yield Text(
                f"  choix  {self.bar(-tally.loss, longest):<{WIDTH}} {loss.fr} ({choices.fr})",
                f"  moves  {self.bar(-tally.loss, longest):<{WIDTH}} {loss.en} ({choices.en})",
            )
            if player in others:
                rest, drawn = self.points(others[player]), self.bar(others[player], longest)
                yield Text(
                    f"  autres {drawn:<{WIDTH}} {rest.fr} (leurs dés et leurs choix)",
                    f"  others {drawn:<{WIDTH}} {rest.en} (their dice and choices)",
                )
        if self.review.encounters or any(entry.encounter is not None for entry in self.review.entries):
            met = self.points(self.review.encounters)
            yield Text(
                f"  rencontres : {met.fr} pour ",
                f"  encounters: {met.en} for ",
            ) + (who(1, "le") + Text(" (comment les choix secrets se sont croisés)", " (how the secret choices met)"))

    def moments(self) -> Iterator[Text]:
        """The events that changed most, in their order."""
        found = turning(self.review)
        if found:
            yield same("")
            yield Text("Les moments qui ont compté", "The moments that counted")
        for at, entry in found:
            after = entry.worth[entry.player]
            before, then = self.worth(after - entry.change[entry.player]), self.worth(after)
            moved = Text(f" : {before.fr} → {then.fr}.", f": {before.en} → {then.en}.")
            yield (
                same(f"  {at + 1}. ")
                + happened(self.record, self.review, at)
                + same(" ")
                + self.name(entry.player)
                + moved
            )

    def ideas(self) -> Iterator[Text]:
        """The choices where another would have kept most, in their order."""
        other = sorted(improvable(self.review), key=lambda item: -item[1].amount)[:MOMENTS]
        if other:
            yield same("")
            yield Text("D’autres idées", "Other ideas")
        for at, entry in sorted(other, key=lambda item: item[0]):
            kept, game, state = figures.gain(entry.amount, self.alone), self.record.game, self.record.states[at]
            yield (
                same(f"  {at + 1}. ")
                + self.record.describe(at)
                + Text(f" Une autre idée ({kept.fr}) : ", f" Another idea ({kept.en}): ")
                + game.tell(state, entry.best[0])
            )
            for why in spoken_for(game, state, entry, self.record.events[at]) or [NONE]:
                yield same("     ") + why
