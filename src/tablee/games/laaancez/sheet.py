"""A sheet of objects (L13) as data: read from TOML or from plain values, and checked entry by entry.

    name = "noel"
    rows = [5, 5, 3, 3, 1]                                  the last row is the candle's
    [candle]         name, fr, en, hits, damage, drawing
    [objects.NAME]   hits, damage, and if wanted fr, en, limit, shield, drawing
    [faces]          1 to 6: two options each, the name of an object or "+"; "+bonnet" ticks nothing but a bonnet

An error names the key and, for a text, the line.
"""

import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib import resources
from typing import Any, NamedTuple

from tablee.core.errors import SheetError
from tablee.core.words import Text, or_list

TICK = "+"
ROWS = (5, 5, 3, 3, 1)  # L2
LETTERS = "abcdefghi"
MOST_COLUMNS = 9
MOST_POINTS = 9
DRAWINGS = (  # what `drawing` can name; they are drawn by tablee.drawing.objects
    *("boule", "bouclier", "sapin", "bonnet", "sucre", "cadeau", "etoile", "bonhomme", "renne", "bougie", "lutin"),
    *("gnome", "lanterne", "luge", "gant", "echarpe", "traineau", "cloche", "pomme_de_pin", "biscuit", "chaussette"),
    *("flocon", "guirlande", "marron", "tambour", "toupie", "houx", "patin"),
)
NAME_FORM = re.compile(r"[a-z][a-z0-9_]{0,23}")


@dataclass(frozen=True, slots=True)
class Thing:
    """A kind of object (L3): its hit points, its damage, and the limit of ticking."""

    name: str
    title: Text
    hits: int
    damage: int
    limit: int
    shield: bool = False
    drawing: str = ""  # one of DRAWINGS; "": the drawing of its name, if there is one


class Item(NamedTuple):
    """An object in a cell: what it is, the hit points it has left (0: crossed out), its damage."""

    kind: str
    hits: int
    damage: int


@dataclass(frozen=True)
class Sheet:
    name: str
    candle: Thing
    objects: tuple[Thing, ...]
    faces: tuple[tuple[str, str], ...]  # by face from 1: two options
    rows: tuple[int, ...] = ROWS
    ties: tuple[tuple[str, ...], ...] = ((),) * 6  # by face from 1: the objects its ticks are tied to; (): any

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.candle, self.objects, self.faces, self.rows, self.ties))

    def __hash__(self) -> int:  # every position holds its sheet, and is looked up many times a tap
        return self._hash

    def __getstate__(self) -> dict[str, object]:  # another process has other hashes
        return {field.name: getattr(self, field.name) for field in fields(self)}

    @cached_property
    def things(self) -> dict[str, Thing]:
        return {thing.name: thing for thing in (*self.objects, self.candle)}

    @cached_property
    def cells(self) -> tuple[str, ...]:
        """The names of the cells, row after row: a1, a2, …"""
        return tuple(
            f"{letter}{column}"
            for letter, width in zip(LETTERS, self.rows, strict=False)
            for column in range(1, width + 1)
        )

    def ticks(self, face: int, kind: str) -> bool:
        """Whether a tick of this face may be on such an object (L13)."""
        return TICK in self.faces[face - 1] and (not self.ties[face - 1] or kind in self.ties[face - 1])

    def describe_tie(self, face: int) -> Text:
        """` (bonnet du Père Noël)` behind the tick of a face, if it is tied; else nothing."""
        titles = or_list(self.things[kind].title for kind in self.ties[face - 1])
        return Text.fill(" ({titles})", " ({titles})", titles=titles) if titles.fr else titles

    @cached_property
    def index(self) -> dict[str, int]:
        return {cell: index for index, cell in enumerate(self.cells)}

    @cached_property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """Where each row begins and ends among the cells."""
        ends = [sum(self.rows[: row + 1]) for row in range(len(self.rows))]
        return tuple((end - width, end) for end, width in zip(ends, self.rows, strict=True))

    @cached_property
    def fresh(self) -> dict[str, Item]:
        """Each kind as it is copied."""
        return {thing.name: Item(thing.name, thing.hits, thing.damage) for thing in self.things.values()}

    @cached_property
    def empty(self) -> tuple[Item | None, ...]:
        """A combat sheet at the start: the candle stands in the last row (L2)."""
        return (None,) * (len(self.cells) - 1) + (self.fresh[self.candle.name],)


@cache
def load_shipped(name: str) -> Sheet:
    return parse_toml((resources.files(__package__) / f"{name}.toml").read_text(encoding="utf-8"))


