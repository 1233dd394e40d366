"""The encodings."""

from __future__ import annotations

from collections.abc import Iterator

from nlc.encode.declared import declarations
from nlc.encode.spec import PRESETS
from nlc.serve import answers as a


def encodings(request: object) -> Iterator[a.Encodings]:
    """Yield the presets, and the choices of each part of a spec."""
    parts: dict[str, list[a.EncodingDescription]] = {}
    for declaration, aliases in declarations().items():
        parts.setdefault(declaration.node, []).append(
            a.EncodingDescription(
                name=declaration.name,
                aliases=aliases,
                source=declaration.source,
                size=declaration.size,
                exact=declaration.exact,
                preserves_models=declaration.preserves_models,
            )
        )
    yield a.Encodings(presets=dict(PRESETS), parts=parts)


TASK = encodings
