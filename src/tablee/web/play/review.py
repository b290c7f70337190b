"""The review of a game that is over: the curve of the chances, luck and skill, the moments that counted, other ideas.

What it takes to work it out leaves the event loop, one game at a time, and is kept. While it lasts the page says so and
comes again by itself.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import Response

from tablee import analysis
from tablee.analysis import figures
from tablee.analysis.account import GRADED, Step, account, grade
from tablee.analysis.review import ERRORS, Entry, Review
from tablee.analysis.story import improvable, turning
from tablee.core.record import Record
from tablee.core.words import Text, capital, same, typeset, who
from tablee.drawing import curve as curves
from tablee.table import Table

from ..frame.fault import Fault
from ..frame.forms import address, hall_of
from ..frame.page import render
from ..frame.visitor import Visitor

MOST = 64  # reviews that are kept
PATIENCE = 2.0  # seconds that a page waits for one

WORDS: dict[str, Text] = {
    "title": Text("Chance ou talent ?", "Luck or skill?"),
    "thinking": Text("La table relit la partie…", "The table goes through the game…"),
    "thinking_about": Text(
        "La première fois, elle ouvre de grands livres : cette page revient toute seule.",
        "The first time it opens large books: this page comes again by itself.",
    ),
    "curve": Text("La partie en une courbe", "The game as a curve"),
    "curve_many": Text("Les chances de gagner de chacun.", "Everybody’s chances of winning."),
    "curve_alone": Text(
        "La somme qui restera, si tout est bien joué : plus c’est bas, mieux c’est.",
        "The sum that will be left, if all is played well: lower is better.",
    ),
    "curve_dots": Text(
        "Un point mène à son moment ; les gros ont le plus compté.", "A dot leads to its moment; big ones counted most."
    ),
    "adds_up": Text("Les dés et les choix, mis bout à bout", "Dice and choices, end to end"),
    "adds_up_for": Text("Les chances {0} de gagner, du début à la fin.", "The chances {0} to win, from start to end."),
    "adds_up_alone": Text("La somme qui reste, du début à la fin.", "The sum left, from start to end."),
    "point": Text("Un point, c’est une chance sur 100.", "A point is one chance in 100."),
    "point_alone": Text(
        "Un dé chanceux en ôte (−), un choix qui laisse mieux en ajoute (+).",
        "A lucky throw takes some away (−), a choice that leaves something better adds some (+).",
    ),
    "start": Text("au départ", "at the start"),
    "end": Text("à la fin", "at the end"),
    "dice_of": Text("les dés {0}", "the dice {0}"),
    "moves_of": Text("les choix {0}", "the choices {0}"),
    "encounters": Text("comment les choix secrets se sont croisés", "how the secret choices met"),
    "estimate": Text("ce que l’estimation ne sait pas placer", "what the estimate cannot place"),
    "moments": Text("Les moments qui ont compté", "The moments that counted"),
    "ideas": Text("D’autres idées", "Other ideas"),
    "no_ideas": Text(
        "Rien à redire : chaque choix était parmi les meilleurs.", "Nothing to add: every choice was among the best."
    ),
    "idea": Text("Une autre idée", "Another idea"),
    "why": Text("Pourquoi ?", "Why?"),
    "no_why": Text(
        "Ce qu’on compte d’un coup d’œil ne les départage pas : c’est la suite, tous lancers pesés, qui décide.",
        "What can be counted at a glance does not tell them apart: what follows does, every throw weighed.",
    ),
    "good": Text("parmi les meilleurs", "among the best"),
    "choices": Text("Tous les vrais choix", "All the real choices"),
    "see": Text("revoir", "watch"),
    "from_here": Text("rejouer d’ici", "play on from here"),
    "every": Text("Toute la partie, coup par coup", "The whole game, step by step"),
    "event": Text("ce qui s’est passé", "what happened"),
    "print": Text(
        "Pour imprimer cette page : le menu de votre navigateur.", "To print this page: your browser’s menu."
    ),
    "link": Text("Lien vers cette page", "Link to this page"),
    "exact": Text("Tous ces nombres sont exacts.", "All these numbers are exact."),
    "estimated": Text("Ces nombres sont des estimations", "These numbers are estimates"),
    "bound": Text("à {0} près par position.", "to within {0} a position."),
    "unbound": Text("sans garantie.", "without a guarantee."),
    "empty": Text("Rien n’a été joué : il n’y a rien à relire.", "Nothing was played: there is nothing to go through."),
    "few": Text(
        f"Avec moins de {GRADED} vrais choix, on ne dit rien des choix.",
        f"With fewer than {GRADED} real choices, nothing is said about choices.",
    ),
}


# --- working it out -----------------------------------------------------------------------------------------------


class Reviews:
    """The reviews of tables whose game is over: each made once, one at a time, away from the event loop."""

    def __init__(self) -> None:
        self._made: OrderedDict[tuple[str, int], asyncio.Task[Review]] = OrderedDict()
        self._turn = asyncio.Semaphore(1)

    async def of(self, table: Table, patience: float = PATIENCE) -> Review | None:
        """The review; None while it is being made. A TableeError says why there is none."""
        key = (table.id, table.version)
        task = self._made.get(key)
        if task is None:
            task = self._made[key] = asyncio.create_task(self._make(table.record()))
            while len(self._made) > MOST:
                self._made.popitem(last=False)
        self._made.move_to_end(key)
        done, _ = await asyncio.wait({task}, timeout=patience)
        if done and task.exception() is not None:
            self._made.pop(key, None)  # the next one to ask tries again
        return task.result() if done else None

    async def _make(self, record: Record) -> Review:
        async with self._turn:
            return await asyncio.to_thread(analysis.review, record.game, record.states, record.events)


# --- the page -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Row:
    """A step of the account: what it is, its bar, and the figure beside it."""

    label: Text
    bar: Markup
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


async def page(request: Request) -> Response:
    table = await hall_of(request).open(request.path_params["table_id"])
    if not table.over:
        raise Fault(
            409,
            Text(
                "La partie n’est pas finie : on la relira ensemble à la fin.",
                "The game is not over: we shall go through it at its end.",
            ),
        )
    reviews: Reviews = request.app.state.reviews
    lang = Visitor.of(request).lang
    said = {key: typeset(text.said(lang), lang) for key, text in WORDS.items()}
    review = await reviews.of(table)
    if review is None:
        return render(request, "review_soon.html", table=table, r=said)
    return render(request, "review.html", table=table, r=said, p=Page(table, review, lang), link=_here(request, table))


def _here(request: Request, table: Table) -> str:
    return address(request, f"/table/{table.id}/review")


class Page:
    """What the page of a review shows."""

    def __init__(self, table: Table, review: Review, lang: str) -> None:
        self.table, self.review, self.lang = table, review, lang
        self.record = table.record()
        self.names = table.seating.names
        self.alone = len(review.start) == 1
        self.people = list(review.start)
        self.exact = review.exact
        outcome = self.record.outcome
        self.viewpoint = outcome.winners[0] if outcome and outcome.winners else 1
        self.turning = turning(review)
        self.improvable = {at for at, _ in improvable(review)}

    # --- words and figures ----------------------------------------------------------------------------------------

    def name(self, player: int) -> Text:
        return capital(who(player, "le")).named(self.names)

    def of(self, key: str, player: int) -> Text:
        """`les dés de Léa`."""
        before, _, after = WORDS[key].fr.partition("{0}")
        early, _, late = WORDS[key].en.partition("{0}")
        whose = (who(player, "de")).named(self.names)
        return Text(f"{before}{whose.fr}{after}", f"{early}of {whose.en}{late}")

    def worth(self, value: float) -> Text:
        return figures.worth(value, self.alone)

    def points(self, value: float) -> Text:
        return figures.points(value, self.alone)

    @property
    def about_curve(self) -> Text:
        if self.alone:
            return WORDS["curve_alone"]
        if len(self.people) > 2:
            return WORDS["curve_many"]
        at = [who(player, "à").named(self.names) for player in self.people]
        return Text(
            f"Quand elle monte, la partie sourit {at[0].fr} ; quand elle descend, {at[1].fr}.",
            f"When it rises the game smiles on {at[0].en}, when it falls on {at[1].en}.",
        )

    @property
    def sureness(self) -> Text:
        if self.exact:
            return WORDS["exact"]
        error = ERRORS[self.table.game.NAME]
        off = self.points(error)
        bound = WORDS["bound"] if error < 1 else WORDS["unbound"]
        told = Text(bound.fr.replace("{0}", off.fr[1:]), bound.en.replace("{0}", off.en[1:]))
        return WORDS["estimated"] + same(", ") + told

    # --- the curve ------------------------------------------------------------------------------------------------

    @property
    def worths(self) -> list[dict[int, float]]:
        return [dict(self.review.start), *(dict(entry.worth) for entry in self.review.entries)]

    @property
    def top(self) -> float:
        """What the upper edge of the curve stands for."""
        return max(worth[1] for worth in self.worths) or 1.0 if self.alone else 1.0

    @property
    def curve(self) -> Markup:
        shown = self.people[:1] if len(self.people) <= 2 else self.people
        lines = [[worth[player] / self.top for worth in self.worths] for player in shown]
        big = {at for at, _ in self.turning}
        marks = [
            curves.Mark(
                at + 1,
                lines[0][at + 1],
                self.moment(at + 1),
                typeset(f"{at + 1}. {self.record.told(at).said(self.lang)}", self.lang),
                at in big,
            )
            for at in range(len(self.review.entries))
        ]
        return Markup(curves.curve(lines, marks, label=typeset(WORDS["curve"].said(self.lang), self.lang)))

    def moment(self, at: int) -> str:
        return f"/table/{self.table.id}/replay?at={at}"

    # --- luck and skill -------------------------------------------------------------------------------------------

    @property
    def rows(self) -> list[Row]:
        steps = account(self.review, self.viewpoint)
        ends = [value for step in steps for value in (step.begin, step.end)]
        low, high = min(0.0, *ends), max(self.top, *ends)
        return [self._row(step, low, high) for step in steps]

    def _row(self, step: Step, low: float, high: float) -> Row:
        edge = step.kind in ("start", "end")
        label = self.of(f"{step.kind}_of", step.player) if step.player else WORDS[step.kind]
        begin, end = (round(value if self.alone else 100 * value, 1) for value in (step.begin, step.end))
        unit = 1 if self.alone else 100
        # Figures are differences of what stands there, so that those who add them up find the end.
        figure = self.worth(end / unit) if edge else self.points((end - begin) / unit)
        better = (step.end < step.begin) if self.alone else (step.end > step.begin)
        ink = "pencil" if edge else {"dice": "guard", "moves": "accent"}.get(step.kind, "smoke")
        if not edge and not better and step.kind == "dice":
            ink = "steel"
        spread = high - low
        return Row(label, Markup(curves.bar((step.begin - low) / spread, (step.end - low) / spread, ink=ink)), figure)

    @property
    def tallies(self) -> list[tuple[Text, Text, Text, int, Text | None]]:
        """Each player's name, luck, loss, real choices, and a kind word where there were enough."""
        return [
            (
                self.name(player),
                figures.gain(tally.luck, self.alone),
                figures.gain(-tally.loss, self.alone),
                tally.decisions,
                grade(self.review, player),
            )
            for player, tally in self.review.players.items()
        ]

    # --- moments and choices --------------------------------------------------------------------------------------

    @property
    def moments(self) -> list[tuple[int, Text, Text]]:
        return [(at + 1, self.record.told(at), self._moved(entry)) for at, entry in self.turning]

    def _moved(self, entry: Entry) -> Text:
        after = entry.worth[entry.player]
        before, then = self.worth(after - entry.change[entry.player]), self.worth(after)
        return self.name(entry.player) + Text(f" : {before.fr} → {then.fr}", f": {before.en} → {then.en}")

    @property
    def decisions(self) -> list[Idea]:
        return [self._idea(at, entry) for at, entry in enumerate(self.review.entries) if entry.open]

    @property
    def ideas(self) -> list[Idea]:
        return [idea for idea in self.decisions if idea.best is not None]

    def _idea(self, at: int, entry: Entry) -> Idea:
        state, event = self.record.states[at], self.record.events[at]
        if at not in self.improvable:
            return Idea(at, self.record.told(at), None, figures.gain(entry.amount, self.alone), (), entry.exact)
        game = self.record.game
        found = analysis.reasons(game, state, entry.player, entry.best[0], event)
        return Idea(
            at,
            self.record.told(at),
            game.tell(state, entry.best[0]).named(self.names),
            figures.gain(entry.amount, self.alone),
            tuple(reason.text for reason in found),
            entry.exact,
        )

    @property
    def events(self) -> list[tuple[int, Text, list[Text]]]:
        """Every event with everybody's worth after it."""
        return [
            (at + 1, self.record.told(at), [self.worth(entry.worth[player]) for player in self.people])
            for at, entry in enumerate(self.review.entries)
        ]
