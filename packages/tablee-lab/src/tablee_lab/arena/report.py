"""A standing for people, in two languages, and for programs, as JSON or CSV."""

import csv
import io
from dataclasses import asdict, astuple

from tablee import bots
from tablee.core.words import Text, count_noun, decimal, untranslated
from tablee.drawing.plots import Rows
from tablee_lab.runs.report import PLAIN, Figure, bars, document, heading, to_json

from .standing import Pair, Rank, Standing

SEATING = {
    1: Text("les mêmes dés pour tous", "the same dice for all"),
    2: Text("mêmes dés, places échangées", "same dice, seats swapped"),
}
CIRCLES = Text("mêmes dés, tous les ordres autour de la table", "same dice, every order around the table")
RATINGS = Text("Cotes (Elo, moyenne 1500), avec leur intervalle à 95 %", "Ratings (Elo, mean 1500), with 95% intervals")
PAIRS = Text("Points sur 100 du premier contre le second", "Points in 100 of the first against the second")
SEATS = Text("Points sur 100 de chaque place, qui que ce soit", "Points in 100 of each seat, over all bots")
UNSURE = "~"
UNSURE_MEANS = Text(
    f"{UNSURE} : pas départagés, ce robot et le suivant, ou les deux de la ligne "
    "(l’intervalle à 95 % de leur différence contient 0).",
    f"{UNSURE}: no significant difference between this bot and the next, or the two of the line (the 95% interval "
    "of their difference holds 0).",
)


def text(standing: Standing, lang: str) -> str:
    """The rating table, then every pair."""
    contest = standing.contest
    played = count_noun(standing.games, "partie", "game") + Text(", ", ", ") + SEATING.get(contest.seats, CIRCLES)
    played += Text(f", graine {contest.seed}", f", seed {contest.seed}")
    tables = [
        (RATINGS, [_rank_cells(rank, lang) for rank in standing.ranks]),
        (PAIRS, [_pair(pair, lang) for pair in standing.pairs]),
    ]
    sure = all(rank.apart for rank in standing.ranks) and all(pair.apart for pair in standing.pairs)
    notes = [] if sure else [UNSURE_MEANS.in_lang(lang)]
    return document([heading(contest, played, lang)], standing.complete, tables, lang, notes)


def plots(standing: Standing, lang: str) -> list[Rows]:
    """Ratings with their intervals, and what each seat is worth."""
    contest = standing.contest
    seats = [
        Figure(f"seat{seat}", contest.rules.seat_name(contest.variant, seat), share, unit=PLAIN)
        for seat, share in enumerate(standing.seats, 1)
    ]
    return [
        *bars(RATINGS, map(_rating, standing.ranks), lang, zero=False),
        *bars(SEATS, seats, lang, mark=100 / contest.seats),
    ]


def _rating(rank: Rank) -> Figure:
    return Figure(rank.bot, bots.KINDS[rank.bot].title, rank.rating, 1.0, PLAIN, ".0f")


def _rank_cells(rank: Rank, lang: str) -> list[str]:
    rating = _rating(rank)
    value, _, limits = rating.text(lang).partition(" ")
    score = Figure("score", Text(" points sur 100", " points in 100"), rank.score, unit=PLAIN, width=5)
    cells = [
        rank.bot,
        rating.title.in_lang(lang),
        value + ("" if rank.apart else UNSURE),
        limits,
        score.text(lang) + score.title.in_lang(lang),
    ]
    if rank.left is not None and rank.perfect is not None:
        left, perfect = (decimal(figure).in_lang(lang) for figure in (rank.left, 100 * rank.perfect))
        words = Text("somme {} en moyenne, sans faute {} %", "total {} on average, perfect {}%")
        cells.append(words.in_lang(lang).format(left, perfect))
    return cells


def _pair(pair: Pair, lang: str) -> list[str]:
    games = count_noun(pair.games, "partie", "game").in_lang(lang)
    score = Figure("score", untranslated(f"{pair.a} – {pair.b}"), pair.score, unit=PLAIN, width=5)
    return [score.title.in_lang(lang), score.text(lang), games, "" if pair.apart else UNSURE]


# --- for programs ---------------------------------------------------------------------------------------------------


def as_json(standing: Standing, lang: str = "") -> str:
    """All figures; the same in every language."""
    contest = standing.contest
    places = []
    for rank in standing.ranks:
        figures: dict[str, object] = {"rating": asdict(rank.rating), "score": asdict(rank.score)}
        if rank.lead is not None:
            figures["lead"] = asdict(rank.lead)
        if rank.left is not None:
            figures |= {"left": rank.left, "perfect": rank.perfect}
        places.append({"bot": rank.bot, "games": rank.games, **figures})
    return to_json(
        {
            "game": contest.game,
            "variant": contest.settings,
            "seed": contest.seed,
            "rounds": contest.rounds,
            "games": standing.games,
            "complete": standing.complete,
            "ratings": places,
            "pairs": [asdict(pair) for pair in standing.pairs],
        }
    )


def as_csv(standing: Standing, lang: str = "") -> str:
    """One line a pair, with the ratings of both; the same in every language."""
    rating = {rank.bot: f"{rank.rating.value:.1f}" for rank in standing.ranks}
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(["a", "b", "games", "score", "low", "high", "rating_a", "rating_b"])
    for pair in standing.pairs:
        figures = (f"{figure:.6f}" for figure in astuple(pair.score))
        writer.writerow([pair.a, pair.b, pair.games, *figures, rating[pair.a], rating[pair.b]])
    return out.getvalue().removesuffix("\n")
