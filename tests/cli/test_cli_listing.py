"""A count that had to stop tells what counts without a list of solutions."""

from __future__ import annotations

from pathlib import Path

from msgspec.structs import replace

import nlc
from nlc.cli.show import instead_of_listing

FIXTURES = Path(__file__).parents[2] / "fixtures"


def test_a_count_that_stops_names_what_needs_no_list() -> None:
    puzzle = nlc.load(FIXTURES / "first.nl")[0]
    answer = replace(nlc.solve(puzzle), count=3, complete=False)
    assert "--solver frontier, or a projected model counter" in instead_of_listing(answer)
