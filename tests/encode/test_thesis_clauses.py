"""The preset `thesis` has the clauses of the thesis's formulas: the same sets of literals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from random import Random

import pytest
from encode.accepted import fixture
from support.puzzles import program_of

from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError

Cell = tuple[int, int]
Link = frozenset[Cell]
Literal = tuple[bool, object]
"""Whether a variable holds: a link; a cell with its label; or an inner corner with a link of it."""

AHEAD = {"square": ((0, 1), (1, 0)), "hex": ((0, 1), (1, 0), (1, -1))}
"""Steps to half of the neighbours, i down and j to the right; hexagonal rows are axial."""

CORNERS = {
    "square": (((0, 0), (0, 1), (1, 1), (1, 0)),),
    "hex": (((0, 0), (0, 1), (1, 0)), ((0, 1), (1, 1), (1, 0))),
}
"""The cells round each inner corner, from its upper left one."""


def formulas(
    tiling: str, rows: int, cols: int, ends: dict[Cell, int], pairs: int
) -> Iterator[frozenset[Literal]]:
    """Yield the clauses, written down from the formulas, in no order."""
    cells = set(product(range(rows), range(cols)))
    steps = product(cells, AHEAD[tiling])
    pairs_of_cells = [((i, j), (i + a, j + b)) for (i, j), (a, b) in steps]
    links = [frozenset(pair) for pair in pairs_of_cells if pair[1] in cells]
    at: dict[Cell, list[Link]] = {cell: [x for x in links if cell in x] for cell in cells}

    def all_of(value: bool, *variables: object) -> frozenset[Literal]:
        return frozenset((value, variable) for variable in variables)

    for cell, beside in at.items():
        if cell in ends:  # exactly one: (1)-(4), (13), (14); and its label
            yield all_of(True, *beside)
            yield from (all_of(False, *two) for two in combinations(beside, 2))
            yield all_of(True, (cell, ends[cell]))
        else:  # exactly two: all but one hold a segment, and no three do
            yield from (all_of(True, *some) for some in combinations(beside, len(beside) - 1))
            yield from (all_of(False, *three) for three in combinations(beside, 3))
        labels = [(cell, k) for k in range(pairs)]  # exactly one: (5)-(7)
        yield all_of(True, *labels)
        yield from (all_of(False, *two) for two in combinations(labels, 2))
    for link in links:  # a segment joins cells of one label, in conjunctive form: (8), (9)
        for chosen in product(sorted(link), repeat=pairs):
            words = all_of(True, *((cell, k) for k, cell in enumerate(chosen)))
            yield words | all_of(False, link)
    across: dict[Link, list[object]] = {link: [] for link in links}
    for (i, j), corner in product(cells, CORNERS[tiling]):
        round_it = {(i + a, j + b) for a, b in corner}
        if round_it <= cells:
            sides = [link for link in links if link <= round_it]
            pointers = [(frozenset(sides), link) for link in sides]
            yield all_of(True, *pointers)  # exactly one: (10), (15)
            yield from (all_of(False, *two) for two in combinations(pointers, 2))
            for pointer in pointers:  # not across a segment: (11), (16)
                yield all_of(False, pointer, pointer[1])
                across[pointer[1]].append(pointer)
    # No two at each other: (12), (16).
    yield from (all_of(False, *both) for both in across.values() if len(both) == 2)


def stated(lowered: LoweredProgram) -> Iterator[frozenset[Literal]]:
    """Yield the clauses of the encoding in the same terms.

    A pointer is named by the link that it must not cross, and by those of the others of its corner.
    """
    meant: dict[int, object] = {}
    for block in lowered.cnf.names:
        for number, name in enumerate(block.make(), block.base):
            kind, _, where = name.partition("[")
            if kind == "line":
                meant[number] = frozenset(map(_cell, where.rstrip("]").split("-")))
            elif kind == "color":
                cell, _, value = where.partition("]=")
                meant[number] = (_cell(cell), int(value))
    blocks = [block for block in lowered.cnf.blocks if block.rule == "open"]
    rows = [row for block in blocks for row in block.clauses.tolist()]
    crossed = {}
    for row in rows:
        pointers = [-lit for lit in row if abs(lit) not in meant]
        links = [meant[-lit] for lit in row if abs(lit) in meant]
        if links:
            (crossed[pointers[0]],) = links
    for row in rows:
        if row[0] > 0:
            corner = frozenset(crossed[lit] for lit in row)
            meant |= {lit: (corner, crossed[lit]) for lit in row}
    for block in lowered.cnf.blocks:
        for row in block.clauses.tolist():
            yield frozenset((lit > 0, meant[abs(lit)]) for lit in row)


def _cell(name: str) -> Cell:
    row, _, col = name.removeprefix("r").partition("c")
    return int(row) - 1, int(col) - 1


@pytest.mark.sample(2)
@pytest.mark.parametrize("tiling", ["square", "hex"])
@pytest.mark.parametrize(("rows", "cols", "pairs"), [(3, 3, 2), (3, 4, 1), (4, 5, 3), (6, 5, 6)])
def test_the_clauses_are_those_of_the_formulas(
    tiling: str, rows: int, cols: int, pairs: int
) -> None:
    random = Random(f"{tiling} {rows} {cols}")
    for _ in range(3):
        cells = random.sample(list(product(range(rows), range(cols))), 2 * pairs)
        ends = {cell: at % pairs for at, cell in enumerate(cells)}
        drawn = "\n".join(
            " " * (i * (tiling == "hex"))
            + " ".join(str(ends.get((i, j), ".")) for j in range(cols))
            for i in range(rows)
        )
        text = f'puzzle "p" is numberlink {{ topology {tiling}; board\n{drawn}\nend }}'
        # Labels are numbered as they are met on the board.
        lowered = lower(program_of(text), Encoding.parse("thesis"))
        assert Counter(stated(lowered)) == Counter(formulas(tiling, rows, cols, ends, pairs))


@pytest.mark.parametrize(("tiling", "links", "pointers"), [("square", 31, 48), ("hex", 43, 72)])
def test_the_sets_of_variables_are_those_of_the_thesis(
    tiling: str, links: int, pointers: int
) -> None:
    lean = " " * (tiling == "hex")
    board = f"0 1 2 0 1\n{lean}2 . . . .\n{2 * lean}. . . . .\n{3 * lean}. . . . ."
    program = program_of(f'puzzle "p" is numberlink {{ topology {tiling}; board\n{board}\nend }}')
    lowered = lower(program, Encoding.parse("thesis"))
    found = {rule: sizes.variables for rule, sizes in lowered.rule_statistics().items()}
    # H and V, or H, L and P: the links. N: a cell and label. R: an inner corner and direction.
    assert (found["var:line"], found["var:color"], found["open"]) == (links, 4 * 5 * 3, pointers)
    assert lowered.cnf.variables == links + 4 * 5 * 3 + pointers


def test_its_own_program_has_more_variables_and_almost_as_many_clauses() -> None:
    (program,) = fixture("nine_pairs")
    cnf = lower(program, Encoding.parse("thesis")).cnf
    assert cnf.variables == 180 + 900 + 324 == 1404
    assert cnf.clauses == 97547
    assert cnf.variables < 1641
    assert 0.999 < cnf.clauses / 97620 < 1


def test_more_than_twelve_pairs_are_refused() -> None:
    (program,) = fixture("thirteen_pairs")
    with pytest.raises(UserError, match="cannot represent 'color': 13 values would take 2\\^13"):
        lower(program, Encoding.parse("thesis"))
