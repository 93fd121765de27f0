"""Stub."""

from generator.methods.contract import Method, Plan


def build_sympy_direct(plan: Plan) -> Method:
    """Stub."""
    raise NotImplementedError
