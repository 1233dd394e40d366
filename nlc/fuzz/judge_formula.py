"""Holds a solver on a formula against a truth table or, on larger ones, another solver."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import groupby, islice
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from nlc.cnf import Cnf
from nlc.cnf.read import read_cnf
from nlc.cnf.write import write
from nlc.drivers.base import Driver, Outcome
from nlc.fuzz.fault import Fault
from nlc.fuzz.judge_puzzle import EXTERNAL, FEW, INSIDE
from nlc.fuzz.trial import QUICK, WATCHED, Trial, driver, driver_of
from nlc.oracle.formulas import TABLE_VARIABLES, Formula
from nlc.proof.certify import certify
from nlc.proof.read import read_file

MOST = 60
"""Up to so many projected models are all compared."""


def cnf_of(formula: Formula) -> Cnf:
    """Return a formula with its clauses in blocks of one width."""
    cnf = Cnf(formula.variables, projection=np.array(formula.projection, np.int32))
    for width, group in groupby(formula.clauses, len):
        clauses = list(group)
        cnf.add("clauses", np.array(clauses, np.int32).reshape(len(clauses), width))
    return cnf


def judge_formula(formula: Formula, trial: Trial) -> Iterator[Fault]:
    """Try a solver on a formula."""
    cnf = cnf_of(formula)
    if "file" in trial.extras:
        yield from _through_file(formula, cnf)
    solver = driver_of(trial)
    if "proof" in trial.extras and solver.capabilities.proofs:
        yield from _proved(cnf, solver)
    if formula.variables > TABLE_VARIABLES:
        yield from _against_another(formula, cnf, solver)
        return
    expected = formula.solutions(MOST)
    limits = INSIDE if solver.capabilities.in_process else EXTERNAL
    # A process is started for every model.
    most = MOST + 2 if solver.capabilities.in_process and expected is not None else FEW
    found: set[frozenset[int]] = set()
    last: Outcome | None = None
    for last in islice(solver.enumerate(cnf, limits), most):
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
    """Compare one verdict with that of another solver."""
    other = driver(WATCHED if solver.name == QUICK else QUICK, worker=False)
    said = []
    for each in (solver, other):
        outcome = each.solve(cnf, INSIDE if each.capabilities.in_process else EXTERNAL)
        said.append(outcome.status)
        if outcome.status == "UNKNOWN":
            yield Fault(f"solver-{outcome.reason}", f"{each.name} failed: {outcome.message}")
        if outcome.model is not None:
            yield from _wrong_model(formula, outcome)
    if set(said) == {"SATISFIABLE", "UNSATISFIABLE"}:
        yield Fault("disagrees", f"{solver.name} says {said[0]}, {other.name} says {said[1]}")


def _proved(cnf: Cnf, solver: Driver) -> Iterator[Fault]:
    """Have a verdict of UNSATISFIABLE proved, and the proof checked."""
    with TemporaryDirectory(prefix="nlc-") as folder:
        path = Path(folder) / "fuzz.drat"
        limits = INSIDE if solver.capabilities.in_process else EXTERNAL
        if solver.solve(cnf, limits, proof=path).status == "UNSATISFIABLE":
            found = certify(cnf, read_file(str(path)))
            if not found.proved:
                yield Fault("proof", f"the proof is none: {found.problem}")


def _wrong_model(formula: Formula, outcome: Outcome) -> Iterator[Fault]:
    if outcome.model is not None and not formula.satisfied(set(np.flatnonzero(outcome.model))):
        yield Fault("extra", "gives a model that falsifies a clause")


def _through_file(formula: Formula, cnf: Cnf) -> Iterator[Fault]:
    stream = BytesIO()
    write(cnf, stream)
    for source, text in (("written", stream.getvalue()), ("plain", formula.text.encode())):
        if formula_of(read_cnf(BytesIO(text))) != _sorted(formula):
            yield Fault("file", f"the {source} formula is another after it is read")


def formula_of(cnf: Cnf) -> Formula:
    """Return a CNF as a formula, clauses in ascending order; a full projection is left out."""
    clauses = [tuple(clause) for block in cnf.blocks for clause in block.clauses.tolist()]
    return _sorted(Formula(cnf.variables, tuple(clauses), tuple(cnf.projection.tolist())))


def _sorted(formula: Formula) -> Formula:
    full = len(formula.projection) == formula.variables
    return Formula(
        formula.variables,
        tuple(sorted(formula.clauses)),
        () if full else formula.projection,
    )
