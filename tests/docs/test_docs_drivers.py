"""The description of the drivers, compared with what their classes declare."""

from __future__ import annotations

import re

from support import documents

from nlc.cli import console as cli
from nlc.drivers.base import FAILURES, LIMITS_REACHED, REASONS
from nlc.drivers.external import (
    CadicalDriver,
    CommandDriver,
    ExternalDriver,
    KissatDriver,
    MinisatDriver,
)

DOCUMENT = "docs/drivers.md"
DRIVERS = [MinisatDriver(), CadicalDriver(), KissatDriver(), CommandDriver("COMMAND")]


def rows(title: str) -> dict[str, list[str]]:
    """Return the cells of a section's first table by the first cell of each row."""
    section = documents.document(DOCUMENT).partition(f"## {title}\n")[2].partition("\n## ")[0]
    table = re.search(r"^\|.*?\n\n", section, re.M | re.S)
    assert table is not None
    lines = [line for line in table[0].splitlines() if line and not set(line) <= set("|-")]
    cells = [[cell.strip() for cell in line[1:-1].split("|")] for line in lines]
    return {first: rest for first, *rest in cells}


def code(text: str | None) -> str:
    return f"`{text}`" if text else "-"


def declared(driver: ExternalDriver) -> list[str]:
    """Return what a driver's column has to say."""
    interface, can = driver.interface, driver.capabilities
    memory = code(interface.memory)
    if interface.least_megabytes:
        memory += f", at least {interface.least_megabytes}"
    by_file = isinstance(driver, CommandDriver)
    proof = "binary" if can.proofs else "-"
    if by_file and CommandDriver("COMMAND {proof}").capabilities.proofs:
        proof = "text or binary, at `{proof}`"
    return [
        "file for `{cnf}`, else standard input" if by_file else "file",
        {None: "-", "itself": "itself", "gzip": "by `gzip`"}[interface.gzip],
        "result file" if interface.result_file else "standard output",
        code(interface.wall),
        code(interface.cpu),
        memory,
        code(interface.seed),
        ", ".join(can.statistics) or "-",
        proof,
        code(interface.version),
    ]


def test_the_table_is_what_the_drivers_declare() -> None:
    head, *table = (cells for cells in rows("How solvers are spoken to").values())
    told = dict(zip(head, zip(*table, strict=True), strict=True))
    assert told == {f"`{driver.name}`": tuple(declared(driver)) for driver in DRIVERS}


def test_the_reasons_are_the_closed_list_with_their_exit_status() -> None:
    told = {name.strip("`"): cells[-1] for name, cells in rows("Why a call ended").items()}
    del told["reason"]
    statuses = {reason: str(cli.EXIT_FAILED) for reason in FAILURES}
    statuses |= {reason: str(cli.EXIT_UNDECIDED) for reason in LIMITS_REACHED}
    statuses |= {"answered": str(cli.EXIT_DECIDED), "interrupted": str(cli.EXIT_INTERRUPTED)}
    assert told == {reason: statuses[reason] for reason in REASONS}
