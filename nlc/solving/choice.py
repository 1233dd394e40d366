"""The user's choice of solvers, encoding and plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard, cast

from msgspec import Struct, field

from nlc.drivers import DEFAULT
from nlc.drivers import get as driver_named
from nlc.drivers.base import Driver
from nlc.encode.spec import Encoding
from nlc.errors import UserError, fail, require_type
from nlc.solving.answer import RULE_CHECK
from nlc.solving.plan import Attempt, Plan

if TYPE_CHECKING:
    from nlc.engines.base import Engine

Solver: TypeAlias = "Driver | Engine[Any]"
"""A SAT solver, or an engine."""

PLANS = ("default", "plain", "alone")
"""The named plans: the one that suits the puzzle; a single attempt without assumptions; the one
that suits the puzzle, without concurrent solvers."""


class SolverChoice(Struct, frozen=True, eq=False):
    """The user's choice of solvers, encoding and plan.

    Attributes:
        solvers: names of solvers; none for the default.
        encoding: for SAT solvers.
        plan: a plan, or one of `PLANS`.
        made: drivers and engines that were passed as objects, by name.
    """

    solvers: tuple[str, ...] = ()
    encoding: Encoding = field(default_factory=Encoding)
    plan: Plan | str = "default"
    made: Mapping[str, Solver] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The names of the solvers, divided by commas."""
        if isinstance(self.plan, Plan):
            return ",".join(self.plan.solvers()) or RULE_CHECK
        return ",".join(self.solvers) or DEFAULT

    def solver(self, name: str) -> Solver:
        """Return a solver by its name.

        Raises:
            UserError: there is none of this name.
        """
        if name in self.made:
            return self.made[name]
        if ":" in name:
            return driver_named(name)
        from nlc.engines import ENGINES

        return ENGINES.get(name) if name in ENGINES else driver_named(name, ENGINES.names)

    @property
    def first(self) -> Solver:
        """The first of its solvers."""
        return self.solver(self.name.split(",")[0])

    def missing(self) -> str | None:
        """Return why each solver cannot run, a line each; None if one of them can run."""
        if isinstance(self.plan, Plan):
            return None  # `check_plan` tells the place
        missing = [self.solver(name).missing() for name in self.name.split(",")]
        return None if None in missing else "\n".join(filter(None, missing))


def is_driver(solver: Solver) -> TypeGuard[Driver]:
    """Return whether a solver takes a formula."""
    return hasattr(solver, "capabilities")


def choose_solvers(
    solver: Solver | str | Sequence[Solver | str] | None = None,
    encoding: Encoding | str = "default",
    plan: Plan | str | None = None,
) -> SolverChoice:
    """Return the choice of solvers, encoding and plan.

    Args:
        solver: the name of a SAT driver or an engine (``minisat``, ``pysat:NAME``, ``cmd:COMMAND``;
            see ``nlc list solvers``), or the object; None for the default; several run at the same
            time.
        encoding: for SAT drivers.
        plan: a plan, its text, or the name of one (`PLANS`); None for the default.

    Raises:
        UserError: a name, the encoding or the plan is unknown, a solver is named twice, the list of
            solvers is empty, or there is a plan together with a solver or an encoding.
        TypeError: an argument is of another type.
    """
    spec = Encoding.of(encoding)
    require_type("plan", plan, (str, Plan, type(None)), "such as 'plain', or the text of a plan")
    several: Sequence[Any] = [] if solver is None else [solver]
    if isinstance(solver, list | tuple):
        several = solver
        if not several:
            raise fail("the portfolio has no solver")
    made: dict[str, Solver] = {}
    names: list[str] = []
    for one in several:
        if not isinstance(one, str):
            if isinstance(one, type) or not hasattr(one, "missing"):
                hint = "such as 'minisat'; nlc list solvers lists them"
                require_type("solver", one, (), hint, "a name, a driver, an engine, or a list")
            made[one.name] = cast("Solver", one)
        name = one if isinstance(one, str) else one.name
        if name in names:
            raise fail(f"the portfolio has the solver '{name}' twice")
        names.append(name)
    if isinstance(plan, str) and plan not in PLANS:
        if not plan.lstrip().startswith(("{", "#")):
            hint = f"{', '.join(PLANS)}, or attempts such as {{solver=minisat}}"
            raise fail(f"there is no plan '{plan}'", hint=hint)
        plan = Plan.parse(plan)
    if isinstance(plan, Plan) and (names or spec != Encoding()):
        raise fail("a plan names its solvers and encodings itself: leave out the others")
    found = SolverChoice(tuple(names), spec, plan or "default", made)
    named: Mapping[str, Attempt | None] = dict.fromkeys(names)
    if isinstance(plan, Plan):
        named = plan.solvers()
    for name, attempt in named.items():
        try:
            solver = found.solver(name)
        except UserError as error:
            item = error.diagnostics[0]
            raise attempt.error(item.message, hint=item.hint) if attempt else error from None
        if solver.name != name and name not in made:  # an alias of PySAT's
            made[name] = solver
    return found
