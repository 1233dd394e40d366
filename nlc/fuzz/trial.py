"""What is tried on a board or a formula: an encoding and a solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from nlc.drivers.base import Driver
from nlc.drivers.registry import available, get
from nlc.encode import acyclic
from nlc.encode.spec import AUTO, NONE, PRESETS, Encoding, choices
from nlc.fuzz.in_process import Inside

QUICK, WATCHED = "pysat:minisat22", "pysat:cadical195"
"""Quick on small formulas; and one that takes propagators too."""

PYSAT = "pysat:"
"""Before the names of PySAT's solvers."""

EXTERNAL_SHARE = 0.01
"""How often a solver is chosen that is a process of its own, which costs fifty of the others."""


@dataclass(frozen=True)
class Trial:
    """An encoding and a solver.

    Attributes:
        encoding: a spec; empty for a formula.
        solver: the name of a driver.
        extras: further checks; see `EXTRAS`.
    """

    encoding: str
    solver: str
    extras: frozenset[str] = frozenset()


EXTRAS = {
    "models": 0.15,
    "strategy": 0.15,
    "file": 0.1,
    "worker": 0.04,
    "proof": 0.1,
    "readings": 0.0,
}
"""How often each further check is made. ``models``: each board has one model, where the encoding
says so. ``strategy``: boards are those of `nlc.solve.strategy`, with their count. ``file``: the
formula is the same after DIMACS. ``worker``: a solver inside Python runs by way of its driver.
``proof``: that a formula is unsatisfiable has a proof, by a solver that writes them. ``readings``:
the trial is of the strategy, see `nlc.fuzz.judge_strategy`; it is made where that is asked for."""


@dataclass(frozen=True)
class Choice:
    """What trials are chosen from.

    Attributes:
        encodings: specs; any encoding where it is empty.
        solvers: names of drivers; all that are installed where it is empty.
    """

    encodings: tuple[str, ...] = ()
    solvers: tuple[str, ...] = ()

    def trial(self, random: Random, genre: str) -> Trial:
        """Return a random trial for a puzzle of a genre."""
        encoding = random.choice(self.encodings) if self.encodings else _encoding(random, genre)
        solver = self.solver(random, _needs(encoding))
        return Trial(encoding, solver, extras(random))

    def strategic(self, random: Random) -> Trial:
        """Return a random trial of the strategy, which takes exact encodings, and solvers inside
        Python that are incremental; of a choice without them, one that is refused."""
        from nlc.drivers.pysat.backends import BACKENDS
        from nlc.encode.policy import is_exact

        specs = [spec for spec in self.encodings if is_exact(Encoding.parse(spec))]
        spec = random.choice(specs or self.encodings) if self.encodings else ""
        while not spec:
            drawn = _encoding(random, "multilink")
            spec = (
                drawn
                if is_exact(Encoding.parse(drawn)) and "propagator" not in _needs(drawn)
                else ""
            )
        inside, outside = _installed(self.solvers)
        able = [
            name
            for name in inside
            if (found := BACKENDS.get(name.removeprefix(PYSAT))) is not None and found.alternates
        ]
        return Trial(spec, random.choice(able or inside or outside), frozenset({"readings"}))

    def solver(self, random: Random, needs: Sequence[str] = ()) -> str:
        """Return a random solver that has what an encoding needs, if one of the choice has it."""
        inside, outside = _installed(self.solvers)
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


def _encoding(random: Random, genre: str) -> str:
    """Return a random spec; every part of it is random, or it is a preset or a whole puzzle's."""
    parts = choices()
    kind = random.random()
    if kind < 0.06 and genre == "numberlink":
        return f"numberlink={random.choice([n for n in parts['numberlink'] if n != NONE])}"
    if kind < 0.12:
        presets = [n for n in PRESETS if genre == "numberlink" or "numberlink=" not in PRESETS[n]]
        return random.choice(presets)
    chosen = {part: random.choice(names) for part, names in parts.items() if part != "numberlink"}
    single = [name for name in parts["passes"] if name not in (AUTO, NONE)]
    passes = random.sample(single, random.randrange(len(single)))
    chosen["passes"] = "+".join(passes) or random.choice([AUTO, NONE])
    return ",".join(f"{part}={name}" for part, name in chosen.items())


def _needs(encoding: str) -> tuple[str, ...]:
    spec = Encoding.parse(encoding)
    named = spec.acyclic in acyclic.REGISTRY
    needs = acyclic.REGISTRY.get(spec.acyclic).declaration.needs if named else ()
    return (*needs, "in-process") if spec.lazy == "rows" else needs


@cache
def _installed(names: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the solvers inside Python and those that are processes, of some names or of all."""
    found = [get(name) for name in names] if names else available()
    usable = [each for each in found if each.missing() is None]
    inside = tuple(each.name for each in usable if each.capabilities.in_process)
    return inside, tuple(each.name for each in usable if not each.capabilities.in_process)


@cache
def driver(name: str, worker: bool = True) -> Driver:
    """Return a driver by name; without `worker`, a solver of PySAT runs in this process."""
    found = get(name)
    return found if worker or not found.name.startswith("pysat:") else Inside(found)


def driver_of(trial: Trial) -> Driver:
    """Return the driver of a trial."""
    return driver(trial.solver, "worker" in trial.extras)
