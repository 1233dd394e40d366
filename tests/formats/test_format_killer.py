"""Killer Sudoku in each of the forms that are exchanged and typed: always the same puzzle."""

from __future__ import annotations

from random import Random

import pytest
from oracle.grid import Cell, Grid, random_rooms

import nlc

BOARD = Grid(9, 9)


def cages(seed: int) -> tuple[list[list[Cell]], list[int]]:
    """Return cages of a board, by their first cells, and their sums."""
    random = Random(seed)
    rooms: dict[str, list[Cell]] = {}
    for cell, room in sorted(random_rooms(random, BOARD, 4).items()):
        rooms.setdefault(room, []).append(cell)
    return [*rooms.values()], [random.randint(1, 30) for _ in rooms]


def read(text: str) -> tuple[dict[int, str], list[set[int]], str]:
    """Return sums, cages and the option of diagonals of a text."""
    (puzzle,) = nlc.loads(text)
    assert puzzle.genre == "killer"
    program = nlc.elaborate(puzzle)
    groups: dict[str, set[int]] = {}
    for cell, name in program.givens["cage"].items():
        groups.setdefault(name, set()).add(cell)
    assert len({*program.givens["box"].values()}) == 9
    return program.givens["total"], sorted(groups.values(), key=min), program.options["diagonal"]


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(3))
def test_all_forms_are_the_same_puzzle(seed):
    parts, sums = cages(seed)
    number = {cell: k for k, part in enumerate(parts) for cell in part}
    first = {part[0]: total for part, total in zip(parts, sums, strict=True)}
    at = {cell: i for i, cell in enumerate(BOARD.cells)}
    names = [f"r{i + 1}c{j + 1}" for i, j in BOARD.cells]
    listed = [[names[at[c]] for c in part] for part in parts]
    packed = [str(256 * first.get(c, 0) + number[c]) for c in BOARD.cells]
    sumo = [f"={first[c]}" if c in first else f"+{at[parts[number[c]][0]]}" for c in BOARD.cells]
    boxes = [f"{sign}J{i // 27 * 3 + i % 9 // 3}" for i, sign in enumerate(sumo)]
    expected = (
        {at[c]: str(total) for c, total in first.items()},
        sorted(({at[c] for c in part} for part in parts), key=min),
        "false",
    )
    pairs = [*zip(listed, sums, strict=True)]
    assert read(f"3x3::k:{':'.join(packed)}:") == expected
    assert read(f"3x3:d:k:{':'.join(packed)}") == (*expected[:2], "true")
    assert read(f"SumoCueV1{''.join(sumo)}") == expected
    assert read(f"SumoCueV1D{''.join(boxes)}") == (*expected[:2], "true")
    assert read("\n".join(f"{total}: {' '.join(part)}" for part, total in pairs)) == expected
    assert read("\n".join(f"{'+'.join(x).upper()} = {k}" for x, k in pairs)) == expected
    assert read("# own\n" + "\n".join(f"{k} {', '.join(x)}" for x, k in pairs)) == expected


def test_cells_without_a_cage_have_one_of_their_own():
    totals, groups, _ = read("9: r1c1 r1c2\n4: r9c9 r8c9\n")
    assert len(totals) == 2 and len(groups) == 79


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("9: r1c1 r1c2\n4: r1c2\n", "r1c2 lies in two cages"),
        ("9: r1c1 r1c2\nr2c2 r2c3\n", "expected a cage, such as"),
        ("9: r1c1 r1c2\n9: r99c2\n", "expected a cage"),
        ("9: r1c1 r1c2\n9: r0c1 r4c2\n", "expected a cage"),
    ],
)
def test_a_mistake_in_a_list_is_at_its_line(text, message):
    with pytest.raises(nlc.InputError, match=message):
        nlc.loads(text)
