"""Times of engines, and of encodings with solvers, as multiples of the first of all."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from nlc.compare.row import Row
from nlc.compare.tables import table


def times_beside(rows: Sequence[Row], markdown: bool) -> tuple[str, str]:
    """Return title and table: for each competitor the time over the puzzles it has in common.

    That is compiling and solving, which an engine does in one. Counted are the puzzles that it and
    the first one have decided.

    Args:
        rows: of all puzzles.
        markdown: whether to write Markdown.
    """
    times: dict[str, dict[int, float]] = {}
    for row in rows:
        known = times.setdefault(row.pair, {})
        if row.decided:
            known[row.subject.number] = _milliseconds(row)
    first, *_ = times
    cells = []
    for pair, known in times.items():
        common = known.keys() & times[first].keys()
        base, own = (sum(times[name][number] for number in common) for name in (first, pair))
        figures = [f"{base:.1f}", f"{own:.1f}", f"{own / base:.2f}x"] if base else ["-"] * 3
        cells.append([pair, str(len(common)), *figures])
    headers = ["", "puzzles", "first, ms", "ms", "ratio"]
    aligned = ["left", *["right"] * 4]
    return f"Times beside {first}, compiling included", table(headers, cells, aligned, markdown)


def _milliseconds(row: Row) -> float:
    return 1000 * sum(median(part) for part in (row.compile_seconds, row.solve_seconds) if part)
