"""A study for people, in two languages, and for programs; one alone, or two side by side."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import pairwise

from tablee import bots
from tablee.core.words import Text, count_noun, or_list, percent
from tablee.drawing.plots import Curves, Plot
from tablee_lab.runs.report import PERCENT, PLAIN, Figure, bars, document, heading, histogram, to_json

from .block import MOMENTS
from .studies import Study

AND = Text(" et ", " and ")
EVEN = 1e-6  # of a share: a seat with no more than that above its fair one is not favoured
DIFFERENT = "≠"
COMPARED = Text(
    f"{DIFFERENT} : la différence est nette (les intervalles à 95 % ne se touchent pas).",
    f"{DIFFERENT}: clearly different (the 95% intervals do not touch).",
)


def _figures(study: Study) -> list[Figure]:
    job, alone = study.job, study.solo
    estimated = Text("", "") if job.exact else Text(" (estimé)", " (estimated)")
    options = {name: option.title for name, option in job.options.items()}
    points = (1.0, PLAIN) if alone else (100.0, PERCENT)
    rows = []
    for seat, share in enumerate(study.shares, 1):
        title = Text("Victoires : ", "Wins: ") + job.rules.seat_name(job.variant, seat)
        title += Text(" (nulles partagées)", " (draws shared)")  # or wins and draws would add up to more than 100 %
        rows.append(Figure(f"seat{seat}", Text("Somme laissée", "Total left") if alone else title, share, *points))
    rows += [
        Figure("perfect", Text("Sans faute", "Perfect games"), study.perfect)
        if alone
        else Figure("draws", Text("Parties nulles", "Draws"), study.draws),
        Figure("length", Text("Lancers et coups", "Rolls and moves"), study.length, 1.0, PLAIN),
        Figure("choices", Text("Coups où l’on choisit", "Moves with a choice"), study.choices),
        Figure("matters", Text("Choix qui comptent", "Choices that matter") + estimated, study.matters),
    ]
    if not alone:
        changes = Text("Changements de meneur", "Changes of the lead") + estimated
        rows.append(Figure("changes", changes, study.changes, 1.0, PLAIN))
        rows.append(Figure("known", Text("Gagnant connu après", "Winner known after") + estimated, study.decided))
    for name, used in study.uses.items():
        rows.append(Figure(f"uses.{name}", Text("Pris : ", "Taken: ") + options[name], used))
    for key, figures, word in (
        ("without", study.without, Text("Jamais : ", "Never: ")),
        ("always", study.always, Text("Toujours : ", "Always: ")),
    ):
        rows += [Figure(f"{key}.{name}", word + options[name], estimate, *points) for name, estimate in figures.items()]
    for low, high in pairwise(job.levels):
        if high in study.above:
            title = bots.KINDS[high].title + Text(" contre ", " against ") + bots.KINDS[low].title
            rows.append(Figure(f"level.{high}", title, study.above[high], *points))
    return rows


def describe_plays(study: Study) -> Text:
    """How much was played, and by whom."""
    who, seed = bots.KINDS[study.job.bot].title, study.job.seed
    by = Text.fill(", {who} à chaque place, graine {seed}", ", {who} in every seat, seed {seed}", who=who, seed=seed)
    return count_noun(study.games, "partie", "game") + by


def verdicts(study: Study) -> list[Text]:
    job, sentences = study.job, list[Text]()

    def name(title: Text, names: list[Text]) -> None:
        if names:
            sentences.append(title + or_list(names, last=AND) + Text(".", "."))

    if not study.solo:
        names = {seat: job.rules.seat_name(job.variant, seat) for seat in range(1, job.seats + 1)}
        values = {seat: percent(value, ".2f") for seat, value in (study.exact_values or {}).items()}
        shares = [names[seat] + Text(" ", " ") + value for seat, value in values.items()]
        name(Text("Exact, si tout le monde joue au mieux : ", "Exact, under best play: "), shares)
        exact = study.exact_values if bots.KINDS[job.bot].best == 1.0 else None
        sure = exact or {seat: estimate.low for seat, estimate in enumerate(study.shares, 1)}
        favoured = [names[seat] for seat, share in sure.items() if share > study.fair + EVEN]
        name(Text("La place favorisée : ", "The favoured seat: "), favoured)
        if not favoured:
            sentences.append(
                Text(
                    "Aucune place n’est nettement favorisée, d’après ces parties.",
                    "No seat is clearly favoured, as far as these games tell.",
                )
            )
    name(Text("Option morte : ", "Dead option: "), [job.options[name].title for name in study.dead])
    name(
        Text("Pas nettement plus forts que le niveau d’avant : ", "Not clearly stronger than the level below: "),
        [bots.KINDS[name].title for name, estimate in study.above.items() if estimate.low <= study.fair],
    )
    if not job.exact:
        sentences.append(
            Text("D’autres robots peuvent donner d’autres chiffres.", "Other bots may give other figures.")
        )
    return sentences


def text(studies: Sequence[Study], lang: str) -> str:
    """The figures of a study, or of several side by side, and what they mean."""
    marked = mark_studies(studies)
    heads = [(f"{mark} = " if mark else "") + heading(study.job, describe_plays(study), lang) for mark, study in marked]
    marks = [["", *(mark for mark, _ in marked), ""]] if len(studies) > 1 else []
    notes = [(f"{mark} : " if mark else "") + note.in_lang(lang) for mark, study in marked for note in verdicts(study)]
    notes += [COMPARED.in_lang(lang)] if len(studies) > 1 else []
    complete = all(study.complete for study in studies)
    return document(heads, complete, [(None, marks + rows(studies, lang))], lang, notes)


def mark_studies(studies: Sequence[Study]) -> list[tuple[str, Study]]:
    """Each study with the letter that it goes by; one alone needs none."""
    return list(zip("AB" if len(studies) > 1 else ("",), studies, strict=True))


def rows(studies: Sequence[Study], lang: str) -> list[list[str]]:
    """Every figure: what it is, what each study found, and of several whether they surely differ."""
    # What is measured otherwise is another figure: alone, a seat has a sum left, and not a share.
    columns = [{(figure.key, figure.unit): figure for figure in _figures(study)} for study in studies]
    cells = []
    for key in dict.fromkeys(key for column in columns for key in column):
        compared = [column.get(key) for column in columns]
        title = next(figure.title for figure in compared if figure)
        cells.append([title.in_lang(lang), *(figure.text(lang) if figure else "–" for figure in compared)])
        if len(studies) > 1:
            first, second = (figure.found if figure else None for figure in compared)
            apart = first and second and (first.high < second.low or second.high < first.low)
            cells[-1].append(DIFFERENT if apart else "")
    return cells


# --- as pictures ------------------------------------------------------------------------------------------------------


def plots(study: Study, lang: str) -> list[Plot]:
    """The shares, the lengths, the options, and how the winner's chance grows."""
    job, times, figures = study.job, 1.0 if study.solo else 100.0, _figures(study)

    def several(words: Text, begin: str, zero: bool = False) -> list[Plot]:
        matching = [figure for figure in figures if figure.key.startswith(begin)]
        return [*bars(words, matching, lang, zero=zero, mark=times * study.fair)]

    pictures = several(Text("Qui gagne", "Who wins"), "seat", zero=True) if job.seats > 1 else []
    pictures.append(
        histogram(Text("Lancers et coups d’une partie", "Rolls and moves of a game").in_lang(lang), study.lengths, lang)
    )
    pictures += several(Text("Qui ne prend jamais une option", "Never using an option"), "without.")
    pictures += several(Text("Qui la prend toujours", "Always using it"), "always.")
    pictures += several(Text("Un niveau contre le précédent", "A level against the one before"), "level.")
    return pictures + _growing(study, lang)


