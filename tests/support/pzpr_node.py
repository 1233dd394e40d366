"""npm's pzpr, by Node: the checker of puzz.link's older brother, in a process that stays."""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from support.needs import missing

HERE = Path(__file__).parent / "pzpr"
NAMES = ("package.json", "package-lock.json")


@cache
def installed() -> Path | str:
    """Return the folder that pzpr is installed in, or why it cannot be."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            return f"there is no {program} on PATH; scripts/test installs Debian's package"
    home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = home / "nlc-tests" / "pzpr"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            wanted = {name: (HERE / name).read_bytes() for name in NAMES}
            there = [folder / name for name in NAMES]
            same = all(path.exists() and path.read_bytes() == wanted[path.name] for path in there)
            if not same or not (folder / "node_modules" / "pzpr").exists():
                for path in there:
                    path.write_bytes(wanted[path.name])
                command = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]
                subprocess.run(command, cwd=folder, check=True, capture_output=True, timeout=120)
    except subprocess.CalledProcessError as error:
        return f"npm cannot install pzpr: {error.stderr.decode(errors='replace').strip()[-300:]}"
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"pzpr cannot be installed: {error}"
    return folder


class Pzpr:
    """A process that judges boards."""

    def __init__(self, folder: Path) -> None:
        self.process = subprocess.Popen(
            ["node", HERE / "judge.js"],
            env={**os.environ, "NODE_PATH": str(folder / "node_modules")},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __call__(self, text: str, borders: str = "") -> dict[str, Any]:
        """Return what pzpr says of a board: genre, url, file, complete and code.

        Args:
            text: a URL or a file.
            borders: a URL with the borders of the board, those within rooms too.
        """
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps([text, borders]) + "\n")
        self.process.stdin.flush()
        told: dict[str, Any] = json.loads(self.process.stdout.readline())
        assert "error" not in told, (text, told["error"])
        return told

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


@pytest.fixture(scope="module")
def pzpr():
    """Yield npm's pzpr; tests that need it are skipped where it cannot be had, and say why.

    It ends with its module: other tests look at what children this process has.
    """
    folder = installed()
    if isinstance(folder, str):
        missing(folder)
    judge = Pzpr(folder)
    yield judge
    judge.close()
