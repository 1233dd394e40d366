"""Decodes a model by the names of the variables, without the puzzle."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
from msgspec import Struct, field

from nlc.cnf.text import decode_value
from nlc.errors import fail
from nlc.language.builtins import PUZZLE


class _Decoded(Struct):
    """What the names of one variable say, by element in order of appearance.

    Attributes:
        form: ``boolean``, or another if it is a finite-domain variable.
        true: the true elements of a boolean variable.
        one_hot: whether names have values.
    """

    form: str
    true: list[str] = field(default_factory=list)
    one_hot: bool = False
    values: dict[str, str] = field(default_factory=dict)
    indices: dict[str, int] = field(default_factory=dict)
    present: dict[str, bool] = field(default_factory=dict)

    def take(self, place: str, element: str, form: str, text: str, true: bool) -> None:
        """Take a name into account; `place` is ``variable[element]``, `text` what follows."""
        if form == "boolean":  # line[r1c1-r1c2]: the element is in the list of true ones
            self.true += [element] * true
        elif form == "has":  # color[r2c3].has: whether the element has a value
            self.present[element] = true
        elif form == "bound":  # color[r2c3]>=B: the index is at least B's; one name for each index
            self.indices[element] = self.indices.get(element, 0) + true
        elif form == "bit":  # color[r2c3].bit0: a bit of the index, the lowest being bit 0
            self.indices[element] = self.indices.get(element, 0) | true << int(text)
        else:  # color[r2c3]=A: it has this value; with ?=, if it is the first one that is true
            self.one_hot = True
            if true:
                value = decode_value(text)
                first = self.values.setdefault(element, value)
                if form == "value" and first != value:
                    raise fail(f"{place} has two values, {first} and {value}")


_NAME = re.compile(
    r"(?P<name>\w+)(?:\[(?P<element>[^\]]*)\])?"
    r"(?:(?P<boolean>$)|=(?P<value>.*)|\?=(?P<candidate>.*)|>=(?P<bound>.*)"
    r"|\.bit(?P<bit>\d{1,2})|\.(?P<has>has))"
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
    variables: dict[str, _Decoded] = {}
    single: set[str] = set()
    for variable in sorted(names):
        text = names[variable]
        if text.startswith("aux:"):
            continue
        match = _NAME.fullmatch(text)
        if match is None or (form := match.lastgroup) is None:
            raise fail(f"variable {variable} has a name of no known form: {text}")
        holds = variable < len(true) and bool(true[variable])
        name, element = match["name"], match["element"]
        if element is None or element == PUZZLE:
            element = PUZZLE
            single.add(name)
        found = variables.setdefault(name, _Decoded(form))
        if (found.form == "boolean") != (form == "boolean"):
            raise fail(f"{name} is named as a boolean and as a finite-domain variable")
        found.take(f"{name}[{element}]", element, form, match[form], holds)
    facts = [comment.split() for comment in comments]
    domains = {
        words[1]: [decode_value(text) for text in words[2:]]
        for words in facts
        if words[0:1] == ["domain"] and len(words) > 1
    }
    texts: dict[str, Any] = {
        name: found.true if found.form == "boolean" else _texts(name, found, domains.get(name))
        for name, found in variables.items()
    }
    for kind, name, element, other in (words for words in facts if len(words) == 4):
        if kind == "value" and isinstance(texts.setdefault(name, {}), dict):
            texts[name][element] = decode_value(other)
    for kind, name, element, other in (words for words in facts if len(words) == 4):
        if kind == "same" and isinstance(told := texts.get(name), dict) and other in told:
            told[element] = told[other]
    single |= {n for n, found in texts.items() if isinstance(found, dict) and PUZZLE in found}
    for name in single:
        told = texts[name]
        texts[name] = PUZZLE in told if isinstance(told, list) else told.get(PUZZLE)
    return texts


def _texts(name: str, found: _Decoded, values: list[str] | None) -> dict[str, str]:
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
