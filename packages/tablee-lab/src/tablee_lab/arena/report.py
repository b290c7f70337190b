"""A standing for people, in two languages, and for programs, as JSON or CSV."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from tablee import bots
from tablee.core.words import Text, counted, decimal
from tablee.drawing.plots import Row, Rows
from tablee_lab.runs import Estimate, aligned

from .standing import Pair, Place, Standing

SEATING = {
    1: Text("les mêmes dés pour tous", "the same dice for all"),
    2: Text("mêmes dés, places échangées", "same dice, seats swapped"),
}
CIRCLES = Text("mêmes dés, tous les ordres autour de la table", "same dice, every order around the table")
RATINGS = Text(
    "Cotes (Elo, moyenne 1500), avec leur intervalle à 95 %", "Ratings (Elo, mean 1500), with 95 % intervals"
)
PAIRS = Text("Points sur 100 du premier contre le second", "Points in 100 of the first against the second")
SEATS = Text("Points sur 100 de chaque place, qui que ce soit", "Points in 100 of each seat, whoever sat there")
CUT = Text("Interrompu : voici ce qui est joué.", "Interrupted: this is what has been played.")
UNSURE = "~"
TOLD = Text(
    f"{UNSURE} : pas départagés, ce robot et le suivant, ou les deux de la ligne "
    "(l’intervalle à 95 % de leur différence contient 0).",
    f"{UNSURE}: not told apart, this bot and the next, or the two of the line "
    "(the 95 % interval of their difference holds 0).",
)
NOTHING = Text("Rien n’est encore joué.", "Nothing has been played yet.")


def text(standing: Standing, lang: str) -> str:
    """The rating table, then every pair."""
    contest = standing.contest
    settings = ", ".join(f"{key} {value}" for key, value in _settings(standing).items())
    seating = SEATING.get(contest.seats, CIRCLES)
    played = Text(
        f"{standing.games} parties, {seating.fr}, graine {contest.seed}",
        f"{standing.games} games, {seating.en}, seed {contest.seed}",
    )
    lines = [f"{contest.game}, {settings} · {played.said(lang)}"]
    if not standing.complete:
        lines.insert(0, CUT.said(lang))
    if not standing.pairs:
        return "\n".join((*lines, NOTHING.said(lang)))
    lines += ["", RATINGS.said(lang), *aligned([_place(place, lang) for place in standing.places])]
    lines += ["", PAIRS.said(lang), *aligned([_pair(pair, lang) for pair in standing.pairs])]
    if not all([place.apart for place in standing.places] + [pair.apart for pair in standing.pairs]):
        lines += ["", TOLD.said(lang)]
    return "\n".join(lines)


def plots(standing: Standing, lang: str) -> list[Rows]:
    """Ratings with their intervals, and what each seat is worth."""
    if not standing.places:
        return []
    contest = standing.contest
    ratings = [
        _row(bots.KINDS[place.bot].title, place.rating, f"{place.rating.value:.0f} {_interval(place.rating)}", lang)
        for place in standing.places
    ]
    seats = [
        _row(contest.rules.seat_name(contest.variant, seat), share, _share(share, lang).strip(), lang, 100)
        for seat, share in enumerate(standing.seats, 1)
    ]
    return [
        Rows(RATINGS.said(lang), ratings, zero=False),
        *([Rows(SEATS.said(lang), seats, mark=100 / contest.seats)] if seats else []),
    ]


def _row(name: Text, found: Estimate, said: str, lang: str, times: int = 1) -> Row:
    return Row(name.said(lang), times * found.value, said, times * found.low, times * found.high)


def _interval(found: Estimate) -> str:
    return f"[{found.low:.0f} – {found.high:.0f}]"


def _place(place: Place, lang: str) -> list[str]:
    rating = place.rating
    cells = [
        place.bot,
        bots.KINDS[place.bot].title.said(lang),
        f"{rating.value:.0f}{'' if place.apart else UNSURE}",
        _interval(rating),
        Text(f"{_share(place.score, 'fr')} points sur 100", f"{_share(place.score, 'en')} points in 100").said(lang),
    ]
    if place.left is not None and place.perfect is not None:
        left, perfect = (decimal(figure).said(lang) for figure in (place.left, 100 * place.perfect))
        cells.append(
            Text(
                f"somme {left} en moyenne, sans faute {perfect} %", f"sum {left} on average, perfect {perfect} %"
            ).said(lang)
        )
    return cells


def _pair(pair: Pair, lang: str) -> list[str]:
    games = counted(pair.games, "partie", "game").said(lang)
    return [f"{pair.a} – {pair.b}", _share(pair.score, lang), games, "" if pair.apart else UNSURE]


def _share(score: Estimate, lang: str) -> str:
    value, low, high = (decimal(100 * figure).said(lang) for figure in (score.value, score.low, score.high))
    return f"{value:>5} [{low} – {high}]"


# --- for programs ---------------------------------------------------------------------------------------------------


def as_json(standing: Standing, lang: str = "") -> str:
    """All figures; the same in every language."""
    contest = standing.contest
    said: dict[str, Any] = {
        "game": contest.game,
        "variant": _settings(standing),
        "seed": contest.seed,
        "rounds": contest.rounds,
        "games": standing.games,
        "complete": standing.complete,
        "ratings": [_told_place(place) for place in standing.places],
        "pairs": [
            {"a": pair.a, "b": pair.b, "games": pair.games, "score": _told(pair.score)} for pair in standing.pairs
        ],
    }
    return json.dumps(said, ensure_ascii=False, indent=1)


def _told_place(place: Place) -> dict[str, Any]:
    told = {"bot": place.bot, "games": place.games, "rating": _told(place.rating), "score": _told(place.score)}
    if place.lead is not None:
        told["lead"] = _told(place.lead)
    return told if place.left is None else told | {"left": place.left, "perfect": place.perfect}


def _told(estimate: Estimate) -> dict[str, float]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def as_csv(standing: Standing, lang: str = "") -> str:
    """One line a pair, with the ratings of both; the same in every language."""
    rating = {place.bot: place.rating.value for place in standing.places}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["a", "b", "games", "score", "low", "high", "rating_a", "rating_b"])
    for pair in standing.pairs:
        score = pair.score
        figures = (score.value, score.low, score.high)
        ends = (rating[pair.a], rating[pair.b])
        writer.writerow(
            [pair.a, pair.b, pair.games, *(f"{figure:.6f}" for figure in figures), *(f"{end:.1f}" for end in ends)]
        )
    return out.getvalue().removesuffix("\n")


def _settings(standing: Standing) -> dict[str, object]:
    return standing.contest.rules.settings(standing.contest.variant)
