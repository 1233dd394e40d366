"""The CNF of a puzzle as a file."""

from __future__ import annotations

import io
from collections.abc import Iterator

from nlc.cnf.write import write
from nlc.serve.formulas import formula
from nlc.serve.reading import chosen
from nlc.serve.requests import FormulaRequest
from nlc.serve.task import Blob


def cnf(request: FormulaRequest) -> Iterator[Blob]:
    """Yield the CNF in DIMACS.

    Raises:
        UserError: the text or the encoding is wrong, or there are too many clauses.
    """
    lowered = formula(chosen(request), request.encoding)
    stream = io.BytesIO()
    write(lowered.cnf, stream, names=request.names, annotate=request.annotate)
    yield Blob(stream.getvalue(), "text/plain; charset=utf-8", "puzzle.cnf")


TASK = cnf
