"""CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: CaDiCaL 2.0, CAV 2024)."""

from __future__ import annotations

from nlc.drivers.base import Capabilities
from nlc.drivers.external import ExternalDriver, Interface
from nlc.drivers.verdict import STATISTICS


class CadicalDriver(ExternalDriver):
    """Runs ``cadical FORMULA [PROOF]``.

    At a limit of its own it prints the comment ``c UNKNOWN``, without a verdict, and exits with 0.
    """

    name = "cadical"
    package = "install the Debian package cadical"
    interface = Interface(gzip="gzip", wall="-t {}", version="--version", conflicts=5)
    capabilities = Capabilities(statistics=STATISTICS, proofs=True)


DRIVER = CadicalDriver()
