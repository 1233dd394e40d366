"""Splits lists of encodings and of solvers, whose items may hold commas themselves."""

from __future__ import annotations

from collections.abc import Iterable


def split_encodings(texts: Iterable[str]) -> list[str]:
    """Return the specs of several lists, each once, in order.

    ``;`` divides specs. So does a comma, but before ``part=name``, which belongs to the spec that
    it follows unless that spec has this part already: ``thesis,domains=log,domains=direct`` are
    ``thesis,domains=log`` and ``domains=direct``.
    """
    specs: list[list[str]] = []
    for text in texts:
        for group in text.split(";"):
            spec: list[str] = []
            for piece in filter(None, map(str.strip, group.split(","))):
                part = _part(piece)
                if not spec or part is None or part in map(_part, spec):
                    spec = []
                    specs.append(spec)
                spec.append(piece)
    return list(dict.fromkeys(",".join(spec) for spec in specs))


def split_solvers(texts: Iterable[str]) -> list[str]:
    """Return the solvers of several lists, each once, in order.

    ``;`` and commas divide them; after ``cmd:`` only ``;`` does.
    """
    found: list[str] = []
    for text in texts:
        for group in text.split(";"):
            plain, command, rest = group.partition("cmd:")
            found += [*map(str.strip, plain.split(",")), (command + rest).strip()]
    return list(dict.fromkeys(filter(None, found)))


def _part(piece: str) -> str | None:
    part, equals, _ = piece.partition("=")
    return part.strip() if equals else None
