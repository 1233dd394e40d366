"""Encodings of finite-domain variables. A new one is one file and one line here."""

from __future__ import annotations

from nlc.encode.labels.base import LabelEncoding
from nlc.encode.registry import Registry

REGISTRY: Registry[LabelEncoding] = Registry(
    {
        "direct": "nlc.encode.labels.direct:ENCODING",
        "direct-free": "nlc.encode.labels.direct_free:ENCODING",
        "direct-support": "nlc.encode.labels.direct_support:ENCODING",
        "log": "nlc.encode.labels.log:ENCODING",
        "order": "nlc.encode.labels.order:ENCODING",
        "thesis": "nlc.encode.labels.thesis:ENCODING",
    },
)
