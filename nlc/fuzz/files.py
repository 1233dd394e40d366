"""Findings as files, and the command that repeats each."""

from __future__ import annotations

import shlex
from pathlib import Path

from nlc.files import atomic_writer
from nlc.fuzz.fault import Finding
from nlc.fuzz.kinds import KINDS


def save(found: Finding, folder: str) -> Path:
    """Write the subject of a finding into a folder and return the path.

    Raises:
        UserError: it cannot be written.
    """
    kind = KINDS[found.kind]
    suffix = kind.path_suffix(found.subject)
    path = Path(folder) / f"fuzz-{found.seed}-{found.number}{suffix}"
    about = [f"seed {found.seed}, case {found.number}: {found.fault.kind}", command(found, path)]
    with atomic_writer(str(path)) as stream:
        stream.write(kind.content(found, about))
    return path


def command(found: Finding, path: Path) -> str:
    """Return the command that repeats a finding, which may need further files."""
    return shlex.join(KINDS[found.kind].command(found, str(path)))
