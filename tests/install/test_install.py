"""nlc as pip installs it, with a package that extends it: the one of docs/extending.md."""

from __future__ import annotations

import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest
from support import documents

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


def wheel(clone: Path, folder: Path) -> Path:
    """Build the sdist, and the wheel from it, as a release does; return the wheel."""
    build = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(clone)]
    subprocess.run(build, check=True, capture_output=True)
    made = sorted(folder.iterdir())
    assert [path.suffix for path in made] == [".whl", ".gz"]
    check = [sys.executable, "-m", "twine", "check", "--strict", *map(str, made)]
    subprocess.run(check, check=True, capture_output=True)
    return made[0]


MODULES = (
    *("octagon.py", "nested.py", "picosat.py", "degrees.py", "csv.py", "data_url.py"),
    "necklace.nl",
)


@pytest.mark.slow
def test_what_pip_installs_runs_with_a_package_that_extends_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One test, for what takes long is to install them."""
    clone, recipes, package = (
        checkout(tmp_path / "clone"),
        tmp_path / "recipes",
        tmp_path / "project" / "nlc_extras",
    )
    recipes.mkdir()
    documents.write_files("CONTRIBUTING.md", recipes)
    documents.write_files("docs/extending.md", recipes)
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    shutil.copy(recipes / "pyproject.toml", package.parent)
    for name in MODULES:
        shutil.copy(recipes / name, package)
    extended = Environment(tmp_path / "venv")
    extended.install(str(wheel(clone, tmp_path / "dist")), str(package.parent))

    def said(*words: str, folder: Path = recipes) -> str:
        return extended.run("-m", "nlc", *words, cwd=folder)

    # A clone beside an installation is what runs in its folder.
    found = said("run", "--unique", "fixtures/first.nl", folder=clone)
    assert "exactly 1 solution, checked against every rule" in found
    place = "import nlc.drivers.external as found; print(found.__file__)"
    assert str(clone) in extended.run("-c", place, cwd=clone)

    # What only nlc is tested with is not installed.
    found = "from importlib.util import find_spec; print([*map(find_spec, {})])"
    names = ("oracle", "fuzzing", "nlc.fuzz")
    assert extended.run("-c", found.format(names), cwd=recipes) == "[None, None, None]\n"

    # The tiling is played on and generated.
    assert "exactly 1 solution" in said("run", "--unique", "octagons.nl")
    made = said("generate", "numberlink", "4x4", "--tiling", "octagon")
    assert "topology octagon;" in made
    assert "octagon" in said("generate", "--help-all")

    # The encoding states a puzzle.
    spec = ("--encoding", "domains=direct,cardinality=nested")
    found = said("run", "--unique", "fixtures/first.nl", "--solver", "minisat", *spec)
    assert "exactly 1 solution" in found and "cardinality=nested" in found
    assert "nested at-most-one (folklore)" in said("list", "encodings")

    # The solver need not be there: another one that says as little stands in.
    quiet = recipes / "quiet"
    quiet.write_text(f'#!/bin/sh\nexec {shutil.which("cadical")} -q "$@"\n')
    quiet.chmod(0o755)
    monkeypatch.setenv("NLC_PICOSAT", str(quiet))
    words = ("run", "--unique", "fixtures/first.nl", "--solver", "picosat")
    assert "exactly 1 solution" in said(*words)
    assert "10 checks passed" in said("list", "solvers", "--probe", "picosat")

    # The engine solves, and the format of pictures is written.
    (recipes / "small.txt").write_text("3 3\nA.B\n...\nA.B\n")
    assert "solution" in said("run", "--unique", "small.txt", "--solver", "degrees")
    found = said("draw", "small.txt", "--format", "data-url")
    assert found.startswith("data:image/svg+xml;base64,")

    # The format is read and written.
    words = ("generate", "numberlink", "5x5", "--pairs", "3", "--unique", "--seed", "3")
    said(*words, "-o", "board.csv")
    assert len((recipes / "board.csv").read_text().splitlines()) == 5
    assert "exactly 1 solution" in said("run", "--unique", "board.csv")
    assert "csv" in said("run", "--help-all")

    # The genre needs no `use`.
    text = (recipes / "pearls.nl").read_text().replace('use "necklace.nl";', "")
    (recipes / "stock.nl").write_text(text)
    assert said("run", "--unique", "stock.nl").count("exactly 1 solution") == 2
