"""Parses a text, converts and draws it, and checks a drawing under its rules."""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from typing import Any

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Floats
from nlc.board import Sort
from nlc.board.drawn_board import DrawnBoard
from nlc.board.tilings import TILINGS
from nlc.convert import convert_puzzle
from nlc.errors import Diagnostics, UserError, fail
from nlc.formats import FORMATS, detect, usable
from nlc.formats.base import Format
from nlc.ir.complete import complete
from nlc.ir.elaborate.program import elaborate, elaborate_drawing
from nlc.ir.nodes import BoolVar, Domain, Program
from nlc.ir.partial import Place, finished, instances, judge, with_given
from nlc.language import syntax as s
from nlc.language.catalogue import meaning, options_of, text_of
from nlc.language.literals import bounds_of
from nlc.language.resolve import Puzzle
from nlc.pictures import PICTURES
from nlc.pictures.contents import drawn_clues
from nlc.pictures.drawing import draw, geometry_of
from nlc.pictures.geometry import Geometry
from nlc.pictures.svg import svg
from nlc.publishing.works import genre_title, rules_of
from nlc.render.around import max_ranks
from nlc.render.glyphs import SHADED
from nlc.render.scene import Scene
from nlc.render.view import SolutionView
from nlc.serve import answers as a
from nlc.serve import task
from nlc.serve.inputs import (
    PATH,
    drawn_cells,
    parse_drawn,
    program_of,
    puzzle_of,
    puzzles_of,
    require_cells,
    source_of,
)
from nlc.serve.requests import (
    ConvertRequest,
    DrawnRequest,
    ParseRequest,
    PictureRequest,
    PuzzleRequest,
)
from nlc.serve.task import Blob, diagnostics
from nlc.solving import completion

SIDES = ("N", "NE", "E", "SE", "S", "SW", "W", "NW")

_KINDS = {"svg": "image/svg+xml", "png": "image/png", "html": "text/html", "pdf": "application/pdf"}

_DEFAULT_TITLE = re.compile(rf"{PATH.strip('<>')}((?: #[0-9]+)?)")
"""The title of a text without one, which `nlc.formats.base.titles` makes of the path."""


def parse(request: ParseRequest) -> Iterator[a.Parsed]:
    """Yield the puzzles of a text, and its mistakes."""
    yield parse_text(request)


def parse_text(request: ParseRequest) -> a.Parsed:
    """Parse a text; its mistakes are a part of the result."""
    broken = Diagnostics()
    empty: dict[str, Any] = dict.fromkeys(a.Parsed.__struct_fields__)
    out = a.Parsed(**empty | {"puzzles": []})
    with broken.collecting():
        out.format = _format_of(request)
        found, mistakes = puzzles_of(request)
        broken.merge(mistakes.items)
        out.puzzles = [
            a.Title(number=number, title=each.title, genre=each.genre)
            for number, each in enumerate(found, 1)
        ]
        if len(found) >= request.puzzle:
            _add_puzzle(out, request, found[request.puzzle - 1])
    out.diagnostics = diagnostics(broken.items)
    return out


def _add_puzzle(out: a.Parsed, request: ParseRequest, puzzle: Puzzle) -> None:
    """Add a puzzle, its board and its picture to an answer."""
    require_cells(drawn_cells(puzzle))
    program, drawn = elaborate_drawing(puzzle)
    require_cells(program.board.count(Sort.CELL))
    if out.format != "nl":
        out.language = _language_of(puzzle)
    out.puzzle = _describe(request.puzzle, puzzle, program)
    out.key = _key(program)
    out.svg = svg(draw(program, None, request.style, targets=request.targets))
    if out.key != request.known:
        out.board = _board(program, drawn)
    _add_printed(out.puzzle, elaborate(puzzle))  # which reports mistakes in the clues as a whole


def _add_printed(puzzle: a.Puzzle, program: Program) -> None:
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


def check(request: DrawnRequest) -> Iterator[a.Checked]:
    """Yield the rules that a drawing breaks, and those that are not yet satisfied.

    Raises:
        UserError: the text is wrong, or the drawing names an unknown element or value.
    """
    puzzle, program = program_of(request)
    yes, no, drawn = parse_drawn(program, request.drawn)
    found = judge(program, yes, no, drawn, extend=completion.complete)
    texts = {name: text_of(rule.doc) for name, rule in puzzle.rules.rules.items()}
    numbers = {
        name for name, given in puzzle.rules.givens.items() if given.type.kind in ("range", "list")
    } & program.givens.keys()
    scene = Scene(program, SolutionView(board=complete(program, yes, drawn)))
    blocks = {cell for cell, clue in drawn_clues(scene, Sort.CELL).items() if clue.shaded}
    lit = {(Sort.CELL, cell) for cell in np.flatnonzero(scene.lit(blocks)).tolist()}
    yield a.Checked(
        status=found.status,
        finished=_names(program, finished(program, numbers, instances(program, yes, drawn))),
        lit=_names(program, lit),
        violations=[
            a.Violation(
                rule=violation.rule,
                text=texts.get(violation.rule, ""),
                message=violation.message,
                elements=list(elements),
                wrong=found.status == "wrong",
            )
            for violation, elements in found.findings
        ],
    )


