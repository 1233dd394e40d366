"""MiniSat 2.2 (Een, Sorensson: An Extensible SAT-solver, SAT 2003)."""

from __future__ import annotations

from pathlib import Path

from nlc.drivers.external import ExternalDriver


class MinisatDriver(ExternalDriver):
    """Runs ``minisat FORMULA RESULT``.

    The result file holds ``SAT`` and the model, ``UNSAT`` or ``INDET``; it is empty after a signal.
    The model leaves out variables beyond the last that occurs.
    """

    name = "minisat"
    package = "install the Debian package minisat"
    memory_sign = b"INDETERMINATE"

    def version(self) -> str | None:
        """Return ``unknown``, as MiniSat does not tell its version, or None where it is missing."""
        return None if self.executable() is None else "unknown"

    def command(self, executable: str, cnf: Path, result: Path) -> list[str]:
        """Return the command line."""
        return [executable, str(cnf), str(result)]

    def answer(self, output: bytes, result: Path) -> bytes:
        """Return the result file, empty where there is none."""
        try:
            return result.read_bytes()
        except FileNotFoundError:
            return b""
