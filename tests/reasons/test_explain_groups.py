"""Groups: what is asked of them is the same by two encodings, two solvers and group CNF."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from oracle.case import GENRES, TILINGS
from oracle.random_boards import random_case
from pysat.solvers import Solver
from support import documents
from support.puzzles import boards, program_of

import nlc
from nlc.ir.evaluate import violations
from nlc.reasons.facts import variables
from nlc.reasons.groups import GroupSolver
from nlc.reasons.minimal import prune

PUZZLES = {puzzle.genre: puzzle for puzzle in nlc.load(documents.ROOT / "fixtures" / "genres.nl")}


@pytest.mark.sample(3)
@pytest.mark.parametrize("genre", GENRES)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("acyclic", ["lazy", "primal-dual"])
def test_boards_are_those_of_brute_force(acyclic: str, tiling: str, genre: str) -> None:
    random = Random(f"groups {tiling} {genre}")
    for _ in range(4):
        case = random_case(random, genre, tiling)
        program = program_of(case.text)
        spec = f"passes=groups,acyclic={acyclic}"
        assert boards(program, spec) == case.solutions()


@pytest.mark.sample(4)
@pytest.mark.parametrize("genre", PUZZLES)
def test_any_groups_are_satisfiable_or_not_by_both_ways(genre: str) -> None:
    puzzle, random = PUZZLES[genre], Random(genre)
    with (
        GroupSolver(puzzle) as lazy,
        GroupSolver(puzzle, lazy=False, solver="minisat22") as static,
    ):
        names = [group.name for group in lazy.groups]
        assert names == [group.name for group in static.groups]
        assert lazy.satisfiable([group.selector for group in lazy.groups])
        answer = lazy.board
        assert not violations(lazy.program, answer)
        shown = {variable.name for variable in variables(lazy.program) if variable.shown}
        facts = [fact for fact in lazy.held().values() if fact.variable in shown]
        for share in (1, 0.9, 0.5, 0.2):
            chosen = [i for i in range(len(names)) if random.random() < share]
            denied = random.sample(facts, min(2, len(facts)))
            held = [
                solver.satisfiable(
                    [
                        *(solver.groups[i].selector for i in chosen),
                        *(-solver.literal(fact) for fact in denied),
                    ]
                )
                for solver in (lazy, static)
            ]
            assert held[0] == held[1]
            if share == 1:
                assert held == [False, False]
                core = set(lazy.core())
                assert core <= {-lazy.literal(f) for f in denied} | {
                    group.selector for group in (*lazy.groups, *lazy.rings)
                }
                assert core  # a fact may contradict the values alone


def test_a_ring_is_a_reason_that_names_its_segments() -> None:
    (puzzle,) = nlc.loads(
        'puzzle "ring" is slitherlink { topology square; board\n'
        "4 . . 4\n. . . .\n. . . .\n. . . .\nend }"
    )
    with GroupSolver(puzzle) as solver:
        assert not solver.satisfiable([group.selector for group in solver.groups])
        core = solver.groups_of(solver.core())
        rings = [group for group in core if group.ring]
        assert rings
        assert all(group.rule == "single" for group in rings)
        assert {name for ring in rings for name, _ in solver.elements(ring)} == {"line"}
        assert {group.name for group in core} >= {"clues[r1c1]", "clues[r1c4]", "single:whole"}
        clues = [g for g in core if g.name == "clues[r1c1]"]
        assert [clue.given for clue in clues[0].clues] == ["clue"]
        # With the rings alone, and the statement that they come from left out, it holds no more.
        rest = [group.selector for group in solver.groups if not group.whole]
        assert solver.satisfiable(rest)


@pytest.mark.parametrize("genre", ["numberlink", "hitori", "slitherlink", "sudoku"])
def test_group_cnf_says_what_the_solver_of_groups_says(genre: str, tmp_path, nlc_command) -> None:
    text = {
        "numberlink": "A . B\n. . .\nA . B",
        "slitherlink": "3 . 3\n. 0 .\n3 . .",
    }
    path = tmp_path / "p.nl"
    if genre in text:
        path.write_text(f'puzzle "p" is {genre} {{ topology square; board\n{text[genre]}\nend }}')
    else:
        source = (documents.ROOT / "fixtures" / "genres.nl").read_text()
        start = source.index(f"is {genre} ")
        start = source.rindex("puzzle", 0, start)
        end = source.find("\npuzzle", start)
        path.write_text(source[start : end if end > 0 else None])
    (puzzle,) = nlc.load(path)
    out = nlc_command("compile", "--emit", "gcnf", path, "--encoding", "domains=direct")
    assert out.status == 0
    lines = out.out.splitlines()
    (head,) = (line.split() for line in lines if line.startswith("p "))
    names = [line.split()[3] for line in lines if line.startswith("c group ")]
    clauses = [line for line in lines if line.startswith("{")]
    assert head[:2] == ["p", "gcnf"]
    assert (int(head[3]), int(head[4])) == (len(clauses), len(names))
    random = Random(genre)
    with GroupSolver(puzzle, lazy=False) as solver, Solver("minisat22") as other:
        assert names == [group.name for group in solver.groups]
        top = int(head[2])
        for line in clauses:
            group, *literals = line.replace("{", "").replace("}", "").split()
            clause = [int(x) for x in literals[:-1]]
            other.add_clause([*clause, *([-top - int(group)] if group != "0" else [])])
        verdicts = set()
        for share in (1, 0.95, 0.8, 0.8, 0.5):
            chosen = [i for i in range(len(names)) if random.random() < share]
            found = other.solve([top + 1 + i for i in chosen])
            assert found == solver.satisfiable([solver.groups[i].selector for i in chosen])
            verdicts.add(found)
        assert True in verdicts


def test_what_is_pruned_at_once_is_what_goes_one_by_one() -> None:
    for wanted in combinations(range(1, 64, 3), 2):  # either set of bits is enough

        def holds(some: list[int], wanted: tuple[int, ...] = wanted) -> bool:
            return any(not mask & ~sum(1 << i for i in some) for mask in wanted)

        for order in ([0, 1, 2, 3, 4, 5], [3, 5, 1, 0, 4, 2]):
            kept = list(range(6))
            for one in order:
                rest = [each for each in kept if each != one]
                kept = rest if holds(rest) else kept
            assert prune(range(6), order.index, holds) == kept
