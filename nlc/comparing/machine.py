"""What a measurement ran on: the machine, and the versions of all that takes part."""

from __future__ import annotations

import hashlib
import os
import platform
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from nlc.solving.search import Solver
from nlc.version import __version__


def machine() -> dict[str, Any]:
    """Return processor, cores, memory, operating system and load of this machine."""
    from nlc.process.cores import cores

    return {
        "cpu": _processor(),
        "cores": cores(),
        "memory_gib": _memory(),
        "system": f"{platform.system()} {platform.release()}",
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
    }


def versions(solvers: Mapping[str, Solver]) -> dict[str, str | None]:
    """Return the versions of nlc, Python and some solvers or engines, by their names."""
    own = {"nlc": __version__, "python": platform.python_version()}
    return own | {name: solver.version() for name, solver in solvers.items()}


@cache
def code() -> str:
    """Return a digest of the code of nlc: of its modules, grammar and genres."""
    found = hashlib.sha256()
    for package in ("nlc", "nlc.drivers", "nlc.grammar"):
        for folder in import_module(package).__path__:
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in (".py", ".nl", ".lark"):
                    found.update(path.name.encode() + path.read_bytes())
    return found.hexdigest()[:12]


def now() -> str:
    """Return the time of day, as ISO 8601 has it, in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def _memory() -> float | None:
    try:
        pages = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return None
    return round(pages / 2**30, 1)
