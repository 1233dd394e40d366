"""``nlc diff`` as a suite: every encoding with every solver, and engines, on given puzzles."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from nlc.compare.results import Memory
from nlc.compare.row import SOLVED, PuzzleRecord, Row
from nlc.compare.samples import Sample, identity
from nlc.compare.suite import Competitor, Kind, Suite
from nlc.drivers.base import NO_LIMITS, Limits
from nlc.language.resolve import Puzzle


def suite_of(
    puzzles: Iterable[tuple[str, Puzzle]],
    encodings: Sequence[str],
    drivers: Iterable[str],
    engines: Iterable[str] = (),
    limits: Limits = NO_LIMITS,
    repetitions: int = 1,
) -> Suite:
    """Return the suite that ``nlc diff`` runs.

    Args:
        puzzles: with the paths of their files.
        encodings: specs.
        drivers: names of SAT drivers.
        engines: names; they come after the pairs.
        limits: of each job.
        repetitions: of each job.
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
        repetitions=repetitions,
    )


def ordered(suite: Suite, results: Memory, rows: Iterable[Row]) -> Iterator[Sample]:
    """Yield the samples of a run in the order of puzzles and pairs, each when it is complete.

    Args:
        suite: as `suite_of` makes it.
        results: takes the records of the run.
        rows: as they are added.
    """
    competitors = [(identity(each), each) for each in suite.competitors]
    found: dict[tuple[str | None, str], list[Row]] = {}
    puzzles: list[PuzzleRecord] = []
    seen = place = 0
    for row in rows:
        found.setdefault((row.puzzle, row.who), []).append(row)
        puzzles += [each for each in results.records[seen:] if isinstance(each, PuzzleRecord)]
        seen = len(results.records)
        while place < len(puzzles) * len(competitors):
            puzzle = puzzles[place // len(competitors)]
            who, competitor = competitors[place % len(competitors)]
            mine = found.get((puzzle.id, who), [])
            if len(mine) < suite.repetitions and not (mine and is_vain(mine[-1])):
                break
            yield Sample(puzzle, competitor, sorted(mine, key=lambda row: row.repetition))
            place += 1


def is_vain(row: Row) -> bool:
    """Tell whether to repeat what a row is of would say no more: no answer, or a wrong board."""
    return row.status not in SOLVED or row.checked is False
