"""A comparison as data: what `nlc.diff` returns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from nlc.compare.disagreements import by_question, find
from nlc.compare.pair_report import report
from nlc.compare.pairs import suite_of
from nlc.compare.results import Memory
from nlc.compare.run import Runner
from nlc.compare.samples import Sample, sampled
from nlc.dataclasses import dataclass
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.drivers.registry import get as driver
from nlc.encode.spec import Encoding
from nlc.engines import ENGINES
from nlc.language.resolve import Puzzle
from nlc.process.executor import opened


@dataclass(frozen=True)
class Comparison:
    """What came of each pair of encoding and solver; ``str`` is the report of ``nlc diff``.

    >>> import nlc
    >>> found = nlc.diff(nlc.load("fixtures/first.nl"), solvers=["minisat", "backtrack"])
    >>> [(sample.competitor, sample.verdict) for sample in found.samples]
    [('default with minisat', 'SATISFIABLE'), ('backtrack', 'SATISFIABLE')]
    >>> found.disagreements
    []

    Attributes:
        samples: in the order of puzzles, encodings and solvers; engines have one a puzzle.
    """

    samples: tuple[Sample, ...]

    def __str__(self) -> str:
        return report(self.samples)

    def to_json(self) -> list[dict[str, Any]]:
        """Return the samples as ``nlc diff --format json`` prints them."""
        return [sample.to_json() for sample in self.samples]

    @property
    def disagreements(self) -> list[str]:
        """Where pairs contradict each other, or a board breaks a rule."""
        return [text for group in by_question(self.samples) for text in find(group).disagreements]


def diff(
    puzzles: Sequence[Puzzle],
    encodings: Sequence[Encoding | str],
    solvers: Sequence[str],
    limits: Limits = NO_LIMITS,
    repeat: int = 1,
    jobs: int = 1,
) -> Comparison:
    """Measure every pair on every puzzle; see `nlc.diff`.

    Raises:
        UserError: a puzzle, an encoding or a solver is wrong.
    """
    specs = [str(spec) for spec in encodings]
    for spec in specs:
        Encoding.parse(spec)
    engines = [ENGINES.get(name).name for name in solvers if name in ENGINES]
    drivers = [driver(name).name for name in solvers if name not in ENGINES]
    given = [(puzzle.path, puzzle) for puzzle in puzzles]
    suite = suite_of(given, specs, drivers, engines, limits, repeat)
    results = Memory()
    with opened(None, jobs) as executor:
        rows = list(Runner(suite, results, executor).rows(suite.competitors))
    return Comparison(sampled(suite, results.records, rows))
