"""Encodings and solvers that are wrong on purpose."""

from __future__ import annotations

import time

from nlc.cnf import Cnf
from nlc.drivers import get
from nlc.drivers.base import NO_LIMITS, Capabilities, Outcome
from nlc.encode.base import Declaration


class Nothing:
    """An encoding of acyclicity that states nothing, and says that it is exact."""

    declaration = Declaration(name="nothing", source="", size="none")

    def refusal(self, graph):
        return None

    def lower(self, cnf, rule, graph, lits, degrees):
        return ()


class Inner:
    """A solver that passes everything on to a right one."""

    name = "inner"
    capabilities = Capabilities(in_process=True)

    def __init__(self):
        self.right = get("pysat:minisat22")

    def version(self):
        return "0"

    def missing(self):
        return None

    def solve(self, cnf: Cnf, limits=NO_LIMITS, separators=(), proof=None):
        return self.right.solve(cnf, limits, separators)


class Liar(Inner):
    """Says UNSATISFIABLE wherever some clause has three literals."""

    name = "liar"

    def solve(self, cnf: Cnf, limits=NO_LIMITS, separators=(), proof=None):
        if any(block.clauses.shape[1] == 3 for block in cnf.blocks):
            return Outcome("UNSATISFIABLE")
        return super().solve(cnf, limits, separators)


class Sleeper(Inner):
    """Never answers where there is an empty clause."""

    name = "sleeper"

    def solve(self, cnf: Cnf, limits=NO_LIMITS, separators=(), proof=None):
        while any(block.clauses.shape[1] == 0 for block in cnf.blocks):
            time.sleep(1)
        return super().solve(cnf, limits, separators)


class Raiser(Inner):
    """Fails with an exception on formulas without clauses."""

    name = "raiser"

    def solve(self, cnf: Cnf, limits=NO_LIMITS, separators=(), proof=None):
        if not cnf.clauses:
            raise ZeroDivisionError("no clause at all")
        return super().solve(cnf, limits, separators)
