"""Results for people, in two languages, and for programs, as JSON."""

from dataclasses import asdict

from tablee.core.words import Text, count_noun, decimal, percent, untranslated
from tablee.drawing.plots import Curves, Plot
from tablee_lab.runs import Estimate
from tablee_lab.runs.report import PERCENT, Figure, bars, document, heading, histogram, to_json

from .results import Distribution, Results

WON = Text("Gagné par", "Won by")
NOBODY = Text("personne (nulle)", "nobody (a draw)")
PERFECT = Text("parties sans faute", "perfect games")
FIRST = Text("part du joueur 1, une nulle comptant moitié", "share of player 1, a draw counting half")
DECISIVE = Text("part du joueur 1 quand quelqu’un gagne", "share of player 1 when somebody wins")
LENGTH = Text("événements par partie (lancers et choix)", "events per game (rolls and choices)")
ZONES = Text("zones gagnées", "zones won")
OVER = Text("parties finies, selon le nombre d’événements", "games over, by number of events")
GAMES_OVER = Text("parties finies", "games over")
LEFT = Text("somme qui reste", "total left")
QUARTILES = Text(
    "de {least} à {greatest}, la moitié entre {low} et {high}", "{least} to {greatest}, half of them {low} to {high}"
)
ALWAYS = Text("toujours", "always")


def text(results: Results, lang: str) -> str:
    """Who won how often, player 1's share, lengths, scores; percentages with their 95 % intervals."""
    played = untranslated(" – ".join(results.plan.names) + " · ") + count_noun(results.games, "partie", "game", ",")
    played += Text(f", graine {results.plan.seed}", f", seed {results.plan.seed}")
    won = None if results.solo else WON
    sections = (_win_rows, _figures, _zones) if results.games else ()
    tables = [(won if table is _win_rows else None, table(results, lang)) for table in sections]
    return document([heading(results.plan, played, lang)], results.complete, tables, lang)


def _win_rows(results: Results, lang: str) -> list[list[str]]:
    """A line for each player, and for drawn games where there were any."""
    figures = {1: _share(PERFECT, results.share(1))} if results.solo else dict(enumerate(_wins(results), 1))
    if results.draws and not results.solo:
        figures[0] = _share(NOBODY, results.share(0))
    return [
        [figure.title.in_lang(lang), figure.text(lang), decimal(results.tally.winners[player], ",").in_lang(lang)]
        for player, figure in figures.items()
    ]


def _wins(results: Results) -> list[Figure]:
    planned = results.plan
    return [_share(planned.rules.seat_name(planned.variant, player), results.share(player)) for player in results.wins]


def _share(title: Text, estimate: Estimate) -> Figure:
    return Figure("", title, estimate, spec=".2f", width=6)


def _figures(results: Results, lang: str) -> list[list[str]]:
    shares, lengths = list[Figure](), [(LENGTH, results.length)]
    if results.draws and not results.solo:  # else player 1's share is what they won
        shares = [_share(FIRST, results.first), *([_share(DECISIVE, results.decisive)] if results.decisive else [])]
    if results.solo and (left := results.score(1)):
        lengths.append((LEFT, left))
    return [
        *([figure.title.in_lang(lang), figure.text(lang), ""] for figure in shares),
        *([title.in_lang(lang), *_distribution(title, distribution, lang)] for title, distribution in lengths),
    ]


def _distribution(title: Text, distribution: Distribution, lang: str) -> list[str]:
    if distribution.least == distribution.greatest:
        return [f"{distribution.least:>3} {ALWAYS.in_lang(lang)}", ""]
    low, _, high = distribution.quartiles
    ends = {"least": distribution.least, "greatest": distribution.greatest}
    around = QUARTILES.in_lang(lang).format(**ends, low=low, high=high)
    return [Figure("", title, distribution.mean, 1.0, Text("  ", " "), ".2f", 6).text(lang), around]


def _zones(results: Results, lang: str) -> list[list[str]]:
    """How often each side won each number of zones."""
    planned = results.plan
    sides = [(player, results.score(player)) for player in results.wins] if planned.seats == 2 else []
    scored = [(player, score) for player, score in sides if score]
    if not scored:
        return []
    most = range(max(score.greatest for _, score in scored) + 1)
    lines = [[ZONES.in_lang(lang), *(f"{zones:>7}" for zones in most)]]
    for player, score in scored:
        name = planned.rules.seat_name(planned.variant, player).in_lang(lang)
        shares = (percent(score.counts[zones] / score.total).in_lang(lang) for zones in most)
        lines.append([name, *(f"{share:>7}" for share in shares)])
    return lines


def plots(results: Results, lang: str) -> list[Plot]:
    """Who won how often, how long games were, and how many were over when; scores where there are any."""
    if not results.games:
        return []
    figures, plotted = _wins(results), list[Plot]()
    if not results.solo:
        plotted += bars(WON, figures, lang, mark=100 / results.plan.seats)
    if results.length.least < results.length.greatest:
        plotted += [histogram(LENGTH.in_lang(lang), results.length.counts, lang), _over(results.length, lang)]
    for player, figure in enumerate(figures, 1):
        if score := results.score(player):
            title = LEFT.in_lang(lang) if results.solo else f"{ZONES.in_lang(lang)} ({figure.title.in_lang(lang)})"
            plotted.append(histogram(title, score.counts, lang))
    return plotted


def _over(distribution: Distribution, lang: str) -> Curves:
    """The share of games that are over after so many events."""
    seen, points = 0, list[tuple[float, float]]()
    for value in range(distribution.least, distribution.greatest + 1):
        seen += distribution.counts[value]
        points.append((value, 100 * seen / distribution.total))
    ticks = {float(value): str(value) for value in (distribution.least, *distribution.quartiles, distribution.greatest)}
    sign = PERCENT.in_lang(lang)
    shares = {share: f"{share:.0f}{sign}" for share in (0.0, 50.0, 100.0)}
    return Curves(OVER.in_lang(lang), {GAMES_OVER.in_lang(lang): points}, ticks, shares, sign)


def describe_speed(games: int, seconds: float) -> Text:
    took, each = decimal(seconds, ".2f"), decimal(games / seconds, ",.0f")
    return count_noun(games, "partie", "game", ",") + Text.fill(
        " en {took} s : {each} par seconde", " in {took} s: {each} per second", took=took, each=each
    )


def as_json(results: Results, lang: str = "") -> str:
    """All figures and all counts; the same in every language."""
    planned = results.plan
    heading = {**planned.data, "asked": planned.games, "games": results.games, "complete": results.complete}
    if not results.games:
        return to_json(heading)
    heading["wins"] = {
        str(player): {"games": won, **asdict(results.share(player))} for player, won in results.wins.items()
    }
    heading["length"] = _data(results.length)
    if results.solo:
        if left := results.score(1):
            heading["left"] = _data(left)
        return to_json(heading)
    heading |= {"draws": {"games": results.draws, **asdict(results.share(0))}, "first": asdict(results.first)}
    if results.decisive:
        heading["decisive"] = asdict(results.decisive)
    if results.tally.scores:
        scores = sorted(results.tally.scores.items())
        heading["scores"] = [{"zones": list(zones), "games": games} for zones, games in scores]
    return to_json(heading)


def _data(distribution: Distribution) -> dict[str, object]:
    return {
        "mean": asdict(distribution.mean),
        "min": distribution.least,
        "quartiles": list(distribution.quartiles),
        "max": distribution.greatest,
        "counts": {str(value): distribution.counts[value] for value in sorted(distribution.counts)},
    }
