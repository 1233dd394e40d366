"""Nothing that is decided is missing from a picture: different answers never draw alike."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from render.drawn import SPAN, drawn

from nlc.board import Board, Sort
from nlc.board.drawn_board import build_board
from nlc.ir.backbone import Backbone
from nlc.ir.nodes import ABSENT, Assignment, BoolVar, Domain, Program
from nlc.language.builtins import MARKS
from nlc.language.syntax import Ref, Topology
from nlc.render.facts import render_difference, render_facts
from nlc.render.text import render

CELLS = [Ref(SPAN, name) for name in "abc"]
GRAPH = Topology(SPAN, Ref(SPAN, "graph"), (), tuple(CELLS), ((CELLS[0], CELLS[1]),))
BOARDS: dict[str, Board] = {
    "one": drawn(".").board,
    "square": drawn("...#\n....\n+...", bridge="+").board,
    "walled": drawn("...\n...", walls=["r1c1|r1c2"]).board,
    "warped": drawn("...\n...", warps=["r1c1|r2c3"]).board,
    "wrapped": drawn("...\n...\n...", settings={"wrap": "both"}).board,
    "cylinder": drawn("....\n....", settings={"wrap": "horizontal"}).board,
    "hex": drawn("  . . .\n . + . .\n. . .", "hex", bridge="+").board,
    "flat": drawn(". . .\n. . .", "hex", {"layout": "even_q"}).board,
    "triangle": drawn(". . .\n. . .", "triangle", {"first": "down"}).board,
    "graph": build_board(GRAPH, None, {}, [], []).board,
}
VALUES = st.sampled_from(
    [
        ("1", "2"),
        ("0", "1", "10"),
        ("a", "b/a", "-", "a/b"),
        ("x", "o", "?", "'?'"),
        ("漢", "·", "."),
    ]
)


class Puzzle(Program):
    """A program that is short to print."""

    def _repr_pretty_(self, printer, cycle) -> None:
        variables = [*self.bools, *self.domains.values()]
        printer.text(f"{variables} {self.givens} {self.given_sorts} {self.marks}")


EXAMPLES = 6
"""Of each board; there are ten of them."""


@st.composite
def programs(draw: st.DrawFn, name: str) -> Program:
    """Draw a board with variables of every kind over every sort, and clues."""
    board = BOARDS[name]
    sorts = [sort for sort in Sort.ALL if sort is not Sort.LINE and board.count(sort)]
    program = Puzzle("t", "g", {}, {}, board)
    base, marks = 1, {}
    for i in range(draw(st.integers(0, 3))):
        sort = draw(st.sampled_from(sorts))
        shown = draw(st.booleans())
        program.bools.append(BoolVar(f"b{i}", sort, base, board.count(sort), shown, not shown))
        base += board.count(sort)
        if sort.value in MARKS and draw(st.booleans()):
            marks[f"b{i}"] = draw(st.sampled_from(MARKS[sort.value]))
    for i in range(draw(st.integers(0 if program.bools else 1, 2))):
        sort, values = draw(st.sampled_from(sorts)), draw(VALUES)
        shown, optional = draw(st.booleans()), draw(st.booleans())
        program.domains[f"d{i}"] = Domain(
            f"d{i}", sort, board.count(sort), values, optional, shown, not shown
        )
    program.marks = marks
    texts, givens = st.sampled_from(["1", "2", "10", "x", "true", "■", "?"]), {}
    for i in range(draw(st.integers(0, 2))):
        sort = draw(st.sampled_from([sort for sort in sorts if sort is not Sort.PUZZLE]))
        places = draw(st.sets(st.integers(0, board.count(sort) - 1), max_size=4))
        cells = sorted(p for p in places if sort is not Sort.CELL or board.lanes[p] < 0)
        givens[f"g{i}"] = (sort, {p: draw(texts) for p in cells})
    if draw(st.booleans()):
        rows = np.unique(np.maximum(board.row_of, 0), return_inverse=True)[1].ravel().tolist()
        givens["room"] = (
            Sort.CELL,
            {i: "AB"[row > 0] for i, row in enumerate(rows) if board.lanes[i] < 0},
        )
    program.givens = {key: where for key, (_, where) in givens.items()}
    program.given_sorts = {key: sort for key, (sort, _) in givens.items()}
    return program


def assignments(program: Program) -> st.SearchStrategy[Assignment]:
    size = 1 + sum(var.size for var in program.bools)
    bools = st.lists(st.booleans(), min_size=size, max_size=size).map(np.array)
    domains = {
        d.name: st.lists(
            st.integers(ABSENT if d.optional else 0, len(d.values) - 1),
            min_size=d.size,
            max_size=d.size,
        ).map(lambda values: np.array(values, dtype=np.int32))
        for d in program.domains.values()
    }
    return st.builds(Assignment, bools, st.fixed_dictionaries(domains))


@st.composite
def changed(draw: st.DrawFn, program: Program, board: Assignment) -> Assignment:
    """Draw a board that differs in one value."""
    choices: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
    var = draw(st.sampled_from([v for v in choices if isinstance(v, BoolVar) or len(v.values) > 1]))
    place = draw(st.integers(0, var.size - 1))
    if isinstance(var, BoolVar):
        bools = board.bools.copy()
        bools[var.base + place] ^= True
        return replace(board, bools=bools)
    values = board.domains[var.name].copy()
    others = set(range(ABSENT if var.optional else 0, len(var.values))) - {int(values[place])}
    values[place] = draw(st.sampled_from(sorted(others)))
    return replace(board, domains={**board.domains, var.name: values})


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
@settings(max_examples=EXAMPLES)
@given(st.data(), st.sampled_from(["unicode", "ascii"]))
def test_different_answers_never_draw_alike(name, data, style):
    program = data.draw(programs(name))
    one = data.draw(assignments(program))
    two = data.draw(changed(program, one))
    pictures = [render(program, board, style=style, color=False) for board in (one, two)]
    assert pictures[0] != pictures[1]


@pytest.mark.slow
@pytest.mark.parametrize("name", BOARDS)
@settings(max_examples=EXAMPLES)
@given(st.data())
def test_facts_and_differences_never_draw_alike_either(name, data):
    program = data.draw(programs(name))
    program.bools = [replace(var, shown=True) for var in program.bools]
    program.domains = {k: replace(v, shown=True) for k, v in program.domains.items()}
    words = {"style": data.draw(st.sampled_from(["unicode", "ascii"])), "color": False}
    one, two = data.draw(assignments(program)), data.draw(assignments(program))
    other = data.draw(changed(program, two))
    pictures = [render_difference(program, one, board, **words) for board in (two, other)]
    assert pictures[0] != pictures[1]
    facts = [replace(Backbone.of(program, one, board), complete=True) for board in (two, other)]
    if facts[0].to_json() != facts[1].to_json():
        assert render_facts(program, facts[0], **words) != render_facts(program, facts[1], **words)
