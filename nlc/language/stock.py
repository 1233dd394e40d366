"""The stock genres: files of the folder `nlc.grammar`, and of folders that other packages bring.

Another package adds a folder by an entry point of the group ``nlc.genres`` whose value is a package
with ``.nl`` files beside its modules; it is not imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from nlc.errors import Source, fail
from nlc.registry import origin, outside

GROUP = "nlc.genres"


def stock_file(name: str) -> Source | None:
    """Return the text of a file that every puzzle may use, or None.

    Raises:
        UserError: two packages have a file of this name.
    """
    found = _files().get(name, [])
    if not found:
        return None
    if len(found) > 1:
        owners = " and by ".join(owner for owner, _ in found)
        raise fail(f"the genre file '{name}' is claimed twice: by {owners}", None, "remove one")
    path = found[0][1]
    return Source("/".join(path.parts[-3:]), path.read_text(encoding="utf-8"))


def stock_genres() -> list[str]:
    """Return the names of the stock genres."""
    return sorted(Path(name).stem for name in _files())


def _files() -> dict[str, list[tuple[str, Path]]]:
    """Return by name who brings each stock file, and the file."""
    files: dict[str, list[tuple[str, Path]]] = {}
    for owner, folder in _folders():
        for path in folder.glob("*.nl"):
            files.setdefault(path.name, []).append((owner, path))
    return files


def _folders() -> Iterator[tuple[str, Path]]:
    """Yield whose each folder is, and the folder."""
    yield from (("nlc", place) for place in _places("nlc.grammar"))
    for points in outside(GROUP).values():
        for point in points:
            yield from ((origin(point), place) for place in _places(point.value))


def _places(package: str) -> list[Path]:
    try:
        spec = find_spec(package)
    except (ImportError, ValueError):
        return []
    return [Path(place) for place in (spec and spec.submodule_search_locations) or ()]
