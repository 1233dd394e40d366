"""The kind of cases that compares solvers with truth tables or other solvers on formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO
from itertools import groupby, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import numpy as np

from fuzzing.cases import PROGRAM, TRIALS, CaseKind, FuzzPlan, NumberedCase, replay_command
from fuzzing.check_puzzle import EXTERNAL, FEW, INSIDE
from fuzzing.findings import Fault, Finding, Tally
from fuzzing.trial import QUICK, WATCHED, Trial, driver, driver_of, extras, simpler_solvers
from nlc.cnf import Cnf
from nlc.cnf.read import read_cnf
from nlc.cnf.write import write_cnf
from nlc.drivers.base import Driver, Outcome
from nlc.drivers.search import models
from nlc.errors import UserError
from nlc.language.resolve import Puzzle
from nlc.oracle.formulas import TABLE_VARIABLES, Formula, random_formula
from nlc.proof.certify import certify
from nlc.proof.files import load_proof_file

MOST = 60
"""The most projected models that are all compared."""


def cnf_of(formula: Formula) -> Cnf:
    """Return a formula with its clauses in blocks of one width."""
    cnf = Cnf(formula.variables, projection=np.array(formula.projection, np.int32))
    for width, group in groupby(formula.clauses, len):
        clauses = list(group)
        cnf.add("clauses", np.array(clauses, np.int32).reshape(len(clauses), width))
    return cnf


def check_formula(formula: Formula, trial: Trial) -> Iterator[Fault]:
    """Check a solver on a formula."""
    cnf = cnf_of(formula)
    if "file" in trial.extras:
        yield from _through_file(formula, cnf)
    solver = driver_of(trial)
    if "proof" in trial.extras and solver.capabilities.proofs:
        yield from _check_proof(cnf, solver)
    if formula.variables > TABLE_VARIABLES:
        yield from _against_another(formula, cnf, solver)
        return
    expected = formula.solutions(MOST)
    limits = INSIDE if solver.capabilities.in_process else EXTERNAL
    # An external solver starts a process for every model.
    most = MOST + 2 if solver.capabilities.in_process and expected is not None else FEW
    found: set[frozenset[int]] = set()
    last: Outcome | None = None
    for last in islice(models(solver, cnf, limits), most):
        if last.model is None:
            break
        yield from _wrong_model(formula, last)
        shown = frozenset(v for v in formula.shown if last.model[v])
        if shown in found:
            yield Fault("repeats", f"gives a model more than once: {sorted(shown)}")
        found.add(shown)
    assert last is not None
    if last.status == "UNKNOWN":
        yield Fault(f"solver-{last.reason}", f"the solver failed: {last.reason}: {last.message}")
    elif last.status == "UNSATISFIABLE" and (expected is None or len(found) < len(expected)):
        right = f"more than {MOST}" if expected is None else len(expected)
        yield Fault("lacks", f"finds {len(found)} models of {right}")
    if expected is not None and (more := found - expected):
        yield Fault("extra", f"gives {len(more)} models that are none")


def _against_another(formula: Formula, cnf: Cnf, solver: Driver) -> Iterator[Fault]:
    """Compare the verdict with that of another solver."""
    other = driver(WATCHED if solver.name == QUICK else QUICK, worker=False)
    statuses = []
    for each in (solver, other):
        outcome = each.solve(cnf, INSIDE if each.capabilities.in_process else EXTERNAL)
        statuses.append(outcome.status)
        if outcome.status == "UNKNOWN":
            yield Fault(f"solver-{outcome.reason}", f"{each.name} failed: {outcome.message}")
        if outcome.model is not None:
            yield from _wrong_model(formula, outcome)
    if set(statuses) == {"SATISFIABLE", "UNSATISFIABLE"}:
        yield Fault(
            "disagrees", f"{solver.name} says {statuses[0]}, {other.name} says {statuses[1]}"
        )


def _check_proof(cnf: Cnf, solver: Driver) -> Iterator[Fault]:
    """Check the proof of a verdict of UNSATISFIABLE."""
    with TemporaryDirectory(prefix="nlc-") as folder:
        path = Path(folder) / "fuzz.drat"
        limits = INSIDE if solver.capabilities.in_process else EXTERNAL
        if solver.solve(cnf, limits, proof=path).status == "UNSATISFIABLE":
            found = certify(cnf, load_proof_file(str(path)))
            if not found.proved:
                yield Fault("proof", f"the proof is none: {found.problem}")


def _wrong_model(formula: Formula, outcome: Outcome) -> Iterator[Fault]:
    if outcome.model is not None and not formula.satisfied(set(np.flatnonzero(outcome.model))):
        yield Fault("extra", "gives a model that falsifies a clause")


def _through_file(formula: Formula, cnf: Cnf) -> Iterator[Fault]:
    stream = BytesIO()
    write_cnf(cnf, stream)
    for source, text in (("written", stream.getvalue()), ("plain", formula.text.encode())):
        if formula_of(read_cnf(BytesIO(text))) != _sort_clauses(formula):
            yield Fault("file", f"the {source} formula is another after it is read")


def formula_of(cnf: Cnf) -> Formula:
    """Return a CNF as a formula, clauses in ascending order; a full projection is left out."""
    clauses = [tuple(clause) for block in cnf.blocks for clause in block.clauses.tolist()]
    return _sort_clauses(Formula(cnf.variables, tuple(clauses), tuple(cnf.projection.tolist())))


def _sort_clauses(formula: Formula) -> Formula:
    full = len(formula.projection) == formula.variables
    return Formula(
        formula.variables,
        tuple(sorted(formula.clauses)),
        () if full else formula.projection,
    )


class Formulas(CaseKind[Formula]):
    """Random formulas and solvers."""

    name = "cnf"
    summary = "random formulas and solvers against truth tables and other solvers"
    share = 0.1
    suffix = ".cnf"
    comment = "c"
    replays = True

    def make(self, plan: FuzzPlan, number: int, random: Random) -> NumberedCase:
        """Return a formula, mostly with one trial."""
        count = random.choice(TRIALS)
        formula = random_formula(random)
        trials = (Trial("", plan.choice.solver(random), extras(random)) for _ in range(count))
        return NumberedCase(number, self.name, formula, tuple(trials))

    def check(
        self,
        case: NumberedCase,
        puzzle: Puzzle | UserError | None,
        tally: Tally,
        begin: Callable[[int], None] = lambda number: None,
    ) -> Iterator[tuple[Fault, Trial]]:
        """Try all trials of a formula; see the base class."""
        tally.formulas += 1
        return super().check(case, puzzle, tally, begin)

    def attempt(self, subject: Formula, trial: Trial, tally: Tally) -> Iterator[Fault]:
        """Check one solver; see the base class."""
        tally.formula_runs += 1
        tally.solvers[trial.solver] += 1
        return check_formula(subject, trial)

    def smaller(self, subject: Formula) -> Iterator[Formula]:
        """Yield smaller formulas; see the base class."""
        return smaller_formulas(subject)

    def simpler(self, trial: Trial) -> Iterator[Trial]:
        """Yield trials with fewer checks, or a simpler solver."""
        yield from super().simpler(trial)
        yield from simpler_solvers(trial)

    def command(self, found: Finding, path: str) -> Sequence[str]:
        """Return the command that replays a finding."""
        return replay_command(found, path, *PROGRAM, "--kind", "cnf")

    def load(self, path: str) -> Formula:
        """Return the formula of a DIMACS file."""
        return formula_of(read_cnf(path))


def smaller_formulas(formula: Formula) -> Iterator[Formula]:
    """Yield formulas with fewer clauses, literals, variables or shown variables."""
    clauses = formula.clauses
    size = len(clauses)
    step = size
    while step:
        for start in range(0, size, step):
            yield replace(formula, clauses=clauses[:start] + clauses[start + step :])
        step //= 2
    for variable in range(formula.variables, 0, -1):
        if all(variable != abs(lit) for clause in clauses for lit in clause):
            yield _without(formula, variable)
    for i, clause in enumerate(clauses):
        for j in range(len(clause)):
            shorter = clause[:j] + clause[j + 1 :]
            yield replace(formula, clauses=(*clauses[:i], shorter, *clauses[i + 1 :]))
    for i in range(len(formula.projection)):
        shown = formula.projection[:i] + formula.projection[i + 1 :]
        yield replace(formula, projection=shown)
    for i, clause in enumerate(clauses):
        for j, lit in enumerate(clause):
            if lit < 0:
                positive = (*clause[:j], -lit, *clause[j + 1 :])
                yield replace(formula, clauses=(*clauses[:i], positive, *clauses[i + 1 :]))


def _without(formula: Formula, variable: int) -> Formula:
    """Return a formula without a variable that no clause has; higher ones move down."""

    def moved(lit: int) -> int:
        return lit - (lit > variable) + (lit < -variable)

    return Formula(
        formula.variables - 1,
        tuple(tuple(map(moved, clause)) for clause in formula.clauses),
        tuple(moved(v) for v in formula.projection if v != variable),
    )
