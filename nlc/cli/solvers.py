"""``nlc list solvers``: solvers and engines, whether they run here, and what they can do."""

from __future__ import annotations

import argparse
from typing import Any

from msgspec import to_builtins

from nlc import drivers, engines
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, print_json, print_table
from nlc.cli.progress import Progress
from nlc.drivers.base import Driver
from nlc.drivers.probe import Probe, probe
from nlc.engines.base import Engine
from nlc.errors import fail

_MARKS = {"passed": "ok", "failed": "FAIL", "not declared": "-"}


EPILOG = """\
examples:
  nlc list solvers                which solvers and engines run here
  nlc list solvers --probe kissat test one: answers, limits
"""


ARGUMENTS = """
NAME*  of a solver or engine (default: all)
--probe  run each solver, also into limits, and compare with what it declares
--format text|json [text]  output
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status: 1 if an installed solver fails a check."""
    found = [engine for name in args.names if (engine := engines.ENGINES.find(name)) is not None]
    if args.probe:
        if found:
            message = f"'{found[0].name}' is an engine, and --probe tries how solvers take a CNF"
            raise fail(message, None, "nlc diff compares an engine with solvers")
        named = [drivers.get(name) for name in args.names]
        return _probe(named or drivers.available(), args.format)
    if not args.names:
        return _list([*drivers.available(), *engines.available()], args.format)
    known = {engine.name for engine in found}
    named = [drivers.get(name) for name in args.names if name not in known]
    return _list([*named, *found], args.format)


_OTHERS = {
    "solver": "Any other solver of the SAT competition's kind: --solver-cmd 'foo {cnf}'",
    "engine": "Engines take --solver too, and no encoding: docs/engines.md",
}


def _list(tools: list[Driver | Engine[Any]], form: str) -> int:
    """Print drivers, and then engines."""
    rows = [_row(tool) for tool in tools]
    if form == "json":
        print_json(*rows)
        return EXIT_DECIDED
    shown = {kind: [row for row in rows if row["kind"] == kind] for kind in _OTHERS}
    for number, kind in enumerate(kind for kind in shown if shown[kind]):
        print("\n" * number, end="")
        table = [
            (
                f"{row['name']} (default)" if row.get("default") else row["name"],
                row["version"] or "-",
                row["summary"] or "-" if kind == "engine" else _abilities(row),
                row["missing"] or "ready",
            )
            for row in shown[kind]
        ]
        print_table(table, (kind, "version", "how" if kind == "engine" else "can", "state"))
        print(f"\n{_OTHERS[kind]}")
    return EXIT_DECIDED


def _row(tool: Driver | Engine[Any]) -> dict[str, Any]:
    missing = tool.missing()
    about: dict[str, Any] = {"kind": "solver", "name": tool.name}
    about["version"] = tool.version() if missing is None else None
    if (able := getattr(tool, "capabilities", None)) is not None:
        about |= {"default": tool.name == drivers.DEFAULT, **to_builtins(able)}
    else:
        own = {name: getattr(tool, name) for name in ("summary", "statistics", "exact")}
        about |= {"kind": "engine", **own}
    return about | {"missing": missing}


def _abilities(row: dict[str, Any]) -> str:
    """Return what a solver declares, in the words of the checks of a probe."""
    words = {"in_process": "lazy clauses"}
    names = ("in_process", "propagators", "statistics", "proofs")
    return ", ".join(words.get(name, name) for name in names if row[name]) or "-"


def _probe(drivers: list[Driver], form: str) -> int:
    probes = []
    with Progress(len(drivers), "solvers") as progress:
        for driver in drivers:
            progress.step(driver.name)
            done = probe(driver)
            probes.append(done)
            if form == "json":
                progress.clear()
                print_json(_to_json(done))
    if form == "text":
        _show(probes)
    return EXIT_FAILED if any(done.failures for done in probes) else EXIT_DECIDED


def _to_json(done: Probe) -> dict[str, Any]:
    return {
        "name": done.name,
        "version": done.version,
        **to_builtins(done.capabilities),
        "missing": done.missing,
        "checks": [
            {**to_builtins(check), "seconds": round(check.seconds, 6)} for check in done.checks
        ],
    }


def _show(probes: list[Probe]) -> None:
    solvers = [
        (done.name, done.version or "-", _abilities(to_builtins(done.capabilities)), _summary(done))
        for done in probes
    ]
    print_table(solvers, ("solver", "version", "can", "probe"))
    tried = [done for done in probes if done.checks]
    if tried:
        names = [check.name.replace(" ", "\n") for check in tried[0].checks]
        marks = [[done.name, *(_MARKS[check.result] for check in done.checks)] for done in tried]
        print()
        print_table(marks, ["solver", *names])
    failures = [(done.name, check) for done in probes for check in done.failures]
    if failures:
        print()
    for name, check in failures:
        print(f"{name}, {check.name}: {check.problem}")


def _summary(done: Probe) -> str:
    if done.missing is not None:
        return f"missing: {done.missing}"
    failed, passed = len(done.failures), sum(c.result == "passed" for c in done.checks)
    return f"{failed} of {failed + passed} checks FAILED" if failed else f"{passed} checks passed"
