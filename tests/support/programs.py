"""Programs put together by hand, for tests of what reads the IR."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from nlc.arrays import Ints
from nlc.board import Board, Sort
from nlc.board.drawn_board import build_board
from nlc.errors import Source, Span
from nlc.ir.nodes import (
    Assignment,
    BoolVar,
    Global,
    Node,
    Origin,
    Program,
)
from nlc.language.syntax import BoardLiteral, Ref, Topology
from support.puzzles import program_of

SPAN = Span(Source("hand-made.nl", "line\n"), 1, 1, 1, 5)


def ints(*values: int) -> Ints:
    """Return a list of integers as an array."""
    return np.array(values, dtype=np.int32)


def unguarded(rows: int) -> Ints:
    """Return the guard of so many rows that always hold."""
    return np.zeros((rows, 0), np.int32)


def square(*rows: str) -> Board:
    """Return the board of drawn rows of squares."""
    topology = Topology(SPAN, Ref(SPAN, "square"), ())
    return build_board(topology, BoardLiteral(SPAN, rows, 1), {}, (), ()).board


def origin(rule: str, cells: Ints | None = None, expands: int | None = None) -> Origin:
    """Return the origin of a batch whose bound variable `c` runs over cells."""
    binders = () if cells is None else (("c", Sort.CELL, cells),)
    return Origin(rule, SPAN, binders, expands)


def line_program(board: Board, nodes: Iterable[Node] = (), sort: Sort = Sort.LINK) -> Program:
    """Return a program whose only variable is ``line`` over links or borders, from literal 1."""
    size = board.count(sort)
    program = Program("by hand", "test", {}, {}, board, variables=size)
    program.bools.append(BoolVar("line", sort, 1, size, shown=True, reported=False))
    program.nodes.extend(nodes)
    program.rules.extend(dict.fromkeys(node.origin.rule for node in program.nodes))
    return program


def line_at(program: Program, *names: str) -> Assignment:
    """Return the assignment with the line at the named elements, and no domains."""
    var = program.bools[0]
    bools = np.zeros(var.size + 1, dtype=np.bool_)
    for name in names:
        found = program.board.find(name, var.sort)
        assert found is not None
        bools[var.base + found[1]] = True
    return Assignment(bools, {})


def add_global(program: Program, kind: str, targets: Ints, members: Ints | None = None) -> None:
    """Add a constraint over the whole line to a program, as rule ``whole``."""
    board, var = program.board, program.bools[0]
    links = var.sort is Sort.LINK
    program.rules.append("whole")
    program.globals.append(
        Global(
            kind,
            board.link_graph if links else board.border_graph,
            np.arange(var.base, var.base + var.size, dtype=np.int32),
            members,
            targets,
            Sort.CELL if links else Sort.VERTEX,
            var.sort,
            np.arange(var.size, dtype=np.int32),
            origin("whole"),
        )
    )


def numberlink(rows: Sequence[str]) -> Program:
    """Return a Numberlink on squares: touching allowed, not all cells used."""
    drawn = "\n".join(rows)
    options = "set cover = false; set touch = true;"
    return program_of(
        f'puzzle "p" is numberlink {{ topology square; {options} board\n{drawn}\nend }}'
    )
