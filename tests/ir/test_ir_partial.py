"""Drawings of which a part is missing, held against all solutions of the board."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from support.documents import ROOT

import nlc
from nlc.ir.nodes import ABSENT, Program
from nlc.ir.partial import Judgement, judge
from nlc.ir.partial_given import with_given
from nlc.oracle.case import Case
from nlc.oracle.random_boards import random_case

EXAMPLES = nlc.load(ROOT / "fixtures" / "genres.nl")


def judged(text: str, yes: list[str], no: list[str] = [], name: str = "line") -> Judgement:  # noqa: B006
    program = nlc.elaborate(nlc.loads(text)[0])
    drawn = {name: {program.board.find(each)[1] for each in yes}}
    crossed = {name: {program.board.find(each)[1] for each in no}}
    return judge(program, drawn, crossed, {})


PATHS = 'puzzle "p" is numberlink { topology square; board\nA.A\nB.B\nend }'
LOOP = 'puzzle "l" is slitherlink { topology square; board\n3.\n..\n.2\nend }'


def test_what_is_missing_is_not_wrong() -> None:
    found = judged(PATHS, [])
    assert found.status == "unfinished" and not any(each.wrong for each in found.findings)
    found = judged(PATHS, ["r1c1-r1c2"])
    assert found.status == "unfinished"
    every = ["r1c1-r1c2", "r1c2-r1c3", "r2c1-r2c2", "r2c2-r2c3"]
    assert judged(PATHS, every).status == "solved"


def test_a_path_between_different_labels_is_wrong() -> None:
    found = judged(PATHS, ["r1c1-r2c1"])
    assert found.status == "wrong"
    assert {each.violation.rule for each in found.findings if each.wrong} == {"same"}


def test_too_much_and_too_little_are_wrong_at_their_place() -> None:
    found = judged(PATHS, ["r1c1-r1c2", "r1c1-r2c1"])
    assert ("terminal", ("r1c1",)) in [
        (each.violation.rule, each.elements) for each in found.findings if each.wrong
    ]
    found = judged(PATHS, [], ["r1c1-r1c2", "r1c1-r2c1"])
    assert found.status == "wrong" and found.findings[0].elements == ("r1c1",)


def test_a_ring_is_wrong_with_its_edges() -> None:
    sides = ["r3c1.side(S)", "r3c1.side(W)", "r2c1|r3c1", "r3c1|r3c2"]
    found = judged(LOOP, sides)
    assert found.status == "wrong"  # the loop is closed, and the clue 3 has none of its sides
    assert ("r1c1",) in [each.elements for each in found.findings if each.wrong]
    ring = judged(LOOP, [*sides, "r1c1.side(N)"])
    (broken,) = [each for each in ring.findings if each.wrong and each.violation.rule == "single"]
    assert set(broken.elements) == set(sides)


@pytest.mark.parametrize("seed", range(75))
@pytest.mark.sample(4)
def test_what_is_called_wrong_leads_to_no_solution(seed: int) -> None:
    random = Random(seed)
    genre = random.choice(("numberlink", "multilink", "slitherlink"))
    case: Case = random_case(random, genre, random.choice(("square", "hex", "triangle")))
    program = nlc.elaborate(nlc.loads(case.text)[0])
    solutions = case.solutions()
    (var,) = [each for each in program.bools if each.shown]
    names = program.board.names(var.sort)
    for _ in range(20):
        drawn = {i for i in range(var.size) if random.random() < 0.3}
        if solutions and random.random() < 0.7:  # mostly right
            known = {names.index(name) for name in random.choice(sorted(solutions, key=sorted))}
            drawn = {i for i in known if random.random() < 0.8}
            crossed = {i for i in set(range(var.size)) - known if random.random() < 0.5}
            drawn |= {random.randrange(var.size)} - crossed
        else:
            crossed = {i for i in range(var.size) if random.random() < 0.3} - drawn
        yes, no = ({names[i] for i in part} for part in (drawn, crossed))
        reached = [found for found in solutions if yes <= found and not no & found]
        judgement = judge(program, {var.name: drawn}, {var.name: crossed}, {})
        assert (judgement.status == "solved") == (yes in solutions)
        if judgement.status == "wrong":
            assert not reached
            assert any(each.wrong for each in judgement.findings)
        full = len(drawn) + len(crossed) == var.size
        if full and yes not in solutions:
            assert judgement.status == "wrong"


def shown(program: Program, board: nlc.Solution) -> tuple[dict, dict]:
    """Return what a person draws for a solution."""
    bools = {
        var.name: set(np.flatnonzero(board.values.bools[var.base : var.base + var.size]).tolist())
        for var in program.bools
        if var.shown
    }
    values = {
        domain.name: {
            i: value
            for i, value in enumerate(board.values.domains[domain.name].tolist())
            if value != ABSENT
        }
        for domain in program.domains.values()
        if domain.shown
    }
    return bools, values


@pytest.mark.sample(3)
@pytest.mark.parametrize("puzzle", EXAMPLES, ids=lambda puzzle: puzzle.title)
def test_a_solution_is_right_at_every_step_and_a_change_is_wrong(puzzle: nlc.Puzzle) -> None:
    random = Random(puzzle.title)
    program = nlc.elaborate(puzzle)
    board = nlc.solve(puzzle).board
    assert board is not None
    bools, values = shown(program, board)
    assert judge(program, bools, {}, values).status == "solved"
    sizes = {var.name: var.size for var in program.bools}
    for _ in range(10):
        part = random.random()
        yes = {n: {i for i in e if random.random() < part} for n, e in bools.items()}
        no = {
            n: {i for i in set(range(sizes[n])) - e if random.random() < part}
            for n, e in bools.items()
        }
        some = {
            n: {i: v for i, v in e.items() if random.random() < part} for n, e in values.items()
        }
        found = judge(program, yes, no, some)
        assert found.status != "wrong", found.findings
        for name, element in some.items():  # what a clue says need not be drawn
            clues = program.givens.get("num", {}) if name == "number" else {}
            element.update((i, values[name][i]) for i in clues)
        for name in yes:  # nor what it prints as it would be drawn
            if program.marks.get(name) in ("digit", "stone"):
                yes[name] |= bools[name].intersection(*program.givens.values())
        assert (found.status == "solved") == ((yes, some) == (bools, values))
    for name, elements in bools.items():  # there is one solution: any other full board is wrong
        other = {**bools, name: elements ^ {random.randrange(sizes[name])}}
        no = {n: set(range(sizes[n])) - e for n, e in other.items()}
        assert judge(program, other, no, values).status == "wrong"


def test_a_value_that_a_clue_gives_need_not_be_drawn() -> None:
    (puzzle,) = nlc.loads(
        'puzzle "small" is sudoku { topology square;\nboard\n1 . . .\n. . 1 .\n. 1 . .\n'
        ". . . 1\nend\nboard box\naabb\naabb\nccdd\nccdd\nend\n}"
    )
    program = nlc.elaborate(puzzle)
    number = nlc.solve(puzzle).solutions[0].domains["number"]
    drawn = {i: int(number[i]) for i in range(16) if i not in program.givens["num"]}
    assert judge(program, {}, {}, {"number": drawn}).status == "solved"
    assert judge(program, {}, {}, {"number": {1: int(number[0])}}).status == "wrong"
    del drawn[next(iter(drawn))]
    assert judge(program, {}, {}, {"number": drawn}).status == "unfinished"


@pytest.mark.parametrize(
    ("rows", "name", "given"),
    [("0 1 .\n. . .", "digit", {0: "0", 1: "1"}), ("w b .\n. . .", "stone", {0: "w", 1: "b"})],
)
def test_what_a_clue_prints_is_known_whether_it_holds_or_not(rows, name, given) -> None:
    genre = {"digit": "binairo", "stone": "yinyang"}[name]
    (puzzle,) = nlc.loads(f'puzzle "p" is {genre} {{ topology square; board\n{rows}\nend }}')
    program = nlc.elaborate(puzzle)
    assert program.givens[name] == given
    (var,) = [var.name for var in program.bools if var.shown]
    yes, no, _ = with_given(program, {}, {}, {})
    assert (yes, no) == ({var: {1}}, {var: {0}})
