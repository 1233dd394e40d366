"""Compares encodings and solvers on a puzzle, as ``nlc diff`` does."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from nlc.comparing.comparison import Comparison, ordered, suite_of
from nlc.comparing.results import Memory, Row, of
from nlc.comparing.run import Runner
from nlc.comparing.samples import sampled
from nlc.drivers.base import Limits
from nlc.encode.spec import Encoding
from nlc.engines import ENGINES
from nlc.errors import UserError
from nlc.language.resolve import Puzzle
from nlc.process.executors import opened
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.formulas import formula, sizes
from nlc.serve.names import require_solver
from nlc.serve.reading import PATH, program
from nlc.serve.requests import CompareRequest
from nlc.serve.task import tell


def compare(request: CompareRequest) -> Iterator[Struct]:
    """Yield the sizes of each encoding by rule, a row for each pair, and the report.

    Raises:
        UserError: the text is wrong, or an encoding or a solver is unknown.
    """
    for name in request.solvers:
        require_solver(name)
    specs = list(dict.fromkeys(str(Encoding.parse(spec)) for spec in request.encodings))
    names = list(dict.fromkeys(request.solvers))
    puzzle, _ = program(request)
    for number, spec in enumerate(specs):
        tell("compile", spec, done=number / len(specs))
        yield _sizes(puzzle, spec)
    engines = [name for name in names if name in ENGINES]
    drivers = [name for name in names if name not in ENGINES]
    most = task.bounds
    limits = Limits(min(request.seconds or most.seconds, most.seconds), most.megabytes)
    given = [(PATH, puzzle)]
    suite = suite_of(given, specs, drivers, engines, limits, request.repeat)
    results, total = Memory(), max(1, len(suite.competitors))
    with opened(None) as executor:
        runner = Runner(suite, results, executor)
        tell("compare", done=0.0)
        samples = ordered(suite, results, runner.rows(suite.competitors))
        for number, sample in enumerate(samples, 1):
            yield a.Row(row=sample.to_json())
            tell("compare", sample.competitor, done=number / total)
    found = Comparison(tuple(sampled(suite, results.records, of(results.records, Row))))
    answer = {"report": str(found), "disagreements": found.disagreements}
    yield a.Done(seconds=0.0, verdict="; ".join(found.disagreements), answer=answer)


def _sizes(puzzle: Puzzle, spec: str) -> a.Sizes:
    """Return what each rule costs in an encoding, or why it refuses the puzzle."""
    try:
        lowered = formula(puzzle, spec)
    except UserError as error:
        refused = error.diagnostics[0].message
        return a.Sizes(encoding=spec, rules=[], variables=0, clauses=0, refused=refused)
    cnf = lowered.cnf
    return a.Sizes(
        encoding=spec,
        rules=sizes(puzzle, lowered),
        variables=cnf.variables,
        clauses=cnf.clauses,
    )


TASK = compare
