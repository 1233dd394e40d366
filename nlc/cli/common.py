"""What the arguments of several commands share."""

from __future__ import annotations

import argparse
from typing import Any

from nlc.formats import FORMATS


def puzzles(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--from",
        dest="form",
        default="auto",
        metavar="FORMAT",
        help=f"format of the input: {', '.join(FORMATS.names())} or auto (default)",
    )
    parser.add_argument(
        "--puzzle", metavar="NAME", help="title, or number from 1, of the only puzzle wanted"
    )
    parser.add_argument(
        "--set",
        dest="settings",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="set an option of the genre, such as touch=false (may be repeated)",
    )


def encoding(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--encoding",
        default="default",
        metavar="SPEC",
        help="a preset (default, direct, log, …), parts such as labels=log,acyclic=order, or both",
    )


def execution(parser: Any) -> None:
    """Add the arguments that say where jobs run; see `nlc.execute`."""
    parser.add_argument(
        "--executor",
        choices=("local", "dask"),
        help="run jobs in processes of this machine that may die, or on a Dask cluster",
    )
    parser.add_argument("--scheduler", metavar="ADDRESS", help="dask: of the cluster's scheduler")


_MOST = 10**9
"""Seconds and megabytes above it are as good as no limit, and fit into what the kernel takes."""


def positive(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = 0.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number above 0")
    return min(value, _MOST)


def megabytes(text: str) -> int:
    return min(whole(text), _MOST)


def whole(text: str) -> int:
    value = int(text) if text.isascii() and text.isdigit() else 0
    if value < 1:
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 1 up")
    return value
