"""CaDiCaL (Biere, Faller, Fazekas, Fleury, Froleyks, Pollitt: CaDiCaL 2.0, CAV 2024)."""

from __future__ import annotations

from pathlib import Path

from nlc.drivers.external import ExternalDriver, first_line


class CadicalDriver(ExternalDriver):
    """Runs ``cadical FORMULA``."""

    name = "cadical"
    package = "install the Debian package cadical"

    def version(self) -> str | None:
        """Return what ``cadical --version`` prints, or None where it is missing."""
        executable = self.executable()
        return None if executable is None else first_line(executable, "--version")

    def command(self, executable: str, cnf: Path, result: Path) -> list[str]:
        """Return the command line."""
        return [executable, str(cnf)]
