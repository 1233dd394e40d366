"""Finds a solver by name: a SAT driver with an encoding, an engine, or several that race."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from nlc.drivers import get as driver
from nlc.encode.spec import Encoding
from nlc.errors import fail, require_type
from nlc.solving.policy import DEFAULT, Policy
from nlc.solving.sat import SatSolver

if TYPE_CHECKING:
    from nlc.drivers.base import Driver
    from nlc.solving.search import Solver


def get(
    solver: Solver | Driver | str | Sequence[Solver | Driver | str] | None = None,
    encoding: Encoding | str = "default",
    policy: Policy = DEFAULT,
) -> Solver:
    """Return a solver.

    Args:
        solver: the name of a SAT driver or an engine (``minisat``, ``pysat:NAME``, ``cmd:COMMAND``;
            see ``nlc solvers``), or one that was made; None for the policy's default; several run
            as a portfolio.
        encoding: for SAT drivers.
        policy: names the solvers that are taken by default.

    Raises:
        UserError: a name or the encoding is unknown, or a portfolio names a solver twice, or none.
        TypeError: an argument is of another type.
    """
    require_type("encoding", encoding, (str, Encoding), "a spec such as 'domains=direct'")
    if isinstance(solver, list | tuple):
        if not solver:
            raise fail("the portfolio has no solver")
        several = [get(one, encoding, policy) for one in solver]
        names = [one.name for one in several]
        twice = [name for i, name in enumerate(names) if name in names[:i]]
        if twice:
            raise fail(f"the portfolio has the solver '{twice[0]}' twice")
        if len(several) == 1:
            return several[0]
        from nlc.solving.portfolio import Portfolio

        return Portfolio(several)
    if hasattr(solver, "read") and not isinstance(solver, type):
        return solver  # type: ignore[return-value]
    if solver is None:
        return SatSolver(driver(policy.default), Encoding.of(encoding), policy.incremental)
    from nlc.engines import ENGINES

    if isinstance(solver, str) and ":" not in solver and solver in ENGINES:
        from nlc.solving.engine import EngineSolver

        return EngineSolver(ENGINES.get(solver))
    if not isinstance(solver, str) and (
        isinstance(solver, type) or not hasattr(solver, "capabilities")
    ):
        hint = "such as 'minisat'; nlc solvers lists them"
        require_type("solver", solver, (), hint, "a name, a nlc.Solver, or a list of these")
    spec = Encoding.of(encoding)
    found = driver(solver, ENGINES.names) if isinstance(solver, str) else cast("Driver", solver)
    return SatSolver(found, spec, _incremental(found.name))


def _incremental(name: str) -> str | None:
    """Return PySAT's name of a driver that can be asked again under assumptions, or None."""
    from nlc.drivers.pysat import BACKENDS

    inner = name.removeprefix("pysat:")
    if inner == name or inner not in BACKENDS or not BACKENDS[inner].alternates:
        return None
    return inner
