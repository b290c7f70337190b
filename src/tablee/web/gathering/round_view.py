"""What the screens of a class show of its round: the adult's, the big one and everybody's own."""

from dataclasses import dataclass
from typing import Any

from starlette.requests import Request

from tablee.core import registry as games
from tablee.core.game import Roll, State
from tablee.core.words import Text, untranslated
from tablee.drawing import animals
from tablee.gathering.gathering import Gathering, Member, Round
from tablee.gathering.lesson import THE_END
from tablee.gathering.summary import STEPS, ask_missed, count_moves, count_sums, rank, spell, spell_pieces
from tablee.table import Table

from ..frame.form_data import address
from ..frame.visitor import Visitor
from ..lessons.lesson import lesson
from ..play import board as boards
from ..play.share_link import code_for
from ..web_game import Position, load_web_game
from .actions import gatherings_of

NEXT_STEPS = (
    Text("Voir les choix", "See the choices"),
    Text("Voir le meilleur coup", "See the best move"),
    Text("Lancer suivant", "Next roll"),
    Text("Voir la réponse", "See the answer"),
)
# What is pushed without a calculation: on a double, or a block with the number of a die where no calculation works.
ANY_TWO, ONE_ALONE = (
    Text("Deux blocs au choix", "Any two blocks"),
    Text("Aucun calcul : un seul bloc", "No calculation: one block"),
)
PATIENCE = 60.0  # seconds without any device until the page says why that may be
ACTIVITIES = {
    "pairs": Text("À deux", "In pairs"),
    "same-dice": Text("Mêmes dés", "Same dice"),
    "sums": Text("Trouvez les calculs", "Find the calculations"),
    "together": Text("La classe contre un robot", "The class against a bot"),
}
TITLES = {
    "class": ACTIVITIES,
    "game-night": {**ACTIVITIES, "together": Text("Tous contre un robot", "All against a bot")},
}

# --- the class against a bot ------------------------------------------------------------------------------------

SHOWN = {True: 3.0, False: 1.5}  # seconds that a move, a roll is seen before what follows it


@dataclass(frozen=True, slots=True)
class Turn:
    """What screens show of the one table: `table` as it stood then, `busy` while more has happened already or a bot has
    to play, the `seat` of what was done last, where that was done, its pieces if it was a move, and its sentence."""

    table: Table
    busy: bool
    seat: int
    before: State
    pieces: tuple[str, ...]
    sentence: Text

    @property
    def moves(self) -> list[tuple[str, Text]]:
        """What the class can choose now, with its words."""
        table = self.table
        if self.busy or table.phase != "move" or 0 not in table.acting:
            return []
        player = table.seating.player(0)
        moves = map(str, table.game.moves(table.state, player))
        return [(move, spell(table.game, table.state, player, move)) for move in moves]


def show_turn(table: Table, now: float) -> Turn:
    """What screens show now: one event after another, each long enough to be seen, however fast a bot has played."""
    due, upto, wait = 0.0, table.seq, 0.0
    lines = [line for line in table.story() if line.token and not line.undone]
    for line in lines:
        due = max(due + wait if line.seat else 0.0, float(line.at))  # the class has gone on: it has seen enough
        if due > now:
            upto = line.seq
            break
        wait = SHOWN[not line.token.startswith("d")]
    shown = table.past(upto) if upto < table.seq else table
    seen = [line for line in lines if line.seq < upto]
    events, states = shown.history.events, shown.history.states
    acted = bool(events) and not isinstance(events[-1], Roll)
    before = states[-2] if acted else states[-1]
    pieces = spell_pieces(table.game, before, str(events[-1])) if acted else ()
    busy = upto < table.seq or table.bot_due() is not None
    sentence = seen[-1].text if seen else untranslated("")
    if len(seen) > 1 and acted and len(shown.game.players(states[-3])) > 1:  # L4: both have chosen at once
        sentence = seen[-2].text + untranslated(" ") + sentence
    return Turn(shown, busy, seen[-1].seat if seen else -1, before, pieces, sentence)


async def find_turn(request: Request, round_: Round | None) -> Turn | None:
    """What screens show of the class against a bot; None in other rounds, and where the table is gone."""
    if round_ is None or round_.activity != "together":
        return None
    table = await gatherings_of(request).rounds.find_table(round_.groups[0].table_id)
    if table is not None and table.bot_due() is not None:
        request.app.state.driver.wake(table.id)  # bots rest where nobody looks
    return show_turn(table, gatherings_of(request).clock()) if table is not None else None


def make_stamp(gathering: Gathering, member: Member, turn: Turn | None) -> str:
    """What a member's page depends on: another one means that there is something new."""
    round_ = gathering.current_round
    group = round_.group_of(member.badge) if round_ else None
    shown = (turn.table.seq, turn.busy) if turn else ()
    seen = (round_.number, round_.ended, group and group.table_id, *shown) if round_ else ()
    return ".".join(map(str, (gathering.paused, member.absent, gathering.finished, *seen)))


# --- every screen -----------------------------------------------------------------------------------------------


