"""Encoding specs: all choices by which puzzles become a formula, as text and as an object."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import UserError, fail, require_type, suggest
from nlc.ir import passes

if TYPE_CHECKING:
    from nlc.encode.base import Declaration
    from nlc.encode.connected import ConnectedEncoding
    from nlc.registry import Registry

AUTO = "auto"
"""The value of a part that is chosen by the puzzle and the solver; see `nlc.encode.policy`."""

NONE = "none"
"""The value of a part that is not used."""

ALONE = "alone"
"""The value of `puzzles` for a puzzle with a formula of its own."""

STRICTEST = "strictest"
"""The value of `readings` for the strictest reading, which a genre prefers last."""

PREFERRED = "preferred"
"""The value of `readings` for all that a genre prefers, the strictest first."""

Options = tuple[tuple[str, str], ...]
"""A reading: values of options that replace the puzzle's own."""

_VALUES: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys(("domains", "cardinality", "acyclic"), (AUTO,)),
    **dict.fromkeys(("connected", "different", "sums", "runs"), (AUTO,)),
    "passes": (AUTO, NONE),
    "lazy": (AUTO, NONE, "rows"),
    "numberlink": (NONE,),
}
"""The values of parts besides the names of encodings and passes."""

BY_RULE = ("cardinality", "different", "sums")
"""The parts that may have an encoding for each rule, such as ``unary+rows:totalizer``."""

ENCODINGS = tuple(part for part in _VALUES if part not in ("passes", "lazy"))
"""The parts that name encodings; each has a folder of its name."""


class Encoding(Struct, frozen=True):
    """A choice of encodings; its text, ``domains=log,cardinality=auto,…``, parses back to it.

    A spec whose parts are all named has the same result for every solver. Parts that are `auto` are
    resolved by `nlc.encode.policy`, but for `cardinality`, whose `auto` is a
    fixed choice by the size of each count.

    >>> import nlc
    >>> encoding = nlc.Encoding.parse("thesis,acyclic=order")
    >>> nlc.Encoding.parse(str(encoding)) == encoding
    True

    Attributes:
        domains: the encoding of finite-domain variables, such as ``log``, or of each one, such as
            ``digit:direct+color:log``; a name without a variable is for all others.
        cardinality: the encoding of counts, or of those of each rule, such as
            ``unary+rows:totalizer``; a name without a rule is for all others.
        acyclic: the encoding of acyclicity.
        passes: the passes that transform the program before it is lowered, in order, such as
            ``parity+fold`` (`nlc.ir.passes`); an item may be `auto`. Or `none`.
        lazy: ``rows`` adds rows that models seldom break only while solving
            (`nlc.encode.lazy_rows`); or `none`. Lazy clauses against cycles are a choice of
            `acyclic`.
        readings: the stricter readings of the rules that are merged in, the strictest first, such
            as ``touch:false`` (`parse_readings`); `STRICTEST`; `PREFERRED` for all; or `none`.
        puzzles: the numbers of the puzzles that share the formula, such as ``1-99:2``; or `ALONE`.
        numberlink: an encoding of a whole Numberlink puzzle (`nlc.encode.numberlink`), which
            excludes all other parts; or `none`.
        connected: the encoding of `connected` and `reaches`, such as ``lazy``, or several, such as
            ``levels+lazy`` (`nlc.encode.connected.choose`); `auto` if a puzzle has neither.
        different: the encoding of `all_different`, or of each rule; likewise.
        sums: the encoding of sums and products, or of each rule; likewise.
        runs: the encoding of `runs`; likewise.

    Raises:
        UserError: a name is unknown, or a part is chosen that `numberlink` makes meaningless.
    """

    domains: str = AUTO
    cardinality: str = AUTO
    acyclic: str = AUTO
    passes: str = AUTO
    lazy: str = AUTO
    readings: str = AUTO
    puzzles: str = ALONE
    numberlink: str = NONE
    connected: str = AUTO
    different: str = AUTO
    sums: str = AUTO
    runs: str = AUTO

    def __post_init__(self) -> None:
        for part, values in _VALUES.items():
            text = getattr(self, part)
            require_type(part, text, str)
            if text in values:
                continue
            for name in names_of(part, text):
                if part == "passes":
                    passes.parse(name if name != AUTO else NONE)
                elif not _is_known(part, name, text):
                    message = f"there is no encoding '{part}={name}'"
                    raise _unknown_name(message, name, choices()[part])
        if self.readings not in (AUTO, NONE, STRICTEST, PREFERRED):
            parse_readings(self.readings)
        parse_numbers(self.puzzles)
        if self.numberlink != NONE:
            for part, default in _DEFAULTS.items():
                if part != "numberlink" and getattr(self, part) != default:
                    raise fail(
                        f"numberlink={self.numberlink} encodes the whole puzzle, and leaves no"
                        f" choice of '{part}'",
                        hint=f"leave out {part}={getattr(self, part)}",
                    )

    def __str__(self) -> str:
        """Return the spec, without optional parts that are `auto`."""
        return self._text()

    def short(self) -> str:
        """Return the spec without passes, lazy rows and readings if these are the usual ones."""
        return self._text(passes="fold", lazy=NONE, readings=NONE)

    def _text(self, **plain: str) -> str:
        """Return the spec without optional parts that are `auto`, or have a plain value."""
        if self.numberlink != NONE:
            return f"numberlink={self.numberlink}"
        always, last = ("cardinality", "acyclic"), ("passes", "lazy", "readings", "puzzles")
        parts = [
            part
            for part, default in _DEFAULTS.items()
            if part in always or getattr(self, part) not in (default, plain.get(part))
        ]
        return ",".join(
            f"{part}={getattr(self, part)}" for part in sorted(parts, key=last.__contains__)
        )

    @staticmethod
    def of(encoding: Encoding | str) -> Encoding:
        """Return an encoding from an encoding or a spec.

        Raises:
            UserError: see `parse`.
            TypeError: the argument is neither.
        """
        require_type("encoding", encoding, (str, Encoding), "a spec such as 'domains=direct'")
        return Encoding.parse(encoding) if isinstance(encoding, str) else encoding

    @staticmethod
    def parse(text: str) -> Encoding:
        """Return the encoding of a spec.

        A spec is a list of ``part=name``, in any order, separated by commas; missing parts have
        their defaults. It may begin with the name of a preset, which the rest changes.

        Raises:
            UserError: a part, name or preset is unknown, or a part is given twice.
        """
        require_type("text", text, str, "a spec such as 'domains=direct'")
        items = [item.strip() for item in text.split(",")]
        start = Encoding()
        if "=" not in items[0]:
            preset = items.pop(0)
            if preset not in PRESETS:
                message = f"no encoding is called '{preset}'"
                raise _unknown_name(message, preset, tuple(PRESETS), _parts_of(preset))
            start = Encoding.parse(PRESETS[preset])
        chosen: dict[str, str] = {}
        for item in items:
            part, _, name = (piece.strip() for piece in item.partition("="))
            if part not in _DEFAULTS:
                hint = suggest(part, _DEFAULTS) or _parts_of(name) or _parts_of(part)
                raise _unknown_name(
                    f"an encoding has no part '{part}'", part, tuple(_DEFAULTS), hint
                )
            if part in chosen:
                raise fail(f"the encoding gives '{part}' twice")
            chosen[part] = name
        return replace(start, **chosen)


