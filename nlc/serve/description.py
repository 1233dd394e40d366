"""A puzzle as a client sees it: its genre, its clues, what is drawn, and where the elements lie."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from itertools import pairwise
from typing import Any

import numpy as np

from nlc.arrays import Floats
from nlc.board import Sort
from nlc.board.draw import DrawnBoard
from nlc.board.tilings import TILINGS
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.language import syntax as s
from nlc.language.catalogue import meaning, text_of, written
from nlc.language.resolve import Puzzle
from nlc.pictures.drawing import geometry_of
from nlc.pictures.geometry import Geometry
from nlc.render.around import ranks
from nlc.render.glyphs import SHADED
from nlc.serve import answers as a
from nlc.serve.reading import rounded

MAX_VALUES = 200
"""Values of a given that are listed."""


def described(number: int, puzzle: Puzzle, program: Program) -> a.Puzzle:
    """Return what a client has to know of a puzzle."""
    rules = puzzle.rules
    return a.Puzzle(
        number=number,
        title=puzzle.title,
        genre=puzzle.genre,
        name=name_of(puzzle),
        options=[
            a.Option(
                name=name,
                type=written(option.type.span),
                default=written(option.default.span),
                text=meaning(option),
                value=program.options.get(name),
            )
            for name, option in rules.options.items()
        ],
        givens=[given(each, program) for each in rules.givens.values()],
        variables=_variables(puzzle, program),
        rules=[
            a.Rule(
                name=name,
                text=text_of(rule.doc),
                when=written(rule.when.span) if rule.when else None,
            )
            for name, rule in rules.rules.items()
            if name in program.rules
        ],
        cells=program.board.count(Sort.CELL),
    )


def name_of(puzzle: Puzzle) -> str:
    """Return the name of a genre, as its first line has it in quotes."""
    span = puzzle.rules.span
    return next(iter(span.source.line(span.line).split('"')[1:2]), "") or puzzle.genre


def given(node: s.Given, program: Program) -> a.Given:
    """Return a kind of clue, with the clues of a puzzle."""
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
    """Return the values that a given can have; none of a name, which may be any."""
    match node.type.kind:
        case "bool":
            return ["true"]
        case "range":
            low, high = (_number(bound, program.options) for bound in node.type.bounds)
            return [str(i) for i in range(low, min(high + 1, low + MAX_VALUES))]
        case "side":
            names = TILINGS.names()
            if program.board.topology not in names:
                return []
            found = program.board.names(Sort.CELL)[:4]
            return [
                side
                for side in SIDES
                if any(program.board.find(f"{cell}.side({side})") for cell in found)
            ]
    return list(node.type.names)


SIDES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")


def _number(bound: s.Expr, options: Mapping[str, str]) -> int:
    """Return what numbers and options of a bound add up to."""
    match bound:
        case s.Int(value=number):
            return number
        case s.Ref(name=name):
            return int(options[name])
        case s.Arith(op=op, left=left, right=right):
            other = _number(right, options)
            return _number(left, options) + (other if op == "+" else -other)
    raise AssertionError(f"{type(bound).__name__} bounds no clue")


def _variables(puzzle: Puzzle, program: Program) -> list[a.Variable]:
    out = []
    texts = {name: meaning(var) for name, var in puzzle.rules.vars.items()}
    planned: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
    for var in planned:
        if not (var.shown or var.reported) or var.sort is Sort.PUZZLE:  # follows; has no place
            continue
        values = list(var.values) if isinstance(var, Domain) else []
        out.append(
            a.Variable(
                name=var.name,
                sort=var.sort.value,
                kind="values" if values else "bool",
                values=values,
                optional=var.optional if isinstance(var, Domain) else True,
                shown=var.shown,
                mark="shaded" if (mark := program.marks.get(var.name)) in SHADED else mark,
                text=texts.get(var.name, ""),
            )
        )
    return out


def board(program: Program, drawn: DrawnBoard) -> a.Board:
    """Return where the elements of a board lie."""
    found, geometry = program.board, geometry_of(program)
    width, height = geometry.size
    indptr = found.cell_corners.indptr.tolist()
    corners = rounded(geometry.corners)
    straight = geometry.straight.tolist()
    middles = rounded(geometry.centers[found.link_cells].reshape(-1, 4))
    links = [
        middles[i] if straight[i] else rounded(np.concatenate(geometry.stubs(i)).ravel())
        for i in range(len(straight))
    ]
    split = geometry.split.tolist()
    sides = rounded(geometry.sides.reshape(-1, 8))
    out: dict[str, Any] = {
        "topology": found.topology,
        "rows": found.rows,
        "columns": found.cols,
        "width": round(width, 2),
        "height": round(height, 2),
        "cells": a.Cells(
            names=list(found.names(Sort.CELL)),
            x=rounded(geometry.centers[:, 0]),
            y=rounded(geometry.centers[:, 1]),
            radius=rounded(geometry.radius),
            corners=[
                [x for point in corners[start:stop] for x in point]
                for start, stop in pairwise(indptr)
            ],
        ),
        "links": a.Links(
            names=list(found.names(Sort.LINK)),
            cells=found.link_cells.tolist(),
            border=found.link_border.tolist(),
            lines=links,
        ),
        "borders": a.Borders(
            names=list(found.names(Sort.BORDER)),
            cells=found.border_cells.tolist(),
            vertices=found.border_vertices.tolist(),
            lines=[side if split[i] else side[:4] for i, side in enumerate(sides)],
        ),
        "vertices": a.Vertices(
            names=list(found.names(Sort.VERTEX)),
            x=rounded(geometry.points[:, 0]),
            y=rounded(geometry.points[:, 1]),
        ),
        "lines": lines(program, geometry),
        "holes": holes(drawn, geometry),
    }
    return a.Board(key=key(program), **out)


def lines(program: Program, geometry: Geometry) -> a.Lines:
    """Return where the clues of lines stand, if the genre has any."""
    there = Sort.LINE in program.given_sorts.values()
    names = list(program.board.names(Sort.LINE)) if there else []
    places = np.array([geometry.middle(Sort.LINE, i) for i in range(len(names))]).reshape(-1, 2)
    return a.Lines(names=names, x=rounded(places[:, 0]), y=rounded(places[:, 1]))


def holes(drawn: DrawnBoard, geometry: Geometry) -> a.Holes:
    """Return the places of a drawing that have no cell."""
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
    seen = geometry.corners[indptr[cell] : indptr[cell + 1]]
    lattice = outline(int(plan.token_of[cell]))
    middle, center = seen.mean(axis=0), lattice.mean(axis=0)
    unit = np.hypot(*(seen - middle).T).mean() / np.hypot(*(lattice - center).T).mean()
    tokens = np.flatnonzero(plan.hole).tolist()
    return a.Holes(
        names=[f"r{plan.drawing.row[i] + 1}c{plan.drawing.col[i] + 1}" for i in tokens],
        corners=[rounded(((outline(i) - center) * unit + middle).ravel()) for i in tokens],
    )


def key(program: Program) -> str:
    """Return what boards of one shape have in common, with the same room round them."""
    found = program.board
    listed = Sort.LINE in program.given_sorts.values()
    farthest = max(ranks(program).values(), default=-1)
    digest = sha256(f"{found.topology} {farthest} {listed}".encode())
    for array in (found.centers, found.link_cells, found.border_cells, found.lanes):
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(" ".join(found.names(Sort.CELL)).encode())
    return digest.hexdigest()[:16]
