"""Optional binary libraries of engines."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util
import platform
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

_NO_ROOM = ("failed to map segment", "cannot allocate memory")
"""Messages of the dynamic loader if a limit of memory is too low."""


def version(package: str, title: str) -> str | None:
    """Return the title and version of a package, or None where it is missing.

    Args:
        package: its name, for both import and installation.
        title: its name for users.
    """
    if importlib.util.find_spec(package) is None:
        return None
    return f"{title} {importlib.metadata.version(package)}"


F = TypeVar("F", bound=Callable[..., Any])
N = TypeVar("N", bound=tuple[Any, ...])

Numbers = list[int] | npt.NDArray[np.int64]
"""Lists for Python, arrays for machine code."""

MORE, FOUND, OVER = 0, 1, 2
"""What a call of a search has come to: nothing within its budget, a solution, the end."""


def packed(lists: N) -> N:
    """Return a named tuple with arrays in place of lists, for machine code."""
    arrays: Any = (x if isinstance(x, int) else np.array(x, np.int64) for x in lists)
    return type(lists)(*arrays)


def python_and_numba() -> str:
    """Return the version of Python, and that of Numba if it is installed."""
    numba = version("numba", "Numba")
    return ", ".join(filter(None, (f"Python {platform.python_version()}", numba)))


def machine_code(function: F, *example: Any) -> F | None:
    """Compile a function for arguments of some types; return None if that is impossible.

    Numba keeps the machine code in a file for the next time. Compiling needs much memory for a
    moment, which a limit may not allow; then the caller goes on with the Python function.

    Args:
        function: in the subset of Python that Numba compiles.
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
        MemoryError: there is not enough memory.
    """
    try:
        importlib.import_module(module)
    except ImportError as error:
        if any(text in str(error).lower() for text in _NO_ROOM):
            raise MemoryError(f"there is no room for {module}: {error}") from error
        raise
