"""The records of a comparison; a file of results has one a line, told apart by ``record``."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from msgspec import Struct

from nlc.drivers.base import Limits

SOLVED = ("SATISFIABLE", "UNSATISFIABLE")


class Run(Struct, tag="run", tag_field="record", omit_defaults=True, kw_only=True):
    """One start of nlc: the machine, versions, limits and the text of the suite.

    Attributes:
        code: digest of the code of nlc.
        slots: jobs at a time.
        left_out: competitors that could not run, and why.
    """

    suite: str
    text: str
    full: bool
    repetitions: int
    limits: Limits
    slots: int
    machine: dict[str, Any]
    versions: dict[str, str | None]
    left_out: dict[str, str]
    started: str = ""
    code: str = ""


class PuzzleRecord(Struct, tag="puzzle", tag_field="record", omit_defaults=True, kw_only=True):
    """A puzzle, and the facts that tables tell puzzles apart by.

    Attributes:
        text: of its file; None where the generator gave up, or the file has many.
        id: of what it is, the same in every file; None where no puzzle came.
        order: what a generator was asked for.
        number: in its file, from 1.
        group: of the suite that is looked at; see `Member`.
    """

    key: str
    text: str | None
    id: str | None = None
    order: dict[str, Any] | None = None
    file: str | None = None
    form: str = "nl"
    number: int = 1
    title: str = ""
    genre: str = ""
    tiling: str = ""
    size: str = ""
    cols: int = 0
    rows: int = 0
    cells: int = 0
    pairs: int | None = None
    group: str | None = None

    def facts(self) -> dict[str, Any]:
        """Return where it is and what its board is, as JSON has it."""
        names = {"puzzle": "title", "topology": "tiling"}
        keys = ("file", "puzzle", "genre", "topology", "rows", "cols")
        return {key: getattr(self, names.get(key, key)) for key in keys}


class Member(Struct, tag="member", tag_field="record", omit_defaults=True, kw_only=True):
    """That a puzzle belongs to a group of a suite."""

    key: str
    suite: str
    puzzle: str
    group: str


class Row(Struct, tag="result", tag_field="record", omit_defaults=True, kw_only=True):
    """The result of one run of one competitor on one puzzle.

    Attributes:
        key: the same for the same job by the same code.
        who: digest of what the competitor does.
        outcome: ``solved``, or how it ended otherwise.
        status: of the answer; None where none was asked for.
        reason: why there is no answer, a word of `nlc.drivers.base.Reason`.
        unique: whether there is one solution only, where that was asked.
        count: how many solutions there are, where all are known.
        seconds: wall-clock of the whole job: from the IR to the checked board.
        cpu_seconds: the same as processor seconds of all processes.
        solve_seconds: wall-clock of the solver alone, with reading the CNF.
        compile_cpu_seconds: processor seconds of stating the puzzle, and wall-clock ones of what is
            stated once the search has begun.
        search_seconds: of it the search alone, without starting processes, where it is known.
        solver_cpu_seconds: the same as processor seconds, where it is known; of the work
            ``generate`` those of the generator.
        figures: sizes of the CNF, and what the solver counted.
        by_rule: variables, clauses and literals of each rule.
        board: digest of the shown variables.
        checked: whether that board obeys every rule.
        wrong_board: the shown variables of a board that breaks a rule.
    """

    key: str
    suite: str
    puzzle: str
    who: str
    limits: Limits
    version: str
    outcome: str
    code: str = ""
    work: str = "solve"
    competitor: str = ""
    repetition: int = 0
    ended: str = ""
    status: str | None = None
    reason: str | None = None
    message: str | None = None
    unique: bool | None = None
    count: int | None = None
    seconds: float | None = None
    cpu_seconds: float | None = None
    elaborate_seconds: float | None = None
    compile_seconds: float | None = None
    compile_cpu_seconds: float | None = None
    solve_seconds: float | None = None
    decode_seconds: float | None = None
    search_seconds: float | None = None
    solver_cpu_seconds: float | None = None
    megabytes: float | None = None
    used: str | None = None
    exact: bool | None = None
    preserves_models: bool | None = None
    figures: dict[str, int] = {}
    by_rule: dict[str, tuple[int, int, int]] = {}
    board: str | None = None
    checked: bool | None = None
    violations: tuple[str, ...] = ()
    wrong_board: dict[str, Any] | None = None
    drawing: str | None = None

    @property
    def net_seconds(self) -> float | None:
        """Processor seconds of stating the puzzle and of the solver, without other processes."""
        if self.solver_cpu_seconds is None:
            return self.compile_cpu_seconds
        return (self.compile_cpu_seconds or 0.0) + self.solver_cpu_seconds

    @property
    def vain(self) -> bool:
        """Whether to repeat it is useless: there is no answer, or a wrong board."""
        return self.status not in SOLVED or self.checked is False


Record = Run | PuzzleRecord | Member | Row


def key_of(record: Record) -> str | None:
    """Return the key of a record, which is in a file once; None for a run."""
    return None if isinstance(record, Run) else record.key


def digest(data: object) -> str:
    """Return a name for data that JSON can say: the same for the same data."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:20]
