"""``nlc solvers``: which solvers there are and whether they can run here."""

from __future__ import annotations

import argparse
import json

from nlc.cli import EXIT_DECIDED


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    from nlc.drivers import registry

    rows = []
    for driver in registry.available():
        missing = driver.missing()
        rows.append(
            {
                "name": driver.name,
                "default": driver.name == registry.DEFAULT,
                "version": driver.version() if missing is None else None,
                "in_process": driver.capabilities.in_process,
                "statistics": list(driver.capabilities.statistics),
                "missing": missing,
            }
        )
    if args.format == "json":
        for row in rows:
            print(json.dumps(row))
        return EXIT_DECIDED
    from tabulate import tabulate

    table = [
        (
            f"{row['name']} (default)" if row["default"] else row["name"],
            row["version"] or "-",
            "in process" if row["in_process"] else "process",
            row["missing"] or "ready",
        )
        for row in rows
    ]
    print(tabulate(table, headers=("solver", "version", "runs", "state"), disable_numparse=True))
    print("\nAny other solver of the SAT competition's kind: --solver-cmd 'foo {cnf}'")
    return EXIT_DECIDED
