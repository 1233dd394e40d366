"""Each encoding of labels in whole programs: solutions, numbers of models, names, refusals."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.lower_programs import (
    as_values,
    assignments,
    base_program,
    ints,
    nowhere,
    programs,
    solutions,
)

from nlc.board import Sort
from nlc.cnf.decode import decode_comments
from nlc.encode.domains import REGISTRY
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.nodes import Domain, Implies, Program, Relate

names = pytest.mark.parametrize("name", REGISTRY.names())


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(programs(), st.sampled_from(REGISTRY.names()), st.sampled_from(("fold", "none")))
def test_models_read_as_exactly_the_solutions(program: Program, name: str, passes: str) -> None:
    lowered = lower(program, Encoding(domains=name, passes=passes))
    found = [as_values(a) for a in assignments(lowered, whole=lowered.preserves_models)]
    assert lowered.exact
    assert set(found) == solutions(program)
    assert name == "direct-free" or len(found) == len(set(found))


def related_program() -> Program:
    """Return two cells of three colours that are equal where the first is marked."""
    program = base_program(2, 3, True)
    same = Relate("color", ints([0]), "color", ints([1]), True)
    program.nodes.append(Implies(ints([[1]]), same, nowhere()))
    return program


@names
def test_what_is_declared_to_keep_the_number_of_models_does_and_the_rest_does_not(
    name: str,
) -> None:
    program = related_program()
    lowered = lower(program, Encoding(domains=name))
    found = Counter(as_values(a) for a in assignments(lowered, whole=True))
    assert set(found) == solutions(program)
    assert lowered.preserves_models == REGISTRY.get(name).declaration.preserves_models
    assert lowered.preserves_models == (max(found.values()) == 1)


def shown_program(values: int) -> Program:
    program = base_program(1, 2, True)
    texts = tuple(map(str, range(values)))
    program.domains["other"] = Domain("other", Sort.CELL, 1, texts, False, True, False)
    return program


def test_a_shown_variable_is_refused_where_one_value_would_be_counted_twice() -> None:
    for name in REGISTRY.names():
        if name != "direct-free":
            assert lower(shown_program(3), Encoding(domains=name)).exact
    with pytest.raises(UserError, match="direct-free cannot represent 'other': it is shown") as it:
        lower(shown_program(3), Encoding(domains="direct-free"))
    assert it.value.diagnostics[0].hint == "use domains=log"


def test_the_labels_of_the_thesis_are_refused_above_twelve_values() -> None:
    lower(shown_program(12), Encoding(domains="thesis"))
    with pytest.raises(UserError, match="thesis cannot represent 'other': 13 values") as caught:
        lower(shown_program(13), Encoding(domains="thesis"))
    assert caught.value.diagnostics[0].hint == "use domains=log"


def test_the_first_candidate_that_holds_is_the_value() -> None:
    texts = ["c[r1]?=A", "c[r1]?=B", "c[r1]?=C", "c[r1].has", "c[r2]?=A", "c[r2].has"]
    values = np.array([0, 0, 1, 1, 1, 1, 0], np.int8)
    assert decode_comments(dict(enumerate(texts, 1)), values) == {"c": {"r1": "B"}}


def test_bounds_count_up_to_the_value_and_need_the_list_of_values() -> None:
    texts = ["c[r1]>=B", "c[r1]>=C", "c[r2]>=B", "c[r2]>=C", "c[r3]>=B", "c[r3]>=C", "c[r3].has"]
    held, known = np.array([0, 1, 0, 0, 0, 1, 1, 0], np.int8), dict(enumerate(texts, 1))
    assert decode_comments(known, held, ["domain c A B C"]) == {"c": {"r1": "B", "r2": "A"}}
    with pytest.raises(UserError, match="no comment 'c domain c"):
        decode_comments(known, held)
