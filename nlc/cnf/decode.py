"""Decodes a model by the names of the variables, without the puzzle."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field

from nlc.cnf.text import decode_value
from nlc.errors import fail
from nlc.language.builtins import PUZZLE


class _FiniteDomain(Struct):
    """The decoded names of one finite-domain variable, by element in order of appearance."""

    one_hot: bool = False
    values: dict[str, str] = field(default_factory=dict)
    indices: dict[str, int] = field(default_factory=dict)
    present: dict[str, bool] = field(default_factory=dict)


class _SolutionBuilder:
    """Builds a solution name by name; one method for each form of a name."""

    def __init__(self) -> None:
        self.variables: dict[str, list[str] | _FiniteDomain] = {}

    def boolean(self, name: str, element: str, _: str, true: bool) -> None:
        """``line[r1c1-r1c2]``: the element is in the list of true ones."""
        chosen = self.variables.setdefault(name, [])
        if not isinstance(chosen, list):
            raise _two_forms(name)
        if true:
            chosen.append(element)

    def value(self, name: str, element: str, text: str, true: bool) -> None:
        """``color[r2c3]=A``: the element has this value."""
        domain = self._domain(name)
        domain.one_hot = True
        if true:
            value = decode_value(text)
            first = domain.values.setdefault(element, value)
            if first != value:
                raise fail(f"{name}[{element}] has two values, {first} and {value}")

    def candidate(self, name: str, element: str, text: str, true: bool) -> None:
        """``color[r2c3]?=A``: the first value whose variable is true is the value."""
        domain = self._domain(name)
        domain.one_hot = True
        if true:
            domain.values.setdefault(element, decode_value(text))

    def bound(self, name: str, element: str, _: str, true: bool) -> None:
        """``color[r2c3]>=B``: the value's index is at least that of B; one name for each index."""
        indices = self._domain(name).indices
        indices[element] = indices.get(element, 0) + true

    def bit(self, name: str, element: str, position: str, true: bool) -> None:
        """``color[r2c3].bit0``: a bit of the value's index, the lowest being bit 0."""
        indices = self._domain(name).indices
        indices[element] = indices.get(element, 0) | true << int(position)

    def has(self, name: str, element: str, _: str, true: bool) -> None:
        """``color[r2c3].has``: whether the element has a value."""
        self._domain(name).present[element] = true

    def _domain(self, name: str) -> _FiniteDomain:
        domain = self.variables.setdefault(name, _FiniteDomain())
        if isinstance(domain, list):
            raise _two_forms(name)
        return domain


_FORMS: tuple[tuple[str, str, Callable[[_SolutionBuilder, str, str, str, bool], None]], ...] = (
    ("boolean", r"(?P<boolean>$)", _SolutionBuilder.boolean),
    ("value", r"=(?P<value>.*)", _SolutionBuilder.value),
    ("candidate", r"\?=(?P<candidate>.*)", _SolutionBuilder.candidate),
    ("bound", r">=(?P<bound>.*)", _SolutionBuilder.bound),
    ("bit", r"\.bit(?P<bit>\d{1,2})", _SolutionBuilder.bit),
    ("has", r"\.(?P<has>has)", _SolutionBuilder.has),
)
"""Forms of names after ``variable[element]``: the pattern and the method of each."""

_DECODERS = {form: decoder for form, _, decoder in _FORMS}
_NAME = re.compile(
    rf"(?P<name>\w+)(?:\[(?P<element>[^\]]*)\])?(?:{'|'.join(p for _, p, _ in _FORMS)})"
)


def decode_comments(
    names: Mapping[int, str],
    values: npt.NDArray[np.int8] | npt.NDArray[np.bool_],
    comments: Iterable[str] = (),
) -> dict[str, Any]:
    """Return the solution of a model, ready for JSON.

    A boolean map becomes the list of its true elements, a finite-domain map the text of each
    element's value, and a variable of the whole puzzle, which has no element, its value. Names that
    start with ``aux:`` are ignored. A variable without a value counts as false.

    Args:
        names: names of the CNF variables, as `nlc.cnf.read.read_head` gives them.
        values: shape (variables + 1,), positive where a variable is true; index 0 is unused.
        comments: the other comments of the file. ``domain VARIABLE VALUE …`` gives the values by
            index, for names with bits or bounds; ``value VARIABLE ELEMENT VALUE`` an element with
            one possible value, which has no CNF variable; and ``same VARIABLE ELEMENT OWNER`` an
            element that has the CNF variables of another one.

    Raises:
        UserError: a name has no known form, an element has two values, or no value has the index
            that its bits or bounds encode.
    """
    true = values > 0
    solution = _SolutionBuilder()
    single: set[str] = set()
    for variable in sorted(names):
        text = names[variable]
        if text.startswith("aux:"):
            continue
        match = _NAME.fullmatch(text)
        if match is None or match.lastgroup is None:
            raise fail(f"variable {variable} has a name of no known form: {text}")
        decode = _DECODERS[match.lastgroup]
        holds = variable < len(true) and bool(true[variable])
        element = PUZZLE if match["element"] is None else match["element"]
        if element == PUZZLE:
            single.add(match["name"])
        decode(solution, match["name"], element, match[match.lastgroup], holds)
    comments = list(comments)
    domains = _domains(comments)
    texts = {
        name: found if isinstance(found, list) else _texts(name, found, domains.get(name))
        for name, found in solution.variables.items()
    }
    _add_only_values(texts, comments)
    _copy_twins(texts, comments)
    single |= {n for n, found in texts.items() if isinstance(found, dict) and PUZZLE in found}
    return {name: _only(found) if name in single else found for name, found in texts.items()}


def _only(found: Any) -> Any:
    """Return the value of a variable of the whole puzzle, None for none."""
    return PUZZLE in found if isinstance(found, list) else found.get(PUZZLE)


def _add_only_values(texts: dict[str, Any], comments: Iterable[str]) -> None:
    """Add the elements without CNF variables, given by comments ``value VARIABLE E VALUE``."""
    for comment in comments:
        match comment.split():
            case ["value", name, element, value]:
                found = texts.setdefault(name, {})
                if isinstance(found, dict):
                    found[element] = decode_value(value)


def _copy_twins(texts: dict[str, Any], comments: Iterable[str]) -> None:
    """Copy values to elements E from F, as given by comments ``same VARIABLE E F``."""
    for comment in comments:
        match comment.split():
            case ["same", name, element, owner]:
                found = texts.get(name)
                if isinstance(found, dict) and owner in found:
                    found[element] = found[owner]


def _domains(comments: Iterable[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for comment in comments:
        match comment.split():
            case ["domain", name, *values]:
                found[name] = [decode_value(text) for text in values]
    return found


def _texts(name: str, found: _FiniteDomain, values: list[str] | None) -> dict[str, str]:
    """Return the text of the value of each element that has one."""
    present = found.present
    if found.one_hot:
        return {e: text for e, text in found.values.items() if present.get(e, True)}
    if values is None:
        raise fail(f"the values of {name} cannot be read: no comment 'c domain {name} …'")
    # A domain of one value has neither bits nor bounds.
    indices = found.indices or dict.fromkeys(present, 0)
    texts = {}
    for element, index in indices.items():
        if present.get(element, True):
            if index >= len(values):
                raise fail(f"{name}[{element}] has index {index} of only {len(values)} values")
            texts[element] = values[index]
    return texts


def _two_forms(name: str) -> Exception:
    return fail(f"{name} is named as a boolean and as a finite-domain variable")
