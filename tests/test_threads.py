"""The first calls of a process, from several threads at once."""

from __future__ import annotations

import subprocess
import sys
from itertools import chain

import pytest
from support.kinds import registries

RACE = """
import sys, threading
from importlib import import_module
sys.setswitchinterval(1e-5)
wrong, start = [], threading.Barrier(8)
def race(work):
    def run(number):
        start.wait()
        try:
            work(number)
        except BaseException as error:
            wrong.append(repr(error))
            start.abort()
    threads = [threading.Thread(target=run, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.exit("\\n".join(wrong) or 0)
"""
"""Calls a function in eight threads, and ends with their errors."""

KIND = """
words = zip(sys.argv[1::2], sys.argv[2::2])
kinds = [getattr(import_module(module), name) for module, name in words]
def work(number):
    for kind in kinds:
        start.wait()
        names = kind.names()
        first = number * len(names) // 8 if number % 2 else 0
        assert names and all(kind.get(name) is not None for name in names[first:] + names[:first])
        assert kind.names() == names and all(name in kind for name in names)
race(work)
"""

CALLS = """
import nlc
text = 'puzzle "p" is slitherlink { topology square; board|2 . 2|. . .|2 . 2|end }'
def work(number):
    (puzzle,) = nlc.loads(text.replace("|", chr(10)))
    calls = [
        lambda: nlc.solve(puzzle, solver="minisat").status == "SATISFIABLE",
        lambda: nlc.unique(puzzle) is False,
        lambda: nlc.count(puzzle) == nlc.count(puzzle, solver="frontier"),
        lambda: len(str(nlc.compile(puzzle, "acyclic=primal-dual"))) > 100,
        lambda: "<svg" in puzzle.to_svg(),
        lambda: nlc.loads("https://puzz.link/p?slither/4/4/dgdh2c7b")[0].genre == "slitherlink",
        lambda: [made.unique for made in nlc.generate("slitherlink", "3x3")] == [True],
        lambda: str(nlc.hint(puzzle)) != "",
    ]
    first = (calls[number:] + calls[:number])[:2]
    assert all(call() for call in first)
race(work)
"""


def run(script: str, *words: str) -> None:
    """Run a script in a new process; its errors are those of the test."""
    done = subprocess.run(
        [sys.executable, "-c", RACE + script, *words],
        check=False,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
def test_each_kind_of_things_is_found_by_threads_that_are_the_first_to_ask() -> None:
    run(KIND, *chain.from_iterable(registries()))


@pytest.mark.slow
def test_calls_are_answered_in_threads_that_are_the_first_to_call() -> None:
    run(CALLS)
