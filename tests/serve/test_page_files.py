"""The files of the page: what is vendored is what was locked, types fit, and nothing is fetched."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from hashlib import sha256
from typing import get_args, get_type_hints
from urllib.parse import urlparse

import pytest
from support import documents
from support.needs import missing

from nlc.pictures.style import STYLES
from nlc.serve.requests import ParseRequest

STATIC = documents.ROOT / "nlc" / "serve" / "static"
TOOLS = documents.ROOT / "scripts" / "page"
OWN = [path for path in sorted(STATIC.rglob("*")) if path.is_file() and "vendor" not in path.parts]


def test_vendored_files_are_those_of_the_manifest():
    manifest = json.loads((STATIC / "vendor" / "manifest.json").read_text())
    found = {
        path.name: sha256(path.read_bytes()).hexdigest()
        for path in (STATIC / "vendor").iterdir()
        if path.name != "manifest.json"
    }
    assert found == manifest["files"]


def test_vendored_packages_are_locked_and_their_licences_told():
    manifest = json.loads((STATIC / "vendor" / "manifest.json").read_text())
    locked = json.loads((TOOLS / "package-lock.json").read_text())["packages"]
    licences = (STATIC / "vendor" / "LICENSES.txt").read_text()
    assert len(manifest["packages"]) > 8
    for package in manifest["packages"]:
        lock = locked[f"node_modules/{package['name']}"]
        assert (package["version"], package["integrity"]) == (lock["version"], lock["integrity"])
        assert package["licence"] == "MIT"
        assert f"{package['name']} {package['version']}\n" in licences


def test_files_name_no_other_server():
    for path in OWN:
        for address in re.findall(r"https?://[^\s\"'<>)`]+", path.read_text()):
            # A namespace, and the example of a link in a text field.
            assert urlparse(address).hostname in ("www.w3.org", "puzz.link"), (path, address)


def test_imports_are_of_files_that_there_are():
    for path in (path for path in OWN if path.suffix == ".js"):
        for name in re.findall(r"""(?:from|import\()\s*["']([^"']+)["']""", path.read_text()):
            if name.endswith("/types"):
                continue
            assert name.startswith("."), f"{path}: {name} is a bare name"
            assert (path.parent / name).is_file(), f"{path}: {name} is not there"


def test_the_page_offers_each_style_of_pictures():
    select = re.search(r'<select id="style">(.*?)</select>', (STATIC / "index.html").read_text())
    offered = re.findall(r'value="([^"]+)"', select[1])
    taken = get_args(get_type_hints(ParseRequest)["style"])
    assert set(offered) == set(taken) == set(STYLES)


def test_modules_are_short():
    for path in OWN:
        assert len(path.read_text().splitlines()) <= 260, path.name


@pytest.mark.slow
def test_types_fit():
    compiler = TOOLS / "node_modules" / ".bin" / "tsc"
    if shutil.which("node") is None or not compiler.exists():
        missing("needs node, and npm ci in scripts/page")
    done = subprocess.run(
        [compiler, "-p", TOOLS / "tsconfig.json"], capture_output=True, text=True, check=False
    )
    assert not done.stdout and done.returncode == 0, done.stdout
