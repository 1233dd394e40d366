"""Encodings of finite-domain variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.domains.base import DomainEncoding

REGISTRY: Registry[DomainEncoding] = Registry(
    "domain encoding", "nlc.encode.domains", "ENCODING", "nlc.encodings.domains"
)
