"""The records of a comparison, and their files: JSON, one record a line, appended as jobs end.

The member ``record`` is the type of a record. Keys are unique in a file. A last line that is cut
off, because nlc or the machine was killed while writing it, is removed.
"""

from __future__ import annotations

import hashlib
import json
import os
import stat
from collections.abc import Iterable
from io import FileIO
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from nlc.drivers.base import Limits
from nlc.errors import Source, Span, fail
from nlc.files import open_file
from nlc.process.platform import lock

SOLVED = ("SATISFIABLE", "UNSATISFIABLE")


class Run(Struct, tag="run", tag_field="record", omit_defaults=True, kw_only=True):
    """One start of nlc: the machine, versions, limits and the text of the suite.

    Attributes:
        code: digest of the code of nlc.
        slots: jobs at a time.
        left_out: competitors that could not run, and why.
        key: none, as a run is no result that is wanted once.
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
    key: None = None


class PuzzleRecord(Struct, tag="puzzle", tag_field="record", omit_defaults=True, kw_only=True):
    """A puzzle, with the facts that distinguish puzzles in tables.

    Attributes:
        text: of its file; None where the generator gave up, or the file has many.
        id: a digest of the puzzle, the same in every file; None where the generator gave up.
        order: for the generator.
        number: in its file, from 1.
        group: in the present suite; see `Member`.
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
        """Return its file and the facts of its board, as members of JSON."""
        names = {"puzzle": "title", "topology": "tiling"}
        keys = ("file", "puzzle", "genre", "topology", "rows", "cols")
        return {key: getattr(self, names.get(key, key)) for key in keys}


class Member(Struct, tag="member", tag_field="record", omit_defaults=True, kw_only=True):
    """The membership of a puzzle in a group of a suite."""

    key: str
    suite: str
    puzzle: str
    group: str


class Measurement(Struct, tag="result", tag_field="record", omit_defaults=True, kw_only=True):
    """The result of one run of one competitor on one puzzle.

    Attributes:
        key: the same for the same job and code.
        who: digest of the competitor.
        outcome: ``solved``, or how it ended otherwise.
        status: of the answer; None for works without one.
        reason: why there is no answer, a word of `nlc.drivers.base.Reason`.
        unique: whether there is one solution only, where that is the work.
        count: the number of solutions, where all are known.
        objective: the value of its board, where the puzzle has an objective.
        bound: the value that no board can surpass, if known.
        seconds: wall-clock of the whole job: from the IR to the checked board.
        cpu_seconds: the same as processor seconds of all processes.
        solve_seconds: wall-clock of the solver alone, with reading the CNF.
        compile_cpu_seconds: processor seconds of encoding the puzzle, and wall-clock ones of
            encoding after the search has begun.
        search_seconds: the part for the search alone, without starting processes, if known.
        solver_cpu_seconds: the same as processor seconds, if known; for the work ``generate`` those
            of the generator.
        figures: sizes of the CNF, and statistics of the solver.
        by_rule: variables, clauses and literals of each rule.
        formula: name of the formula, the same for the same clauses.
        idle: the parts of the spec that had nothing to do, and why.
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
    objective: int | None = None
    bound: int | None = None
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
    formula: str | None = None
    idle: tuple[str, ...] = ()
    board: str | None = None
    checked: bool | None = None
    violations: tuple[str, ...] = ()
    wrong_board: dict[str, Any] | None = None
    drawing: str | None = None


Record = Run | PuzzleRecord | Member | Measurement


def digest(data: object) -> str:
    """Return a digest of JSON data."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:20]


R = TypeVar("R", bound=Record)

_DECODER: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


class RecordStore:
    """A store of records in memory; see `ResultsFile`."""

    def __init__(self) -> None:
        """Create an empty store."""
        self.records: list[Record] = []
        self._keys: set[str | None] = {None}

    def __contains__(self, key: str) -> bool:
        """Return whether there is a record with a key."""
        return key in self._keys

    def add(self, record: Record) -> bool:
        """Append a record, unless its key is known; return whether it was appended."""
        if record.key is not None and record.key in self._keys:
            return False
        self._write(record)
        self._keys.add(record.key)
        self.records.append(record)
        return True

    def _write(self, record: Record) -> None:
        """Keep a record beyond the end of this process, where that is wanted."""


class ResultsFile(RecordStore):
    """A store of records in a file, which is locked against other processes.

    A new file that stays empty is removed when the ``with`` block is left.

    Attributes:
        records: those in the file when it was opened, and those added since.
        repaired: the number of removed bytes of a cut-off line.
    """

    def __init__(self, path: str) -> None:
        """Open or create a file.

        Raises:
            UserError: it cannot be opened, is in use, or has other content.
        """
        super().__init__()
        self._path = path
        self._made = not os.path.lexists(path)
        try:
            self._file = FileIO(path, "a+")
        except OSError as error:
            raise fail(f"cannot write {path}: {error.strerror}") from error
        try:
            if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):  # /dev/full has no end
                raise fail(f"cannot write {path}: results go to a file that can be read again")
            try:
                lock(self._file.fileno())
            except OSError:
                raise fail(f"{path} is in use by another 'nlc bench'") from None
            self._file.seek(0)
            content = self._file.readall()
            whole = content[: content.rfind(b"\n") + 1]
            self.records = parse(path, whole)
            self.repaired = len(content) - len(whole)
            if self.repaired:
                self._file.truncate(len(whole))
        except BaseException:
            self._file.close()
            raise
        self._keys.update(record.key for record in self.records)

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *_: object) -> None:
        if self._made and not self.records:
            Path(self._path).unlink(missing_ok=True)
        self._file.close()

    def _write(self, record: Record) -> None:
        """Append a record; when this returns, the operating system has it.

        Raises:
            UserError: there is no room for it; the file is left without it.
        """
        line = memoryview(msgspec.json.encode(record) + b"\n")
        size = os.fstat(self._file.fileno()).st_size
        try:
            while line:
                line = line[self._file.write(line) or 0 :]
        except BaseException as error:
            self._file.truncate(size)
            if isinstance(error, OSError):
                raise fail(f"cannot write {self._path}: {error.strerror}") from error
            raise


def load(path: str) -> list[Record]:
    """Load the records of a file, without a last line that is cut off.

    Raises:
        UserError: it cannot be read, or has other content.
    """
    try:
        with open_file(path) as stream:
            content = stream.read()
    except OSError as error:
        raise fail(f"cannot read {path}: {error.strerror}") from error
    return parse(path, content)


def parse(path: str, content: bytes) -> list[Record]:
    """Parse the records of whole lines; of two with one key, keep the first."""
    found = RecordStore()
    for number, line in enumerate(content.split(b"\n")[:-1], 1):
        try:
            found.add(_DECODER.decode(line))
        except (ValueError, RecursionError) as error:
            text = line.decode("utf-8", "backslashreplace")
            span = Span(Source(path, "\n" * (number - 1) + text), number, 1, number, len(text) + 1)
            message = f"this is not a record of a result: {error}"
            raise fail(message, span, "'nlc bench SUITE' writes them") from None
    return found.records


def records_of(records: Iterable[Record], kind: type[R]) -> list[R]:
    """Return the records of one type."""
    return [each for each in records if isinstance(each, kind)]
