"""Pousse-blocs: roll two dice, push the blocks whose calculation makes the target, empty your side first.

| option | values                          | rule      |
|--------|---------------------------------|-----------|
| mode   | duel, solo, fast, three, four   | B13 – B17 |
| level  | 1 (+), 2 (+ −), 3 (+ − × ÷)     | B4        |
| push   | must, may                       | B6        |
| single | again, end (solo)               | B17       |
| given  | blocks (duel, fast, solo)       | B18       |
"""

import itertools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

from tablee.core import options
from tablee.core.errors import CalculationError, GameOver, IllegalEvent, NotationError, VariantError
from tablee.core.game import TWO_DICE, Outcome, Phase, Roll, Rolls, clip, parse_roll, two_dice
from tablee.core.options import Option
from tablee.core.words import Text, and_list, capital, or_list, player_ref, untranslated

from . import calculation

NAME = "blocs"
TITLE = Text("Pousse-blocs", "Push the blocks")
OPTIONS = (
    Option(
        "mode",
        ("duel", "solo", "fast", "three", "four"),
        Text("à deux, en solo, à deux rapide, à trois, à quatre", "two, solo, two fast, three, four players"),
        Text("À combien ?", "How many?"),
        {
            "duel": Text("à deux, face à face", "two, face to face"),
            "solo": Text("en solo", "solo"),
            "fast": Text("à deux, chacun ses blocs", "two, a set each"),
            "three": Text("à trois", "three"),
            "four": Text("à quatre", "four"),
        },
        question=Text("Qui joue ?", "Who plays?"),
    ),
    Option(
        "level",
        (1, 2, 3),
        Text("1 : + ; 2 : + − ; 3 : + − × ÷", "1: +; 2: + −; 3: + − × ÷"),
        Text("Calculs", "Calculations"),
        {
            1: Text("niveau 1 (+)", "level 1 (+)"),
            2: Text("niveau 2 (+ −)", "level 2 (+ −)"),
            3: Text("niveau 3 (+ − × ÷)", "level 3 (+ − × ÷)"),
        },
        question=Text("Quels calculs ?", "Which calculations?"),
        graded=True,
    ),
    Option(
        "push",
        ("must", "may"),
        Text("il faut pousser quand on le peut, ou chacun est libre", "a possible push must be made, or may be left"),
        Text("Pousser", "Pushing"),
        {
            "must": Text("obligatoire quand c’est possible", "must push if possible"),
            "may": Text("seulement si l’on veut", "may push"),
        },
    ),
    Option(
        "single",
        ("again", "end"),
        Text(
            "en solo : après un bloc poussé par un seul dé, on relance, ou la partie finit",
            "solo: after a block pushed by one die, roll again, or the game ends",
        ),
        Text("En solo, quand un seul dé sert", "Solo, when only one die can be used"),
        {"again": Text("on relance", "roll again"), "end": Text("la partie finit", "the game ends")},
        only=("mode", ("solo",)),  # B17
    ),
    Option(
        "given",
        ("",),
        Text(
            "avance : des blocs comme 3,10, posés d’abord en face (duel) ou retirés (rapide : place 2 ; solo)",
            "a head start: blocks like 3,10 that begin across (duel) or are left out (fast: seat 2; solo)",
        ),
        Text("Avance", "Head start"),
        {"": Text("aucune", "none")},
        open=True,
        only=("mode", ("duel", "fast", "solo")),  # B18
        head_start=True,
    ),
)
BLOCKS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)  # B1: no 1, no 7
ALL = sum(1 << block for block in BLOCKS)
MOST = 3  # B12: never more blocks on one roll


@dataclass(frozen=True, slots=True)
class Mode:
    """How a mode is laid out. Seats count from 0, players from 1."""

    people: int
    full: tuple[int, ...]  # 1: a seat that has the blocks in front of it at the start
    order: tuple[int, ...]  # the seats in the order of their turns
    facing: Mapping[int, int]  # whose side a seat's pushed blocks land on; absent: nobody's
    holder: tuple[int, ...]  # the player at each seat


