"""Reads formulas with costs of models: WCNF and OPB, which `nlc.cnf.write` describes.

Of WCNF, the form with a header ``p wcnf VARIABLES CLAUSES TOP`` is read, too. Of OPB, constraints
that are clauses are read, and linear objectives.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from io import BytesIO
from itertools import islice
from typing import BinaryIO

import numpy as np

from nlc.cnf import Cnf, Costs
from nlc.cnf.read import UNNAMED_RULE, add_clauses, name_blocks, read_cnf
from nlc.cnf.text import parse_integers, place_at, quote_bytes
from nlc.errors import UserError, fail
from nlc.files import formula_form, open_binary

_HARD = re.compile(rb"(?m)^[ \t]*h(?=\s)")
_HEADER = re.compile(rb"(?m)\A\s*^p[ \t]+wcnf[ \t]+(\d+)[ \t]+(\d+)(?:[ \t]+(\d+))?[ \t\r]*$")
_TOKEN = re.compile(rb"min:|[<>]?=|[-+]?\d+(?=[\s;]|$)|~?x\d+(?=[\s;]|$)|\S+?(?=[\s;]|$)|;")
_VARIABLES = 2**31 - 1
_MAX_WEIGHT = 2**62


def read_formula(
    path: str, *, ordered: bool = False, projected: bool = False
) -> tuple[Cnf, Costs | None]:
    """Read a formula in any form (`nlc.files.formula_form`), and the costs of its models, if any.

    Args:
        path: of a file, ``-``, or the text itself.
        ordered: see `nlc.cnf.read.read_cnf`.
        projected: see `nlc.cnf.read.read_cnf`.

    Raises:
        UserError: see the readers of the forms.
    """
    source = path if "\n" not in path else BytesIO(path.encode())
    form = formula_form(path)
    if form == "wcnf":
        return read_wcnf(source)
    if form == "opb":
        return read_opb(source)
    return read_cnf(source, ordered=ordered, projected=projected), None


def read_wcnf(source: str | BinaryIO) -> tuple[Cnf, Costs]:
    """Read hard clauses, and the costs of the models that falsify soft ones.

    A soft clause of several literals gets a further variable, which is true where the clause is
    false; it is not in the projection.

    Raises:
        UserError: no file, a token that is no literal or weight, a last clause without 0.
    """
    text = _Text(source, b"c")
    top, body = 0, text.body
    if header := _HEADER.match(body):
        text.variables = int(header[1])
        top = int(header[3] or top)
        body = re.sub(rb"[^\n]", b" ", header[0]) + body[header.end() :]
    numbers = parse_integers(_HARD.sub(b"-1", body))
    if numbers is None:
        for token in re.finditer(rb"\S+", body):
            if token[0] != b"h" and parse_integers(token[0]) is None:
                raise text.wrong(f"not an integer: {quote_bytes(token[0])}", token.start())
        inner = re.search(rb"\S[ \t]+h(?=\s|$)", body)
        at = inner.end() - 1 if inner else 0
        raise text.wrong("'h' stands at the head of a hard clause only", at)
    ends = np.flatnonzero(numbers == 0)
    if len(numbers) and numbers[-1]:
        raise text.wrong("the last clause has no final 0", len(body))
    starts = np.concatenate([[0], ends[:-1] + 1]).astype(np.int64)[: len(ends)]
    weights = numbers[starts]
    hard = weights == -1 if top == 0 else weights >= top
    if (wrong := ~hard & (weights < 1)).any():
        tokens = re.finditer(rb"\S+", body)
        at = next(islice(tokens, int(starts[wrong.argmax()]), None)).start()
        raise text.wrong("a clause begins with 'h' or a weight above 0", at)
    numbers[starts] = 0
    text.require_variables(int(np.abs(numbers).max(initial=0)))
    literals = numbers.astype(np.int32)
    cnf = text.cnf()
    starts, widths = starts + 1, ends - starts - 1
    none = np.zeros(int(hard.sum()), np.int64)
    add_clauses(cnf, literals, starts[hard], widths[hard], none, [UNNAMED_RULE])
    terms = []
    for start, width, weight in zip(
        *(each[~hard].tolist() for each in (starts, widths, weights)), strict=True
    ):
        clause = literals[start : start + width].tolist()
        if width > 1:
            cnf.variables += 1
            cnf.add(UNNAMED_RULE, np.array([[*clause, cnf.variables]], np.int32))
            clause = [-cnf.variables]
        terms.append((weight, -clause[0] if clause else 0))
    return cnf, _costs(terms)


def read_opb(source: str | BinaryIO) -> tuple[Cnf, Costs | None]:
    """Read clauses, and the costs of models, if there is an objective.

    Raises:
        UserError: no file, what is not linear, a constraint that is no clause.
    """
    text = _Text(source, b"*")
    clauses: list[tuple[int, ...]] = []
    costs, tokens, at = None, list[bytes](), 0
    for match in _TOKEN.finditer(text.body):
        if not tokens:
            at = match.start()
        if (token := match[0]) != b";":
            tokens.append(token)
            continue
        relation = next((each for each in tokens if each in (b">=", b"<=", b"=")), None)
        if tokens[:1] == [b"min:"]:
            costs = _costs(text.terms(tokens[1:], at))
        elif (
            relation is None
            or tokens.index(relation) != len(tokens) - 2
            or parse_integers(tokens[-1]) is None
        ):
            raise text.wrong("expected 'min: …' or a constraint '+1 x1 +1 ~x2 >= 1 ;'", at)
        else:
            terms, degree = text.terms(tokens[:-2], at), int(tokens[-1])
            for sign in {b">=": (1,), b"<=": (-1,), b"=": (1, -1)}[relation]:
                made = _clauses([(sign * a, x) for a, x in terms], sign * degree)
                if made is None:
                    hint = "nlc reads constraints that are clauses, as it writes them"
                    raise text.wrong("this constraint is no clause", at, hint)
                clauses += made
        tokens = []
    if tokens:
        raise text.wrong("the last constraint has no ';'", at)
    text.require_variables(max((abs(x) for clause in clauses for x in clause), default=0))
    cnf = text.cnf()
    widths = np.array([len(clause) for clause in clauses], np.int64)
    literals = np.array([x for clause in clauses for x in clause], np.int32)
    none = np.zeros(len(clauses), np.int64)
    add_clauses(cnf, literals, np.cumsum(widths) - widths, widths, none, [UNNAMED_RULE])
    return cnf, costs


class _Text:
    """A file without its comments, whose names are kept."""

    def __init__(self, source: str | BinaryIO, mark: bytes) -> None:
        if isinstance(source, str):
            with open_binary(source) as stream:
                data = stream.read()
        else:
            data = source.read()
        self._path = "<stdin>" if source == "-" else str(getattr(source, "name", source))
        self._data = data = data.removeprefix(codecs.BOM_UTF8).rstrip(b"\x1a\r\n \t")
        comment = re.compile(rb"(?m)^%s[^\n]*" % re.escape(mark))
        self.body = comment.sub(lambda line: b" " * len(line[0]), data)
        self.variables = 0
        self._names: dict[int, str] = {}
        self._comments: list[str] = []
        for match in comment.finditer(data):
            line = match[0][1:].decode("utf-8", "replace").strip()
            words = line.split()
            if words[:1] == ["varname"] and len(words) == 3 and words[1].isdecimal():
                self._names[int(words[1])] = words[2]
            elif words[:1] == ["#variable="] and len(words) > 1 and words[1].isdecimal():
                self.variables = int(words[1])
            else:
                self._comments.append(line)

    def require_variables(self, highest: int) -> None:
        """Take the highest variable of clauses into account."""
        self.variables = max(self.variables, highest, *self._names, 0)
        if self.variables > _VARIABLES:
            raise self.wrong(f"variable {self.variables} is above {_VARIABLES}", 0)

    def cnf(self) -> Cnf:
        """Return a formula without clauses."""
        return Cnf(
            variables=self.variables,
            names=name_blocks(self._names),
            projection=np.arange(1, self.variables + 1, dtype=np.int32),
            comments=self._comments,
        )

    def terms(self, tokens: list[bytes], at: int) -> list[tuple[int, int]]:
        """Return the weights and literals of a linear sum."""
        if len(tokens) % 2:
            raise self.wrong("a sum is of pairs such as '+2 x1' or '-1 ~x2'", at)
        found = []
        for number, literal in zip(tokens[::2], tokens[1::2], strict=True):
            if parse_integers(number) is None or not re.fullmatch(rb"~?x[1-9]\d*", literal):
                shown = quote_bytes(number + b" " + literal)
                raise self.wrong(f"expected a pair such as '+2 x1', not '{shown}'", at)
            variable = int(literal.lstrip(b"~x"))
            self.require_variables(variable)
            found.append((int(number), -variable if literal.startswith(b"~") else variable))
        return found

    def wrong(self, message: str, at: int, hint: str | None = None) -> UserError:
        """Return the error at a byte of the text."""
        return fail(message, place_at(self._path, self._data, at), hint)


def _positive(terms: Iterable[tuple[int, int]]) -> tuple[dict[int, int], int]:
    """Return a sum with positive weights, no variable twice, and its constant."""
    constant, weights = 0, dict[int, int]()
    for weight, literal in terms:
        if literal <= 0:  # w·¬x = w - w·x
            constant += weight
            weight = -weight
        if literal:
            weights[abs(literal)] = weights.get(abs(literal), 0) + weight
    constant += sum(weight for weight in weights.values() if weight < 0)
    return {x if w > 0 else -x: abs(w) for x, w in weights.items() if w}, constant


def _costs(terms: Iterable[tuple[int, int]]) -> Costs:
    weights, constant = _positive(terms)
    if sum(weights.values()) >= _MAX_WEIGHT:
        raise fail(f"the weights sum up to more than {_MAX_WEIGHT}")
    literals = np.array(list(weights), np.int32)
    return Costs(literals, np.array(list(weights.values()), np.int64), constant)


def _clauses(terms: Iterable[tuple[int, int]], degree: int) -> list[tuple[int, ...]] | None:
    """Return the clauses of a sum that is at least a degree; None if it is no clause."""
    weights, constant = _positive(terms)
    degree, total = degree - constant, sum(weights.values())
    if degree <= 0:
        return []
    if total < degree or min(weights.values()) >= degree:
        return [tuple(weights)] if total >= degree else [()]
    if all(total - weight < degree for weight in weights.values()):
        return [(literal,) for literal in weights]
    return None
