"""Encodings of finite-domain variables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.domains.base import DomainEncoding

REGISTRY: Registry[DomainEncoding] = Registry(
    "domain encoding",
    "ENCODING",
    "nlc.encodings.domains",
    {
        "direct": "nlc.encode.domains.direct",
        "direct-free": "nlc.encode.domains.direct_free",
        "direct-support": "nlc.encode.domains.direct_support",
        "log": "nlc.encode.domains.log",
        "order": "nlc.encode.domains.order",
        "thesis": "nlc.encode.domains.thesis",
    },
)