def _names(program: Program, places: set[Place]) -> list[str]:
    """Return the names of elements in order."""
    return [program.board.names(sort)[i] for sort, i in sorted(places)]


def picture(request: PictureRequest) -> Iterator[Blob]:
    """Yield a picture of a puzzle with a drawn solution.

    Raises:
        UserError: the text or the drawing is wrong, or a library is missing.
    """
    form = PICTURES.get(request.to)
    if (missing := form.missing()) is not None:
        raise fail(missing)
    puzzle = puzzle_of(request)
    program = elaborate(puzzle)
    board = None
    if request.drawn is not None:
        yes, _, values = parse_drawn(program, request.drawn)
        board = complete(program, yes, values)
    data = form.write([draw(program, board, request.style)])
    yield Blob(data, _KINDS.get(request.to, "application/octet-stream"), f"puzzle.{request.to}")


# ---------- other formats ----------


def convert(request: ConvertRequest) -> Iterator[a.Converted]:
    """Yield a puzzle in a format or in all formats; if one cannot express it, the reason.

    Raises:
        UserError: the text is wrong, or there is no such format.
    """
    puzzle = puzzle_of(request)
    forms = usable() if request.to is None else [FORMATS.get(request.to)]
    written = [form for form in forms if form.name == "nl" or form.write is not None]
    yield a.Converted(formats=[_conversion(puzzle, form) for form in written])


def _conversion(puzzle: Puzzle, form: Format) -> a.Conversion:
    text, refusal = None, None
    try:
        text = convert_puzzle(puzzle, form.name)
    except UserError as error:
        first = error.diagnostics[0]
        refusal = f"{first.message} ({first.hint})" if first.hint else first.message
    extension = form.extensions[0] if form.extensions else ".txt"
    return a.Conversion(
        format=form.name,
        summary=task.without_options(form.summary),
        extension=extension,
        text=text,
        refusal=refusal,
    )


def _format_of(request: PuzzleRequest) -> str:
    """Return the name of the format of a text."""
    name, _, genre = request.format.partition(":")
    if name != "auto":
        return name
    source = source_of(request)
    return detect(source.path, source.text, genre)


def in_language(request: PuzzleRequest) -> str | None:
    """Return the puzzle of a text in another format, written in the language; else None.

    Raises:
        UserError: the text is wrong, or the puzzle cannot be written in the language.
    """
    if _format_of(request) == "nl":
        return None
    written = _language_of(puzzle_of(request))
    if written is None:
        raise fail("this puzzle cannot be written in the language")
    return written


def _language_of(puzzle: Puzzle) -> str | None:
    """Return a puzzle in the language, or None if that is impossible.

    A puzzle without a title is named by its genre.
    """
    if found := _DEFAULT_TITLE.fullmatch(puzzle.title):
        title = genre_title(puzzle) + found[1]
        puzzle = replace(puzzle, tree=replace(puzzle.tree, title=title))
    try:
        return convert_puzzle(puzzle, "nl")
    except UserError:
        return None


# ---------- the puzzle and its board ----------


def _describe(number: int, puzzle: Puzzle, program: Program) -> a.Puzzle:
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
    variables: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
    for var in variables:
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


def _board(program: Program, drawn: DrawnBoard) -> a.Board:
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
    return a.Board(
        key=_key(program),
        topology=found.topology,
        rows=found.rows,
        columns=found.cols,
        width=round(width, 2),
        height=round(height, 2),
        cells=a.Cells(
            names=list(found.names(Sort.CELL)),
            x=_round(geometry.centers[:, 0]),
            y=_round(geometry.centers[:, 1]),
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
        vertices=a.Vertices(
            names=list(found.names(Sort.VERTEX)),
            x=_round(geometry.points[:, 0]),
            y=_round(geometry.points[:, 1]),
        ),
        lines=_lines(program, geometry),
        holes=_holes(drawn, geometry),
    )


def _lines(program: Program, geometry: Geometry) -> a.Lines:
    """Return the places of the clues of lines, if the genre has any."""
    has_clues = Sort.LINE in program.given_sorts.values()
    names = list(program.board.names(Sort.LINE)) if has_clues else []
    places = np.array([geometry.middle(Sort.LINE, i) for i in range(len(names))]).reshape(-1, 2)
    return a.Lines(names=names, x=_round(places[:, 0]), y=_round(places[:, 1]))


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


def _key(program: Program) -> str:
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
