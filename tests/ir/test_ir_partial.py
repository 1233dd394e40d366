"""Drawings of which a part is missing, held against all solutions of the board."""

from __future__ import annotations

from random import Random

import pytest
from oracle import genres
from oracle.case import Case
from oracle.grid import Grid
from oracle.random_boards import random_case
from support.grids import shown, written

import nlc
from nlc.ir.complete import read_solution
from nlc.ir.nodes import Program
from nlc.ir.partial import Judgement, judge, with_given
from nlc.solving.judging import complete

Boards = list[tuple[dict[str, set[int]], dict[str, dict[int, int]]]]
"""Solutions: where booleans hold, and the values of other variables."""


def judged(text: str, yes: list[str], no: list[str] = [], name: str = "line") -> Judgement:  # noqa: B006
    program = nlc.elaborate(nlc.loads(text)[0])
    drawn = {name: {program.board.find(each)[1] for each in yes}}
    crossed = {name: {program.board.find(each)[1] for each in no}}
    return judge(program, drawn, crossed, {})


def named(found: Judgement) -> list[tuple[str, tuple[str, ...]]]:
    """Return the rules that are told, and where."""
    return [(violation.rule, elements) for violation, elements in found.findings]


PATHS = 'puzzle "p" is numberlink { topology square; board\nA.A\nB.B\nend }'
LOOP = 'puzzle "l" is slitherlink { topology square; board\n3.\n..\n.2\nend }'


def test_what_is_missing_is_not_wrong() -> None:
    found = judged(PATHS, [])
    assert found.status == "possible"
    assert ("terminal", ("r1c1",)) in named(found)
    assert judged(PATHS, ["r1c1-r1c2"]).status == "possible"
    every = ["r1c1-r1c2", "r1c2-r1c3", "r2c1-r2c2", "r2c2-r2c3"]
    assert judged(PATHS, every).status == "complete"


def test_a_path_between_different_labels_is_wrong() -> None:
    found = judged(PATHS, ["r1c1-r2c1"])
    assert found.status == "broken"
    assert {rule for rule, _ in named(found)} == {"same"}


def test_too_much_and_too_little_are_wrong_at_their_place() -> None:
    for drawing in ((["r1c1-r1c2", "r1c1-r2c1"],), ([], ["r1c1-r1c2", "r1c1-r2c1"])):
        found = judged(PATHS, *drawing)
        assert found.status == "broken" and ("terminal", ("r1c1",)) in named(found)


def test_a_ring_is_wrong_where_more_of_the_loop_must_be_drawn() -> None:
    sides = ["r3c1.side(S)", "r3c1.side(W)", "r2c1|r3c1", "r3c1|r3c2"]
    found = judged(LOOP, sides)
    assert found.status == "broken"  # the loop is closed, and the clue 3 has none of its sides
    assert ("clues", ("r1c1",)) in named(found)
    ring = judged(LOOP, [*sides, "r1c1.side(N)"])
    assert ring.status == "broken" and "single" in {rule for rule, _ in named(ring)}


def _some(values):
    """Return the values of elements that have one."""
    return {element: value for element, value in values.items() if value >= 0}


def judged_at_random(program: Program, boards: Boards, random: Random) -> None:
    """Hold judgements of random drawings, most of them nearly right, against all solutions."""
    sizes = {var.name: range(var.size) for var in program.bools if var.shown}
    domains = [domain for domain in program.domains.values() if domain.shown]
    for _ in range(12):
        part, noise = random.choice((0.3, 0.8, 1)), random.choice((0, 0.03, 0.1))
        sets, written = random.choice(boards) if boards and random.random() < 0.8 else ({}, {})
        yes: dict[str, set[int]] = {name: set() for name in sizes}
        no: dict[str, set[int]] = {name: set() for name in sizes}
        for name, elements in sizes.items():
            for i in elements:
                holds = i in sets[name] if sets else random.random() < 0.3
                if random.random() < part:
                    (yes if holds != (random.random() < noise) else no)[name].add(i)
        values = {
            d.name: {
                i: random.randrange(len(d.values)) if random.random() < noise else value
                for i, value in written.get(d.name, {}).items()
                if random.random() < part
            }
            for d in domains
        }
        reached = any(
            all(yes[n] <= found[n] and not no[n] & found[n] for n in sizes)
            and all(values[d.name].items() <= told[d.name].items() for d in domains)
            for found, told in boards
        )
        judgement = judge(program, yes, no, values, extend=complete)
        assert bool(judgement.findings) == (judgement.status != "complete")
        assert not (judgement.status == "broken" and reached), judgement
        held, _, known = with_given(program, yes, no, values)  # what clues say need not be drawn
        drawn = [held.get(n, set()) for n in sizes], [_some(known.get(d.name, {})) for d in domains]
        right = [([f[n] for n in sizes], [t[d.name] for d in domains]) for f, t in boards]
        assert (judgement.status == "complete") == (drawn in right)
        if part == 1 and not domains:
            assert judgement.status != "possible"


@pytest.mark.parametrize("seed", range(30))
@pytest.mark.sample(1, every=2)
def test_what_is_called_wrong_leads_to_no_solution(seed: int) -> None:
    random = Random(seed)
    genre = random.choice(("numberlink", "multilink", "slitherlink"))
    case: Case = random_case(random, genre, random.choice(("square", "hex", "triangle")))
    program = nlc.elaborate(nlc.loads(case.text)[0])
    boards = [read_solution(program, {"line": sorted(found)}) for found in case.solutions()]
    judged_at_random(program, boards, random)


@pytest.mark.sample(2, every=2)
@pytest.mark.parametrize("name", genres.names())
def test_no_genre_calls_wrong_what_leads_to_a_solution(name: str) -> None:
    genre, random = genres.get(name), Random(name)
    for number in range(2):
        puzzle = genre.invent(random, Grid(*random.choice(((2, 2), (2, 3), (3, 3)))))
        try:
            program = nlc.elaborate(nlc.loads(written(name, puzzle, number))[0])
        except nlc.InputError:  # a clue that no board can have
            continue
        answers = [dict(shown(answer, genre.variables)) for answer in genre.solutions(puzzle)]
        mapped = program.domains.keys()
        boards = [
            read_solution(
                program, {n: dict(a) if n in mapped else list(a) for n, a in each.items()}
            )
            for each in answers
        ]
        judged_at_random(program, boards, random)


def test_a_value_that_a_clue_gives_need_not_be_drawn() -> None:
    (puzzle,) = nlc.loads(
        'puzzle "small" is sudoku { topology square;\nboard\n1 . . .\n. . 1 .\n. 1 . .\n'
        ". . . 1\nend\nboard box\naabb\naabb\nccdd\nccdd\nend\n}"
    )
    program = nlc.elaborate(puzzle)
    number = nlc.solve(puzzle).solutions[0].domains["number"]
    drawn = {i: int(number[i]) for i in range(16) if i not in program.givens["num"]}
    assert judge(program, {}, {}, {"number": drawn}).status == "complete"
    assert judge(program, {}, {}, {"number": {1: int(number[0])}}).status == "broken"
    del drawn[next(iter(drawn))]
    assert judge(program, {}, {}, {"number": drawn}).status == "possible"


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
