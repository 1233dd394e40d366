"""The driver of any other solver that keeps the conventions of SAT competitions."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from nlc.drivers.base import Capabilities
from nlc.drivers.external import ExternalDriver, which
from nlc.drivers.options import Call
from nlc.errors import fail

_PLACE = re.compile(r"\{(?:cnf|proof)\}")


class CommandDriver(ExternalDriver):
    """Runs a command of the user's, such as ``foo --opt {cnf}``.

    The command is split as a shell does, and runs without a shell. ``{cnf}`` stands for the path of
    the CNF, also inside an argument; without it, the CNF is the standard input. ``{proof}`` stands
    for the path of the DRAT proof; a command without it writes none.
    """

    def __init__(self, command: str) -> None:
        """Take a command.

        Raises:
            UserError: it is empty or has an open quotation.
        """
        try:
            self._words = shlex.split(command)
        except ValueError as error:
            raise fail(f"the solver command '{command}' cannot be read: {error}") from None
        if not self._words:
            raise fail("the solver command is empty", hint="write cmd:SOLVER or cmd:SOLVER {cnf}")
        self.name = f"cmd:{command}"
        self.capabilities = Capabilities(proofs=any("{proof}" in word for word in self._words))

    def executable(self) -> str | None:
        """Return the absolute path of the command's first word, or None."""
        return which(self._words[0])

    def missing(self) -> str | None:
        """Return None where the command can run, else a sentence that names its program."""
        if self.executable() is not None:
            return None
        return f"'{self._words[0]}' of the solver command is not an executable on PATH."

    def command(self, call: Call) -> list[str]:
        """Return the command line."""
        proof = call.proof or call.result.with_name("unwanted")
        files = {"{cnf}": str(call.cnf), "{proof}": str(proof)}
        # Both in one pass, as the path of one file might contain the other word.
        words = (_PLACE.sub(lambda found: files[found[0]], word) for word in self._words[1:])
        return [call.executable, *words]

    def stdin(self, cnf: Path) -> Path | None:
        """Return the CNF's file where no argument names it."""
        return None if any("{cnf}" in word for word in self._words[1:]) else cnf
