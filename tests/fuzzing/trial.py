"""Trials of boards and formulas: an encoding and a solver."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers import available, get
from nlc.drivers.base import Driver, Limits
from nlc.drivers.pysat.driver import PysatDriver
from nlc.encode import acyclic, connected
from nlc.encode.spec import AUTO, NONE, PRESETS, Encoding, choices
from nlc.engines import ENGINES
from nlc.errors import UserError
from nlc.ir.passes import PASSES
from nlc.process.pool import Job

QUICK, WATCHED = "pysat:minisat22", "pysat:cadical195"
"""A solver that is fast on small formulas, and one that accepts propagators."""

PYSAT = "pysat:"
"""The prefix of the names of PySAT's solvers."""


class Trial(Struct, frozen=True):
    """An encoding and a solver.

    Attributes:
        encoding: a spec; empty for a formula.
        solver: the name of a driver, or of another subject of a trial.
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
"""The share of trials with each further check. ``models``: each board has one model, if the
encoding declares so. ``strategy``: boards and count are those of `nlc.solving.run.answer_of`.
``file``: the formula is the same after writing and parsing DIMACS. ``worker``: a solver of PySAT
runs in a worker. ``best``: the optimum of a random objective by `nlc.drivers.optimum` is that of
brute force. ``proof``: a solver that writes proofs writes a valid one for an unsatisfiable
formula."""


class Choice(Struct, frozen=True):
    """The encodings and solvers from which trials are chosen.

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
        """Return a random solver with the features that an encoding needs, if there is one."""
        inside, outside = installed_solvers(self.solvers)
        # An external solver takes fifty times as long.
        if outside and (not inside or random.random() < 0.01) and not needs:
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
    """Return a random spec: random parts, a preset, or an encoding of Numberlink as a whole."""
    kind = random.random()
    if kind < 0.06 and genre == "numberlink":
        names = [name for name in choices()["numberlink"] if name != NONE]
        return f"numberlink={random.choice(names)}"
    return random.choice(_presets(genre)) if kind < 0.12 else _random_spec(random)


def comparable() -> dict[str, tuple[str, ...]]:
    """Return the names of each part of a spec that keep all solutions: these can be compared.

    A pass that `loses` solutions has tests of its own.
    """
    kept = {name for name in PASSES.names() if not PASSES.get(name).loses} | {AUTO, NONE}
    parts = choices()
    return {**parts, "passes": tuple(name for name in parts["passes"] if name in kept)}


def _every(random: Random, genre: str) -> Iterator[str]:
    yield from _presets(genre)
    for part, names in comparable().items():
        for name in names:
            if part != "numberlink":
                yield _random_spec(random, **{part: name})
            elif name != NONE and genre == "numberlink":
                yield f"numberlink={name}"


def _presets(genre: str) -> list[str]:
    whole = "numberlink="
    return [name for name in PRESETS if genre == "numberlink" or whole not in PRESETS[name]]


def _random_spec(random: Random, **fixed: str) -> str:
    """Return a spec of which some parts are given and the others random."""
    parts = comparable()
    chosen = {part: random.choice(names) for part, names in parts.items() if part != "numberlink"}
    single = [name for name in parts["passes"] if name not in (AUTO, NONE)]
    passes = random.sample(single, random.randrange(len(single)))
    chosen["passes"] = "+".join(passes) or random.choice([AUTO, NONE])
    return ",".join(f"{part}={name}" for part, name in (chosen | fixed).items())


def needs_of(encoding: str) -> tuple[str, ...]:
    """Return the features that an encoding needs of a solver."""
    spec = Encoding.parse(encoding)
    needs: list[str] = []
    for name, kinds in ((spec.acyclic, acyclic), (spec.connected, connected)):
        if name in kinds.REGISTRY:
            needs += kinds.REGISTRY.get(name).declaration.needs
    return (*needs, *(["in-process"] if spec.lazy == "rows" else []))


@cache
def installed_solvers(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the solvers of PySAT and the external ones, of some names or of all."""
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


class InProcessPysatDriver(PysatDriver):
    """Searches in the calling process, a worker, which is several times as fast for small formulas.

    It ignores limits, and a solver that crashes ends the process.
    """

    def _stream(self, job: Job, limits: Limits, small: bool) -> Iterator[object]:
        return iter(job())


def simpler_solvers(trial: Trial) -> Iterator[Trial]:
    """Yield a trial with solvers that are simpler than its own."""
    for solver in (QUICK, WATCHED):
        if solver == trial.solver:
            break
        yield replace(trial, solver=solver)


def simpler_encodings(trial: Trial) -> Iterator[Trial]:
    """Yield a trial with simpler encodings.

    For each part of an encoding, the default is the simplest, and earlier choices are simpler.
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
