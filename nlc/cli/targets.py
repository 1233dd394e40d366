"""Files that a command is to write, and that must not be those that it reads."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from nlc.errors import fail


def keep_inputs(option: str, target: str | None, inputs: Iterable[str | None]) -> None:
    """Refuse to write over a file that is read, also by another name or link.

    Args:
        option: names the target, such as ``--proof``.
        target: the file to be written, ``-`` or None.
        inputs: files that are read, ``-`` and None among them.

    Raises:
        UserError: the target is one of them.
    """
    for path in inputs:
        if path is not None and target is not None and _same(target, path):
            message = f"{option} would write over {path}, which is read"
            raise fail(message, None, f"give {option} another name")


def _same(one: str, other: str) -> bool:
    if "-" in (one, other):
        return False
    try:
        return Path(one).samefile(other)
    except OSError:  # one of them is not there
        return False
