"""Files that are damaged, huge or hostile, for every reader, with bounds on time and memory.

Whatever a file holds, a command ends with one of its statuses; it says why in a few lines that hold
no control characters; and it takes little time and memory.
"""

from __future__ import annotations

import io
import re
import traceback
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from msgspec import Struct
from msgspec.structs import replace

from fuzzing.cases import CaseKind, FuzzPlan, NumberedCase
from fuzzing.findings import Fault, Finding, Tally
from fuzzing.good_files import READERS, seeds
from fuzzing.mutations import damaged, smaller_data
from fuzzing.trial import Trial
from nlc.cli import main
from nlc.errors import Source, UserError
from nlc.process.limits import Limits
from nlc.process.own_limits import OwnLimitError, within

CPU_SECONDS, CPU_SECONDS_PER_BYTE = 4.0, 2e-4
"""Processor time of one command; it would take a few hundredths of a second for a good file."""

MEGABYTES = 1024
"""What a command may take beside what the process has."""

LONGEST = 20_000
"""Characters that a command may print, or so many times the file's length if that is more."""

_TIMES = 30
_STATUSES = {0, 1, 2, 3}
_HOSTILE = re.compile("[\0-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Document(Struct, frozen=True):
    """A damaged file.

    Attributes:
        reader: the name of what reads it, of `READERS`.
        data: what it holds.
        seed: the number of the good file that it was made from, whose other files go with it.
    """

    reader: str
    data: bytes
    seed: int = 0

    @property
    def text(self) -> str:
        """What it holds, as far as it is text."""
        return ascii(self.data[:2000])[2:-1] + "\n"

    @property
    def suffix(self) -> str:
        """The end of its name."""
        return Path(seeds(self.reader)[self.seed].name).suffix


class Malformed(CaseKind[Document]):
    """Files that are damaged, huge or hostile."""

    name = "malformed"
    summary = "files that are damaged, huge or hostile, for every reader"

    def make(self, plan: FuzzPlan, number: int, random: Random) -> NumberedCase:
        """Return a damaged file."""
        subject, trial = random_document(random)
        return NumberedCase(number, self.name, subject, (trial,))

    def attempt(self, subject: Document, trial: Trial, tally: Tally) -> Iterator[Fault]:
        """Have the file read."""
        return judge_document(subject, tally)

    def smaller(self, subject: Document) -> Iterator[Document]:
        """Yield the file without one part."""
        for data in smaller_data(subject.data):
            yield replace(subject, data=data)

    def path_suffix(self, subject: Document) -> str:
        """Return the suffix of the good file."""
        return subject.suffix

    def content(self, found: Finding, about: Sequence[str]) -> bytes:
        """Return what the file holds, and nothing else."""
        assert isinstance(found.subject, Document)
        return found.subject.data


def random_document(random: Random) -> tuple[Document, Trial]:
    """Return a damaged file, and the words of the command that takes it."""
    reader = random.choice(list(READERS))
    good = seeds(reader)
    number = random.randrange(len(good))
    data = damaged(random, good[number].data, [seed.data for seed in good])
    words = tuple(word for word in good[number].words if "{" not in word)
    return Document(reader, data, number), Trial("", "", words=words)


def judge_document(document: Document, tally: Tally) -> Iterator[Fault]:
    """Give a file to its reader, and look at what it says and takes."""
    tally.total_runs += 1
    tally.runs[document.reader] += 1
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    seconds = CPU_SECONDS + CPU_SECONDS_PER_BYTE * len(document.data)
    try:
        limits = Limits(cpu_seconds=seconds, megabytes=MEGABYTES)
        with within(limits), redirect_stdout(out), redirect_stderr(out):
            status = _read(document)
    except OwnLimitError as stop:
        slow = stop.reason == "cpu-time"
        kind, limit = (
            ("slow", f"{seconds:.0f} seconds of processor time")
            if slow
            else ("memory", f"{MEGABYTES} megabytes")
        )
        yield Fault(f"{kind}-{document.reader}", f"takes more than {limit}")
        return
    except UserError as error:
        out.write(str(error))
        status = 2
    except Exception as error:  # whatever nlc raises here is what the fuzzer is for
        place = traceback.extract_tb(error.__traceback__)[-1]
        trace = "".join(traceback.format_exception(error)[-6:])
        name = f"exception-{type(error).__name__} {Path(place.filename).name}:{place.name}"
        yield Fault(name, trace)
        return
    said = out.buffer.getvalue().decode("utf-8", "replace")
    if status not in _STATUSES:
        yield Fault(f"status-{document.reader}", f"ends with {status}")
    if "out of memory" in said:
        yield Fault(f"memory-{document.reader}", f"takes more than {MEGABYTES} megabytes")
    if len(said) > max(LONGEST, _TIMES * len(document.data)):
        yield Fault(f"flood-{document.reader}", f"prints {len(said)} characters")
    if (hostile := _HOSTILE.search(said)) is not None:
        around = said[max(0, hostile.start() - 60) : hostile.end() + 20]
        yield Fault(f"hostile-{document.reader}", f"prints {hostile[0]!r}: {around!r}")


def _read(document: Document) -> int:
    """Read a file and return the status of the command."""
    seed = seeds(document.reader)[document.seed]
    if document.reader == "specs":
        from nlc.encode.spec import Encoding
        from nlc.loading import setting

        text = document.data.decode("utf-8", "replace")
        for parse in (Encoding.parse, setting):
            try:
                parse(text)
            except UserError as error:
                print(error)
        return 2
    if document.reader == "suites":
        from nlc.comparing.suite_file import parse_suite

        parse_suite(Source("s.toml", document.data.decode("utf-8", "replace")), run=False)
        return 0
    with TemporaryDirectory(prefix="nlc-") as folder:
        files = {**seed.others, seed.name: document.data}
        for name, data in files.items():
            (Path(folder) / name).write_bytes(data)
        words = [re.sub(r"\{(.*)\}", lambda m: str(Path(folder) / m[1]), w) for w in seed.words]
        return main(words)
