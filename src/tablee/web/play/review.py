"""The review of a game that is over: on its page, as a picture, on paper.

It is worked out once, beside the event loop, and kept. While that lasts the page says so and comes again by itself.
"""

from collections.abc import Collection

from starlette.requests import Request
from starlette.responses import Response

from tablee import review as analysis
from tablee.core.abandon import stop_if_abandoned
from tablee.core.bounded_dict import BoundedDict
from tablee.core.words import Text, typeset, untranslated
from tablee.drawing import curve as curves
from tablee.drawing.svg import Markup
from tablee.engine.background import begin
from tablee.engine.solution import waits
from tablee.engine.solvers import find_unbuilt
from tablee.paper import pdf, tree, typst
from tablee.review import picture
from tablee.review.report import WORDS, Report, Row
from tablee.review.review import Review
from tablee.table import Table

from ..frame.form_data import address, table_service_of
from ..frame.http_errors import HttpError
from ..frame.page import attachment, render
from ..frame.visitor import ClassFrame, Visitor
from ..frame.words import Words
from ..frame.work_queue import run_in_thread

MOST = 64  # reviews that are kept
PATIENCE = 2.0  # seconds that a page waits for one
FORMS: dict[str, str] = {"svg": "image/svg+xml", "png": "image/png", "pdf": "application/pdf"}


# --- working it out -----------------------------------------------------------------------------------------------


class Reviews:
    """A cache of reviews of finished games."""

    def __init__(self) -> None:
        self._made: BoundedDict[tuple[str, int, bool], Review] = BoundedDict(MOST)

    async def of(self, request: Request, table: Table, patience: float | None = PATIENCE) -> Review:
        """The review. TimeoutError: it is being made. A TableeError says why there is none."""
        # Once a table that takes long is there, the review is made anew. Whether all is exact would take long to say.
        key = (table.id, table.version, find_unbuilt(table.game.NAME, table.variant) is None)
        if key in self._made:
            return self._made[key]
        if not waits():
            begin(table.game.NAME, table.variant)
        record = table.record()

        def step(done: float, doing: Text) -> None:
            stop_if_abandoned()

        def make() -> Review:
            self._made[key] = made = analysis.review(record.game, record.states, record.events, step)
            return made

        return await run_in_thread(request, make, key=("review", *key), patience=patience)

    def forget(self, tables: Collection[str]) -> None:
        """Keep none of the reviews of these tables."""
        for key in [key for key in self._made if key[0] in tables]:
            del self._made[key]


# --- the page -----------------------------------------------------------------------------------------------------


async def page(request: Request) -> Response:
    table = await _finished_table(request)
    reviews: Reviews = request.app.state.reviews
    lang = Visitor.of(request).lang
    words = Words(lang, WORDS)
    try:
        review = await reviews.of(request, table)
    except TimeoutError:
        return render(request, "review_soon.html", table=table, r=words)
    return render(
        request,
        "review.html",
        table=table,
        r=words,
        p=Page(table, review, lang, request.scope.get("tablee.inside", ClassFrame()).url),
        link=address(request, f"/table/{table.id}/review"),
    )


async def file(request: Request) -> Response:
    """The review as a picture or a sheet of paper, to keep and to pass on."""
    form = request.path_params["form"]
    if form not in FORMS:
        raise HttpError(404, "Une image (svg, png) ou une feuille (pdf) ?", "A picture (svg, png) or a sheet (pdf)?")
    table, lang = await _finished_table(request), Visitor.of(request).lang
    review = await request.app.state.reviews.of(request, table, patience=None)
    made = await run_in_thread(request, _render, Page(table, review, lang), form, lang)
    return attachment(made, f"{table.game.NAME}-{table.id}.{form}", FORMS[form])


def _render(report: Report, form: str, lang: str) -> bytes:
    drawn, *size = picture.draw_svg(report, lang, "print" if form == "pdf" else "light")
    if form == "svg":
        return drawn.encode()
    title = WORDS["title"] + untranslated(" · ") + report.record.game.TITLE
    document = typst.poster(drawn, (size[0], size[1]), tree.PAPERS["a4"], lang, title)
    return pdf.render(document, "pdf" if form == "pdf" else "png")[0]


async def _finished_table(request: Request) -> Table:
    table = await table_service_of(request).open(request.path_params["table_id"])
    if not table.over:
        raise HttpError(
            409,
            "La partie n’est pas finie : on l’analysera à la fin.",
            "The game is not over: we’ll look back at it when it’s over.",
        )
    return table


class Page(Report):
    """The report with what only a page has: dots that lead to their moments, bars that stretch."""

    def __init__(self, table: Table, review: Review, lang: str, inside: str = "") -> None:
        super().__init__(table.record(lang), review, table.outcome.reason if table.outcome else None)
        self.table, self.lang, self.inside = table, lang, inside

    @property
    def curve(self) -> Markup:
        big = {at for at, _ in self.turning}
        marks = [
            curves.Mark(
                at + 1,
                self.height(at),
                self.moment(at + 1),
                typeset(f"{at + 1}. {self.record.describe(at).in_lang(self.lang)}", self.lang),
                at in big,
            )
            for at in range(len(self.review.entries))
        ]
        return Markup(curves.curve(self.lines, marks, label=typeset(WORDS["curve"].in_lang(self.lang), self.lang)))

    def sample(self, nth: int) -> Markup:
        return Markup(curves.sample(nth))

    def bar(self, row: Row) -> Markup:
        return Markup(curves.bar(row.begin, row.end, ink=row.ink))

    def moment(self, at: int) -> str:
        return f"{self.inside}/table/{self.table.id}/replay?at={at}"
