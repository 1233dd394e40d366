"""The clauses of an encoding."""

from __future__ import annotations

from msgspec import Struct

from nlc.serve.answers.lines import RuleSize
from nlc.serve.answers.texts import Diagnostic


class Clause(Struct, kw_only=True):
    """A clause: DIMACS literals, and the same in names."""

    literals: list[int]
    names: list[str]


class Clauses(Struct, kw_only=True):
    """The rules of a CNF, and some clauses of one of them."""

    encoding: str
    rules: list[RuleSize]
    variables: int
    clauses: int
    rule: str | None
    first: int
    shown: list[Clause]
    diagnostics: list[Diagnostic] = []
