"""What is tried on a board or a formula: an encoding and a solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers import available, get
from nlc.drivers.base import Driver
from nlc.drivers.pysat.driver import InProcessPysatDriver
from nlc.encode import acyclic, connected
from nlc.encode.spec import AUTO, NONE, PRESETS, Encoding, choices
from nlc.engines import ENGINES
from nlc.errors import UserError
from nlc.ir.passes import PASSES

QUICK, WATCHED = "pysat:minisat22", "pysat:cadical195"
"""Quick on small formulas; and one that takes propagators too."""

PYSAT = "pysat:"
"""Before the names of PySAT's solvers."""

EXTERNAL_SHARE = 0.01
"""How often a solver is chosen that is a process of its own, which costs fifty of the others."""


class Trial(Struct, frozen=True):
    """An encoding and a solver.

    Attributes:
        encoding: a spec; empty for a formula.
        solver: the name of a driver, or of what else is tried.
        extras: further checks; see `EXTRAS`.
        words: of a command that takes the file of the subject, such as ``run --unique``; empty
            where parts of nlc are called.
    """

    encoding: str
    solver: str
    extras: frozenset[str] = frozenset()
    words: tuple[str, ...] = ()


EXTRAS = {
    "models": 0.15,
    "strategy": 0.15,
    "file": 0.1,
    "best": 0.1,
    "worker": 0.04,
    "proof": 0.1,
}
"""How often each further check is made. ``models``: each board has one model, where the encoding
says so. ``strategy``: boards are those of `nlc.solving.run.answer_of`, with their count.
``file``: the
formula is the same after DIMACS. ``worker``: a solver inside Python runs by way of its driver.
``best``: the least of a random number is that of brute force, by `nlc.drivers.optimum`.
``proof``: that a formula is unsatisfiable has a proof, by a solver that writes them."""


class Choice(Struct, frozen=True):
    """What trials are chosen from.

    Attributes:
        encodings: specs; any encoding where it is empty.
        solvers: names of drivers; all that are installed where it is empty.
    """

    encodings: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ()

    def trial(self, random: Random, genre: str) -> Trial:
        """Return a random trial for a puzzle of a genre."""
        encoding = (
            random.choice(self.encodings) if self.encodings else random_encoding(random, genre)
        )
        solver = self.solver(random, needs_of(encoding))
        return Trial(encoding, solver, extras(random))

    def every(self, random: Random, genre: str) -> tuple[Trial, ...]:
        """Return a trial for each name of each part of an encoding, the other parts at random, and
        for each preset; or for each encoding of the choice."""
        specs = self.encodings or tuple(_every(random, genre))
        solvers = (self.solver(random, needs_of(spec)) for spec in specs)
        return tuple(Trial(spec, solver) for spec, solver in zip(specs, solvers, strict=True))

    def solver(self, random: Random, needs: Sequence[str] = ()) -> str:
        """Return a random solver that has what an encoding needs, if one of the choice has it."""
        inside, outside = installed(self.solvers)
        if outside and (not inside or random.random() < EXTERNAL_SHARE) and not needs:
            return random.choice(outside)
        able = [
            name
            for name in inside
            if "propagator" not in needs or driver(name).capabilities.propagators
        ]
        return random.choice(able or inside or outside)


def extras(random: Random) -> frozenset[str]:
    """Return random further checks."""
    return frozenset(name for name, share in EXTRAS.items() if random.random() < share)


def random_encoding(random: Random, genre: str) -> str:
    """Return a random spec; every part of it is random, or it is a preset or a whole puzzle's."""
    kind = random.random()
    if kind < 0.06 and genre == "numberlink":
        names = [name for name in choices()["numberlink"] if name != NONE]
        return f"numberlink={random.choice(names)}"
    return random.choice(_presets(genre)) if kind < 0.12 else _mixed(random)


def comparable() -> dict[str, tuple[str, ...]]:
    """Return the names of each part of a spec that keep all solutions: these can be compared.

    A pass that `loses` some has tests of its own.
    """
    kept = {name for name in PASSES.names() if not PASSES.get(name).loses} | {AUTO, NONE}
    parts = choices()
    return {**parts, "passes": tuple(name for name in parts["passes"] if name in kept)}


def _every(random: Random, genre: str) -> Iterator[str]:
    yield from _presets(genre)
    for part, names in comparable().items():
        for name in names:
            if part != "numberlink":
                yield _mixed(random, **{part: name})
            elif name != NONE and genre == "numberlink":
                yield f"numberlink={name}"


def _presets(genre: str) -> list[str]:
    whole = "numberlink="
    return [name for name in PRESETS if genre == "numberlink" or whole not in PRESETS[name]]


def _mixed(random: Random, **fixed: str) -> str:
    """Return a spec of which some parts are given and the others random."""
    parts = comparable()
    chosen = {part: random.choice(names) for part, names in parts.items() if part != "numberlink"}
    single = [name for name in parts["passes"] if name not in (AUTO, NONE)]
    passes = random.sample(single, random.randrange(len(single)))
    chosen["passes"] = "+".join(passes) or random.choice([AUTO, NONE])
    return ",".join(f"{part}={name}" for part, name in (chosen | fixed).items())


def needs_of(encoding: str) -> tuple[str, ...]:
    """Return what an encoding needs of a solver."""
    spec = Encoding.parse(encoding)
    needs: list[str] = []
    for name, kinds in ((spec.acyclic, acyclic), (spec.connected, connected)):
        if name in kinds.REGISTRY:
            needs += kinds.REGISTRY.get(name).declaration.needs
    return (*needs, *(["in-process"] if spec.lazy == "rows" else []))


@cache
def installed(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the solvers inside Python and those that are processes, of some names or of all."""
    found = [get(name, ENGINES.names) for name in names] if names else available()
    usable = [each for each in found if each.missing() is None]
    inside = tuple(each.name for each in usable if each.capabilities.in_process)
    return inside, tuple(each.name for each in usable if not each.capabilities.in_process)


@cache
def driver(name: str, worker: bool = True) -> Driver:
    """Return a driver by name; without `worker`, a solver of PySAT runs in this process."""
    found = get(name)
    return (
        found
        if worker or not found.name.startswith(PYSAT)
        else InProcessPysatDriver(name[len(PYSAT) :])
    )


def simpler_solvers(trial: Trial) -> Iterator[Trial]:
    """Yield a trial with solvers that are simpler than its own."""
    for solver in (QUICK, WATCHED):
        if solver == trial.solver:
            break
        yield replace(trial, solver=solver)


def simpler_encodings(trial: Trial) -> Iterator[Trial]:
    """Yield a trial with simpler encodings.

    Each part of an encoding is better the earlier it stands among the choices, the default first.
    """
    plain, encoding = Encoding(), Encoding.parse(trial.encoding)
    for part, names in choices().items():
        now = getattr(encoding, part)
        for name in dict.fromkeys((getattr(plain, part), *names)):
            if name == now:
                break
            try:
                simpler = replace(encoding, **{part: name})
            except UserError:  # `whole` allows no other part
                continue
            yield replace(trial, encoding=str(simpler))


def driver_of(trial: Trial) -> Driver:
    """Return the driver of a trial."""
    return driver(trial.solver, "worker" in trial.extras)
