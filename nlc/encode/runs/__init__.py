"""Encodings of runs: the maximal runs of a row of conditions have given lengths.

They replace runs by clauses before merging and passes, so that these apply to the clauses.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

import numpy as np
from msgspec.structs import replace

from nlc.arrays import Ints
from nlc.cnf import Clauses
from nlc.encode.base import Declaration
from nlc.encode.template import Template, by_width, cached_template
from nlc.ir.nodes import RUN, TRUE, Auxiliary, Clause, Implies, Node, Program
from nlc.ir.runs import Lengths, fits
from nlc.registry import Registry


class RunsEncoding(ABC):
    """Encodes the lengths of the runs of a row."""

    declaration: Declaration

    def refusal(self, ring: bool) -> str | None:
        """Return why the encoding does not apply to lines or rings, or None."""
        if ring and "line" in self.declaration.needs:
            return "it places runs in the order of the list, and round a ring they have none"
        return None

    @abstractmethod
    def template(self, n: int, lengths: Lengths, ring: bool) -> Template:
        """Return the clauses over n conditions, which must have a solution; not refused."""


REGISTRY: Registry[RunsEncoding] = Registry(
    "encoding of runs",
    "ENCODING",
    "nlc.encodings.runs",
    {
        "automaton": "nlc.encode.runs.automaton:AUTOMATON",
        "diagram": "nlc.encode.runs.automaton:DIAGRAM",
        "order": "nlc.encode.runs.offsets:ORDER",
        "starts": "nlc.encode.runs.offsets:STARTS",
    },
)


def expand(program: Program, encoding: RunsEncoding, otherwise: RunsEncoding) -> Program:
    """Return a program with runs replaced by clauses.

    Args:
        program: may have runs.
        encoding: the encoding.
        otherwise: the encoding for runs to which the first does not apply, as for rings to those
            that place runs in order, which need their lengths as well.
    """
    if not program.runs:
        return program
    variables = program.variables
    auxiliaries: list[Auxiliary] = []
    nodes: list[Node] = []
    for item in program.runs:
        parts: dict[int, list[tuple[int, Clauses]]] = {}
        for row, lengths in enumerate(item.lengths):
            lits = item.lits[row]
            if not fits(lengths, item.ring, lits == TRUE, lits != -TRUE):
                parts.setdefault(0, []).append((row, np.zeros((1, 0), np.int32)))
                continue
            chosen = otherwise if encoding.refusal(item.ring or 0 in lengths) else encoding
            made = cached_template(chosen, len(lits), lengths, item.ring)
            added = np.arange(variables + 1, variables + made.auxiliaries + 1, dtype=np.int32)
            if made.auxiliaries:
                variables += made.auxiliaries
                place = item.origin.at(np.array([row]))
                block = Auxiliary(int(added[0]), made.auxiliaries, RUN, None, place)
                auxiliaries.append(block)
            for clauses in _stamp(made, np.concatenate([[0], lits, added])):
                parts.setdefault(clauses.shape[1], []).append((row, clauses))
        for _, blocks in sorted(parts.items()):
            rows = [np.full(len(clauses), row, np.int32) for row, clauses in blocks]
            at, lits = np.concatenate(rows), np.concatenate([clauses for _, clauses in blocks])
            then = Clause(lits.astype(np.int32))
            nodes.append(Implies(item.guard[at], then, item.origin.at(at)))
    return replace(
        program,
        nodes=[*program.nodes, *nodes],
        auxiliaries=[*program.auxiliaries, *auxiliaries],
        variables=variables,
        runs=[],
    )


def _stamp(template: Template, table: Ints) -> tuple[Clauses, ...]:
    """Return the clauses of a template with the literals of a table, without constants."""
    out: list[Clauses] = []
    for clauses in (*template.definitions, *template.clauses):
        lits = np.sign(clauses) * table[np.abs(clauses)]
        lits = lits[~(lits == TRUE).any(axis=1)]
        out.append(np.where(lits == -TRUE, 0, lits))
    return by_width(*out)
