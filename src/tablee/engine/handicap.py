"""Handicaps by proof: how a game may begin so that both win half the time, or one of them 60 or 75 games of 100. They
are looked up in a table that `tools/handicaps.py` has searched, variant by variant; it says which beginnings. A small
game that the table does not know, a guest's, is searched when it is asked for (`search`)."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib import resources

from tablee.core import registry as games
from tablee.core.game import AnyGame, State, Variant
from tablee.core.words import Text, and_list, or_list, untranslated

from . import solvers
from .graph import branches, list_successors
from .solution import Unsolved

EVEN, SMALL, LARGE = 0.5, 0.6, 0.75  # what the side that is better off wins: the targets of a search
NEAR = 0.01  # from a target
REACH = 5_000  # positions of a guest's game that are looked through at most


@dataclass(frozen=True, slots=True)
class Handicap:
    """What was found for a variant and a target: player 1's chance as it is, how many beginnings were tried and how
    many are near the target, and the simplest of those with player 1's chance. If none is, a head start is the nearest
    to its target, and even chances an empty position."""

    start: str
    target: float
    plain: float
    tried: int
    fair: int
    position: str
    value: float

    @property
    def needed(self) -> bool:
        """Whether the game is not fair as it is."""
        return self.position != self.start


def distance(value: float, target: float) -> float:
    """How far the chance of the side that is better off is from a target; either side may be."""
    return abs(max(value, 1 - value) - target)


# --- what was found, kept beside the tables --------------------------------------------------------------------------

SHELF = resources.files("tablee.engine") / "data" / "handicaps.txt"


@cache
def load_handicaps(target: float = EVEN) -> dict[str, Handicap]:
    """Every handicap that was searched for a target, by the position that its game begins with."""
    handicaps = {}
    for text in SHELF.read_text(encoding="ascii").splitlines():
        start, aim, plain, tried, fair, position, value = text.split()
        position = "" if position == "-" else position
        if float(aim) == target:
            handicaps[start] = Handicap(start, target, float(plain), int(tried), int(fair), position, float(value))
    return handicaps


def find_handicap(game: AnyGame, variant: Variant, target: float = EVEN) -> Handicap | None:
    """What is known about a variant; None if its family was never searched, and cannot be by the plain engine."""
    if solvers.has_own_solver(game.NAME, variant):
        return load_handicaps(target).get(game.position(game.start(variant)))
    exact = game.seats(variant) == 2 and solvers.exact(game.NAME, variant)
    return search(game.NAME, variant, target) if exact else None


@lru_cache(maxsize=64)
def search(name: str, variant: Variant, target: float = EVEN) -> Handicap:
    """Try every position of a game's first events in which the same is to be done as at the start, by the same player.
    The fewest events that come near the target are kept; of several such positions the nearest to it."""
    game = games.load(name)
    start = game.start(variant)
    plain = solvers.values(name, start).players[1]
    layer, seen = [start], {start}
    tried = 0
    fair = list[tuple[float, str, float]]()
    while layer and not fair and len(seen) < REACH:
        for state in layer:
            if (game.phase(state), game.players(state)) == (game.phase(start), game.players(start)):
                tried, value = tried + 1, solvers.values(name, state).players[1]
                if distance(value, target) <= NEAR:
                    fair.append((distance(value, target), game.position(state), value))
        after = (later for state in layer for later in list_successors(game, state, branches(game, state)[1]))
        layer = [later for later in dict.fromkeys(after) if later not in seen]
        seen.update(layer)
    _, position, value = min(fair, default=(0.0, "", 0.0))
    return Handicap(game.position(start), target, plain, tried, len(fair), position, value)


def list_served() -> dict[str, dict[str, list[int | str]]]:
    """The games of which even chances are known; of each setting that not all values serve of, those that do."""
    guests = (games.load(name) for name in games.names() if not games.brings(name, "solver"))
    small = [
        game.NAME for game in guests if game.seats(game.variant()) == 2 and solvers.solvable(game.NAME, game.variant())
    ]
    return {**_list_served(), **{name: {} for name in small}}


@cache
def _list_served() -> dict[str, dict[str, list[int | str]]]:
    starts: dict[str, list[dict[str, object]]] = {}
    for start, handicap in load_handicaps().items():
        if handicap.position and "sheet=" not in start:
            game = games.load(start.partition(":")[0].partition("/")[0])
            starts.setdefault(game.NAME, []).append(dict(game.settings(game.from_position(start).variant)))
    values: dict[str, dict[str, list[int | str]]] = {name: {} for name in starts}
    for name, settings in starts.items():
        for option in games.load(name).OPTIONS:
            used = [each.get(option.key, option.default) for each in settings]
            serve = [value for value in option.values if value in used]
            if option.only is None and len(serve) < len(option.values):
                values[name][option.key] = serve
    return values


def advise_even(game: AnyGame) -> Text:
    """What to choose for even chances: `Pour égaliser les chances, choisissez 1, 2 ou 3 zones.`"""
    chosen, serving = [], _list_served().get(game.NAME, {})
    for option in game.OPTIONS:
        if serve := serving.get(option.key):
            quoted = [
                name if name.fr.isdigit() else Text.fill("« {name} »", "“{name}”", name=name)
                for name in map(option.name, serve)
            ]
            unit = (
                Text(f" {option.label.fr.lower()}", f" {option.label.en.lower()}")
                if quoted[0].fr.isdigit()
                else untranslated("")
            )
            chosen.append(or_list(quoted) + unit)
    if not chosen:
        return Text(
            "À ce jeu, on ne sait pas égaliser les chances.", "There is no known way to even the chances in this game."
        )
    sentence = and_list(chosen)
    return Text(f"Pour égaliser les chances, choisissez {sentence.fr}.", f"To even the chances, choose {sentence.en}.")


def even_start(game: AnyGame, variant: Variant) -> State:
    """Returns a start state with even chances. Unsolved: none is known for this variant."""
    head_start = find_handicap(game, variant)
    if head_start is None:
        raise Unsolved(advise_even(game))
    if not head_start.position:
        raise Unsolved(describe(head_start))
    return game.from_position(head_start.position)


# --- in words --------------------------------------------------------------------------------------------------------

EVENED = Text(
    "Chances égales : une petite avance est déjà donnée. Si l’on joue bien, chacun gagne une fois sur deux.",
    "Even chances: a small head start is already given. With good play, each side wins half the games.",
)


def _describe(game: AnyGame, state: State) -> Text:
    """A beginning in the words of its game; as its position, if it has no words for that."""
    describe_start: Callable[[State], Text] | None = getattr(games.part(game.NAME, "words"), "head_start", None)
    if describe_start is not None:
        return describe_start(state)
    position = game.position(state)
    return Text(f"On commence à cette position : {position}.", f"The game begins at this position: {position}.")


def note(game: AnyGame, variant: Variant) -> Text | None:
    """What a printed sheet says of head starts: the one it is printed for, or the one that makes the chances even."""
    settings = game.settings(variant)
    if any(option.head_start and settings.get(option.key, option.default) != option.default for option in game.OPTIONS):
        return _describe(game, game.start(variant))
    head_start = find_handicap(game, variant)
    if head_start is None or not head_start.position or not head_start.needed:
        return None
    how = describe(head_start)
    return Text(
        f"Pour égaliser les chances : {how.fr[:1].lower()}{how.fr[1:]}",
        f"To even the chances: {how.en[:1].lower()}{how.en[1:]}",
    )


def describe(head_start: Handicap) -> Text:
    name = head_start.start.partition(":")[0].partition("/")[0]
    if not head_start.position:
        return Text(
            f"Aucune des {head_start.tried} avances essayées n’égalise les chances.",
            f"None of the {head_start.tried} head starts tried makes the chances even.",
        )
    if not head_start.needed:
        return Text("Les chances sont déjà égales.", "The chances are even as they are.")
    return _describe(games.load(name), games.load(name).from_position(head_start.position))
