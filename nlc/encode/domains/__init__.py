"""Encodings of finite-domain variables. A new one is one file and one line here."""

from __future__ import annotations

from nlc.encode.domains.base import LabelEncoding
from nlc.encode.registry import Registry

REGISTRY: Registry[LabelEncoding] = Registry(
    {
        "direct": "nlc.encode.domains.direct:ENCODING",
        "direct-free": "nlc.encode.domains.direct_free:ENCODING",
        "direct-support": "nlc.encode.domains.direct_support:ENCODING",
        "log": "nlc.encode.domains.log:ENCODING",
        "order": "nlc.encode.domains.order:ENCODING",
        "thesis": "nlc.encode.domains.thesis:ENCODING",
    },
)
