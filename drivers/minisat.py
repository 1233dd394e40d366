"""MiniSat 2.2 (Een, Sorensson: An Extensible SAT-solver, SAT 2003)."""

from __future__ import annotations

from nlc.drivers.base import Capabilities
from nlc.drivers.external import ExternalDriver, Interface
from nlc.drivers.verdict import STATISTICS


class MinisatDriver(ExternalDriver):
    """Runs ``minisat FORMULA RESULT``.

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


DRIVER = MinisatDriver()
