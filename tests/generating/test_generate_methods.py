"""What the methods make, held against the independent brute force on small boards."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace
from oracle import brute_force
from oracle.reference_board import Drawn

from nlc.errors import Source, UserError
from nlc.generating.batch import Batch, Item
from nlc.generating.genre import genre
from nlc.generating.made import prove, require_solution
from nlc.generating.numberlink.draft import labels_of, paths_of, planted
from nlc.generating.numberlink.feasible import require_feasible
from nlc.generating.numberlink.genre import NumberlinkGenerator
from nlc.generating.numberlink.methods import METHODS
from nlc.generating.numberlink.prober import Prober
from nlc.generating.shape import Shape, blank, neighbours, shape_of
from nlc.generating.writer import report
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load

HOLED = """puzzle "holed" is numberlink {
  topology square;
  set touch = false;
  board
    1 . . . .
    . # . . .
    . . . # .
    . . . . 1
  end
  wall r1c2|r1c3;
}
"""


def request(tiling: str, cols: int, rows: int, **fields) -> NumberlinkGenerator:
    """Return a request; `options` are empty if not given."""
    return NumberlinkGenerator(blank(tiling, cols, rows), fields.pop("options", {}), **fields)


class Paths(NamedTuple):
    """The paths of a puzzle: its drawn links, and the cells with labels that are not ends."""

    links: Any
    inner: tuple[int, ...]
    unique: bool


def make(wanted: NumberlinkGenerator, method: str, seed: int, number: int) -> Paths:
    """Return a puzzle of a batch."""
    generator = replace(wanted, method=method)
    puzzle = Batch(generator, seed).make(number).puzzle
    assert puzzle is not None
    links = puzzle.solution.bools[1:]
    ends = {path[i] for path in paths_of(wanted.shape.board, links) for i in (0, -1)}
    labels = elaborate(generator.rules.puzzle(puzzle.body)).givens["label"]
    return Paths(links, tuple(sorted(labels.keys() - ends)), puzzle.unique)


BRIDGED = """puzzle "bridged" is numberlink {
  topology square;
  legend { "X" = bridge; }
  board
    . . . .
    . X . .
    . . . .
    . . . .
  end
}
"""


def shape(text: str) -> Shape:
    """Return the board of the puzzle of a text."""
    return shape_of(load(Source("text.nl", text)).puzzles[0])


def drawn(shape: Shape, links, inner=()) -> Drawn:
    """Return a puzzle as the brute force reads it: each label is one character."""
    labels = labels_of(shape.board, links, inner)
    tokens = [[token for _, token in row] for row in shape.rows]
    for cell, label in labels.items():
        row, col = shape.board.row_of[cell], shape.board.col_of[cell]
        tokens[row][col] = chr(ord("A") + int(label) - 1)
    rows = []
    for row, texts in zip(shape.rows, tokens, strict=True):
        line = ""
        for (column, _), text in zip(row, texts, strict=True):
            line = line.ljust(column) + text
        rows.append(line)
    walls = [
        tuple(pair.strip(" ;").split("|"))
        for text in shape.passages
        if text.startswith("wall ")
        for pair in text.removeprefix("wall ").split(",")
    ]
    return Drawn(shape.topology.partition("(")[0], tuple(rows), tuple(walls))


def names_of(shape: Shape, links) -> frozenset[str]:
    """Return the names of the drawn links."""
    from nlc.board import Sort

    names = shape.board.names(Sort.LINK)
    return frozenset(name for name, on in zip(names, links.tolist(), strict=True) if on)


MADE = [
    ("loops", "square", 4, 4, 3, {"touch": False}),
    ("loops", "square", 5, 3, 3, {"touch": False}),
    ("solution", "square", 4, 4, 3, {}),
    ("solution", "square", 4, 4, 4, {"touch": False}),
    ("solution", "square", 5, 3, 3, {"touch": True, "no2x2": True}),
    ("solution", "square", 3, 2, 1, {}),  # its only path touches itself
    ("solution", "hex", 3, 4, 3, {}),
    ("solution", "hex", 3, 4, 3, {"touch": False}),
    ("solution", "triangle", 6, 3, 3, {}),
    ("solution", "triangle", 6, 3, 4, {"touch": False}),
    ("domino", "square", 4, 4, 3, {}),
    ("domino", "square", 5, 3, 3, {}),
    ("domino", "square", 3, 5, 4, {}),
    ("domino", "hex", 3, 4, 3, {}),
    ("domino", "triangle", 6, 3, 3, {}),
    ("path", "square", 4, 4, 3, {}),
    ("path", "hex", 3, 4, 3, {}),
    ("path", "triangle", 6, 3, 3, {}),
    ("scatter", "square", 4, 4, 3, {}),
    ("scatter", "square", 5, 3, 2, {"cover": False, "touch": False}),
    ("scatter", "hex", 3, 3, 2, {}),
    ("scatter", "triangle", 6, 3, 4, {}),
]


@pytest.mark.sample(5)
@pytest.mark.parametrize(("method", "tiling", "cols", "rows", "pairs", "options"), MADE)
def test_a_unique_puzzle_has_the_planted_solution_and_no_other(
    method, tiling, cols, rows, pairs, options
):
    wanted = request(tiling, cols, rows, pairs=pairs, options=options, unique=True)
    for number in (1, 2):
        made = make(wanted, method, 5, number)
        assert made.unique
        assert len(paths_of(wanted.shape.board, made.links)) == pairs
        found = brute_force.numberlink(drawn(wanted.shape, made.links), **options)
        assert found == {names_of(wanted.shape, made.links)}


@pytest.mark.parametrize(("method", "tiling", "cols", "rows", "pairs", "options"), MADE)
def test_the_planted_solution_is_one_also_where_uniqueness_was_not_wished(
    method, tiling, cols, rows, pairs, options
):
    wanted = request(tiling, cols, rows, pairs=pairs, options=options)
    made = make(wanted, method, 6, 1)
    assert not made.unique
    found = brute_force.numberlink(drawn(wanted.shape, made.links), **options)
    assert names_of(wanted.shape, made.links) in found


@pytest.mark.sample(1)
@pytest.mark.parametrize("method", METHODS.names())
def test_pairs_of_neighbours_are_made_only_where_they_are_allowed(method):
    lengths = set()
    for trivial in (False, True):
        options = dict(METHODS.get(method).options)
        wanted = request("square", 4, 4, pairs=4, options=options, trivial=trivial)
        for number in range(1, 5):
            links = make(wanted, method, 1, number).links
            lengths |= {(trivial, len(p)) for p in paths_of(wanted.shape.board, links)}
    assert (False, 2) not in lengths
    assert (True, 2) in lengths


@pytest.mark.parametrize(("method", "touch"), [("solution", False), ("domino", True)])
def test_puzzles_are_made_on_the_board_of_another_with_its_holes_and_walls(method, touch):
    board = shape(HOLED)
    assert board.rectangle is None
    made = make(NumberlinkGenerator(board, {"touch": touch}, 4, unique=True), method, 1, 1)
    names = names_of(board, made.links)
    assert "r1c2-r1c3" not in names
    assert brute_force.numberlink(drawn(board, made.links), touch=touch) == {names}


@pytest.mark.parametrize(("method", "group"), [("solution", 2), ("solution", 3), ("scatter", 2)])
def test_paths_cross_on_the_bridges_of_a_board_and_never_end_there(method, group):
    board = shape(BRIDGED)
    assert board.cells == 17
    made = make(NumberlinkGenerator(board, {}, 6 - group, unique=True, group=group), method, 1, 1)
    ends = [path[i] for path in paths_of(board.board, made.links) for i in (0, -1)]
    assert not board.lanes.intersection(ends)
    solve = brute_force.numberlink if group == 2 else brute_force.multilink
    assert solve(drawn(board, made.links, made.inner)) == {names_of(board, made.links)}


@pytest.mark.parametrize("method", ["domino", "path", "loops"])
def test_methods_that_cannot_mind_bridges_refuse_them(method):
    board = shape(BRIDGED)
    with pytest.raises(UserError, match=r"bridge|whole rectangles"):
        options = dict(METHODS.get(method).options)
        require_feasible(NumberlinkGenerator(board, options, 4, method=method))


def test_a_bridge_without_a_way_out_is_refused():
    board = shape(BRIDGED.replace(". X . .", "# X . ."))
    with pytest.raises(UserError, match="a bridge leads nowhere"):
        require_feasible(NumberlinkGenerator(board, {}, 4))


GROUPS = [
    ("solution", "square", 4, 4, 3, 3, {}),
    ("solution", "square", 4, 4, 2, 4, {}),
    ("solution", "hex", 3, 4, 3, 3, {"touch": False}),
    ("solution", "triangle", 6, 3, 3, 3, {"cover": False}),
    ("loops", "square", 4, 4, 3, 3, {"touch": False}),
    ("scatter", "square", 4, 4, 3, 3, {}),
    ("scatter", "square", 4, 3, 2, 5, {}),
    ("scatter", "hex", 3, 3, 2, 3, {"cover": False, "touch": False}),
    ("domino", "triangle", 6, 3, 3, 3, {}),
    ("path", "triangle", 6, 3, 3, 3, {}),
]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("method", "tiling", "cols", "rows", "pairs", "group", "options"), GROUPS)
def test_groups_have_as_many_labels_as_wished_and_one_solution(
    method, tiling, cols, rows, pairs, group, options
):
    wanted = request(tiling, cols, rows, pairs=pairs, options=options, unique=True, group=group)
    made = make(wanted, method, 5, 1)
    assert made.unique
    labels = Counter(labels_of(wanted.shape.board, made.links, made.inner).values())
    assert sorted(labels.values()) == [group] * pairs
    assert min(len(path) for path in paths_of(wanted.shape.board, made.links)) > group
    found = brute_force.multilink(drawn(wanted.shape, made.links, made.inner), **options)
    assert found == {names_of(wanted.shape, made.links)}


def test_a_group_of_four_labels_is_on_one_path():
    text = """puzzle "columns" is numberlink {
      topology square;
      board
        . .
        . .
      end
      wall r1c1|r1c2, r2c1|r2c2;
    }"""
    prober = Prober(shape_of(load(Source("columns.nl", text)).puzzles[0]), {}, 2)
    assert prober.solve([(0, 2), (1, 3)]) is not None
    assert prober.solve([(0, 1, 2, 3)]) is None


def test_a_draft_that_breaks_a_rule_is_never_let_through():
    wanted = request("square", 3, 3, options={"touch": False})
    ring = wanted.shape.board.link_cells
    links = (ring[:, 1] - ring[:, 0] == 1) | (ring[:, 1] == 3)  # rows, two of them joined
    body = wanted.shape.body(labels_of(wanted.shape.board, links), wanted.option_texts)
    program = elaborate(wanted.rules.puzzle(body))
    with pytest.raises(RuntimeError, match=r"breaks a rule: (apart|turn)"):
        require_solution(program, planted(program, links))


@pytest.mark.slow
def test_the_same_seed_makes_the_same_puzzle():
    wanted = request("hex", 5, 5, unique=True)
    first, again = (make(wanted, "solution", 3, 2) for _ in range(2))
    assert (first.links == again.links).all()
    assert any((make(wanted, "solution", 3, n).links != first.links).any() for n in (3, 4))


@pytest.mark.parametrize(
    ("method", "wanted", "message"),
    [
        ("solution", request("square", 4, 4, pairs=9, trivial=True), "9 pairs cannot be put there"),
        ("solution", request("square", 4, 4, pairs=6), "three cells or more"),
        ("solution", request("square", 3, 1, pairs=2, trivial=True), "the board has 3 cells"),
        ("solution", request("triangle", 9, 1, pairs=4, trivial=False), "three cells or more"),
        ("solution", request("square", 1, 1, pairs=1), "the board has 1 cell,"),
        ("loops", request("hex", 4, 4), "whole rectangles of squares only"),
        ("domino", request("square", 4, 4, options={"touch": False}), "whether paths touch"),
        ("path", request("square", 4, 4, options={"no2x2": True}), "whether paths touch"),
        ("scatter", request("hex", 4, 4, switches={"parity": True}), "rings of an odd number"),
        (
            "scatter",
            request("square", 4, 4, switches={"balance": True}, options={"cover": False}),
            "boards whose cells are all covered",
        ),
        ("loops", request("square", 9, 1), "two rows and two columns"),
        ("loops", request("square", 6, 6, options={"cover": False}), "never needs cover=false"),
        (
            "solution",
            request("square", 4, 4, pairs=5, group=3),
            "3 labels and a cell between two has",
        ),
        ("solution", request("square", 4, 4, pairs=4, group=5), "4 groups cannot be put there"),
        (
            "scatter",
            request("square", 4, 4, group=3, switches={"parity": True}),
            "group does not fix",
        ),
        ("loops", request("square", 6, 6, switches={"parity": True}), "has no option 'parity'"),
    ],
)
def test_impossible_wishes_are_refused_with_the_reason(method, wanted, message):
    with pytest.raises(UserError, match=message):
        require_feasible(replace(wanted, method=method))


def test_so_few_pairs_are_refused_that_no_board_is_known():
    few = request("square", 8, 9, pairs=3, unique=True)
    with pytest.raises(UserError, match="with 3 pairs is known that has one solution") as caught:
        require_feasible(few)
    assert caught.value.diagnostics[0].hint == "--set touch=false or --pairs 4"
    for other in ({"pairs": 4}, {"unique": False}, {"options": {"touch": False}}):
        require_feasible(replace(few, **other))
    require_feasible(request("hex", 8, 9, pairs=3, unique=True))


def test_without_a_number_small_boards_get_as_many_pairs_as_fit():
    for cols, rows, group, number in ((2, 2, 2, 1), (3, 1, 2, 1), (5, 5, 2, 5), (5, 5, 5, 4)):
        wanted = request("square", cols, rows, group=group)
        require_feasible(replace(wanted, method="solution"))
        assert wanted.wanted == number


def test_a_board_whose_colours_differ_in_number_needs_as_many_pairs():
    text = """puzzle "five and two" is numberlink {
      topology square;
      board
        . . .
        # . #
        . . .
      end
    }"""
    shape = shape_of(load(Source("seven.nl", text)).puzzles[0])
    with pytest.raises(UserError, match="it needs 3 or more"):
        require_feasible(NumberlinkGenerator(shape, {}, 2))
    require_feasible(NumberlinkGenerator(shape, {}, 3, trivial=True))


def test_a_board_with_many_dead_ends_needs_as_many_ends():
    text = """puzzle "a twig" is numberlink {
      topology square;
      board
        . . . .
        # . # #
      end
    }"""
    shape = shape_of(load(Source("twig.nl", text)).puzzles[0])
    with pytest.raises(UserError, match="3 of its cells have one neighbour only"):
        require_feasible(NumberlinkGenerator(shape, {}, 1))


@pytest.mark.parametrize("method", ["solution", "domino", "path"])
@pytest.mark.parametrize("tiling, cols, rows", [("square", 12, 12), ("hex", 12, 11)])
def test_large_boards_have_a_solution_that_does_not_touch_itself(method, tiling, cols, rows):
    wanted = request(tiling, cols, rows)
    made = make(wanted, method, 1, 1)
    beside = neighbours(wanted.shape.board)
    for path in paths_of(wanted.shape.board, made.links):
        assert sum(len({*beside[cell]}.intersection(path)) for cell in path) == 2 * len(path) - 2


@pytest.mark.parametrize("name", ["solution", "domino", "path"])
def test_ends_are_moved_until_the_only_solution_is_left(name):
    generator = genre("numberlink").generator(
        blank("square", 9, 9), {"method": name, "pairs": 9, "unique": True}
    )
    item = Batch(generator, 1).make(1)
    assert item.puzzle is not None
    assert item.puzzle.unique
    assert prove(generator.rules.puzzle(item.puzzle.body)).unique


def table(text: str) -> list[list[str]]:
    """Return the rows of a table, each cell without blanks; empty ones stay."""
    head, rule, *rows = text.splitlines()
    columns = [match.span() for match in re.finditer("-+", rule)]
    return [[line[a:b].strip() for a, b in columns] for line in (head, *rows)]


def test_of_what_was_given_up_a_report_tells_the_cost_alone():
    batch = Batch(request("square", 5, 5, pairs=3, method="solution"), 1)
    puzzles = [batch.make(number).puzzle for number in (1, 2)]
    items = [
        Item(1, puzzles[0], {"tries": 1}, 1.0),
        Item(2, None, {"tries": 200, "failed": 200}, 3.0),
        Item(3, puzzles[1], {"tries": 2}, 2.0),
    ]
    heads, first, second, third, medians = table(report(items))
    assert heads[:2] == ["puzzle", "pairs"]
    assert heads[-3:] == ["tries", "failed", "s"]
    assert first[1] == third[1] == medians[1] == "3"
    assert set(second[1:-3]) == {""}
    assert second[-3:] == ["200", "200", "3"]
    assert medians[-3:] == ["2", "0", "2"]


def test_a_report_of_nothing_but_failures_has_no_columns_for_puzzles():
    heads, _, medians = table(report([Item(1, None, {"tries": 200}, 4.0)]))
    assert heads == ["puzzle", "tries", "s"]
    assert medians == ["median", "200", "4"]
