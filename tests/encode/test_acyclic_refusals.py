"""Encodings that cannot be used are refused with the reason, and the hint names one that can."""

from __future__ import annotations

import re

import numpy as np
import pytest
from encode import acyclic_graphs as ag
from msgspec.structs import replace
from support.puzzles import program_of

from nlc.encode.acyclic import MAX_CLAUSES, REGISTRY, elimination, size_refusal
from nlc.encode.acyclic.elimination import MAX_NODES
from nlc.encode.acyclic.plane import PrimalDual
from nlc.encode.connected import REGISTRY as CONNECTED
from nlc.encode.lower import lower
from nlc.encode.policy import IN_PROCESS as IN_PROCESS_OFFERS
from nlc.encode.policy import STATIC, WATCHED, settle
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.graph import Graph
from nlc.graph.planar import embed, refusal

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


@pytest.mark.parametrize(("rows", "cols"), [(1, 1), (1, 4), (2, 2), (3, 5), (6, 4)])
def test_a_grid_has_a_face_in_each_square_and_one_outside(rows, cols):
    embedding = embed(ag.grid(rows, cols))
    faces = np.bincount(embedding.faces).tolist()
    inner = (rows - 1) * (cols - 1)
    rim = 2 * (rows - 1 + cols - 1)
    assert sorted(faces) == sorted([4] * inner + [rim] * (rim > 0))
    assert refusal(ag.grid(rows, cols)) is None


def test_a_torus_is_refused_by_eulers_formula():
    graph = ag.torus(3, 4)
    embedding = embed(graph)
    assert (embedding.euler, embedding.pieces) == (0, 1)
    assert "does not lie in the plane" in (refusal(graph) or "")
    assert "V - E + F" in (PrimalDual().refusal(graph) or "")


def test_a_torus_beside_plane_pieces_is_refused():
    ring = ag.grid(2, 2)
    torus = ag.torus(3, 3)
    both = replace(
        ring,
        nodes=13,
        ends=np.concatenate((ring.ends, torus.ends + 4)),
        rank=np.concatenate((ring.rank, torus.rank)),
    )
    assert PrimalDual().refusal(ring) is None
    assert PrimalDual().refusal(both) is not None


def test_a_nonplanar_graph_is_refused_with_its_own_reason():
    graph = replace(ag.grid(2, 2), nonplanar="it has a warp")
    assert PrimalDual().refusal(graph) == "it has a warp"


def hub(n: int) -> Graph:
    """A complete graph of n nodes."""
    ends = np.stack(np.triu_indices(n, 1), axis=1).astype(np.int32)
    return Graph(n, ends, np.zeros_like(ends), "by hand")


def cycle(n: int) -> Graph:
    ends = np.stack((np.arange(n), np.roll(np.arange(n), 1)), axis=1).astype(np.int32)
    return Graph(n, ends, np.zeros_like(ends), "by hand")


@pytest.mark.slow
def test_a_dense_graph_is_too_big_for_elimination():
    assert elimination.refusal(hub(100), 100) is None
    assert "more than 10,000,000 clauses" in (elimination.refusal(hub(400), 400) or "")
    assert elimination.refusal(hub(400), 6) is None


@pytest.mark.slow
def test_a_large_graph_is_too_big_for_elimination():
    assert elimination.refusal(cycle(MAX_NODES), 2) is None
    assert "20,001 nodes" in (elimination.refusal(cycle(MAX_NODES + 1), 2) or "")


@pytest.mark.slow
def test_nodes_on_no_cycle_do_not_count():
    ends = np.stack((np.arange(30_000), np.arange(1, 30_001)), axis=1).astype(np.int32)
    assert elimination.refusal(Graph(30_001, ends, np.zeros_like(ends), "by hand"), 2) is None


@pytest.mark.parametrize("extra", [0, 1])
def test_a_size_is_refused_only_above_the_limit(extra):
    reason = size_refusal(cycle(5), lambda part: MAX_CLAUSES + extra)
    assert reason == (
        "it would take about 10,000,001 clauses, and 10,000,000 are the limit" if extra else None
    )