_DEFAULTS = dict(zip(Encoding.__struct_fields__, Encoding.__struct_defaults__, strict=True))


def choices() -> dict[str, tuple[str, ...]]:
    """Return the values of each part of a spec; for `passes`, the names of single passes.

    The parts `readings` and `puzzles` depend on the puzzles, and are left out.
    """
    named = {part: (*registry(part).names(), *registry(part).aliases) for part in ENCODINGS}
    named["passes"] = tuple(name for name in passes.PASSES.names() if name != passes.MERGE)
    return {part: (*values, *named.get(part, ())) for part, values in _VALUES.items()}


def declarations() -> dict[Declaration, list[str]]:
    """Return the declarations of all encodings and passes, part by part, with their aliases."""
    from nlc.encode.base import of_pass

    found: dict[Declaration, list[str]] = {}
    for part in ENCODINGS:
        kind = registry(part)
        for name in kind.names():
            declaration = replace(kind.get(name).declaration, name=name, node=part)
            found[declaration] = [alias for alias, own in kind.aliases.items() if own == name]
    every = (of_pass(passes.PASSES.get(name)) for name in passes.PASSES.names())
    return found | {replace(each, node="passes"): [] for each in every}


def registry(part: str) -> Registry[Any]:
    """Return the registry of the encodings of a part, which is in the folder of its name."""
    found: Registry[Any] = import_module(f"nlc.encode.{part}").REGISTRY
    return found


def connected_encodings(text: str) -> list[ConnectedEncoding]:
    """Return the encodings of connectedness of a name, or of several such as ``levels+lazy``."""
    return [registry("connected").get(name) for name in text.split("+")]


def names_of(part: str, text: str) -> Iterable[str]:
    """Return the names of encodings or passes in the value of a part."""
    if part in ("domains", *BY_RULE):
        return names_in(text, part)
    return text.split("+") if part in ("connected", "passes") else [text]


def _is_known(part: str, name: str, text: str) -> bool:
    """Return whether a name in the value of a part is one that it may have."""
    alone = text == name or part in ("domains", *BY_RULE)
    return (part in ENCODINGS and name in registry(part)) or (alone and name in _VALUES[part])


def _parts_of(name: str) -> str | None:
    """Return a hint if a name is a value of one or more parts."""
    parts = [f"{part}={name}" for part, names in choices().items() if name in names]
    return f"write {' or '.join(parts)}" if parts else None


def _unknown_name(
    message: str, name: str, known: tuple[str, ...], hint: str | None = None
) -> UserError:
    return fail(message, hint=hint or suggest(name, known) or f"known: {', '.join(known)}")


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


_VARIABLE = re.compile(r"[A-Za-z_]\w*")
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
        first, step = rest[0], rest[1] - rest[0] if len(rest) > 1 else 1
        size = next((i for i, n in enumerate(rest) if n != first + i * step), len(rest))
        if size == 1 or step < 1 or (size == 2 and step > 1):
            runs.append(str(rest.pop(0)))
            continue
        runs.append(f"{first}-{rest[size - 1]}" + (f":{step}" if step > 1 else ""))
        del rest[:size]
    return "/".join(runs)


PRESETS: Mapping[str, str] = {
    "default": str(Encoding()),
    "direct": "domains=direct",
    "log": "domains=log",
    "thesis": "domains=thesis,cardinality=binomial,acyclic=vertex-tree,passes=drop-optional",
    "edge-path": "numberlink=edge-path",
    "path-position": "numberlink=path-position",
}
"""Specs by their names."""
