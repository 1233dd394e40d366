"""What encodings of sums and products say, against the definition, for numbers of few levels."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from math import prod
from random import Random

import pytest
from encode.template_models import numbers_of_models, stamped

from nlc.encode.sums import REGISTRY, Shape, template_of
from nlc.errors import UserError

SHAPES = [
    Shape("+", ((0, 1), (0, 1), (0, 1)), (1, 2, 3)),
    Shape("+", ((0, 1),), (1,)),
    Shape("+", ((2, 3, 7),), (1, 2, 3, 4, 7, 8)),
    Shape("+", ((1, 2, 3), (1, 2, 3)), (4, 5)),
    Shape("+", ((-3, -1, 4), (0, 5), (-2, 2)), (-1, 0, 3, 12)),
    Shape("*", ((0, 1, 2), (0, 3)), (1, 3, 6)),
    Shape("*", ((1, 2, 3), (1, 2, 4), (2, 3)), (12, 13)),
    Shape("*", ((2, 5),), (2, 5, 6)),
]


def random_shape(random: Random) -> Shape:
    op = random.choice("+*")
    numbers = []
    for _ in range(random.randint(1, 4)):
        levels = random.sample(range(0 if op == "*" else -6, 9), random.randint(2, 3))
        numbers.append(tuple(sorted(levels)))
    bounds = random.sample(range(-12, 40 if op == "+" else 300), random.randint(1, 3))
    return Shape(op, tuple(numbers), tuple(sorted(bounds)))


def inputs(shape: Shape) -> Iterator[tuple[tuple[bool, ...], tuple[int, ...]]]:
    """Yield the literals of all numbers with the numbers that they tell."""
    for places in itertools.product(*(range(len(levels)) for levels in shape.levels)):
        lits = [
            i < k
            for levels, k in zip(shape.levels, places, strict=True)
            for i in range(len(levels) - 1)
        ]
        yield tuple(lits), tuple(levels[k] for levels, k in zip(shape.levels, places, strict=True))


@pytest.mark.sample(20)
@pytest.mark.parametrize("name", REGISTRY.names())
@pytest.mark.parametrize("shape", [*SHAPES, *map(random_shape, map(Random, range(15)))], ids=str)
def test_each_output_says_whether_the_total_reaches_its_bound(name: str, shape: Shape) -> None:
    encoding = REGISTRY.get(name)
    if encoding.refusal(shape) is not None:
        assert shape.op == "*" and name == "adder"
        return
    template = encoding.template(shape)
    outputs = len(shape.bounds)
    found = numbers_of_models(stamped(template), shape.inputs + outputs)
    for lits, numbers in inputs(shape):
        total = sum(numbers) if shape.op == "+" else prod(numbers)
        for told in itertools.product((False, True), repeat=outputs):
            right = told == tuple(total >= bound for bound in shape.bounds)
            assert found[*lits, *told] == right, (numbers, told)


@pytest.mark.slow
def test_auto_takes_adders_where_a_tree_would_be_too_large() -> None:
    weights = Shape("+", tuple((0, 3**i) for i in range(20)), (3**19,))
    assert REGISTRY.get("totalizer").refusal(weights) is not None
    assert template_of("totalizer", weights).size == template_of("adder", weights).size


@pytest.mark.slow
def test_a_product_that_none_can_state_is_refused() -> None:
    primes = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61)
    with pytest.raises(UserError, match="this product is too large"):
        template_of("totalizer", Shape("*", tuple((1, p) for p in primes), (10**9,)))
