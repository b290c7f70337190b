"""Words about a position of « Laaancez ! »."""

from collections.abc import Iterable
from functools import lru_cache

from tablee.core.record import Record
from tablee.core.words import Text, and_list, capital, count_noun, or_list, player_ref, untranslated
from tablee.games import laaancez
from tablee.games.laaancez import Cells, Item, Sheet, State
from tablee.paper.typed_input import without_accents
from tablee.words import Moves

from .reader import find_kind

EMPTY = Text("vide", "empty")
PROTECTED = Text(", à l’abri d’un Bouclier", ", protected by a Shield")


def message(state: State, player: int = 0) -> Text:
    if laaancez.fights(state):
        return player_ref(state.turn) + Text(" lance un objet.", " throws an object.")
    if not state.die:
        return player_ref(state.turn) + Text(" lance le dé.", " rolls the die.")
    if player and state.choices[player - 1] is not None:
        return Text("Votre choix est fait ; on attend l’autre.", "Chosen. Waiting for the other player.")
    return Text("Chacun choisit en secret.", "Both choose in secret.")


def now(state: State, player: int) -> list[Text]:
    if laaancez.fights(state):
        return _combat(state, player)
    if not state.die:
        return [
            Text("C’est à vous de lancer le dé.", "Your turn: roll the die.")
            if state.turn == player
            else capital(player_ref(state.turn, "le")) + Text(" lance le dé.", " rolls the die."),
            Text(
                "Ensuite, chacun choisit en secret l’un des deux choix du dé.",
                "Then both players secretly choose one of the die’s two options.",
            ),
            _cells_left(state, player),
        ]
    return _recruiting(state, player)


def _cells_left(state: State, player: int) -> Text:
    sheets = state.sheets if player not in (1, 2) else (state.sheets[player - 1],)
    left = min(cells.count(None) for cells in sheets)
    whose = (
        Text("votre feuille", "your sheet")
        if player in (1, 2)
        else Text("la feuille la plus remplie", "the fuller sheet")
    )
    return Text.fill(
        "Cases libres sur {whose} : {left} ; dès qu’une feuille est pleine, le combat commence.",
        "Free cells on {whose}: {left}; as soon as one sheet is full, combat begins.",
        whose=whose,
        left=left,
    )


def explain_withheld(state: State, player: int) -> list[Text]:
    """L4: why an option of the die is not there for a player, who would otherwise look for it."""
    sheet, moves = state.variant.sheet, laaancez.moves(state, player)
    there = {move.kind for move in moves if isinstance(move, laaancez.Copy)}
    there |= {laaancez.TICK for move in moves if isinstance(move, laaancez.Tick)}
    return [_reason(state, player, kind) for kind in dict.fromkeys(sheet.faces[state.die - 1]) if kind not in there]


def _reason(state: State, player: int, kind: str) -> Text:
    sheet = state.variant.sheet
    if kind != laaancez.TICK:
        title = sheet.things[kind].title
        return Text.fill(
            "Plus de case vide : pas de place pour {title}.", "No empty cell: no room for {title}.", title=title
        )
    mine = [item for item in state.sheets[player - 1] if item is not None and item.kind != sheet.candle.name]
    if not mine:
        return Text("Rien à cocher : votre feuille est encore vide.", "Nothing to tick: your sheet is still empty.")
    if not any(sheet.ticks(state.die, item.kind) for item in mine):
        return Text.fill(
            "Rien à cocher : avec un {die}, on ne coche que certains objets{only}, et vous n’en avez pas.",
            "Nothing to tick: a {die} lets you tick only some objects{only}, and you have none.",
            die=state.die,
            only=sheet.describe_tie(state.die),
        )
    return Text(
        "Rien à cocher : tous vos objets sont à leur limite.", "Nothing to tick: all your objects are at their limit."
    )


