"""Encoding specs: a choice of encoding for each kind of node, as text and as an object."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from nlc.lang.diagnostics import UserError, fail, suggest


@dataclass(frozen=True)
class Encoding:
    """A choice of encodings; its text ``labels=log,count=auto,acyclic=auto`` parses back to it.

    Attributes:
        labels: for finite-domain variables.
        count: for counts; `auto` chooses by size.
        acyclic: for acyclicity; `auto` chooses by board and solver.
        fold: ``yes`` states what the rules fix outright only once (`nlc.ir.fold`); ``no`` lowers
            every node as it is. Told only where it is ``no``.

    Raises:
        UserError: a name is unknown.
    """

    labels: str = "log"
    count: str = "auto"
    acyclic: str = "auto"
    fold: str = "yes"

    def __post_init__(self) -> None:
        for part, known in choices().items():
            name = getattr(self, part)
            if name not in known:
                raise _unknown(f"no {part} encoding is called '{name}'", name, known)

    def __str__(self) -> str:
        parts = [f.name for f in fields(self) if f.name != "fold" or self.fold != "yes"]
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
            start = PRESETS[preset]
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
    from nlc.encode import acyclic, count, labels

    return {
        "labels": labels.REGISTRY.names(),
        "count": (count.AUTO, *count.REGISTRY.names()),
        "acyclic": ("auto", *acyclic.names()),
        "fold": ("yes", "no"),
    }


def _unknown(message: str, name: str, known: tuple[str, ...]) -> UserError:
    return fail(message, hint=suggest(name, known) or f"known: {', '.join(known)}")


PRESETS = {
    "default": Encoding(),
    "direct": Encoding(labels="direct"),
    "log": Encoding(labels="log"),
}
"""Encodings that have a name of their own."""
