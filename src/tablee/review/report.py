"""A review as it is shown, on a page, in a picture, on paper: its words and figures, without any markup."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from tablee.core.game import AnyGame, Event, State
from tablee.core.record import Record
from tablee.core.words import Text, capital, count_noun, decimal, percent, player_ref, untranslated

from .account import GRADED, Kind, Step, grade, list_steps
from .reasons import MOST, NONE, find_reasons
from .review import SAME, Entry, Review, error_of

WIDTH = 24  # of the longest bar of a terminal
LEADING = 3  # ideas that are shown first
MOMENTS = 3  # events that are told as turning points
WINS = Text("Bien suivie, elle gagne à coup sûr.", "Followed up well, it wins for certain.")
WORTH_TELLING = {False: 0.005, True: 0.05}  # a loss: half a point of chance; solo, a twentieth of a block
SEEN = {False: 0.001, True: 0.1}  # a change that shows in its figures
WORDS: dict[str, Text] = {
    "title": Text("Chance ou talent ?", "Luck or skill?"),
    "curve": Text("La partie en une courbe", "The game as a curve"),
    "curve_many": Text("Les chances de gagner de chacun.", "Everybody’s chances of winning."),
    "curve_alone": Text(
        "La somme qui restera, si tout est bien joué : plus c’est bas, mieux c’est.",
        "The total that will be left, if everything is played well: lower is better.",
    ),
    "curve_perfect": Text(
        "Les chances d’une partie sans faute, si tout est bien joué pour cela.",
        "The chances of a perfect game, if everything is played for that.",
    ),
    "adds_up": Text("Les dés et les choix, mis bout à bout", "Dice and choices, end to end"),
    "adds_up_for": Text(
        "{who} : les chances de gagner, du début à la fin.", "{who}: the chances of winning, from start to end."
    ),
    "adds_up_alone": Text("La somme qui reste, du début à la fin.", "The total left, from start to end."),
    "adds_up_perfect": Text(
        "Les chances d’une partie sans faute, du début à la fin.", "The chances of a perfect game, from start to end."
    ),
    "point": Text("Un point, c’est une chance sur 100.", "A point is one chance in 100."),
    "point_alone": Text(
        "Un lancer chanceux la fait baisser (−) ; un choix moins bon la fait monter (+).",
        "A lucky roll takes some away (−); a weaker choice adds some (+).",
    ),
    "start": Text("au départ", "at the start"),
    "end": Text("à la fin", "at the end"),
    "dice_of": Text("les dés {who}", "{who}’s dice"),
    "moves_of": Text("les choix {who}", "{who}’s choices"),
    "encounters": Text("l’effet des deux choix secrets réunis", "how the two secret choices combined"),
    "estimate": Text("le reste, que l’on ne sait pas attribuer", "the rest, which belongs to nobody"),
    "moments": Text("Les moments qui ont compté", "The moments that counted"),
    "ideas": Text("D’autres idées", "Other ideas"),
    "no_ideas": Text(
        "Rien à redire : chaque choix était parmi les meilleurs.",
        "Nothing to improve: every choice was among the best.",
    ),
    "idea": Text("Une autre idée", "Another idea"),
    "no_why": NONE,
    "every": Text("Toute la partie, coup par coup", "The whole game, step by step"),
    "number": Text("n°", "no."),
    "event": Text("ce qui s’est passé", "what happened"),
    "few": Text(
        f"Moins de {GRADED} vrais choix : c’est trop peu pour en parler.",
        f"Fewer than {GRADED} real choices: too few to tell.",
    ),
}


def format_worth(value: float, solo: bool) -> Text:
    """What a position is worth: `48,5 %`, or solo, the sum left, `13,3`."""
    return decimal(value) if solo else percent(value)


def format_points(value: float, solo: bool) -> Text:
    """What was added to it, with its sign: `+3,1 points`, `−0,9 point`, or solo `+3,1`."""
    return decimal(value, "+.1f") if solo else count_noun(100 * value, "point", "point", "+.1f")


def format_gain(value: float, solo: bool) -> Text:
    """The same of something good, such as luck: it adds to the chances, and takes away from the sum left."""
    return format_points(-value if solo else value, solo)


def describe_event(record: Record, review: Review, index: int) -> Text:
    """What happened there; of a joint choice (L4), which settles both, what both chose."""
    text = record.describe(index)
    return text if review.entries[index].encounter is None else record.describe(index - 1) + untranslated(" ") + text


def list_reasons(game: AnyGame, state: State, entry: Entry, move: Event) -> list[Text]:
    """What speaks for the best move beside the one played; empty where nothing that we count does."""
    texts = [reason.text for reason in find_reasons(game, state, entry.player, entry.best[0], move)]
    sure = entry.exact and len(entry.worth) > 1 and entry.amount > 1 - SAME  # solo, it is a sum that is lost
    return ([WINS, *texts] if sure else texts)[:MOST]


@dataclass(frozen=True, slots=True)
class Row:
    """A step of the account: what it is, from where to where of the whole width, its ink, the figure beside it."""

    label: Text
    begin: float
    end: float
    ink: str
    figure: Text


@dataclass(frozen=True, slots=True)
class Idea:
    """A real choice: what was played, and where another keeps more, which and why. `at`: the moment before it."""

    at: int
    played: Text
    best: Text | None
    kept: Text
    reasons: tuple[Text, ...]
    sure: bool


class Report:
    """What is shown of the review of a record. `outcome`: how it ended, if the record itself does not say."""

    def __init__(self, record: Record, review: Review, outcome: Text | None = None) -> None:
        self.record, self.review, self.names = record, review, record.names
        self.left = review.left
        self.solo = len(review.start) == 1
        self.people = list(review.start)
        self.exact = review.exact
        ended = record.outcome
        unfinished = Text("La partie n’est pas finie.", "The game is not over.")
        self.outcome = outcome or (ended.reason.with_names(self.names) if ended else unfinished)
        self.viewpoint = ended.winners[0] if ended and ended.winners else 1

    # --- words and figures ----------------------------------------------------------------------------------------

    def name(self, player: int) -> Text:
        """`Léa`, `Player 1`; where the game has a word for the seat, that too: `Player 1 (the Lutins)`."""
        name = capital(player_ref(player, "le")).with_names(self.names)
        role = self.record.game.seat_name(self.record.variant, player)
        plain = self.names.get(player) or str(player) in role.fr
        return name if plain else name + untranslated(" (") + role + untranslated(")")

    def of(self, key: str, player: int) -> Text:
        """`les dés de Léa`."""
        text = WORDS[key]
        return Text.fill(text.fr, text.en, who=player_ref(player, "de").with_names(self.names))

    def worth(self, value: float) -> Text:
        return format_worth(value, self.left)

    def points(self, value: float) -> Text:
        return format_points(value, self.left)

    def gain(self, value: float) -> Text:
        return format_gain(value, self.left)

    @property
    def about_curve(self) -> Text:
        if self.solo:
            return WORDS["curve_alone" if self.left else "curve_perfect"]
        if len(self.people) > 2:
            return WORDS["curve_many"]
        return Text.fill(
            "Quand la courbe monte, c’est bon pour {viewer} ; quand elle descend, pour {other}.",
            "When the curve rises, {viewer} is doing better; when it falls, {other}.",
            viewer=player_ref(self.viewpoint, "le"),
            other=player_ref(3 - self.viewpoint, "le"),
        ).with_names(self.names)

    @property
    def about_account(self) -> Text:
        if self.left:
            return WORDS["adds_up_alone"] + untranslated(" ") + WORDS["point_alone"]
        text = WORDS["adds_up_for"]
        text = WORDS["adds_up_perfect"] if self.solo else Text.fill(text.fr, text.en, who=self.name(self.viewpoint))
        return text + untranslated(" ") + WORDS["point"]

    @property
    def sureness(self) -> Text:
        """Whether all of it is exact; if not, how far it may be off."""
        if self.exact:
            return Text("Tous ces nombres sont exacts.", "All these numbers are exact.")
        text = Text("Ces nombres sont des estimations", "These numbers are estimates")
        if any(entry.exact for entry in self.review.entries):
            text = Text("Ces nombres sont en partie des estimations", "Some of these numbers are estimates")
        error = error_of(self.record.game, self.record.variant)
        off = self.points(error)
        bound = Text(f", à {off.fr[1:]} près par position.", f", to within {off.en[1:]} per position.")
        return text + (bound if error < 1 else Text(", sans garantie.", ", without a guarantee."))

    @property
    def beyond_luck(self) -> Text | None:
        """Of a game of estimates: what the choices came to, without bias."""
        if self.exact or not (skill := self.review.skill):
            return None
        return Text.fill(
            "Sans les dés, il reste {points} ± {margin} points {whom} : juste en moyenne, même si chaque valeur est "
            "estimée.",
            "Without the dice, {points} ± {margin} points remain for {whom}: right on average, though each value is "
            "an estimate.",
            points=decimal(100 * skill[self.viewpoint], "+.1f"),
            margin=decimal(100 * self.review.skill_margin, ".0f"),
            whom=player_ref(self.viewpoint, "à"),
        ).with_names(self.names)

    # --- the curve ------------------------------------------------------------------------------------------------

    @cached_property
    def worths(self) -> list[dict[int, float]]:
        return [dict(self.review.start), *(dict(entry.worth) for entry in self.review.entries)]

    @property
    def top(self) -> float:
        """What the upper edge of the curve stands for."""
        return max(worth[1] for worth in self.worths) or 1.0 if self.left else 1.0

    @cached_property
    def lines(self) -> list[list[float]]:
        """The heights of the curve, one line for two players, as the bars see it, else one for each."""
        players = [self.viewpoint] if len(self.people) <= 2 else self.people
        return [[worth[player] / self.top for worth in self.worths] for player in players]

    def height(self, index: int) -> float:
        """Where the dot of an event lies: on the line of whoever it was, if everybody has one."""
        lines, player = self.lines, self.review.entries[index].player
        return lines[self.people.index(player) if len(lines) > 1 else 0][index + 1]

    # --- luck and skill -------------------------------------------------------------------------------------------

    @property
    def rows(self) -> list[Row]:
        steps = list_steps(self.review, self.viewpoint)
        ends = [value for step in steps for value in (step.begin, step.end)]
        low, high = min(0.0, *ends), max(self.top, *ends)
        return [self._row(step, low, high) for step in steps]

    def _row(self, step: Step, low: float, high: float) -> Row:
        edge = step.kind in ("start", "end")
        label = self.of(f"{step.kind}_of", step.player) if step.player else WORDS[step.kind]
        figure = self.worth(step.end) if edge else self.points(self._difference(step))
        better = (step.end < step.begin) if self.left else (step.end > step.begin)
        ink = "pencil" if edge else {"dice": "guard", "moves": "accent"}.get(step.kind, "smoke")
        if not edge and not better and step.kind == "dice":
            ink = "guard-pale"
        spread = high - low
        return Row(label, (step.begin - low) / spread, (step.end - low) / spread, ink, figure)

    def _difference(self, step: Step) -> float:
        """What a step adds to figures as they are written, so that those who add them up find the end."""
        unit = 1 if self.left else 100
        begin, end = (round(unit * value, 1) for value in (step.begin, step.end))
        return (end - begin) / unit

    def _own(self, kind: Kind, player: int, exact: float) -> Text:
        """A figure of somebody's own; of one or two it stands beside a bar, too, and is written alike."""
        steps = {(step.kind, step.player): step for step in list_steps(self.review, self.viewpoint)}
        step = steps.get((kind, player))
        if step is None or len(self.people) > 2:
            return self.gain(exact)
        return self.points(self._difference(step) if player == self.viewpoint else -self._difference(step))

    @property
    def tallies(self) -> list[tuple[Text, Text, Text, int, Text | None]]:
        """Each player's name, luck, loss, real choices, and a kind word where there were enough."""
        return [
            (
                self.name(player),
                self._own("dice", player, tally.luck),
                self._own("moves", player, -tally.loss),
                tally.decisions,
                grade(self.review, player),
            )
            for player, tally in self.review.players.items()
        ]

    # --- moments and choices --------------------------------------------------------------------------------------

    @cached_property
    def turning(self) -> list[tuple[int, Entry]]:
        """The events that changed most, in their order, each with its index."""
        changes = {index: abs(entry.change[entry.player]) for index, entry in enumerate(self.review.entries)}
        moved = [index for index in changes if changes[index] >= SEEN[self.left]]
        most = sorted(moved, key=lambda index: -changes[index])[:MOMENTS]
        return [(index, self.review.entries[index]) for index in sorted(most)]

    @property
    def moments(self) -> list[tuple[int, Text, Text]]:
        return [
            (index + 1, describe_event(self.record, self.review, index), self._describe_change(entry))
            for index, entry in self.turning
        ]

    def _describe_change(self, entry: Entry) -> Text:
        after = entry.worth[entry.player]
        before = self.worth(after - entry.change[entry.player])
        return self.name(entry.player) + Text(" : ", ": ") + before + untranslated(" → ") + self.worth(after)

    @cached_property
    def decisions(self) -> list[Idea]:
        return [self._idea(index, entry) for index, entry in enumerate(self.review.entries) if entry.open]

    @property
    def ideas(self) -> list[Idea]:
        return [idea for idea in self.decisions if idea.best is not None]

    @property
    def leading(self) -> list[Idea]:
        """The ideas that would have kept most, those first."""
        return sorted(self.ideas, key=lambda idea: -self.review.entries[idea.at].amount)[:LEADING]

    def _idea(self, index: int, entry: Entry) -> Idea:
        state, event, gain = self.record.states[index], self.record.events[index], self.gain(entry.amount)
        if entry.kind == "roll" or entry.amount <= WORTH_TELLING[self.left]:
            return Idea(index, self.record.describe(index), None, gain, (), entry.exact)
        game = self.record.game
        best = game.tell(state, entry.best[0]).with_names(self.names)
        why = list_reasons(game, state, entry, event)
        return Idea(index, self.record.describe(index), best, gain, tuple(why), entry.exact)

    @property
    def events(self) -> list[tuple[int, Text, list[Text]]]:
        """Every event with everybody's worth after it."""
        return [
            (index + 1, self.record.describe(index), [self.worth(entry.worth[player]) for player in self.people])
            for index, entry in enumerate(self.review.entries)
        ]


