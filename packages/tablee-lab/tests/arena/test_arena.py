"""The arena: fair seats and dice, the same result however it is played, intervals that mean what they say."""

import csv
import io
import json
import math
import os
import pty
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tablee import bots
from tablee.cli.parser import Parser
from tablee.core.dice import VirtualDice
from tablee.core.errors import RequestError
from tablee.core.game import Roll, Rolls
from tablee.core.registry import load
from tablee.core.words import Text
from tablee.engine import runtime
from tablee.games import laaancez
from tablee_lab import arena, runs
from tablee_lab.arena import Contest, Result, match, report
from tablee_lab.arena.contest import Bout
from tablee_lab.arena.standing import ratings, strengths
from tablee_lab.cli import arena as command
from tests.toys import invited, uneven


def a_contest(name: str, settings: dict[str, object], names: Sequence[str], games: int, seed: int = 7) -> Contest:
    game = load(name)
    return arena.contest(game, game.variant(settings), names, games, seed)


def tablee_arena(*words: str, lang: str = "en") -> int:
    parser = Parser("arena", lang, Text("", ""), command.EXAMPLES)
    command.arguments(parser)
    args = parser.parse_args(words)
    args.lang = lang
    return command.run(args)


# --- who meets whom -------------------------------------------------------------------------------------------------


def test_everybody_meets_everybody_as_often() -> None:
    contest = a_contest("cadeau", {}, ["random", "greedy", "lapin"], 5)
    assert contest.rounds == 3  # five games are six: every seating of the last round is played
    assert contest.bouts[:3] == (
        Bout(0, ("random", "lapin")),
        Bout(0, ("random", "greedy")),
        Bout(0, ("lapin", "greedy")),
    )
    assert len(contest.bouts) == 9


@pytest.mark.parametrize(
    ("names", "games", "sentence"),
    [
        (["random", "random"], 10, "two different bots"),
        (["random", "greedy"], 10, "3 seats to fill and you name 2"),
        (["random", "greedy", "lapin"], 0, "At least one game"),
    ],
)
def test_contests_that_cannot_be(names: list[str], games: int, sentence: str) -> None:
    with pytest.raises(RequestError, match=sentence):
        a_contest("blocs", {"mode": "three"}, names, games)


# --- seats and dice -------------------------------------------------------------------------------------------------


class Recorded(VirtualDice):
    """Dice that remember what they showed."""

    thrown: list[list[Roll]] = []  # noqa: RUF012 (shared on purpose)

    def __init__(self, seed: int | None = None) -> None:
        super().__init__(seed)
        self.mine: list[Roll] = []
        self.thrown.append(self.mine)

    def roll(self, rolls: Rolls) -> Roll:
        self.mine.append(super().roll(rolls))
        return self.mine[-1]


