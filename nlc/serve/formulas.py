"""Formulas of a puzzle: their size by rule, their clauses, and comparisons of encodings."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from nlc import drivers
from nlc.cnf import Cnf
from nlc.cnf.write import write_cnf
from nlc.comparing.comparison import Comparison, samples_in_order, suite_of
from nlc.comparing.results import Measurement, RecordStore, records_of
from nlc.comparing.run import Runner
from nlc.comparing.samples import samples_of
from nlc.encode.lower import LoweredProgram
from nlc.encode.puzzle_formula import compile_puzzles
from nlc.encode.spec import Encoding
from nlc.engines import ENGINES
from nlc.errors import UserError, fail
from nlc.ir.elaborate.program import elaborate
from nlc.language.catalogue import text_of
from nlc.language.resolve import Puzzle
from nlc.process.cluster import make_executor
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.inputs import PATH, program_of, puzzle_of, require_solver
from nlc.serve.requests import ClausesRequest, CompareRequest, FormulaRequest
from nlc.serve.task import Blob, report
from nlc.solving.formulas import Formulas


def _lower(puzzle: Puzzle, encoding: str, solver: str | None = None) -> LoweredProgram:
    """Return the formula of a puzzle, as a solver is given it, or as it is written to a file."""
    spec = Encoding.parse(encoding)
    if solver is None:
        lowered = compile_puzzles([puzzle], spec).lowered
    else:
        offers = drivers.get(solver).capabilities.offers
        lowered = Formulas().lower(puzzle, elaborate(puzzle), spec, offers)
    if lowered.cnf.clauses > task.bounds.clauses:
        message = f"the CNF has {lowered.cnf.clauses} clauses, and this server shows no more than"
        hint = "nlc serve can be started with more; nlc compile writes it to a file"
        raise fail(f"{message} {task.bounds.clauses}", hint=hint)
    return lowered


def _rule_sizes(puzzle: Puzzle, lowered: LoweredProgram) -> list[a.RuleSize]:
    """Return the size of each rule, with its text."""
    texts = {name: text_of(rule.doc) for name, rule in puzzle.rules.rules.items()}
    return [
        a.RuleSize(
            rule=rule, text=texts.get(rule, ""), variables=variables, clauses=clauses, literals=lits
        )
        for rule, (variables, clauses, lits) in lowered.rule_statistics().items()
    ]


def clauses(request: ClausesRequest) -> Iterator[a.Clauses]:
    """Yield the sizes by rule, and some clauses of a rule.

    Raises:
        UserError: the text or the encoding is wrong, or there are too many clauses.
    """
    puzzle = puzzle_of(request)
    if request.solver is not None:
        require_solver(request.solver)
    lowered = _lower(puzzle, request.encoding, request.solver)
    cnf = lowered.cnf
    yield a.Clauses(
        encoding=str(lowered.encoding),
        rules=_rule_sizes(puzzle, lowered),
        variables=cnf.variables,
        clauses=cnf.clauses,
        rule=request.rule,
        first=request.first,
        shown=[] if request.rule is None else _select_clauses(cnf, request),
    )


def _select_clauses(cnf: Cnf, request: ClausesRequest) -> list[a.Clause]:
    """Return the requested clauses of a rule; names of a block are made when one is needed."""
    made: dict[int, list[str]] = {}

    def name(literal: int) -> str:
        text = str(abs(literal))
        for block in cnf.names:
            if 0 <= (at := abs(literal) - block.base) < block.size:
                if block.base not in made:
                    made[block.base] = list(block.make())
                text = made[block.base][at]
        return text if literal > 0 else f"not {text}"

    rows = (row for block in cnf.blocks if block.rule == request.rule for row in block.clauses)
    shown = [row.tolist() for row in islice(rows, request.first, request.first + request.most)]
    return [a.Clause(literals=row, names=list(map(name, row))) for row in shown]


def formula(request: FormulaRequest) -> Iterator[Blob]:
    """Yield the CNF in DIMACS.

    Raises:
        UserError: the text or the encoding is wrong, or there are too many clauses.
    """
    lowered = _lower(puzzle_of(request), request.encoding)
    stream = io.BytesIO()
    write_cnf(lowered.cnf, stream, names=request.names, annotate=request.annotate)
    yield Blob(stream.getvalue(), "text/plain; charset=utf-8", "puzzle.cnf")


def compare(request: CompareRequest) -> Iterator[Struct]:
    """Yield the sizes of each encoding by rule, a row for each pair, and the report.

    Raises:
        UserError: the text is wrong, or an encoding or a solver is unknown.
    """
    for name in request.solvers:
        require_solver(name)
    specs = list(dict.fromkeys(request.encodings))
    for spec in specs:
        Encoding.parse(spec)
    names = list(dict.fromkeys(request.solvers))
    puzzle, _ = program_of(request)
    engines = [name for name in names if name in ENGINES]
    for_cnf = [name for name in names if name not in ENGINES]
    for number, spec in enumerate(specs if for_cnf else ()):
        report("compile", spec, done=number / len(specs))
        yield _sizes(puzzle, spec, for_cnf[0])
    limits = task.limits(request.seconds)
    suite = suite_of([(PATH, puzzle)], specs, for_cnf, engines, limits, request.repeat)
    results, total = RecordStore(), max(1, len(suite.competitors))
    with make_executor(None) as executor:
        runner = Runner(suite, results, executor)
        report("compare", done=0.0)
        samples = samples_in_order(suite, results, runner.rows(suite.competitors))
        for number, sample in enumerate(samples, 1):
            yield a.Row(row=sample.to_json())
            report("compare", sample.competitor, done=number / total)
    measured = records_of(results.records, Measurement)
    found = Comparison(tuple(samples_of(suite, results.records, measured)))
    disputed = found.disagreements
    answer = {"report": str(found), "disagreements": disputed, "notes": found.notes}
    yield a.Done(seconds=0.0, verdict="; ".join(disputed), answer=answer)


def _sizes(puzzle: Puzzle, spec: str, solver: str) -> a.Sizes:
    """Return the size of each rule in an encoding, or why that does not apply."""
    sizes = a.Sizes(encoding=spec, solver=solver, rules=[], variables=0, clauses=0)
    try:
        lowered = _lower(puzzle, spec, solver)
    except UserError as error:
        return replace(sizes, refused=error.diagnostics[0].message)
    rules, cnf = _rule_sizes(puzzle, lowered), lowered.cnf
    return replace(sizes, rules=rules, variables=cnf.variables, clauses=cnf.clauses)
