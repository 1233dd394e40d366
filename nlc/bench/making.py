"""Boards for measurements, made by ``nlc generate`` once and kept in a folder."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

Size = tuple[int, int]
"""Columns and rows."""


def boards(folder: Path, name: str, sizes: Sequence[Size], count: int) -> Path:
    """Return a file of woven boards, none of whose paths touches itself, as `text` has them.

    Args:
        folder: where files are kept; one that is there is taken as it is.
        name: of the file.
        sizes: boards of each size follow each other.
        count: how many of each size.

    Raises:
        subprocess.CalledProcessError: nlc did not make them.
    """
    path = folder / f"{name}.txt"
    if not path.exists():
        texts = [_made(cols, rows, count) for cols, rows in sizes]
        path.write_text("\n".join(texts))
    return path


def _made(cols: int, rows: int, count: int) -> str:
    command = [sys.executable, "-m", "nlc", "generate", "numberlink", f"{cols}x{rows}"]
    command += ["--method", "loops", "-n", str(count), "--format", "text", "-o", "-"]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
