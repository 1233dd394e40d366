"""The elements of a board with their coordinates, and what a puzzle has drawn on it."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from typing import Any

import numpy as np

from nlc.arrays import Floats
from nlc.board import Sort
from nlc.board.drawn_board import DrawnBoard
from nlc.board.tilings import TILINGS
from nlc.ir.complete import complete
from nlc.ir.nodes import Domain, Program
from nlc.ir.partial import with_given
from nlc.language import syntax as s
from nlc.language.builtins import SIDES
from nlc.language.catalogue import meaning, options_of
from nlc.language.literals import bounds_of
from nlc.language.resolve import Puzzle
from nlc.pictures.contents import drawn_clues
from nlc.pictures.drawing import geometry_of
from nlc.pictures.geometry import Geometry
from nlc.playing import answers as a
from nlc.publishing.works import rules_of
from nlc.render.around import max_ranks
from nlc.render.glyphs import SHADED
from nlc.render.scene import Scene
from nlc.render.view import SolutionView


def add_printed(puzzle: a.Puzzle, program: Program) -> None:
    """Add the elements whose values clues print."""
    yes, no, values = with_given(program, {}, {}, {})
    clued = [given.clues for given in puzzle.givens]
    for var in puzzle.variables:
        names = var.elements or program.board.names(Sort(var.sort))
        texts = {names[i]: var.values[value] for i, value in values.get(var.name, {}).items()}
        texts |= {names[i]: "" for held in (yes, no) for i in held.get(var.name, ())}
        var.printed = [
            name
            for name, text in texts.items()
            if any(name in clues and text in ("", clues[name]) for clues in clued)
        ]


def describe(number: int, puzzle: Puzzle, program: Program) -> a.Puzzle:
    """Return the description of a puzzle."""
    rules = puzzle.rules
    return a.Puzzle(
        number=number,
        title=puzzle.title,
        genre=puzzle.genre,
        name=rules.title or puzzle.genre,
        options=[
            a.answer_of(a.Option, item, value=program.options.get(item.name))
            for item in options_of(rules)
        ],
        givens=[_given(each, program) for each in rules.givens.values()],
        variables=_variables(puzzle, program),
        rules=list(rules_of(puzzle, program)),
        cells=program.board.count(Sort.CELL),
    )


def _given(node: s.Given, program: Program) -> a.Given:
    """Return a given with its clues in a puzzle."""
    name = node.name.name
    kind = node.type.kind
    clues: dict[str, str] = {}
    if name in program.givens:
        sort = program.given_sorts.get(name, Sort(node.sort))
        names = program.board.names(sort)
        clues = {names[i]: value for i, value in program.givens[name].items()}
    return a.Given(
        name=name,
        sort=node.sort,  # type: ignore[arg-type]
        kind="int" if kind == "range" else kind,  # type: ignore[arg-type]
        values=values(node, program),
        optional=node.optional or kind == "bool",
        text=meaning(node),
        clues=clues,
    )


def values(node: s.Given, program: Program) -> list[str]:
    """Return the values of a given; none for names, since any name is a value."""
    match node.type.kind:
        case "bool":
            return ["true"]
        case "range":
            low, high = bounds_of(node.type, program.options)
            return [str(i) for i in range(low, min(high + 1, low + 200))]
        case "side":
            if program.board.topology not in TILINGS:
                return []
            found = program.board.names(Sort.CELL)[:4]
            places = ("side", "corner") if node.type.names else ("side",)
            named = [f"{cell}.{place}" for cell in found for place in places]
            return [s for s in SIDES if any(program.board.find(f"{each}({s})") for each in named)]
    return list(node.type.names)


def _variables(puzzle: Puzzle, program: Program) -> list[a.Variable]:
    out = []
    texts = {name: meaning(var) for name, var in puzzle.rules.vars.items()}
    for var in program.declared:
        sort = var.sort.drawn
        if not (var.shown or var.reported) or not sort.placed:
            continue
        values = list(var.values) if isinstance(var, Domain) else []
        out.append(
            a.Variable(
                name=var.name,
                sort=sort.value,  # type: ignore[arg-type]
                elements=None if sort is var.sort else list(var.sort.entries),
                kind="values" if values else "bool",
                values=values,
                optional=var.optional if isinstance(var, Domain) else True,
                shown=var.shown,
                mark="shaded" if (mark := program.marks.get(var.name)) in SHADED else mark,
                text=texts.get(var.name, ""),
            )
        )
    return out


def board_of(program: Program, drawn: DrawnBoard) -> a.Board:
    """Return the elements of a board and their coordinates."""
    found, geometry = program.board, geometry_of(program)
    width, height = geometry.size
    indptr = found.cell_corners.indptr.tolist()
    corners = _round(geometry.corners.ravel())
    straight = geometry.straight.tolist()
    middles = _round(geometry.centers[found.link_cells].reshape(-1, 4))
    links = [
        middles[i] if straight[i] else _round(np.concatenate(geometry.stubs(i)).ravel())
        for i in range(len(straight))
    ]
    split = geometry.split.tolist()
    sides = _round(geometry.sides.reshape(-1, 8))
    clued = Sort.LINE in program.given_sorts.values()
    lines = list(found.names(Sort.LINE)) if clued else []
    middle = np.array([geometry.middle(Sort.LINE, i) for i in range(len(lines))]).reshape(-1, 2)

    def points(places: Floats) -> dict[str, list[float]]:
        return {"x": _round(places[:, 0]), "y": _round(places[:, 1])}

    return a.Board(
        key=key_of(program),
        topology=found.topology,
        rows=found.rows,
        columns=found.cols,
        width=round(width, 2),
        height=round(height, 2),
        cells=a.Cells(
            names=list(found.names(Sort.CELL)),
            **points(geometry.centers),
            radius=_round(geometry.radius),
            corners=[corners[2 * start : 2 * stop] for start, stop in pairwise(indptr)],
        ),
        links=a.Links(
            names=list(found.names(Sort.LINK)),
            cells=found.link_cells.tolist(),
            border=found.link_border.tolist(),
            lines=links,
        ),
        borders=a.Borders(
            names=list(found.names(Sort.BORDER)),
            cells=found.border_cells.tolist(),
            vertices=found.border_vertices.tolist(),
            lines=[side if split[i] else side[:4] for i, side in enumerate(sides)],
        ),
        vertices=a.Vertices(names=list(found.names(Sort.VERTEX)), **points(geometry.points)),
        lines=a.Lines(names=lines, **points(middle)),
        holes=_holes(drawn, geometry),
    )


def _holes(drawn: DrawnBoard, geometry: Geometry) -> a.Holes:
    """Return the places of a drawing without a cell."""
    plan, indptr = drawn.plan, drawn.board.cell_corners.indptr
    cornered = np.flatnonzero(np.diff(indptr))
    if plan is None or not len(cornered) or not plan.hole.any():
        return a.Holes(names=[], corners=[])
    place = plan.placement
    offsets = [np.array(list(p.corners.values()), float) for p in place.shape.polygons]

    def outline(token: int) -> Floats:
        corners = offsets[place.kind[token]] + (place.x[token], place.y[token])
        return np.asarray(corners * place.shape.scale)

    cell = int(cornered[0])
    corners = geometry.corners[indptr[cell] : indptr[cell + 1]]
    lattice = outline(int(plan.token_of[cell]))
    middle, center = corners.mean(axis=0), lattice.mean(axis=0)
    unit = np.hypot(*(corners - middle).T).mean() / np.hypot(*(lattice - center).T).mean()
    tokens = np.flatnonzero(plan.hole).tolist()
    return a.Holes(
        names=[f"r{plan.drawing.row[i] + 1}c{plan.drawing.col[i] + 1}" for i in tokens],
        corners=[_round(((outline(i) - center) * unit + middle).ravel()) for i in tokens],
    )


def key_of(program: Program) -> str:
    """Return a key that is the same for boards of the same shape and margins."""
    found = program.board
    listed = Sort.LINE in program.given_sorts.values()
    digest = sha256(f"{found.topology} {sorted(max_ranks(program).items())} {listed}".encode())
    for array in (found.centers, found.link_cells, found.border_cells, found.lanes):
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(" ".join(found.names(Sort.CELL)).encode())
    return digest.hexdigest()[:16]


def _round(values: Any) -> Any:
    """Return numbers rounded to two digits, as lists."""
    return np.round(np.asarray(values, float), 2).tolist()


def blocks_of(scene: Scene) -> set[int]:
    """Return the cells whose clues are blocks."""
    return {cell for cell, clue in drawn_clues(scene, Sort.CELL).items() if clue.shaded}


def lanes_of(program: Program) -> list[list[str]]:
    """Return the cells that light each other, straight on between blocks; none without lamps."""
    scene = Scene(program, SolutionView(solutions=(complete(program, {}, {}),)))
    if "lamp" not in program.marks.values() or not (blocks := blocks_of(scene)):
        return []
    names = program.board.names(Sort.CELL)
    return [[names[i] for i in lane] for lane in scene.lanes(blocks) if lane]
