"""A review as one picture: to share, to send, to print."""

import re
import textwrap
from dataclasses import dataclass, field

from tablee.core.words import Text, typeset
from tablee.drawing import curve as curves
from tablee.drawing.palette import Palette, Theme
from tablee.drawing.svg import Anchor, Markup, fit_font_size, picture, rect, write

from .report import WORDS, Report

WIDTH, MARGIN = 760.0, 24.0
ROOM = WIDTH - 2 * MARGIN
LETTER = 0.54  # how wide a letter is on average, in font sizes
LABEL = 250.0  # the room of a label beside its bar
CURVE = 150.0  # the height of the curve, of a width of 600


@dataclass
class _Drawing:
    """A picture that grows downwards."""

    lang: str
    palette: Palette
    parts: list[Markup] = field(default_factory=list)
    y: float = MARGIN

    def in_lang(self, words: Text) -> str:
        return typeset(words.in_lang(self.lang), self.lang)

    def write(
        self, words: Text, size: float = 15, *, look: str = "ink plain", x: float = MARGIN, anchor: Anchor = "start"
    ) -> None:
        """A paragraph, as many lines as it takes."""
        room = ROOM if anchor == "middle" else WIDTH - MARGIN - x
        for line in textwrap.wrap(self.in_lang(words), int(room / (size * LETTER)), break_on_hyphens=False):
            self.y += size * 1.35
            self.parts.append(write(x, self.y, line, size, look, anchor))

    def title(self, words: Text) -> None:
        self.y += 14
        self.write(words, 20, look="ink title")
        self.y += 4


def draw_svg(report: Report, lang: str, theme: Theme = "light") -> tuple[str, float, float]:
    """The picture, its width and its height. Its colours are plain ones, which every program can read."""
    to = _Drawing(lang, Palette(theme))
    middle = WIDTH / 2
    to.write(WORDS["title"], 30, look="ink title", x=middle, anchor="middle")
    to.write(report.record.game.TITLE + Text(" · ", " · ") + report.outcome, 16, x=middle, anchor="middle")
    to.write(report.sureness, 13, x=middle, anchor="middle", look="pencil plain")
    if report.review.entries:
        _curve(report, to)
        _account(report, to)
        _moments(report, to)
    to.y += MARGIN
    ground = rect(0, 0, WIDTH, to.y, None, "paper")
    title, outcome = to.in_lang(WORDS["title"]), to.in_lang(report.outcome)
    image = picture((WIDTH, to.y), [ground, *to.parts], title, outcome, lang, "review-", "review", theme)
    return re.sub(r"var\(--[\w-]+, ?(#[0-9a-f]+)\)", r"\1", image), WIDTH, to.y


def _curve(report: Report, to: _Drawing) -> None:
    to.title(WORDS["curve"])
    to.write(report.about_curve)
    to.y += 8
    lines, theme = report.lines, to.palette.theme
    marks = [curves.Mark(index + 1, report.height(index), "", str(index + 1), True) for index, _ in report.turning]
    height = CURVE * ROOM / curves.WIDTH
    chart = curves.curve(
        lines, marks, label=to.in_lang(WORDS["curve"]), theme=theme, height=CURVE, x=MARGIN, y=to.y, width=ROOM
    )
    to.parts.append(Markup(chart.replace("<svg ", f'<svg overflow="visible" height="{height:.1f}" ', 1)))
    for value, down in ((report.top, 14.0), (0.0, height - 4)):
        to.parts.append(write(MARGIN + 4, to.y + down, to.in_lang(report.worth(value)), 12, "ink plain", "start"))
    to.y += height + 4
    if len(report.people) > 2:
        for index, player in enumerate(report.people):
            to.parts.append(Markup(curves.sample(index, theme=theme, x=MARGIN, y=to.y + 8, width=50, height=10)))
            to.write(report.name(player), 13, x=MARGIN + 60)


def _account(report: Report, to: _Drawing) -> None:
    to.title(WORDS["adds_up"])
    to.write(report.about_account, 14)
    to.y += 6
    begin, length = MARGIN + LABEL, ROOM - LABEL - 110
    for row in report.rows:
        low, wide = min(row.begin, row.end) * length, max(abs(row.end - row.begin) * length, 2)
        label = to.in_lang(row.label)
        size = fit_font_size(label, LABEL - 6, 14, LETTER)
        to.parts.append(write(MARGIN, to.y + 17, label, size, "ink plain", "start"))
        to.parts += [
            rect(begin, to.y + 3, length, 18, None, "ground"),
            rect(begin + low, to.y + 3, wide, 18, fill=to.palette[row.ink]),
            write(WIDTH - MARGIN, to.y + 17, to.in_lang(row.figure), 14, "ink plain", "end"),
        ]
        to.y += 25


def _moments(report: Report, to: _Drawing) -> None:
    to.title(WORDS["moments"])
    for number, text, change in report.moments:
        to.write(Text(f"{number}. ", f"{number}. ") + text + Text(" ", " ") + change)
    if report.ideas:
        to.title(WORDS["ideas"])
    for idea in report.leading:
        assert idea.best is not None
        to.write(Text(f"{idea.at + 1}. ", f"{idea.at + 1}. ") + idea.played)
        to.write(_idea(report, idea.best, idea.kept), x=MARGIN + 20)
        for reason in idea.reasons:
            to.write(reason, 13, x=MARGIN + 20, look="pencil plain")


def _idea(report: Report, best: Text, gain: Text) -> Text:
    return Text.fill("{idea} : {best} ({gain})", "{idea}: {best} ({gain})", idea=WORDS["idea"], best=best, gain=gain)
