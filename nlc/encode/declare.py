"""Allocates and names the CNF variables of the declared variables of a program."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

import numpy as np
from msgspec import Struct

from nlc.arrays import Ints, distinct
from nlc.board import Board, Sort
from nlc.cnf import Cnf, Model
from nlc.cnf.text import encode_value
from nlc.encode.domains import REGISTRY, AnyWords, CountTemplates, PartialWords, Word, Words
from nlc.encode.spec import Encoding
from nlc.encode.template import instantiate
from nlc.errors import fail
from nlc.ir.nodes import Assignment, BoolVar, Domain, Origin, Program
from nlc.version import __version__


class Variables(Struct, frozen=True, eq=False):
    """The CNF variables of the declared variables of a program.

    Attributes:
        bools: shape (k + 1,), the CNF variable of each declared boolean by its IR number (index 0
            unused).
        words: the finite-domain variables by name.
    """

    bools: Ints
    words: Mapping[str, AnyWords]

    def assignment(self, model: Model) -> Assignment:
        """Return the values of the declared variables under a model."""
        bools = model[self.bools]
        bools[0] = False
        return Assignment(bools, {name: word.decode(model) for name, word in self.words.items()})


def rule_of(variable: str) -> str:
    """Return the rule name of the clauses of a declared variable."""
    return f"var:{variable}"


def declare(
    program: Program, cnf: Cnf, encodings: Mapping[str, str], count: CountTemplates
) -> Variables:
    """Allocate the declared variables, the shown ones first, booleans before words.

    So the numbers of shown booleans depend neither on the encoding nor on the clues.

    Args:
        program: declares the variables.
        cnf: gets the variables.
        encodings: the name of the encoding of each finite-domain variable.
        count: makes the templates of counts.

    Raises:
        UserError: an encoding does not apply to its domain.
    """
    domains = program.domains.values()
    own = {d.name for d in domains if d.allowed is not None and encodings[d.name] == "direct"}
    made = {d.name: _word(d, encodings[d.name], count) for d in domains if d.name not in own}
    bools = np.zeros(sum(var.size for var in program.bools) + 1, np.int32)
    words: dict[str, AnyWords] = {}
    for shown in (True, False):
        for var in sorted((v for v in program.bools if v.shown is shown), key=lambda v: v.base):
            bools[var.part] = declare_bool(program, cnf, var)
        for domain in (d for d in domains if d.shown is shown):
            if domain.name in own:
                kind = _kind(domain)
                words[domain.name] = PartialWords.declare(program.board, cnf, domain, kind)
                continue
            word = made[domain.name]
            # The elements with words of their own, and the row of the word of each element.
            owners = rows = np.arange(domain.size, dtype=np.int32)
            if domain.twins is not None:
                own_words = np.unique(domain.twins, return_inverse=True)
                owners, rows = (each.astype(np.int32) for each in own_words)
            place = (program.board, domain.name, domain.sort)
            make = partial(variable_names, *place, word.suffixes, owners)
            base = cnf.fresh(len(owners) * word.width, _kind(domain), make)
            words[domain.name] = Words(domain, word, base, owners, rows)
            if not word.width and _kind(domain) == "shown":
                # These words have one value at most.
                names = program.board.names(domain.sort)
                for text in map(encode_value, domain.values):
                    cnf.comments += [
                        f"value {domain.name} {names[i]} {text}" for i in owners.tolist()
                    ]
        if shown:
            # An empty projection would mean that solutions differ by any variable.
            if not cnf.variables and (some := next((d for d in domains if d.shown), None)):
                base = cnf.fresh(1, "aux", lambda: ["aux:shown"])
                cnf.add(rule_of(some.name), np.array([[base]], np.int32))
            cnf.projection = np.arange(1, cnf.variables + 1, dtype=np.int32)
    for name, word_set in words.items():
        if not isinstance(word_set, Words):
            never = cnf.fresh(1, "aux", partial(list, (f"aux:{name}:never",)))
            cnf.add(rule_of(name), np.array([[-never]], np.int32))
            word_set.table[~word_set.possible] = never
    return Variables(bools, words)


def declare_bool(program: Program, cnf: Cnf, var: BoolVar) -> Ints:
    """Allocate a boolean variable and return its CNF variables, shape (size,)."""
    make = partial(variable_names, program.board, var.name, var.sort)
    return cnf.array((var.size,), _kind(var), make)


def restrict(program: Program, cnf: Cnf, words: AnyWords, count: CountTemplates) -> bool:
    """Add the clauses that every word of a variable has a value, unless the value is fixed.

    Returns:
        Whether the auxiliaries, if there are any, are determined by the variables.
    """
    if not isinstance(words, Words):
        return words.restrict(cnf, rule_of(words.domain.name), count)
    valid, domain = words.word.valid, words.domain
    suffixes = [f":{i}" for i in range(1, valid.auxiliaries + 1)]
    owners = words.owners
    bits = np.count_nonzero(words.word.assigned[: words.word.values], axis=1)
    if domain.fixed is not None and bool((bits == words.word.width).all()):
        owners = owners[~domain.fixed[owners]]
    place = program.board, f"aux:{domain.name}", domain.sort
    make = partial(variable_names, *place, suffixes, owners)
    inputs = words.inputs(owners)
    instantiate(cnf, rule_of(domain.name), valid, inputs, make)
    if domain.allowed is not None:
        elements, values = np.nonzero(~domain.allowed)
        for _, cube in words.cubes(elements.astype(np.int32), values.astype(np.int32)):
            cnf.add(rule_of(domain.name), distinct(-cube))
    return valid.functional


def header_comments(program: Program, encoding: Encoding) -> list[str]:
    """Return the comments at the head of a CNF: its origin, and the values of its words."""
    options = ",".join(f"{name}={encode_value(value)}" for name, value in program.options.items())
    first = f"nlc {__version__} genre={program.genre} options={options} encoding={encoding}"
    domains = [
        " ".join(["domain", domain.name, *map(encode_value, domain.values)])
        for domain in program.domains.values()
    ]
    return [first, *domains, *_shared_word_comments(program)]


def _shared_word_comments(program: Program) -> Iterator[str]:
    """Yield the comments on elements that share the word of another element."""
    for domain in program.domains.values():
        if domain.twins is not None:
            names = program.board.names(domain.sort)
            shared = np.flatnonzero(domain.twins != np.arange(domain.size))
            pairs = zip(shared.tolist(), domain.twins[shared].tolist(), strict=True)
            yield from (f"same {domain.name} {names[i]} {names[j]}" for i, j in pairs)


def _kind(var: BoolVar | Domain) -> str:
    return "shown" if var.shown or var.reported else "declared"


def _word(domain: Domain, name: str, count: CountTemplates) -> Word:
    encoding = REGISTRY.get(name)
    reason = encoding.refusal(len(domain.values))
    if reason is None:
        texts = [encode_value(text) for text in domain.values]
        word = encoding.word(texts, domain.optional, count)
        if word.unique or not domain.shown:
            return word
        reason = "it is shown, and several words of one value would be several solutions"
    raise fail(f"domains={name} cannot represent '{domain.name}': {reason}", hint="use domains=log")


class AuxiliaryNames:
    """Names of auxiliaries, such as ``aux:through[r2c2]:3``: rule, bound elements and a number.

    Numbers run from 1 within each rule and label, so that names are unique.
    """

    def __init__(self, board: Board) -> None:
        self._board = board
        self._used: Counter[str] = Counter()

    def rows(
        self, origin: Origin, size: int, rows: Ints | None = None, label: str = ""
    ) -> Callable[[], Sequence[str]]:
        """Return a function that makes the names of the auxiliaries of a batch, row by row.

        Args:
            origin: rule and bound elements of the batch.
            size: number of auxiliaries in all, equally many for each row.
            rows: the rows of the batch that have auxiliaries; None for all.
            label: a kind of auxiliary that the IR names.
        """
        stem = f"{origin.rule}:{label}"
        first = self._used[stem] + 1
        self._used[stem] += size
        after = f":{encode_value(label)}." if label else ":"

        def make() -> Sequence[str]:
            places = _places(self._board, origin, rows)
            if not places or size % len(places):
                places = [""]
            each = size // len(places)
            return [f"aux:{origin.rule}{places[i // each]}{after}{first + i}" for i in range(size)]

        return make


def _places(board: Board, origin: Origin, rows: Ints | None) -> list[str]:
    """Return the bound elements of each row, such as ``[r2c2]``; empty if there are none."""
    columns = []
    for _, sort, elements in origin.binders:
        if sort is not None:
            names = board.names(sort)
            part = elements if rows is None else elements[rows]
            columns.append([names[i] for i in part.tolist()])
    return [f"[{','.join(row)}]" for row in zip(*columns, strict=True)]


def variable_names(
    board: Board,
    variable: str,
    sort: Sort,
    suffixes: Sequence[str] = ("",),
    elements: Ints | None = None,
) -> list[str]:
    """Return the names ``variable[element]suffix``, element by element; None for all elements."""
    chosen = range(board.count(sort)) if elements is None else elements.tolist()
    places = [board.place(variable, sort, i) for i in chosen]
    return [f"{place}{end}" for place in places for end in suffixes]
