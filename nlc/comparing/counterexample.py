"""Asks a solver for a board, accepted by an encoding, that breaks a rule or that another rejects.

A count or a clause over shown variables is broken where its number, or none of its literals, holds
that it forbids. The shape of the whole line is wrong by a closed loop where none is allowed, or by
several parts where one is wanted. Either shows in a set of chosen edges, not empty:

- edges that leave no node with exactly one of them hold a cycle, and every cycle is such a set;
- edges that take along every chosen edge they touch are parts of their own, and if a chosen edge is
  left over there are several.

The literals of such a set, added to the formula of the encoding, make one that has a model just
when the encoding accepts a board of that kind. So on a board of any size one call finds such a
board or proves that there is none. What another encoding rejects takes several; see `separate`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.cnf import Block, Clauses, Cnf, Model
from nlc.drivers.base import Driver, Limits
from nlc.encode.lower import LoweredProgram
from nlc.ir.nodes import TRUE, Acyclic, Assignment, Clause, Exactly, Implies, Lits, Program
from nlc.process.own import since

WHOLES = ("connected", "loop", "path")
"""Constraints by which the chosen edges are one part."""


def with_a_stray(program: Program, cnf: Cnf) -> Cnf | None:
    """Return a CNF whose models are those in which an edge is part of a fault of the whole.

    Only edges that are shown variables are looked at: these have the same numbers in the IR and in
    every CNF.

    Returns:
        None where no rule of the puzzle forbids cycles or parts of shown edges.
    """
    shown = _shown(program)
    hunt = _Hunt(cnf.variables)
    for node in program.nodes:
        if isinstance(node, Acyclic) and node.origin.expands is None:
            known = (np.abs(node.lits) <= shown) | (node.lits == TRUE)
            hunt.cycle(node.graph.ends[known], node.lits[known])
    for item in program.globals:
        known = (np.abs(item.lits) <= shown).all()
        if known and item.kind in WHOLES and item.members is None:
            hunt.parts(item.graph.ends, item.lits)
    return hunt.stated(cnf)


def with_a_slip(program: Program, cnf: Cnf) -> Cnf | None:
    """Return a CNF whose models are those in which a count or clause of shown variables is broken.

    Returns:
        None where it has no rule of that kind.
    """
    shown = _shown(program)
    hunt = _Hunt(cnf.variables)
    for node in program.nodes:
        match node:
            case Exactly(counts, lits, guard) if lits.shape[1] <= 8:
                known = _known(lits, shown) & _known(guard, shown)
                hunt.count(set(counts.within(lits.shape[1])), lits[known], guard[known])
            case Implies(guard, Clause(lits)):
                known = _known(lits, shown) & _known(guard, shown)
                hunt.count(set(range(1, lits.shape[1] + 1)), lits[known], guard[known], most=1)
            case _:
                pass
    return hunt.stated(cnf)


def _shown(program: Program) -> int:
    return sum(var.size for var in program.bools if var.shown)


def _known(lits: Lits, shown: int) -> Bools:
    """Return which rows have shown variables only."""
    return np.asarray((np.abs(lits) <= shown).all(axis=1))


class _Hunt:
    """Collects clauses over new variables, and for each constraint one that tells it is broken."""

    def __init__(self, variables: int) -> None:
        self.variables = variables
        self.clauses: list[Clauses] = []
        self.faults: list[int] = []

    def add(self, *clauses: Clauses) -> None:
        self.clauses += clauses

    def stated(self, cnf: Cnf) -> Cnf | None:
        """Return a CNF with the clauses, and with one that some fault holds; None without any."""
        if not self.faults:
            return None
        self.add(np.array([self.faults], np.int32))
        blocks = [*cnf.blocks, *(Block("stray", clauses) for clauses in self.clauses)]
        return replace(cnf, variables=self.variables, blocks=blocks)

    def count(self, allowed: set[int], lits: Lits, guard: Lits, most: int | None = None) -> None:
        """State that a guard holds and a number of literals, below `most`, that is not allowed."""
        rows, n = lits.shape
        for number in set(range(n + 1 if most is None else most)) - allowed:
            marks = self._fresh(rows)
            self.faults += marks.tolist()
            for column in range(guard.shape[1]):
                self.add(np.column_stack([-marks, guard[:, column]]))
            for chosen in combinations(range(n), n - number + 1):  # so many are true
                self.add(np.column_stack([-marks, lits[:, chosen]]))
            for chosen in combinations(range(n), number + 1):
                self.add(np.column_stack([-marks, -lits[:, chosen]]))

    def cycle(self, ends: Ints, lits: Lits) -> None:
        """State that some chosen edges leave no node with exactly one of them."""
        marks = self._some(lits)
        loose = ends[:, 0] != ends[:, 1]  # an edge from a node to itself is a cycle
        for incident in _incident(ends[loose], marks[loose]):
            for column in range(incident.shape[1]):
                signed = incident.copy()
                signed[:, column] *= -1
                self.add(signed)

    def parts(self, ends: Ints, lits: Lits) -> None:
        """State that some chosen edges take along all that they touch, and others are left."""
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
        """Return new variables that imply the literals, one of which holds in case of the fault."""
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
    nodes, values = ends.ravel(), np.repeat(marks, 2)
    order = np.argsort(nodes, kind="stable")
    values = values[order]
    _, first, degree = np.unique(nodes[order], return_index=True, return_counts=True)
    return [values[first[degree == d][:, None] + np.arange(d)] for d in np.unique(degree).tolist()]


ROUNDS = 50
"""Boards of the one that the other is asked about."""


def shown_variables(program: Program) -> Ints:
    """Return the numbers of the shown booleans, the same in the IR and in every CNF."""
    shown = [np.arange(v.base, v.base + v.size, dtype=np.int32) for v in program.bools if v.shown]
    return np.concatenate([np.zeros(0, np.int32), *shown])


def with_board(cnf: Cnf, shown: Ints, board: Assignment) -> Cnf:
    """Return a CNF whose models have the shown booleans of a board."""
    units = np.where(board.bools[shown], shown, -shown)[:, None]
    return replace(cnf, blocks=[*cnf.blocks, Block("board", units)])


class Separation(Struct, frozen=True, eq=False):
    """What came of the search.

    Attributes:
        board: that the one accepts and the other rejects; None where none was found.
        included: it is proved that the other accepts all boards of the one.
    """

    board: Assignment | None = None
    included: bool = False


def separate(
    program: Program,
    one: LoweredProgram,
    other: LoweredProgram,
    driver: Driver,
    limits: Limits,
    rounds: int = ROUNDS,
) -> Separation:
    """Look for a board that one encoding accepts and another rejects, whatever the reason.

    A board is the shown booleans of a program. That the other encoding rejects it says that no
    choice of its own variables is a model, which no formula of one solver call says. So this is
    done by counterexamples, as in Janota, Klieber, Marques-Silva, Clarke: Solving QBF with
    counterexample guided refinement (SAT 2012): ask the one for a board; ask the other whether it
    accepts that; where it does, its own variables are a witness for all boards that go with them,
    and the next board has to break one of the clauses that are left under this witness.

    A board that comes out is one, since both answers are a solver's. Where the one has no further
    board, the other accepts all that it accepts. Between encodings that agree on a board with many
    solutions there may be no end: hence the bound on rounds.

    Args:
        program: the puzzle; without shown domains, which would be part of a board.
        limits: of all calls together, as far as wall-clock time goes, and of each otherwise.
    """
    shown = shown_variables(program)
    cnf, started = one.question, time.perf_counter()
    for _ in range(rounds):
        left = replace(limits, seconds=since(limits, started).seconds)
        found = driver.solve(cnf, left, one.separators)
        if found.model is None:
            proved = found.status == "UNSATISFIABLE" and not other.separators
            return Separation(included=proved)
        board = one.assignment(found.model[: one.cnf.variables + 1])
        asked = with_board(other.question, shown, board)
        answer = driver.solve(asked, left, other.separators)
        if answer.status == "UNSATISFIABLE":
            return Separation(board)
        if answer.model is None:
            break
        clauses = list(_left(other.question.blocks, answer.model, shown))
        blocks, count = _broken(clauses, cnf.variables + 1)
        cnf = replace(cnf, variables=cnf.variables + count, blocks=[*cnf.blocks, *blocks])
    return Separation()


def _left(blocks: Sequence[Block], model: Model, shown: np.ndarray) -> Iterator[Clauses]:
    """Yield what is left of clauses where all but the shown variables are as in a model.

    A literal that is gone is 0; clauses that hold are left out.
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


def _broken(left: Sequence[Clauses], first: int) -> tuple[list[Block], int]:
    """Return clauses saying that some clause is broken, and how many variables they bring."""
    blocks, marks = [], []
    for clauses in left:
        names = np.arange(first, first + len(clauses), dtype=np.int32)
        first += len(clauses)
        marks.append(names)
        row, column = np.nonzero(clauses)
        blocks.append(Block("broken", np.column_stack([-names[row], -clauses[row, column]])))
    every = np.concatenate(marks) if marks else np.zeros(0, np.int32)
    return [*blocks, Block("broken", every[None, :])], len(every)
