"""Values that can be exchanged, and the solutions of which one is kept."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import pytest
from support.puzzles import program_of

from nlc.drivers import get
from nlc.drivers.base import NO_LIMITS
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.ir.exchange import exchangeable
from nlc.ir.nodes import Program
from nlc.solving.question import Question
from nlc.solving.run import answer_of

TEXT = """
genre exchange {{
  given clue : cell -> 1..4?;
  given number : cell -> 1..4;
  let four = values(number);
  var colour : cell -> 1..4{optional};
  var tone : cell -> 1..4;
  var dot : cell -> bool;
  rule rules {{ {rules} }}
  show colour, tone, dot;
}}
puzzle "exchange" is exchange {{
  topology graph {{ cells a b c d; links {links}; }}
  {marks}
  mark number = 1 at a; mark number = 2 at b; mark number = 3 at c; mark number = 4 at d;
}}
"""

DIFFER = "for l in links { colour[a(l)] != colour[b(l)]; }"
CLUES = "for c in cells where has clue(c) { colour[c] = clue(c); }"
ALIKE = "for l in links { dot[a(l)] implies colour[a(l)] = colour[b(l)]; }"
JOINED = "for c in cells { dot[c] iff colour[c] = tone[c]; }"
TWICE = "for v in four { at most 2 of {colour[c] = v for c in cells}; }"
NEVER = "for v in four { for c in cells { dot[c] implies not colour[c] = v; } }"
ONE_OF_TWO = "for l in links { colour[a(l)] = 1 or colour[b(l)] = 1; }"
DOTTED = "for c in cells { dot[c] iff colour[c] = 3; }"
MIXED = "for l in links { not (colour[a(l)] = 1 and colour[b(l)] = 2); }"
ORDERED = "for l in links { colour[a(l)] <= colour[b(l)]; }"
COUNTED = "for c in cells { dot[c] iff exactly 2 of {colour[d] = 4 for d in cells}; }"
ONLY_ONE = "for c in cells where not has clue(c) { colour[c] != 3; colour[c] != 4; }"
APART = "all_different(colour[cells]);"
RULES = (
    *(DIFFER, CLUES, ALIKE, JOINED, TWICE, NEVER, ONE_OF_TWO, DOTTED),
    *(MIXED, ORDERED, COUNTED, APART),
)

LINKS = tuple(f"{a}-{b}" for a, b in combinations("abcd", 2))


def program(*rules: str, links=LINKS, clues=(), optional="") -> Program:
    marks = " ".join(f"mark clue = {value} at {cell};" for cell, value in clues)
    text = TEXT.format(rules=" ".join(rules), links=" ".join(links), marks=marks, optional=optional)
    return program_of(text)


Board = tuple[tuple[int, ...], tuple[int, ...], tuple[bool, ...]]


def boards(made: Program, spec: str) -> set[Board]:
    lowered = lower(made, Encoding.parse(spec))
    found = answer_of(made, lowered, get("pysat:minisat22"), Question(None), NO_LIMITS)
    assert found.complete
    (dot,) = made.bools
    return {
        (
            tuple(board.domains["colour"].tolist()),
            tuple(board.domains["tone"].tolist()),
            tuple(board.bools[dot.base : dot.base + dot.size].tolist()),
        )
        for board in found.solutions
    }


def alike(made: Program) -> dict[str, list[int]]:
    """Return the values that can be exchanged, from 1, by the variable."""
    return {names[0]: (values + 1).tolist() for names, values in exchangeable(made)}


def exchanged(board: Board, change: dict[int, int], both: bool) -> Board:
    """Return a board with values in the place of others; of both variables, or of the first."""
    colour, tone, dot = board
    then = tuple(change.get(value, value) for value in tone) if both else tone
    return tuple(change.get(value, value) for value in colour), then, dot


@pytest.mark.parametrize(
    ("rules", "words", "values"),
    [
        ((DIFFER,), {}, [1, 2, 3, 4]),
        ((DIFFER, CLUES), {"clues": [("b", 2)]}, [1, 3, 4]),
        ((DIFFER, CLUES), {"clues": [("b", 2), ("c", 4), ("d", 3)]}, None),
        ((ALIKE, TWICE, NEVER), {}, [1, 2, 3, 4]),
        ((ALIKE, TWICE), {"optional": "?"}, [1, 2, 3, 4]),
        ((APART, DOTTED), {}, [1, 2, 4]),
        ((DIFFER, ONE_OF_TWO), {}, [2, 3, 4]),
        ((DIFFER, MIXED), {}, [3, 4]),
        ((DIFFER, ORDERED), {}, None),
        ((DIFFER, "for c in cells { colour[c] != 4; }"), {}, [1, 2, 3]),
        ((DIFFER, COUNTED), {}, [1, 2, 3]),
        ((CLUES, ONLY_ONE), {"clues": [("b", 2)]}, None),
    ],
)
def test_values_of_which_the_rules_say_the_same_can_be_exchanged(rules, words, values):
    assert alike(program(*rules, **words)).get("colour") == values


def test_variables_that_are_compared_have_their_values_exchanged_together():
    assert len(alike(program(DIFFER, JOINED))) == 1
    assert len(alike(program(DIFFER))) == 2
    spoilt = DOTTED.replace("colour", "tone")
    assert list(alike(program(DIFFER, JOINED, spoilt)).values()) == [[1, 2, 4]]


@pytest.mark.sample(4, every=2)
@pytest.mark.parametrize("seed", range(20))
def test_of_solutions_that_differ_by_an_exchange_one_is_kept(seed):
    random = Random(f"exchange {seed}")
    rules = random.sample(RULES, random.randint(1, 4))
    links = random.sample(LINKS, random.randint(2, 6))
    clues = [(cell, random.randint(1, 4)) for cell in random.sample("abcd", random.randint(0, 2))]
    fixed = "for c in cells { tone[c] = 1; }" if JOINED not in rules else ""
    few = f"exactly {3 if JOINED in rules else random.randint(0, 1)} of dot[cells];"
    optional = random.choice(["", "?"])
    made = program(*rules, fixed, few, links=links, clues=clues, optional=optional)
    every = boards(made, "domains=log,passes=none")
    found = alike(made)
    values = next(iter(found.values()), []) if JOINED in rules else found.get("colour", [])
    # The set of solutions is as the analysis says.
    for order in permutations(values):
        change = {old - 1: new - 1 for old, new in zip(values, order, strict=True)}
        assert {exchanged(board, change, JOINED in rules) for board in every} == every
    # Each solution becomes one that is kept.
    spec = random.choice(["log,passes=value-precedence", "direct,passes=value-precedence+fold"])
    kept = boards(made, f"domains={spec}")
    assert kept <= every
    changes = [
        {old - 1: new - 1 for old, new in zip(values, order, strict=True)}
        for order in permutations(values)
    ]
    reached = {exchanged(board, change, JOINED in rules) for board in kept for change in changes}
    assert reached == every
