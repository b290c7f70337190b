"""A report as text, for a terminal: the account as bars, the moments that decided, other ideas.

Nobody is marked: what could have been better is told as another idea.
"""

from __future__ import annotations

from collections.abc import Iterator

from tablee.core.words import Text, count_noun, untranslated

from .report import WORDS, Report, Row

WIDTH = 24  # of the longest bar


def describe_report(report: Report) -> Iterator[Text]:
    """The report, paragraph by paragraph; an empty Text parts them."""
    yield from (report.record.game.TITLE, report.outcome, untranslated(""))
    for name, luck, loss, decisions, kind_word in report.tallies:
        choices = count_noun(decisions, "vrai choix|vrais choix", "real choice")
        french, english = (
            "{name} : dés {luck}, choix {loss} ({choices})",
            "{name}: dice {luck}, choices {loss} ({choices})",
        )
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
