"""For all tests: bytecode for the processes that they start, and no test that asserts a time."""

from __future__ import annotations

import compileall
import ctypes
import gc
import io
import signal
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from support.commands import Said

import nlc
import nlc.drivers
from nlc.cli import main
from nlc.process.platform import PORTABLE

LARGE_PAGE, MADV_COLLAPSE = 2 << 20, 25
"""Bytes of a page, and the number of the advice to make them (Linux 6.1)."""

pytest_plugins = ["support.packages", "support.pzpr_node"]

ABOUT_PROCESSES = [
    "process/test_[!p]",
    "process/test_p[!o]",
    "process/test_pool",
    "faults/",
    "bench/",
    "drivers/test_drivers_limits",
    "engines/test_engines_run",
    "engines/test_frontier_[lr]",
    "solving/test_solve_race",
]

if PORTABLE:  # these are about processes, or about limits of memory and processor time
    collect_ignore_glob = [f"{each}*" for each in ABOUT_PROCESSES]

settings.register_profile(
    "any machine",
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("any machine")


@pytest.fixture
def nlc_command(capsys, monkeypatch):
    """Run nlc in this process; `stdin` is what it reads from ``-``."""

    def call(*words: object, stdin: str | bytes = "") -> Said:
        data = stdin if isinstance(stdin, bytes) else stdin.encode()
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        try:
            status = main([str(word) for word in words])
        except SystemExit as end:
            status = end.code
        printed = capsys.readouterr()
        return Said(status, printed.out, printed.err)

    return call


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--whole``."""
    parser.addoption(
        "--whole",
        action="store_true",
        help="run all cases of samples, as -k does for what it names",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark all but the first cases of a test that is marked ``sample(n)`` as slow.

    Of ``sample(n, every=k)`` only some of the others are run: about one of k, drawn by name, and
    each that has a value of a parameter which no earlier one had. A parameter whose values do not
    recur, such as the genre of a test with one board of each, is left to the draw.
    """
    seen: Counter[object] = Counter()
    times = Counter(value for item in items for value in values(item))
    shared = {value[:2] for value, number in times.items() if number > 1}
    covered: set[tuple[object, str, str]] = set()
    kept: list[pytest.Item] = []
    whole = config.option.whole or config.option.keyword
    for item in items:
        sample = item.get_closest_marker("sample")
        if sample is not None:
            function = getattr(item, "function", item)
            seen[function] += 1
            if seen[function] > sample.args[0]:
                item.add_marker(pytest.mark.slow)
                drawn = Random(item.nodeid).randrange(sample.kwargs.get("every", 1)) == 0
                new = any(value[:2] in shared for value in values(item) - covered)
                if not (drawn or new or whole):
                    continue
            covered |= values(item)
        if PORTABLE and item.get_closest_marker("processes"):
            item.add_marker(pytest.mark.skip(reason="there are no processes"))
        kept.append(item)
    items[:] = kept


def values(item: pytest.Item) -> set[tuple[object, str, str]]:
    """Return the values of the parameters of a case that may be left out: test, name, value."""
    sample = item.get_closest_marker("sample")
    if sample is None or "every" not in sample.kwargs:
        return set()
    assert isinstance(item, pytest.Function)
    return {(item.function, name, str(each)) for name, each in item.callspec.params.items()}


def pytest_collection_finish(session: pytest.Session) -> None:
    """Keep ten thousand tests out of the collector's sight, in memory that is quick to fork.

    A fork copies the table of pages, which large pages make short: on a virtual machine that
    halves what tests of small puzzles take.
    """
    gc.collect()
    gc.freeze()
    maps = Path("/proc/self/maps")
    for line in maps.read_text().splitlines() if maps.exists() else ():
        place, rights, _, _, file, *name = line.split()
        first, last = (int(end, 16) for end in place.split("-"))
        first, last = -(-first // LARGE_PAGE) * LARGE_PAGE, last // LARGE_PAGE * LARGE_PAGE
        if rights == "rw-p" and file == "0" and name in ([], ["[heap]"]) and first < last:
            # Where the kernel cannot do it, all stays as it is.
            madvise = ctypes.CDLL(None).madvise
            madvise(ctypes.c_void_p(first), ctypes.c_size_t(last - first), MADV_COLLAPSE)


def pytest_configure(config: pytest.Config) -> None:
    """Let Ctrl-C interrupt, as tests send it, also where a shell started pytest in the background.

    Write bytecode of the tests, and nlc's, where Python is told not to
    (``PYTHONDONTWRITEBYTECODE``): the asserts of all tests are rewritten for 10 seconds, and
    hundreds of processes would compile nlc anew, which is half of what each of them takes.
    """
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if sys.dont_write_bytecode and not hasattr(config, "workerinput"):
        for folder in (*nlc.__path__, *nlc.drivers.__path__):
            compileall.compile_dir(folder, quiet=2)
    sys.dont_write_bytecode = False
