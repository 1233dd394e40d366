"""Encoding specs as text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nlc.encode.spec import PRESETS, Encoding, choices
from nlc.lang.diagnostics import UserError

encodings = st.builds(Encoding, **{part: st.sampled_from(n) for part, n in choices().items()})


@given(encodings)
def test_the_text_of_an_encoding_parses_back(encoding: Encoding) -> None:
    assert Encoding.parse(str(encoding)) == encoding


@given(encodings, st.permutations(sorted(choices())), st.sets(st.sampled_from(sorted(choices()))))
def test_parts_may_come_in_any_order_and_be_left_out(
    encoding: Encoding, order: list[str], left_out: set[str]
) -> None:
    given_parts = [part for part in order if part not in left_out]
    text = ",".join(f"{part}={getattr(encoding, part)}" for part in given_parts)
    if given_parts:
        default = Encoding()
        expected = {p: getattr(default if p in left_out else encoding, p) for p in choices()}
        assert Encoding.parse(text) == Encoding(**expected)


def test_the_default_is_printed_in_full() -> None:
    assert str(Encoding()) == "labels=log,count=auto,acyclic=auto"


def test_presets_are_known_by_name_and_can_be_changed() -> None:
    assert {name: Encoding.parse(name) for name in PRESETS} == PRESETS
    assert Encoding.parse("direct, acyclic=order") == Encoding("direct", "auto", "order")


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("labels=lgo", "no labels encoding is called 'lgo'", "did you mean 'log'?"),
        ("count=seqcuonter", "no count encoding is called 'seqcuonter'", "'seqcounter'?"),
        ("acyclic=tree", "no acyclic encoding is called 'tree'", "known: auto, primal-dual"),
        ("label=log", "an encoding has no part 'label'", "did you mean 'labels'?"),
        ("dircet", "no encoding is called 'dircet'", "did you mean 'direct'?"),
        ("", "no encoding is called ''", "known: default, direct, log"),
        ("labels=log,labels=direct", "the encoding gives 'labels' twice", ""),
        ("labels", "no encoding is called 'labels'", "known: default"),
    ],
)
def test_mistakes_are_told_with_a_hint(text: str, message: str, hint: str) -> None:
    with pytest.raises(UserError) as caught:
        Encoding.parse(text)
    diagnostic = caught.value.diagnostics[0]
    assert diagnostic.message == message
    assert hint in (diagnostic.hint or "")
