"""Limits and rights of the system that a process starts with."""

from __future__ import annotations

import os
import resource
import shutil
from collections.abc import Callable
from typing import Any

import pytest
from faults.kit import Scene

OTHER_USER = 50_000 + os.getpid() % 10_000
"""A user without files, without processes and without the rights of root."""


def limited(kind: int, most: int) -> Callable[[], None]:
    """Return what a new process calls to have a limit of the system."""
    return lambda: resource.setrlimit(kind, (most, most))


def without_rights(scene: Scene) -> dict[str, Any]:
    """Return how to start nlc without the rights of root; the scene is then the other user's.

    That user may read everything, for Python itself can be in a folder of root's.
    """
    if os.geteuid() != 0:
        return {}
    if shutil.which("setpriv") is None:
        pytest.skip("setpriv(1) of util-linux is not there")
    for path in (scene.folder, scene.scratch):
        os.chown(path, OTHER_USER, OTHER_USER)
    user = [f"--reuid={OTHER_USER}", f"--regid={OTHER_USER}", "--clear-groups"]
    rights = ["--inh-caps=-all,+dac_read_search", "--ambient-caps=+dac_read_search"]
    return {"before": ["setpriv", *user, *rights]}
