"""Numbers that rules only bound, subtract and add up, against brute force over all of them."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from support.puzzles import SOLVER, driver, program_of

import nlc
from nlc.drivers.search import models
from nlc.encode.lower import lower
from nlc.encode.policy import STATIC
from nlc.encode.spec import Encoding
from nlc.ir.nodes import Program

OPS = ("<", "<=", ">", ">=", "=", "!=")
WORDS = ("direct", "direct-support", "log", "thesis")


def linear(random: Random) -> str:
    """Return a comparison of weighted numbers x[1] to x[3], of one to three of them."""
    chosen = random.sample((1, 2, 3), random.choice((1, 2, 2, 3)))
    terms = [f"{random.choice((1, 1, -1, 2, -2, 3))} * x[{i}]" for i in chosen]
    known = random.randint(-6, 8)
    return f"{' + '.join(terms)} {random.choice(OPS)} {known}".replace("+ -", "- ")


def condition(random: Random) -> str:
    """Return a comparison, or two of them joined."""
    one, other = linear(random), linear(random)
    return random.choice((one, one, f"({one}) or ({other})", f"({one}) iff ({other})"))


def case(seed: int) -> tuple[str, list[int], list[str]]:
    """Return the text of a puzzle, the values of each number, and its rules."""
    random = Random(seed)
    low = random.randint(-3, 1)
    hole = random.randint(low, low + 4)
    values = [n for n in range(low, low + 5) if seed % 2 or n != hole]
    kind = f"{low}..{low + 4}" if seed % 2 else f"{{n for n in {low}..{low + 4} where n != {hole}}}"
    rules = ["x[1] < x[2]" if seed % 3 else "x[2] - x[1] >= 1"]
    rules += [condition(random) for _ in range(random.randint(1, 3))]
    text = f"genre g {{ var x : i in 1..3 -> {kind}; rule r {{ {'; '.join(rules)}; }} show x; }}"
    return f'{text}\npuzzle "p" is g {{ topology none; }}', values, rules


def holds(rule: str, x: tuple[int, ...]) -> bool:
    """Return whether Python says that a rule holds."""
    text = rule.replace(" = ", " == ").replace(" iff ", " == ")
    return bool(eval(text, {"x": (None, *x)}))


def solutions(program: Program, spec: str) -> list[tuple[int, ...]]:
    """Return the numbers of each model of a formula."""
    lowered = lower(program, Encoding.parse(spec), STATIC)
    values = [int(text) for text in program.domains["x"].values]
    out = []
    for outcome in models(driver(SOLVER), lowered.cnf):
        if outcome.model is not None:
            board = lowered.assignment(outcome.model).domains["x"]
            out.append(tuple(values[i] for i in board))
    return out if lowered.preserves_models else sorted(set(out))


@pytest.mark.sample(3)
@pytest.mark.parametrize("seed", range(12))
def test_every_word_states_bounds_differences_and_sums(seed: int) -> None:
    text, values, rules = case(seed)
    wanted = [x for x in product(values, repeat=3) if all(holds(rule, x) for rule in rules)]
    program = program_of(text)
    assert program.domains["x"].ordered
    for word in ("order", WORDS[seed % len(WORDS)]):
        assert sorted(solutions(program, f"domains={word}")) == wanted, (word, rules)


SHOP = """genre shop {{
  var start : i in 1..4 -> 0..20;
  rule order {{ for i in 1..3 {{ start[i] + 4 <= start[i + 1]; }} {more} }}
  show start;
}}
puzzle "p" is shop {{ topology none; }}"""


@pytest.mark.parametrize(
    ("more", "word"), [("", "order"), ("all_different(start[1..4]);", "direct")]
)
def test_a_number_is_in_order_unless_a_rule_names_its_values(more: str, word: str) -> None:
    lowered = lower(program_of(SHOP.format(more=more)), Encoding())
    assert lowered.encoding.domains == word
    if word == "order":  # a clause for each step of a word, and for each possible start
        (puzzle,) = nlc.loads(SHOP.format(more=more))
        assert nlc.compile(puzzle).variables == 80
        assert len({block.rule for block in lowered.cnf.blocks}) == 2


@pytest.mark.slow
def test_encodings_of_a_model_without_a_board_are_compared() -> None:
    found = nlc.diff(nlc.loads(SHOP.format(more="")), encodings=["default", "domains=direct"])
    assert not found.disagreements
