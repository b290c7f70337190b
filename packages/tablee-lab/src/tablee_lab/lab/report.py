"""A study for people, in two languages, and for programs; one alone, or two side by side."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from tablee import bots
from tablee.core.words import Text, decimal, listed
from tablee.drawing.plots import Curves, Plot, Row, Rows, histogram
from tablee_lab.runs import Estimate, aligned

from .block import MOMENTS
from .studies import Study

AND = Text(" et ", " and ")
CUT = Text("Interrompu : voici ce qui est joué.", "Interrupted: this is what has been played.")
EVEN = 1e-6  # of a share: a seat with no more than that above its fair one is not favoured
DIFFERENT = "≠"
COMPARED = Text(
    f"{DIFFERENT} : la différence est sûre (les intervalles à 95 % ne se touchent pas).",
    f"{DIFFERENT}: surely different (the 95 % intervals do not touch).",
)
Figure = Callable[[Study], Estimate | None]


def said(found: Estimate | None, lang: str, times: float = 100.0, unit: str = " %") -> str:
    if found is None:
        return "–"
    value, low, high = (decimal(times * one).said(lang) for one in (found.value, found.low, found.high))
    return f"{value}{unit} [{low} – {high}]"


def _lines(study: Study) -> list[tuple[str, Text, Estimate | None, float, str]]:
    """Everything that is measured: a name, its title, the figure, and how it is written."""
    job = study.job
    alone = job.seats == 1
    told = Text("", "") if job.exact else Text(" (estimé)", " (estimated)")
    rows: list[tuple[str, Text, Estimate | None, float, str]] = []
    for seat, share in enumerate(study.shares, 1):
        title = Text("Victoires : ", "Wins: ") + job.rules.seat_name(job.variant, seat)
        title += Text(" (nulles partagées)", " (draws shared)")  # or wins and draws would add up to more than 100 %
        if alone:
            title = Text("Somme laissée", "Sum left")
        rows.append((f"seat{seat}", title, share, *((1.0, "") if alone else (100.0, " %"))))
    if alone:
        rows.append(("perfect", Text("Sans faute", "Perfect games"), study.perfect, 100.0, " %"))
    else:
        rows.append(("draws", Text("Parties nulles", "Draws"), study.draws, 100.0, " %"))
    rows += [
        ("length", Text("Lancers et coups", "Throws and moves"), study.length, 1.0, ""),
        ("choices", Text("Coups où l’on choisit", "Moves with a choice"), study.choices, 100.0, " %"),
        ("matters", Text("Choix qui comptent", "Choices that matter") + told, study.matters, 100.0, " %"),
    ]
    if not alone:
        rows += [
            ("changes", Text("Changements de meneur", "Changes of the lead") + told, study.changes, 1.0, ""),
            ("known", Text("Gagnant connu après", "Winner known after") + told, study.known, 100.0, " %"),
        ]
    options = job.options
    for name, used in study.uses.items():
        title = options[name].title
        rows.append((f"uses.{name}", Text(f"Pris : {title.fr}", f"Taken: {title.en}"), used, 100.0, " %"))
    for begin, figures, word in (
        ("without", study.without, Text("Jamais", "Never")),
        ("always", study.always, Text("Toujours", "Always")),
    ):
        for name, found in figures.items():
            title = options[name].title
            words = Text(f"{word.fr} : {title.fr}", f"{word.en}: {title.en}")
            rows.append((f"{begin}.{name}", words, found, *((1.0, "") if alone else (100.0, " %"))))
    for low, high in zip(job.levels, job.levels[1:], strict=False):
        if high in study.above:
            titles = [bots.KINDS[one].title for one in (high, low)]
            words = Text(f"{titles[0].fr} contre {titles[1].fr}", f"{titles[0].en} against {titles[1].en}")
            rows.append((f"level.{high}", words, study.above[high], *((1.0, "") if alone else (100.0, " %"))))
    return rows


def title(study: Study, lang: str) -> str:
    job = study.job
    named = {key: value["name"] if isinstance(value, dict) else value for key, value in _settings(study).items()}
    settings = ", ".join(f"{key} {value}" for key, value in named.items())
    return f"{job.game}, {settings} · {played(study).said(lang)}"


def played(study: Study) -> Text:
    """How much was played, and by whom."""
    who, seed = bots.KINDS[study.job.bot].title, study.job.seed
    return Text(
        f"{study.games} parties, {who.fr} à chaque place, graine {seed}",
        f"{study.games} games, {who.en} in every seat, seed {seed}",
    )


def verdicts(study: Study) -> list[Text]:
    """What a designer would say after looking at the figures."""
    job, found = study.job, list[Text]()
    if study.solved and job.seats > 1:
        values = {seat: decimal(100 * value, ".2f") for seat, value in study.solved.items()}
        names = [
            job.rules.seat_name(job.variant, seat) + Text(f" {value.fr} %", f" {value.en} %")
            for seat, value in values.items()
        ]
        found.append(_after(Text("Exact, si tout le monde joue au mieux : ", "Exact, under best play: "), names))
    if job.seats > 1:
        exact = study.solved if bots.KINDS[job.bot].best == 1.0 else None
        sure = exact or {seat: one.low for seat, one in enumerate(study.shares, 1)}
        favoured = [seat for seat, share in sure.items() if share > study.fair + EVEN]
        if favoured:
            names = [job.rules.seat_name(job.variant, seat) for seat in favoured]
            found.append(_after(Text("La place favorisée : ", "The favoured seat: "), names))
        else:
            found.append(
                Text(
                    "Aucune place n’est sûrement favorisée, d’après ces parties.",
                    "No seat is surely favoured, as far as these games tell.",
                )
            )
    if study.dead:
        names = [job.options[name].title for name in study.dead]
        found.append(_after(Text("Option morte : ", "Dead option: "), names))
    blurred = [name for name, one in study.above.items() if one.low <= study.fair]
    if blurred:
        names = [bots.KINDS[name].title for name in blurred]
        found.append(
            _after(
                Text("Pas nettement plus forts que le niveau d’avant : ", "Not told apart from the level below: "),
                names,
            )
        )
    if not job.exact:
        found.append(
            Text(
                "D’autres robots feraient d’autres chiffres.",
                "Other bots would make other figures.",
            )
        )
    return found


def _after(begin: Text, names: Sequence[Text]) -> Text:
    return begin + listed(names, last=AND) + Text(".", ".")


def text(studies: Sequence[Study], lang: str) -> str:
    """The figures of a study, or of several side by side, and what they mean."""
    lines = [CUT.said(lang)] if not all(study.complete for study in studies) else []
    for mark, study in marked(studies):
        lines.append(f"{mark} = {title(study, lang)}" if mark else title(study, lang))
    heads = [["", *(mark for mark, _ in marked(studies)), ""]] if len(studies) > 1 else []
    lines += ["", *aligned(heads + rows(studies, lang)), ""]
    for mark, study in marked(studies):
        lines += [f"{mark} : {one.said(lang)}" if mark else one.said(lang) for one in verdicts(study)]
    return "\n".join((*lines, *([COMPARED.said(lang)] if len(studies) > 1 else [])))


def marked(studies: Sequence[Study]) -> list[tuple[str, Study]]:
    """Each study with the letter that it goes by; one alone needs none."""
    return list(zip("AB" if len(studies) > 1 else ("",), studies, strict=True))


def rows(studies: Sequence[Study], lang: str) -> list[list[str]]:
    """Every figure: what it is, what each study found, and of several whether they surely differ."""
    # What is measured otherwise is another figure: alone, a seat has a sum left, and not a share.
    columns = [{(line[0], line[-1]): line[1:] for line in _lines(one)} for one in studies]
    made = []
    for key in dict.fromkeys(key for column in columns for key in column):
        shown = [column.get(key) for column in columns]
        first = next(one for one in shown if one)
        cells = [said(one[1], lang, one[2], one[3]) if one else "–" for one in shown]
        apart = len(studies) > 1 and _apart([one[1] if one else None for one in shown])
        made.append([first[0].said(lang), *cells, *([DIFFERENT if apart else ""] if len(studies) > 1 else [])])
    return made


def _apart(found: Sequence[Estimate | None]) -> bool:
    one, other = found[0], found[1]
    return one is not None and other is not None and (one.high < other.low or other.high < one.low)


# --- as pictures ------------------------------------------------------------------------------------------------------


def plots(study: Study, lang: str) -> list[Plot]:
    """The shares, the lengths, the options, and how the winner's chance grows."""
    job, times = study.job, 1.0 if study.job.seats == 1 else 100.0
    unit = "" if job.seats == 1 else " %"
    lines = _lines(study)

    def several(words: Text, begin: str, **settings: Any) -> list[Plot]:
        found = [
            Row(name.said(lang), times * one.value, said(one, lang, times, unit), times * one.low, times * one.high)
            for key, name, one, *_ in lines
            if key.startswith(begin) and one
        ]
        return [Rows(words.said(lang), found, **settings)] if found else []

    even = times * study.fair
    drawn = several(Text("Qui gagne", "Who wins"), "seat", mark=even) if job.seats > 1 else []
    drawn.append(
        histogram(Text("Lancers et coups d’une partie", "Throws and moves of a game").said(lang), study.lengths, lang)
    )
    drawn += several(Text("Qui ne prend jamais une option", "Never using an option"), "without.", zero=False, mark=even)
    drawn += several(Text("Qui la prend toujours", "Always using it"), "always.", zero=False, mark=even)
    drawn += several(
        Text("Un niveau contre le précédent", "A level against the one before"), "level.", zero=False, mark=even
    )
    return drawn + _growing(study, lang)


