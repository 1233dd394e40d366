"""Hints and whole paths: each step is right, follows from what it names, and leads to the end."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random

import pytest
from oracle.case import GENRES, TILINGS
from oracle.random_boards import random_case
from support import documents
from support.explained import follows, given, one_of_each, wrong_steps

import nlc
from nlc.board import Sort
from nlc.ir.nodes import Program
from nlc.ir.partial import judge
from nlc.reasons.facts import Fact
from nlc.reasons.groups import GroupSolver
from nlc.reasons.steps.deduction import CONFIRMER
from nlc.reasons.steps.step_builder import StepChecker
from nlc.reasons.steps.steps import Steps

PUZZLES = {puzzle.genre: puzzle for puzzle in nlc.load(documents.ROOT / "fixtures" / "genres.nl")}
FIRST = documents.ROOT / "fixtures" / "first.nl"
OPEN = """
puzzle "open" is slitherlink { topology square; board
2 . 2
. . .
end }
"""


@cache
def steps_of(genre: str) -> Steps:
    """Return all steps of the example of a genre."""
    return nlc.steps(PUZZLES[genre])


def _drawn(found: Steps) -> dict[str, object]:
    """Return the solution that steps lead to, as JSON has it."""
    out: dict[str, object] = {}
    program = found.program
    for step in found.steps:
        for fact in step.facts:
            name = fact.variable
            domain = program.domains.get(name)
            if domain is None:
                (var,) = [var for var in program.bools if var.name == name]
                listed = out.setdefault(name, [])
                if fact.value == 1:
                    listed.append(program.board.names(var.sort)[fact.element])
            elif fact.holds and fact.value >= 0:
                element = program.board.names(domain.sort)[fact.element]
                out.setdefault(name, {})[element] = domain.values[fact.value]
    return out


@pytest.mark.sample(2, every=2)
@pytest.mark.parametrize("genre", PUZZLES)
def test_steps_lead_to_the_solution_and_follow_from_what_they_name(genre: str) -> None:
    puzzle = PUZZLES[genre]
    answer = nlc.solve(puzzle, nlc.UNIQUE)
    assert answer.unique
    found = steps_of(genre)
    assert (found.status, found.complete, found.open) == ("steps", True, 0)
    # Of another encoding and solver, what a step names alone refutes the opposite of its facts.
    assert list(wrong_steps(puzzle, found)) == []
    solution = answer.boards[0].to_json()
    drawn = _drawn(found)
    known = given(puzzle)
    for var in found.program.bools:
        if var.shown:
            names = found.program.board.names(var.sort)
            at_first = {
                names[fact.element] for fact in known if fact == Fact(var.name, fact.element, 1)
            }
            assert set(drawn.get(var.name, ())) | at_first == set(solution[var.name])
    for domain in found.program.domains.values():
        if domain.shown:
            names = found.program.board.names(domain.sort)
            told = {
                names[fact.element]: domain.values[fact.value]
                for fact in known
                if fact.variable == domain.name and fact.holds and fact.value >= 0
            }
            texts = {element: str(value) for element, value in solution[domain.name].items()}
            assert {**told, **drawn.get(domain.name, {})} == texts
    # From the solution itself there is nothing more to draw.
    state = {v.name: solution[v.name] for v in found.program.domains.values() if v.shown}
    for var in found.program.bools:
        if var.shown:
            names = found.program.board.names(var.sort)
            yes = solution[var.name]
            state[var.name] = {"true": yes, "false": sorted(set(names) - set(yes))}
    assert nlc.hint(puzzle, state).status in ("solved", "steps")
    assert not nlc.hint(puzzle, state).wrong


@pytest.mark.slow
@pytest.mark.parametrize("genre", GENRES)
@pytest.mark.parametrize("tiling", TILINGS)
def test_steps_hold_on_all_boards_of_brute_force(tiling: str, genre: str) -> None:
    random = Random(f"steps {tiling} {genre}")
    while True:
        case = random_case(random, genre, tiling)
        solutions = case.solutions()
        (puzzle,) = nlc.loads(case.text)
        found = nlc.steps(puzzle)
        if not solutions:
            assert found.status == "no solution"
            continue
        (var,) = [var for var in found.program.bools if var.shown]
        names = found.program.board.names(var.sort)
        certain = 0
        for step in found.steps:
            for fact in step.facts:
                if fact.variable == var.name:
                    certain += 1
                    held = {names[fact.element] in board for board in solutions}
                    assert held == {fact.value == 1}
        certain += sum(fact.variable == var.name for fact in given(puzzle))
        same = sum(len({name in board for board in solutions}) == 1 for name in names)
        assert certain == same
        assert found.open == len(names) - same
        return


@pytest.mark.parametrize("signs", ["mssm m... .s.m s..m", ".mss mmms .s.. ss.s"])
def test_what_a_step_tells_beside_something_drawn_is_told_before_it_is_used(signs: str) -> None:
    """Day or night of a cell, which comes of the same rules as a segment, and is drawn by none."""
    rooms = "abbb abbb aabb aabb" if signs.startswith("m") else "aabb aaab aabb aabb"
    drawn = ("\n".join(map(" ".join, rows.split())) for rows in (signs, rooms))
    board = "topology square; board\n{}\nend\nboard room\n{}\nend".format(*drawn)
    (puzzle,) = nlc.loads(f'puzzle "p" is moonsun {{ {board} }}')
    assert list(wrong_steps(puzzle, nlc.steps(puzzle))) == []


def test_a_step_that_does_not_follow_is_refused() -> None:
    puzzle = nlc.load(FIRST)[0]
    with GroupSolver(puzzle, lazy=False, solver=CONFIRMER) as solver:
        through = [group for group in solver.groups if group.name == "through[r1c6]"]
        right = [Fact("line", _link(solver.program, "r1c5-r1c6"), 1)]
        StepChecker(solver, solver).check([], through, right)
        with pytest.raises(RuntimeError, match="does not follow"):
            StepChecker(solver, solver).check([], [], right)


def _link(program: Program, name: str) -> int:
    (line,) = [var for var in program.bools if var.shown]
    return program.board.names(line.sort).index(name)


def test_what_is_drawn_wrong_is_told_and_nothing_beside() -> None:
    puzzle = nlc.load(FIRST)[0]
    program = nlc.elaborate(puzzle)
    right = nlc.solve(puzzle).boards[0].to_json()["line"][:3]
    names = {"line": [*right, "r1c1-r1c2"]}
    found = nlc.hint(puzzle, names)
    assert found.status == "wrong"
    assert [fact.element for fact in found.wrong] == [_link(program, "r1c1-r1c2")]
    # Two lines each of which could be there by itself.
    (empty,) = nlc.loads('puzzle "p" is slitherlink { topology square; board\n. .\n. .\nend }')
    both = {"line": {"true": ["r1c1.side(N)", "r2c2.side(S)"], "false": ["r1c1.side(W)"]}}
    found = nlc.hint(empty, both)
    assert found.status == "wrong"
    assert [(fact.element, fact.value) for fact in found.wrong] == [(0, 1), (3, 0)]


def test_boards_with_several_solutions_tell_what_is_open() -> None:
    (puzzle,) = nlc.loads(OPEN)
    found = nlc.steps(puzzle)
    shared = nlc.backbone(puzzle)
    assert found.open == shared.open
    known = {"line": {"true": [], "false": []}}
    names = found.program.board.names(found.program.bools[0].sort)
    for step in found.steps:
        for fact in step.facts:
            known["line"]["true" if fact.value else "false"].append(names[fact.element])
    assert nlc.hint(puzzle, known).status == "open"


GROUPS = """
genre groups "regions whose numbers are their sizes" {
  given size : cell -> 1..99?;
  var num : cell -> 1..5;
  rule clues { for c in cells where has size(c) { num[c] = size(c); } }
  rule sizes { group_sizes(num); }
  show num as rooms;
}
puzzle "small" is groups { topology square; board
4 . 2 . .
. 5 . 5 .
. . . . 2
3 . 4 . 2
end }
"""


@pytest.mark.slow
def test_steps_name_the_groups_of_equal_numbers() -> None:
    (puzzle,) = nlc.loads(GROUPS)
    found = nlc.steps(puzzle)
    board = found.program.solution_json(nlc.solve(puzzle).solutions[0])
    names = found.program.board.names(Sort.CELL)
    clues = {names[cell]: text for cell, text in found.program.givens["size"].items()}
    assert found.complete
    assert board["num"] == clues | _drawn(found)["num"]  # type: ignore[operator]
    assert "r1c1, whose group of 4 has no room if closed in by r1c3, r2c1, r2c2" in str(found)
    assert found.steps[0].rules[0].to_json()["size"] == 4


def test_limits_leave_what_was_found() -> None:
    puzzle = nlc.load(FIRST)[0]
    found = nlc.steps(puzzle, limits=nlc.Limits(seconds=0.000001))
    assert found.status == "undecided" or not found.complete
    assert found.stopped == "the limit of 1e-06 s was reached"
    assert str(found).endswith("the limit of 1e-06 s was reached")


LARGE = {puzzle.genre: puzzle for puzzle in one_of_each()}
"""A board of 10x10, or of its usual size, of each genre."""


@pytest.mark.slow
@pytest.mark.sample(1, every=2)
@pytest.mark.parametrize("genre", ["heyawake", "moonsun", "suguru", "yajilinregions", "yinyang"])
def test_the_steps_of_a_large_board_come_to_their_end(genre: str) -> None:
    found = nlc.steps(LARGE[genre], limits=nlc.Limits(cpu_seconds=60))
    assert (found.status, found.complete, found.stopped) == ("steps", True, "")
    assert not found.open or genre == "yajilinregions"
    if genre == "yinyang":
        assert_the_board_as_a_whole_is_told_by_its_rules_alone(found)


def assert_the_board_as_a_whole_is_told_by_its_rules_alone(found: Steps) -> None:
    rules = ["stones", "square", "black", "white"]
    whole = [step for step in found.steps if [each.rule for each in step.rules] == rules]
    assert whole
    for step in whole:
        assert not step.known and all(not each.place for each in step.rules)
        assert step.cost == 40
        assert step.denied is not None and not step.inner


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ('{"line": ["r9c9-r9c8"]}', "no link called 'r9c9-r9c8'"),
        ('{"path": []}', "no variable is called 'path'"),
        ('{"line": {"true": ["r1c1-r1c2"], "false": ["r1c1-r1c2"]}}', "drawn and crossed out"),
        ('{"line": {"maybe": []}}', "has no member 'maybe'"),
        ("[", "this is not JSON"),
    ],
)
def test_states_that_cannot_be_read_are_told_at_their_place(
    state: str, message: str, tmp_path, nlc_command
) -> None:
    path = tmp_path / "state.json"
    path.write_text(state)
    told = nlc_command("hint", FIRST, path)
    assert told.status == 2
    assert message in told.err
    assert "state.json:1:" in told.err


SEVERAL = """
puzzle "one" is numberlink { topology square; board
  1 . 1
end }
puzzle "odd" is numberlink { topology square; board
  1 . 2
  1 . .
end }
puzzle "two" is numberlink { topology square; board
  1 . 1
  2 . 2
end }
puzzle "none" is numberlink { topology square; board
  1 2
  2 1
end }
"""


@pytest.mark.slow
def test_several_puzzles_are_graded_in_their_order_as_each_alone(tmp_path, nlc_command) -> None:
    path = tmp_path / "several.nl"
    path.write_text(SEVERAL)
    together = nlc_command("grade", path, "--format", "json")
    alone = [nlc_command("grade", path, "--puzzle", k, "--format", "json") for k in "1234"]
    assert [said.status for said in alone] == [0, 2, 0, 1]
    assert together.status == 2
    assert together.out == "".join(said.out for said in alone)
    assert len(together.out.splitlines()) == 3
    assert "label 2 must occur exactly twice" in together.err


@pytest.mark.slow
def test_commands_tell_draw_and_grade(tmp_path, nlc_command) -> None:
    told = nlc_command("hint", FIRST)
    assert told.status == 0
    assert "a path enters and leaves every other cell that it uses: r1c6" in told.out
    place = nlc_command("hint", FIRST, "--stage", "place").out
    assert "look at r1c6" in place and "!" not in place and "path" not in place
    (data,) = map(json.loads, nlc_command("hint", FIRST, "--format", "json").out.splitlines())
    assert data["facts"][data["steps"][-1]["facts"][0]]["value"] is True
    path = tmp_path / "way.html"
    assert nlc_command("steps", FIRST, "--format", "html", "-o", path).status == 0
    assert path.read_text().count("<svg") >= 20
    (row,) = map(json.loads, nlc_command("grade", FIRST, "--format", "json").out.splitlines())
    grade = nlc.grade(nlc.load(FIRST)[0])
    assert row == {"puzzle": "a first puzzle", "genre": "numberlink", **grade.to_json()}
    assert (row["status"], row["level"]) == ("graded", "medium")
    wrong = tmp_path / "wrong.json"
    wrong.write_text('{"line": ["r1c1-r1c2"]}')
    told = nlc_command("hint", FIRST, wrong)
    assert told.status == 1
    assert "this is wrong: line at r1c1-r1c2" in told.out


MISTYPED = """puzzle "p" is slitherlink { topology square; board
  3 . 3 . .
  2 2 0 2 3
  . 3 2 . 2
  2 2 2 . .
  . . 1 1 .
end }
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    "words", [("steps",), ("why", "--repair", "--details", "--all")], ids=lambda words: words[0]
)
def test_the_same_comes_every_time(words: tuple[str, ...], tmp_path: Path) -> None:
    """From run to run, whatever order sets have, and beside other work."""
    file = FIRST
    if words != ("steps",):
        file = tmp_path / "mistyped.nl"
        file.write_text(MISTYPED)
    command = [sys.executable, "-m", "nlc", *words, file, "--format", "json"]
    one, two = (
        json.loads(subprocess.check_output(command, env={**os.environ, "PYTHONHASHSEED": seed}))
        for seed in ("1", "2")
    )
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_what_would_close_a_ring_is_told_by_the_segments_that_are_drawn() -> None:
    told = str(steps_of("detour"))
    assert re.search("a ring would close; since line at (r.c.-r.c.[,;]?\\s+)*r1c3-r1c4", told)
    # What one rule refutes by itself is not told again by its opposite.
    lines = str(steps_of("yajilin")).splitlines()
    assumed = [i for i, line in enumerate(lines) if line.strip().startswith("assume otherwise")]
    assert assumed
    assert not any("that is a contradiction" in lines[i + 1] for i in assumed)