def _recruiting(state: State, player: int) -> list[Text]:
    kinds = dict.fromkeys(state.variant.sheet.faces[state.die - 1])
    offers = or_list([offer_text(state, kind) for kind in kinds], last=Text(" ; ou ", "; or "))
    offered = Text.fill(
        "Le {die} offre, au choix : {offers}.", "The {die} offers a choice: {offers}.", die=state.die, offers=offers
    )
    if player not in laaancez.players(state):
        chosen = player in (1, 2)
        return [
            offered,
            Text(
                "Votre choix est fait et reste secret : on attend l’autre.",
                "Your choice is made and stays secret: waiting for the other player.",
            )
            if chosen
            else Text("Les joueurs choisissent en secret.", "The players are choosing in secret."),
        ]
    moves = laaancez.moves(state, player)
    if isinstance(moves[0], laaancez.Pass):
        sentence = Text("Rien n’est possible ici : vous passez.", "Neither is possible, so you pass.")
    else:
        sentence = Text(
            "Choisissez l’un ou l’autre, puis une case de votre feuille ; personne ne voit votre choix.",
            "Choose one of the two, then a cell of your sheet; the other player can’t see it.",
        )
    return [offered, *explain_withheld(state, player), sentence, _cells_left(state, player)]


def _list_cells(state: State, player: int, cells: Iterable[str]) -> Text:
    """`a1 (bonnet du Père Noël), a3 (renne)`."""
    sheet = state.variant.sheet
    items = [(cell, state.sheets[player - 1][sheet.index[cell]]) for cell in cells]
    titles = [(cell, sheet.things[item.kind].title) for cell, item in items if item is not None]
    return and_list(Text.fill("{cell} ({title})", "{cell} ({title})", cell=cell, title=title) for cell, title in titles)


def _combat(state: State, player: int) -> list[Text]:
    turn = state.turn
    own = _list_cells(state, turn, laaancez.throwers(state, turn))
    aims = _list_cells(state, 3 - turn, laaancez.targets(state, turn))
    if turn == player:
        sentences = [
            Text.fill("C’est à vous de lancer : {own}.", "Your turn to throw: {own}.", own=own),
            Text.fill("Vous pouvez viser {aims}.", "You can aim at {aims}.", aims=aims),
        ]
    else:
        sentences = [
            capital(player_ref(turn, "le")) + Text.fill(" peut lancer {own}.", " can throw {own}.", own=own),
            Text.fill("Cibles possibles : {aims}.", "Possible targets: {aims}.", aims=aims),
        ]
    sheet = state.variant.sheet
    hidden = find_protected(state, 3 - turn, laaancez.front(sheet, state.sheets[2 - turn]))
    if hidden:
        safe = _list_cells(state, 3 - turn, (sheet.cells[index] for index in hidden))
        sentences.append(Text.fill("Un Bouclier protège {safe}.", "A Shield protects {safe}.", safe=safe))
    sentences.append(
        Text(
            "Une ligne qui n’a plus rien à lancer se plie ; la bougie éteinte, c’est gagné.",
            "A row with nothing left to throw folds; whoever puts out the candle wins.",
        )
    )
    return sentences


def find_protected(state: State, player: int, row: int) -> list[int]:
    """Where in a row of a player standing objects have a Shield beside them (L9)."""
    sheet, cells = state.variant.sheet, state.sheets[player - 1]
    begin, end = sheet.spans[row]
    return [
        index
        for index in range(begin, end)
        if (item := cells[index]) is not None and item.hits and laaancez.is_shielded(sheet, cells, index, begin, end)
    ]


@lru_cache(maxsize=1024)
def item_text(sheet: Sheet, item: Item) -> Text:
    """An object in words: its name, hearts and damage."""
    thing = sheet.things[item.kind]
    if not item.hits:
        out = Text(", éteinte", ", out") if thing == sheet.candle else Text(", hors jeu", ", crossed out")
        return thing.title + out
    hits = untranslated(", ") + count_noun(item.hits, "cœur", "heart")
    if item.hits < thing.hits:
        hits += Text(f" sur {thing.hits}", f" of {thing.hits}")
    damage = Text(f", Dégât {item.damage}", f", damage {item.damage}")
    if thing.limit > item.damage:
        damage += Text(f", limite {thing.limit}", f", limit {thing.limit}")
    return thing.title + hits + damage


def offer_text(state: State, kind: str) -> Text:
    """What the die offers, with what it is worth."""
    sheet = state.variant.sheet
    if kind == laaancez.TICK:
        return Text("+1 Dégât, à cocher", "+1 damage, to tick") + sheet.describe_tie(state.die)
    return item_text(sheet, sheet.fresh[kind])


