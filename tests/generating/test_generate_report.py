"""What a report tells of puzzles that were made, and of others."""

from __future__ import annotations

import re

from generating.generated import make, request

from nlc.generating.batch import Item
from nlc.generating.numberlink.genre import NumberlinkGenerator
from nlc.generating.writer import report


def table(text: str) -> list[list[str]]:
    """Return the rows of a table, each cell without blanks; empty ones stay."""
    head, rule, *rows = text.splitlines()
    columns = [match.span() for match in re.finditer("-+", rule)]
    return [[line[a:b].strip() for a, b in columns] for line in (head, *rows)]


def test_of_what_was_given_up_a_report_tells_the_cost_alone():
    wanted = request("square", 5, 5, pairs=3)
    puzzles = [make(wanted, "solution", 1, number) for number in (1, 2)]
    items = [
        Item(1, puzzles[0], {"tries": 1}, 1.0),
        Item(2, None, {"tries": 200, "failed": 200}, 3.0),
        Item(3, puzzles[1], {"tries": 2}, 2.0),
    ]
    heads, first, second, third, medians = table(report(NumberlinkGenerator(wanted), items))
    assert heads[:2] == ["puzzle", "pairs"]
    assert heads[-3:] == ["tries", "failed", "s"]
    assert first[1] == third[1] == medians[1] == "3"
    assert set(second[1:-3]) == {""}
    assert second[-3:] == ["200", "200", "3"]
    assert medians[-3:] == ["2", "0", "2"]


def test_a_report_of_nothing_but_failures_has_no_columns_for_puzzles():
    generator = NumberlinkGenerator(request("square", 5, 5))
    heads, _, medians = table(report(generator, [Item(1, None, {"tries": 200}, 4.0)]))
    assert heads == ["puzzle", "tries", "s"]
    assert medians == ["median", "200", "4"]