ACROSS = {0: 2, 1: 3, 2: 0, 3: 1}
MODES = {
    "duel": Mode(2, (1, 0), (0, 1), {0: 1, 1: 0}, (1, 2)),  # B13
    "solo": Mode(1, (1,), (0,), {}, (1,)),  # B17
    "fast": Mode(2, (1, 1), (0, 1), {}, (1, 2)),  # B14
    "three": Mode(3, (1, 1, 0, 0), (0, 1, 3, 2), ACROSS, (1, 2, 3, 3)),  # B16
    "four": Mode(4, (1, 1, 0, 0), (0, 1, 2, 3), ACROSS, (1, 2, 3, 4)),  # B15
}
_GIFTS = {  # B18: every way to give blocks, with its mask
    ",".join(map(str, blocks)): sum(1 << block for block in blocks)
    for size in range(len(BLOCKS))
    for blocks in itertools.combinations(BLOCKS, size)
}


@dataclass(frozen=True, slots=True)
class Variant:
    mode: str = "duel"
    level: int = 1
    push: str = "must"
    single: str = "again"
    given: str = ""


@dataclass(frozen=True, slots=True)
class Push:
    """Push these blocks (ascending); `calculation` is the one the player said (B5), if it was stated. No blocks, `-`:
    the player says that they do not push, although they could (B6)."""

    blocks: tuple[int, ...]
    calculation: str | None = None

    def __str__(self) -> str:
        blocks = ",".join(map(str, self.blocks)) or "-"
        return blocks if self.calculation is None else f"{blocks}:{self.calculation}"


Event = Roll | Push
NO_PUSH = Push(())


@dataclass(frozen=True, slots=True)
class State:
    """`seats`: the blocks in front of each seat, bit n standing for block n. `seat`: whose turn it is. `opened`: a
    block has been pushed in this game (B8). `dice`: () until they are rolled. `over`: the seat whose turn it is has
    won, or in solo pushes no more; `dice` is then the roll that brought no push."""

    variant: Variant
    seats: tuple[int, ...]
    seat: int = 0
    opened: bool = False
    dice: tuple[int, ...] = ()
    over: bool = False


# --- setting up -----------------------------------------------------------------------------------------------


def variant(settings: Mapping[str, object] = {}) -> Variant:
    """The game with these settings: `mode`, duel unless told, `level`, 1 unless told, and what OPTIONS lists more.
    VariantError: there is no such setting, or it cannot have this value, or not in this mode."""
    variant = Variant(**options.validate(OPTIONS, settings))  # type: ignore[arg-type]
    if not isinstance(variant.given, str) or variant.given not in _GIFTS:
        raise VariantError(
            f"Le réglage « given » ne peut pas valoir « {str(variant.given)[:40]} ». Donnez des blocs du plus petit "
            "au plus grand, par exemple 3,10 ; il doit en rester un.",
            f"The setting “given” cannot be “{str(variant.given)[:40]}”. List blocks, smallest first, for example "
            "3,10; at least one must stay.",
        )
    return variant


def settings(variant: Variant) -> dict[str, object]:
    """The settings of a variant: `mode`, `level`, and others that are not the default."""
    every = options.settings_of(OPTIONS, variant)
    usual = {option.key: option.default for option in OPTIONS[2:]}
    return {key: value for key, value in every.items() if usual.get(key) != value}


def seats(variant: Variant) -> int:
    """How many people play: 1 in solo, 2 in duel and fast, 3 or 4."""
    return MODES[variant.mode].people


def opening(variant: Variant) -> bool:
    """B2: several people roll a die each for who begins."""
    return seats(variant) > 1


def seat_name(variant: Variant, player: int) -> Text:
    """Players are called by their number."""
    return Text(f"joueur {player}", f"player {player}")


def start(variant: Variant) -> State:
    """The blocks in front of the seats that begin with them; player 1 rolls first (B2)."""
    mode, given = MODES[variant.mode], _GIFTS[variant.given]
    seats = [ALL if full else 0 for full in mode.full]
    lighter = 1 if variant.mode == "fast" else 0  # B18
    seats[lighter] &= ~given
    if lighter in mode.facing:
        seats[mode.facing[lighter]] |= given
    return State(variant, tuple(seats))


# --- what can be pushed ---------------------------------------------------------------------------------------


def numbers(mask: int) -> tuple[int, ...]:
    return tuple(block for block in BLOCKS if mask >> block & 1)


def targets(level: int, dice: tuple[int, ...]) -> tuple[int, ...]:
    """B3: the sum of the dice; at level 3 also their product."""
    low, high = dice
    return (low + high,) if level < 3 or low * high == low + high else (low + high, low * high)


