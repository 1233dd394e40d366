"""Recognizes a Numberlink puzzle in the IR, and makes its formula.

That is the clauses of an encoding of the whole puzzle, and those of further rules.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from nlc.arrays import Ints, distinct
from nlc.board import Sort
from nlc.cnf import Clauses, Cnf, Model
from nlc.encode.cardinality import Counter
from nlc.encode.declare import AuxiliaryNames, declare_bool, rule_of
from nlc.encode.numberlink import REGISTRY, ROLES, Labels, Numberlink
from nlc.encode.template import instantiate, tidy
from nlc.errors import Span, UserError, fail
from nlc.ir import nodes as ir

HINT = "it encodes Numberlink puzzles only; use an encoding that goes rule by rule, such as 'log'"


def recognize(program: ir.Program, name: str) -> Numberlink:
    """Return the Numberlink puzzle of a program that is not folded.

    Every node must be one of those of the stock genre, or a constraint on segments alone.

    Raises:
        UserError: it is not a Numberlink puzzle; the message names the rule that differs.
    """
    return _Recognizer(program, name).recognize()


_ONE, _TWO, _NONE_OR_TWO = 1, 2, 3
"""The number of segments at a cell."""


class _Recognizer:
    def __init__(self, program: ir.Program, name: str) -> None:
        self.program, self.name, board = program, name, program.board
        match program.bools:
            case [ir.BoolVar(sort=Sort.LINK, shown=True) as line]:
                self.line = line
            case _:
                raise self._refuse("it does not show one boolean variable, over links")
        match list(program.domains.values()):
            case [ir.Domain(sort=Sort.CELL, optional=True) as color]:
                self.color = color
            case _:
                raise self._refuse("it does not decide one label, or none, of each cell")
        self.ends, self.degree = board.link_cells, board.cell_links.lengths
        cells, links = board.count(Sort.CELL), board.count(Sort.LINK)
        self.kind = np.zeros(cells, np.int32)
        self.kind[self.degree == 0] = _NONE_OR_TWO
        self.facts: list[tuple[Ints, Ints]] = []
        self.covered: list[tuple[Ints, ir.Origin]] = []
        self.same, self.apart = np.zeros(links, np.bool_), np.zeros(links, np.bool_)
        self.open = not links
        self.further: list[ir.Exactly | ir.Implies] = []
        self.rules: dict[str, str] = {}
        self.present = np.full(program.variables + 1, -1, np.int32)
        for block in program.atoms:
            absent = block.values == ir.ABSENT
            self.present[block.base : block.base + len(absent)][absent] = block.elements[absent]

    def recognize(self) -> Numberlink:
        origins = [item.origin for item in self.program.globals]
        for origin in [*origins, *(runs.origin for runs in self.program.runs)]:
            raise self._unknown_rule(origin)
        for node in self.program.nodes:
            if not self._add_node(node):
                raise self._unknown_rule(node.origin)
        ends = self._pairs()
        terminal = np.zeros(len(self.kind), np.bool_)
        terminal[ends] = True
        odd = (self.degree > 0) & ((terminal != (self.kind == _ONE)) | (self.kind == 0))
        for cell in np.flatnonzero(odd).tolist():
            place = self.program.board.names(Sort.CELL)[cell]
            raise self._refuse(f"the number of segments at {place} is not that of a path")
        for cells, origin in self.covered:
            # Cells on a path are used anyway; a cell without links cannot be on a path.
            self.kind[cells[self.degree[cells] == 0]] = _TWO
            if (self.kind[cells] == _NONE_OR_TWO).any():
                raise self._unknown_rule(origin)
        if not self.same.all():
            raise self._refuse("its rules let a segment join two labels")
        if not self.open:
            raise self._refuse("its rules let segments form a ring")
        return Numberlink(
            self.program.board,
            self.line,
            self.color,
            ends,
            self.kind != _NONE_OR_TWO,
            self.apart,
            tuple(self.further),
            {role: self.rules.get(role, role) for role in ROLES},
        )

    # ---------- nodes ----------

    def _add_node(self, node: ir.Node) -> bool:
        """Add a node; return False if a Numberlink puzzle has no such node."""
        if isinstance(node, ir.Acyclic):
            return self._add_acyclic(node)
        if isinstance(node, ir.Exactly):
            return self._add_degree(node, node.counts, node.lits) or self._add_segments(
                node, node.lits
            )
        if isinstance(node.then, ir.Relate):
            return self._add_relate(node, node.then)
        if isinstance(node.then, ir.Assign):
            return self._add_assign(node, node.then)
        lits = node.then.lits
        # "Exactly 1" of a single link is a clause.
        alone = lits.shape[1] == 1 and self._add_degree(node, ir.Counts.of(1), lits)
        return alone or self._is_implied(node, lits) or self._add_segments(node, lits)

    def _add_acyclic(self, node: ir.Acyclic) -> bool:
        order = np.argsort(node.lits)
        every = np.arange(self.line.base, self.line.base + self.line.size)
        self.open = (
            node.graph.nodes == len(self.kind)
            and np.array_equal(node.lits[order], every)
            and np.array_equal(np.sort(node.graph.ends[order]), np.sort(self.ends))
        )
        self.rules.setdefault("open", node.origin.rule)
        return self.open

    def _add_degree(self, node: ir.Exactly | ir.Implies, counts: ir.Counts, lits: ir.Lits) -> bool:
        """Add "exactly 1, exactly 2, exactly 0 or 2 of line[links(c)]"."""
        two, both = (ir.Counts.of(*ks).within(lits.shape[1]) for ks in ((2,), (0, 2)))
        kinds = {ir.Counts.of(1): _ONE, two: _TWO, both: _NONE_OR_TWO}
        cells = next((e for _, sort, e in node.origin.binders if sort is Sort.CELL), None)
        if node.guard.shape[1] or counts not in kinds or cells is None:
            return False
        if not self._all_links(lits, cells) or self.kind[cells].any():
            return False
        self.kind[cells] = kind = kinds[counts]
        self.rules.setdefault("terminal" if kind == _ONE else "through", node.origin.rule)
        return True

    def _add_segments(self, node: ir.Exactly | ir.Implies, lits: ir.Lits) -> bool:
        """Add a constraint on segments alone."""
        if alone := self._is_line(node.guard) and self._is_line(lits):
            self.further.append(node)
        return alone

    def _add_relate(self, node: ir.Implies, relate: ir.Relate) -> bool:
        """Add "linked cells have one label" or "cells of one label are linked"."""
        if not len(node.guard):
            return True
        guard = np.take_along_axis(node.guard, np.argsort(np.abs(node.guard), axis=1), axis=1)
        pair = np.sort(np.stack([relate.left_elements, relate.right_elements], axis=1))
        sign, mask = (1, self.same) if relate.equal else (-1, self.apart)
        if guard.shape[1] != (1 if relate.equal else 2) or not self._is_line(sign * guard[:, 0]):
            return False
        links = sign * guard[:, 0] - self.line.base
        if (guard[:, 0] * sign < 0).any() or (np.sort(self.ends[links]) != pair).any():
            return False
        if not relate.equal:  # each literal means that one cell of its pair has a label
            labelled = self._cells_without_label(-guard[:, 1])[:, None] == pair
            if not labelled.any(axis=1).all():
                return False
        mask[links] = True
        self.rules.setdefault("same" if relate.equal else "apart", node.origin.rule)
        return True

    def _is_implied(self, node: ir.Implies, lits: ir.Lits) -> bool:
        """Accept "a cell with a label has a segment", which every encoding implies."""
        if node.guard.shape[1] != 1 or not len(node.guard):
            return False
        cells = self._cells_without_label(-node.guard[:, 0])
        return bool((cells >= 0).all()) and self._all_links(lits, cells)

    def _add_assign(self, node: ir.Implies, assign: ir.Assign) -> bool:
        """Add the label of a cell, or "a cell has a label" for all cells or those with segments."""
        cells, width = assign.elements, node.guard.shape[1]
        if assign.equal:
            self.facts.append((cells, assign.values))
            return width == 0 and bool((assign.values != ir.ABSENT).all())
        if width > 1 or (assign.values != ir.ABSENT).any():
            return False
        if width == 0:
            self.covered.append((cells, node.origin))
            return True
        links = node.guard[:, 0] - self.line.base
        if not self._is_line(node.guard) or (links < 0).any():
            return False
        # Every encoding implies "a cell with a segment has a label".
        return bool((self.ends[links] == cells[:, None]).any(axis=1).all())

    def _pairs(self) -> Ints:
        """Return the two cells of each label."""
        empty = np.zeros(0, np.int32)
        cells = np.concatenate([empty, *(c for c, _ in self.facts)])
        values = np.concatenate([empty, *(v for _, v in self.facts)])
        table = distinct(np.stack([values, cells], axis=1))
        if len(distinct(table[:, 1])) < len(table):
            raise self._refuse("it gives a cell two labels")
        times = np.bincount(table[:, 0], minlength=len(self.color.values))
        for value in np.flatnonzero(times != 2).tolist():
            text = self.color.values[value]
            raise self._refuse(f"label {text} is on {times[value]} cells, and a path has 2 ends")
        return table[:, 1].reshape(-1, 2).astype(np.int32)

    # ---------- literals ----------

    def _is_line(self, lits: ir.Lits) -> bool:
        variables = np.abs(lits) - self.line.base
        return bool(((variables >= 0) & (variables < self.line.size)).all())

    def _cells_without_label(self, lits: ir.Lits) -> Ints:
        """Return the cell of each literal "the cell has no label", -1 for other literals."""
        return np.where(lits > 0, self.present[np.abs(lits)], -1).astype(np.int32)

    def _all_links(self, lits: ir.Lits, cells: Ints) -> bool:
        """Return whether each row has exactly the segments of all links of its cell."""
        if (self.degree[cells] != lits.shape[1]).any():
            return False
        incidence = self.program.board.cell_links
        places = incidence.indptr[cells][:, None] + np.arange(lits.shape[1])
        expected = incidence.data[places] + self.line.base
        return np.array_equal(np.sort(lits), np.sort(expected))

    # ---------- refusals ----------

    def _unknown_rule(self, origin: ir.Origin) -> UserError:
        return self._refuse(f"it does not encode rule '{origin.rule}'", origin.span)

    def _refuse(self, reason: str, span: Span | None = None) -> UserError:
        return fail(f"numberlink={self.name} cannot be used here: {reason}", span, HINT)


def encode(
    name: str, program: ir.Program, cnf: Cnf
) -> tuple[Callable[[Model], ir.Assignment], dict[str, int]]:
    """Add a program to an empty CNF; the variables of the encoding count for the rule "same".

    Returns:
        What gives the values of the declared variables under a model, and the number of variables
        of each rule.

    Raises:
        UserError: the program is not a Numberlink puzzle, or the encoding does not apply to it.
    """
    puzzle = recognize(program, name)
    encoding = REGISTRY.get(name)
    reason = encoding.refusal(puzzle)
    if reason is not None:
        raise fail(f"numberlink={name} cannot be used here: {reason}", hint="use another encoding")
    line = declare_bool(program, cnf, puzzle.line)
    cnf.projection = line.copy()
    labels = encoding.lower(cnf, puzzle, line)
    variables = {rule_of(puzzle.line.name): len(line)}
    variables[puzzle.rules["same"]] = cnf.variables - len(line)
    _add_further(cnf, puzzle, line, variables)
    for block in cnf.blocks:
        variables.setdefault(block.rule, 0)
    return partial(_assignment, puzzle, line, labels), variables


def _assignment(puzzle: Numberlink, line: Ints, labels: Labels, model: Model) -> ir.Assignment:
    bools = np.zeros(puzzle.line.size + 1, np.bool_)
    bools[puzzle.line.base + np.arange(puzzle.line.size)] = model[line]
    return ir.Assignment(bools, {puzzle.color.name: labels(model)})


def _add_further(cnf: Cnf, puzzle: Numberlink, line: Ints, variables: dict[str, int]) -> None:
    """Add the constraints on segments alone, counts by binomial clauses if these are few."""
    names, count = AuxiliaryNames(puzzle.board), Counter("binomial")

    def literals(lits: ir.Lits) -> Clauses:
        found: Clauses = np.sign(lits) * line[np.abs(lits) - puzzle.line.base]
        return found

    for node in puzzle.further:
        rule, guard, before = node.origin.rule, literals(node.guard), cnf.variables
        if isinstance(node, ir.Exactly):
            template = count(node.lits.shape[1], node.counts, node.origin.span)
            made = names.rows(node.origin, len(guard) * template.auxiliaries)
            instantiate(cnf, rule, template, literals(node.lits), made, guard)
        else:
            assert isinstance(node.then, ir.Clause)
            for block in tidy(np.hstack([-guard, literals(node.then.lits)])):
                cnf.add(rule, block)
        variables[rule] = variables.get(rule, 0) + cnf.variables - before
