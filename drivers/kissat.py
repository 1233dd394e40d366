"""Kissat (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: SAT Competition 2024)."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

from nlc.drivers.base import Capabilities
from nlc.drivers.external import ExternalDriver, Interface
from nlc.drivers.verdict import STATISTICS


class KissatDriver(ExternalDriver):
    """Runs ``kissat FORMULA [PROOF]``."""

    name = "kissat"
    package = 'pip install "nlc[solvers]" (it brings the package passagemath-kissat)'
    interface = Interface(gzip="gzip", wall="--time={}", version="--version", conflicts=7)
    capabilities = Capabilities(statistics=STATISTICS, proofs=True)

    def executable(self) -> str | None:
        """Return the executable on PATH, else the one of the wheel passagemath-kissat, or None."""
        found = super().executable()
        return found or (None if os.environ.get(self.variable) else _from_wheel())


def _from_wheel() -> str | None:
    """Return the executable next to the wheel's Python package, without importing that."""
    spec = importlib.util.find_spec("passagemath_kissat")
    if spec is None or spec.origin is None:
        return None
    path = Path(spec.origin).parents[1] / "sage_wheels" / "bin" / "kissat"
    return str(path) if os.access(path, os.X_OK) else None


DRIVER = KissatDriver()