SUDOKU = """puzzle "p" is sudoku { topology square;
  board num
    5 3 . . 7 . . . .
    6 . . 1 9 5 . . .
    . 9 8 . . . . 6 .
    8 . . . 6 . . . 3
    4 . . 8 . 3 . . 1
    7 . . . 2 . . . 6
    . 6 . . . . 2 8 .
    . . . 4 1 9 . . 5
    . . . . 8 . . 7 9
  end
  board box
    a a a b b b c c c
    a a a b b b c c c
    a a a b b b c c c
    d d d e e e f f f
    d d d e e e f f f
    d d d e e e f f f
    g g g h h h i i i
    g g g h h h i i i
    g g g h h h i i i
  end }"""

BRIDGES = """puzzle "p" is hashi { topology square; board
  3 . . 4 . . 2
  . . . . . . .
  . . . 5 . . 3
  4 . . . . . .
  . . . . . . .
  3 . . 4 . . 2
end }"""


@pytest.fixture(scope="module")
def single() -> Steps:
    return nlc.hint(nlc.loads(SUDOKU)[0])


def test_a_hidden_single_is_one_step_with_the_lines_that_exclude_it_elsewhere(single: Steps):
    (step,) = single.steps
    (fact,) = step.facts
    assert fact.variable == "number" and fact.holds
    assert all(each.holds for each in step.known)
    assert len({each.place or each.room for each in step.rules}) == len(step.rules) > 1
    with GroupSolver(single.puzzle, lazy=False, solver="cadical153") as solver:
        assert follows(solver, step)


