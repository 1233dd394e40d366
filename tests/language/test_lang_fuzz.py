"""Whatever is typed, the front end ends in a result or in a `UserError`."""

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from language.texts import typed

from nlc.errors import Diagnostics, Source, UserError
from nlc.language.resolve import load
from nlc.language.tables import tables
from nlc.language.types import check

ROOT = Path(__file__).parents[2]
TEXTS = [
    *(path.read_text(encoding="utf-8") for path in sorted((ROOT / "grammar").glob("*.nl"))),
    (ROOT / "fixtures" / "puzzles.nl").read_text(encoding="utf-8"),
    typed("for c in cells { connected({x for x in cells if level[x] = 1}, line); true; }"),
]
TOKENS = re.compile(r"\s+|\w+|.")


def front_end(text: str) -> None:
    """Run the front end; any exception but `UserError` is a failure."""
    diagnostics = Diagnostics()
    try:
        loaded = load(Source("t.nl", text))
        for rules in loaded.genres.values():
            check(rules, None, diagnostics)
        for case in loaded.puzzles:
            check(case.rules, case, diagnostics)
        diagnostics.raise_errors()
    except UserError as error:
        assert error.diagnostics
        for item in error.diagnostics:
            assert item.render() and item.to_json()
            if item.span is not None:
                assert (item.span.line, item.span.column) <= (
                    item.span.end_line,
                    item.span.end_column,
                )


@st.composite
def mutants(draw: st.DrawFn) -> str:
    """A valid text with a few tokens or characters deleted, doubled, swapped or replaced."""
    text = draw(st.sampled_from(TEXTS))
    parts = TOKENS.findall(text) if draw(st.booleans()) else list(text)
    for _ in range(draw(st.integers(1, 4))):
        i, j = (draw(st.integers(0, len(parts) - 1)) for _ in range(2))
        match draw(st.sampled_from(["delete", "double", "swap", "copy", "cut"])):
            case "delete":
                parts[i] = ""
            case "double":
                parts[i] *= 2
            case "swap":
                parts[i], parts[j] = parts[j], parts[i]
            case "copy":
                parts[i] = parts[j]
            case _:
                parts = parts[: max(i, 1)]
    return "".join(parts)


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(mutants())
def test_a_mutated_text_is_accepted_or_told(text: str) -> None:
    front_end(text)


WORDS = [
    *tables().literals,
    *("board", "end", "graph", "cells", "links", "numberlink", "first", "values", "loop", "path"),
    *("a", "b", "c", "line", "color", "labels", "r1c1", "r1c1.side(N)", "0", "1", '"x"'),
    *("§", "==", "&&", "\n", "//"),
]


@pytest.mark.slow
@settings(max_examples=50, deadline=None)
@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
def test_a_heap_of_words_is_accepted_or_told(text: str) -> None:
    front_end(text)


@pytest.mark.slow
@settings(max_examples=40, deadline=None)
@given(st.text(max_size=60))
def test_any_text_is_accepted_or_told(text: str) -> None:
    front_end(text)


@pytest.mark.parametrize("sign", ["(", "[", "{", "not ", "count ", "- ", "x(", "{x for x in "])
def test_a_heap_of_one_sign_is_told(sign: str) -> None:
    front_end("genre g { rule r { " + sign * 3000)