@cache
def _making(level: int, dice: tuple[int, ...]) -> dict[Push, int]:
    """B4, B12: every push of one to three of the ten blocks that makes a target, and its mask."""
    goals = targets(level, dice)
    groups = itertools.chain.from_iterable(itertools.combinations(BLOCKS, size) for size in range(1, MOST + 1))
    pushes = [_plain(blocks) for blocks in groups if any(goal in calculation.reach(level, blocks) for goal in goals)]
    return {push: mask_of(push) for push in pushes}


@cache
def _plain(blocks: tuple[int, ...]) -> Push:
    """The push of these blocks without a calculation; each exists once."""
    return Push(blocks)


@cache
def pushes(level: int, mask: int, dice: tuple[int, ...]) -> tuple[Push, ...]:
    """Every push that a roll allows with these blocks in front; it is empty when the turn passes."""
    low, high = dice
    if low + high == 7:
        return ()  # B8
    pushes = {push for push, blocks in _making(level, dice).items() if not blocks & ~mask}
    if low == high:
        mine = numbers(mask)
        size = min(2, len(mine))  # B7: with one block left a double pushes it
        pushes |= {_plain(blocks) for blocks in itertools.combinations(mine, size) if blocks}
    elif not pushes:
        pushes = {_plain((die,)) for die in dice if mask >> die & 1}  # B9
    return tuple(sorted(pushes, key=lambda push: push.blocks))


@cache
def _pushable(level: int, mask: int, dice: tuple[int, ...]) -> dict[tuple[int, ...], int]:
    """The same pushes as blocks, with their masks."""
    return {push.blocks: mask_of(push) for push in pushes(level, mask, dice)}


@cache
def goes_on(level: int, mask: int, dice: tuple[int, ...]) -> bool:
    """B6, B9: does the pusher roll again? Not after the single block of B9."""
    return dice[0] == dice[1] or any(not blocks & ~mask for blocks in _making(level, dice).values())


def mask_of(push: Push) -> int:
    mask = 0
    for block in push.blocks:
        mask |= 1 << block
    return mask


def ways(state: State, push: Push) -> tuple[str, ...]:
    """All calculations by which a push makes a target, simplest first; none for a free push or B9."""
    level = state.variant.level
    return calculation.calculations(level, push.blocks, targets(level, state.dice))


# --- the turn -------------------------------------------------------------------------------------------------


def phase(state: State) -> Phase:
    """`roll`, then `move` if the roll allows a push; `over` when somebody has won, or alone can push no more."""
    if state.over:
        return "over"
    return "move" if state.dice else "roll"


def players(state: State) -> tuple[int, ...]:
    """The one player whose turn it is; nobody when the game is over. In mode three, player 3 plays two seats."""
    return () if state.over else (MODES[state.variant.mode].holder[state.seat],)


def rolls(state: State) -> Rolls:
    """The 21 rolls of two dice in `roll`, doubles 1/36, the others 2/36; otherwise empty."""
    return TWO_DICE if phase(state) == "roll" else ()


def moves(state: State, player: int) -> tuple[Push, ...]:
    """In phase `move`, for the player to move: every push, sorted by its blocks, without calculations; else empty. A
    push that states a calculation (B5) is legal too, if it is one of these and the calculation is right."""
    if not state.dice or (player,) != players(state):
        return ()
    allowed = pushes(state.variant.level, state.seats[state.seat], state.dice)
    return (NO_PUSH, *allowed) if state.variant.push == "may" else allowed  # B6


def play(state: State, event: Event) -> State:
    """The state after a roll of two dice in `roll`, or after a push in `move`.

    A roll that allows no push passes the turn, or is rolled again (B8), so that the phase may stay `roll`.
    IllegalEvent: not now, not these blocks; CalculationError: a calculation that does not make the target (B5);
    GameOver: the game has ended.
    """
    if state.over:
        raise GameOver("La partie est finie.", "The game is over.")
    if type(event) is Roll:
        return _throw(state, two_dice(event))
    if type(event) is Push:
        return _push(state, event)
    raise IllegalEvent("Ce coup est d’un autre jeu.", "That move belongs to another game.")


def _throw(state: State, dice: tuple[int, ...]) -> State:
    if state.dice:
        raise IllegalEvent(
            f"Les dés sont déjà lancés ({state.dice[0]} et {state.dice[1]}) ; il faut pousser des blocs.",
            f"The dice are already rolled ({state.dice[0]} and {state.dice[1]}); push blocks.",
        )
    variant, mask = state.variant, state.seats[state.seat]
    if pushes(variant.level, mask, dice):
        return State(variant, state.seats, state.seat, state.opened, dice)
    if sum(dice) == 7 and (not state.opened or variant.mode == "solo"):
        return state  # B8, B17: the same player rolls again
    return _pass_turn(state, dice)  # B8, B10


