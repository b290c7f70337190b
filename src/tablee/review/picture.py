"""A review as one picture, and as a page that needs nothing else: to share, to send, to print."""

import re
import textwrap
from collections.abc import Iterable
from dataclasses import dataclass, field

from tablee.core.words import Text, typeset
from tablee.drawing import curve as curves
from tablee.drawing.palette import Palette, Theme
from tablee.drawing.svg import Anchor, Markup, escape, fit_font_size, picture, rect, write

from .report import WORDS, Report

WIDTH, NARROW = 760.0, 400.0  # of a sheet, of a phone
MARGIN = 24.0
LETTER = 0.54  # how wide a letter is on average, in font sizes
CURVE = 150.0  # the height of the curve, of a width of 600


@dataclass
class _Drawing:
    """A picture that grows downwards."""

    lang: str
    palette: Palette
    width: float = WIDTH
    parts: list[Markup] = field(default_factory=list)
    y: float = MARGIN

    @property
    def room(self) -> float:
        return self.width - 2 * MARGIN

    def in_lang(self, words: Text) -> str:
        return typeset(words.in_lang(self.lang), self.lang)

    def write(
        self, words: Text, size: float = 15, *, look: str = "ink plain", x: float = MARGIN, anchor: Anchor = "start"
    ) -> None:
        """A paragraph, as many lines as it takes."""
        room = self.room if anchor == "middle" else self.width - MARGIN - x
        for line in textwrap.wrap(self.in_lang(words), int(room / (size * LETTER)), break_on_hyphens=False):
            self.y += size * 1.35
            self.parts.append(write(x, self.y, line, size, look, anchor))

    def title(self, words: Text) -> None:
        self.y += 14
        self.write(words, 20, look="ink title")
        self.y += 4


def draw_svg(report: Report, lang: str, theme: Theme = "light", width: float = WIDTH) -> tuple[str, float, float]:
    """The picture, its width and its height. Its colours are plain ones, which every program can read."""
    to = _Drawing(lang, Palette(theme), width)
    middle = width / 2
    to.write(WORDS["title"], 30, look="ink title", x=middle, anchor="middle")
    to.write(report.record.game.TITLE + Text(" · ", " · ") + report.outcome, 16, x=middle, anchor="middle")
    to.write(report.sureness, 13, x=middle, anchor="middle", look="pencil plain")
    if report.review.entries:
        _curve(report, to)
        _account(report, to)
        _moments(report, to)
    to.y += MARGIN
    ground = rect(0, 0, width, to.y, None, "paper")
    title, outcome = to.in_lang(WORDS["title"]), to.in_lang(report.outcome)
    image = picture((width, to.y), [ground, *to.parts], title, outcome, lang, f"review-{width:.0f}-", "review", theme)
    return re.sub(r"var\(--[\w-]+, ?(#[0-9a-f]+)\)", r"\1", image), width, to.y


def _curve(report: Report, to: _Drawing) -> None:
    to.title(WORDS["curve"])
    to.write(report.about_curve)
    to.y += 8
    lines, theme = report.lines, to.palette.theme
    marks = [curves.Mark(index + 1, report.height(index), "", str(index + 1), True) for index, _ in report.turning]
    height = CURVE * to.room / curves.WIDTH
    chart = curves.curve(
        lines, marks, label=to.in_lang(WORDS["curve"]), theme=theme, height=CURVE, x=MARGIN, y=to.y, width=to.room
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
    label_room = 250 if to.width == WIDTH else 0  # on a phone the label stands above its bar
    begin, length = MARGIN + label_room, to.room - label_room - 110
    for row in report.rows:
        low, wide = min(row.begin, row.end) * length, max(abs(row.end - row.begin) * length, 2)
        label = to.in_lang(row.label)
        size = fit_font_size(label, (label_room or to.room) - 6, 14, LETTER)
        to.parts.append(write(MARGIN, to.y + 17, label, size, "ink plain", "start"))
        to.y += 0 if label_room else 20
        base = to.y + 17
        to.parts += [
            rect(begin, to.y + 3, length, 18, None, "ground"),
            rect(begin + low, to.y + 3, wide, 18, fill=to.palette[row.ink]),
            write(to.width - MARGIN, base, to.in_lang(row.figure), 14, "ink plain", "end"),
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


STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:48rem;margin:1rem auto;padding:0 1rem;color:#33271f;"
    "background:#fffaf0}svg{width:100%;height:auto}table{border-collapse:collapse;width:100%}"
    "td,th{border-bottom:1px solid #d9c7a3;padding:.25rem .5rem;text-align:start}.wide{overflow-x:auto}"
    ".phone{display:none}@media(max-width:32rem){.phone{display:block}.sheet{display:none}}"
)


def render_html(report: Report, lang: str) -> str:
    """A page that needs nothing else: the picture, every other idea with its reasons, and the whole game as a table."""

    def in_lang(words: Text) -> str:
        return escape(typeset(words.in_lang(lang), lang))

    def rows(cells: Iterable[Iterable[str]]) -> str:
        return "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in line) + "</tr>" for line in cells)

    ideas = "".join(
        f"<li value='{idea.at + 1}'>{in_lang(idea.played)} "
        f"<strong>{in_lang(_idea(report, idea.best, idea.kept))}</strong> "
        + " ".join(map(in_lang, idea.reasons or (WORDS["no_why"],)))
        + "</li>"
        for idea in report.ideas
        if idea.best is not None
    )
    events = rows((str(number), in_lang(text), *map(in_lang, worths)) for number, text, worths in report.events)
    heads = "".join(f"<th scope='col'>{in_lang(report.name(player))}</th>" for player in report.people)
    title = in_lang(WORDS["title"] + Text(" · ", " · ") + report.record.game.TITLE)
    return (
        f"<!doctype html><html lang='{lang}'><head><meta charset='utf-8'><title>{title}</title>"
        "<meta name='viewport' content='width=device-width'>"
        f"<style>{STYLE}</style></head><body><div class='sheet'>{draw_svg(report, lang)[0]}</div>"
        f"<div class='phone'>{draw_svg(report, lang, width=NARROW)[0]}</div>"
        f"<h2>{in_lang(WORDS['ideas'])}</h2>"
        + (f"<ol>{ideas}</ol>" if ideas else f"<p>{in_lang(WORDS['no_ideas'])}</p>")
        + f"<h2>{in_lang(WORDS['every'])}</h2><div class='wide' tabindex='0'><table><thead><tr>"
        f"<th scope='col'>{in_lang(WORDS['number'])}</th>"
        f"<th scope='col'>{in_lang(WORDS['event'])}</th>{heads}</tr></thead><tbody>{events}</tbody></table></div>"
        "</body></html>\n"
    )
