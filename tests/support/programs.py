"""Programs put together by hand, for tests of what reads the IR."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from nlc.arrays import Ints
from nlc.board import Board, Sort
from nlc.board.drawn_board import build_board
from nlc.errors import Source, Span
from nlc.ir.nodes import (
    ABSENT,
    Acyclic,
    Assign,
    Assignment,
    Atoms,
    Auxiliary,
    BoolVar,
    Clause,
    CountDefinition,
    Counts,
    Domain,
    Exactly,
    Global,
    Implies,
    Node,
    Origin,
    Program,
    Relate,
)
from nlc.language.syntax import BoardLiteral, Ref, Topology

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


def numberlink(rows: Sequence[str], cover: bool = False) -> Program:
    """Return Numberlink on spaced rows of squares: touching allowed, not all cells used."""
    board = square(*rows)
    program = line_program(board)
    tokens = [token for row in rows for token in row.split() if token != "#"]
    values = tuple(dict.fromkeys(token for token in tokens if token != "."))
    cells = len(tokens)
    domain = Domain("color", Sort.CELL, cells, values, True, shown=False, reported=True)
    program.domains["color"] = domain
    terminal = np.array([token != "." for token in tokens])
    by_degree = [
        (np.flatnonzero(board.cell_links.lengths == n).astype(np.int32), n) for n in range(5)
    ]
    for rule, counts in (
        ("terminal", Counts.of(1)),
        ("through", Counts.of(*(2,) if cover else (0, 2))),
    ):
        for alike, n in by_degree:
            chosen = alike[terminal[alike] == (rule == "terminal")]
            lits = np.array([board.cell_links.row(c) + 1 for c in chosen], np.int32)
            guard = unguarded(len(chosen))
            program.nodes.append(
                Exactly(counts.within(n), lits.reshape(len(chosen), n), guard, origin(rule, chosen))
            )
    ends = np.flatnonzero(terminal).astype(np.int32)
    labels = ints(*(values.index(tokens[c]) for c in ends))
    program.nodes.append(
        Implies(unguarded(len(ends)), Assign("color", ends, labels, True), origin("terminal", ends))
    )
    a, b = board.link_cells.T
    lits = np.arange(1, len(a) + 1, dtype=np.int32)
    program.nodes.append(
        Implies(lits[:, None], Relate("color", a, "color", b, True), origin("same"))
    )
    program.nodes.append(Acyclic(board.link_graph, lits, origin("open")))
    _colour_only_paths(program, by_degree)
    program.rules[:] = ["terminal", "through", "same", "open", "empty"]
    return program


def _colour_only_paths(program: Program, by_degree: list[tuple[Ints, int]]) -> None:
    """Add rule ``empty``: a cell has a color just where a link of it is drawn."""
    cells = program.domains["color"].size
    base = program.variables + 1
    absent = np.full(cells, ABSENT, np.int32)
    program.atoms.append(Atoms(base, "color", np.arange(cells, dtype=np.int32), absent))
    program.variables += cells
    for alike, n in by_degree:
        used = program.variables + 1
        links = [program.board.cell_links.row(c) + 1 for c in alike]
        lits = np.array(links, np.int32).reshape(len(alike), n)
        where = origin("empty", alike)
        definition = CountDefinition(Counts.between(1, n), lits)
        program.auxiliaries.append(Auxiliary(used, len(alike), f"used{n}", definition, where))
        program.variables += len(alike)
        sides = np.stack([np.arange(used, used + len(alike)), base + alike], axis=1)
        one = sides.astype(np.int32)
        guard = unguarded(len(alike))
        program.nodes.append(Exactly(Counts.of(1), one, guard, where))
        program.nodes.append(Implies(one[:, :1], Clause(-one[:, 1:]), where))
