"""Records (frozen dataclasses) -> JSON Schema; the string under a field is its description."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import types
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from generator.records import Credit, Message, Round

Schema = dict[str, object]

SPARSE: Mapping[type, tuple[str, ...]] = {
    Message: ("role", "content"),
    Round: ("number",),
    Credit: ("derived", "reached", "credited", "label"),
}
"""Records whose empty fields are left out of our files -> the fields that stay."""
_PLAIN: Mapping[object, Schema] = {
    str: {"type": "string"},
    bool: {"type": "boolean"},
    int: {"type": "integer", "minimum": 0},
    float: {"type": "number"},
    type(None): {"type": "null"},
}
"""Whole numbers of our records count something, so they are never below 0."""


def record_schema(record: type, *, needed: Sequence[str] | None = None) -> Schema:
    """Return the schema of a record with those it is made of under `$defs`.

    `needed` names the fields that a file has to have; None for all of them.
    """
    definitions: dict[str, Schema] = {}
    schema = _object(record, needed, definitions)
    return {**schema, "$defs": definitions} if definitions else schema


def _object(record: type, needed: Sequence[str] | None, definitions: dict[str, Schema]) -> Schema:
    hints, told = get_type_hints(record), _descriptions(record)
    properties: dict[str, object] = {}
    for field in dataclasses.fields(record):
        optional = needed is not None and field.name not in needed
        schema = _of(hints[field.name], definitions, without_null=optional)
        if field.name in told:
            schema = {**schema, "description": told[field.name]}
        properties[field.name] = schema
    return {
        "type": "object",
        "description": (inspect.getdoc(record) or "").partition("\n\n")[0],
        "properties": properties,
        "required": list(needed if needed is not None else properties),
        "additionalProperties": False,
    }


def _of(
    kind: Any,  # noqa: ANN401 - a type, as get_type_hints returns it
    definitions: dict[str, Schema],
    *,
    without_null: bool = False,
) -> Schema:
    """Return the schema of a type that our records use."""
    origin, parts = get_origin(kind), get_args(kind)
    if kind in _PLAIN:
        return dict(_PLAIN[kind])
    if origin is Literal:
        return {"enum": list(parts)}
    if origin in (Union, types.UnionType):
        parts = tuple(p for p in parts if not (without_null and p is type(None)))
        found = [_of(part, definitions) for part in parts]
        return found[0] if len(found) == 1 else {"anyOf": found}
    if origin is tuple:
        return {"type": "array", "items": _of(parts[0], definitions)}
    if origin is Mapping:
        return _mapping(parts, definitions)
    return _reference(kind, definitions)


def _mapping(parts: tuple[Any, ...], definitions: dict[str, Schema]) -> Schema:
    found: Schema = {"type": "object", "additionalProperties": _of(parts[1], definitions)}
    return {**found, "propertyNames": _of(parts[0], definitions)}


def _reference(record: type, definitions: dict[str, Schema]) -> Schema:
    name = record.__name__
    if name not in definitions:
        definitions[name] = {}  # so that a record that contains itself ends
        definitions[name] = _object(record, SPARSE.get(record), definitions)
    return {"$ref": f"#/$defs/{name}"}


@cache
def _descriptions(record: type) -> Mapping[str, str]:
    """Return field -> the string that stands under it in the source."""
    tree = ast.parse(inspect.getsource(record)).body[0]
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    found: dict[str, str] = {}
    for field, below in pairwise(body):
        told = below.value if isinstance(below, ast.Expr) else None
        if isinstance(field, ast.AnnAssign) and isinstance(told, ast.Constant):
            found[ast.unparse(field.target)] = inspect.cleandoc(str(told.value))
    return found