def _growing(study: Study, lang: str) -> list[Plot]:
    """The winner's mean chance along the game."""
    pairs = zip(study.paths, study.plays, strict=False)
    won = [(path, game.points.index(1.0)) for path, game in pairs if 1.0 in game.points]
    if not won:
        return []
    mean = [(now / MOMENTS, 100 * sum(path[now][seat] for path, seat in won) / len(won)) for now in range(MOMENTS)]
    across = {0.0: Text("début", "start").in_lang(lang), 0.5: Text("milieu", "half-way").in_lang(lang)}
    name = Text("chance du futur gagnant", "chance of the eventual winner").in_lang(lang)
    words = Text("Comment la partie se décide", "How the game is decided").in_lang(lang)
    return [Curves(words, {name: mean}, across, {share: str(share) for share in (0, 50, 100)}, PERCENT.in_lang(lang))]


# --- for programs -----------------------------------------------------------------------------------------------------


def as_json(studies: Sequence[Study]) -> str:
    data = []
    for study in studies:
        job = study.job
        data.append(
            {
                "game": job.game,
                "variant": job.settings,
                "bot": job.bot,
                "seed": job.seed,
                "games": study.games,
                "complete": study.complete,
                "exact": job.exact,
                "value": {str(seat): value for seat, value in study.exact_values.items()}
                if study.exact_values
                else None,
                "dead": list(study.dead),
                "figures": {figure.key: asdict(figure.found) for figure in _figures(study) if figure.found is not None},
            }
        )
    return to_json(data[0] if len(data) == 1 else data)
