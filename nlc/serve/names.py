"""Names that a request may use: those of what is installed, and no command."""

from __future__ import annotations

from nlc.errors import fail, suggest


def require_solver(name: str) -> None:
    """Refuse what is not a solver or an engine of this machine by name.

    Raises:
        UserError: there is none of that name, or it cannot run here.
    """
    from nlc import drivers
    from nlc.engines import ENGINES

    names = [*(driver.name for driver in drivers.available()), *ENGINES.names()]
    if name not in names:
        hint = suggest(name, names) or f"the solvers are {', '.join(names)}"
        raise fail(f"there is no solver '{name}'", hint=hint)
    found = ENGINES.find(name) if name in ENGINES else drivers.get(name)
    missing = found.missing() if found is not None else None
    if missing is not None:
        raise fail(f"the solver '{name}' cannot run here", hint=missing)
