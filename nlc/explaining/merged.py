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
from msgspec.structs import replace

from nlc.arrays import Bools, Ints
from nlc.board import Sort
from nlc.encode.policy import choose_connected, choose_different, choose_runs, prepared
from nlc.encode.spec import Encoding
from nlc.explaining.clues import Clues
from nlc.explaining.optional_literals import Gates, at_most
from nlc.explaining.row_owners import RowKey, RowOwners
from nlc.explaining.values import aligned, lacking, together
from nlc.explaining.whole_board import WholeBoard
from nlc.ir.nodes import (
    Acyclic,
    Auxiliary,
    Clause,
    Node,
    Origin,
    Program,
)
from nlc.ir.passes.merge import Kind, node_of, rows_of
from nlc.ir.passes.merging import Renumbering

LABEL = "clue"
"""Label of the selectors."""


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
    programs = [_stated(clues, some, offers) for some in members]
    cells = {
        clue.element: i
        for i, group in enumerate(clues.groups)
        for clue in group.clues
        if programs[0].given_sorts[clue.given] is Sort.CELL
    }
    merging = Merging(programs, members, cells)
    if unsure := merging.unsure():
        rest = [number != group for group in sorted(unsure)]
        members += rest
        programs += [_stated(clues, some, offers) for some in rest]
        merging = Merging(programs, members, cells)
    return merging.program()


def _stated(clues: Clues, members: Bools, offers: frozenset[str]) -> Program:
    """Return the board with some groups of clues."""
    return _prepared(clues.program(np.flatnonzero(members).tolist()), offers)


def _prepared(program: Program, offers: frozenset[str]) -> Program:
    """Return a program with all statements as rows, connections left whole."""
    encoding = Encoding(
        connected=choose_connected(program, "auto", offers),
        different=choose_different(program, "auto"),
        runs=choose_runs(program, "auto"),
    )
    return prepared(program, encoding)


class Merging:
    """Merges programs; the first has all groups, the second none.

    Attributes:
        aligned: the programs, their values numbered alike.
        members: shape (programs, groups), which groups each has.
        group_at: the group whose clue stands at a cell.
        rows: the rows of all programs, and which programs have them.
    """

    def __init__(
        self, programs: Sequence[Program], members: Sequence[Bools], places: Mapping[int, int]
    ) -> None:
        self.programs = programs
        self.group_at = places
        self.members = np.stack(members)
        self.domains = together(programs)
        self.aligned = [aligned(program, self.domains) for program in programs]
        self.numbers = Renumbering(self.aligned[0])
        self.tables = [self.numbers.table(program) for program in self.aligned]
        self.rows = RowOwners(self.members)
        for i, (program, table) in enumerate(zip(self.aligned, self.tables, strict=True)):
            for node in program.nodes:
                if not isinstance(node, Acyclic):
                    self.rows.enter(i, *rows_of(node, table), _places(node.origin))
            for kind, rows in lacking(self.programs[i], self.domains):
                self.rows.enter(i, kind, rows, [])

    def unsure(self) -> set[int]:
        """Return groups of which these programs do not tell whether some row needs them.

        Two groups that a row needs are told, but of more it may need some alone.
        """
        out: set[int] = set()
        for owners in self.rows.owners.values():
            wanted = self.rows.there(owners)
            needed = np.flatnonzero(self.members[wanted].all(axis=0))
            if wanted[0] and not wanted[1] and len(needed) > 2:
                out.update(needed.tolist())
        return out

    def program(self) -> tuple[Program, int]:
        """Return the program and its first selector."""
        first, size = self.aligned[0], self.members.shape[1]
        base = self.numbers.variables + 1
        made = Auxiliary(base, size, LABEL, None, Origin(LABEL, None))
        gates = Gates(base, size)
        nodes = self._nodes(gates)
        board = WholeBoard(self.aligned, self.tables, self.numbers)
        program = replace(
            first,
            domains=self.domains,
            atoms=self.numbers.atoms,
            auxiliaries=[*self.numbers.auxiliaries, made, *gates.made],
            globals=board.lines(),
            nodes=[*nodes, *board.graphs()],
            variables=gates.last,
            connections=board.connections(),
            rules=[*first.rules, LABEL],
        )
        return program, base

    # ---------- rows ----------

    def _nodes(self, gates: Gates) -> list[Node]:
        rows: dict[tuple[Kind, int], list[tuple[Ints, list[int]]]] = {}
        loose: list[RowKey] = []
        for key, owners in self.rows.owners.items():
            guard = self._guard(owners, gates)
            if guard is None:
                loose.append(key)
            else:
                rows.setdefault((key[0], len(guard)), []).append((self.rows.literals[key], guard))
        out = []
        for (kind, size), found in rows.items():
            matrix = np.stack([row for row, _ in found])
            guards = np.array([guard for _, guard in found], np.int32).reshape(len(found), size)
            whole = kind._replace(guards=kind.guards + size)
            out.append(node_of(whole, np.hstack([guards, matrix])))
        loose = [key for key in loose if not self._subsumed(key)]
        return out + at_most(loose, self.rows, self.aligned[0].bools, self.group_at, gates)

    def _subsumed(self, key: RowKey) -> bool:
        """Return whether a clause follows from another of its instance wherever it is.

        What is undefined, such as what lies opposite at the rim, stands beside what says so, and
        may be anything.
        """
        kind, place, _ = key
        literals = set(self.rows.literals[key].tolist())
        return kind.what is Clause and any(
            other[1] == place
            and other[0].rule == kind.rule
            and other[0].what is Clause
            and set(self.rows.literals[other].tolist()) < literals
            and set(owners) >= set(self.rows.owners[key])
            for other, owners in self.rows.owners.items()
        )

    def _guard(self, owners: list[int], gates: Gates) -> list[int] | None:
        """Return literals that all hold where a row does, by the boards that have it."""
        there = self.rows.there(owners)
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


def _places(origin: Origin) -> list[list[int]]:
    return [data.tolist() for _, _, data in origin.binders]
