"""All boards that some clues of a puzzle leave, in one program: a selector for each group of clues.

Programs with different clues have most rows in common. Which group a row depends on is found
without any knowledge of rules: the groups are numbered in binary, the boards are elaborated on
which a bit of the number is set and on which it is not, and the boards that have a row spell the
number of its group. That takes two elaborations a bit. A row that is there with its group is put
under the group's selector, one that is there without it under the negation.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from nlc.arrays import Bools, Ints
from nlc.board.board import Sort
from nlc.dataclasses import replace
from nlc.encode.policy import choose_connected, choose_different, prepared
from nlc.encode.spec import Encoding
from nlc.explain.clues import Clues
from nlc.explain.optional_literals import Gates, NotMergedError, at_most
from nlc.ir.connection import Connection
from nlc.ir.nodes import (
    TRUE,
    Acyclic,
    Assign,
    Auxiliary,
    Clause,
    Domain,
    Exactly,
    Global,
    Implies,
    Lits,
    Node,
    Origin,
    Program,
)
from nlc.ir.passes.merge import Kind, node_of, rows_of
from nlc.ir.passes.merging import Renumbering, with_constants

LABEL = "clue"
"""Label of the selectors."""

RowKey = tuple[Kind, tuple[int, ...], bytes]
"""The kind of a row, what the bound names of its rule stand for, and guard and matter."""


def merged(clues: Clues, offers: frozenset[str]) -> tuple[Program, int]:
    """Return a program with a selector for each group of clues, and the first selector.

    Raises:
        NotMergedError: see there.
        UserError: a board without some clues breaks a check of the genre.
    """
    n = len(clues.groups)
    bits = max(1, (n - 1).bit_length())
    number = np.arange(n)
    members: list[Bools] = [np.ones(n, np.bool_), np.zeros(n, np.bool_)]
    for bit in range(bits):
        mask = (number >> bit & 1).astype(np.bool_)
        members += [mask, ~mask]
    programs = [_prepared(clues.program(np.flatnonzero(m).tolist()), offers) for m in members]
    cells = {
        clue.element: i
        for i, group in enumerate(clues.groups)
        for clue in group.clues
        if programs[0].given_sorts[clue.given] is Sort.CELL
    }
    return Merging(programs, members, cells).program()


def _prepared(program: Program, offers: frozenset[str]) -> Program:
    """Return a program with all statements as rows, connections left whole."""
    encoding = Encoding(
        connected=choose_connected(program, "auto", offers),
        different=choose_different(program, "auto"),
    )
    return prepared(program, encoding)


class Merging:
    """Merges programs; the first has all groups, the second none.

    Attributes:
        aligned: the programs, their values numbered alike.
        members: shape (programs, groups), which groups each has.
        group_at: the group whose clue stands at a cell.
        present: for each row the programs that have it.
        matrices: for each row its guard and matter.
    """

    def __init__(
        self, programs: Sequence[Program], members: Sequence[Bools], places: Mapping[int, int]
    ) -> None:
        self.programs = programs
        self.group_at = places
        self.members = np.stack(members)
        self.domains = self._domains()
        aligned = [_aligned(program, self.domains) for program in programs]
        self.numbers = Renumbering(aligned[0])
        self.tables = [self.numbers.table(program) for program in aligned]
        self.aligned = aligned
        self.present: dict[RowKey, list[int]] = {}
        self.matrices: dict[RowKey, Ints] = {}

    def program(self) -> tuple[Program, int]:
        """Return the program and its first selector."""
        first, size = self.aligned[0], self.members.shape[1]
        for i, (program, table) in enumerate(zip(self.aligned, self.tables, strict=True)):
            for node in program.nodes:
                if not isinstance(node, Acyclic):
                    self._enter(i, *rows_of(node, table), _places(node.origin))
            for kind, rows in self._lacking(i):
                self._enter(i, kind, rows, [])
        base = self.numbers.variables + 1
        made = Auxiliary(base, size, LABEL, None, Origin(LABEL, None))
        gates = Gates(base, size)
        nodes = self._nodes(gates)
        cyclic = self._same_graphs()
        connections = self._same_connections()
        program = replace(
            first,
            domains=self.domains,
            atoms=self.numbers.atoms,
            auxiliaries=[*self.numbers.auxiliaries, made, *gates.made],
            globals=self._lines(),
            nodes=[*nodes, *cyclic],
            variables=gates.last,
            connections=connections,
            rules=[*first.rules, LABEL],
        )
        return program, base

    # ---------- rows ----------

    def _enter(self, i: int, kind: Kind, matrix: Ints, places: Sequence[Sequence[int]]) -> None:
        """Note which rows a board has, in a form that does not depend on those beside them."""
        guard, matter = matrix[:, : kind.guards], matrix[:, kind.guards :]
        if kind.what is Clause:
            guard, matter = matter[:, :0], np.hstack([-guard, matter])
            kind = kind._replace(guards=0, width=matter.shape[1])
        if kind.what in (Clause, Exactly):
            matter = np.sort(matter, axis=1)
        rows = np.hstack([np.sort(guard, axis=1), matter]).astype(np.int32)
        for number, row in enumerate(rows):
            place = tuple(column[number if len(column) > 1 else 0] for column in places)
            key = kind, place, row.tobytes()
            owners = self.present.setdefault(key, [])
            if not owners:
                self.matrices[key] = row
            if not owners or owners[-1] != i:
                owners.append(i)

    def _nodes(self, gates: Gates) -> list[Node]:
        rows: dict[tuple[Kind, int], list[tuple[Ints, list[int]]]] = {}
        loose: list[RowKey] = []
        for key, owners in self.present.items():
            guard = self._guard(owners, gates)
            if guard is None:
                loose.append(key)
            else:
                rows.setdefault((key[0], len(guard)), []).append((self.matrices[key], guard))
        out = []
        for (kind, size), found in rows.items():
            matrix = np.stack([row for row, _ in found])
            guards = np.array([guard for _, guard in found], np.int32).reshape(len(found), size)
            whole = kind._replace(guards=kind.guards + size)
            out.append(node_of(whole, np.hstack([guards, matrix])))
        loose = [key for key in loose if not self._subsumed(key)]
        return out + at_most(loose, self, gates)

    def _subsumed(self, key: RowKey) -> bool:
        """Return whether a clause follows from another of its instance wherever it is.

        What is undefined, such as what lies opposite at the rim, stands beside what says so, and
        may be anything.
        """
        kind, place, _ = key
        literals = set(self.matrices[key].tolist())
        return kind.what is Clause and any(
            other[1] == place
            and other[0].rule == kind.rule
            and other[0].what is Clause
            and set(self.matrices[other].tolist()) < literals
            and set(owners) >= set(self.present[key])
            for other, owners in self.present.items()
        )

    def _guard(self, owners: list[int], gates: Gates) -> list[int] | None:
        """Return literals that all hold where a row does, by the boards that have it."""
        there = np.zeros(len(self.members), np.bool_)
        there[owners] = True
        if there.all():
            return []
        if there[0] == there[1]:
            return None
        wanted = there if there[0] else ~there
        fits = np.flatnonzero((self.members == wanted[:, None]).all(axis=0))
        if len(fits) == 1:
            selector = gates.base + int(fits[0])
            return [selector if there[0] else -selector]
        needed = self.members[wanted].all(axis=0)
        if there[0] and np.array_equal(self.members[:, needed].all(axis=1), wanted):
            return (gates.base + np.flatnonzero(needed)).tolist()
        return None

    # ---------- values ----------

    def _domains(self) -> dict[str, Domain]:
        """Return the domains with all values that any board has."""
        out = {}
        for name, first in self.programs[0].domains.items():
            each = [program.domains[name] for program in self.programs]
            values = tuple(dict.fromkeys(v for domain in each for v in domain.values))
            allowed = None
            if any(domain.allowed is not None for domain in each):
                allowed = np.zeros((first.size, len(values)), np.bool_)
                for domain in each:
                    allowed[:, _columns(domain, values)] |= _allowed(domain)
            out[name] = replace(first, values=values, allowed=allowed)
        return out

    def _lacking(self, i: int) -> list[tuple[Kind, Ints]]:
        """Return what denies a board the values that only others have."""
        out = []
        for name, whole in self.domains.items():
            domain = self.programs[i].domains[name]
            there = np.zeros((whole.size, len(whole.values)), np.bool_)
            there[:, _columns(domain, whole.values)] = _allowed(domain)
            elements, values = np.nonzero(_allowed(whole) & ~there)
            if len(elements):
                kind = Kind("values", Assign, 0, 2, variables=(name,), equal=False)
                out.append((kind, np.column_stack([elements, values]).astype(np.int32)))
        return out

    # ---------- the whole board ----------

    def _same_graphs(self) -> list[Node]:
        each = [[n for n in p.nodes if isinstance(n, Acyclic)] for p in self.aligned]
        if len({len(nodes) for nodes in each}) > 1:
            raise NotMergedError("acyclicities differ")
        out: list[Node] = []
        for nodes in zip(*each, strict=True):
            lits = self._same([node.lits for node in nodes])
            expands = nodes[0].origin.expands
            number = None if expands is None else self._line_number(expands)
            origin = Origin(nodes[0].origin.rule, nodes[0].origin.span, expands=number)
            out.append(Acyclic(nodes[0].graph, lits, origin))
        return out

    def _line_number(self, expands: int) -> int | None:
        kept = [i for i, item in enumerate(self.aligned[0].globals) if item.kind in _LINES]
        return kept.index(expands) if expands in kept else None

    def _lines(self) -> list[Global]:
        return [
            replace(item, lits=with_constants(item.lits, self.tables[0]))
            for item in self.aligned[0].globals
            if item.kind in _LINES
        ]

    def _same_connections(self) -> list[Connection]:
        if len({len(program.connections) for program in self.aligned}) > 1:
            raise NotMergedError("connections differ")
        out = []
        for each in zip(*(program.connections for program in self.aligned), strict=True):
            parts = {}
            for name in ("lits", "members", "goals"):
                found = [getattr(item, name) for item in each]
                parts[name] = None if found[0] is None else self._same(found)
            out.append(replace(each[0], **parts))
        return out

    def _same(self, each: Sequence[Lits]) -> Lits:
        """Return literals that boards have in common.

        A value that an element cannot have on a board is a constant there; the literal of the
        value, which a row denies on that board, says the same.
        """
        if len({len(x) for x in each}) > 1:
            raise NotMergedError("what holds for the whole board depends on clues")
        lits = np.stack(
            [with_constants(x, table) for x, table in zip(each, self.tables, strict=True)]
        )
        out: Lits = np.where(lits == -TRUE, np.int32(0), lits)
        out = out[np.abs(out).argmax(axis=0), np.arange(out.shape[1])]
        differ = (lits != out) & (lits != -TRUE)
        partly = (lits == -TRUE).any(axis=0) & (out != 0)
        if differ.any() or not np.isin(out[partly], self._atoms()).all():
            raise NotMergedError("what holds for the whole board depends on clues")
        return np.where(out == 0, -TRUE, out).astype(np.int32)

    def _atoms(self) -> Ints:
        """Return the variables that stand for values."""
        blocks = [np.arange(x.base, x.base + len(x.elements)) for x in self.numbers.atoms]
        return np.concatenate([np.zeros(0, np.int64), *blocks]).astype(np.int32)


_LINES = ("loop", "path")


def _places(origin: Origin) -> list[list[int]]:
    return [data.tolist() for _, _, data in origin.binders]


def _columns(domain: Domain, values: tuple[str, ...]) -> list[int]:
    """Return where the values of a domain stand among more values."""
    at = {text: i for i, text in enumerate(values)}
    return [at[text] for text in domain.values]


def _allowed(domain: Domain) -> Bools:
    if domain.allowed is not None:
        return domain.allowed
    return np.ones((domain.size, len(domain.values)), np.bool_)


def _aligned(program: Program, domains: dict[str, Domain]) -> Program:
    """Return a program whose values are numbered as in other domains."""
    maps = {
        name: np.array([*_columns(domain, domains[name].values), -1], np.int32)
        for name, domain in program.domains.items()
    }
    if all((table[:-1] == np.arange(len(table) - 1)).all() for table in maps.values()):
        return program

    def moved(node: Node) -> Node:
        if isinstance(node, Implies) and isinstance(node.then, Assign):
            then = node.then
            return replace(node, then=replace(then, values=maps[then.variable][then.values]))
        return node

    atoms = [replace(block, values=maps[block.variable][block.values]) for block in program.atoms]
    return replace(program, atoms=atoms, nodes=[moved(node) for node in program.nodes])
