"""The best solutions are those of brute force, by every method, on all tilings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from random import Random

import pytest
from exact.statements import STATEMENTS, Dark
from exact.test_exact_shading import ShadingCase, random_shading
from oracle.case import TILINGS, whole
from oracle.random_boards import blank
from oracle.reference_board import Complex

import nlc


@dataclass(frozen=True)
class Number:
    """A number in the language, and what it is for some dark cells."""

    text: str
    value: Callable[[Complex, Dark], int]


def _links(board: Complex) -> list[tuple[int, int]]:
    return list(board.links.values())


def _degree(board: Complex, cell: int) -> int:
    return sum(cell in pair for pair in _links(board))


NUMBERS: Mapping[str, Number] = {
    "dark": Number("count dark", lambda board, dark: len(dark)),
    "pairs": Number(
        "count {l for l in links if dark[a(l)] and dark[b(l)]}",
        lambda board, dark: sum(a in dark and b in dark for a, b in _links(board)),
    ),
    "weights": Number(
        "sum {degree(c) for c in cells if dark[c]} - 2 + count {c for c in cells if not dark[c]}",
        lambda board, dark: sum(_degree(board, c) for c in dark) - 2 + len(board.names) - len(dark),
    ),
    "mixed": Number(
        "count dark - count {l for l in links if not (dark[a(l)] iff dark[b(l)])}"
        " + count {c for c in cells if dark[c] and degree(c) > 2}",
        lambda board, dark: (
            len(dark)
            - sum((a in dark) != (b in dark) for a, b in _links(board))
            + sum(_degree(board, c) > 2 for c in dark)
        ),
    ),
    "own": Number(
        "count dark - sum {1 for c in cells if dark[c]} + count dark[cells] - count dark",
        lambda board, dark: 0,
    ),
}

PLANS = (
    None,
    "{solver=pysat:cadical195 best=core encoding=passes=fold}",
    "{solver=pysat:minisat22 best=core}",
    "{solver=pysat:cadical195 best=counter encoding=cardinality=totalizer,passes=none}",
    "{solver=pysat:glucose42 best=counter encoding=acyclic=order}",
    "{solver=pysat:minisat22 best=core conflicts=1} {solver=pysat:minisat22 best=counter}",
    "{solver=pysat:cadical195 best=counter conflicts=1} {solver=pysat:cadical195 best=core}",
)


def _with_objective(case: ShadingCase, sense: str, number: str) -> str:
    head, brace, rest = case.text.partition("  show dark")
    return f"{head}  {sense} {NUMBERS[number].text};\n{brace}{rest}"


def _best(case: ShadingCase, sense: str, number: str) -> tuple[int | None, int]:
    """Return the best number and how many boards have it, by brute force."""
    board, choose = Complex(case.drawn), min if sense == "minimize" else max
    place = {name: cell for cell, name in enumerate(board.names)}
    values = [
        NUMBERS[number].value(board, frozenset(place[name] for name in dark))
        for dark in case.solutions()
    ]
    return (choose(values), values.count(choose(values))) if values else (None, 0)


@pytest.mark.sample(6, every=3)
@pytest.mark.parametrize("tiling", TILINGS)
@pytest.mark.parametrize("name", STATEMENTS)
def test_the_best_boards_are_those_of_brute_force(name: str, tiling: str) -> None:
    random = Random(f"best {tiling} {name}")
    case = random_shading(random, tiling, name)
    number, sense = random.choice(list(NUMBERS)), random.choice(("minimize", "maximize"))
    expected, often = _best(case, sense, number)
    (puzzle,) = nlc.loads(_with_objective(case, sense, number))
    for plan in random.sample(PLANS, 1):
        answer = nlc.solve(puzzle, plan=plan)
        assert (answer.objective, answer.status == "SATISFIABLE") == (expected, often > 0), plan
        assert answer.is_best == (often > 0), plan
    answer = nlc.solve(puzzle, nlc.COUNT, policy=nlc.Policy(confirm=False))
    assert (answer.count or 0, answer.objective) == (often, expected)


@pytest.mark.slow
@pytest.mark.parametrize("tiling", TILINGS)
def test_cp_sat_finds_the_best_boards_and_all_boards(tiling: str) -> None:
    pytest.importorskip("ortools")
    random = Random(f"cp-sat {tiling}")
    for _ in range(2):
        case = random_shading(random, tiling, random.choice(list(STATEMENTS)))
        number, sense = random.choice(list(NUMBERS)), random.choice(("minimize", "maximize"))
        expected, often = _best(case, sense, number)
        (puzzle,) = nlc.loads(_with_objective(case, sense, number))
        answer = nlc.solve(puzzle, solver="cpsat")
        assert (answer.objective, answer.bound) == (expected, expected), case.text
        if often <= 20:
            answer = nlc.solve(puzzle, nlc.COUNT, solver="cpsat")
            assert (answer.count or 0) == often, case.text


RULES: Mapping[str, tuple[str, Callable[[Complex, tuple[int, ...]], bool]]] = {
    "differ": (
        "for l in links { num[a(l)] != num[b(l)]; }",
        lambda board, num: all(num[a] != num[b] for a, b in _links(board)),
    ),
    "grow": (
        "for l in links { num[a(l)] <= num[b(l)]; }",
        lambda board, num: all(num[a] <= num[b] for a, b in _links(board)),
    ),
    "few": (
        "at most 2 of {num[c] = 1 for c in cells};",
        lambda board, num: num.count(1) < 3,
    ),
}

SUMS: Mapping[str, tuple[str, Callable[[Complex, tuple[int, ...]], int]]] = {
    "all": ("sum num", lambda board, num: sum(num)),
    "some": (
        "sum {num[c] for c in cells if num[c] > 1} - 4",
        lambda board, num: sum(n for n in num if n > 1) - 4,
    ),
    "apart": (
        "sum {num[a(l)] - num[b(l)] for l in links} + num[first(cells)]",
        lambda board, num: sum(num[a] - num[b] for a, b in _links(board)) + num[0],
    ),
    "twos": ("count {c for c in cells if num[c] = 2}", lambda board, num: num.count(2)),
}


@pytest.mark.sample(3, every=2)
@pytest.mark.parametrize("domains", ["direct", "log", "order"])
@pytest.mark.parametrize("tiling", TILINGS)
def test_sums_of_values_are_least_and_greatest_as_by_brute_force(tiling: str, domains: str) -> None:
    random = Random(f"sums {tiling} {domains}")
    for sense, choose in (("minimize", min), ("maximize", max)):
        drawn = blank(random, tiling, 5)
        while not 2 <= len(Complex(drawn).names) <= 5:
            drawn = blank(random, tiling, 5)
        board = Complex(drawn)
        (rule, holds), (text, value) = (random.choice(list(t.values())) for t in (RULES, SUMS))
        lines = ["genre numbers { var num : cell -> 1..3;", f"rule one {{ {rule} }}", "show num;"]
        lines += [f"{sense} {text};", "}", 'puzzle "numbers" is numbers {', *whole(drawn), "}"]
        (puzzle,) = nlc.loads("\n".join([*lines, ""]))
        every = [n for n in product((1, 2, 3), repeat=len(board.names)) if holds(board, n)]
        values = [value(board, num) for num in every]
        answer = nlc.solve(puzzle, nlc.COUNT, encoding=f"domains={domains}")
        expected = choose(values) if values else None
        assert answer.objective == answer.bound == expected, puzzle.tree.span.source.text
        assert (answer.count or 0) == values.count(expected or 0) * bool(values)
