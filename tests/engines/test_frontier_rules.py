"""The frontier method on the rules of any genre, against brute force and against listing."""

from __future__ import annotations

from math import comb
from random import Random

import pytest
from exact.statements import STATEMENTS
from exact.test_exact_shading import shading_cases
from ir.test_ir_entries import BOARDS, text_of
from ir.test_ir_entries import LINES as LONGEST
from oracle import genres
from oracle.case import TILINGS
from oracle.grid import Grid
from support.grids import shown, written
from support.number_puzzles import drawing, genre, kakuro, kenken, killer, skyscrapers
from support.puzzles import program_of

import nlc
from nlc.engines.frontier import rules as frontier_rules
from nlc.engines.frontier.diagram import LimitReached
from nlc.engines.frontier.rules import read_rules
from nlc.engines.frontier.sweep import Counted, count_rules
from nlc.errors import UserError
from nlc.ir.backbone import Backbone
from nlc.ir.evaluate import violations
from nlc.process.limits import Limits

SMALL = 3
"""Entries of tables that are so small that most rules are totals."""

SIZES = {(2, 3): 1, (3, 3): 1, (3, 4): 1}
"""How many puzzles of each size."""


@pytest.fixture(params=[frontier_rules.JOINED, SMALL], ids=["tables", "totals"])
def entries(request, monkeypatch):
    """State rules by tables, or by totals wherever that can be."""
    monkeypatch.setattr(frontier_rules, "JOINED", request.param)


def counted(text: str) -> Counted:
    """Return all boards of a puzzle, each of which is checked to be right and another."""
    program = program_of(text)
    found = count_rules(read_rules(program))
    boards = list(found.solutions())
    assert found.count() == len(boards)
    assert not any(violations(program, board, limit=1) for board in boards)
    if boards:
        shared, told = Backbone.of(program, *boards), found.backbone(boards[0])
        assert (shared.open_bools == told.open_bools).all()
        for name, is_open in shared.open_domains.items():
            assert (is_open == told.open_domains[name]).all()
    return found


def boards_of(text: str, names: tuple[str, ...]) -> set[frozenset[object]]:
    """Return the values of some variables on all boards; each board has others."""
    found = counted(text)
    program = found.rules.program
    boards = [shown(program.solution_json(board), names) for board in found.solutions()]
    assert len(boards) == len(set(boards))
    return set(boards)


@pytest.mark.sample(2, every=5)
@pytest.mark.parametrize("name", sorted({*genres.names()} - {"dbchoco"}))  # whose moves take long
def test_every_genre_has_the_boards_of_brute_force(name, entries):
    stock = genres.get(name)
    random = Random(name)
    for size, often in SIZES.items():
        grid = Grid(*size) if size[0] * size[1] <= stock.most_cells else Grid(2, 2)
        for number in range(often):
            puzzle = stock.invent(random, grid)
            text = written(name, puzzle, number)
            right = {shown(answer, stock.variables) for answer in stock.solutions(puzzle)}
            try:
                assert boards_of(text, tuple(stock.variables)) == right, text
            except UserError as error:  # a clue that no board can have
                assert "asks for exactly" in str(error)
                assert not right


@pytest.mark.sample(4, every=3)
@pytest.mark.parametrize(
    ("name", "tiling", "entries"),
    [
        (name, tiling, (frontier_rules.JOINED, SMALL)[(i + j) % 2])
        for i, name in enumerate(STATEMENTS)
        for j, tiling in enumerate(TILINGS)
    ],
    indirect=["entries"],
)
def test_every_statement_has_the_boards_of_brute_force_on_all_tilings(name, tiling, entries):
    for case in shading_cases(tiling, name, 1):
        found = {
            frozenset(name for _, names in board for name in names)
            for board in boards_of(case.text, ("dark",))
        }
        assert found == case.solutions(), case.text


@pytest.mark.sample(5, every=3)
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", ["kenken", "killer", "skyscrapers", "kakuro", "magic"])
def test_genres_of_numbers_have_as_many_boards_as_are_listed(name, seed, entries):
    random = Random(seed)
    text = {
        "kenken": lambda: kenken(random, 4 + seed)[0],
        "killer": lambda: killer(random, 2, 2, 3)[0],
        "skyscrapers": lambda: skyscrapers(random, 4)[0],
        "kakuro": lambda: kakuro(random, 3, 0.35)[0],
        "magic": lambda: (
            genre("magic")
            + 'puzzle "m" is magic { topology square;'
            + drawing("number", [[seed + 2, ".", "."], "...", "..."])
            + "}"
        ),
    }[name]()
    assert counted(text).count() == nlc.count(nlc.loads(text)[0], plan="plain")


@pytest.mark.parametrize("text", [LONGEST, *(text_of(*each) for each in BOARDS)])
def test_variables_over_lines_and_sets_are_counted(text):
    assert counted(text).count() == nlc.count(nlc.loads(text)[0], plan="plain")


CHOICE = """genre choice {
  var on : cell -> bool;
  var hidden : cell -> 1..3;
  rule eight { exactly 8 of on[cells]; }
  rule hidden_ { for l in links { on[a(l)] implies hidden[a(l)] != hidden[b(l)]; } }
  show on;
}
puzzle "choice" is choice { topology square; board
ROW
end }
"""


def test_what_is_hidden_tells_no_boards_apart(entries):
    for cells in (9, 18):
        found = count_rules(read_rules(program_of(CHOICE.replace("ROW", ". " * cells))))
        assert found.count() == comb(cells, 8)
    assert comb(18, 8) == 43758


LINES = """genre lines {
  given runs : line -> list of 1..99?;
  var dark : cell -> bool;
  rule lines { for l in lines where has runs(l) { runs(dark[cells(l)], runs(l)); } }
  rule extra { RULE }
  show dark;
}
puzzle "lines" is lines { topology square; board
ROW
end
mark runs = "2,1,3" at r1c1.line(E); }
"""


@pytest.mark.parametrize("rule", ["true;", "not dark[r1c5];", "dark[r1c14] implies dark[r1c2];"])
def test_runs_along_a_line_are_counted_in_its_order(rule):
    text = LINES.replace("ROW", ". " * 14).replace("RULE", rule)
    assert counted(text).count() == nlc.count(nlc.loads(text)[0], plan="plain") > 1


def test_the_rule_that_is_not_local_is_named_where_it_stands():
    text = CHOICE.replace("exactly 8 of on[cells]", 'on[r1c1] or runs(on[cells], "3,2")')
    with pytest.raises(UserError, match=r"the rule 'eight' is not local.*22 variables") as caught:
        read_rules(program_of(text.replace("ROW", ". " * 22)))
    assert "test.nl:4:" in str(caught.value)


def test_the_best_solution_is_refused():
    text = CHOICE.replace("show on;", "show on; minimize count on;").replace("ROW", ". " * 9)
    with pytest.raises(UserError, match="not the best ones"):
        read_rules(program_of(text))


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (Limits(seconds=1e-9), "wall-time"),
        (Limits(cpu_seconds=1e-9), "cpu-time"),
        (Limits(megabytes=1), "memory"),
    ],
)
def test_a_limit_stops_the_count_and_names_the_rule_that_makes_most_of_a_state(limits, reason):
    rows = "\n".join([". " * 8] * 8)
    rules = read_rules(
        program_of(f'puzzle "p" is yinyang {{ topology square; board\n{rows}\nend }}')
    )
    with pytest.raises(LimitReached, match="most of a state is from the rule 'square'") as caught:
        count_rules(rules, limits)
    assert caught.value.reason == reason
