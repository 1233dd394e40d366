"""Searches boards that an encoding accepts although they break a rule, or another rejects them.

A count over shown variables is violated if a forbidden number of its literals is true, a clause if
none is. The line as a whole is wrong if it has a forbidden closed loop, or several parts where one
is required. Both are properties of a non-empty set of drawn edges:

- edges that leave no node with exactly one of them contain a cycle, and every cycle is such a set;
- edges that include every drawn edge they touch are parts of the line, and if another drawn edge is
  not among them there are several parts.

Clauses for such a violation, added to the formula of the encoding, give a formula that has a model
just if the encoding accepts a wrong board of that kind. So on a board of any size one call finds
such a board or proves that there is none. A board that another encoding rejects takes several
calls; see `separate`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.cnf import Block, Clauses, Cnf, Model
from nlc.drivers.base import Driver, Limits
from nlc.encode.lower import LoweredProgram
from nlc.graph import by_size
from nlc.ir.nodes import TRUE, Acyclic, Assignment, Clause, Exactly, Implies, Lits, Program
from nlc.process.own_limits import remaining_since
from nlc.solving.formulas import shown_variables

WHOLES = ("connected", "loop", "path")
"""The constraints that require one connected part."""


def with_stray_part(program: Program, cnf: Cnf) -> Cnf | None:
    """Return a CNF whose models have a forbidden cycle or part, or None without such a rule.

    It considers only edges that are shown variables, which have the same numbers in the IR and in
    every CNF.
    """
    shown = len(shown_variables(program))
    encoder = _ViolationEncoder(cnf.variables)
    for node in program.nodes:
        if isinstance(node, Acyclic) and node.origin.expands is None:
            known = (np.abs(node.lits) <= shown) | (node.lits == TRUE)
            encoder.cycle(node.graph.ends[known], node.lits[known])
    for item in program.globals:
        known = (np.abs(item.lits) <= shown).all()
        if known and item.kind in WHOLES and item.members is None:
            encoder.parts(item.graph.ends, item.lits)
    return encoder.build(cnf)


def with_local_violation(program: Program, cnf: Cnf) -> Cnf | None:
    """Return a CNF whose models violate a count or a clause over shown variables, or None."""
    shown = len(shown_variables(program))
    encoder = _ViolationEncoder(cnf.variables)
    for node in program.nodes:
        match node:
            case Exactly(counts, lits, guard) if lits.shape[1] <= 8:
                known = _rows_of_shown(lits, shown) & _rows_of_shown(guard, shown)
                encoder.count(set(counts.within(lits.shape[1])), lits[known], guard[known])
            case Implies(guard, Clause(lits)):
                known = _rows_of_shown(lits, shown) & _rows_of_shown(guard, shown)
                encoder.count(set(range(1, lits.shape[1] + 1)), lits[known], guard[known], most=1)
            case _:
                pass
    return encoder.build(cnf)


def _rows_of_shown(lits: Lits, shown: int) -> Bools:
    """Return which rows have shown variables only."""
    return np.asarray((np.abs(lits) <= shown).all(axis=1))


class _ViolationEncoder:
    """Collects clauses for violations, each with a variable that implies it."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.clauses: list[Clauses] = []
        self.faults: list[int] = []

    def add(self, *clauses: Clauses) -> None:
        self.clauses += clauses

    def build(self, cnf: Cnf) -> Cnf | None:
        """Return a CNF with the clauses, and one that requires a violation; None without any."""
        if not self.faults:
            return None
        self.add(np.array([self.faults], np.int32))
        blocks = [*cnf.blocks, *(Block("stray", clauses) for clauses in self.clauses)]
        return replace(cnf, variables=self.variables, blocks=blocks)

    def count(self, allowed: set[int], lits: Lits, guard: Lits, most: int | None = None) -> None:
        """Add violations of a count: the guard is true, and a forbidden number of literals."""
        rows, n = lits.shape
        for number in set(range(n + 1 if most is None else most)) - allowed:
            marks = self._fresh(rows)
            self.faults += marks.tolist()
            for column in range(guard.shape[1]):
                self.add(np.column_stack([-marks, guard[:, column]]))
            for chosen in combinations(range(n), n - number + 1):  # at least this number is true
                self.add(np.column_stack([-marks, lits[:, chosen]]))
            for chosen in combinations(range(n), number + 1):
                self.add(np.column_stack([-marks, -lits[:, chosen]]))

    def cycle(self, ends: Ints, lits: Lits) -> None:
        """Add the violation that some drawn edges leave no node with exactly one of them."""
        marks = self._some(lits)
        loose = ends[:, 0] != ends[:, 1]  # an edge from a node to itself is a cycle
        for incident in _incident(ends[loose], marks[loose]):
            for column in range(incident.shape[1]):
                signed = incident.copy()
                signed[:, column] *= -1
                self.add(signed)

    def parts(self, ends: Ints, lits: Lits) -> None:
        """Add the violation that some drawn edges include all that they touch, but not all."""
        marks = self._some(lits)
        others = self._some(lits, self.faults.pop())
        self.add(np.column_stack([-marks, -others]))
        loose = np.flatnonzero(ends[:, 0] != ends[:, 1]).astype(np.int32)
        for incident in _incident(ends[loose], loose):
            for i in range(incident.shape[1]):
                for j in set(range(incident.shape[1])) - {i}:
                    one, other = incident[:, i], incident[:, j]
                    self.add(np.column_stack([-marks[one], -lits[other], marks[other]]))

    def _some(self, lits: Lits, fault: int | None = None) -> Ints:
        """Return new variables that imply the literals; the violation implies one of them."""
        if fault is None:
            fault = self._fresh(1)[0].item()
        marks = self._fresh(len(lits))
        self.faults.append(fault)
        self.add(np.append(marks, -fault)[None, :].astype(np.int32))
        decided = lits != TRUE
        self.add(np.column_stack([-marks[decided], lits[decided]]))
        return marks

    def _fresh(self, size: int) -> Ints:
        self.variables += size
        return np.arange(self.variables - size + 1, self.variables + 1, dtype=np.int32)