def test_a_hint_in_the_terminal_shows_the_clues_the_mark_and_the_unit(single: Steps):
    lines = str(single).splitlines()
    assert lines[2].split("│")[1].split() == ["5", "3"]
    assert sum(line.count("!") for line in lines if "│" in line) == 1
    program = single.program
    names = program.board.names(Sort.CELL)
    filled = {names[i] for i in program.givens["num"]}
    (step,) = single.steps
    open_cells = set(step.cells) - filled - {names[step.facts[0].element]}
    assert sum(line.count("·") for line in lines) == len(open_cells) < 8


def test_a_bridge_is_told_once_from_island_to_island():
    found = nlc.steps(nlc.loads(BRIDGES)[0])
    text = str(found)
    assert "bridge at r1c1-r1c4" in text
    heads = [line for line in text.splitlines() if re.match(r"\d+\. ", line)]
    assert len(heads) == len(found.steps) < 20
    told = [fact for step in found.steps for fact in step.facts]
    assert len(told) == len(set(told))
    assert not any("two bridges" in head and "; bridge" in head for head in heads)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["hint", "steps", "grade", "why"])
def test_a_puzzle_that_is_too_large_to_reason_about_is_refused_at_its_place(
    nlc_command, tmp_path, command
):
    path = tmp_path / "product.nl"
    path.write_text(
        "genre g { var x : cell -> 1..200; rule a { product(x[cells]) = 720721; } show x; }\n"
        'puzzle "p" is g { topology square; board\n. . . .\nend }'
    )
    said = nlc_command(command, path)
    assert said.status == 2
    assert "product.nl:1:44: error: this product is too large" in said.err
    assert "Traceback" not in said.err


