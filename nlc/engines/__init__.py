"""Engines that solve a puzzle without nlc's encodings: searches of other kinds to compare with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.engines.base import Engine

ENGINES: Registry[Engine[Any]] = Registry("engine", "nlc.engines", "ENGINE", "nlc.engines")
