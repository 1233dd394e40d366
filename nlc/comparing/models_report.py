"""The report of `nlc diff --models` on one puzzle, as text and as JSON."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, to_builtins

from nlc.comparing import markup
from nlc.comparing.comparison import EXACT, title_of
from nlc.comparing.disagreements import list_violations
from nlc.comparing.job import Draw
from nlc.comparing.markup import Form
from nlc.comparing.models import DIGITS, BoardSearch, BoardSet, compare_models
from nlc.comparing.results import PuzzleRecord
from nlc.drivers.base import Driver, Limits
from nlc.encode.lower import LoweredProgram
from nlc.encode.spec import Encoding
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.solving.formulas import Formulas

SHOWN = 3
"""Boards drawn of each kind."""

_STRAYS = {None: "-", True: "none", False: "found"}
_ALIGNED = ("left", "right", "right", "right", "left", "left", "left")
_HEADERS = ("encoding", "boards", "right", "wrong", "all known", "loops, parts", "exact")


class Witness(Struct, frozen=True):
    """A board on which encodings differ, or that breaks a rule.

    Attributes:
        board: its digest.
        violations: the violations; empty for a right board.
        solution: the shown variables.
        drawing: for the terminal.
    """

    board: str
    accepted_by: tuple[str, ...]
    rejected_by: tuple[str, ...]
    violations: tuple[str, ...]
    solution: Mapping[str, Any]
    drawing: str

    def text(self) -> str:
        """Return a paragraph: which encodings accept it, its violations, and the drawing."""
        head = f"The board {self.board} is accepted by {', '.join(self.accepted_by)}"
        if self.rejected_by:
            head += f" and rejected by {', '.join(self.rejected_by)}"
        line = f"{head}; it {'breaks a rule:' if self.violations else 'obeys every rule.'}"
        return "\n".join([line, *list_violations(self.violations), self.drawing])


class ModelsResult(Struct, frozen=True):
    """The outcome for one puzzle.

    Attributes:
        witnesses: the first boards on which encodings differ, the wrong ones first.
        disputed: the number of such boards.
        failed: whether a solver failed.
    """

    puzzle: PuzzleRecord
    solver: str
    sets: tuple[BoardSet, ...]
    witnesses: tuple[Witness, ...]
    disputed: int
    failed: bool

    @property
    def status(self) -> int:
        """The exit status: 1 for a difference or a failure, 3 if there may be one, else 0."""
        if self.disputed or self.failed:
            return 1
        known = [row for row in self.sets if row.used is not None]
        return 0 if len(known) > 1 and all(row.complete for row in known) else 3

    def text(self, form: Form = "text") -> str:
        """Return a section: table, problems, witnesses, conclusion."""
        parts = [markup.heading(title_of(self.puzzle), form)]
        cells = list(map(_cells, self.sets))
        parts.append(markup.table(_HEADERS, cells, _ALIGNED, form))
        problems = [f"{row.encoding}: {row.problem}" for row in self.sets if row.problem]
        parts += [markup.items(problems, form)] if problems else []
        for witness in self.witnesses:
            parts.append(markup.verbatim(witness.text(), form))
        if self.disputed > len(self.witnesses):
            parts.append(f"… and {self.disputed - len(self.witnesses)} more such boards")
        parts.append(markup.paragraph(textwrap.fill(self._conclusion(), 100), form))
        return "\n\n".join(parts) + "\n"

    def _conclusion(self) -> str:
        if self.disputed:
            plural = "" if self.disputed == 1 else "s"
            return f"Disagreement on {self.disputed} board{plural}."
        known = [row for row in self.sets if row.used is not None]
        if len(known) < 2:
            return "Nothing to compare."
        if all(row.complete for row in known):
            count = known[0].boards
            plural = "" if count == 1 else "s"
            return f"All accept the same {count} board{plural}, and every rule is kept."
        text = "No difference was found, which proves nothing about boards that were not searched"
        if all(row.whole or row.complete for row in known):
            text += ", except that none of them has a stray loop or part"
        return f"{text}."

    def json_line(self) -> str:
        """Return one line of JSON."""
        found = {
            **self.puzzle.facts(),
            "solver": self.solver,
            "sets": [row.to_json() for row in self.sets],
            "disputed": self.disputed,
            "witnesses": [
                {key: value for key, value in to_builtins(witness).items() if key != "drawing"}
                for witness in self.witnesses
            ],
        }
        return json.dumps(found, ensure_ascii=False)


class ModelsJob(Struct, frozen=True, eq=False):
    """The comparison of one puzzle, to be run in a process of its own.

    Attributes:
        puzzle: its record.
        own_puzzle: the puzzle itself.
        others: all puzzles of the comparison, which encodings may name by number.
    """

    puzzle: PuzzleRecord
    own_puzzle: Puzzle
    others: Sequence[Puzzle]
    program: Program
    encodings: Sequence[str]
    driver: Driver
    limits: Limits
    most: int
    draw: Draw

    def __call__(self) -> ModelsResult:
        """Compare the encodings on the puzzle."""
        how = self.driver, self.limits, self.most
        found = compare_models(self.program, self.encodings, *how, self._lower)
        disputed = found.disputed
        right = [name for name in disputed if name not in found.wrong]
        chosen = [name for name in disputed if name in found.wrong][:SHOWN] + right[:SHOWN]
        return ModelsResult(
            self.puzzle,
            self.driver.name,
            tuple(found.sets),
            tuple(self._witness(name, found) for name in chosen),
            len(disputed),
            any(each.failed for each in found.sets),
        )

    def _lower(
        self, program: Program, encoding: Encoding, offers: frozenset[str]
    ) -> LoweredProgram:
        """Return the formula of the puzzle with the readings and puzzles that an encoding names."""
        formulas = Formulas().for_puzzles(self.others, encoding)
        formulas.require(self.own_puzzle, encoding)
        return formulas.lower(self.own_puzzle, program, encoding, offers)

    def _witness(self, name: str, found: BoardSearch) -> Witness:
        board = found.boards[name]
        return Witness(
            name[:DIGITS],
            tuple(each.encoding for each in found.sets if name in each.accepted),
            tuple(each.encoding for each in found.sets if name in each.rejected),
            found.wrong.get(name, ()),
            self.program.solution_json(board),
            self.draw(self.program, board),
        )


def _cells(row: BoardSet) -> list[str]:
    """Return the texts of the row of an encoding."""
    if row.used is None:
        return [row.encoding, *["-"] * (len(_HEADERS) - 1)]
    more = "" if row.complete else "+"
    return [
        row.encoding,
        f"{row.boards}{more}",
        f"{row.boards - row.wrong}{more}",
        f"{row.wrong}{more}",
        "yes" if row.complete else "no",
        _STRAYS[row.whole],
        EXACT[row.exact],
    ]
