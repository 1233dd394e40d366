"""Encoding specs: all choices by which puzzles become a formula, as text and as an object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from nlc.encode.lists import ALONE, PREFERRED, STRICTEST, names_in, parse_numbers, parse_readings
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
    resolved by `nlc.encode.policy` and `nlc.encode.usage`, but for `cardinality`, whose `auto` is a
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
            as ``touch:false`` (`nlc.encode.lists`); `STRICTEST`; `PREFERRED` for all; or `none`.
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
        return self._text({"passes": "fold", "lazy": NONE, "readings": NONE})

    def _text(self, plain: Mapping[str, str] | None = None) -> str:
        """Return the spec without optional parts that are `auto`, or have a plain value."""
        if self.numberlink != NONE:
            return f"numberlink={self.numberlink}"
        always, last = ("cardinality", "acyclic"), ("passes", "lazy", "readings", "puzzles")
        plain = plain or {}
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


PRESETS: Mapping[str, str] = {
    "default": str(Encoding()),
    "direct": "domains=direct",
    "log": "domains=log",
    "thesis": "domains=thesis,cardinality=binomial,acyclic=vertex-tree,passes=drop-optional",
    "edge-path": "numberlink=edge-path",
    "path-position": "numberlink=path-position",
}
"""Specs by their names."""