# --- as text, for a terminal; nobody is marked: what could have been better is told as another idea


def describe_report(report: Report) -> Iterator[Text]:
    """The report, paragraph by paragraph; an empty Text parts them."""
    yield from (report.record.game.TITLE, report.outcome, untranslated(""))
    for name, luck, loss, decisions, kind_word in report.tallies:
        choices = count_noun(decisions, "vrai choix|vrais choix", "real choice")
        french = "{name} : dés {luck}, choix {loss} ({choices})"
        english = "{name}: dice {luck}, choices {loss} ({choices})"
        tally = Text.fill(french, english, name=name, luck=luck, loss=loss, choices=choices)
        yield tally + untranslated(", ") + kind_word if kind_word else tally
    yield from (untranslated(""), WORDS["adds_up"], report.about_account)
    yield from map(_bar, report.rows)
    if report.beyond_luck:
        yield report.beyond_luck
    if report.turning:
        yield from (untranslated(""), WORDS["moments"])
    for number, event, change in report.moments:
        yield untranslated(f"  {number}. ") + event + untranslated(" ") + change + untranslated(".")
    if report.ideas:
        yield from (untranslated(""), WORDS["ideas"])
    for idea in report.leading:
        assert idea.best is not None
        gain = Text.fill(" Une autre idée ({gain}) : ", " Another idea ({gain}): ", gain=idea.kept)
        yield untranslated(f"  {idea.at + 1}. ") + idea.played + gain + idea.best
        for why in idea.reasons or (WORDS["no_why"],):
            yield untranslated("     ") + why
    yield from (untranslated(""), report.sureness)


def _bar(row: Row) -> Text:
    """A step of the account: its bar where it lies, its figure, what it is."""
    low, high = (round(WIDTH * end) for end in sorted((row.begin, row.end)))
    bar = " " * low + ("█" if row.end >= row.begin else "░") * (high - low)
    figure, label = row.figure, row.label
    return Text(f"  {bar:<{WIDTH}} {figure.fr:>12}  {label.fr}", f"  {bar:<{WIDTH}} {figure.en:>12}  {label.en}")
