"""Parts of a spec that are lists: encodings by variable, readings of the rules, puzzles."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from nlc.errors import fail

_VARIABLE = re.compile(r"[A-Za-z_]\w*")


def parse_encodings(text: str, part: str = "domains") -> tuple[str | None, dict[str, str]]:
    """Parse a list of encodings such as ``direct+color:log``.

    Returns:
        The default encoding or None, and the encodings of named variables; of other parts than
        `domains`, those of rules.

    Raises:
        UserError: the text is not of this form, or gives a variable two encodings.
    """
    what = "variable" if part == "domains" else "rule"
    default: str | None = None
    named: dict[str, str] = {}
    for item in map(str.strip, text.split("+")):
        variable, colon, name = (piece.strip() for piece in item.partition(":"))
        if not colon:
            if default is not None:
                hint = f"name the {what}s of one, such as {part}={default}+{what.upper()}:{item}"
                raise fail(f"{part}={text} gives the other {what}s two encodings", hint=hint)
            default = item
        elif not _VARIABLE.fullmatch(variable) or not name:
            hint = "such as domains=log+digit:direct, cardinality=unary+rows:totalizer"
            raise fail(f"'{item}' is not a {what} with its encoding", hint=hint)
        elif variable in named:
            raise fail(f"{part}={text} gives '{variable}' two encodings")
        else:
            named[variable] = name
    return default, named


def format_encodings(chosen: Mapping[str, str], otherwise: str) -> str:
    """Return the text of the encodings of all variables; a single name if they are equal.

    Args:
        chosen: the encoding of each variable.
        otherwise: the text if there are no variables.
    """
    names = set(chosen.values()) or {otherwise}
    if len(names) == 1:
        return names.pop()
    return "+".join(f"{variable}:{name}" for variable, name in chosen.items())


def join_encodings(default: str, named: Mapping[str, str]) -> str:
    """Return the text of a default encoding and of those of some variables or rules."""
    return "+".join([default, *(f"{key}:{name}" for key, name in named.items())])


def names_in(text: str, part: str = "domains") -> Iterable[str]:
    """Return the names of the encodings in a text, each once."""
    default, named = parse_encodings(text, part)
    return dict.fromkeys([*([] if default is None else [default]), *named.values()])


ALONE = "alone"
"""The value of `puzzles` for a puzzle with a formula of its own."""

STRICTEST = "strictest"
"""The value of `readings` for the strictest reading, which a genre prefers last."""

PREFERRED = "preferred"
"""The value of `readings` for all that a genre prefers, the strictest first."""

Options = tuple[tuple[str, str], ...]
"""A reading: values of options that replace the puzzle's own."""

_RUN = re.compile(r"([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8})(?::([1-9][0-9]{0,8}))?)?")


def parse_readings(text: str) -> tuple[Options, ...]:
    """Parse a list of readings such as ``touch:false+no2x2:true/touch:false``.

    Raises:
        UserError: the text is not of this form.
    """
    found = []
    for reading in text.split("/"):
        pairs = [tuple(map(str.strip, pair.split(":"))) for pair in reading.split("+")]
        if any(len(pair) != 2 or not all(pair) for pair in pairs):
            hint = "a reading is option:value, as in readings=touch:false"
            raise fail(f"'{reading}' is not a reading of the rules", hint=hint)
        found.append(tuple((name, value) for name, value in pairs))
    return tuple(found)


def format_readings(readings: Sequence[Options]) -> str:
    """Return the text that `parse_readings` parses to these readings."""
    return "/".join("+".join(f"{name}:{value}" for name, value in each) for each in readings)


def parse_numbers(text: str) -> tuple[int, ...]:
    """Parse a list of numbers from 1 such as ``1-99:2/100``; `ALONE` has none.

    Raises:
        UserError: the text is not of this form.
    """
    if text == ALONE:
        return ()
    out: list[int] = []
    for run in text.split("/"):
        match = _RUN.fullmatch(run.strip())
        first, last, step = (int(n) if n else None for n in match.groups()) if match else (0,) * 3
        if not first or (last is not None and last < first):
            hint = "such as puzzles=1-4, puzzles=1-99:2 (every other one) or puzzles=1/3/4"
            raise fail(f"'{run}' is not a list of puzzles", hint=hint)
        out += range(first, (last or first) + 1, step or 1)
    return tuple(out)


def format_numbers(numbers: Sequence[int]) -> str:
    """Return the text that `parse_numbers` parses to these numbers, with runs of equal steps."""
    runs: list[str] = []
    rest = list(numbers)
    while rest:
        size, step = 1, 1
        if len(rest) > 1 and rest[1] > rest[0]:
            step = rest[1] - rest[0]
            while size < len(rest) and rest[size] == rest[0] + size * step:
                size += 1
        if size < 3:
            size = 1 if step > 1 else size
        last = rest[size - 1]
        span = f"{rest[0]}-{last}" if size > 1 else str(rest[0])
        runs.append(span if size == 1 or step == 1 else f"{span}:{step}")
        rest = rest[size:]
    return "/".join(runs)
