"""The page on engines, and the recipe for one, compared with the code."""

from __future__ import annotations

import re
import runpy
from itertools import islice
from pathlib import Path

import pytest
from oracle.random_boards import seeded_cases
from oracle.reference_board import Complex
from support import documents
from support.asked import asked

from nlc.engines import registry
from nlc.engines.base import Engine
from nlc.errors import Source, UserError
from nlc.language.resolve import load
from nlc.solving.question import ALL

BOARDS = 25
FEW = 9
"""Links of a board that the recipe's engine is done with in a moment."""


def test_the_table_has_each_engine_with_what_it_says_of_itself() -> None:
    section = documents.document("docs/engines.md").partition("## Which there are\n")[2]
    rows = re.findall(r"^\| `(\S+)` \| (.*?) \| (.*?) \|", section.partition("\n## ")[0], re.M)
    engines = [registry.get(name) for name in registry.names()]
    assert rows == [(one.name, one.summary, ", ".join(one.statistics)) for one in engines]


@pytest.fixture
def recipe(tmp_path: Path) -> Engine:
    """The engine of docs/extending.md."""
    documents.write_files("docs/extending.md", tmp_path)
    made: Engine = runpy.run_path(str(tmp_path / "degrees.py"))["DegreesEngine"]()
    return made


@pytest.mark.slow
def test_the_engine_of_the_recipe_finds_what_brute_force_finds(recipe: Engine) -> None:
    cases = seeded_cases("numberlink", "square", 400, seed=4)
    few = (case for case in cases if len(Complex(case.drawn).links) <= FEW)
    rejected = solved = 0
    for case in islice(few, BOARDS):
        (read,) = load(Source("test.nl", case.text)).puzzles
        result = asked(read, recipe, ALL)
        assert result.complete
        assert result.count == len(case.solutions()), case.text
        rejected += result.statistics["rejected"]
        solved += bool(result.count)
    assert rejected > 0
    assert solved > BOARDS // 4


def test_it_refuses_a_large_board(recipe: Engine) -> None:
    text = 'puzzle "p" is numberlink { topology square; board\nA . . A\n. . . .\n. . . .\nend }'
    (case,) = load(Source("test.nl", text)).puzzles
    with pytest.raises(UserError, match="up to 16 links"):
        asked(case, recipe)
