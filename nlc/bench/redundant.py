"""Constraints that follow from the rules of Numberlink on squares, where every cell is covered.

They did not help enough to be among those of `nlc.encode.redundant`, and are here to be measured.
They are added to a program as further nodes; its solutions stay the same. A cell of a path has two
segments and a label one, so that the segments that leave a set of cells W number, with the colours
of a chessboard, ``sum over black cells of W - sum over white ones`` of that, where those from white
cells count negatively.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board.board import Sort
from nlc.ir.nodes import (
    Atoms,
    Auxiliary,
    Clause,
    CountDefinition,
    Counts,
    Exactly,
    Implies,
    Node,
    Origin,
    Program,
)


def parity(program: Program) -> Program:
    """Say of each cut between rows or columns whether an odd number of segments crosses it.

    That is as odd as the number of labels on one side of it.
    """
    nodes: list[Node] = []
    for side in _straight(program):
        cut, _ = _cut(program, side)
        labels = int(_labels(program)[side].sum())
        odd = range(labels % 2, len(cut) + 1, 2)
        nodes.append(_exactly(Counts.of(*odd), cut, "parity"))
    return replace(program, nodes=[*program.nodes, *nodes])


def diagonals(program: Program) -> Program:
    """Say of each cut between diagonals how many segments cross it: all leave one colour."""
    row, col = program.board.row_of, program.board.col_of
    white = ((row + col) % 2).astype(np.bool_)
    degree = 2 - _labels(program).astype(np.int32)
    nodes: list[Node] = []
    for side in _prefixes(row + col, row - col):
        cut, inside = _cut(program, side)
        negative = white[inside]
        ahead = int(degree[side & ~white].sum() - degree[side & white].sum())
        lits = np.where(negative, -cut, cut).astype(np.int32)
        nodes.append(_exactly(Counts.of(ahead + int(negative.sum())), lits, "balance"))
    return replace(program, nodes=[*program.nodes, *nodes])


def separators(program: Program) -> Program:
    """Say of each cut between rows or columns, and each pair it parts, that its colour crosses.

    A colour with a segment is an auxiliary, by what it means.
    """
    board, line = program.board, program.bools[0]
    domain = program.domains["color"]
    number = {text: value for value, text in enumerate(domain.values)}
    terminals: dict[int, list[int]] = {}
    for cell, text in program.givens["label"].items():
        terminals.setdefault(number[text], []).append(cell)
    segments: list[Ints] = []
    colours: list[Ints] = []
    for side in _straight(program):
        crossing = np.flatnonzero(side[board.link_cells].sum(axis=1) == 1).astype(np.int32)
        for value, (one, other) in terminals.items():
            if side[one] != side[other]:
                segments.append(crossing)
                colours.append(np.full(len(crossing), value, np.int32))
    ends_of = np.cumsum([len(part) for part in segments])
    every, value_of = np.concatenate(segments), np.concatenate(colours)
    clauses = np.split(np.arange(len(every)), ends_of[:-1])
    pairs, which = np.unique(np.column_stack([every, value_of]), axis=0, return_inverse=True)
    size, base = len(pairs), program.variables + 1
    ends = board.link_cells[pairs[:, 0], 0].astype(np.int32)
    atoms = Atoms(base, "color", ends, pairs[:, 1].astype(np.int32))
    both = np.column_stack([line.base + pairs[:, 0], base + np.arange(size)]).astype(np.int32)
    meaning = CountDefinition(Counts.of(2), both)
    origin = Origin("separator", None)
    made = Auxiliary(base + size, size, "separator", meaning, origin)
    nodes: list[Node] = []
    for part in clauses:
        lits = (base + size + which.ravel()[part]).astype(np.int32)[None]
        nodes.append(Implies(np.zeros((1, 0), np.int32), Clause(lits), origin))
    return replace(
        program,
        atoms=[*program.atoms, atoms],
        auxiliaries=[*program.auxiliaries, made],
        nodes=[*program.nodes, *nodes],
        variables=program.variables + 2 * size,
    )


def turning_back(program: Program) -> tuple[Program, Ints]:
    """Add, for each inner corner, whether a path turns back round it: three of its four links.

    Returns:
        The program, and the variables, row by row.
    """
    board, line = program.board, program.bools[0]
    inner = np.flatnonzero(board.vertex_inner & (board.vertex_links.lengths == 4))
    links = np.stack([board.vertex_links.row(v) for v in inner.tolist()])
    base, size = program.variables + 1, len(inner)
    meaning = CountDefinition(Counts.between(3, 4), (line.base + links).astype(np.int32))
    made = Auxiliary(base, size, "back", meaning, Origin("back", None))
    auxiliaries = [*program.auxiliaries, made]
    out = replace(program, auxiliaries=auxiliaries, variables=program.variables + size)
    return out, np.arange(base, base + size, dtype=np.int32)


def _straight(program: Program) -> Iterator[Bools]:
    """Yield the cells on one side of each cut between rows, and between columns."""
    return _prefixes(program.board.row_of, program.board.col_of)


def _prefixes(*keys: Ints) -> Iterator[Bools]:
    for key in keys:
        for last in range(int(key.min()), int(key.max())):
            yield key <= last


def _cut(program: Program, side: Bools) -> tuple[Ints, Ints]:
    """Return the segments that leave a set of cells, as literals, and the cell that each leaves."""
    ends = program.board.link_cells
    crossing = np.flatnonzero(side[ends].sum(axis=1) == 1)
    one, other = ends[crossing].T
    lits = (program.bools[0].base + crossing).astype(np.int32)
    return lits, np.where(side[one], one, other)


def _exactly(counts: Counts, lits: Ints, rule: str) -> Node:
    return Exactly(counts, lits[None], np.zeros((1, 0), np.int32), Origin(rule, None))


def _labels(program: Program) -> Bools:
    """Return which cells hold a label."""
    held = np.zeros(program.board.count(Sort.CELL), np.bool_)
    held[list(program.givens["label"])] = True
    return held
