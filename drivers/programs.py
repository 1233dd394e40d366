"""The solvers whose programs nlc knows."""

from __future__ import annotations

import importlib.util
import os
from pathlib import Path

from nlc.drivers.base import Capabilities
from nlc.drivers.external import ExternalDriver, Interface
from nlc.drivers.verdict import STATISTICS


class CadicalDriver(ExternalDriver):
    """Runs ``cadical FORMULA [PROOF]``.

    Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: CaDiCaL 2.0, CAV 2024.

    At a limit of its own it prints the comment ``c UNKNOWN``, without a verdict, and exits with 0.
    """

    name = "cadical"
    package = "install the Debian package cadical"
    interface = Interface(
        gzip="gzip", seed="--seed={}", wall="-t {}", version="--version", conflicts=5
    )
    capabilities = Capabilities(statistics=STATISTICS, proofs=True)


class KissatDriver(ExternalDriver):
    """Runs ``kissat FORMULA [PROOF]``.

    Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: SAT Competition 2024.
    """

    name = "kissat"
    package = 'pip install "nlc[solvers]" (it brings the package passagemath-kissat)'
    interface = Interface(
        gzip="gzip", seed="--seed={}", wall="--time={}", version="--version", conflicts=7
    )
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


class MinisatDriver(ExternalDriver):
    """Runs ``minisat FORMULA RESULT``; MiniSat 2.2.

    Een, Sorensson: An Extensible SAT-solver, SAT 2003.

    The result file holds ``SAT`` and the model, ``UNSAT`` or ``INDET``; it is empty after a signal.
    The model leaves out variables beyond the last that occurs. At a limit of its own it prints
    INDETERMINATE and exits with 0, whichever limit it was.
    """

    name = "minisat"
    package = "install the Debian package minisat"
    interface = Interface(
        gzip="itself",
        result_file=True,
        cpu="-cpu-lim={}",
        memory="-mem-lim={}",
        least_megabytes=64,
    )
    memory_sign = b"INDETERMINATE"
    capabilities = Capabilities(statistics=STATISTICS)


CADICAL = CadicalDriver()
KISSAT = KissatDriver()
MINISAT = MinisatDriver()
