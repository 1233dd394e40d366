"""CP-SAT on the rules of any genre, with counts as linear constraints and with objectives.

All other constraints of a program are clauses, and each value has a literal of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING, Any, NamedTuple
from weakref import WeakKeyDictionary

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Bools
from nlc.cnf import Clauses, blocking_clause, projection_variables
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


class Rules(NamedTuple):
    """The input of the engine.

    Attributes:
        lowered: all constraints but the counts, with the costs of models.
        counts: for each width the allowed numbers, and literals and guards, shapes (m, n), (m, a):
            if a row's guard is true, an allowed number of its literals are.
    """

    lowered: LoweredProgram
    counts: list[tuple[list[tuple[int, int]], Clauses, Clauses]]


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
            ([*node.counts.intervals], literals(node.lits), literals(node.guard))
            for node in counted
        ]
        self._lowered[program] = lowered
        return Rules(lowered, counts)

    def board(self, program: Program, found: Bools) -> Assignment:
        """Return the board of a model."""
        return self._lowered[program].assignment(found)

    def search(self, puzzle: Rules, statistics: dict[str, int]) -> Iterator[Any]:
        """Yield models, shape (variables + 1,), and with an objective bounds between them."""
        library.load("ortools.sat.python.cp_model")
        model, variables = _model(puzzle)
        cnf, costs = puzzle.lowered.cnf, puzzle.lowered.costs
        statistics["variables"] = cnf.variables
        statistics["constraints"] = len(model.proto.constraints)
        if costs is not None:
            terms = zip(costs.literals.tolist(), costs.weights.tolist(), strict=True)
            model.minimize(sum(w * _literal(variables, x) for x, w in terms) + costs.constant)
            yield from _solve(model, variables, statistics)
            return
        shown = projection_variables(cnf)
        while found := [*_solve(model, variables, statistics)]:
            yield found[-1]
            others = blocking_clause(shown, found[-1])
            model.add_bool_or([_literal(variables, x) for x in others.tolist()])


def _model(puzzle: Rules) -> tuple[CpModel, list[IntVar]]:
    """Return a model of the rules and its variables, by number."""
    from ortools.sat.python import cp_model

    model, cnf = cp_model.CpModel(), puzzle.lowered.cnf
    variables = [model.new_bool_var("") for _ in range(cnf.variables + 1)]
    for block in cnf.blocks:
        for row in block.clauses.tolist():
            model.add_bool_or([_literal(variables, x) for x in row])
    for intervals, literals, guards in puzzle.counts:
        allowed = cp_model.Domain.from_intervals([list(each) for each in intervals])
        for row, guard in zip(literals.tolist(), guards.tolist(), strict=True):
            number = sum(_literal(variables, x) for x in row)
            constraint = model.add_linear_expression_in_domain(number, allowed)
            if guard:
                constraint.only_enforce_if([_literal(variables, x) for x in guard])
    return model, variables


def _literal(variables: list[IntVar], literal: int) -> Any:
    return variables[literal] if literal > 0 else ~variables[-literal]


def _solve(model: CpModel, variables: list[IntVar], statistics: dict[str, int]) -> Iterator[Any]:
    """Yield the models of CP-SAT as it finds them, and with an objective its bounds."""
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
