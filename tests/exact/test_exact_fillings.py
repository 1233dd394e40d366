"""Random genres of numbers against brute force: all different, listed and ranged sets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest
from exact.fillings import Filling, Numbers, random_filling
from oracle.case import TILINGS
from support.puzzles import SOLVER, driver, program_of

from nlc import COUNT, loads, solve
from nlc.drivers.base import Limits
from nlc.encode import different
from nlc.encode.lower import lower
from nlc.encode.policy import IN_PROCESS
from nlc.encode.spec import Encoding
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import ABSENT, Assignment, Program
from nlc.solving.question import Question
from nlc.solving.run import answer_of


def numbers_of(program: Program, board: Assignment) -> Numbers:
    texts = program.domains["num"].values
    values = board.domains["num"].tolist()
    numbers = [None if value == ABSENT else int(texts[value]) for value in values]
    if "whole" in program.domains:
        (whole,) = board.domains["whole"].tolist()
        (b,) = (var for var in program.bools if var.name == "b")
        numbers.append(int(program.domains["whole"].values[whole]))
        assert board.bools[b.base] == (numbers[-1] == 1)
    return tuple(numbers)


solutions = cache(Filling.solutions)


def found(program: Program, spec: str) -> set[Numbers]:
    lowered = lower(program, Encoding.parse(spec), IN_PROCESS)
    result = answer_of(program, lowered, driver(SOLVER), Question(None), Limits())
    assert result.complete
    out = [numbers_of(program, board) for board in result.solutions]
    assert len(set(out)) == len(out)
    return set(out)


def cases(count: int) -> list[Filling]:
    return [random_filling(Random(f"sums {i}"), TILINGS[i % 3]) for i in range(count)]


def covering(many: list[Filling]) -> Iterator[Filling]:
    """Yield those in which a rule occurs that fewer than two before have."""
    seen = Counter[str]()
    for case in many:
        names = (*case.rules, *case.whole)
        if any(seen[name] < 2 for name in names):
            yield case
        seen.update(names)


CASES = [*covering(cases(45))]

GROUPS = [
    replace(
        case, rules=("groups", *case.rules[: i % 2]), whole=(), least=max(1 - i % 4, case.most - 3)
    )
    for i, case in enumerate(cases(6))
]
"""Fillings by the sizes of groups of equal numbers, from 1, 0 or a negative number on."""

MANY = 100
"""Where there are more solutions, one way to state a puzzle is tried and not all."""


@pytest.mark.sample(6, every=2)
@pytest.mark.parametrize("case", CASES, ids=range(len(CASES)))
def test_a_filling_has_the_solutions_of_brute_force(case: Filling):
    program = program_of(case.text)
    wanted = solutions(case)
    ways, names = ("log", "direct", "order"), different.REGISTRY.names()
    for i, name in enumerate(names[: 1 if len(wanted) > MANY else None], len(case.rules)):
        assert found(program, f"domains={ways[i % 3]},different={name}") == wanted


@pytest.mark.sample(1, every=2)
@pytest.mark.parametrize("case", GROUPS, ids=range(len(GROUPS)))
def test_sizes_of_groups_are_those_of_brute_force(case: Filling):
    wanted, puzzle = solutions(case), loads(case.text)[0]
    assert found(program_of(case.text), "domains=direct,connected=lazy") == wanted
    assert found(program_of(case.text), "domains=direct,connected=arborescence") == wanted
    assert found(elaborate(puzzle, guarded_rules=True), "domains=log") == wanted
    assert solve(puzzle, COUNT, solver="frontier").count == len(wanted)


@pytest.mark.sample(6, every=2)
@pytest.mark.parametrize("case", [*CASES, *GROUPS], ids=range(len(CASES) + len(GROUPS)))
def test_the_evaluator_agrees_with_brute_force_on_random_boards(case: Filling):
    program = program_of(case.text)
    wanted = solutions(case)
    free = Filling(case.drawn, case.most, case.optional, ())
    random = Random(0)
    every = sorted(free.solutions(), key=str)
    texts = program.domains["num"].values
    for numbers in random.sample(every, min(len(every), 30)):
        values = [ABSENT if n is None else texts.index(str(n)) for n in numbers]
        domains, bools = {"num": np.array(values, np.int32)}, [False]
        if case.whole:
            whole = random.randint(1, case.most)
            domains["whole"], bools = np.array([whole - 1], np.int32), [False, whole == 1]
            numbers = (*numbers, whole)
        board = Assignment(np.array(bools), domains)
        assert (not violations(program, board)) == (numbers in wanted)
