"""± and ∓: an expression with them has two values, one for all upper signs, one for all lower."""

from __future__ import annotations

from dataclasses import fields, replace

from generator.judge.survey import has_signs
from generator.judge.tree import Negative, Node, PlusMinus


def expanded(node: Node) -> tuple[Node, ...]:
    """Return the node itself, or its two readings with all upper and all lower signs."""
    if not has_signs(node):
        return (node,)
    return _signed(node, upper=True), _signed(node, upper=False)


def _signed(node: Node, *, upper: bool) -> Node:
    """Return the tree with every ± read as its upper or lower sign."""
    if type(node) is PlusMinus:
        term = _signed(node.term, upper=upper)
        return term if node.upper == upper else Negative(term)
    changes = {}
    for field in fields(node):
        value = getattr(node, field.name)
        changed = _part(value, upper=upper)
        if changed is not value:
            changes[field.name] = changed
    return replace(node, **changes) if changes else node  # type: ignore[arg-type]


def _part(value: object, *, upper: bool) -> object:
    """Return a field's value with the nodes in it read with one sign."""
    if isinstance(value, tuple):
        return tuple(_part(inner, upper=upper) for inner in value)
    if hasattr(value, "__dataclass_fields__"):
        return _signed(value, upper=upper)  # type: ignore[arg-type]
    return value