def parse_toml(text: str) -> Sheet:
    """A sheet from a TOML text; errors name line and key."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        match = re.search(r"\(at line (\d+)", str(error))
        line = int(match[1]) if match else text.count("\n") + 1
        raise SheetError("ce n’est pas du TOML valable.", f"this is not valid TOML ({error}).", line=line) from None
    try:
        return parse_sheet(data)
    except SheetError as error:
        raise error.at(_line(text, error.key)) from None


def _line(text: str, key: str) -> int | None:
    """The line of a TOML text that holds a dotted key, or the nearest table above it."""
    table, best, depth = "", None, -1
    path = key.split(".") if key else []
    for number, line in enumerate(text.splitlines(), 1):
        if header := re.match(r"\s*\[\s*([^\]]+?)\s*\]", line):
            table = header[1].replace('"', "")
            here = table
        elif entry := re.match(r'\s*"?([\w.+-]+)"?\s*=', line):
            here = f"{table}.{entry[1]}" if table else entry[1]
        else:
            continue
        parts = here.split(".")
        if parts == path[: len(parts)] and len(parts) > depth:
            best, depth = number, len(parts)
    return best


def parse_sheet(data: Mapping[str, Any]) -> Sheet:
    """A sheet from plain values (a parsed TOML or JSON document)."""
    _check_keys(data, "", ("name", "rows", "candle", "objects", "faces"))
    name = _name(data.get("name", ""), "name")
    rows = _rows(data.get("rows", list(ROWS)))
    lit = _table(data, "candle")
    _check_keys(lit, "candle", ("name", "fr", "en", "hits", "damage", "drawing"))  # L5: it cannot be ticked
    candle = _thing(_name(lit.get("name", "bougie"), "candle.name"), lit, "candle", least=1)
    objects = tuple(
        _object(key, _table(entry, f"objects.{key}", whole=True), f"objects.{key}")
        for key, entry in _table(data, "objects").items()
    )
    names = {thing.name for thing in objects}
    if candle.name in names:
        raise SheetError(
            "la bougie a le même nom qu’un objet.", "the candle has the same name as an object.", key="candle.name"
        )
    faces, ties = _faces(_table(data, "faces"), names)
    return Sheet(name, candle, objects, faces, rows, ties)


def plain(sheet: Sheet) -> dict[str, object]:
    """A sheet as plain values, which `parse_sheet` takes back."""

    def entry(thing: Thing) -> dict[str, object]:
        fields = {"fr": thing.title.fr, "en": thing.title.en, "hits": thing.hits, "damage": thing.damage}
        limit = thing.limit if thing.limit != thing.damage else None
        more = {"limit": limit, "shield": thing.shield, "drawing": thing.drawing}
        return fields | {key: value for key, value in more.items() if value}

    return {
        "name": sheet.name,
        "rows": list(sheet.rows),
        "candle": {"name": sheet.candle.name} | entry(sheet.candle),
        "objects": {thing.name: entry(thing) for thing in sheet.objects},
        "faces": {
            str(face): [TICK + ",".join(tied) if option == TICK else option for option in pair]
            for face, (pair, tied) in enumerate(zip(sheet.faces, sheet.ties, strict=True), 1)
        },
    }


def format_sheet(sheet: Sheet) -> str:
    """A sheet as JSON, which `parse_value` takes back."""
    return json.dumps(plain(sheet), ensure_ascii=False, separators=(",", ":"))


def parse_value(value: object) -> Sheet:
    """The `sheet` setting: the name of a shipped sheet, a sheet, its plain values, or those as JSON."""
    if isinstance(value, Sheet):
        return value
    if value == "noel":
        return load_shipped("noel")
    if isinstance(value, str) and value.lstrip().startswith("{"):
        try:
            value = json.loads(value)
        except (ValueError, RecursionError):
            raise SheetError("ce n’est pas du JSON valable.", "this is not valid JSON.", key="sheet") from None
    if isinstance(value, Mapping):
        return parse_sheet(value)
    raise SheetError(
        f"la feuille « {str(value)[:40]} » n’existe pas ; donnez « noel » ou les données d’une feuille.",
        f"there is no sheet “{str(value)[:40]}”; give “noel” or the data of a sheet.",
        key="sheet",
    )


# --- the checks, entry by entry -------------------------------------------------------------------------------


def _check_keys(table: Mapping[str, Any], path: str, keys: tuple[str, ...]) -> None:
    for key in table:
        if key not in keys:
            where = f"{path}.{key}" if path else str(key)
            raise SheetError(
                f"clé inconnue ; il y a {', '.join(keys)}.",
                f"unknown key; there are {', '.join(keys)}.",
                key=where[:60],
            )


def _table(data: Mapping[str, Any], key: str, *, whole: bool = False) -> Mapping[str, Any]:
    table = data if whole else data.get(key)
    if not isinstance(table, Mapping) or not table:
        raise SheetError("il manque cette section.", "this section is missing.", key=key)
    return table


def _name(name: object, key: str) -> str:
    if isinstance(name, str) and NAME_FORM.fullmatch(name):
        return name
    raise SheetError(
        f"« {str(name)[:40]} » n’est pas un nom : minuscules sans accent, chiffres et _, 24 signes au plus.",
        f"“{str(name)[:40]}” is not a name: lower-case letters, digits and _, at most 24 characters.",
        key=key,
    )


def _rows(value: object) -> tuple[int, ...]:
    if (
        not isinstance(value, list | tuple)
        or not 2 <= len(value) <= len(LETTERS)
        or any(type(width) is not int or not 1 <= width <= MOST_COLUMNS for width in value)
        or value[-1] != 1
    ):
        raise SheetError(
            f"2 à {len(LETTERS)} lignes de 1 à {MOST_COLUMNS} cases, la dernière d’une seule (la bougie).",
            f"2 to {len(LETTERS)} rows of 1 to {MOST_COLUMNS} cells, the last of one (the candle).",
            key="rows",
        )
    return tuple(value)


def _points(table: Mapping[str, Any], path: str, key: str, least: int, default: int | None = None) -> int:
    value = table.get(key, default)
    if type(value) is not int or not least <= value <= MOST_POINTS:
        raise SheetError(
            f"un nombre entier de {least} à {MOST_POINTS}, pas « {str(value)[:40]} ».",
            f"a whole number from {least} to {MOST_POINTS}, not “{str(value)[:40]}”.",
            key=f"{path}.{key}",
        )
    return value


def _object(name: str, table: Mapping[str, Any], path: str) -> Thing:
    _check_keys(table, path, ("fr", "en", "hits", "damage", "limit", "shield", "drawing"))
    return _thing(_name(name, path), table, path)


def _thing(name: str, table: Mapping[str, Any], path: str, least: int = 0) -> Thing:
    """`least`: of its damage."""
    damage = _points(table, path, "damage", least)
    shield = table.get("shield", False)
    if not isinstance(shield, bool):
        raise SheetError("true ou false.", "true or false.", key=f"{path}.shield")
    limit = _points(table, path, "limit", damage, damage)
    hits = _points(table, path, "hits", 1)
    return Thing(name, _title(table, path, name), hits, damage, limit, shield, _drawing(table, path))


def _drawing(table: Mapping[str, Any], path: str) -> str:
    drawing, key = table.get("drawing", ""), f"{path}.drawing"
    if isinstance(drawing, str) and (drawing == "" or drawing in DRAWINGS):
        return drawing
    if isinstance(drawing, str) and drawing.startswith("<"):
        return ""  # a sheet written when it could bring a picture of its own still opens
    raise SheetError(
        f"il n’y a pas de dessin « {str(drawing)[:40]} » ; au choix : {', '.join(DRAWINGS)}.",
        f"there is no drawing “{str(drawing)[:40]}”; there are {', '.join(DRAWINGS)}.",
        key=key,
    )


def _title(table: Mapping[str, Any], path: str, name: str) -> Text:
    words = {lang: table.get(lang, name) for lang in ("fr", "en")}
    for lang, word in words.items():
        if not isinstance(word, str) or not 1 <= len(word) <= 40 or not word.isprintable():
            raise SheetError("un nom de 1 à 40 signes.", "a name of 1 to 40 characters.", key=f"{path}.{lang}")
    return Text(**words)


def _faces(
    table: Mapping[str, Any], names: set[str]
) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, ...], ...]]:
    """The options of the six faces, and what the ticks among them are tied to."""
    _check_keys(table, "faces", ("1", "2", "3", "4", "5", "6"))
    faces, ties = [], []
    for face in "123456":
        pair = table.get(face)
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise SheetError(
                "deux options par face du dé.", "two options for each face of the die.", key=f"faces.{face}"
            )
        tied: list[str] = []
        free = False
        for option in pair:
            ticking = isinstance(option, str) and option.startswith(TICK)
            wanted = option[1:].split(",") if ticking and option != TICK else [] if ticking else [option]
            for choice in wanted:
                if choice not in names:
                    raise SheetError(
                        f"« {str(choice)[:40]} » n’est ni un objet, ni « + », ni « + » et des objets (« +bonnet »).",
                        f"“{str(choice)[:40]}” is neither an object nor “+”, nor “+” and objects like “+bonnet”.",
                        key=f"faces.{face}",
                    )
            if ticking:
                tied += wanted
                free = free or option == TICK
        faces.append(tuple(TICK if str(option).startswith(TICK) else option for option in pair))
        ties.append(() if free else tuple(sorted(set(tied))))
    if all(option == TICK for pair in faces for option in pair):
        raise SheetError("aucune face n’offre d’objet.", "no face offers an object.", key="faces")
    return tuple((first, second) for first, second in faces), tuple(ties)
