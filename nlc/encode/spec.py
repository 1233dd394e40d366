"""Encoding specs: a choice of encoding for each kind of node, as text and as an object."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace

from nlc.errors import UserError, fail, suggest

WHOLE_NONE = "none"
"""The `whole` that stands for lowering rule by rule."""

_SELDOM = ("fold", "redundant")
"""Parts that are told only where they are not the default."""


@dataclass(frozen=True)
class Encoding:
    """A choice of encodings; its text ``labels=log,count=auto,acyclic=auto`` parses back to it.

    >>> import nlc
    >>> encoding = nlc.Encoding.parse("thesis,acyclic=order")
    >>> nlc.Encoding.parse(str(encoding)) == encoding
    True

    Attributes:
        labels: for finite-domain variables.
        count: for counts; `auto` chooses by size.
        acyclic: for acyclicity; `auto` chooses by board and solver.
        fold: ``yes`` states what the rules fix outright only once (`nlc.ir.passes.fold`);
            ``presence`` only takes "no value" from variables that must have one
            (`nlc.ir.passes.drop_optional`); ``no`` lowers every node as it is. Told only where it
            is not ``yes``.
        redundant: states what follows from the rest, for solvers to find more at once
            (`nlc.encode.redundant`). Told only where it is not ``none``.
        whole: ``none``, or an encoding of the whole puzzle (`nlc.encode.numberlink`), which leaves
            no choice to the other parts.

    Raises:
        UserError: a name is unknown, or a part is chosen that `whole` makes meaningless.
    """

    labels: str = "log"
    count: str = "auto"
    acyclic: str = "auto"
    fold: str = "yes"
    redundant: str = "none"
    whole: str = WHOLE_NONE

    def __post_init__(self) -> None:
        for part, known in choices().items():
            name = getattr(self, part)
            if name not in known:
                raise _unknown(f"no {part} encoding is called '{name}'", name, known)
        if self.whole != WHOLE_NONE:
            for f in fields(self):
                if f.name != "whole" and getattr(self, f.name) != f.default:
                    raise fail(
                        f"whole={self.whole} states the whole puzzle, and leaves no choice of"
                        f" '{f.name}'",
                        hint=f"leave out {f.name}={getattr(self, f.name)}",
                    )

    def __str__(self) -> str:
        if self.whole != WHOLE_NONE:
            return f"whole={self.whole}"
        parts = ["labels", "count", "acyclic"]
        parts += [part for part in _SELDOM if getattr(self, part) != getattr(Encoding, part)]
        return ",".join(f"{part}={getattr(self, part)}" for part in parts)

    @staticmethod
    def parse(text: str) -> Encoding:
        """Return the encoding that a spec describes.

        A spec is a list of ``part=name``, in any order, divided by commas; parts that are missing
        have their defaults. It may begin with the name of a preset, which the rest changes.

        Raises:
            UserError: a part, name or preset is unknown, or a part is given twice.
        """
        items = [item.strip() for item in text.split(",")]
        start = Encoding()
        if "=" not in items[0]:
            preset = items.pop(0)
            if preset not in PRESETS:
                raise _unknown(f"no encoding is called '{preset}'", preset, tuple(PRESETS))
            start = Encoding.parse(PRESETS[preset])
        chosen: dict[str, str] = {}
        for item in items:
            part, _, name = (piece.strip() for piece in item.partition("="))
            if part not in choices():
                raise _unknown(f"an encoding has no part '{part}'", part, tuple(choices()))
            if part in chosen:
                raise fail(f"the encoding gives '{part}' twice")
            chosen[part] = name
        return replace(start, **chosen)


def choices() -> dict[str, tuple[str, ...]]:
    """Return the names that each part of a spec can have."""
    from nlc.encode import acyclic, redundant
    from nlc.encode import cardinality as count
    from nlc.encode import domains as labels
    from nlc.encode import numberlink as whole

    return {
        "labels": tuple(labels.REGISTRY.names()),
        "count": (count.AUTO, *count.REGISTRY.names()),
        "acyclic": ("auto", *acyclic.REGISTRY.names(), *acyclic.REGISTRY.aliases),
        "fold": ("yes", "presence", "no"),
        "redundant": (redundant.NONE, *redundant.REGISTRY.names()),
        "whole": (WHOLE_NONE, *whole.REGISTRY.names()),
    }


def _unknown(message: str, name: str, known: tuple[str, ...]) -> UserError:
    return fail(message, hint=suggest(name, known) or f"known: {', '.join(known)}")


PRESETS: Mapping[str, str] = {
    "default": str(Encoding()),
    "direct": "labels=direct",
    "log": "labels=log",
    "thesis": "labels=thesis,count=binomial,acyclic=vertex-tree,fold=presence",
    "edge-path": "whole=edge-path",
    "path-position": "whole=path-position",
}
"""Specs that have a name of their own."""
