"""Pousse-blocs on the pages: blocks are picked, and the push is a button; or the player says the calculation (B5)."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tablee.core.errors import TableeError
from tablee.core.words import Text, and_list, untranslated
from tablee.drawing.svg import Markup, Region, element, join
from tablee.games import blocs
from tablee.web.frame.icons import die
from tablee.web.frame.words import WORDS
from tablee.web.web_game import NOTHING, Button, Panel, Position, Touch, WebGame

from . import board as drawing
from . import words as telling
from .calculation import SIGN_NAMES, spell

MOST_WAYS = 3  # calculations offered for one push
KEYS = {"+": "plus", "-": "minus", "*": "times", "/": "over_sign", "(": "bracket_open", ")": "bracket_close"}
FOREIGN = re.compile(r"[^0-9+\-*/()& ]")  # what no calculation has; `&` stands between two blocks of a double


# --- what is picked and said ------------------------------------------------------------------------------------


def parse_blocks(text: str) -> tuple[int, ...]:
    """The blocks that a text names, ascending."""
    return tuple(sorted({int(number) for number in re.findall(r"[0-9]{1,2}", text)}))


def picked_blocks(position: Position) -> tuple[int, ...]:
    """The blocks picked so far; where only one push is possible, it is picked already."""
    if position.say is not None:
        return parse_blocks(clean_calculation(position.say))
    pushes: list[tuple[int, ...]] = [move.blocks for move in position.moves if move.blocks]
    if position.pick is None and len(pushes) == 1 and position.helped:
        return pushes[0]
    mask = position.state.seats[position.state.seat]
    return tuple(block for block in parse_blocks(position.pick or "") if block in blocs.BLOCKS and mask >> block & 1)


def clean_calculation(text: str) -> str:
    """The calculation typed so far, without characters that no calculation contains."""
    stated = re.sub(r" *\b(?:et|and)\b *", "&", spell(text).partition("=")[0])
    return " ".join(FOREIGN.sub(" ", stated).split())


def is_double(state: blocs.State) -> bool:
    return len(set(state.dice)) == 1


def append_piece(stated: str, piece: str) -> str:
    """The calculation with one more piece; two numbers in a row are kept apart."""
    return f"{stated} {piece}" if stated[-1:].isdigit() and piece.isdigit() else stated + piece


def put_back(stated: str, block: int) -> str:
    """The calculation without this block and the sign before it."""
    rest = re.sub(rf"[-+*/& ]*\b{block}\b", "", stated, count=1)
    return re.sub(r"(^|\()[-+*/& ]+", r"\1", rest)


class Blocs(WebGame):
    REACH = {"wide": 4, "tall": 2}  # noqa: RUF012 a block's lane is broader than the block
    ACCEPTS_TYPED = True
    MIDDLE = ({}, "d45 4,5 d26 8 d36")

    def art(self) -> Markup:
        pieces = (("block", "4"), ("sign", "+"), ("block", "5"), ("sign", "="))
        return join((*(element("span", text, class_=kind) for kind, text in pieces), die(3, "a4-"), die(6, "a5-")))

    def about(self) -> Text:
        return Text(
            "Deux dés, un petit calcul, et hop : on pousse les blocs de l’autre côté.",
            "Two dice, a little arithmetic, and off they slide: push the blocks across.",
        )

    def facts(self) -> Text:
        return Text("de 1 à 4 · deux dés", "1 to 4 players · two dice")

    # --- the board --------------------------------------------------------------------------------------------

    def board_options(self, position: Position) -> Mapping[str, object]:
        return {"picked": picked_blocks(position) if position.moves else (), "names": dict(position.names)}

    def find_touch(self, position: Position, region: Region) -> Touch:
        """A block is picked or put back; the push is a button of its own."""
        if not position.moves:
            return NOTHING
        track, block = int(region.key[0]) - 1, int(region.key[2:])
        state = position.state
        if drawing.owner(state, track, block) != state.seat or track != drawing.track_of(state):
            return NOTHING
        if position.say is not None:
            stated = clean_calculation(position.say)
            if block in picked_blocks(position):
                return Touch("look", "say", put_back(stated, block), True)
            free = is_double(state) and stated.isdigit()  # B7: any two blocks, without a sign
            return Touch("look", "say", append_piece(f"{stated}&" if free else stated, str(block)))
        blocks = set(picked_blocks(position))
        return Touch("look", "pick", ",".join(map(str, sorted(blocks ^ {block}))), block in blocks)

    def moves_through(self, position: Position, region: Region) -> tuple[str, ...]:
        """The pushes with this block, and with all those picked so far."""
        touched = self.find_touch(position, region)
        if touched == NOTHING or position.say is not None:
            return ()
        wanted = {int(region.key[2:]), *picked_blocks(position)}
        return tuple(str(move) for move in position.moves if wanted <= set(move.blocks))

    def dice(self, state: blocs.State) -> tuple[int, ...]:
        return state.dice

    def goal(self, state: blocs.State) -> Text | None:
        return telling.goal(state)

    def describe_run(
        self, states: Sequence[blocs.State], events: Sequence[blocs.Event]
    ) -> list[tuple[tuple[int, ...], Text]]:
        """`4 + 5 = 9`, `8`: the calculation of each push."""
        lines = []
        for state, event in zip(states, events, strict=False):
            if isinstance(event, blocs.Push) and event.blocks:
                way = event.calculation or next(iter(blocs.ways(state, event)), None)
                shown = and_list(event.blocks)
                if way and len(event.blocks) > 1:
                    shown = untranslated(blocs.equation(way).replace(" ", "\u00a0"))
                lines.append((state.dice, shown))
        return lines if len(lines) > 1 else []

    # --- the panel --------------------------------------------------------------------------------------------

    def panel(self, position: Position) -> Panel:
        panel = _make_push_panel(position) if position.say is None else _make_say_panel(position)
        if blocs.NO_PUSH not in position.moves:
            return panel
        leave = Button("no-push", Text("Je ne pousse pas", "No push"), "do", "move", "move", str(blocs.NO_PUSH))  # B6
        return replace(panel, buttons=(*panel.buttons, leave))

    def ask_move(self, state: blocs.State) -> Text:
        return Text("Quels blocs partent ?", "Which blocks go?")


def _make_push_panel(position: Position) -> Panel:
    """The calculation writes itself."""
    blocks = picked_blocks(position)
    back = Button("unpick", Text("Tout reposer", "Put all back"), "look", name="pick", value="")
    if not blocks:
        return Panel("push", Text("Touchez vos blocs.", "Tap your blocks."))
    push = next((move for move in position.moves if move.blocks == blocks), None)
    if push is not None:
        return Panel("push", buttons=(*_pushes(position.state, push), back))
    if any(set(blocks) <= set(move.blocks) for move in position.moves):
        return Panel("push", Text("Encore un bloc ?", "One more block?"), buttons=(back,))
    try:
        blocs.play(position.state, blocs.Push(blocks))
    except TableeError as error:  # what the rules say to blocks that cannot be pushed together
        return Panel("push", None, error.text, (back,))
    raise AssertionError("a push that is not among the moves was allowed")


def _pushes(state: blocs.State, push: blocs.Push) -> list[Button]:
    ways = blocs.ways(state, push)
    blocks = str(push)
    if not ways:
        label = Text("Pousser ces blocs (double : au choix)", "Push these blocks (a double: any two)")
        if len(push.blocks) == 1:
            label = Text(f"Pousser le bloc {blocks}", f"Push block {blocks}")
        return [Button("do-push", label, "do", "move", "move", blocks, strong=True)]
    buttons = []
    for number, way in enumerate(ways[:MOST_WAYS]):
        shown = blocs.equation(way) if len(push.blocks) > 1 else way
        whole = shown.replace(" ", "\u00a0")  # a calculation stays in one line
        label = WORDS["push"] + Text(" : ", ": ") + untranslated(whole)
        name = "do-push" if not number else f"do-push-{number + 1}"
        buttons.append(Button(name, label, "do", "move", "move", f"{blocks}:{way}", strong=not number))
    return buttons


def _make_say_panel(position: Position) -> Panel:
    """The player builds the calculation (B5): blocks on the board, signs here, or a keyboard."""
    level, stated = position.state.variant.level, clean_calculation(position.say or "")
    signs = ("+", "-", "*", "/")[: (1, 2, 4)[level - 1]] + (("(", ")") if level > 1 else ())
    keys = [
        Button(
            f"key-{KEYS[sign]}",
            SIGN_NAMES[sign],
            "look",
            name="say",
            value=append_piece(stated, sign),
            shown=blocs.pretty(sign) if sign not in "()" else sign,
        )
        for sign in signs
    ]
    if is_double(position.state):
        keys.append(Button("key-and", Text("et", "and"), "look", name="say", value=f"{stated.rstrip('&')}&"))
    if stated:
        shorter = re.sub(r" *(?:[0-9]+|[^0-9])$", "", stated)
        keys.append(Button("key-back", Text("Effacer", "Erase"), "look", name="say", value=shorter, shown="⌫"))
    explained = Text.fill(
        "Touchez les blocs et les signes, ou écrivez : {example}.",
        "Tap blocks and signs, or write: {example}.",
        example=("5+4", "6+5−2", "6×2−3")[level - 1],
    )
    if is_double(position.state):  # B7
        explained += Text(
            " Double : deux blocs au choix, sans signe (9 et 12).", " A double: any two blocks, no sign (9 and 12)."
        )
    return Panel("say", WORDS["say_label"], explained, tuple(keys), say=stated)


WEB_GAME = Blocs
