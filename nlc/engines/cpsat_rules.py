"""CP-SAT on the rules of any genre, with counts as linear constraints and with objectives.

All other constraints of a program are clauses, and each value has a literal of its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.cnf import Clauses, Costs, blocking_clause, projection_variables
from nlc.drivers.optimum import Bound
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.spec import Encoding
from nlc.engines import library
from nlc.engines.base import Engine
from nlc.engines.cpsat import UsesOrTools, new_solver
from nlc.ir.nodes import Assignment, Exactly, Program
from nlc.language import resolve

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

ENCODING = Encoding(domains="direct", passes="none")


class Count(Struct, frozen=True, eq=False):
    """Counts of one width: if a row's guard is true, an allowed number of its literals are.

    Attributes:
        intervals: the allowed numbers.
        literals: shape (m, n).
        guard: shape (m, a).
    """

    intervals: tuple[tuple[int, int], ...]
    literals: Clauses
    guard: Clauses


class Rules(Struct, frozen=True, eq=False):
    """The input of the engine.

    Attributes:
        variables: their number.
        clauses: shape (m, w) each.
        counts: further constraints.
        costs: of models, if there is an objective.
        shown: the variables that distinguish solutions.
    """

    variables: int
    clauses: Sequence[Clauses]
    counts: Sequence[Count]
    costs: Costs | None
    shown: Ints


class CpSatRulesEngine(UsesOrTools, Engine[Rules]):
    """Solves a program; with an objective, it yields better and better boards."""

    name = "cpsat"
    summary = "CP-SAT on the rules of any genre, with objectives"
    statistics = ("variables", "constraints", "conflicts", "branches")
    optimizes = True

    def __init__(self) -> None:
        self._lowered: WeakKeyDictionary[Program, LoweredProgram] = WeakKeyDictionary()

    def read(self, puzzle: resolve.Puzzle, program: Program) -> Rules:
        """Return the rules; see `Engine.read`."""
        counted = [node for node in program.nodes if isinstance(node, Exactly)]
        others = [node for node in program.nodes if not isinstance(node, Exactly)]
        lowered = lower(replace(program, nodes=others), ENCODING)
        assert lowered.literals is not None
        literals = lowered.literals
        counts = [
            Count(node.counts.intervals, literals(node.lits), literals(node.guard))
            for node in counted
        ]
        self._lowered[program] = lowered
        cnf = lowered.cnf
        blocks = [block.clauses for block in cnf.blocks]
        return Rules(cnf.variables, blocks, counts, lowered.costs, projection_variables(cnf))

    def board(self, program: Program, found: Bools) -> Assignment:
        """Return the board of a model."""
        return self._lowered[program].assignment(found)

    def search(self, puzzle: Rules, statistics: dict[str, int]) -> Iterator[Any]:
        """Yield models, shape (variables + 1,), and with an objective bounds between them."""
        library.load("ortools.sat.python.cp_model")
        model, variables = _model(puzzle)
        statistics["variables"] = puzzle.variables
        statistics["constraints"] = len(model.proto.constraints)
        if puzzle.costs is not None:
            terms = zip(puzzle.costs.literals.tolist(), puzzle.costs.weights.tolist(), strict=True)
            model.minimize(
                sum(w * _literal(variables, x) for x, w in terms) + puzzle.costs.constant
            )
            yield from _solve(model, variables, statistics)
            return
        while True:
            found = [
                each for each in _solve(model, variables, statistics) if not isinstance(each, Bound)
            ]
            if not found:
                return
            yield found[-1]
            others = blocking_clause(puzzle.shown, found[-1])
            model.add_bool_or([_literal(variables, x) for x in others.tolist()])


def _model(puzzle: Rules) -> tuple[CpModel, list[IntVar]]:
    """Return a model of the rules and its variables, by number."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    variables = [model.new_bool_var("") for _ in range(puzzle.variables + 1)]
    for clauses in puzzle.clauses:
        for row in clauses.tolist():
            model.add_bool_or([_literal(variables, x) for x in row])
    for count in puzzle.counts:
        allowed = cp_model.Domain.from_intervals([list(each) for each in count.intervals])
        for row, guard in zip(count.literals.tolist(), count.guard.tolist(), strict=True):
            number = sum(_literal(variables, x) for x in row)
            constraint = model.add_linear_expression_in_domain(number, allowed)
            if guard:
                constraint.only_enforce_if([_literal(variables, x) for x in guard])
    return model, variables


def _literal(variables: list[IntVar], literal: int) -> Any:
    return variables[literal] if literal > 0 else ~variables[-literal]


def _solve(
    model: CpModel, variables: list[IntVar], statistics: dict[str, int]
) -> Iterator[Bools | Bound]:
    """Yield the models and bounds of CP-SAT as it finds them."""
    from ortools.sat.python import cp_model

    results: SimpleQueue[Bools | Bound | BaseException | None] = SimpleQueue()
    optimizes = model.has_objective()

    class OnSolution(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            results.put(np.array([self.boolean_value(each) for each in variables], np.bool_))

    solver = new_solver()
    if optimizes:
        solver.parameters.linearization_level = 2  # also clauses, for bounds of the relaxation
        solver.best_bound_callback = lambda bound: results.put(Bound(round(bound)))

    def solve() -> None:
        try:
            status = solver.solve(model, OnSolution())
            for name in ("conflicts", "branches"):
                statistics[name] = statistics.get(name, 0) + getattr(solver, f"num_{name}")
            if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
                raise RuntimeError(f"CP-SAT says {solver.status_name(status)}")
            results.put(None)
        except BaseException as error:
            results.put(error)

    thread = Thread(target=solve)
    thread.start()
    while (each := results.get()) is not None:
        if isinstance(each, BaseException):
            raise each
        yield each
    thread.join()


ENGINE = CpSatRulesEngine()
