"""The records of a comparison, and files of them: JSON, one record a line, appended as jobs end.

Records are told apart by ``record``. One with a `key` stands once in a file. A line that was cut
off, because nlc or the machine was killed while it was written, is taken away.
"""

from __future__ import annotations

import fcntl
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
        objective: the number of its board, where the puzzle has an objective.
        bound: what no board can surpass, as far as it is known.
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


R = TypeVar("R", bound=Record)

_DECODER: msgspec.json.Decoder[Record] = msgspec.json.Decoder(Record)


class Memory:
    """Takes records, and keeps them in memory only; see `Results`."""

    def __init__(self) -> None:
        """Begin without any."""
        self.records: list[Record] = []
        self._keys: set[str | None] = {None}

    def __contains__(self, key: str) -> bool:
        """Tell whether there is a record under a key."""
        return key in self._keys

    def add(self, record: Record) -> bool:
        """Append a record, unless there is one under its key; return whether it was appended."""
        key = key_of(record)
        if key is not None and key in self._keys:
            return False
        self._keys.add(key)
        self.records.append(record)
        return True


class Results(Memory):
    """A file that takes records; another process that wants the same file is refused.

    A file that is made here and stays empty is removed when the ``with`` block is left.

    Attributes:
        records: those that were in the file when it was opened, and those added since.
        repaired: the number of bytes of a cut-off line that were taken away.
    """

    def __init__(self, path: str) -> None:
        """Open a file, or make it.

        Raises:
            UserError: it cannot be opened, is in use, or holds something else.
        """
        super().__init__()
        self._path = path
        self._made = not os.path.lexists(path)
        try:
            self._file = FileIO(path, "a+")
        except OSError as error:
            raise fail(f"cannot write {path}: {error.strerror}") from error
        if not stat.S_ISREG(os.fstat(self._file.fileno()).st_mode):  # /dev/full has no end to read
            self._file.close()
            raise fail(f"cannot write {path}: results go to a file that can be read again")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self._file.close()
            raise fail(f"{path} is in use by another 'nlc bench'") from None
        try:
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
        self._keys.update(map(key_of, self.records))

    def __enter__(self) -> Results:
        return self

    def __exit__(self, *_: object) -> None:
        if self._made and not self.records:
            Path(self._path).unlink(missing_ok=True)
        self._file.close()

    def add(self, record: Record) -> bool:
        """Append a record, unless there is one under its key; return whether it was appended.

        It is with the operating system when this returns, and survives the end of this process.

        Raises:
            UserError: there is no room for it; the file is left without it.
        """
        if (key := key_of(record)) is not None and key in self:
            return False
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
        return super().add(record)


def load(path: str) -> list[Record]:
    """Return the records of a file; a last line that was cut off is left out.

    Raises:
        UserError: it cannot be read, or holds something else.
    """
    try:
        with open_file(path) as stream:
            content = stream.read()
    except OSError as error:
        raise fail(f"cannot read {path}: {error.strerror}") from error
    return parse(path, content[: content.rfind(b"\n") + 1])


def parse(path: str, content: bytes) -> list[Record]:
    """Return the records of some lines; of two under one key, the first."""
    found = Memory()
    for number, line in enumerate(content.split(b"\n")[:-1], 1):
        try:
            found.add(_DECODER.decode(line))
        except (ValueError, RecursionError) as error:
            text = line.decode("utf-8", "backslashreplace")
            span = Span(Source(path, "\n" * (number - 1) + text), number, 1, number, len(text) + 1)
            told = f"this is not a record of a result: {error}"
            raise fail(told, span, "'nlc bench SUITE' writes them") from None
    return found.records


def of(records: Iterable[Record], kind: type[R]) -> list[R]:
    """Return the records of one kind."""
    return [each for each in records if isinstance(each, kind)]
