"""Moves a solver's proof from its private folder to its target, if it is complete.

A complete proof derives the empty clause. In binary DRAT (Heule: the DRAT format, drat-trim, 2016)
a clause is ``a``, its literals and a zero byte, and no literal has a zero byte; so the empty clause
is an ``a`` between zero bytes. In text it is a line ``0``. The check is needed because CaDiCaL
reports UNSATISFIABLE without a warning when its proof no longer fits on the disk.
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
    """A proof is incomplete or cannot be moved; the text says why."""


def discard(target: Path) -> None:
    """Remove the file that an earlier run left at the target of a proof.

    Raises:
        OSError: it cannot be removed.
    """
    file = Path(os.path.realpath(target))
    if file.is_file():
        file.unlink()


def deliver(written: Path, target: Path, *, refuted: bool) -> None:
    """Move a DRAT proof to `target` in one step, also to another file system.

    Where the formula itself has the empty clause, Kissat derives it again and CaDiCaL writes an
    empty proof; so the derivation is written here.

    Args:
        written: the solver's file.
        target: a file, which is replaced, or a device or pipe, which gets the bytes.
        refuted: whether the formula has the empty clause.

    Raises:
        ProofError: the proof is cut off, or cannot be written to `target`.
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
            # It is at the end, or near it.
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
    # Another file system: copy it there first, so that the last step is a renaming.
    temporary = target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}")
    try:
        shutil.copyfile(written, temporary)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink()
        raise
