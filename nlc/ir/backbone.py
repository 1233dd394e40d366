"""Backbones: what all solutions of a puzzle share; and differences of two solutions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.ir.nodes import Assignment, Program


class Backbone(Struct, frozen=True, eq=False):
    """The common values of the shown variables in some solutions.

    >>> import nlc
    >>> puzzle = nlc.load("fixtures/first.nl", options={"cover": False})[0]
    >>> shared = nlc.backbone(puzzle)
    >>> shared.complete, shared.open
    (True, 11)

    Attributes:
        program: the puzzle.
        first: one of the solutions.
        open_bools: shape of ``first.bools``, the shown booleans on which the solutions differ.
        open_domains: the elements on which they differ, for each shown finite-domain variable.
        complete: whether all solutions of the puzzle agree on the values that are not open.
    """

    program: Program
    first: Assignment
    open_bools: Bools
    open_domains: Mapping[str, Bools]
    complete: bool = False

    @staticmethod
    def of(program: Program, *boards: Assignment) -> Backbone:
        """Return the common values of boards of a puzzle, at least one."""
        first, *others = boards
        domains = [d for d in program.domains.values() if d.shown]
        nothing = {d.name: np.zeros(d.size, np.bool_) for d in domains}
        backbone = Backbone(program, first, np.zeros(len(first.bools), np.bool_), nothing)
        for board in others:
            backbone = backbone.beside(board)
        return backbone

    def beside(self, board: Assignment) -> Backbone:
        """Return the backbone with one more solution."""
        first, bools = self.first, self.open_bools.copy()
        for var in self.program.bools:
            if var.shown:
                bools[var.part] |= board.bools[var.part] != first.bools[var.part]
        before = self.open_domains.items()
        domains = {n: wide | (board.domains[n] != first.domains[n]) for n, wide in before}
        return replace(self, open_bools=bools, open_domains=domains)

    @property
    def open(self) -> int:
        """The number of open values."""
        return int(self.open_bools.sum() + sum(o.sum() for o in self.open_domains.values()))

    def to_json(self) -> dict[str, Any]:
        """Return the backbone of each shown variable by the names of elements.

        A boolean variable has lists of the elements where it is ``true``, ``false`` and ``open``;
        any other has the ``certain`` values by element (null: none), and the ``open`` elements. If
        the backbone is not complete, elements that are not open are ``unknown``.
        """
        variables: dict[str, Any] = {}
        program = self.program
        for var in program.bools:
            if var.shown:
                names = program.board.names(var.sort)
                is_open, value = self.open_bools[var.part], self.first.bools[var.part]
                agreed = ~is_open & self.complete
                masks = {"true": agreed & value, "false": agreed & ~value, "open": is_open}
                masks["unknown"] = ~is_open & ~agreed
                variables[var.name] = {
                    key: [names[i] for i in np.flatnonzero(mask)] for key, mask in masks.items()
                }
        for domain in program.domains.values():
            if domain.shown:
                names = program.board.names(domain.sort)
                is_open, values = self.open_domains[domain.name], self.first.domains[domain.name]
                same = np.flatnonzero(~is_open).tolist()
                texts = program.plain_values(domain.name)
                certain = {names[i]: texts[values[i]] for i in same}
                variables[domain.name] = {
                    "certain": certain if self.complete else {},
                    "open": [names[i] for i in np.flatnonzero(is_open)],
                    "unknown": [] if self.complete else [names[i] for i in same],
                }
        return {
            "complete": self.complete,
            "certain": shown_values(program) - self.open if self.complete else 0,
            "of": shown_values(program),
            "variables": variables,
        }


def shown_values(program: Program) -> int:
    """Return the number of values of the shown variables: one for each element."""
    return sum(variable.size for variable in program.declared if variable.shown)


def difference_json(program: Program, one: Assignment, two: Assignment) -> dict[str, Any]:
    """Return the difference of two boards by shown variable.

    A boolean variable has the elements where it is true on the ``first`` board only, and on the
    ``second`` only; any other the two values of each element that differs, null for none.
    """
    out: dict[str, Any] = {}
    for var in program.bools:
        if var.shown:
            names = program.board.names(var.sort)
            a, b = one.bools[var.part], two.bools[var.part]
            masks = {"first": a & ~b, "second": b & ~a}
            out[var.name] = {k: [names[i] for i in np.flatnonzero(m)] for k, m in masks.items()}
    for domain in program.domains.values():
        if domain.shown:
            names = program.board.names(domain.sort)
            texts = program.plain_values(domain.name)  # the last for ABSENT, which is -1
            x, y = one.domains[domain.name], two.domains[domain.name]
            differing = np.flatnonzero(x != y).tolist()
            out[domain.name] = {names[i]: [texts[x[i]], texts[y[i]]] for i in differing}
    return out
