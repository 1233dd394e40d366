"""``nlc run`` of formulas, in DIMACS, WCNF or OPB: any driver, under limits, for anybody's."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct, field
from msgspec.structs import replace

from nlc.cli import common, console
from nlc.cli.common import limits_of, refuse_twice
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED, print_message
from nlc.cli.progress import Progress
from nlc.cli.show import model_lines
from nlc.cnf import Cnf, Costs
from nlc.cnf.read_costs import read_formula
from nlc.drivers import DEFAULT, get
from nlc.drivers.base import FAILURES, Driver, Outcome, sum_calls
from nlc.drivers.optimum import CORE, COUNTER, Bound, optimize
from nlc.drivers.progress import reporting_to
from nlc.drivers.proof_file import discard
from nlc.drivers.search import Query, QueryResult, models
from nlc.drivers.session import Work, run
from nlc.engines import ENGINES
from nlc.errors import Diagnostics, fail
from nlc.files import formula_form
from nlc.process.cleanup import run_folder
from nlc.solving.defaults import backend_of
from nlc.solving.proof import InvalidProofError, require_proofs, write_proof

_EXIT_AS_SOLVERS = {"SATISFIABLE": 10, "UNSATISFIABLE": 20, "OPTIMUM FOUND": 30}


_MAX_FREE = 14_000
"""Shown variables in no clause, so that the digits of a count are printed at once."""


class _Formula(Struct):
    """A formula, the costs of its models, if any, and how many variables it had in its file."""

    cnf: Cnf
    costs: Costs | None
    variables: int


class _Answer(Struct):
    """The answer for a formula.

    Attributes:
        outcome: of the solver; with the first model, or the best.
        count: of models.
        complete: whether there are no more models, or none that costs less.
        cost: of the best model.
        bound: on the costs of all models.
    """

    outcome: Outcome
    count: int | None = None
    complete: bool = False
    cost: int | None = None
    bound: int | None = None
    notes: list[str] = field(default_factory=list)
    checked: bool = False

    @property
    def status(self) -> str:
        """What solvers print behind ``s``."""
        return "OPTIMUM FOUND" if self.cost is not None and self.complete else self.outcome.status


def run_formulas(args: argparse.Namespace) -> int:
    """Solve the formulas of all files, and return the most serious exit status."""
    _refuse(args)
    named = args.solver or DEFAULT if args.solver_cmd is None else f"cmd:{args.solver_cmd}"
    driver = get(named, ENGINES.names)
    if args.proof is not None:
        discard(Path(args.proof))
    if (missing := driver.missing()) is not None:
        print_message(f"nlc: {missing}")
        return EXIT_FAILED
    if args.proof is not None:
        require_proofs(driver)
    worst, broken = EXIT_DECIDED, Diagnostics()
    progress = Progress(0 if args.quiet else len(args.files), "formulas")
    with progress, reporting_to(lambda text: progress.note(f", {text}")):
        for path in args.files:
            progress.step(path)
            with broken.collecting():
                formula = _load(path, args)
                answer = _solve(path, formula, driver, args)
                progress.end()
                status = _show(path, formula, driver, answer, args)
                worst = status if args.competition else console.worst(worst, status)
    return common.conclude(args, broken, worst)


def _refuse(args: argparse.Namespace) -> None:
    """Refuse options about puzzles and boards, and those that exclude each other."""
    for path in args.files:
        if not formula_form(path):
            hint = "solve puzzles and formulas in runs of their own"
            raise fail(f"{path} is no formula, as others here are", None, hint)
    refuse_twice(args.files)
    about = "from genre puzzle set all unique backbone encoding portfolio plan check-unsat executor"
    common.refuse(args, about, f"{{}} is about puzzles, and {args.files[0]} is a formula")
    if args.format not in ("text", "json"):
        raise fail(f"a formula has no {args.format.upper()} picture", None, "leave out --format")
    if args.out != "-":
        raise fail("--out takes pictures, and a formula has none")
    if args.competition and len(args.files) > 1:
        raise fail("--competition solves one formula")
    if args.competition and (args.count or args.format == "json"):
        raise fail("--competition gives one model, as solvers print it")
    if args.proof is not None:
        why = "--proof shows that there is no model, and {} counts models"
        common.refuse(args, "count", why)
        if len(args.files) > 1:
            raise fail("--proof is about one formula")
        common.require_proof_file(args)


def _load(path: str, args: argparse.Namespace) -> _Formula:
    is_cnf = formula_form(path) == "cnf"  # before standard input is consumed
    if args.proof is not None and not is_cnf:
        raise fail(f"--proof is about clauses alone, and {path} has costs or constraints")
    cnf, costs = read_formula(path, ordered=args.proof is not None, projected=args.count)
    return _Formula(cnf, costs, cnf.variables if is_cnf else len(cnf.projection))


def _solve(path: str, formula: _Formula, driver: Driver, args: argparse.Namespace) -> _Answer:
    if args.count and formula.costs is not None:
        raise fail(f"--count counts models, and the wanted model of {path} is one of least cost")
    if formula.costs is not None:
        return _optimize(formula, formula.costs, driver, args)
    if args.count:
        return _count(formula.cnf, driver, args)
    if args.proof is None:
        return _Answer(driver.solve(formula.cnf, limits_of(args)))
    return _prove(formula.cnf, driver, args)


def _optimize(formula: _Formula, costs: Costs, driver: Driver, args: argparse.Namespace) -> _Answer:
    """Search a model of the least cost."""
    able = backend_of(driver)
    best = CORE if able is not None and able.incremental and able.cores else COUNTER
    work: Work[Query | QueryResult | Bound] = partial(
        optimize, queries=(Query(0, best=best),), costs=costs, least=costs.constant
    )
    outcomes: list[Outcome] = []
    answer = _Answer(Outcome("UNKNOWN"), bound=costs.constant)
    with closing(run(driver, work, formula.cnf, limits_of(args))) as events:  # type: ignore[type-var]
        for each in events:
            if isinstance(each, Bound):
                answer.bound = each.cost
            elif not isinstance(each, Query):
                outcomes.append(each.outcome if isinstance(each, QueryResult) else each)
                if (model := outcomes[-1].model) is not None:
                    answer.outcome, answer.cost = outcomes[-1], costs.of(model)
    last = outcomes[-1]
    if answer.cost is None:
        answer.outcome = last
    answer.complete = last.status == "UNSATISFIABLE"
    if answer.complete:
        answer.bound = answer.cost
    answer.outcome = replace(
        sum_calls(answer.outcome, outcomes), reason=last.reason, message=last.message
    )
    return answer


def _count(cnf: Cnf, driver: Driver, args: argparse.Namespace) -> _Answer:
    """Count the models that differ on shown variables, as far as the limits go.

    A shown variable in no clause doubles the count.
    """
    occurs = np.zeros(cnf.variables + 1, np.bool_)
    for block in cnf.blocks:
        occurs[np.abs(block.clauses)] = True
    shown = cnf.projection[occurs[cnf.projection]]
    free = len(cnf.projection) - len(shown)
    if free > _MAX_FREE:
        raise fail(f"{free} shown variables are in no clause: the count is above 2^{free}")
    if not len(shown):
        outcome = driver.solve(cnf, limits_of(args))
        count = int(outcome.model is not None) << free
        return _Answer(outcome, count, outcome.status != "UNKNOWN")
    first, last, count = None, Outcome("UNKNOWN"), 0
    found: Iterator[Outcome] = models(driver, replace(cnf, projection=shown), limits_of(args))
    with closing(found):  # type: ignore[type-var]
        for last in found:
            if last.model is not None:
                first, count = first or last, count + 1
    complete = last.status == "UNSATISFIABLE"
    outcome = replace(first, reason=last.reason, message=last.message) if first else last
    return _Answer(outcome, count << free, complete)


def _prove(cnf: Cnf, driver: Driver, args: argparse.Namespace) -> _Answer:
    """Return the answer with a proof that there is no model, which is checked at once."""
    limits = limits_of(args)
    with run_folder() as folder:
        written = folder / "proof"
        outcome = driver.solve(cnf, limits, proof=written)
        answer = _Answer(outcome)
        if outcome.status == "SATISFIABLE":
            answer.notes.append(f"a model needs no proof, and {args.proof} is not written")
        if outcome.status != "UNSATISFIABLE":
            return answer
        left = None if limits.seconds is None else max(0.0, limits.seconds - outcome.seconds)
        try:
            answer.checked = write_proof(cnf, written, args.proof, left, None)
        except InvalidProofError as error:
            message = f"{driver.name} wrote an invalid proof: {error}"
            return _Answer(Outcome("UNKNOWN", "contradictory", message, seconds=outcome.seconds))
    if answer.checked:
        answer.notes.append(f"{args.proof} proves that there is no model")
    elif Path(args.proof).exists():
        answer.notes.append(f"{args.proof} holds the solver's proof, not checked: nlc prove does")
    else:
        late = f"{driver.name} says that there is no model, but its proof was not LRAT in time"
        return _Answer(Outcome("UNKNOWN", "wall-time", late, seconds=outcome.seconds))
    return answer


# ---------- showing ----------


def _show(
    path: str, formula: _Formula, driver: Driver, answer: _Answer, args: argparse.Namespace
) -> int:
    """Print what came of a formula, and return the exit status that it calls for."""
    outcome = answer.outcome
    name = path if "\n" not in path else "formula"
    for note in (*answer.notes, *filter(None, [outcome.message])):
        print_message(f"nlc: {name}: {note}")
    if args.format == "json":
        console.print_json(_to_json(name, formula, driver, answer))
    else:
        print("\n".join(_lines(name, formula, driver, answer, args)), flush=True)
    if args.competition:
        return _EXIT_AS_SOLVERS.get(answer.status, 0)
    if outcome.reason in FAILURES:
        return EXIT_FAILED
    partial_answer = answer.count is not None or answer.cost is not None
    decided = answer.complete if partial_answer else outcome.status != "UNKNOWN"
    return EXIT_DECIDED if decided else EXIT_UNDECIDED


def _names(cnf: Cnf) -> dict[int, str]:
    """Return the names of variables, but for auxiliary ones."""
    blocks = [block for block in cnf.names if block.kind != "aux"]
    return {block.base + i: name for block in blocks for i, name in enumerate(block.make())}


def _literals(formula: _Formula, outcome: Outcome) -> list[int] | None:
    if outcome.model is None:
        return None
    values = outcome.model[: formula.variables + 1].tolist()
    return [i if value else -i for i, value in enumerate(values)][1:]


def _lines(
    name: str, formula: _Formula, driver: Driver, answer: _Answer, args: argparse.Namespace
) -> list[str]:
    outcome, cnf = answer.outcome, formula.cnf
    out = []
    if not args.competition:
        reason = f", {outcome.reason}" if outcome.reason != "answered" else ""
        out.append(f"c {name}: {formula.variables} variables, {cnf.clauses} clauses")
        out.append(f"c {driver.name}, {outcome.seconds:.3f} s{reason}")
    if answer.cost is not None:
        if not answer.complete:
            out.append(f"c no model costs less than {answer.bound}")
        out.append(f"o {answer.cost}")
    out.append(f"s {answer.status}")
    if answer.count is not None:
        kind = "exact" if answer.complete else "at least"
        return [*out, f"c s {kind} arb int {answer.count}"]
    literals = _literals(formula, outcome)
    if literals is None:
        return out
    if not args.competition:
        names = _names(cnf)
        out += [f"c true: {names[i]}" for i in literals if i in names]
    return [*out, *model_lines(literals)]


def _to_json(name: str, formula: _Formula, driver: Driver, answer: _Answer) -> dict[str, Any]:
    outcome, cnf = answer.outcome, formula.cnf
    literals = _literals(formula, outcome) if answer.count is None else None
    return {
        "file": name,
        "status": answer.status,
        "reason": None if outcome.reason == "answered" else outcome.reason,
        "message": outcome.message,
        "solver": driver.name,
        "variables": formula.variables,
        "clauses": cnf.clauses,
        "model": literals,
        "names": {n: bool(outcome.model[i]) for i, n in _names(cnf).items()}
        if literals is not None and outcome.model is not None
        else None,
        "objective": answer.cost,
        "bound": answer.bound,
        "count": answer.count,
        "count_complete": answer.complete if answer.count is not None else None,
        "confirmed_by": "proof" if answer.checked else None,
        "seconds": round(outcome.seconds, 6),
        "cpu_seconds": outcome.cpu_seconds,
        "megabytes": outcome.megabytes,
        "statistics": dict(outcome.statistics),
    }
