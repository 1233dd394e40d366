"""Libraries with machine code that an engine runs on, and that may be missing."""

from __future__ import annotations

import importlib
import importlib.metadata
import importlib.util

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
