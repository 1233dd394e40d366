"""The solvers of PySAT by name, with their capabilities."""

from __future__ import annotations

import functools
import importlib.util

from msgspec import Struct

from nlc.process.platform import PORTABLE


class Backend(Struct, frozen=True):
    """A solver of PySAT and its capabilities.

    Attributes:
        title: its own name and version.
        incremental: accepts clauses after it has solved; else it is rebuilt for them.
        statistics: reports conflicts, decisions, propagations and restarts.
        needs: a Python package that it needs besides PySAT.
        propagators: accepts an external propagator (IPASIR-UP).
        proofs: writes DRAT proofs that a checker accepts.
        budgets: keeps a budget of conflicts, which it checks at every conflict.
        cores: returns unsatisfiable cores of assumptions, also in formulas that grow.
        pauses: stops after some conflicts, sooner or later, and goes on when it is called again;
            else it needs a process that can be killed.
    """

    title: str
    incremental: bool = True
    statistics: bool = True
    needs: str | None = None
    propagators: bool = False
    proofs: bool = False
    budgets: bool = True
    cores: bool = True
    pauses: bool = True


BACKENDS = {
    "cadical103": Backend("CaDiCaL 1.0.3", proofs=True),
    "cadical153": Backend("CaDiCaL 1.5.3", proofs=True),
    "cadical195": Backend("CaDiCaL 1.9.5", propagators=True, proofs=True),
    "cadical300": Backend("CaDiCaL 3.0.0", propagators=True, proofs=True),
    "cryptosat": Backend("CryptoMiniSat 5", statistics=False, needs="pycryptosat", budgets=False),
    "ergo": Backend("Ergo", propagators=True, proofs=True),
    # These check a budget only where they restart: one of 1,000 conflicts ended after 59,000.
    "gluecard3": Backend("Gluecard 3", proofs=True, budgets=False),
    "gluecard4": Backend("Gluecard 4", proofs=True, budgets=False),
    "glucose3": Backend("Glucose 3.0", proofs=True, budgets=False),
    "glucose4": Backend("Glucose 4.1", proofs=True, budgets=False),
    "glucose42": Backend("Glucose 4.2.1", proofs=True, budgets=False),
    # It aborts when a clause is added after it has solved.
    "kissat404": Backend("Kissat 4.0.4", incremental=False, statistics=False, pauses=False),
    # After clauses were added it gave models that break assumptions.
    "lingeling": Backend(
        "Lingeling bbc-9230380-160707", proofs=True, budgets=False, cores=False, pauses=False
    ),
    "maplechrono": Backend("MapleLCMDistChronoBT", proofs=True),
    "maplecm": Backend("MapleCM", proofs=True),
    # It writes proofs, but counts the variables from 2 in them.
    "maplesat": Backend("MapleCOMSPS_LRB"),
    "mergesat3": Backend("MergeSat 3.0"),
    "minicard": Backend("MiniCARD 1.2"),
    "minisat22": Backend("MiniSat 2.2"),
    "minisatep": Backend("MiniSat with IPASIR-UP"),
    "minisatgh": Backend("MiniSat of GitHub"),
}
"""The solvers known here, by the attributes of PySAT's ``SolverNames``."""


def backend(name: str) -> Backend:
    """Return a solver's entry; one of a later PySAT is assumed to have no capability."""
    return BACKENDS.get(name) or Backend(name, incremental=False, statistics=False)


def canonical(name: str) -> str | None:
    """Return the name of the solver that PySAT calls `name`, such as glucose4 for g41, or None."""
    if name in BACKENDS:
        return name
    found = (key for key, aliases in aliases_of().items() if name.lower() in (key, *aliases))
    return next(found, None)


@functools.cache
def aliases_of() -> dict[str, tuple[str, ...]]:
    """Return the names that the installed PySAT takes for each of its solvers."""
    from pysat.solvers import SolverNames

    return {
        key: names
        for key, names in vars(SolverNames).items()
        if isinstance(names, tuple) and not key.startswith("_")  # what Python 3.13 keeps in classes
    }


@functools.cache
def missing(name: str) -> str | None:
    """Return None where a solver starts, else a sentence that says what is missing."""
    from pysat.solvers import Solver

    if PORTABLE and not backend(name).pauses:
        return f"pysat:{name} cannot be stopped, and there is no process to kill (NLC_PORTABLE)"
    needs = backend(name).needs
    if needs is not None and importlib.util.find_spec(needs) is None:
        return f"pysat:{name} needs the package {needs}: pip install {needs}."
    try:
        Solver(aliases_of()[name][0]).delete()
    except Exception as error:  # PySAT has no common exception for this
        return f"pysat:{name} is not in the installed PySAT ({error!r}); update python-sat."
    return None