def count_folded(state: State, player: int) -> int:
    """How many rows a player has folded away: none before the combat (L10)."""
    cells = state.sheets[player - 1]
    return laaancez.front(state.variant.sheet, cells) if laaancez.fights(state) else 0


def describe_rows(state: State, player: int) -> list[tuple[Text, bool]]:
    """The rows of a sheet, cell by cell, and whether each is folded."""
    sheet, cells = state.variant.sheet, state.sheets[player - 1]
    folded, fighting = count_folded(state, player), laaancez.fights(state)
    return [
        (_row_text(sheet, player, row, cells[begin:end], folded, fighting), row < folded)
        for row, (begin, end) in enumerate(sheet.spans)
    ]


@lru_cache(maxsize=1024)  # an event changes few rows
def _row_text(sheet: Sheet, player: int, row: int, items: Cells, folded: int, fighting: bool) -> Text:
    letter = laaancez.LETTERS[row]
    text = player_ref(player) + Text(f", ligne {letter}", f", row {letter}")
    if fighting and row == folded:
        text += Text(", au front", ", in front")
    if row < folded:
        return text + Text(" : pliée.", ": folded.")  # L10
    cells = []
    for place, item in enumerate(items):
        cells.append(untranslated(f"{letter}{place + 1} ") + (item_text(sheet, item) if item else EMPTY))
        if row == folded and item and item.hits and laaancez.is_shielded(sheet, items, place, 0, len(items)):
            cells[-1] += PROTECTED
    whole = Text("tout vide", "all empty")
    if any(items):
        whole = cells[0]
        for cell in cells[1:]:
            whole += Text(" ; ", "; ") + cell
    return Text.fill("{text} : {whole}.", "{text}: {whole}.", text=text, whole=whole)


def standing(state: State) -> list[tuple[Text, bool]]:
    return describe_rows(state, 1) + describe_rows(state, 2)


def score(state: State, player: int = 0) -> Text:
    """L6: when recruitment ends; L10: which rows are folded."""
    parts = []
    for owner, cells in enumerate(state.sheets, 1):
        name = Text("Vous", "You") if owner == player else player_ref(owner)
        if laaancez.fights(state):
            standing_objects = sum(item is not None and item.hits > 0 for item in cells[:-1])
            row = laaancez.LETTERS[count_folded(state, owner)]
            parts.append(
                name
                + Text(f" : ligne {row} au front, ", f": row {row} in front, ")
                + count_noun(standing_objects, "objet", "object")
            )
        else:
            full = count_noun(sum(item is not None for item in cells[:-1]), "case", "cell")
            of = len(cells) - 1
            parts.append(Text.fill("{name} : {full} sur {of}", "{name}: {full} of {of}", name=name, full=full, of=of))
    text = Text.fill("{first} ; {second}.", "{first}; {second}.", first=parts[0], second=parts[1])
    if laaancez.fights(state):
        return text
    return text + Text(
        " Le recrutement s’arrête dès qu’une feuille est pleine et que les deux ont joué.",
        " Recruitment ends as soon as a sheet is full, once both have chosen.",
    )


def about(state: State, text: str) -> list[Text]:
    """A row or a cell of both sheets, or an object of the sheet."""
    sheet, asked = state.variant.sheet, without_accents(text)
    if asked in laaancez.LETTERS[: len(sheet.rows)]:
        return [describe_rows(state, player)[laaancez.LETTERS.index(asked)][0] for player in (1, 2)]
    if asked in sheet.index:
        items = [cells[sheet.index[asked]] for cells in state.sheets]
        return [
            player_ref(player)
            + untranslated(f", {asked}")
            + Text(" : ", ": ")
            + (_worth(sheet, item) if item else Text("vide", "empty"))
            + untranslated(".")
            for player, item in enumerate(items, 1)
        ]
    kind = find_kind(sheet, asked)
    return [capital(_worth(sheet, sheet.fresh[kind])) + untranslated(".")] if kind else []


