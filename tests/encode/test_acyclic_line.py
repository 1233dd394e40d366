"""A whole line by lazy clauses: what other rules ask of its edges, and which boards are left."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace
from oracle.case import TILINGS
from oracle.random_boards import random_case
from support.puzzles import boards, driver, program_of

from nlc.board import Sort
from nlc.cnf import Block
from nlc.drivers.base import Limits
from nlc.drivers.search import models
from nlc.encode.acyclic.lazy import CycleSeparator
from nlc.encode.connected.lazy import LineSeparator
from nlc.encode.lower import lower
from nlc.encode.policy import WATCHED
from nlc.encode.spec import Encoding
from nlc.ir.nodes import Acyclic, Origin
from nlc.ir.passes.merge import merge
from nlc.solving.question import BACKBONE, Question
from nlc.solving.run import answer_of

TWO_RINGS = 'puzzle "p" is slitherlink { topology square; board\n3 . .\n. . .\n3 . .\nend\n}'
ORIGIN = Origin("r", None)


def lazily(program):
    return lower(program, Encoding.parse("acyclic=lazy"), WATCHED)


def kinds(program) -> list[type]:
    return [type(separator) for separator in lazily(program).separators]


def forgetful(program):
    """Return a program that does not say that its acyclicity is a part of a line."""
    plain = [
        replace(node, origin=ORIGIN) if isinstance(node, Acyclic) else node
        for node in program.nodes
    ]
    return replace(program, nodes=plain)


def test_lines_are_joined_and_other_cycles_are_cut():
    program = program_of(TWO_RINGS)
    assert kinds(program) == [LineSeparator]
    assert kinds(forgetful(program)) == [CycleSeparator]
    paths = 'puzzle "p" is numberlink { topology square; board\nA A\n. .\nend\n}'
    assert kinds(program_of(paths)) == [CycleSeparator]


def seeded(tiling: str):
    """Return small boards, with closed lines and open ones."""
    random = Random(f"line {tiling}")
    found = [random_case(random, "slitherlink", tiling, full=False) for _ in range(12)]
    assert {bool(case.ports) for case in found} == {True, False}
    return found


@pytest.mark.slow
@pytest.mark.parametrize("tiling", TILINGS)
def test_verdicts_and_facts_are_those_of_brute_force(tiling):
    back_end = driver("pysat:cadical195")
    several = 0
    for case in seeded(tiling):
        expected = case.solutions()
        program = program_of(case.text)
        lowered = lazily(program)
        result = answer_of(program, lowered, back_end, Question(2), Limits())
        assert result.count == min(len(expected), 2), case.text
        assert bool(result.complete) == (len(expected) < 2), case.text
        several += len(expected) > 1
        facts = answer_of(program, lowered, back_end, BACKBONE).backbone
        if not expected:
            assert facts is None
            continue
        assert facts is not None
        assert facts.complete
        (shown,) = facts.to_json()["variables"].values()
        assert set(shown["true"]) == frozenset.intersection(*expected), case.text
        assert set(shown["open"]) == frozenset.union(*expected) - set(shown["true"]), case.text
    assert several


@pytest.mark.sample(2)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("spec", ["acyclic=lazy", "acyclic=lazy,passes=none"])
def test_all_boards_are_those_of_brute_force(tiling, spec):
    for case in seeded(tiling)[:6]:
        assert boards(program_of(case.text), spec) == case.solutions(), case.text


def test_a_ring_that_meets_all_clues_is_a_solution_beside_larger_ones():
    """The trap: two rings, of which the first meets every clue, must not lose it."""
    text = 'puzzle "p" is slitherlink { topology square; board\n4 . .\n. . .\nend\n}'
    assert len(boards(program_of(text), "acyclic=lazy")) == 1
    text = 'puzzle "p" is slitherlink { topology square; board\n3 . .\n. . .\n. . .\nend\n}'
    expected = boards(program_of(text), "acyclic=primal-dual")
    assert boards(program_of(text), "acyclic=lazy") == expected
    assert len(expected) > 1


BLANK = ". . .\n. . .\n. . ."


def on_three_by_three(clues: str, ports: tuple[str, ...] = ()):
    marks = " ".join(
        f"mark port = {kind} at {place};"
        for kind, place in zip(("inlet", "outlet"), ports, strict=False)
    )
    return program_of(
        f'puzzle "p" is slitherlink {{ topology square; board\n{clues}\nend\n{marks} }}'
    )


@pytest.mark.slow
def test_several_puzzles_in_one_program_keep_their_line():
    programs = [
        on_three_by_three("3 . .\n. . .\n. . 3"),
        on_three_by_three(BLANK, ("r1c1.corner(NW)", "r3c3.corner(SE)")),
        on_three_by_three(". 2 .\n3 . .\n. . 2", ("r1c1.corner(NW)", "r1c3.corner(NE)")),
        on_three_by_three("4 . .\n. . .\n. . 1"),
    ]
    merged = merge(programs)
    lowered = lazily(merged)
    assert [type(separator) for separator in lowered.separators] == [LineSeparator]
    edges = len(programs[0].board.border_cells)
    for i, program in enumerate(programs):
        chosen = lowered.literals(merged.choosing(i))
        cnf = replace(lowered.cnf, blocks=[*lowered.cnf.blocks, Block("chosen", chosen[:, None])])
        outcomes = models(driver("pysat:minisat22"), cnf, Limits(), lowered.separators)
        found = [outcome.model for outcome in outcomes if outcome.model is not None]
        expected = boards(program, "acyclic=primal-dual")
        assert len(found) == len(expected)
        names = program.board.names(Sort.BORDER)
        drawn = lowered.literals(program.globals[0].lits)
        assert expected == {
            frozenset(names[e] for e in range(edges) if model[drawn[e]]) for model in found
        }
    assert any(len(boards(program, "acyclic=lazy")) > 1 for program in programs)


def test_programs_with_a_line_and_without_one_have_none_in_common():
    with_line = on_three_by_three(BLANK)
    merged = merge([with_line, forgetful(with_line)])
    assert merged.globals == []
    assert kinds(merged) == [CycleSeparator]