async def describe_round(request: Request, gathering: Gathering) -> dict[str, Any]:
    """What every page shows of the round: the turn that is shown, whether the game is over there, who has won, and the
    blocks on each side, if any. `left`: seconds of a round with a clock, None without one."""
    round_ = gathering.current_round
    turn = await find_turn(request, round_)
    table = turn.table if turn is not None else None
    outcome = table.outcome if table is not None else None
    part: Any = games.part(table.game.NAME, "sums") if table is not None else None
    return {
        **draw_picture(request, round_, turn),
        "g": gathering,
        "animal": animals,
        "round": round_,
        "turn": turn,
        "over": outcome is not None,
        "winners": [table.seating.seat_of(player) for player in outcome.winners] if table and outcome else [],
        "on_each_side": part.count_blocks(table.state) if table is not None and part else None,
        "moves": turn.moves if turn and round_ and not round_.ended else [],
        "keys": describe_keys(round_, turn),
        "sums": count_sums(round_, full=True) if round_ and round_.activity == "sums" else None,
        "left": gathering.count_seconds_left(gatherings_of(request).clock()) if round_ and not round_.ended else None,
    }


def describe_keys(round_: Round | None, turn: Turn | None = None, state: Any = None) -> dict[str, Any] | None:
    """The blocks, signs and targets of the calculations that are asked for; None where none are."""
    part: Any = games.part(round_.settings["game"], "sums") if round_ else None
    state = turn.before if turn is not None else state or (round_.state if round_ else None)
    if part is None or state is None or not state.dice:
        return None
    blocks, signs, goals = part.keys(state)
    shown = [(sign, part.SIGN_NAMES[sign], part.pretty(sign)) for sign in signs]
    double = len(set(state.dice)) == 1
    free = (ANY_TWO if double else ONE_ALONE) if turn is not None else None
    return {"blocks": blocks, "signs": shown, "goals": goals, "dice": state.dice, "free": free, "double": double}


def draw_picture(request: Request, round_: Round | None, turn: Turn | None = None, state: Any = None) -> dict[str, Any]:
    """The board and the dice of the position that a class looks at together: that of a turn, or this one."""
    shown = turn.table.view(None).state if turn is not None else state
    if round_ is None or shown is None:
        return {"boards": [], "name": "", "lying": None, "offers": ()}
    game, lang = games.load(round_.settings["game"]), Visitor.of(request).lang
    web_game = load_web_game(game.NAME)
    names = turn.table.seating.names_in(lang) if turn is not None else ()
    moves = tuple(game.moves(shown, 1)) if turn and turn.moves else ()  # the class is player 1
    near, pick = web_game.near_player(shown, 0, shared=True), request.query_params.get("pick")
    position = Position(game, shown, 0, near, names, moves=moves, pick=pick, helped=False)
    thrown = turn.before if turn is not None else shown
    buttons = web_game.panel(position).buttons if moves else ()
    return {
        "boards": boards.boards(position, lang, ("wide",)),
        "name": game.NAME,
        "lying": web_game.dice_on_table(thrown) if game.phase(thrown) == "move" else None,
        "offers": [button for button in buttons if button.card and button.name],
    }


# --- the adult's and the big one --------------------------------------------------------------------------------


async def describe_all(request: Request, gathering: Gathering) -> dict[str, Any]:
    """What the adult and the projector see: how others come in, or why none can; the tables; what came of the round.

    `stuck`: as `Gathering.find_stuck` tells it.
    """
    url, now, round_ = address(request, f"/c/{gathering.code}"), gatherings_of(request).clock(), gathering.current_round
    tables = await gatherings_of(request).rounds.find_tables(gathering)
    steps = await gatherings_of(request).lessons.count_steps(gathering)
    shown = await describe_round(request, gathering)
    return {
        **shown,
        "now": now,
        "tables": tables,
        "done": {group.table_id: count_moves(group, tables) for group in round_.groups} if round_ else {},
        "counts": round_ is not None and games.brings(round_.settings["game"], "sums"),
        "titles": TITLES[gathering.kind],
        "typed": url.removesuffix(f"/{gathering.code}").removeprefix("http://").removeprefix("https://"),
        "qr": code_for(request, url),
        "lonely": not gathering.members and now - gathering.created_at > PATIENCE,
        "proposals": list_proposals(round_, shown["turn"]),
        "question": ask_missed(round_) if round_ and round_.activity == "sums" and round_.ended else None,
        "steps": steps,
        "game_lesson": lesson(round_.settings["game"]) if round_ else None,
        "next": label_next(gathering, shown["turn"], steps),
        "standings": rank(gathering, tables, skill=False) if gathering.kind == "game-night" else [],
        "stuck": gathering.find_stuck(now, tables),
    }


def list_proposals(round_: Round | None, turn: Turn | None) -> list[tuple[Text, tuple[str, ...], int]]:
    """What was proposed, each move with the pieces of its calculation and by how many, the most frequent first."""
    if round_ is None or turn is None or not turn.moves:
        return []
    table, player = turn.table, turn.table.seating.player(0)
    about = table.game, table.state
    return [(spell(*about, player, move), spell_pieces(*about, move), many) for move, many in round_.count_proposals()]


def label_next(gathering: Gathering, turn: Turn | None, steps: int) -> Text | None:
    """What `go_on` would do, on the adult's button; None: nothing."""
    round_ = gathering.current_round
    if round_ is not None and not round_.ended:
        if turn is None:
            return Text("Finir la manche", "End the round")
        if turn.moves:
            return Text("Jouer le coup le plus demandé", "Play the most popular move") if round_.proposals else None
        return None if turn.busy else Text("Lancer les dés", "Roll the dice")
    if round_ is not None and gathering.step + 1 < steps:
        return NEXT_STEPS[gathering.step % STEPS if round_.dice_code else -1]
    if gathering.plan:
        return gathering.plan[0].title
    return THE_END if round_ is not None and not gathering.finished else None