def _worth(sheet: Sheet, item: Item) -> Text:
    shield = Text(" ; protège ses voisins de gauche et de droite", "; protects its left and right neighbours")
    return item_text(sheet, item) + (shield if item.hits and sheet.things[item.kind].shield else Text("", ""))


def explain(state: State, player: int) -> Text:
    if state.die:
        return Text(
            "Choisissez une des deux options du dé : un objet et une case libre de votre feuille (bonnet a3), ou un "
            "Dégât à cocher (+ c2). Pour connaître un objet : bonnet ? ou a3 ?",
            "Choose one of the die’s two options: an object and a free cell of your sheet (hat a3), or a damage box "
            "to tick (+ c2). To look up an object: hat ? or a3 ?",
        )
    return Text(
        "Lancez un de vos objets de la ligne de front sur un objet du front d’en face : votre case, puis la cible "
        "(a2 a4). Pour connaître un objet : a2 ? Pour une ligne : ligne a.",
        "Throw one of your objects of the front row at an object of the facing front: your cell, then the target "
        "(a2 a4). To look up an object: a2 ? A row: row a.",
    )


def group_moves(state: State) -> Moves:
    return _choices(state) if state.die else _throws(state)


def _choices(state: State) -> Moves:
    """For each who still has to choose, what can be copied or ticked, and where."""
    groups: Moves = []
    for player in laaancez.players(state):
        by_head: dict[str, tuple[Text, list[tuple[str, Text]]]] = {}
        for move in laaancez.moves(state, player):
            if isinstance(move, laaancez.Copy):
                title = state.variant.sheet.things[move.kind].title
                head = Text.fill(" : recopier {title} en", ": copy {title} into", title=title)
            elif isinstance(move, laaancez.Tick):
                head = Text(" : cocher un Dégât en", ": tick a damage box on")
            else:
                head = Text(" :", ":")
            cell = (
                untranslated(move.cell) if isinstance(move, laaancez.Copy | laaancez.Tick) else Text("passer", "pass")
            )
            by_head.setdefault(head.fr, (player_ref(player) + head, []))[1].append((str(move), cell))
        groups += by_head.values()
    return groups


def _throws(state: State) -> Moves:
    groups = []
    player, form = state.turn, state.variant.sheet
    for own in laaancez.throwers(state, player):
        item = state.sheets[player - 1][form.index[own]]
        assert item is not None  # what can be thrown is there
        title = form.things[item.kind].title
        head = Text.fill(
            "{own} ({title}, {damage}) sur", "{own} ({title}, {damage}) at", own=own, title=title, damage=item.damage
        )
        groups.append((head, [(f"{own}x{aim}", untranslated(aim)) for aim in laaancez.targets(state, player)]))
    return groups


def tale(record: Record) -> list[Text]:
    throws = [event for event in record.events if isinstance(event, laaancez.Throw)]
    sentences = [count_noun(len(throws), "objet lancé|objets lancés", "throw") + untranslated(".")]
    for player in (1, 2):
        cells = record.state.sheets[player - 1]
        lost = sum(1 for item in cells if item is not None and not item.hits)
        folded = laaancez.front(record.variant.sheet, cells) if throws else 0
        sentences.append(
            player_ref(player)
            + Text(" : ", ": ")
            + count_noun(lost, "objet perdu|objets perdus", "object lost|objects lost")
            + untranslated(", ")
            + count_noun(folded, "ligne pliée|lignes pliées", "row folded|rows folded")
            + untranslated(".")
        )
    return sentences


def head_start(state: State) -> Text:
    sheet = state.variant.sheet
    sides = []
    for cells in state.sheets:
        things = [
            (cell, item, sheet.things[item.kind].title)
            for cell, item in zip(sheet.cells, cells, strict=True)
            if item is not None and item.kind != sheet.candle.name
        ]
        sides.append(
            or_list(
                Text(f"{title.fr} en {cell} (Dégât {item.damage})", f"{title.en} in {cell} (damage {item.damage})")
                for cell, item, title in things
            )
        )
    return Text(
        f"Déjà recrutés, joueur 1 : {sides[0].fr} ; joueur 2 : {sides[1].fr}.",
        f"Recruited already, player 1: {sides[0].en}; player 2: {sides[1].en}.",
    )