def _pass_turn(state: State, dice: tuple[int, ...]) -> State:
    """The turn ends without a push; alone, the game does (B17)."""
    if state.variant.mode == "solo":
        return State(state.variant, state.seats, state.seat, state.opened, dice, over=True)
    return State(state.variant, state.seats, _next(state), state.opened)


def _next(state: State) -> int:
    order = MODES[state.variant.mode].order
    return order[(order.index(state.seat) + 1) % len(order)]


def _push(state: State, push: Push) -> State:
    variant, mask = state.variant, state.seats[state.seat]
    if not state.dice:
        raise IllegalEvent("Il faut d’abord lancer les dés.", "The dice must be rolled first.")
    if push == NO_PUSH and variant.push == "may":
        return _pass_turn(state, state.dice)  # B6
    pushed = _pushable(variant.level, mask, state.dice).get(push.blocks)
    if pushed is None:
        raise _refusal(state, push)
    if push.calculation is not None:
        _check_calculation(state, push)
    left = mask & ~pushed
    seats = list(state.seats)
    seats[state.seat] = left
    across = MODES[variant.mode].facing.get(state.seat)
    if across is not None:
        seats[across] |= pushed  # B13, B15: what one pushes becomes the other's
    if not left:
        return State(variant, tuple(seats), state.seat, True, (), over=True)  # B11
    again = goes_on(variant.level, mask, state.dice)  # B6; alone (B17) the next seat is one's own
    ended = not again and variant.single == "end"  # B17
    return State(variant, tuple(seats), state.seat if again else _next(state), True, over=ended)


def _check_calculation(state: State, push: Push) -> None:
    """B5: a stated calculation makes a target; for the single block of B9, the block is its own calculation."""
    level, dice, stated = state.variant.level, state.dice, push.calculation or ""
    goals = targets(level, dice)
    if len(push.blocks) == 1 and dice[0] != dice[1] and not ways(state, push):
        goals = push.blocks  # B9
    elif len(push.blocks) < 3 and dice[0] == dice[1] and calculation.value(stated) not in goals:
        blocks, goal = and_list(push.blocks), or_list(map(untranslated, goals))  # B7
        raise CalculationError(
            f"{calculation.equation(stated)}, il faut {goal.fr}. Mais un double se passe de calcul : {blocks.fr}.",
            f"{calculation.equation(stated)}, the target is {goal.en}. But a double needs no calculation: {blocks.en}.",
        )
    calculation.check(level, push.blocks, goals, stated)


def _refusal(state: State, push: Push) -> IllegalEvent:
    """Why a push is not allowed, as kindly and exactly as we can. CalculationError: what its calculation makes."""
    mask, level = state.seats[state.seat], state.variant.level
    if not push.blocks:
        (low, high), blocks = state.dice, name_blocks(pushes(level, mask, state.dice)[0].blocks)
        return IllegalEvent(
            f"Avec {low} et {high}, on peut pousser, par exemple {blocks.fr} : il faut donc pousser.",
            f"With {low} and {high} you can push, for example {blocks.en}: so you must.",
        )
    missing = [block for block in push.blocks if not (block in BLOCKS and mask >> block & 1)]
    if missing:
        several = len(missing) > 1
        message = capital(name_blocks(missing)) + Text(
            " ne sont plus devant vous." if several else " n’est plus devant vous.",
            f" {'are' if several else 'is'} no longer in front of you.",
        )
        return IllegalEvent(message.fr, message.en)
    if len(push.blocks) > MOST:
        return IllegalEvent("On pousse trois blocs au plus.", "At most three blocks are pushed.")
    low, high = state.dice
    if goes_on(level, mask, state.dice):
        goal = or_list(map(untranslated, targets(level, state.dice)))
        if low == high and len(push.blocks) > 2:
            return IllegalEvent(
                f"Trois blocs, c’est trop pour le double : faites {goal.fr}, ou prenez-en deux.",
                f"Three blocks are too many for the double: make {goal.en}, or take two.",
            )
        if push.calculation is not None:
            calculation.check(level, push.blocks, targets(level, state.dice), push.calculation)
        why = Text.fill("il faut faire {goal}", "the target is {goal}", goal=goal)
        if low == high:
            why += Text(", ou pousser deux blocs au choix", ", or push any two blocks")
    else:
        only = numbers(mask & (1 << low | 1 << high))[0]
        why = Text(
            f"aucun calcul ne marche et l’on ne peut pousser que le {only}",
            f"no calculation works, only block {only} can be pushed",
        )
    blocks, several = and_list(push.blocks), len(push.blocks) > 1
    return IllegalEvent(
        f"{blocks.fr} : cela ne va pas, {why.fr}.", f"{blocks.en} {'do' if several else 'does'} not work: {why.en}."
    )


