"""What is stated of pairs follows from counts of any kind: all values of a few booleans tell."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from support.puzzles import program_of

from nlc.ir.nodes import Counts, Exactly, Origin
from nlc.ir.passes.failed_pairs import FailedPairs
from nlc.ir.passes.pair_variables import PairVariables

BLANK = """
puzzle "blank" is slitherlink {
  topology square;
  board
    . .
  end
}
"""
USUAL = (Counts.of(2), Counts.of(0, 1, 2), Counts.of(2, 3), Counts.of(1, 2))


def counts_of_literals(random, variables):
    """Return nodes that count some literals of either sign, some of them under guards."""
    pool = random.permutation(variables)[:2] + 1
    pool = pool * random.choice([1, -1], 2)  # a guard may be a literal of its own row, or deny one
    nodes = []
    for number in range(random.integers(2, 5)):
        width = int(random.choice([2, 3, 4])) if number else 4
        guards = int(random.choice([0, 0, 1, 2]))
        some = random.choice(width + 1, int(random.integers(1, 4)), replace=False)
        counts = Counts.of(*some.tolist()) if random.random() < 0.1 else random.choice(USUAL)
        rows = int(random.integers(1, 4))
        lits = np.array([random.permutation(variables)[:width] + 1 for _ in range(rows)])
        lits = lits * np.where(random.random(lits.shape) < 0.2, -1, 1)
        guard = random.choice(pool, (rows, guards))
        origin = Origin("random", None)
        node = Exactly(counts.within(width), lits.astype(np.int32), guard.astype(np.int32), origin)
        nodes.append(node)
    return nodes


def truth(lits, values):
    """Return which literals hold: values of shape (cases, variables) -> (cases, *lits.shape)."""
    return (values[:, np.abs(lits) - 1] == 1) == (lits > 0)


def holds(node, values):
    """Return in which cases all rows of a node hold."""
    guarded = truth(node.guard, values).all(axis=-1)
    if isinstance(node, Exactly):
        said = node.counts.mask(truth(node.lits, values).sum(axis=-1))
    else:
        said = truth(node.then.lits, values).any(axis=-1)
    return (~guarded | said).all(axis=-1)


@pytest.mark.slow
@pytest.mark.parametrize("stronger", [PairVariables(), FailedPairs()])
def test_what_is_added_holds_wherever_the_counts_do(stronger):
    random = np.random.default_rng(5)
    blank = program_of(BLANK)
    stated = 0
    for _ in range(100):
        variables = int(random.integers(5, 8))
        values = np.arange(2**variables)[:, None] >> np.arange(variables) & 1
        nodes = counts_of_literals(random, variables)
        program = replace(blank, nodes=nodes, auxiliaries=[], variables=variables)
        values = values[np.all([holds(node, values) for node in nodes], axis=0)]
        made = stronger.apply(program)
        for block in made.auxiliaries:
            definition = block.definition
            assert block.base == values.shape[1] + 1
            defined = definition.counts.mask(truth(definition.lits, values).sum(axis=-1))
            values = np.hstack([values, defined.astype(values.dtype)])
        assert made.variables == values.shape[1]
        assert made.nodes[: len(nodes)] == nodes
        added = made.nodes[len(nodes) :]
        assert all(holds(node, values).all() for node in added)
        stated += bool(added) and bool(len(values))
    assert stated > 13
