"""Results for people, in two languages, and for programs, as JSON."""

from __future__ import annotations

import json
from typing import Any

from tablee.core.words import Text, counted, decimal
from tablee.drawing.plots import Curves, Plot, Row, Rows, histogram
from tablee_lab.runs import Estimate, aligned

from .results import Results
from .rows import constants
from .tally import Distribution

CUT = Text(
    "Interrompu : voici ce qui est joué, comme si l’on n’en avait pas demandé plus.",
    "Interrupted: this is what has been played, as if no more had been asked for.",
)
NOTHING = Text("Rien n’est encore joué.", "Nothing has been played yet.")
WON = Text("Gagné par", "Won by")
NOBODY = Text("personne (nulle)", "nobody (a draw)")
PERFECT = Text("parties sans faute", "perfect games")
FIRST = Text("part du joueur 1, une nulle comptant moitié", "share of player 1, a draw counting half")
DECISIVE = Text("part du joueur 1 quand quelqu’un gagne", "share of player 1 when somebody wins")
LENGTH = Text("événements par partie (lancers et choix)", "events a game (rolls and choices)")
ZONES = Text("zones gagnées", "zones won")
OVER = Text("parties finies après tant d’événements", "games over after so many events")
GAMES_OVER = Text("parties finies", "games over")
LEFT = Text("somme qui reste", "sum left")
SPREAD = Text(
    "de {least} à {greatest}, la moitié entre {low} et {high}", "{least} to {greatest}, half of them {low} to {high}"
)
ALWAYS = Text("toujours", "always")


def text(results: Results, lang: str) -> str:
    """Who won how often, player 1's share, lengths, scores; percentages with their 95 % intervals."""
    lines = [_played(results, lang)]
    if not results.complete:
        lines.insert(0, CUT.said(lang))
    if not results.games:
        return "\n".join((*lines, NOTHING.said(lang)))
    lines += ["", *([] if results.alone else [WON.said(lang)]), *aligned(_won(results, lang))]
    lines += ["", *aligned(_figures(results, lang))]
    if zones := _zones(results, lang):
        lines += ["", *aligned(zones)]
    return "\n".join(lines)


def _played(results: Results, lang: str) -> str:
    said = constants(results.plan)
    seed = Text(f", graine {results.plan.seed}", f", seed {results.plan.seed}")
    what = counted(results.games, "partie", "game", ",") + seed
    players = " – ".join(results.plan.names)
    return f"{said['game']}, {said['variant']} · {players} · {what.said(lang)}"


def _won(results: Results, lang: str) -> list[list[str]]:
    """A line for each player, and for drawn games where there were any."""
    planned = results.plan
    names = {player: planned.rules.seat_name(planned.variant, player) for player in results.wins}
    if results.alone:
        names = {1: PERFECT}
    elif results.draws:
        names[0] = NOBODY
    return [
        [name.said(lang), _percent(results.share(player), lang), decimal(results.tally.winners[player], ",").said(lang)]
        for player, name in names.items()
    ]


def _figures(results: Results, lang: str) -> list[list[str]]:
    lines: list[list[str]] = []
    if results.draws and not results.alone:  # else player 1's share is what they won
        lines.append([FIRST.said(lang), _percent(results.first, lang), ""])
        if results.decisive:
            lines.append([DECISIVE.said(lang), _percent(results.decisive, lang), ""])
    lines.append([LENGTH.said(lang), *_distribution(results.length, lang)])
    if results.alone and (left := results.score(1)):
        lines.append([LEFT.said(lang), *_distribution(left, lang)])
    return lines


def _distribution(found: Distribution, lang: str) -> list[str]:
    if found.least == found.greatest:
        return [f"{found.least:>3} {ALWAYS.said(lang)}", ""]
    low, _, high = found.quartiles
    around = SPREAD.said(lang).format(least=found.least, greatest=found.greatest, low=low, high=high)
    return [_interval(found.mean, lang), around]


