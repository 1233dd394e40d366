"""Words of finite-domain variables, against their definition, for few values."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from template_models import numbers_of_models, stamped

from nlc.encode.count import Counter
from nlc.encode.labels import REGISTRY
from nlc.encode.labels.base import Word
from nlc.encode.template import Template
from nlc.ir.nodes import ABSENT

SHAPES = [
    (name, values, optional)
    for name in REGISTRY.names()
    for values in (0, 1, 2, 3, 4, 5)
    for optional in (False, True)
]
shapes = pytest.mark.parametrize(("name", "values", "optional"), SHAPES)


def word_of(name: str, values: int, optional: bool) -> Word:
    texts = [chr(ord("A") + v) for v in range(values)]
    return REGISTRY.get(name).word(texts, optional, Counter("auto"))


def value_of(word: Word, bits: tuple[bool, ...]) -> int:
    return int(word.decode(np.array([bits], np.bool_).reshape(1, word.width))[0])


def held(cube: list[int], bits: tuple[bool, ...]) -> bool:
    return all(bits[abs(x) - 1] == (x > 0) for x in cube if x)


def valid_words(word: Word) -> dict[tuple[bool, ...], int]:
    models = numbers_of_models(stamped(word.valid), word.width)
    assert max(models.values()) <= 1
    return {bits: value_of(word, bits) for bits, number in models.items() if number}


def satisfied(template: Template, values: tuple[bool, ...]) -> bool:
    assert template.auxiliaries == 0
    clauses = [clause for block in template.clauses for clause in block.tolist()]
    return all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)


@shapes
def test_every_value_has_exactly_one_word(name: str, values: int, optional: bool) -> None:
    word = word_of(name, values, optional)
    found = valid_words(word)
    assert sorted(found.values()) == list(range(ABSENT if optional else 0, values))
    assert len(word.suffixes) == word.width


@shapes
def test_cubes_and_assigned_literals_tell_the_value(name: str, values: int, optional: bool) -> None:
    word = word_of(name, values, optional)
    for bits, value in valid_words(word).items():
        for other in range(ABSENT if optional else 0, values):
            assert held(word.cubes[other].tolist(), bits) == (value == other)
            assert held(word.assigned[other].tolist(), bits) == (value == other)


@shapes
def test_equality_and_difference_are_exact(name: str, values: int, optional: bool) -> None:
    word = word_of(name, values, optional)
    words = valid_words(word)
    for (left, a), (right, b) in itertools.product(words.items(), repeat=2):
        assert satisfied(word.equal, left + right) == (a == b)
        if not word.differ.auxiliaries:
            assert satisfied(word.differ, left + right) == (a != b)


@pytest.mark.parametrize("optional", [False, True])
def test_difference_of_wide_log_words_is_exact_with_one_model(optional: bool) -> None:
    word = word_of("log", 5, optional)
    clauses = stamped(word.differ, guards=1)
    names = sorted(valid_words(word).items())
    models = numbers_of_models(clauses, 2 * word.width + 1)
    for (left, a), (right, b) in itertools.product(names, repeat=2):
        assert models[(*left, *right, True)] == (a != b)
        assert models[(*left, *right, False)] == 1


def test_log_words_take_few_clauses() -> None:
    for values in range(1, 70):
        word = word_of("log", values, False)
        assert word.width == (values - 1).bit_length()
        assert word.valid.size[1] <= word.width
        assert word.equal.size == (0, 2 * word.width, 4 * word.width)
    assert word_of("log", 64, False).valid.size[1] == 0
    assert word_of("log", 9, False).differ.size[:2] == (4, 17)
    assert word_of("log", 4, False).differ.size[:2] == (0, 4)


def test_direct_words_take_two_clauses_a_value_for_equality_and_one_for_difference() -> None:
    word = word_of("direct", 7, False)
    assert word.width == 7
    assert word.equal.size[:2] == (0, 14)
    assert word.differ.size[:2] == (0, 7)


def test_suffixes_name_values_bits_and_presence() -> None:
    assert word_of("direct", 2, True).suffixes == ("=A", "=B", ".has")
    assert word_of("log", 3, True).suffixes == (".bit0", ".bit1", ".has")
    assert word_of("log", 1, False).suffixes == ()


def test_decoding_inverts_the_assignment_of_many_values() -> None:
    for name, optional in itertools.product(REGISTRY.names(), (False, True)):
        word = word_of(name, 26, optional)
        values = np.arange(ABSENT if optional else 0, 26, dtype=np.int32)
        words = np.zeros((len(values), word.width), np.bool_)
        for row, literals in zip(words, word.assigned[values].tolist(), strict=True):
            row[[x - 1 for x in literals if x > 0]] = True
        if name == "direct" and optional:
            words[1:, -1] = True
        assert word.decode(words).tolist() == values.tolist()
