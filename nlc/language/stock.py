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
    if not name.endswith(".nl") or Path(name).name != name:
        return None
    found = [folder for folder in _folders() if (folder[1] / name).is_file()]
    if not found:
        return None
    if len(found) > 1:
        owners = " and by ".join(owner for owner, _ in found)
        raise fail(f"the genre file '{name}' is claimed twice: by {owners}", None, "remove one")
    folder = found[0][1]
    return Source(
        f"{'/'.join(folder.parts[-2:])}/{name}", (folder / name).read_text(encoding="utf-8")
    )


def stock_genres() -> list[str]:
    """Return the names of the stock genres."""
    return sorted(file.stem for _, folder in _folders() for file in folder.glob("*.nl"))


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
