"""Encodings, solvers and engines on given puzzles: a suite from arguments, and its samples."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from nlc.comparing.disagreements import by_question, find
from nlc.comparing.pair_report import report
from nlc.comparing.results import Memory, PuzzleRecord, Row
from nlc.comparing.run import Runner
from nlc.comparing.samples import Sample, groups_of, identity, sampled
from nlc.comparing.suite import USUAL_REPETITIONS, Competitor, Kind, Suite
from nlc.drivers import get as driver
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.encode.spec import Encoding
from nlc.engines import ENGINES
from nlc.language.resolve import Puzzle
from nlc.process.executors import opened


class Comparison(Struct, frozen=True):
    """The result of each pair of encoding and solver; ``str`` is the report of ``nlc diff``.

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
    repeat: int | None = None,
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
    drivers = [driver(name, ENGINES.names).name for name in solvers if name not in ENGINES]
    given = [(puzzle.path, puzzle) for puzzle in puzzles]
    suite = suite_of(given, specs, drivers, engines, limits, repeat)
    results = Memory()
    with opened(None, jobs) as executor:
        rows = list(Runner(suite, results, executor).rows(suite.competitors))
    return Comparison(sampled(suite, results.records, rows))


def suite_of(
    puzzles: Iterable[tuple[str, Puzzle]],
    encodings: Sequence[str],
    drivers: Iterable[str],
    engines: Iterable[str] = (),
    limits: Limits = NO_LIMITS,
    repetitions: int | None = None,
) -> Suite:
    """Return the suite that ``nlc diff`` runs.

    Args:
        engines: names; they come after the pairs.
        repetitions: of each job; None for `USUAL_REPETITIONS` of those that are short.
    """
    drivers = list(drivers)
    competitors = [
        Competitor(f"{encoding} with {driver}", driver, encoding)
        for encoding in encodings
        for driver in drivers
    ]
    competitors += [Competitor(engine, engine) for engine in engines]
    kinds = [Kind(group=path, count=0, file=path, given=(puzzle,)) for path, puzzle in puzzles]
    return Suite(
        name="diff",
        kinds=tuple(kinds),
        competitors=tuple(competitors),
        work="model",
        limits=limits,
        repetitions=repetitions or USUAL_REPETITIONS,
        brief=repetitions is None,
    )


def ordered(suite: Suite, results: Memory, rows: Iterable[Row]) -> Iterator[Sample]:
    """Yield the samples of a run in the order of puzzles and pairs, each when it is complete."""
    competitors = [(identity(each), each) for each in suite.competitors]
    found: dict[tuple[str | None, str], list[Row]] = {}
    puzzles: list[PuzzleRecord] = []
    groups: dict[str, str] = {}
    seen = place = 0
    for row in rows:
        found.setdefault((row.puzzle, row.who), []).append(row)
        groups |= groups_of(suite, results.records[seen:])
        puzzles += [each for each in results.records[seen:] if isinstance(each, PuzzleRecord)]
        seen = len(results.records)
        while place < len(puzzles) * len(competitors):
            puzzle = puzzles[place // len(competitors)]
            who, competitor = competitors[place % len(competitors)]
            mine = found.get((puzzle.id, who), [])
            if len(mine) < suite.repetitions and not (mine and suite.is_last(mine[-1])):
                break
            grouped = replace(puzzle, group=groups.get(puzzle.id or ""))
            yield Sample(grouped, competitor, sorted(mine, key=lambda row: row.repetition))
            place += 1