def _incident(ends: Ints, marks: Ints) -> list[Ints]:
    """Return the marks of the edges at each node, as a matrix for each number of edges."""
    return [np.repeat(marks, 2)[edges] for _, edges in by_size(ends.ravel())]


ROUNDS = 50
"""The most boards of one encoding that are tested with the other."""


def with_board(cnf: Cnf, shown: Ints, board: Assignment) -> Cnf:
    """Return a CNF whose models have the shown booleans of a board."""
    units = np.where(board.bools[shown], shown, -shown)[:, None]
    return replace(cnf, blocks=[*cnf.blocks, Block("board", units)])


def separate(
    program: Program,
    one: LoweredProgram,
    other: LoweredProgram,
    driver: Driver,
    limits: Limits,
) -> Assignment | None:
    """Search a board that one encoding accepts and another rejects, for whatever reason.

    A board is the values of the shown booleans of a program. The other encoding rejects it if no
    values of its own variables give a model, which is no question for one call of a SAT solver. So
    this uses counterexample-guided refinement, as in Janota, Klieber, Marques-Silva, Clarke:
    Solving QBF with counterexample guided refinement (SAT 2012). A first call gives a board of the
    first encoding; a second call decides whether the other accepts it. If so, the values of the
    other's own variables are a witness for all boards that satisfy the residual clauses under them,
    and the next board has to violate one of these clauses.

    A board that this returns is verified by both calls. If the first encoding has no further board,
    there is none: the other accepts all its boards. Encodings that agree on a puzzle with many
    solutions may take any number of rounds; hence the bound.

    Args:
        program: the puzzle; without shown domains, which would be part of a board.
        limits: of all calls together, as far as wall-clock time goes, and of each otherwise.
    """
    shown = shown_variables(program)
    cnf, started = one.question, time.perf_counter()
    for _ in range(ROUNDS):
        left = replace(limits, seconds=remaining_since(limits, started).seconds)
        found = driver.solve(cnf, left, one.separators)
        if found.model is None:
            return None
        board = one.assignment(found.model[: one.cnf.variables + 1])
        question = with_board(other.question, shown, board)
        answer = driver.solve(question, left, other.separators)
        if answer.status == "UNSATISFIABLE":
            return board
        if answer.model is None:
            break
        clauses = list(_residual_clauses(other.question.blocks, answer.model, shown))
        blocks, count = _some_broken(clauses, cnf.variables + 1)
        cnf = replace(cnf, variables=cnf.variables + count, blocks=[*cnf.blocks, *blocks])
    return None


def _residual_clauses(
    blocks: Sequence[Block], model: Model, shown: np.ndarray
) -> Iterator[Clauses]:
    """Yield the residual clauses if all but the shown variables have their values in a model.

    Removed literals are 0; satisfied clauses are left out.
    """
    kept: Bools = np.zeros(len(model), np.bool_)
    kept[shown] = True
    true = np.asarray(model, np.bool_)
    for block in blocks:
        clauses = block.clauses
        variables = np.abs(clauses)
        own = kept[variables]
        holds = (true[variables] == (clauses > 0)) & ~own
        rest = np.where(own, clauses, 0)[~holds.any(axis=1)]
        if len(rest):
            yield rest


def _some_broken(left: Sequence[Clauses], first: int) -> tuple[list[Block], int]:
    """Return clauses that require a violated clause, and the number of their new variables."""
    blocks, marks = [], []
    for clauses in left:
        names = np.arange(first, first + len(clauses), dtype=np.int32)
        first += len(clauses)
        marks.append(names)
        row, column = np.nonzero(clauses)
        blocks.append(Block("broken", np.column_stack([-names[row], -clauses[row, column]])))
    every = np.concatenate(marks) if marks else np.zeros(0, np.int32)
    return [*blocks, Block("broken", every[None, :])], len(every)
