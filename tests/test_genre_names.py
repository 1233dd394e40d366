"""No Python that serves several genres names one: what is said of a genre is in its own text."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest
from support.documents import ROOT

from nlc.language.files import stock_genres

NUMBERLINK = (*("nlc/encode/numberlink", "nlc/encode/spec.py", "nlc/engines/problem.py"),)

ALONE = {
    **{place: {"numberlink"} for place in NUMBERLINK},
    "nlc/generating/numberlink": {"numberlink", "multilink", "balance"},
    "nlc/generating/slitherlink": {"slitherlink"},
    "nlc/formats/loopy.py": {"slitherlink"},
    "nlc/formats/slk.py": {"slitherlink"},
    "nlc/formats/numberlinks.py": {"numberlink"},
    "nlc/formats/nonogram.py": {"nonogram"},
    "nlc/formats/sudoku.py": {"sudoku"},
    "nlc/formats/fpuzzles.py": {"renban", "sudoku", "sudokus"},
    "nlc/formats/killer.py": {"killer"},
    # The genres that a board without a name is guessed to be, and that have generators of their
    # own, also for the puzzles of suites.
    "nlc/formats/board.py": {"kakuro", "numberlink", "slitherlink", "sudoku"},
    "nlc/generating/genre.py": {"numberlink", "slitherlink"},
    "nlc/comparing": {"numberlink", "slitherlink", "balance", "net"},
    # Other things of these names: a format, grids and symbols of penpa-edit, a field of the IR;
    # to balance is what a pass and a generator do, `net` a value of reports.
    "nlc/ir/passes/__init__.py": {"balance"},
    "nlc/formats/__init__.py": {"killer", "nonogram", "sudoku"},
    "nlc/formats/tatham_codes.py": {
        *("dominosa", "magnets", "map", "net", "palisade", "signpost", "tents", "tracks", "undead"),
    },
    "nlc/formats/penpa/reading.py": {"firefly", "kakuro"},
    "nlc/formats/penpa/writing.py": {"firefly", "kakuro"},
    "nlc/formats/penpa/drawing.py": {"sudoku", "akari", "tents", "kakuro"},
    "nlc/ir/passes/groups.py": {"lits"},
    "nlc/ir/nodes.py": {"lits"},
    "nlc/playing/rules.py": {"lits"},
}
"""What formats, encodings, engines and generators of some genres alone name, by file or folder."""


def texts(path: Path) -> Iterator[str]:
    """Yield the texts of a module but its docstrings."""
    tree = ast.parse(path.read_text())
    told = {id(n.value) for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in told:
            yield node.value


@pytest.mark.slow
def test_no_python_that_serves_several_genres_names_one() -> None:
    stock, named = {*stock_genres()}, dict[str, set[str]]()
    for folder in ("nlc", "drivers"):
        for path in (ROOT / folder).glob("**/*.py"):
            place = str(path.relative_to(ROOT)).replace("nlc/drivers/", "drivers/")
            key = next((key for key in ALONE if place.startswith(key)), place)
            named.setdefault(key, set()).update(stock.intersection(texts(path)))
    assert {key: names for key, names in named.items() if names} == ALONE