def actor(state: State, event: Event) -> int:
    """The player to move, since no event of this game names one; 0 when the game is over."""
    return next(iter(players(state)), 0)


def view(state: State, player: int) -> State:
    """The state itself: everything lies open."""
    return state


def outcome(state: State) -> Outcome | None:
    """The player who pushed their last block wins (B11); alone, the sum left is the score (B17). None until then."""
    if not state.over:
        return None
    if state.variant.mode == "solo":
        left = sum(numbers(state.seats[0]))
        if not left:
            return Outcome(
                (1,), Text("Tous les blocs sont poussés : sans faute !", "Every block pushed: perfect!"), {1: 0}
            )
        if not state.dice:
            why = Text("Un bloc poussé par un seul dé", "A block pushed by one die")
        elif pushes(state.variant.level, state.seats[0], state.dice):
            why = Text("Pas de poussée", "No push")
        else:
            why = Text("Plus rien à pousser", "Nothing more to push")
        return Outcome(
            (), why + Text(f" : les blocs qui restent font {left}.", f": the blocks left add up to {left}."), {1: left}
        )
    winner = MODES[state.variant.mode].holder[state.seat]
    return Outcome(
        (winner,),
        capital(player_ref(winner, "le"))
        + Text(" a poussé son dernier bloc : gagné !", " pushes the last block and wins!"),
    )


# --- words and tokens -----------------------------------------------------------------------------------------


def parse(token: str) -> Event:
    """`d35` is a roll, in either order; `2,3,6` a push, smallest block first; `2,3,6:6*2-3` one with its calculation.
    NotationError: anything else."""
    if token[:1] == "d":
        return parse_roll(token, 2)
    if token == str(NO_PUSH):
        return NO_PUSH
    blocks, colon, spoken = token.partition(":")
    parts = blocks.split(",")
    if len(blocks) <= 40 and all(part.isascii() and part.isdigit() and part == str(int(part)) for part in parts):
        pushed = tuple(map(int, parts))
        if all(a < b for a, b in itertools.pairwise(pushed)):
            return Push(pushed, calculation.spell(spoken) if colon else None)
    raise NotationError(
        f"« {clip(token)} » n’est pas un coup : écrivez les blocs du plus petit au plus grand, par exemple 4,5.",
        f"“{clip(token)}” is not a move: write the blocks, smallest first, for example 4,5.",
    )


def tell(before: State, event: Event) -> Text:
    """What an event did, in words, with the calculation of a push and what becomes of the turn; legal in `before`."""
    player = players(before)[0]
    after = play(before, event)
    if isinstance(event, Roll):
        low, high = event.dice
        sentence = player_ref(player) + Text(f" fait {low} et {high}.", f" rolls {low} and {high}.")
        if phase(after) == "roll":
            again = players(after) == players(before) and after.seat == before.seat
            sentence += Text(" Un 7 :", " A 7:") if low + high == 7 else Text(" Rien à pousser :", " Nothing to push:")
            sentence += Text(" on relance.", " roll again.") if again else Text(" le tour passe.", " the turn passes.")
        return sentence
    calculation = event.calculation or next(iter(ways(before, event)), None)
    sentence = player_ref(player) + _describe_push(event.blocks, calculation if len(event.blocks) > 1 else None)
    if phase(after) != "over" and after.seat != before.seat:
        sentence += Text(" Le tour passe.", " The turn passes.")
    return sentence


def name_blocks(blocks: Iterable[int | str]) -> Text:
    """`le 4 et le 6`, `4 and 6`."""
    return and_list(Text(f"le {block}", str(block)) for block in blocks)


@lru_cache(maxsize=4096)  # the same few are told again and again
def _describe_push(blocks: tuple[int, ...], spoken: str | None) -> Text:
    """A push in words, with its calculation if there is one."""
    if not blocks:
        return Text(" ne pousse pas.", " does not push.")
    text = Text(" pousse ", " pushes ") + name_blocks(blocks)
    if spoken is not None:
        text += Text(" : ", ": ") + untranslated(calculation.equation(spoken))
    return text + Text(".", ".")
