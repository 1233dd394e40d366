"""Drivers by name, and those of other packages."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint

import pytest
from driver_cases import make_cnf

from nlc.drivers.base import Driver
from nlc.drivers.minisat import MinisatDriver
from nlc.drivers.registry import BUILT_IN, DEFAULT, GROUP, available, get
from nlc.errors import UserError

Install = Callable[..., None]


class Plugin(MinisatDriver):
    """A driver of another package."""

    name = "plugin"


def broken() -> Driver:
    raise OSError("no licence")


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Install:
    def points(**values: str | list[str]) -> None:
        found = [
            EntryPoint(name, value, GROUP)
            for name, given in values.items()
            for value in ([given] if isinstance(given, str) else given)
        ]
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: found)

    return points


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("minisat", "minisat"),
        ("cadical", "cadical"),
        ("kissat", "kissat"),
        ("pysat:g4", "pysat:glucose4"),
        ("cmd:foo {cnf}", "cmd:foo {cnf}"),
        (DEFAULT, DEFAULT),
    ],
)
def test_names_lead_to_drivers(name: str, same: str) -> None:
    assert get(name).name == same


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("minisatt", "'minisat'"),
        ("kisat", "'kissat'"),
        ("cadical195", "'pysat:cadical195'"),
        ("g3", "'pysat:glucose3'"),
        ("pysat:glucose5", "'glucose"),
    ],
)
def test_an_unknown_name_is_an_error_with_a_hint(name: str, hint: str) -> None:
    with pytest.raises(UserError, match=hint):
        get(name)


def test_built_in_drivers_need_no_metadata(install: Install) -> None:
    install()
    assert {"minisat", "cadical", "kissat"} <= {driver.name for driver in available()}
    assert get("kissat").name == "kissat"


def test_the_metadata_of_nlc_itself_is_no_clash(install: Install) -> None:
    install(**BUILT_IN)
    assert get("minisat").name == "minisat"
    assert [driver.name for driver in available()].count("minisat") == 1


def test_another_package_adds_a_driver(install: Install) -> None:
    install(plugin="test_drivers_registry:Plugin")
    assert get("plugin").name == "plugin"
    assert "plugin" in [driver.name for driver in available()]


@pytest.mark.parametrize(
    ("value", "cause"),
    [
        ("test_drivers_registry:broken", "no licence"),
        ("no_such_module:Driver", "no_such_module"),
        ("test_drivers_registry:Nothing", "Nothing"),
    ],
)
def test_a_broken_plug_in_is_named_and_breaks_nothing(
    install: Install, value: str, cause: str
) -> None:
    install(bad=value)
    drivers = {driver.name: driver for driver in available()}
    missing = drivers["bad"].missing()
    assert missing is not None
    assert value in missing
    assert cause in missing
    assert drivers["minisat"].missing() is None
    outcome = get("bad").solve(make_cnf(1, []))
    assert (outcome.status, outcome.reason, outcome.message) == ("UNKNOWN", "missing", missing)
    assert [o.reason for o in get("bad").enumerate(make_cnf(1, []))] == ["missing"]


@pytest.mark.parametrize(
    "values", [{"minisat": "other:Driver"}, {"twice": ["one:Driver", "two:Driver"]}]
)
def test_a_name_taken_twice_is_an_error(
    install: Install, values: dict[str, str | list[str]]
) -> None:
    install(**values)
    (name,) = values
    with pytest.raises(UserError, match="taken twice"):
        get(name)
    clash = next(driver for driver in available() if driver.name == name)
    assert clash.version() is None
    assert "taken twice" in str(clash.missing())
    assert get("kissat").name == "kissat"
