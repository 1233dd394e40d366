"""A puzzle as a client sees it: its genre, its clues, what is drawn, and where the elements lie."""

from __future__ import annotations

from hashlib import sha256
from itertools import pairwise
from typing import Any

import numpy as np

from nlc.board.board import Sort
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.language import syntax as s
from nlc.language.catalogue import meaning, text_of, written
from nlc.language.resolve import Puzzle
from nlc.pictures.geometry import Geometry
from nlc.serve import answers as a
from nlc.serve.reading import rounded

MAX_VALUES = 200
"""Values of a given that are listed."""


def described(number: int, puzzle: Puzzle, program: Program) -> a.Puzzle:
    """Return what a client has to know of a puzzle."""
    rules = puzzle.rules
    genre = rules.span.source.line(rules.span.line)
    return a.Puzzle(
        number=number,
        title=puzzle.title,
        genre=puzzle.genre,
        name=_quoted(genre) or puzzle.genre,
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
        ],
        cells=program.board.count(Sort.CELL),
    )


def _quoted(line: str) -> str:
    """Return what stands in quotes on a line."""
    return line.split('"')[1] if line.count('"') >= 2 else ""


def given(node: s.Given, program: Program) -> a.Given:
    """Return a kind of clue, with the clues of a puzzle."""
    name = node.name.name
    kind, values = node.type.kind, list(node.type.names)
    if kind == "bool":
        values = ["true"] if node.optional else ["true", "false"]
    elif kind == "range" and node.type.numbers is not None:
        low, high = node.type.numbers
        values = [str(i) for i in range(low, min(high + 1, low + MAX_VALUES))]
    clues: dict[str, str] = {}
    if name in program.givens:
        sort = program.given_sorts.get(name, Sort(node.sort))
        names = program.board.names(sort)
        clues = {names[i]: value for i, value in program.givens[name].items()}
    return a.Given(
        name=name,
        sort=node.sort,  # type: ignore[arg-type]
        kind="int" if kind == "range" else kind,  # type: ignore[arg-type]
        values=values,
        optional=node.optional,
        text=meaning(node),
        clues=clues,
    )


def _variables(puzzle: Puzzle, program: Program) -> list[a.Variable]:
    out = []
    texts = {name: meaning(var) for name, var in puzzle.rules.vars.items()}
    planned: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
    for var in planned:
        if not (var.shown or var.reported):
            continue
        values = list(var.values) if isinstance(var, Domain) else []
        out.append(
            a.Variable(
                name=var.name,
                sort=var.sort.value,  # type: ignore[arg-type]
                kind="values" if values else "bool",
                values=values,
                optional=var.optional if isinstance(var, Domain) else True,
                shown=var.shown,
                mark=program.marks.get(var.name),
                text=texts.get(var.name, ""),
            )
        )
    return out


def board(program: Program) -> a.Board:
    """Return where the elements of a board lie."""
    found, geometry = program.board, Geometry(program.board)
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
    }
    return a.Board(key=key(program), **out)


def key(program: Program) -> str:
    """Return what boards of one shape have in common."""
    found = program.board
    digest = sha256(found.topology.encode())
    for array in (found.centers, found.link_cells, found.border_cells, found.lanes):
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(" ".join(found.names(Sort.CELL)).encode())
    return digest.hexdigest()[:16]