def _growing(study: Study, lang: str) -> list[Plot]:
    """The winner's mean chance along the game."""
    games = [game for block in study.blocks for game in block.games]
    won = [(path, game.points.index(1.0)) for path, game in zip(study.paths, games, strict=False) if 1.0 in game.points]
    if not won:
        return []
    mean = [(at / MOMENTS, 100 * sum(path[at][seat] for path, seat in won) / len(won)) for at in range(MOMENTS)]
    across = {0.0: Text("début", "start").said(lang), 0.5: Text("milieu", "half-way").said(lang)}
    name = Text("chance du futur gagnant", "chance of who will win").said(lang)
    words = Text("Comment la partie se décide", "How the game is decided").said(lang)
    return [Curves(words, {name: mean}, across, {at: str(at) for at in (0, 50, 100)}, " %")]


# --- for programs -----------------------------------------------------------------------------------------------------


def as_json(studies: Sequence[Study]) -> str:
    told = [_told(study) for study in studies]
    return json.dumps(told[0] if len(told) == 1 else told, ensure_ascii=False, indent=1)


def _told(study: Study) -> dict[str, Any]:
    job = study.job
    return {
        "game": job.game,
        "variant": _settings(study),
        "bot": job.bot,
        "seed": job.seed,
        "games": study.games,
        "complete": study.complete,
        "exact": job.exact,
        "value": study.solved and {str(seat): value for seat, value in study.solved.items()},
        "dead": list(study.dead),
        "figures": {
            key: {"value": found.value, "low": found.low, "high": found.high}
            for key, _, found, *_ in _lines(study)
            if found is not None
        },
    }


def _settings(study: Study) -> dict[str, Any]:
    return study.job.rules.settings(study.job.variant)
