"""Names of one kind: a table, and entry points of other packages."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from pkgutil import iter_modules

import pytest
from support.kinds import registries
from support.packages import Install

from nlc.errors import UserError
from nlc.registry import Registry

MODULES = {
    "round.py": "SHAPE = 'a circle'\n",
    "long_oval.py": "class Oval:\n    pass\n\n\nSHAPE: type = Oval\n",
    "tiles.py": "HEX = 'six corners'\n",
}


@pytest.fixture
def shapes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry[object]]:
    """A kind of things that are modules of a folder."""
    package = f"shapes_{tmp_path.name}"
    for name, text in MODULES.items():
        place = tmp_path / "lib" / package / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path / "lib"))
    table = {
        "long-oval": f"{package}.long_oval",
        "round": f"{package}.round",
        "tiles": f"{package}.tiles:HEX",
    }
    yield Registry("shape", "SHAPE", "nlc.shapes", table, {"egg": "long-oval"})
    for name in [name for name in sys.modules if name.startswith("shapes_")]:
        del sys.modules[name]


def test_the_names_are_those_of_the_table_and_nothing_is_imported_for_them(
    shapes: Registry[object],
) -> None:
    assert shapes.names() == ["long-oval", "round", "tiles"]
    assert all(name in shapes for name in ("egg", *shapes.names()))
    assert not any(name.startswith("shapes_") for name in sys.modules)


def test_a_name_leads_to_what_is_at_its_place(shapes: Registry[object]) -> None:
    assert shapes.get("round") == "a circle"
    assert shapes.get("tiles") == "six corners"
    assert type(shapes.get("long-oval")).__name__ == "Oval"
    assert type(shapes.get("egg")).__name__ == "Oval"


@pytest.mark.parametrize("place", registries(), ids=":".join)
def test_every_module_of_a_folder_that_has_the_attribute_is_in_the_table(
    place: tuple[str, str],
) -> None:
    kind = registries()[place]
    places = {place for place in kind.own.values() if isinstance(place, str)}
    assert list(kind.own) == sorted(kind.own)
    for folder in {at.rpartition(".")[0] for at in places}:
        for module in iter_modules(import_module(folder).__path__, f"{folder}."):
            source = Path(str(find_spec(module.name).origin)).read_text(encoding="utf-8")
            if re.search(rf"^{kind.attribute}(:[^=\n]+)? = ", source, re.MULTILINE):
                assert module.name in places


def test_a_class_is_itself_the_thing_where_it_is_no_factory(shapes: Registry[object]) -> None:
    plain = Registry[object]("shape", "SHAPE", "nlc.shapes", shapes.own, factory=False)
    assert isinstance(plain.get("long-oval"), type)


@pytest.mark.parametrize("name", ["long_oval", "no-such", "", "tiles.x"])
def test_nothing_else_is_a_name(shapes: Registry[object], name: str) -> None:
    assert name not in shapes
    assert shapes.find(name) is None
    with pytest.raises(UserError, match="there is no shape"):
        shapes.get(name)


@pytest.mark.parametrize(
    ("name", "hint"),
    [("rund", "did you mean 'round'"), ("x", "the shapes are long-oval, round, tiles")],
)
def test_a_wrong_name_gets_a_hint(shapes: Registry[object], name: str, hint: str) -> None:
    with pytest.raises(UserError, match=hint):
        shapes.get(name)


def test_another_package_adds_a_module_or_an_object(
    shapes: Registry[object], install: Install
) -> None:
    module = "SHAPE = 'a kite'\nclass Star:\n    pass\ndef cross():\n    return 'a cross'\n"
    install("nlc.shapes", "kites", module, kite="kites", star="kites:Star", cross="kites:cross")
    assert shapes.names() == ["long-oval", "round", "tiles", "cross", "kite", "star"]
    assert "kites" not in sys.modules
    assert (shapes.get("kite"), shapes.get("cross")) == ("a kite", "a cross")
    assert type(shapes.get("star")).__name__ == "Star"


def test_a_name_claimed_twice_is_an_error_that_names_both(
    shapes: Registry[object], install: Install
) -> None:
    install("nlc.shapes", "ones", "SHAPE = 1", round="ones", cone="ones")
    install("nlc.shapes", "twos", "SHAPE = 2", cone="twos:SHAPE")
    with pytest.raises(UserError, match=r"by shapes_\w+.round of nlc and by ones of ones"):
        shapes.get("round")
    with pytest.raises(UserError, match=r"claimed twice: by .*twos:SHAPE of twos"):
        shapes.get("cone")
    assert shapes.get("tiles") == "six corners"


@pytest.mark.parametrize(
    ("module", "value", "cause"),
    [
        ("raise OSError('no licence')", "broken", "no licence"),
        ("def make():\n    raise OSError('no licence')", "broken:make", "no licence"),
        ("OTHER = 1", "broken", "SHAPE"),
        ("OTHER = 1", "broken:Nothing", "Nothing"),
        ("", "no_such_module", "no_such_module"),
    ],
)
def test_a_broken_package_is_named_and_keeps_no_other_from_use(
    shapes: Registry[object], install: Install, module: str, value: str, cause: str
) -> None:
    install("nlc.shapes", "broken", module, bad=value)
    sys.modules.pop("broken", None)
    with pytest.raises(UserError, match="'bad'.* of broken, is broken.*" + cause):
        shapes.get("bad")
    *found, last = shapes.available(lambda name, reason: f"{name}: {reason}")
    assert len(found) == 3
    assert str(last).startswith("bad: the shape 'bad'")


def test_without_packages_for_nlc_no_metadata_is_read() -> None:
    """Python's reader of metadata takes longer to import than most puzzles to compile."""
    script = (
        "import sys\nfrom nlc.registry import other_entry_points\n"
        "assert other_entry_points('nlc.shapes') == {}\n"
        "assert 'importlib.metadata' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)