@pytest.mark.parametrize(("mode", "seats"), [("duel", 2), ("four", 4)])
def test_every_seat_throws_the_same_dice_in_every_seating(
    mode: str, seats: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However long turns last, the n-th throw of a seat is the same, and everybody sits everywhere once."""
    names = ("greedy", "random", "poussin", "lapin")[:seats]
    made: list[str] = []
    make = bots.make

    def noted(name: str, *rest: Any) -> bots.Bot:
        made.append(name)
        return make(name, *rest)

    monkeypatch.setattr(match, "VirtualDice", Recorded)
    monkeypatch.setattr(Recorded, "thrown", [])
    monkeypatch.setattr(bots, "make", noted)
    result = match.play(a_contest("blocs", {"mode": mode}, names, seats), Bout(0, names))
    assert len(result.games) == seats
    assert all(sum(points) == 1.0 for points in result.games)
    for seat in range(seats):
        assert {made[game * seats + seat] for game in range(seats)} == set(names)
        streams = [Recorded.thrown[game * seats + seat] for game in range(seats)]
        shortest = min(map(len, streams))
        assert shortest > 0
        assert len({tuple(stream[:shortest]) for stream in streams}) == 1


@pytest.mark.parametrize(("mode", "seats"), [("duel", 2), ("three", 3), ("four", 4)])
def test_every_seating_is_played_as_often(mode: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """So is every neighbourhood; and in every round everybody sits in every seat, on the same dice."""
    names = ("random", "poussin", "lapin", "greedy")[:seats]
    played: Counter[tuple[str, ...]] = Counter()

    def noted(contest: Contest, number: int, seated: tuple[str, ...], places: tuple[int, ...]) -> tuple[float, ...]:
        played[seated] += 1
        return (1.0,) + (0.0,) * (seats - 1)

    monkeypatch.setattr(match, "game", noted)
    contest = a_contest("blocs", {"mode": mode}, names, math.factorial(seats) + 1)
    for bout in contest.bouts:
        match.play(contest, bout)
        seatings = contest.seatings(bout.round)
        assert all(len({seating[seat] for seating in seatings}) == seats for seat in range(seats))
    assert played == Counter(dict.fromkeys(permutations(names), 2))
    next_to = Counter((seated[at - 1], seated[at]) for seated in played.elements() for at in range(seats))
    assert set(next_to) == set(permutations(names, 2))
    assert len(set(next_to.values())) == 1


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({"mode": "solo"}, ("random", "greedy", "lapin")),
        ({"mode": "duel"}, ("random", "greedy", "lapin")),
        ({"mode": "three"}, ("random", "greedy", "lapin")),
        ({"mode": "four", "level": 3}, ("random", "greedy", "greedy", "lapin")),
    ],
    ids=lambda one: one["mode"] if isinstance(one, dict) else "",
)
def test_the_order_of_names_does_not_matter(settings: dict[str, object], names: tuple[str, ...]) -> None:
    """Not a byte of the report depends on it."""
    messages = set()
    for named in (names, names[::-1], names[1:] + names[:1]):
        contest = a_contest("blocs", settings, named, 4)
        standing = arena.standing(contest, runs.here(arena.play, contest, contest.bouts))
        messages.add((report.text(standing, "fr"), report.as_json(standing), report.as_csv(standing)))
    assert len(messages) == 1


def test_bots_get_views_only(monkeypatch: pytest.MonkeyPatch) -> None:
    game = load("laaancez")
    make, seen = bots.make, []

    class Spy:
        def __init__(self, *words: Any) -> None:
            self.bot = make(*words)

        def choose(self, view: Any, player: int) -> Any:
            seen.append(view.choices[2 - player])
            assert view == game.view(view, player)
            return self.bot.choose(view, player)

    monkeypatch.setattr(bots, "make", Spy)
    match.play(a_contest("laaancez", {}, ["greedy", "random"], 2), Bout(0, ("greedy", "random")))
    assert len(seen) > 40
    assert set(seen) == {None, laaancez.Hidden(1)}  # that player 1 has chosen, not what


def test_solo_compares_sums_on_the_same_dice() -> None:
    contest = a_contest("blocs", {"mode": "solo"}, ["greedy", "random"], 10)
    assert len(contest.bouts) == 10
    results = list(runs.here(arena.play, contest, contest.bouts))
    table = arena.standing(contest, results)
    left = [points[result.bout.bots.index("greedy")] for result in results for points in result.games]
    lower = [0.5 + ((a < b) - (a > b)) / 2 for result in results for a, b in result.games]
    assert table.pairs[0].score.value == pytest.approx(sum(lower) / 10)
    place = next(place for place in table.ranks if place.bot == "greedy")
    assert place.left == pytest.approx(sum(left) / 10)
    assert place.perfect == left.count(0) / 10
    assert table.games == 20


# --- however it is played -------------------------------------------------------------------------------------------


def test_any_number_of_processes_gives_the_same() -> None:
    contest = a_contest("blocs", {"mode": "three"}, ["greedy", "random", "lapin"], 12)
    alone = list(runs.here(arena.play, contest, contest.bouts))
    several = list(runs.processes(2)(arena.play, contest, contest.bouts))
    assert sorted(several, key=lambda result: result.bout.round) == alone
    shuffled = random.Random(1).sample(several, len(several))
    assert arena.standing(contest, shuffled) == arena.standing(contest, alone)


def test_ray_is_missed_kindly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    with pytest.raises(RequestError, match="install cluster"):
        tablee_arena("cadeau", "--bots", "greedy,random", "--games", "2", "--ray")


# --- figures --------------------------------------------------------------------------------------------------------


def test_always_winning_leaves_a_doubt() -> None:
    """Twenty wins in twenty rounds: Jeffreys' interval of the share is 0.883 to 1."""
    rated = ratings(["a", "b"], [{("a", "b"): 1.0}] * 20, seed=1, resamples=2000)
    lead = 2 * (rated["a"].low - 1500)
    assert 1 / (1 + 10 ** (-lead / 400)) == pytest.approx(0.883, abs=0.01)
    assert rated["a"].high > rated["a"].value + 100


def test_ratings_recover_what_made_the_scores() -> None:
    true = {"a": 1650.0, "b": 1520.0, "c": 1490.0, "d": 1340.0}
    pairs = [(a, b) for a in true for b in true if a < b]
    won = np.array([[1e7 * expected(true[a], true[b]) for a, b in pairs]])
    rated = strengths(list(true), pairs, won, np.full_like(won, 1e7))
    assert rated[0].tolist() == pytest.approx(list(true.values()), abs=0.01)


def expected(one: float, two: float) -> float:
    return float(1 / (1 + 10 ** ((two - one) / 400)))


def test_rating_intervals_hold_the_truth() -> None:
    true = {"a": 1600.0, "b": 1500.0, "c": 1400.0}
    chance, held = random.Random(5), 0
    for trial in range(40):
        rounds = [
            {(a, b): float(chance.random() < expected(true[a], true[b])) for a in true for b in true if a < b}
            for _ in range(80)
        ]
        rated = ratings(list(true), rounds, trial, resamples=60)
        held += sum(rated[name].low <= rating <= rated[name].high for name, rating in true.items())
    assert 0.9 <= held / 120 <= 0.99


def test_a_lead_is_surer_than_the_ratings_it_lies_between() -> None:
    """Two bots that the same dice favour: their ratings are unsure, what lies between them is not."""
    lucky = {("a", "b"): 0.55, ("a", "c"): 0.95, ("b", "c"): 0.9}
    unlucky = {("a", "b"): 0.55, ("a", "c"): 0.15, ("b", "c"): 0.1}
    rated = ratings(["a", "b", "c"], [lucky, unlucky] * 40, seed=1)
    lead = rated.lead("a", "b")
    assert lead.value == pytest.approx(rated["a"].value - rated["b"].value)
    assert 0 < lead.low < lead.value < lead.high
    assert rated["a"].low < rated["b"].high  # the intervals overlap, and yet they are told apart


def test_who_is_not_told_apart_is_marked() -> None:
    contest = a_contest("cadeau", {}, ["random", "lapin", "greedy"], 80)
    shares = {("random", "lapin"): 0.0, ("random", "greedy"): 0.0}
    results = [
        Result(bout, ((share, 1 - share),) * 2)
        for bout in contest.bouts
        for share in (shares.get((bout.bots[0], bout.bots[1]), float(bout.round % 2)),)
    ]
    table = arena.standing(contest, results)
    assert [place.apart for place in table.ranks] == [False, True, True]
    assert [(pair.a, pair.b) for pair in table.pairs if not pair.apart] == [("lapin", "greedy")]
    marked = [line for line in report.text(table, "en").splitlines() if report.UNSURE in line]
    assert len(marked) == 3  # a line of ratings, a pair, and what the mark means
    assert "no significant difference" in marked[-1]
    leads = [place.get("lead") for place in json.loads(report.as_json(table))["ratings"]]
    assert leads[0]["low"] <= 0 < leads[1]["low"]
    assert leads[2] is None
    sure = [Result(bout, ((0.0, 1.0),) * 2) for bout in contest.bouts]
    assert report.UNSURE not in report.text(arena.standing(contest, sure), "fr")


def test_a_win_at_a_table_of_four() -> None:
    """Even bots share one point: each pair stands at one half, and one of a name weighs as much as three."""
    contest = a_contest("blocs", {"mode": "four"}, ["hibou", "greedy", "greedy", "greedy"], 4)
    bout = contest.bouts[0]
    wins = tuple(tuple(float(place == winner) for place in range(4)) for winner in range(4))
    even = arena.standing(contest, [Result(bout, wins)])
    assert even.pairs[0].score.value == pytest.approx(0.5)
    strong = arena.standing(contest, [Result(bout, (wins[bout.bots.index("hibou")],) * 4)])
    assert (strong.pairs[0].b, strong.pairs[0].score.value) == ("hibou", 0.0)


# --- the command ----------------------------------------------------------------------------------------------------

QUICK = ("cadeau", "--set", "zones=1", "--bots", "random,greedy,poussin", "--games", "6", "--seed", "3")


def test_json_and_csv_agree(capsys: pytest.CaptureFixture[str]) -> None:
    assert tablee_arena(*QUICK, "--json") == 0
    answer = json.loads(capsys.readouterr().out)
    assert tablee_arena(*QUICK, "--csv", "--workers", "2") == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    assert answer["complete"] is True
    assert answer["games"] == 18
    assert answer["variant"] == {"zones": 1, "straights": "ordered"}
    assert [(pair["a"], pair["b"], f"{pair['score']['low']:.6f}") for pair in answer["pairs"]] == [
        (row["a"], row["b"], row["low"]) for row in rows
    ]
    rated = [entry["rating"]["value"] for entry in answer["ratings"]]
    assert rated == sorted(rated, reverse=True)
    assert sum(rated) / 3 == pytest.approx(1500)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--bots", "gredy,random"), "Did you mean “greedy”"),
        (("--workers", "0"), "at least one process"),
    ],
)
def test_asked_wrongly(words: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(RequestError, match=sentence):
        tablee_arena("cadeau", *words)


def test_levels_that_cannot_play_here_are_left_out_aloud(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(runtime, "find_spec", lambda name: None)
    assert tablee_arena("cadeau", "--set", "zones=1", "--games", "2") == 0
    printed = capsys.readouterr()
    assert "Without wasmtime, ecureuil, renard and hibou do not play; type: ./tablee install" in printed.err
    assert "poussin – lapin" in printed.out


def test_cut_short_tells_what_was_played(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def tired(do: Any, contest: Contest, bouts: Sequence[Bout]) -> Any:
        yield from (do(contest, bout) for bout in bouts[:4])
        raise KeyboardInterrupt

    monkeypatch.setattr(runs, "here", tired)
    assert tablee_arena(*QUICK) == 130
    printed = capsys.readouterr().out
    assert printed.startswith("Interrupted: this is what has been played.\ncadeau")
    assert "8 games" in printed
    assert tablee_arena(*QUICK, "--json") == 130
    answer = json.loads(capsys.readouterr().out)
    assert (answer["complete"], answer["games"]) == (False, 8)


def test_ctrl_c_at_a_terminal_with_processes(tmp_path: Path) -> None:
    """A real SIGINT to the whole group, once the bar is seen to move: exit code 130, results on standard output."""
    words = ("arena", "cadeau", "--bots", "greedy,random", "--games", "20000", "--workers", "2", "--lang", "en")
    program = "import sys; from tablee import cli; sys.exit(cli.start())"
    main, terminal = pty.openpty()
    with (tmp_path / "out").open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", program, *words], stdout=out, stderr=terminal, start_new_session=True
        )
    os.close(terminal)
    seen = b""
    while b"meeting" not in seen:
        seen += os.read(main, 4096)
    os.killpg(process.pid, signal.SIGINT)
    assert process.wait(60) == 130
    os.close(main)
    printed = (tmp_path / "out").read_text(encoding="utf-8")
    assert printed.startswith("Interrupted: this is what has been played.")
    assert "random – greedy" in printed


def test_a_guest_is_played_with_its_own_chances() -> None:
    """An eight-sided die and a coin that falls on its first side three times of four, as the solver takes them."""
    with invited(toy := uneven()):
        rules = load(toy.NAME)
        thrown: list[list[int]] = [[], []]
        for seed in range(200):
            dice = [VirtualDice(2 * seed + seat) for seat in (0, 1)]
            players = [bots.make("random", rules, seed) for _ in (0, 1)]
            states, events = match.course(rules, rules.variant({}), dice, players)
            for state, event in zip(states, events, strict=False):
                if isinstance(event, Roll):
                    thrown[rules.players(state)[0] - 1].append(event.dice[0])
    eights, coins = map(Counter, thrown)
    assert all(abs(eights[face] - 100) < 40 for face in range(1, 9))  # four standard deviations of 800 throws
    assert abs(coins[1] - 600) < 50
    assert coins[1] + coins[2] == 800
