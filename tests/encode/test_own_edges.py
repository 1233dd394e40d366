"""Edges that a genre makes of pairs, by every encoding and the evaluator, beside brute force."""

from __future__ import annotations

import re
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from support.puzzles import boards, program_of

from nlc.encode import acyclic, connected
from nlc.errors import UserError
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program

GENRE = """genre g {{
  {declared}
  rule own {{ {rule} }}
  show {shown};
}}
puzzle "p" is g {{ topology square;
board
....
end
}}
"""
CELLS = ("r1c1", "r1c2", "r1c3", "r1c4")
RINGS = ("acyclic(take);", "loop(take);", "path(take, r1c1, r1c4);")
JOINED = (
    "connected(take);",
    "connected({c for c in cells where c != r1c4}, take);",
    "reaches(cells, {r1c1, r1c4}, take);",
    "reaches({r1c2, r1c3}, {r1c2, r1c4}, take);",
)
MEMBERS = ("connected(dark, links);", "reaches(dark, {r1c1, r1c3}, links);")
"""Known edges, decided nodes."""

Pairs = list[tuple[int, int]]


def parts(nodes: set[int], pairs: Pairs) -> list[set[int]]:
    """Return the parts of a graph: each way between nodes stays among them."""
    out = [{node} for node in nodes]
    for a, b in pairs:
        if a in nodes and b in nodes:
            one, other = (next(part for part in out if x in part) for x in (a, b))
            if one is not other:
                out.remove(other)
                one |= other
    return out


def holds(rule: str, chosen: Pairs, dark: set[int]) -> bool:
    """Return whether a rule holds, by its definition."""
    ends = {x for pair in chosen for x in pair}
    degree = {x: sum(x in pair for pair in chosen) for x in range(4)}
    forest = len(chosen) == 4 - len(parts(set(range(4)), chosen))
    whole = len(parts(ends, chosen)) == 1
    every = range(4)
    match RULES.index(rule):
        case 0:
            return forest
        case 1:
            return whole and all(degree[x] in (0, 2) for x in every)
        case 2:
            inner = all(degree[x] in (0, 2) for x in (1, 2))
            return whole and forest and inner and degree[0] == degree[3] == 1
        case 3:
            return len(parts(ends, chosen)) < 2
        case 4:
            return len(parts({0, 1, 2}, chosen)) == 1
        case 5:
            return all(part & {0, 3} for part in parts(set(every), chosen))
        case 6:
            return (2, 1) in chosen or (1, 2) in chosen
        case 7:
            return len(parts(dark, chosen)) < 2
        case _:
            return all(part & {0, 2} for part in parts(dark, chosen))


RULES = (*RINGS, *JOINED, *MEMBERS)


def sample(rule: str, number: int) -> tuple[str, Pairs, set[frozenset[str]]]:
    """Return a puzzle over a random graph, its edges, and its solutions by brute force."""
    random = Random(f"{rule} {number}")
    pairs = random.sample([*combinations(range(4), 2)], random.choice((4, 5, 6)))
    pairs = [random.choice((pair, pair[::-1])) for pair in pairs]
    names = [f"({CELLS[a]}, {CELLS[b]})" for a, b in pairs]
    listed = f"let links_ = {{{', '.join(names)}, (r1c1, r1c1)}};"  # no cell is joined to itself
    if rule in MEMBERS:
        text = GENRE.format(
            declared=f"{listed} var dark : cell -> bool;",
            rule=rule.replace("links", "links_"),
            shown="dark",
        )
        found = [{x for x, held in enumerate(each) if held} for each in product((0, 1), repeat=4)]
        right = {frozenset(CELLS[x] for x in dark) for dark in found if holds(rule, pairs, dark)}
        return text, pairs, right
    text = GENRE.format(
        declared=f"{listed} var take : e in links_ -> bool;", rule=rule, shown="take"
    )
    right = set()
    for each in product((0, 1), repeat=len(pairs)):
        chosen = [pair for pair, held in zip(pairs, each, strict=True) if held]
        if holds(rule, chosen, set()):
            right.add(frozenset("-".join(CELLS[x] for x in sorted(pair)) for pair in chosen))
    return text, pairs, right


def approved(program: Program) -> set[frozenset[str]]:
    """Return all boards in which the evaluator finds nothing wrong."""
    (var,) = program.bools
    names, out = program.board.names(var.sort), set()
    for each in product((False, True), repeat=var.size):
        if not violations(program, Assignment(np.array([False, *each]), {})):
            out.add(frozenset(name for name, held in zip(names, each, strict=True) if held))
    return out


def specs(rule: str) -> list[str]:
    """Return every encoding of what a rule states."""
    rings = [f"acyclic={name}" for name in acyclic.REGISTRY.names()]
    return rings if rule in RINGS else [f"connected={name}" for name in connected.REGISTRY.names()]


@pytest.mark.sample(2)
@pytest.mark.parametrize("rule", RULES)
def test_every_encoding_and_the_evaluator_keep_to_brute_force(rule):
    for number in range(2):
        text, _, right = sample(rule, number)
        program = program_of(text)
        assert approved(program) == right, text
        for spec in specs(rule):
            solver = "pysat:cadical195" if "propagator" in spec else "pysat:minisat22"
            try:
                found = boards(program, spec, solver)
            except UserError as error:
                assert "across each other" in str(error) or "exact" in str(error), (spec, error)
                continue
            assert found == right, (spec, text)


@pytest.mark.sample(3)
@pytest.mark.parametrize("rule", RULES)
def test_numbers_are_joined_as_cells_are(rule):
    """A model without a board: ``1``, ``2`` … in place of the cells."""
    text, _, right = sample(rule, 2)
    text = re.sub(r"topology square;.*end", "topology none;", text, flags=re.DOTALL)
    text = text.replace("dark : cell", "dark : c in 1..4").replace("cells", "1..4")
    program = program_of(text.replace("r1c", ""))
    found = {frozenset(name.replace("r1c", "") for name in each) for each in right}
    assert approved(program) == found, text
    assert boards(program, "default") == found, text
