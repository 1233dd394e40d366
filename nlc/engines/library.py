"""Libraries with machine code that an engine runs on, and that may be missing."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import platform
from collections.abc import Callable
from typing import Any, TypeVar

_NO_ROOM = ("failed to map segment", "cannot allocate memory")
"""What the dynamic loader says where a limit of memory is too low."""


def version(package: str, title: str) -> str | None:
    """Return the title and version of a package, or None where it is missing.

    Args:
        package: its name, as it is imported and as it is installed.
        title: what people call it.
    """
    if importlib.util.find_spec(package) is None:
        return None
    return f"{title} {importlib.metadata.version(package)}"


F = TypeVar("F", bound=Callable[..., Any])


def python_and_numba() -> str:
    """Return the version of Python, and that of Numba where it is there."""
    try:
        numba = f", Numba {importlib.metadata.version('numba')}"
    except importlib.metadata.PackageNotFoundError:
        numba = ""
    return f"Python {platform.python_version()}{numba}"


def machine_code(function: F, *example: Any) -> F | None:
    """Return a function as machine code for arguments of some types, or None.

    Numba writes it to a file, which it reads the next time. It needs much memory for a moment:
    where a limit stands against that, Python goes on.

    Args:
        function: in the part of Python that Numba compiles.
        example: arguments of these types but the last, which is a budget of 0.
    """
    try:
        import numba

        njit: Any = numba.njit
        try:
            fast: F = njit(cache=True)(function)
        except RuntimeError:  # there is no folder that it may write to
            fast = njit(function)
        fast(*example, 0)  # compiles it
    except (ImportError, MemoryError, OSError, RuntimeError):
        return None
    return fast


def load(module: str) -> None:
    """Import a module.

    Raises:
        ImportError: it cannot be imported.
        MemoryError: it cannot, for want of memory.
    """
    try:
        importlib.import_module(module)
    except ImportError as error:
        if any(said in str(error).lower() for said in _NO_ROOM):
            raise MemoryError(f"there is no room for {module}: {error}") from error
        raise
