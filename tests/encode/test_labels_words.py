"""Words of finite-domain variables, against their definition, for few values."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterable, Iterator

import numpy as np
import pytest
from encode.template_models import numbers_of_models, stamped

from nlc.encode.cardinality import Counter
from nlc.encode.domains import REGISTRY, Word
from nlc.encode.template import Template
from nlc.ir.nodes import ABSENT

Bits = tuple[bool, ...]

SHAPES = [
    (name, values, optional)
    for name in REGISTRY.names()
    for values in (0, 1, 2, 3, 4, 5, 7, 8)
    for optional in (False, True)
]
shapes = pytest.mark.parametrize(("name", "values", "optional"), SHAPES)

PAIRS = 120
"""Of more pairs of words than these, a sample is looked at."""


def word_of(name: str, values: int, optional: bool) -> Word:
    texts = [chr(ord("A") + v) for v in range(values)]
    return REGISTRY.get(name).word(texts, optional, Counter("auto"))


def value_of(word: Word, bits: Bits) -> int:
    return int(word.decode(np.array([bits], np.bool_).reshape(1, word.width))[0])


def held(cube: list[int], bits: Bits) -> bool:
    return all(bits[abs(x) - 1] == (x > 0) for x in cube if x)


def valid_words(word: Word) -> dict[Bits, int]:
    models = numbers_of_models(stamped(word.valid), word.width)
    assert max(models.values()) <= 1
    return {bits: value_of(word, bits) for bits, number in models.items() if number}


def plain_words(word: Word) -> dict[Bits, int]:
    """Return the word of each value; where there are several, the one with the fewest true."""
    least = sorted(valid_words(word).items(), key=lambda item: -sum(item[0]))
    return {bits: value for value, bits in {value: bits for bits, value in least}.items()}


def pairs(words: Iterable[tuple[Bits, int]]) -> Iterator[tuple[Bits, int, Bits, int]]:
    every = [(*left, *right) for left, right in itertools.product(list(words), repeat=2)]
    yield from every if len(every) <= PAIRS else random.Random(1).sample(every, PAIRS)


def satisfiable(template: Template, values: Bits) -> bool:
    """Return whether the clauses can be met by some values of the auxiliaries."""
    blocks = (*template.definitions, *template.clauses)
    clauses = [clause for block in blocks for clause in block.tolist()]
    fixed = [[x for x in c if abs(x) > len(values)] for c in clauses if not some_held(c, values)]
    first = len(values) + 1
    return any(
        all(any(extra[abs(x) - first] == (x > 0) for x in clause) for clause in fixed)
        for extra in itertools.product((False, True), repeat=template.auxiliaries)
    )


def some_held(clause: list[int], values: Bits) -> bool:
    return any(values[abs(x) - 1] == (x > 0) for x in clause if abs(x) <= len(values))


@pytest.mark.sample(32)
@shapes
def test_every_value_has_a_word_and_only_one_where_that_is_said(
    name: str, values: int, optional: bool
) -> None:
    word = word_of(name, values, optional)
    found = sorted(valid_words(word).values())
    assert sorted(set(found)) == list(range(ABSENT if optional else 0, values))
    assert word.unique == (name != "direct-free")
    if word.unique:
        assert len(found) == len(set(found))
    elif values > 1:
        assert len(found) > len(set(found))
    assert len(word.suffixes) == word.width


@pytest.mark.sample(32)
@shapes
def test_cubes_tell_the_value_and_assigned_literals_give_it(
    name: str, values: int, optional: bool
) -> None:
    word = word_of(name, values, optional)
    plain = plain_words(word)
    for bits, value in valid_words(word).items():
        for other in range(ABSENT if optional else 0, values):
            assert held(word.cubes[other].tolist(), bits) == (value == other)
            assigned = held(word.assigned[other].tolist(), bits)
            assert assigned == (value == other) or (not assigned and bits not in plain)


@pytest.mark.sample(31)
@shapes
def test_equality_and_difference_imply_what_they_say_and_hold_of_plain_words(
    name: str, values: int, optional: bool
) -> None:
    word = word_of(name, values, optional)
    for left, a, right, b in pairs(valid_words(word).items()):
        assert a == b or not satisfiable(word.equal, left + right)
        assert a != b or not satisfiable(word.differ, left + right)
    for left, a, right, b in pairs(plain_words(word).items()):
        assert satisfiable(word.equal, left + right) == (a == b)
        assert satisfiable(word.differ, left + right) == (a != b)
