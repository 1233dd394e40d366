"""What a few lines ask for is shared, or refused before it is made."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from itertools import product

import numpy as np
import pytest

from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Assignment, Program
from nlc.loading import parse_puzzles


def program(items: str, size: int = 3, **options: int) -> Program:
    """Return a program over the squares of a board, of the items of a genre."""
    row = " ".join("." * size)
    text = f"""genre g {{
  given clue : cell -> 0..9?;
  var dark : cell -> bool;
  {items}
  show dark;
}}
puzzle "p" is g {{
  topology square;
  board
{chr(10).join([row] * size)}
  end
}}
"""
    (puzzle,), _ = parse_puzzles(Source("t.nl", text), **options)
    return elaborate(puzzle)


def lets(first: str, step: str, count: int = 40) -> str:
    """Return a chain of lets ``v0 … vcount``, each made of the former, `X`."""
    out = [f"let v0 = {first};"]
    out += [f"let v{i} = {step.replace('X', f'v{i - 1}')};" for i in range(1, count + 1)]
    return " ".join(out)


BRANCHES = " ".join(
    f"let f{i}(x, y) = any of {{f{i - 1}(y, z) for z in cells where z = x}}"
    f" or any of {{f{i - 1}(z, x) for z in cells where z = y}};"
    for i in range(1, 41)
)


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    ("items", "message"),
    [
        ("rule r { for p, q, t in cells { dark[p] or dark[q] or dark[t]; } }", "7.3e+08 instances"),
        (
            "rule r { for p in cells { any of {dark[q] for q, t in cells}; } }",
            "7.3e+08 instances",
        ),
        ('check k for p, q, t in cells { p = q } : "no";', "check 'k' has 7.3e+08 instances"),
        (
            "rule r { for p in cells { let s = {x for x in cells where x != p};"
            " for q in cells { any of dark[s]; } } }",
            "7.3e+08 instances",
        ),
        ("var n : cell -> 0..999999999; rule r { n[r1c1] = 1; }", "9.0e+11 values of elements"),
        (f"{lets('1', 'X + X')} rule r {{ at most v40 of dark[cells]; }}", "beyond 2147483646"),
        (
            f"let f0(x, y) = dark[x] or dark[y]; {BRANCHES} rule r {{ f40(r1c1, r1c2); }}",
            "more than 50,000 steps",
        ),
    ],
)
def test_what_is_too_large_is_refused_before_it_is_made(items: str, message: str) -> None:
    with pytest.raises(UserError) as caught:
        program(items, 30)
    (item,) = caught.value.diagnostics
    assert message in item.message and item.span is not None


@pytest.mark.slow
@pytest.mark.parametrize("after", ["var n : cell -> 0..3;", "rule w { all of dark[cells]; }"])
def test_the_steps_of_one_puzzle_are_not_those_of_the_next(
    after: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("nlc.ir.elaborate.bounds.MAX_STEPS", 1000)
    many = " or ".join(["dark[r1c1]"] * 1200)
    with pytest.raises(UserError, match="rule 'r' takes more than 1,000 steps"):
        program(f"rule r {{ {many}; }}")
    assert len(program(after).nodes) < 20


def test_the_bound_can_be_set_and_is_told() -> None:
    rule = "rule r { for p, q in cells { dark[p] iff dark[q]; } }"
    with pytest.raises(UserError) as caught:
        program(rule, max_instances=80)
    (item,) = caught.value.diagnostics
    assert item.message == "rule 'r' has 81 instances here, more than 80"
    assert item.hint == "--max-instances 81 allows as many"
    assert len(program(rule, max_instances=81).nodes) == 2


Board = tuple[bool, ...]
BOARDS = list(product((False, True), repeat=4))


def boards(items: str) -> set[Board]:
    """Return the boards of 2x2 that the evaluator passes."""
    found = program(items, 2)
    return {b for b in BOARDS if not violations(found, Assignment(np.array([False, *b]), {}), 1)}


@pytest.mark.sample(26)
@pytest.mark.parametrize(
    ("first", "step", "value"),
    [
        ("dark[r1c1]", "X iff dark[r1c2]", lambda x, b: x == b[1]),
        ("dark[r1c1]", "dark[r1c2] iff (X iff dark[r2c1])", lambda x, b: b[1] == (x == b[2])),
        ("dark[r1c1]", "X iff not X", lambda x, b: False),
        ("dark[r1c1]", "X or X", lambda x, b: x),
        (
            "dark[r1c1]",
            "(X or dark[r1c2]) and (X or dark[r2c1])",
            lambda x, b: x or (b[1] and b[2]),
        ),
        (
            "dark[r1c1]",
            "(X and dark[r1c2]) or (not X and dark[r2c1])",
            lambda x, b: b[1] if x else b[2],
        ),
        (
            "dark[r1c1]",
            "(X or dark[r1c2]) implies (X and dark[r2c1])",
            lambda x, b: not (x or b[1]) or (x and b[2]),
        ),
        ("dark[r1c1]", "X implies (X implies dark[r1c2])", lambda x, b: not x or b[1]),
        (
            "any of dark[cells]",
            "(X implies dark[r1c2]) implies dark[r2c2]",
            lambda x, b: (x and not b[1]) or b[3],
        ),
    ],
)
@pytest.mark.parametrize("count", [1, 2, 3, 4, 9, 40])
def test_lets_that_use_the_former_twice_mean_what_they_say(
    first: str, step: str, value: Callable[[bool, Board], bool], count: int
) -> None:
    def holds(board: Board) -> bool:
        start = any(board) if first.startswith("any") else board[0]
        return reduce(lambda x, _: value(x, board), range(count), start)

    meant = {board for board in BOARDS if holds(board)}
    assert boards(f"{lets(first, step, count)} rule r {{ v{count}; }}") == meant
    inside = lets(first, step, count)
    assert boards(f"rule r {{ for c in cells {{ {inside} dark[c] or v{count}; }} }}") == (
        meant | {(True,) * 4}
    )


@pytest.mark.parametrize("word", ["iff", "implies"])
@pytest.mark.parametrize("length", [2, 5, 7, 8, 24, 150])
def test_long_chains_mean_what_they_say(word: str, length: int) -> None:
    def holds(board: Board) -> bool:
        values = [board[i % 4] for i in range(length)]
        if word == "iff":
            return reduce(lambda x, y: x == y, values)
        return reduce(lambda x, y: not y or x, reversed(values))

    chain = f" {word} ".join(f"dark[r{i % 4 // 2 + 1}c{i % 2 + 1}]" for i in range(length))
    assert boards(f"rule r {{ {chain}; }}") == {board for board in BOARDS if holds(board)}
    found = program(f"rule r {{ {chain}; }}", 2)
    rows = sum(len(node.guard) for node in found.nodes if hasattr(node, "guard"))
    assert rows <= 64 and found.variables <= 4 + 2 * length
