"""Takes a solver's proof from its private folder to where it is wanted, if it is whole.

In binary DRAT (Heule: the DRAT format, drat-trim, 2016) a clause is ``a``, its literals and a zero
byte, and no literal has a zero byte. So a proof derives the empty clause just where ``a`` stands
between zero bytes; and in text where a line is ``0``. That is looked for: CaDiCaL says
UNSATISFIABLE, and nothing else, when its proof no longer fits on the disk.
"""

from __future__ import annotations

import contextlib
import errno
import mmap
import os
import re
import secrets
import shutil
from pathlib import Path

_EMPTY_CLAUSE = b"a\0"
_EMPTY_LINE = re.compile(rb"(?:^|\n)[ \t]*0[ \t\r]*(?:\n|$)")


class ProofError(Exception):
    """A proof cannot be had; the text says why."""


def discard(target: Path) -> None:
    """Remove what an earlier run left where a proof is to be.

    Raises:
        OSError: it cannot be removed.
    """
    file = Path(os.path.realpath(target))
    if file.is_file():
        file.unlink()


def deliver(written: Path, target: Path, *, refuted: bool) -> None:
    """Move a DRAT proof to `target`, at once and as a whole, also to another file system.

    Where the formula itself holds the empty clause, solvers differ: Kissat derives it again, and
    CaDiCaL writes nothing. Then the derivation is written here.

    Args:
        written: what the solver wrote.
        target: a file, which is replaced, or a device or pipe, which is written to.
        refuted: the formula holds the empty clause.

    Raises:
        ProofError: the proof is cut off, or it cannot be written to `target`.
    """
    if refuted:
        written.write_bytes(_EMPTY_CLAUSE)
    if not written.is_file() or not _refutes(written):
        raise ProofError("the proof is cut off; is there room for it in the temporary folder?")
    try:
        _move(written, Path(os.path.realpath(target)))
    except OSError as error:
        raise ProofError(f"the proof cannot be written to {target}: {error}") from None


def _refutes(proof: Path) -> bool:
    """Return whether a proof derives the empty clause."""
    with proof.open("rb") as file:
        if os.fstat(file.fileno()).st_size == 0:
            return False
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
            # Solvers end with it, or nearly so.
            if data.rfind(b"\0" + _EMPTY_CLAUSE) >= 0 or data[:2] == _EMPTY_CLAUSE:
                return True
            return _EMPTY_LINE.search(data[-(1 << 16) :]) is not None


def _move(written: Path, target: Path) -> None:
    if target.exists() and not target.is_file():
        with written.open("rb") as source, target.open("wb") as sink:
            shutil.copyfileobj(source, sink)
        return
    try:
        written.replace(target)
        return
    except OSError as error:
        if error.errno != errno.EXDEV:
            raise
    # Another file system: a copy there can take the target's name in one step.
    beside = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}")
    try:
        shutil.copyfile(written, beside)
        beside.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            beside.unlink()
        raise
