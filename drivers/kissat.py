"""Kissat (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: SAT Competition 2024)."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

from nlc.drivers.external import ExternalDriver, first_line


class KissatDriver(ExternalDriver):
    """Runs ``kissat FORMULA``."""

    name = "kissat"
    package = 'pip install "nlc[solvers]" (it brings the package passagemath-kissat)'

    def executable(self) -> str | None:
        """Return the executable on PATH, else the one of the wheel passagemath-kissat, or None."""
        found = super().executable()
        return found or (None if os.environ.get(self.variable) else _from_wheel())

    def version(self) -> str | None:
        """Return what ``kissat --version`` prints, or None where it is missing."""
        executable = self.executable()
        return None if executable is None else first_line(executable, "--version")

    def command(self, executable: str, cnf: Path, result: Path) -> list[str]:
        """Return the command line."""
        return [executable, str(cnf)]


def _from_wheel() -> str | None:
    """Return the executable beside the wheel's Python package, which is not imported."""
    spec = importlib.util.find_spec("passagemath_kissat")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parents[1] / "sage_wheels" / "bin" / "kissat"
    return str(path) if os.access(path, os.X_OK) else None
