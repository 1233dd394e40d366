"""Packages that extend nlc, as an installation leaves them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Protocol

import pytest


class Install(Protocol):
    """Puts a package where Python finds it."""

    def __call__(
        self, group: str, package: str = "stranger", module: str = "", **points: str
    ) -> None:
        """Install a package of one module, both called `package`.

        Args:
            group: of its entry points.
            package: its name.
            module: the text of the module.
            points: values of its entry points, by name.
        """


@pytest.fixture
def install(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that installs a package for the length of the test."""

    def install(group: str, package: str = "stranger", module: str = "", **points: str) -> None:
        home = tmp_path_factory.mktemp("installed")
        write_package(home, package, group, points)
        if module:
            (home / f"{package}.py").write_text(module)
        monkeypatch.syspath_prepend(str(home))

    return install


def write_package(home: Path, package: str, group: str, points: Mapping[str, str]) -> None:
    """Write the metadata of a package with entry points of one group."""
    about = home / f"{package}-1.0.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    lines = [f"[{group}]", *(f"{name} = {value}" for name, value in points.items()), ""]
    (about / "entry_points.txt").write_text("\n".join(lines))
