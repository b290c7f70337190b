"""The OpenAPI document: what openapi.json says of tables and answers, and every request that the table knows."""

import json
from importlib import resources
from typing import Any

from tablee.core.registry import load, names
from tablee.table import Verb
from tablee.table.requests import LAST_VERSION, LONGEST_ID
from tablee.table.verbs import FIELDS, VERBS, Erase, Field, Rematch, Take

# What is asked of a position, another game, and to be forgotten.
CALLS = tuple(kind for kind in VERBS if kind.VERSIONED or kind in (Rematch, Erase))
ERASED = {"type": "object", "required": ["erased"], "properties": {"erased": {"const": True}}}
TYPES = {str: "string", int: "integer", bool: "boolean"}
REFUSED = {"$ref": "#/components/responses/Refused"}
CHANGE: dict[str, dict[str, Any]] = {  # fields of every request that is asked of a position
    "version": {
        "type": "integer",
        "minimum": 0,
        "maximum": LAST_VERSION,
        "description": "The table’s version that the caller saw",
    },
    "request": {
        "type": "string",
        "maxLength": LONGEST_ID,
        "description": "Any id: the same request again is answered again and changes nothing",
    },
}
SEAT: list[dict[str, list[str]]] = [{"seat": []}]


def document() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((resources.files(__package__) / "openapi.json").read_text(encoding="utf-8"))
    setup = found["components"]["schemas"]["Setup"]["properties"]
    setup["game"] = {"enum": list(names())}
    setup["settings"]["anyOf"] = [_settings(name) for name in names()]
    for kind in CALLS:
        table: dict[str, Any] = {"$ref": "#/components/responses/Table"}
        if kind is Erase:
            table = {"description": "It is erased", "content": {"application/json": {"schema": ERASED}}}
        found["paths"][f"/tables/{{table_id}}/{kind.VERB}"] = {
            "parameters": [{"$ref": "#/components/parameters/table_id"}],
            "post": {**_operation(kind, table), "security": SEAT},
        }
    take = found["paths"]["/tables/{table_id}/seats/{seat}"]
    take["post"] = _operation(Take, take["post"]["responses"]["200"], in_path="seat")
    return found


def _operation(kind: type[Verb], answer: dict[str, Any], in_path: str = "") -> dict[str, Any]:
    """`in_path`: the field that the address gives."""
    own = tuple(field for field in FIELDS[kind] if field.name != in_path)
    properties = {**(CHANGE if kind.VERSIONED else {}), **{field.name: _schema(field) for field in own}}
    required = [*(["version"] if kind.VERSIONED else []), *(field.name for field in own if field.required)]
    operation = {"operationId": kind.VERB, "summary": kind.ABOUT.en, "responses": {"200": answer, "default": REFUSED}}
    if not properties:
        return operation
    schema = {"type": "object", "properties": properties, "required": required, "additionalProperties": False}
    body: dict[str, Any] = {"content": {"application/json": {"schema": schema}}}
    return {**operation, "requestBody": {"required": True, **body} if required else body}


def _settings(name: str) -> dict[str, Any]:
    """The settings of one game; an open one may have other values too, which the game checks."""
    properties = {
        option.key: {"description": option.meaning.en, "default": option.default}
        | ({} if option.open else {"enum": list(option.values)})
        for option in load(name).OPTIONS
    }
    return {"title": name, "type": "object", "properties": properties, "additionalProperties": False}


def _schema(field: Field) -> dict[str, Any]:
    least, most = ("minLength", "maxLength") if field.kind is str else ("minimum", "maximum")
    shape: dict[str, Any] = {"type": TYPES[field.kind], "description": field.about.en}
    if field.kind is not bool:
        shape |= {most: field.most} | ({least: field.least} if field.kind is int or field.least else {})
    if field.default is None:
        shape["type"] = [shape["type"], "null"]
    elif field.kind is bool:
        shape["default"] = field.default
    return shape
