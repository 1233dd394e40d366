"""The settings of a topology: ``topology hex(layout=odd_r, wrap=both);``."""

from __future__ import annotations

from collections.abc import Mapping

from nlc.board.tilings.base import Settings
from nlc.errors import Diagnostics, Span, suggest
from nlc.language.syntax import Ref, Topology


def read_settings(topology: Topology, known: Mapping[str, tuple[str, ...]]) -> Settings:
    """Return the settings of a topology, with the first of the `known` values as the default.

    Raises:
        UserError: unknown or repeated settings, unknown values, or a list of cells or links on a
            drawn board; all are told together.
    """
    values = {name: choices[0] for name, choices in known.items()}
    spans: dict[str, Span] = {}
    errors = Diagnostics()
    for name, value in topology.settings:
        choices = known.get(name.name)
        if choices is None:
            hint = suggest(name.name, known)
            if hint is None:
                hint = f"it has {', '.join(known)}" if known else "it has no settings"
            errors.error(f"the topology has no setting '{name.name}'", name.span, hint)
        elif name.name in spans:
            errors.error(f"setting '{name.name}' is given twice", name.span)
        elif not isinstance(value, Ref) or value.name not in choices:
            near = suggest(value.name, choices) if isinstance(value, Ref) else None
            errors.error(f"'{name.name}' must be one of {', '.join(choices)}", value.span, near)
        else:
            values[name.name] = value.name
            spans[name.name] = value.span
    if known and (topology.cells or topology.links):
        errors.error(
            f"topology {topology.name.name} is drawn; only topology graph lists cells and links",
            topology.name.span,
        )
    errors.raise_errors()
    return Settings(values, spans)
