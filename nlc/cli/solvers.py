"""``nlc solvers``: which solvers there are, whether they can run here, what they can do."""

from __future__ import annotations

import argparse
import dataclasses
import json
from typing import TYPE_CHECKING, Any

from nlc.cli import EXIT_DECIDED, EXIT_FAILED
from nlc.cli.progress import Progress

if TYPE_CHECKING:
    from nlc.drivers.base import Capabilities, Driver
    from nlc.drivers.probe import Probe

_MARKS = {"passed": "ok", "failed": "FAIL", "not declared": "-"}


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 1 if an installed solver fails a check."""
    from nlc.drivers import registry

    drivers = [registry.get(name) for name in args.names] or registry.available()
    return (_probe if args.probe else _list)(drivers, args.format)


def _list(drivers: list[Driver], form: str) -> int:
    rows = [_row(driver) for driver in drivers]
    if form == "json":
        for row in rows:
            print(json.dumps(row))
        return EXIT_DECIDED
    from tabulate import tabulate

    table = [
        (
            f"{row['name']} (default)" if row["default"] else row["name"],
            row["version"] or "-",
            _abilities(driver.capabilities),
            row["missing"] or "ready",
        )
        for row, driver in zip(rows, drivers, strict=True)
    ]
    print(tabulate(table, headers=("solver", "version", "can", "state"), disable_numparse=True))
    print("\nAny other solver of the SAT competition's kind: --solver-cmd 'foo {cnf}'")
    return EXIT_DECIDED


def _row(driver: Driver) -> dict[str, Any]:
    from nlc.drivers import registry

    missing = driver.missing()
    return {
        "name": driver.name,
        "default": driver.name == registry.DEFAULT,
        "version": driver.version() if missing is None else None,
        **dataclasses.asdict(driver.capabilities),
        "missing": missing,
    }


def _abilities(capabilities: Capabilities) -> str:
    """Return what a solver declares, in the words of the checks of a probe."""
    able = {
        "lazy clauses": capabilities.in_process,
        "propagators": capabilities.propagators,
        "statistics": bool(capabilities.statistics),
        "proofs": capabilities.proofs,
    }
    return ", ".join(name for name, can in able.items() if can) or "-"


def _probe(drivers: list[Driver], form: str) -> int:
    from nlc.drivers.probe import probe

    probes = []
    with Progress(len(drivers), "solvers") as progress:
        for driver in drivers:
            progress.step(driver.name)
            done = probe(driver)
            probes.append(done)
            if form == "json":
                progress.clear()
                print(json.dumps(_to_json(done)), flush=True)
    if form == "text":
        _show(probes)
    return EXIT_FAILED if any(done.failures for done in probes) else EXIT_DECIDED


def _to_json(done: Probe) -> dict[str, Any]:
    return {
        "name": done.name,
        "version": done.version,
        **dataclasses.asdict(done.capabilities),
        "missing": done.missing,
        "checks": [
            {**dataclasses.asdict(check), "seconds": round(check.seconds, 6)}
            for check in done.checks
        ],
    }


def _show(probes: list[Probe]) -> None:
    from tabulate import tabulate

    solvers = [
        (done.name, done.version or "-", _abilities(done.capabilities), _summary(done))
        for done in probes
    ]
    print(tabulate(solvers, headers=("solver", "version", "can", "probe"), disable_numparse=True))
    tried = [done for done in probes if done.checks]
    if tried:
        names = [check.name.replace(" ", "\n") for check in tried[0].checks]
        marks = [[done.name, *(_MARKS[check.result] for check in done.checks)] for done in tried]
        print()
        print(tabulate(marks, headers=["solver", *names], disable_numparse=True))
    failures = [(done.name, check) for done in probes for check in done.failures]
    if failures:
        print()
    for name, check in failures:
        print(f"{name}, {check.name}: {check.told}")


def _summary(done: Probe) -> str:
    if done.missing is not None:
        return f"missing: {done.missing}"
    failed, passed = len(done.failures), sum(c.result == "passed" for c in done.checks)
    return f"{failed} of {failed + passed} checks FAILED" if failed else f"{passed} checks passed"
