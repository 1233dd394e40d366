"""Fresh virtual environments, checkouts of nlc, and what pip puts into them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

CHECKOUT = ("nlc", "drivers", "grammar", "fixtures", "pyproject.toml", "README.md", "LICENSE")


class Environment:
    """A virtual environment that sees what the running one has installed, apart from nlc."""

    def __init__(self, folder: Path) -> None:
        venv.create(folder, symlinks=True)
        self.python = folder / "bin" / "python"
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        inherited = [path for path in sys.path if path.endswith("site-packages")]
        inside = folder / "lib" / version / "site-packages" / "inherited.pth"
        inside.write_text("\n".join(inherited) + "\n")

    def install(self, *words: str) -> None:
        """Install by pip, without the network."""
        offline = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet")
        self.run("-m", "pip", "install", *offline, *words, cwd=ROOT.parent)

    def run(self, *words: str, cwd: Path) -> str:
        """Run Python in a folder and return what it prints."""
        done = subprocess.run(
            [str(self.python), *words],
            cwd=cwd,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout


def checkout(folder: Path) -> Path:
    """Copy what a checkout of nlc has into a folder."""
    folder.mkdir()
    for name in CHECKOUT:
        place = ROOT / name
        if place.is_dir():
            ignored = shutil.ignore_patterns("__pycache__", "benchmark")
            shutil.copytree(place, folder / name, symlinks=True, ignore=ignored)
        else:
            shutil.copy(place, folder / name)
    return folder