def _zones(results: Results, lang: str) -> list[list[str]]:
    """How often each side won each number of zones."""
    planned = results.plan
    sides = [(player, results.score(player)) for player in results.wins] if planned.seats == 2 else []
    found = [(player, score) for player, score in sides if score]
    if not found:
        return []
    most = range(max(score.greatest for _, score in found) + 1)
    lines = [[ZONES.said(lang), *(f"{zones:>7}" for zones in most)]]
    for player, score in found:
        name = planned.rules.seat_name(planned.variant, player).said(lang)
        lines.append([name, *(f"{decimal(100 * score.counts[zones] / score.total).said(lang):>5} %" for zones in most)])
    return lines


def plots(results: Results, lang: str) -> list[Plot]:
    """Who won how often, how long games were, and how many were over when; scores where there are any."""
    if not results.games:
        return []
    planned, drawn = results.plan, list[Plot]()
    names = {player: planned.rules.seat_name(planned.variant, player).said(lang) for player in results.wins}
    if not results.alone:
        shares = {name: results.share(player) for player, name in names.items()}
        rows = [
            Row(name, 100 * share.value, _percent(share, lang).strip(), 100 * share.low, 100 * share.high)
            for name, share in shares.items()
        ]
        drawn.append(Rows(WON.said(lang), rows, mark=100 / planned.seats))
    if results.length.least < results.length.greatest:
        drawn += [histogram(LENGTH.said(lang), results.length.counts, lang), _over(results.length, lang)]
    for player, name in names.items():
        if score := results.score(player):
            title = LEFT.said(lang) if results.alone else f"{ZONES.said(lang)} ({name})"
            drawn.append(histogram(title, score.counts, lang))
    return drawn


def _over(found: Distribution, lang: str) -> Curves:
    """The share of games that are over after so many events."""
    seen, points = 0, list[tuple[float, float]]()
    for value in range(found.least, found.greatest + 1):
        seen += found.counts[value]
        points.append((value, 100 * seen / found.total))
    ticks = {float(value): str(value) for value in (found.least, *found.quartiles, found.greatest)}
    return Curves(OVER.said(lang), {GAMES_OVER.said(lang): points}, ticks, {0: "0 %", 50: "50 %", 100: "100 %"}, " %")


# --- figures ----------------------------------------------------------------------------------------------------------


def _percent(share: Estimate, lang: str) -> str:
    value, low, high = (decimal(100 * figure, ".2f").said(lang) for figure in (share.value, share.low, share.high))
    return f"{value:>6} % [{low} – {high}]"


def _interval(mean: Estimate, lang: str) -> str:
    value, low, high = (decimal(figure, ".2f").said(lang) for figure in (mean.value, mean.low, mean.high))
    return f"{value:>6}   [{low} – {high}]"


def speed(games: int, seconds: float) -> Text:
    """How fast it went."""
    took, each = decimal(seconds, ".2f"), decimal(games / seconds, ",.0f")
    return counted(games, "partie", "game", ",") + Text(
        f" en {took.fr} s : {each.fr} par seconde", f" in {took.en} s: {each.en} a second"
    )


# --- for programs -----------------------------------------------------------------------------------------------------


def as_json(results: Results, lang: str = "") -> str:
    """All figures and all counts; the same in every language."""
    planned = results.plan
    said = {**planned.data, "asked": planned.games, "games": results.games, "complete": results.complete}
    if results.games:
        said |= _told(results)
    return json.dumps(said, ensure_ascii=False, indent=1)


def _told(results: Results) -> dict[str, Any]:
    wins = {str(player): {"games": won, **_estimate(results.share(player))} for player, won in results.wins.items()}
    said: dict[str, Any] = {"wins": wins, "length": _spread(results.length)}
    if results.alone:
        left = results.score(1)
        return said | {"left": _spread(left)} if left else said
    said |= {"draws": {"games": results.draws, **_estimate(results.share(0))}, "first": _estimate(results.first)}
    if results.decisive:
        said["decisive"] = _estimate(results.decisive)
    if results.tally.scores:
        said["scores"] = [
            {"zones": list(scores), "games": games} for scores, games in sorted(results.tally.scores.items())
        ]
    return said


def _estimate(estimate: Estimate) -> dict[str, float]:
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high}


def _spread(found: Distribution) -> dict[str, Any]:
    return {
        "mean": _estimate(found.mean),
        "min": found.least,
        "quartiles": list(found.quartiles),
        "max": found.greatest,
        "counts": {str(value): found.counts[value] for value in sorted(found.counts)},
    }
