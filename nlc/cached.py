"""Properties that are computed once."""

from __future__ import annotations

import functools
from contextlib import nullcontext
from typing import TypeVar

T = TypeVar("T")


class cached_property(functools.cached_property[T]):  # noqa: N801 - named as the one it replaces
    """`functools.cached_property` without the lock that it has in Python 3.11.

    A worker that is forked while another thread holds that lock would wait for it for ever. Two
    threads may compute the value twice, as in later versions of Python.
    """

    lock = nullcontext()

    def __set_name__(self, owner: type, name: str) -> None:
        super().__set_name__(owner, name)
        vars(self).pop("lock", None)
