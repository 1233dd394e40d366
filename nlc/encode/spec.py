"""Encoding specs: all choices between puzzles and a formula, as text and as an object."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct
from msgspec.structs import replace

from nlc.encode.lists import ALONE, PREFERRED, STRICTEST, names_in, numbers_of, readings_of
from nlc.errors import UserError, fail, require_type, suggest

if TYPE_CHECKING:
    from nlc.encode.connected.base import ConnectedEncoding
    from nlc.registry import Registry

AUTO = "auto"
"""The value of a part that is chosen by the puzzle and the solver; see `nlc.encode.policy`."""

NONE = "none"
"""The value of a part that states nothing."""

_WORDS: Mapping[str, tuple[str, ...]] = {
    "domains": (AUTO,),
    "cardinality": (AUTO,),
    "acyclic": (AUTO,),
    "connected": (AUTO,),
    "different": (AUTO,),
    "sums": (AUTO,),
    "runs": (AUTO,),
    "passes": (AUTO, NONE),
    "lazy": (AUTO, NONE, "rows"),
    "numberlink": (NONE,),
}
"""What parts may say besides the names of encodings and passes."""

ENCODINGS = (
    "domains",
    "cardinality",
    "acyclic",
    "connected",
    "different",
    "sums",
    "runs",
    "numberlink",
)
"""The parts that name encodings: of each kind, a folder of its name."""

_known: set[tuple[str, str]] = set()
"""Parts and their texts that were checked before, in the same process: specs are made anew for each
puzzle."""


class Encoding(Struct, frozen=True):
    """How puzzles are stated; its text, ``domains=log,cardinality=auto,…``, parses back to it.

    A spec whose parts are all named states the same wherever it is used. Parts that are `auto` are
    resolved by `nlc.encode.policy` and `nlc.encode.usage`, but for `cardinality`, whose `auto` is a
    fixed choice by the size of each count.

    >>> import nlc
    >>> encoding = nlc.Encoding.parse("thesis,acyclic=order")
    >>> nlc.Encoding.parse(str(encoding)) == encoding
    True

    Attributes:
        domains: of finite-domain variables, such as ``log``, or one by one, such as
            ``digit:direct+color:log``; a name without a variable is for all others.
        cardinality: of counts.
        acyclic: of acyclicity.
        passes: from program to program before it is lowered, in order, such as
            ``failed-pairs+fold`` (`nlc.ir.passes`); an item may be `auto`. Or `none`.
        lazy: ``rows`` leaves to the solving loop the rows that models seldom break
            (`nlc.encode.lazy_rows`); or `none`. Cycles are left to it by `acyclic`.
        readings: the stricter readings of the rules that are merged in, the strictest first, such
            as ``touch:false`` (`nlc.encode.lists`); `STRICTEST`; all that are `PREFERRED`; or
            `none`.
        puzzles: the numbers of the puzzles that share the formula, such as ``1-99:2``; or `ALONE`.
        numberlink: an encoding of a whole Numberlink puzzle (`nlc.encode.numberlink`), which leaves
            no choice to the other parts; or `none`.
        connected: of `connected` and `reaches`, such as ``lazy``, or several, such as
            ``levels+lazy`` (`connected_encoding`); a puzzle without these leaves it `auto`.
        different: of `all_different`; likewise.
        sums: of sums and products; likewise.
        runs: of `runs`; likewise.

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
        for part, words in _WORDS.items():
            text = getattr(self, part)
            require_type(part, text, str)
            if text == _DEFAULTS[part] or text in words or (part, text) in _known:
                continue  # without a look at what there is
            if part == "passes":
                _check_passes(text)
            else:
                kind = registry(part) if part in ENCODINGS else ()
                for name in _names(part, text):
                    if name not in kind and name not in (words if text == name else ()):
                        message = f"there is no encoding '{part}={name}'"
                        raise _unknown(message, name, choices()[part])
            _known.add((part, text))
        if self.readings not in (AUTO, NONE, STRICTEST, PREFERRED):
            readings_of(self.readings)
        numbers_of(self.puzzles)
        if self.numberlink != NONE:
            for part, default in _DEFAULTS.items():
                if part != "numberlink" and getattr(self, part) != default:
                    raise fail(
                        f"numberlink={self.numberlink} states the whole puzzle, and leaves no"
                        f" choice of '{part}'",
                        hint=f"leave out {part}={getattr(self, part)}",
                    )

    def __str__(self) -> str:
        """Return the spec, without parts that are left to be chosen by size."""
        return self._text()

    def short(self) -> str:
        """Return the spec without passes, lazy rows and readings where these are the plain ones."""
        return self._text({"passes": "fold", "lazy": NONE, "readings": NONE})

    def _text(self, plain: Mapping[str, str] | None = None) -> str:
        """Return the spec without parts that are chosen by size, or that are plain."""
        if self.numberlink != NONE:
            return f"numberlink={self.numberlink}"
        parts = ["domains", "cardinality", "acyclic"]
        sparse = ("connected", "different", "sums", "runs")
        parts += [p for p in sparse if getattr(self, p) != AUTO]
        sized = ("passes", "lazy", "readings")
        parts += [p for p in sized if getattr(self, p) not in (AUTO, (plain or {}).get(p))]
        parts += ["puzzles"] if self.puzzles != ALONE else []
        return ",".join(f"{part}={getattr(self, part)}" for part in parts)

    @staticmethod
    def of(encoding: Encoding | str) -> Encoding:
        """Return an encoding that is given as such or as a spec.

        Raises:
            UserError: see `parse`.
            TypeError: it is neither.
        """
        require_type("encoding", encoding, (str, Encoding), "a spec such as 'domains=direct'")
        return Encoding.parse(encoding) if isinstance(encoding, str) else encoding

    @staticmethod
    def parse(text: str) -> Encoding:
        """Return the encoding that a spec describes.

        A spec is a list of ``part=name``, in any order, divided by commas; parts that are missing
        have their defaults. It may begin with the name of a preset, which the rest changes.

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
                raise _unknown(message, preset, tuple(PRESETS), _parts_of(preset))
            start = Encoding.parse(PRESETS[preset])
        chosen: dict[str, str] = {}
        for item in items:
            part, _, name = (piece.strip() for piece in item.partition("="))
            if part not in _DEFAULTS:
                meant = suggest(part, _DEFAULTS) or _parts_of(name) or _parts_of(part)
                raise _unknown(f"an encoding has no part '{part}'", part, tuple(_DEFAULTS), meant)
            if part in chosen:
                raise fail(f"the encoding gives '{part}' twice")
            chosen[part] = name
        return replace(start, **chosen)


_DEFAULTS = dict(zip(Encoding.__struct_fields__, Encoding.__struct_defaults__, strict=True))


def choices() -> dict[str, tuple[str, ...]]:
    """Return the names that each part of a spec can have; of `passes`, those of single passes.

    The parts `readings` and `puzzles` name things of the puzzles, and are left out.
    """
    from nlc.ir import passes

    named = {}
    for part in ENCODINGS:
        kind = registry(part)
        named[part] = (*kind.names(), *kind.aliases)
    named["passes"] = tuple(name for name in passes.PASSES.names() if name != passes.MERGE)
    return {part: (*words, *named.get(part, ())) for part, words in _WORDS.items()}


def registry(part: str) -> Registry[Any]:
    """Return the registry of the encodings that a part names: that of the folder of its name."""
    found: Registry[Any] = import_module(f"nlc.encode.{part}").REGISTRY
    return found


def connected_encoding(text: str) -> ConnectedEncoding:
    """Return the encoding of connectedness of a name, or of several such as ``levels+lazy``."""
    found = [registry("connected").get(name) for name in text.split("+")]
    if len(found) == 1:
        return cast("ConnectedEncoding", found[0])
    from nlc.encode.connected.base import Listed

    return Listed(found)


def _names(part: str, text: str) -> Iterable[str]:
    """Return the names of encodings in the value of a part."""
    if part == "domains":
        return names_in(text)
    return text.split("+") if part == "connected" else [text]


def _check_passes(spec: str) -> None:
    """Refuse what is not a list of passes."""
    from nlc.ir.passes import parse

    for item in spec.split("+"):
        if item != AUTO:
            parse(item)


def _parts_of(name: str) -> str | None:
    """Return the hint for what is no preset or part but the value of one or more parts."""
    parts = [f"{part}={name}" for part, names in choices().items() if name in names]
    return f"write {' or '.join(parts)}" if parts else None


def _unknown(
    message: str, name: str, known: tuple[str, ...], meant: str | None = None
) -> UserError:
    return fail(message, hint=meant or suggest(name, known) or f"known: {', '.join(known)}")


PRESETS: Mapping[str, str] = {
    "default": str(Encoding()),
    "direct": "domains=direct",
    "log": "domains=log",
    "thesis": "domains=thesis,cardinality=binomial,acyclic=vertex-tree,passes=drop-optional",
    "edge-path": "numberlink=edge-path",
    "path-position": "numberlink=path-position",
}
"""Specs that have a name of their own."""