FIXED = {
    "a sum of one cell": "rule one { sum num[{r1c1}] = 1; }",
    "a cage of one cell": """rule sums { for c in cells where has total(c) {
      sum num[{d for d in cells where d = c}] = total(c) - 1; } }""",
    "an assignment": "rule one { num[r1c1] = 1; }",
    "a condition": "rule one { for c in cells where has total(c) { num[c] < total(c); } }",
}
"""Rules of which one cell of a Latin square has one value, though no clue shows it."""

ONLY = "var num : cell c -> {n for n in 1..2 where not has total(c) or n < total(c)};"


@pytest.mark.parametrize("rule", [*FIXED.values(), ""], ids=[*FIXED, "values of its own"])
def test_a_value_that_no_clue_shows_is_the_first_step(rule: str) -> None:
    (puzzle,) = nlc.loads(f"""
genre fixed {{
  given total : cell -> 1..9?;
  {"var num : cell -> 1..2;" if rule else ONLY}
  rule once {{ for l in lines {{ all_different(num[cells(l)]); }} }}
  {rule}
  show num;
}}
puzzle "p" is fixed {{ topology square; board
2.
..
end }}
""")
    first = Fact("num", 0, 0)
    assert nlc.hint(puzzle).steps[-1].facts == (first,)
    steps = nlc.steps(puzzle).steps
    assert steps[0].facts == (first,)
    assert sorted(fact.element for step in steps for fact in step.facts) == [0, 1, 2, 3]
    assert nlc.grade(puzzle).steps
    assert judge(nlc.elaborate(puzzle), {}, {}, {"num": {1: 1, 2: 1, 3: 0}}).status == "possible"
