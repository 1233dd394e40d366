"""Encodings that cannot be used are refused with the reason, and the hint names one that can."""

from __future__ import annotations

import re

import pytest
from support.puzzles import program_of

from nlc.encode.acyclic import REGISTRY
from nlc.encode.connected import REGISTRY as CONNECTED
from nlc.encode.lower import lower
from nlc.encode.policy import IN_PROCESS as IN_PROCESS_OFFERS
from nlc.encode.policy import STATIC, WATCHED, settle
from nlc.encode.spec import Encoding
from nlc.errors import UserError

PLANAR = [name for name in REGISTRY.names() if "planar" in REGISTRY.get(name).declaration.needs]
IN_PROCESS = [
    name for name in REGISTRY.names() if "in-process" in REGISTRY.get(name).declaration.needs
]


def puzzle(body: str) -> str:
    return f'puzzle "refused" is numberlink {{\n{body}}}\n'


PLAIN = puzzle("topology square;\nboard\nA . .\n. . .\n. . A\nend\n")
GRAPH = puzzle(
    "topology graph { cells a b c d; links a-b b-c c-d d-a a-c; }\nmark label = A at a, c;\n"
)
WARP = puzzle("topology square;\nboard\nA . .\n. . .\n. . A\nend\nwarp r1c1|r3c3;\n")
TORUS = puzzle("topology square(wrap=both);\nboard\nA . .\n. . .\n. . A\nend\n")
BRIDGE = puzzle(
    'topology square;\nlegend { "+" = bridge; }\nboard\nA . . .\n. + . .\n. . . A\nend\n'
)

WORDS = ["graph", "warp", "wrap", "bridge"]


def refused(text: str, name: str, in_process: bool = False) -> tuple[str, str]:
    """Return the message and the encoding that the hint names."""
    with pytest.raises(UserError) as caught:
        lower(program_of(text), Encoding(acyclic=name), WATCHED if in_process else STATIC)
    (diagnostic,) = caught.value.diagnostics
    found = re.fullmatch("use acyclic=(.*)", diagnostic.hint or "")
    assert found is not None
    return diagnostic.message, found[1]


@pytest.mark.sample(12)
@pytest.mark.parametrize("in_process", [True, False])
@pytest.mark.parametrize(
    "text", [GRAPH, WARP, TORUS, BRIDGE], ids=["graph", "warp", "torus", "bridge"]
)
@pytest.mark.parametrize("name", PLANAR)
def test_planar_encodings_are_refused_where_there_is_no_plane(name, text, in_process):
    message, hint = refused(text, name, in_process)
    assert message.startswith(f"acyclic={name} cannot be used here: ")
    program = program_of(text)
    assert (
        lower(program, Encoding(acyclic=hint), WATCHED if in_process else STATIC).encoding.acyclic
        == hint
    )


@pytest.mark.parametrize(
    ("text", "word"), list(zip([GRAPH, WARP, TORUS, BRIDGE], WORDS, strict=True)), ids=WORDS
)
def test_the_reason_says_what_is_not_plane(text, word):
    assert word in refused(text, "vertex-tree")[0]


HITORI = 'puzzle "joined" is hitori {\ntopology square;\nboard\n1 1\n1 2\nend\n}\n'
"""Nothing here is acyclic, but what an encoding of `connected` comes down to."""


@pytest.mark.parametrize("text", [PLAIN, GRAPH, HITORI], ids=["plane", "graph", "connected"])
@pytest.mark.parametrize("name", IN_PROCESS)
def test_encodings_in_process_are_refused_without_such_a_solver(name, text):
    message, hint = refused(text, name)
    assert "a solver that runs inside Python" in message
    assert lower(program_of(text), Encoding(acyclic=hint)).encoding.acyclic == hint


@pytest.mark.parametrize("joined", CONNECTED.names())
@pytest.mark.parametrize("name", REGISTRY.names())
def test_what_is_lowered_needs_no_more_than_the_solver_offers(name, joined):
    encoding, program = Encoding(acyclic=name, connected=joined), program_of(HITORI)
    for offers in (STATIC, IN_PROCESS_OFFERS):
        try:
            lowered = lower(program, encoding, offers)
        except UserError as error:
            (item,) = error.diagnostics
            assert item.span is not None and "cannot be used here" in item.message
            continue
        assert offers or not lowered.separators
        assert not any(hasattr(each, "propagator") for each in lowered.separators)


def test_a_board_that_is_too_big_is_refused_with_the_number_of_clauses():
    rows = "\n".join([". " * 50] * 49)
    text = puzzle(f"topology square;\nboard\nA{' .' * 49}\n{rows}\nend\nset cover=false;\n")
    text = text.replace(". " * 50, ". " * 49 + "A", 1)
    for name in ("closure", "order-unary", "leaf-elimination"):
        message, hint = refused(text, name)
        assert "clauses, and 10,000,000 are the limit" in message
        assert hint == "primal-dual"


def test_an_alias_is_resolved():
    named = settle(Encoding(acyclic="order"), program_of(PLAIN), STATIC, "acyclic")
    assert named.acyclic == "order-binary"
