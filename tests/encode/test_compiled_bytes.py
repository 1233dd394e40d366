"""What explicit encodings compile fixtures to, byte by byte, as digests kept in a file.

A digest is of the comments, with all names, and the clauses by rule of the puzzles of a file, apart
from the first line of each; of a file of `LARGE` only the first puzzle counts. A change of a
digest is a change of what users have compiled, to be told in `CHANGES.md`.
"""

from __future__ import annotations

import hashlib
import io
import json
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest

from nlc.cnf.write import write_cnf
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.loading import load_puzzles

HERE = Path(__file__).parent
FIXTURES = HERE.parents[1] / "fixtures"
DIGESTS = json.loads((HERE / "compiled_digests.json").read_text(encoding="utf-8"))


LARGE = ("benchmark", "connected", "hard", "janko")
"""Parts of the names of files with many puzzles, or large ones."""


@cache
def programs(file: str) -> list[Program]:
    """Return the puzzles of a fixture that are stated: a label that stands once is refused."""
    puzzles, _ = load_puzzles(str(FIXTURES / file))
    stated = []
    for puzzle in puzzles[: 1 if any(part in file for part in LARGE) else None]:
        with suppress(UserError):
            stated.append(elaborate(puzzle))
    return stated


def compiled(program: Program, encoding: Encoding) -> bytes:
    """Return a CNF without its first line, or that the encoding refuses the puzzle."""
    stream = io.BytesIO()
    try:
        write_cnf(lower(program, encoding).cnf, stream, names="all", annotate=True)
    except UserError:
        return b"refused"
    return stream.getvalue().split(b"\n", 1)[1]


@pytest.mark.slow
@pytest.mark.parametrize("spec", DIGESTS)
def test_the_bytes_are_those_that_users_have(spec):
    encoding = Encoding.parse(spec)
    found = {}
    for file in DIGESTS[spec]:
        digest = hashlib.sha256()
        for program in programs(file):
            digest.update(compiled(program, encoding))
        found[file] = digest.hexdigest()[:12]
    assert found == DIGESTS[spec]


def test_every_fixture_is_compiled():
    kept = {file for files in DIGESTS.values() for file in files}
    files = {*FIXTURES.rglob("*.nl"), *FIXTURES.glob("*.txt")}
    assert kept == {str(path.relative_to(FIXTURES)) for path in files}
